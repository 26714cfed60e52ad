"""Official mode: entered, left on purpose or with what leaves it; what each version of a round says of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from portal import outbox
from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.working import compute
from tests.world import World
from tournaments.acts.adjust_round import Flip, adjust_round
from tournaments.acts.change_section import change_section, correct_start
from tournaments.acts.drafts import pair_round
from tournaments.acts.frame import ACTS
from tournaments.acts.official import enter_official, leave_official
from tournaments.acts.refereeing.rulings import lift_rule, rule_pair
from tournaments.acts.undo.undo import undo
from tournaments.exchange.tournament_file import dumps, loads
from tournaments.models import RoundVersion, Section
from tournaments.queries.files import file_written, section_as_file, section_headings
from tournaments.queries.official import LEAVES, SETTINGS_THAT_LEAVE, LeavingReason
from tournaments.setting_rules import SECTION_SETTINGS
from tournaments.wording.official import LEAVING
from tournaments.wording.refusals import refusal_sentence

Text = Callable[[Any], str]


def flip(world: World, **more: Any) -> object:
    return adjust_round(round_=world.round(2), change=Flip(1), by=world.users["bob"], **more)


def rematch(world: World, **more: Any) -> object:
    return pair_round(round_=world.round(2), allow_rematch=True, by=world.users["bob"], **more)


def rule(kind: str) -> Callable[..., object]:
    return lambda world, **more: rule_pair(
        round_=world.round(2), kind=kind, first=1, second=4, by=world.users["bob"], **more
    )


def lift(world: World, **more: Any) -> object:
    [ruling] = world.section.pair_rules.all()
    return lift_rule(round_=world.round(2), rule=ruling.pk, by=world.users["bob"], **more)


def start(world: World, **more: Any) -> object:
    Section.objects.filter(pk=world.section.pk).update(system=Section.System.MCMAHON)
    entry = world.section.entries.get(number=3)
    return correct_start(entry=entry, mms_correction=1, by=world.users["bob"], **more)


def settings(world: World, **more: Any) -> object:
    points = {"win": "3", "draw": "1", "loss": "0", "absence": "0"}
    return change_section(section=world.section, wanted={"points": points}, by=world.users["alice"], **more)


DOING: dict[LeavingReason, Callable[..., object]] = {
    LeavingReason.ADJUSTED: flip,
    LeavingReason.REMATCH: rematch,
    LeavingReason.FIXED: rule("fixed"),
    LeavingReason.FORBIDDEN: rule("forbidden"),
    LeavingReason.LIFTED: lift,
    LeavingReason.START: start,
    LeavingReason.SETTING: settings,
}


def refused(do: Callable[..., object], world: World, **more: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        do(world, **more)
    return refusal.value


def ready(world: World) -> World:
    """Round 1 is closed and round 2 a draft; two players must not meet, in every round."""
    world.section.pair_rules.create(
        kind="forbidden",
        first=world.section.entries.get(number=7),
        second=world.section.entries.get(number=8),
        reason="Brothers",
    )
    world.closed(1)
    enter_official(section=world.section, by=world.users["bob"])
    world.paired(2)
    return world


@pytest.mark.slow
def test_a_trf_tells_of_the_pairs_by_hand(drawn: World) -> None:
    world = ready(drawn)
    first, second = (
        seat.entry.number for seat in world.round(2).pairings.get(table=1).seats.order_by("colour")
    )
    flip(world, reason="The committee decided.", leave_official=True)
    world.post("bob", "publish_round", 2, seen=world.round(2).draft_digest)
    outbox.drain()
    section = world.section
    facts = section_headings(section, public=True)
    text = file_written(section_as_file(section), "trf26", facts).data.decode()
    remarks = [line for line in text.splitlines() if line.startswith("###")]
    assert remarks == [f"### MPA @ Round 2: {first}-{second} => {second}-{first}"]


@pytest.mark.parametrize("change", LeavingReason)
@pytest.mark.slow
def test_what_leaves_the_mode_asks_first_and_needs_a_reason(drawn: World, change: LeavingReason) -> None:
    world, do = ready(drawn), DOING[change]
    assert LEAVES[change].act in ACTS
    refusal = refused(do, world, reason="The committee decided.")
    assert (refusal.code, refusal.field) == ("leaves-official", "leave_official")
    assert str(LEAVING[change]) in refusal_sentence(refusal.code, refusal.params)
    assert refused(do, world, reason="", leave_official=True).field == "reason"
    world.section.refresh_from_db()
    assert world.section.official
    do(world, reason="The committee decided.", leave_official=True)
    world.section.refresh_from_db()
    assert not world.section.official
    line = JournalEntry.objects.get(act="leave_official")
    assert (line.by.username, line.reason, line.after["leaving"]) == (
        "alice" if change is LeavingReason.SETTING else "bob",
        "The committee decided.",
        change.value,
    )


@pytest.mark.parametrize("change", LeavingReason)
def test_before_round_1_only_some_of_it_leaves_the_mode(drawn: World, change: LeavingReason) -> None:
    if change is LeavingReason.LIFTED:
        rule_pair(
            round_=drawn.round(2), kind="forbidden", first=1, second=4, reason="x", by=drawn.users["bob"]
        )
        enter = drawn.section.pair_rules.all()
        enter.update(round_number=None)
    enter_official(section=drawn.section, by=drawn.users["alice"])
    if change in (LeavingReason.ADJUSTED, LeavingReason.REMATCH):
        drawn.paired(1)
        asks = {
            LeavingReason.ADJUSTED: lambda world, **more: adjust_round(
                round_=world.round(1), change=Flip(1), by=world.users["bob"], **more
            ),
            LeavingReason.REMATCH: lambda world, **more: pair_round(
                round_=world.round(1), allow_rematch=True, by=world.users["bob"], **more
            ),
        }[change]
        assert refused(asks, drawn, reason="x").code == "leaves-official"
    elif LEAVES[change].from_start:
        assert refused(DOING[change], drawn, reason="x").code == "leaves-official"
    else:
        DOING[change](drawn, reason="x")
    drawn.section.refresh_from_db()
    assert drawn.section.official


@pytest.mark.slow
def test_what_has_no_rule_of_pairing_does_not_leave_it(drawn: World) -> None:
    world = ready(drawn)
    wanted = {"name": "Open", "capacity": 40, "first_table": 5, "time_control": "25 min"}
    change_section(section=world.section, wanted=wanted, reason="x", by=world.users["alice"])
    world.section.refresh_from_db()
    assert world.section.official
    pairing = {key for key, row in SECTION_SETTINGS.items() if row.then}
    assert pairing - SETTINGS_THAT_LEAVE == {
        "first_table",
        "counted_players",
        "team_board_games",
        "team_board_order",
    }
    assert SECTION_SETTINGS.keys() >= SETTINGS_THAT_LEAVE


@pytest.mark.slow
def test_it_is_entered_only_as_the_regulations_have_it(drawn: World) -> None:
    bob = drawn.users["bob"]
    drawn.closed(1)
    drawn.paired(2)
    flip(drawn, reason="x")
    enter = {"section": drawn.section, "by": bob}
    assert refused(lambda _world: enter_official(**enter), drawn).code == "official-changed-draft"
    pair_round(round_=drawn.round(2), by=bob)
    compute()
    rule("fixed")(drawn, reason="x")
    compute()
    assert refused(lambda _world: enter_official(**enter), drawn).code == "official-rulings"
    lift(drawn)
    compute()
    enter_official(**enter)
    refusal = refused(lambda _world: leave_official(**enter, reason="x"), drawn)
    assert (refusal.code, refusal.field) == ("leaving-unconfirmed", "confirmed")
    leave_official(**enter, reason="x", confirmed=True)
    assert not Section.objects.get(pk=drawn.section.pk).official


@pytest.mark.slow
@pytest.mark.parametrize("system", ["fide-dutch", "wxc2015"])
def test_by_fides_checklist_it_is_not_entered_again_once_it_was_left_in_play(
    drawn: World, system: str
) -> None:
    section, enter = drawn.section, {"section": drawn.section, "by": drawn.users["bob"]}
    leave = {**enter, "reason": "x", "confirmed": True}
    enter_official(**enter)
    drawn.published(1)
    Section.objects.filter(pk=section.pk).update(system=system, official=True)
    section.refresh_from_db()
    leave_official(**leave)
    if system == "wxc2015":
        enter_official(**enter)
        return
    assert refused(lambda _world: enter_official(**enter), drawn).code == "official-left-for-good"
    page = drawn.get("bob", "official").content.decode()
    assert drawn.url("enter_official") not in page
    assert "it cannot be entered again" in page


def test_before_round_1_it_is_entered_as_often_as_anybody_likes(drawn: World) -> None:
    enter = {"section": drawn.section, "by": drawn.users["bob"]}
    Section.objects.filter(pk=drawn.section.pk).update(system="fide-dutch")
    drawn.section.refresh_from_db()
    for _ in range(2):
        enter_official(**enter)
        leave_official(**enter, reason="x", confirmed=True)


@pytest.mark.slow
def test_normal_is_silent_and_a_version_says_what_was_changed(drawn: World, text: Text) -> None:
    enter_official(section=drawn.section, by=drawn.users["bob"])
    drawn.published(1)
    public = drawn.client("anonymous")
    for address in ("men/round/1/", "men/round/1/by-name/", "men/", ""):
        page = text(public.get(f"/en/e/cup/{address}"))
        assert "official mode" not in page
        assert "with changes" not in page.lower()
    edition = public.get("/api/v1/events/cup/sections/men/rounds/1").json()["edition"]
    assert (edition["official"], edition["departures"]) == (True, [])
    assert "official mode" not in text(drawn.get("dave", "round_desk", 1))
    swap = {"table": "1", "reason": "The lots were read wrongly."}
    answer = drawn.post("bob", "flip_colours", 1, **swap)
    assert answer.status_code == 422
    assert "this would leave it: a pairing changed manually" in text(answer)
    assert drawn.post("bob", "flip_colours", 1, **swap, leave_official="on").status_code == 302
    outbox.drain([outbox.FAST])
    words = "With changes: pairings changed manually"
    assert words in text(public.get("/en/e/cup/men/round/1/"))
    outbox.drain()
    page = text(public.get("/en/e/cup/men/"))
    assert "Round 1, with changes: pairings changed manually" in page
    assert "official mode" not in page
    edition = public.get("/api/v1/events/cup/sections/men/rounds/1").json()["edition"]
    assert (edition["official"], edition["departures"]) == (False, ["adjusted"])
    assert f'title="{words}"' in drawn.get("dave", "round_desk", 1).content.decode()
    document = section_as_file(Section.objects.get(pk=drawn.section.pk))
    assert document.official == ((1, False),)
    assert loads(dumps(document)).official == document.official
    versions = RoundVersion.objects.filter(round__section=drawn.section).order_by("number")
    assert [version.official for version in versions] == [True, False]
    # The page of the mode: what stands, by round; who may, enters it again.
    page = text(drawn.get("dave", "official"))
    assert "outside official mode" in page
    assert "Enter official mode" not in page
    assert drawn.post("bob", "enter_official").status_code == 302
    left = drawn.post("bob", "leave_official", reason="x")
    assert left.status_code == 422
    assert "Tick this to leave official mode." in text(left)


@pytest.mark.slow
def test_a_setting_asks_on_its_page(drawn: World, text: Text) -> None:
    world = ready(drawn)
    page = world.get("alice", "section_settings")
    form = page.context["form"]
    data = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    data |= {"points_win": "3", "reason": "Three points.", "leave_official": ""}
    url = world.url("section_settings")
    arguments = world.client("alice").post(url, data)
    assert arguments.status_code == 422
    assert "This leaves official mode; a reason is needed." in text(arguments)
    assert world.client("alice").post(url, data | {"leave_official": "on"}).status_code == 302
    assert not Section.objects.get(pk=world.section.pk).official


@pytest.mark.slow
def test_undoing_what_leaves_the_mode_says_where_the_mode_is_left(drawn: World) -> None:
    bob = drawn.users["bob"]
    enter_official(section=drawn.section, by=bob)
    rule_pair(round_=drawn.round(2), kind="forbidden", first=1, second=4, reason="Brothers", by=bob)
    drawn.closed(1)
    ruling = JournalEntry.objects.get(act="rule_pair").pk
    refusal = refused(lambda world: undo(event=world.event, entry=ruling, reason="A slip", by=bob), drawn)
    sentence = refusal_sentence(refusal.code, refusal.params)
    assert str(LEAVING[LeavingReason.LIFTED]) in sentence
    assert "the section's page “Official mode”" in sentence
    leave_official(section=drawn.section, confirmed=True, reason="Decided", by=bob)
    undo(event=drawn.event, entry=ruling, reason="A slip", by=bob)
    assert not drawn.section.pair_rules.exists()
