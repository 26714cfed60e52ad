"""The page of a section's settings: what can be changed there, what is asked back, what everybody reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse

from portal import outbox
from portal.journal.models import JournalEntry
from portal.outbox import Job
from portal.policy import Refusal
from tests.factories import announce, make_entries, make_section
from tests.world import World, count
from tournaments.acts.change_section import change_section, set_fixed_table
from tournaments.acts.entering.attendance import reinstate, withdraw
from tournaments.acts.event_settings import change_event
from tournaments.acts.sections import create_section
from tournaments.acts.undo.journal_schema import OF_SECTION
from tournaments.acts.undo.undo import undo
from tournaments.models import Section
from tournaments.queries.section_settings import settings_of_section
from tournaments.setting_rules import SECTION_SETTINGS

Text = Callable[[Any], str]


def form_of(world: World, who: str = "alice") -> dict[str, Any]:
    """The form as the browser has it when the page is opened."""
    form = world.client(who).get(world.url("section_settings")).context["form"]
    data: dict[str, Any] = {"once": form["once"].value(), "seen": form["seen"].value()}
    for name in form.fields:
        if name not in data and (value := form[name].value()) is not None:
            data[name] = value
    return data


def send(world: World, data: dict[str, Any], who: str = "alice", **more: Any) -> HttpResponse:
    answer = world.client(who).post(world.url("section_settings"), data | more)
    world.section.refresh_from_db()
    return answer


@pytest.mark.slow
def test_what_is_free_is_saved_at_once(world: World, text: Text) -> None:
    answer = send(world, form_of(world), name="Open A", capacity="40", first_table="21")
    assert answer.status_code == 302
    section = world.section
    assert (section.name, section.capacity, section.first_table) == ("Open A", 40, 21)


@pytest.mark.slow
def test_a_weiqi_section_cites_no_rule_of_xiangqi(world: World) -> None:
    assert "(Tiantian 2020, 3)" in world.client("alice").get(world.url("section_settings")).content.decode()
    world.section.game, world.section.rulebook = "weiqi", "weiqi"
    world.section.save()
    page = world.client("alice").get(world.url("section_settings")).content.decode()
    assert "Tiantian" not in page
    assert "Players not present ten minutes after the start are listed for the referee." in page


def test_a_section_is_not_called_as_a_person_is(world: World) -> None:
    page = world.client("alice").get("/zh-hans/desk/cup/men/settings/").content.decode()
    assert ">名称</legend>" in page
    assert "姓名" not in page


@pytest.mark.slow
def test_a_change_of_what_rests_on_it_is_shown_and_needs_a_reason(drawn: World, text: Text) -> None:
    drawn.closed(1)
    answer = send(drawn, form_of(drawn), tiebreaks=["direct", "wins", "", ""])
    page = text(answer)
    assert answer.status_code == 422
    assert "Check this change" in page
    assert "<del>Buchholz, direct encounter, wins" in page
    assert "<ins>direct encounter, wins</ins>" in page
    assert "The standings after round 1 are computed again." in page
    assert drawn.section.tiebreaks[0] == "buchholz"
    # What cannot be is refused at once, not after the question.
    twice = text(send(drawn, form_of(drawn), tiebreaks=["direct", "wins", "direct"]))
    assert "Choose each tie-break once, from the list." in twice
    assert "Check this change" not in twice
    final = text(send(drawn, form_of(drawn), final_after="20", final_size="4"))
    assert f"This final would end in round 22, and the section has {drawn.section.rounds} rounds." in final
    assert "Check this change" not in final
    data = form_of(drawn) | {"tiebreaks": ["direct", "wins"], "reason": "The regulations say so."}
    assert send(drawn, data).status_code == 302
    assert drawn.section.tiebreaks == ["direct", "wins"]
    outbox.drain()
    [newest] = drawn.section.standings.filter(version=2)
    assert newest.data["criteria"] == ["direct", "wins"]
    page_text = text(drawn.client("anonymous").get("/en/e/cup/men/"))
    assert "The regulations say so." in page_text
    assert "<ins>direct encounter, wins</ins>" in page_text


@pytest.mark.slow
def test_a_draft_is_paired_again(drawn: World) -> None:
    drawn.closed(1)
    drawn.paired(2)
    data = form_of(drawn) | {"points_win": "3", "reason": "Three points for a win."}
    assert send(drawn, data).status_code == 302
    assert drawn.section.points["win"] == "3"
    kinds = sorted(Job.objects.filter(state=Job.State.NEW).values_list("kind", flat=True))
    assert {"pair", "standings"} <= set(kinds)
    outbox.drain()
    assert drawn.round(2).draft_input["points"]["win"] == "3"


@pytest.mark.slow
def test_rounds_are_added_and_taken_away_but_not_below_what_is_published(drawn: World, text: Text) -> None:
    drawn.published(1)
    rounds = drawn.section.rounds
    more = form_of(drawn) | {"rounds": str(rounds + 1), "reason": "A free day."}
    assert send(drawn, more).status_code == 302
    assert drawn.section.round_set.count() == rounds + 1
    less = form_of(drawn) | {"rounds": "1", "reason": "Rain."}
    assert send(drawn, less).status_code == 302
    assert drawn.section.round_set.count() == 1
    none = form_of(drawn) | {"rounds": "0", "reason": "Rain."}
    assert send(drawn, none).status_code == 422
    drawn.section.round_set.create(number=2, state="published")
    drawn.section.rounds = 2
    drawn.section.save()
    answer = send(drawn, form_of(drawn), rounds="1", reason="Rain.")
    assert "Round 2 is published: there cannot be only 1 rounds." in text(answer)


@pytest.mark.slow
def test_two_people_change_the_same_setting(world: World, text: Text) -> None:
    mine, theirs = form_of(world), form_of(world, "frank")
    assert send(world, theirs, "frank", time_control="25 min", capacity="30").status_code == 302
    answer = send(world, mine, time_control="90+30")
    assert answer.status_code == 409
    assert "Someone else has changed this to “25 min” in the meantime." in text(answer)
    assert str(world.section.time_control) == "25 min"
    again = answer.context["form"]
    data = mine | {"seen": again["seen"].value(), "time_control": "90+30", "capacity": "30"}
    assert send(world, data).status_code == 302
    assert (str(world.section.time_control), world.section.capacity) == ("90 min + 30 s", 30)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"time_control": "an hour"}, "“an hour” is not a time control."),
        ({"time_control": "999999999"}, "“999999999” is not possible."),
        ({"name": "x" * 121}, "the limit is 80"),
        ({"name": "\u3164"}, "The text has no visible characters."),
        ({"rounds": "-3"}, "must be at least 1"),
        ({"rounds": "9" * 30}, "must be at most 60"),
        ({"capacity": "1"}, "must be at least 2"),
        ({"tiebreaks": ["wins", "wins"]}, "Choose each tie-break once"),
        ({"tiebreaks": ["luck"]}, "luck"),
        ({"points_draw": "3"}, "A win must not give less than a draw"),
        ({"points_win": "x"}, " as a number, such as 2.5."),
        ({"points_bye": "9"}, "a bye not more than a win"),
        ({"seed": "   "}, " is empty. Fill it in."),
        ({"rulebook": "chess"}, "chess"),
        ({"first_table": "0"}, "must be at least 1"),
        ({"seed": "a\x00b"}, "Control characters were removed."),
    ],
)
@pytest.mark.slow
def test_nonsense_is_answered_in_one_sentence_and_changes_nothing(
    world: World, text: Text, more: dict[str, Any], words: str
) -> None:
    before = settings_of_section(world.section)
    answer = send(world, form_of(world), **more)
    assert answer.status_code == 422
    assert words in text(answer)
    assert settings_of_section(world.section) == before


@pytest.mark.slow
def test_capacity_is_not_below_who_is_entered(drawn: World, text: Text) -> None:
    assert "The section has 8 entries already" in text(send(drawn, form_of(drawn), capacity="6"))


def test_a_seed_is_fixed_once_lots_are_drawn(drawn: World) -> None:
    page = drawn.client("alice").get(drawn.url("section_settings"))
    assert "seed" not in page.context["form"].fields
    with pytest.raises(Refusal) as refused:
        change_section(section=drawn.section, wanted={"seed": "other"}, by=drawn.users["alice"])
    assert refused.value.code == "setting-fixed"


@pytest.mark.slow
def test_a_section_from_a_file_without_a_seed_can_be_changed_to_its_end(drawn: World, text: Text) -> None:
    drawn.closed(1)
    Section.objects.filter(pk=drawn.section.pk).update(seed="", state=Section.State.FINISHED)
    answer = send(drawn, form_of(drawn), tiebreaks=["direct", "wins"], reason="The committee decided.")
    assert answer.status_code == 302, text(answer)
    assert drawn.section.tiebreaks == ["direct", "wins"]


@pytest.mark.slow
def test_the_page_costs_the_same_for_more_changes(world: World) -> None:
    url = world.url("section_settings")
    before = count(world.client("alice"), url)
    for name in ("One", "Two"):
        change_section(section=world.section, wanted={"name": name}, by=world.users["alice"])
    assert count(world.client("alice"), url) == before


@pytest.mark.slow
def test_tables_are_numbered_from_the_first_one_on_and_some_stay_where_they_are(
    drawn: World, text: Text
) -> None:
    drawn.section.first_table = 21
    drawn.section.save()
    entry = drawn.section.entries.get(number=8)
    entry.fixed_table = 3
    entry.save()
    round_ = drawn.published(1)
    tables = dict(round_.pairings.filter(seats__entry=entry).values_list("table", "pk"))
    assert set(tables) == {3}
    assert sorted(round_.pairings.values_list("table", flat=True)) == [3, 21, 22, 23]
    page = text(drawn.client("anonymous").get("/en/e/cup/men/round/1/"))
    assert "This is exactly the pairing the rules give." in page
    first, second = (
        round_.pairings.get(table=table).seats.get(colour="first").entry.number for table in (21, 22)
    )
    answer = drawn.post("bob", "swap_players", 1, first=first, second=second, reason="Brothers.")
    assert answer.status_code == 302
    assert sorted(round_.pairings.values_list("table", flat=True)) == [3, 21, 22, 23]
    line = drawn.post("carol", "report_result", 1, line="22 1-0", htmx=True)
    assert line.status_code == 200
    assert round_.pairings.get(table=22).reports.count() == 1


@pytest.mark.slow
def test_a_full_section_takes_nobody_more(drawn: World, text: Text) -> None:
    assert send(drawn, form_of(drawn), capacity="8").status_code == 302
    answer = drawn.post("carol", "entry_add", name="Late Comer", federation="CHN", group="1")
    assert "The section takes 8 entries and has 8" in text(answer)


@pytest.mark.slow
def test_somebody_always_sits_at_one_table(drawn: World, text: Text) -> None:
    entry, other = drawn.section.entries.order_by("number")[:2]
    drawn.paired(1)
    answer = drawn.post("carol", "set_fixed_table", entry.pk, table="4")
    assert answer.status_code == 302
    outbox.drain()
    assert drawn.round().pairings.get(seats__entry=entry).table == 4
    assert drawn.post("carol", "set_fixed_table", other.pk, table="-1").status_code == 422
    taken = drawn.post("carol", "set_fixed_table", other.pk, table="4")
    assert "Table 4 is already kept for another player of this section." in text(taken)
    assert 'value="4"' in text(drawn.get("carol", "entry_desk", entry.pk))
    assert drawn.post("carol", "set_fixed_table", entry.pk, table="").status_code == 302
    entry.refresh_from_db()
    assert entry.fixed_table is None


@pytest.mark.slow
def test_half_point_byes_check_in_and_adjourned_games_are_settings(world: World, text: Text) -> None:
    data = form_of(world) | {"half_byes_allowed": "1", "adjourned_as": "nothing", "check_in_needed": "no"}
    assert send(world, data | {"half_byes_until": "60"}).status_code == 422
    rounds = str(world.section.rounds)
    assert send(world, data | {"half_byes_until": rounds}).status_code == 302
    section = world.section
    assert (section.half_byes_allowed, section.half_byes_until) == (1, section.rounds)
    assert (section.adjourned_as, section.check_in_needed) == ("nothing", False)
    assert send(world, form_of(world), half_byes_allowed="-1").status_code == 422


@pytest.mark.slow
def test_sections_that_share_tables_are_named(drawn: World, text: Text) -> None:
    women = make_section(drawn.event, "women", name="Women")
    make_entries(women, 6)
    assert "Tables 1–4: “Women” has 1–3." in text(drawn.get("alice", "section_settings"))
    # What shares tables already is told; who sets tables is held to it.
    assert send(drawn, form_of(drawn), name="Open A").status_code == 302
    refused = text(send(drawn, form_of(drawn), first_table="3"))
    assert "Tables 3–6 are not free: “Women” has 1–3." in refused
    assert send(drawn, form_of(drawn), first_table="4").status_code == 302
    assert send(drawn, form_of(drawn), online="yes", first_table="1", reason="x").status_code == 302
    assert "“Women” has" not in text(drawn.get("alice", "section_settings"))


@pytest.mark.slow
def test_every_old_address_of_a_section_leads_to_the_new_one(drawn: World, text: Text) -> None:
    announce(drawn.section)
    outbox.drain([outbox.FAST])
    make_section(drawn.event, "women", name="Women")
    data = form_of(drawn)
    assert "Another section of this event already uses the URL name “women”." in text(
        send(drawn, data, slug="women", reason="x")
    )
    answer = send(drawn, data, slug="open", reason="Women play too.")
    assert answer["Location"] == "/en/desk/cup/open/settings/"
    outbox.drain([outbox.FAST])
    alice = drawn.client("alice")
    for path in ("/en/e/cup/{}/", "/api/v1/events/cup/sections/{}", "/en/desk/cup/{}/entries/?q=1"):
        old = alice.get(path.format("men"))
        assert (old.status_code, old["Location"]) == (301, path.format("open"))
        assert alice.get(path.format("open")).status_code == 200
    assert "Women play too." in text(alice.get("/en/e/cup/open/"))
    # Event and section moved: one step leads there.
    change_event(event=drawn.event, slug="grand-cup", reason="x", by=drawn.users["alice"])
    assert alice.get("/en/e/cup/men/")["Location"] == "/en/e/grand-cup/open/"
    drawn.event.refresh_from_db()
    with pytest.raises(Refusal):
        create_section(event=drawn.event, slug="men", name="Men", rounds=3, seed="x", by=drawn.users["alice"])
    line = JournalEntry.objects.filter(act="change_section").latest("pk")
    undo(event=drawn.event, entry=line.pk, reason="back", by=drawn.users["alice"])
    assert alice.get("/en/desk/grand-cup/open/")["Location"] == "/en/desk/grand-cup/men/"


def test_the_journal_undoes_settings_and_tables(drawn: World) -> None:
    alice, carol = drawn.users["alice"], drawn.users["carol"]
    before = settings_of_section(drawn.section)
    wanted = {
        "points": {"win": "3", "draw": "1", "loss": "0", "absence": "0"},
        "capacity": 40,
        "name": "Open",
    }
    change_section(section=drawn.section, wanted=wanted, reason="x", by=alice)
    entry = drawn.section.entries.get(number=2)
    set_fixed_table(entry=entry, table=3, by=carol)
    for act, by in (("change_section", alice), ("set_fixed_table", carol)):
        line = JournalEntry.objects.filter(act=act).latest("pk")
        undo(event=drawn.event, entry=line.pk, reason="a slip", by=by)
    drawn.section.refresh_from_db()
    entry.refresh_from_db()
    assert (settings_of_section(drawn.section), entry.fixed_table) == (before, None)
    # What was changed again since is not undone.
    change_section(section=drawn.section, wanted={"capacity": 40}, by=alice)
    line = JournalEntry.objects.filter(act="change_section").latest("pk")
    change_section(section=drawn.section, wanted={"capacity": 50}, by=alice)
    with pytest.raises(Refusal) as refused:
        undo(event=drawn.event, entry=line.pk, reason="x", by=alice)
    assert refused.value.code == "undo-too-late"


@pytest.mark.slow
def test_a_restored_journal_undoes_no_nonsense(drawn: World) -> None:
    now = settings_of_section(drawn.section)
    assert set(OF_SECTION) == set(SECTION_SETTINGS)
    for key, value in now.items():
        for wrong in (None, [None], {"x": 1}, 2**70, -1, "\x01", True):
            if isinstance(value, bool) or (wrong is None and OF_SECTION[key](None)):
                continue
            line = JournalEntry.objects.create(
                act="change_section",
                scope=f"event:{drawn.event.pk}",
                target=f"section:{drawn.section.pk}",
                before={key: wrong},
                after={key: value},
            )
            with pytest.raises(Refusal):
                undo(event=drawn.event, entry=line.pk, reason="x", by=drawn.users["alice"])
    assert settings_of_section(drawn.section) == now


def test_a_player_comes_back_only_while_there_is_room(drawn: World) -> None:
    alice = drawn.users["alice"]
    entry = drawn.section.entries.get(number=2)
    withdraw(entries=[entry], reason="ill", by=alice)
    change_section(section=drawn.section, wanted={"capacity": 7}, by=alice)
    with pytest.raises(Refusal) as refused:
        reinstate(entries=[entry], reason="well", by=alice)
    assert refused.value.code == "section-full"
