"""What the rows of a round's page show: the draft and the tables that are played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from portal import outbox
from tests.factories import make_entries, make_link
from tests.tournaments.pages.rendered import render
from tests.world import World, count, entry_at
from tournaments.acts.own_table import tell_result
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.acts.results import report_result
from tournaments.models import Entry, ResultReport

Text = Callable[[Any], str]


def line_at(page: Any, table: int) -> Any:
    return next(item for item in page.context["lines"] if item.row.table == table)


def marks(world: World, table: int) -> list[tuple[str, str]]:
    line = line_at(world.get("bob", "round_desk", 1), table)
    return [(mark.text, mark.look) for mark in line.marks]


def test_a_table_without_anything_has_no_marks(drawn: World) -> None:
    drawn.published()
    assert marks(drawn, 1) == []


@pytest.mark.slow
def test_reports_that_differ_are_marked_with_what_each_says(drawn: World, text: Text) -> None:
    round_ = drawn.published()
    for colour in ("first", "second"):
        tell_result(by=make_link(entry_at(drawn, 1, colour)), round_=round_, outcome="win", once=colour)
    assert marks(drawn, 1) == [("reports differ", "bad")]
    page = drawn.get("carol", "round_desk", 1)
    path = line_at(page, 1).marks[0].path
    assert path == line_at(page, 1).decides
    assert path.endswith("/results/1/referee/")
    assert 'class="each-said"' in text(page)


@pytest.mark.slow
def test_two_referees_who_differ_are_marked(drawn: World) -> None:
    drawn.published()
    drawn.post("carol", "report_result", 1, line="1 1")
    drawn.post("dave", "report_result", 1, line="1 0")
    assert ("two results", "bad") in marks(drawn, 1)


@pytest.mark.slow
def test_fouls_are_counted_and_say_whether_they_wait(drawn: World) -> None:
    round_ = drawn.published()
    player = entry_at(drawn, 1, "first").number
    for confirm in (True, False):
        log_foul(
            round_=round_,
            table=1,
            player=player,
            offence="technical",
            confirm=confirm,
            by=drawn.users["dave"],
        )
        wanted = [("1 foul", "")] if confirm else [("2 fouls", "warn")]
        assert marks(drawn, 1) == wanted


@pytest.mark.slow
def test_no_record_is_missed_before_the_first_one_comes(drawn: World) -> None:
    """Where none is collected nothing is said of them; the mark itself: `tests.games.views.test_matches`."""
    drawn.published()
    drawn.post("carol", "report_result", 1, line="1 =")
    assert marks(drawn, 1) == []


def test_players_who_are_not_there_are_named_by_their_side(drawn: World) -> None:
    drawn.published()
    first, second = entry_at(drawn, 1, "first"), entry_at(drawn, 1, "second")
    Entry.objects.filter(pk=first.pk).update(status=Entry.Status.ENTERED)
    second.absences.create(round_number=1)
    page = drawn.get("bob", "round_desk", 1)
    assert [(mark.text, mark.side) for mark in line_at(page, 1).marks] == [
        ("never checked in", "first"),
        ("absent", "second"),
    ]


@pytest.mark.slow
def test_an_open_list_hears_of_a_foul_and_of_an_absence(drawn: World) -> None:
    round_ = drawn.published()
    client, url = drawn.client("carol"), drawn.url("results", 1)
    version = client.get(url).context["version"]
    player = entry_at(drawn, 1, "first").number
    log_foul(round_=round_, table=1, player=player, offence="technical", by=drawn.users["dave"])
    newer = client.get(url, {"v": version})
    assert newer.status_code == 200
    entry_at(drawn, 1, "second").absences.create(round_number=1)
    assert client.get(url, {"v": newer.context["version"]}).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize(("who", "offered"), [("carol", True), ("dave", False), ("erin", False)])
def test_undo_stands_on_the_row_of_who_entered_it(drawn: World, who: str, *, offered: bool) -> None:
    drawn.published()
    drawn.post("carol", "report_result", 1, line="1 1")
    page = drawn.get(who, "round_desk", 1)
    assert (b'id="u1"' in page.content) is offered


@pytest.mark.slow
def test_a_result_is_undone_from_its_row(drawn: World, text: Text) -> None:
    drawn.published()
    drawn.post("carol", "report_result", 1, line="1 1")
    seen = ResultReport.objects.get().pk
    answer = drawn.post("carol", "undo_result", 1, table=1, game=1, seen=seen, htmx=True)
    assert "Table 1: result undone." in text(answer)
    assert not ResultReport.objects.in_force().exists()
    again = drawn.post("carol", "undo_result", 1, table=1, game=1, seen=seen, htmx=True)
    assert again.status_code == 409
    assert drawn.post("carol", "undo_result", 1, table="-7", game="x", seen="").status_code == 422


@pytest.mark.slow
def test_the_draft_shows_floats_and_colours_so_far(drawn: World, text: Text) -> None:
    round_ = drawn.published()
    for table, value in ((1, "1-0"), (2, "1/2"), (3, "1-0"), (4, "1-0")):
        report_result(round_=round_, table=table, value=value, seen=None, by=drawn.users["bob"])
    drawn.post("bob", "close_round", 1)
    outbox.drain()
    drawn.paired(2)
    page = drawn.get("bob", "round_desk", 2)
    sides = [side for line in page.context["draft"] for side in (line.first, line.second)]
    first_of_round_1 = {
        seat.entry.number for seat in round_.seats.filter(colour="first").select_related("entry")
    }
    assert {item.entry.number for item in sides if item.turns == ("first",)} == first_of_round_1
    for line in page.context["draft"]:
        higher = int(line.first.points) - int(line.second.points)
        assert (line.first.float, line.second.float) == (
            ("down", "up") if higher > 0 else ("up", "down") if higher < 0 else ("", "")
        )
    assert {item.float for item in sides} == {"", "up", "down"}
    assert "colours so far:" in text(page)
    assert "floats down" in text(page)


@pytest.mark.slow
def test_a_bye_says_why(drawn: World, text: Text) -> None:
    drawn.post("alice", "withdraw", drawn.section.entries.get(number=8).pk, reason="ill")
    drawn.paired()
    page = drawn.get("bob", "round_desk", 1)
    bye = page.context["draft"][-1]
    assert bye.second is None
    assert "The bye goes to the lowest score and, on the same score, to the largest number: 7" in text(page)
    assert drawn.post("bob", "give_bye", 1, player=1, reason="Arrives late").status_code == 302
    assert 'soft small" role="cell">Changed manually.</td>' in text(drawn.get("bob", "round_desk", 1))


def test_whom_nobody_has_seen_since_is_marked_in_the_draft(drawn: World) -> None:
    drawn.paired()
    Entry.objects.filter(section=drawn.section, number=3).update(status=Entry.Status.ENTERED)
    page = drawn.get("bob", "round_desk", 1)
    unseen = [
        side.entry.number
        for line in page.context["draft"]
        for side in (line.first, line.second)
        if side.unseen
    ]
    assert unseen == [3]


@pytest.mark.slow
def test_the_menu_of_a_row_opens_the_swap_with_its_player(drawn: World) -> None:
    drawn.paired()
    page = drawn.client("bob").get(drawn.url("round_desk", 1), {"swap": "5"})
    assert page.context["opened"] == "swap"
    assert str(page.context["forms"]["swap"]["first"].value()) == "5"
    for nonsense in ("999", "x", "-1", "🙂" * 40):
        assert drawn.client("bob").get(drawn.url("round_desk", 1), {"swap": nonsense}).status_code == 200


@pytest.mark.slow
def test_the_menu_of_a_row_leads_to_the_referees_forms(drawn: World) -> None:
    drawn.published()
    page = drawn.client("bob").get(drawn.url("round_desk", 1)).content.decode()
    referee, ids = drawn.client("bob").get(drawn.url("referee", 1, 2, 1)), ('id="fouls"', 'id="claim"')
    assert all(item in referee.content.decode() for item in ids)
    assert [item in page for item in ("#fouls", "#claim")] == [True, True]
    # The desk logs no fouls and rules on no claims.
    page = drawn.client("carol").get(drawn.url("round_desk", 1)).content.decode()
    assert "#claim" not in page


LISTED = 45
"""Queries of the page of a round that is played, signing in included."""


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 6])
def test_tables_cost_no_queries_of_their_own(world: World, players: int) -> None:
    make_entries(world.section, players)
    world.section.lots_drawn_at = "2026-01-01T00:00:00Z"
    world.section.save()
    world.published()
    assert count(world.client("bob"), world.url("round_desk", 1)) == LISTED


@pytest.mark.slow
def test_players_of_one_name_are_told_apart_wherever_they_are_listed(drawn: World, text: Text) -> None:
    drawn.paired()
    first_one, other = (entry_at(drawn, 1, colour).player for colour in ("first", "second"))
    type(first_one).objects.filter(pk=other.pk).update(
        name=first_one.name, native_name="", federation=first_one.federation
    )
    type(first_one).objects.filter(pk=first_one.pk).update(native_name="", club="Dawn")
    draft = text(drawn.get("bob", "round_desk", 1))
    mark = f'<small class="soft">#{entry_at(drawn, 1, "second").number}</small>'
    assert (draft.count('<small class="soft">Dawn</small>'), draft.count(mark)) == (1, 1)
    drawn.published()
    assert '<small class="soft">Dawn</small>' in text(drawn.get("bob", "round_desk", 1))
    for kind in ("round", "round-by-name"):
        page = render(kind, {"section": drawn.section.pk, "round": 1})
        assert '<small class="soft">Dawn</small>' in page
        assert mark in page


@pytest.mark.slow
def test_players_of_one_name_and_different_federations_are_told_apart_by_them(
    drawn: World, text: Text
) -> None:
    """Which a list on a phone leaves out."""
    drawn.paired()
    first_one, other = (entry_at(drawn, 1, colour).player for colour in ("first", "second"))
    type(first_one).objects.filter(pk=first_one.pk).update(federation="CHN", native_name="")
    type(first_one).objects.filter(pk=other.pk).update(name=first_one.name, native_name="", federation="VIE")
    drawn.published()
    page = text(drawn.get("bob", "round_desk", 1))
    for code in ("CHN", "VIE"):
        mark = f'<small class="soft of-federation">{code}</small>'
        assert f'{mark}</span> <span class="fed">{code}</span>' in page


@pytest.mark.slow
def test_the_overviews_are_silent_until_a_round_departs(drawn: World, text: Text) -> None:
    """A section that nobody changed is what its regulations say, in official mode or not."""
    drawn.published()

    def overviews() -> list[str]:
        answers = (drawn.get("bob", "section_desk"), drawn.client("bob").get(f"/en/desk/{drawn.event.slug}/"))
        pages = (("event", {"event": drawn.event.pk}), ("section", {"section": drawn.section.pk}))
        return [*map(text, answers), *(render(kind, params) for kind, params in pages)]

    for page in overviews():
        assert "official mode" not in page
        assert "with changes" not in page
    drawn.round(1).pairings.filter(table=1).update(by_hand=True)
    for page in overviews():
        assert "with changes" in page
        assert "official mode" not in page
