"""The whole life of a round at the desk: pair, adjust, publish, play, close, reopen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from portal import outbox
from portal.journal.models import JournalEntry
from portal.outbox import Job
from tests.cached_worlds import remembered
from tests.factories import make_entries
from tests.world import World, tables
from tournaments.models import Entry, PairRule, Round

Text = Callable[[Any], str]


def step(response: Any) -> str:
    """The present step of the strip."""
    [now] = [item["text"] for item in response.context["steps"] if item["now"]]
    return str(now)


@pytest.mark.slow
def test_a_round_lives_from_pairing_to_closing(drawn: World, text: Text) -> None:
    page = drawn.get("bob", "round_desk", 1)
    assert step(page) == "Pair"
    assert "Pair round 1" in text(page)

    round_ = drawn.paired()
    page = drawn.get("bob", "round_desk", 1)
    assert step(page) == "Adjust"
    assert "Publish round 1" in text(page)
    assert "adjacent numbers in the draw" in text(page)

    assert drawn.post("bob", "publish_round", 1, seen=round_.draft_digest).status_code == 302
    outbox.drain()
    page = drawn.get("carol", "round_desk", 1)
    assert step(page) == "Play"
    assert "0 of 4 results are in" in text(page)

    for table in (1, 2, 3, 4):
        drawn.post("carol", "report_result", 1, table=table, value="1-0")
    page = drawn.get("bob", "round_desk", 1)
    assert step(page) == "Close"

    assert drawn.post("bob", "close_round", 1).status_code == 302
    outbox.drain()
    page = drawn.get("bob", "round_desk", 1)
    assert not [item for item in page.context["steps"] if item["now"]]
    assert "Continue to round 2" in text(page)
    assert drawn.round(2).state == Round.State.PLANNED
    assert drawn.paired(2).state == Round.State.DRAFT


@pytest.mark.slow
@pytest.mark.parametrize("act", ["pair_round", "publish_round"])
def test_work_that_ends_while_its_page_is_read_is_shown(drawn: World, text: Text, act: str) -> None:
    """The round was read before, what is in hand after the worker's end: the page would show neither the work
    nor what it did, and nothing would renew it."""
    seen = drawn.paired().draft_digest if act == "publish_round" else ""
    assert drawn.post("bob", act, 1, seen=seen).status_code == 302
    address, client, ended = drawn.url("round_desk", 1), drawn.client("bob"), []

    def worker(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if "portal_job" in sql and not ended:
            ended.append(True)
            outbox.drain()
        return execute(sql, *more)

    with connection.execute_wrapper(worker):
        page = client.get(address, follow=True)
    assert ended
    assert ("Publish round 1" if act == "pair_round" else "0 of 4 results are in") in text(page)


@pytest.mark.slow
def test_the_page_shows_what_pairing_still_needs(world: World, text: Text) -> None:
    page = text(world.get("bob", "round_desk", 1))
    assert "0 players entered" in page
    assert "Lots not drawn" in page
    answer = world.post("bob", "pair_round", 1)
    assert answer.status_code == 409
    assert "Lots have not been drawn yet" in text(answer)


def test_what_is_missing_before_pairing_is_the_only_thing_to_press(world: World) -> None:
    """In the bar on top, in place of what would be refused, also after somebody has pressed it; who does not
    play is asked once there are numbers."""
    make_entries(world.section, 4)
    world.section.entries.update(status=Entry.Status.ENTERED, number=None)
    lots = f'<a class="btn btn-primary" href="{world.url("draw_lots")}">Draw lots</a>'
    for page in (world.get("bob", "round_desk", 1), world.post("bob", "pair_round", 1)):
        html = page.content.decode()
        assert html.count("btn-primary") == html.count(lots) == 1
        assert f'action="{world.url("pair_round", 1)}"' not in html
        assert world.url("set_away", 1) not in html
        assert world.url("confirm_players", 1) not in html


def test_a_round_waits_for_the_one_before(drawn: World, text: Text) -> None:
    drawn.published(1)
    answer = drawn.post("bob", "pair_round", 2)
    assert answer.status_code == 409
    assert "Round 1 is not closed yet." in text(answer)


def test_progress_is_asked_for_until_the_draft_is_there(drawn: World, text: Text) -> None:
    drawn.post("bob", "pair_round", 1)
    page = text(drawn.get("bob", "round_desk", 1))
    assert "Round 1 is being paired" in page
    assert drawn.url("round_progress", 1) in page
    assert 'http-equiv="refresh"' in page
    while_computing = drawn.get("bob", "round_progress", 1)
    assert "Round 1 is being paired" in text(while_computing)
    assert "HX-Refresh" not in while_computing
    outbox.drain()
    assert drawn.get("bob", "round_progress", 1)["HX-Refresh"] == "true"


def test_two_presses_give_one_draft(drawn: World) -> None:
    drawn.post("bob", "pair_round", 1)
    drawn.post("bob", "pair_round", 1)
    assert Job.objects.filter(kind="pair").count() == 1


def test_a_double_tap_does_nothing_twice(drawn: World) -> None:
    for _ in range(2):
        assert drawn.post("bob", "pair_round", 1, once="one-key", round_seen="planned").status_code == 302
        outbox.drain()
    assert JournalEntry.objects.filter(act="pair_round").count() == 1
    assert Job.objects.filter(kind="pair").count() == 1


@pytest.mark.slow
def test_who_may_not_read_a_draft_learns_only_that_there_is_one(drawn: World, text: Text) -> None:
    drawn.paired()
    for who, sees in (("erin", True), ("alice", True), ("carol", False), ("dave", False)):
        assert ("Wu Lan" in text(drawn.get(who, "round_desk", 1))) is sees, who


@pytest.mark.slow
def test_the_page_asks_about_those_whom_nobody_has_seen(drawn: World, text: Text) -> None:
    """Before pairing; one button for all of them, or a tick for each."""
    drawn.section.entries.filter(number__in=(3, 5)).update(status=Entry.Status.ENTERED)
    page = drawn.get("bob", "round_desk", 1)
    assert "Who plays round 1?" in text(page)
    assert text(page).count("never checked in") == 2
    assert "Pair round 1" not in text(page)
    assert drawn.post("bob", "pair_round", 1).status_code == 409
    answer = drawn.post("bob", "confirm_players", 1, asked="3 5", here=[5])
    assert answer.status_code == 302
    assert "Pair round 1" in text(drawn.get("bob", "round_desk", 1))
    drawn.paired()
    page = text(drawn.get("bob", "round_desk", 1))
    assert "Absent this round:</strong>3 " in page
    assert not drawn.round().seats.filter(entry__number=3).exists()


@pytest.mark.slow
def test_who_lost_by_not_coming_is_asked_about_by_that(drawn: World, text: Text) -> None:
    """Everybody was checked in; the forfeit of the round before is why one is asked about."""
    round_ = drawn.published()
    for table, result in zip(tables(round_), ("+-", "1-0", "1-0", "1-0"), strict=True):
        answer = drawn.post("carol", "report_result", 1, line=f"{table} {result}", htmx=True)
        assert answer.status_code == 200
    assert drawn.post("bob", "close_round", 1).status_code == 302
    outbox.drain()
    page = text(drawn.get("bob", "round_desk", 2))
    assert page.count("no-show in round 1") == 1
    assert "never checked in" not in page


def test_all_of_them_are_confirmed_at_once(drawn: World, text: Text) -> None:
    drawn.section.entries.update(status=Entry.Status.ENTERED)
    numbers = " ".join(map(str, range(1, 9)))
    assert drawn.post("carol", "confirm_players", 1, asked=numbers, everybody="on").status_code == 302
    assert drawn.section.entries.filter(status=Entry.Status.CHECKED_IN).count() == 8


@pytest.mark.slow
def test_a_section_can_do_without_check_in(drawn: World, text: Text) -> None:
    """The organiser's choice, offered where players are asked about that nobody has checked in."""
    drawn.section.entries.update(status=Entry.Status.ENTERED)
    offer = "Pair everyone without check-in"
    assert offer in text(drawn.get("alice", "round_desk", 1))
    assert offer not in text(drawn.get("bob", "round_desk", 1))
    assert drawn.post("alice", "require_check_in", needed="").url == drawn.url("round_desk", 1)
    assert "Pair round 1" in text(drawn.get("bob", "round_desk", 1))
    assert drawn.paired().seats.count() == 8


@pytest.mark.slow
def test_the_draft_shows_the_points_and_who_is_away(drawn: World, text: Text) -> None:
    drawn.closed()
    drawn.section.entries.get(number=8).absences.create(round_number=2)
    drawn.paired(2)
    page = drawn.get("bob", "round_desk", 2)
    first = page.context["draft"][0]
    assert [first.first.points, first.second.points] == ["2", "2"]
    assert [(item.entry.number, item.points) for item in page.context["away"]] == [(8, "2")]
    assert text(page).count("score before the round:") == 8


def swap(world: World, **values: Any) -> Any:
    return world.post("bob", "swap_players", 1, **values)


def test_a_swap_says_what_it_breaks_and_what_the_rule_says(drawn: World, text: Text) -> None:
    drawn.paired()
    before = drawn.round().draft_digest
    answer = swap(drawn, first=2, second=8, reason="They travel together")
    assert answer.status_code == 302
    page = drawn.get("bob", "round_desk", 1)
    page_text = text(page)
    assert "They travel together" in page_text
    assert "swapped" in page_text
    # 1 and 8, 7 and 2 are of one federation each; by the rule 1 met 2.
    assert "both play for CHN" in page_text
    assert "By the pairing rules: " in page_text
    assert drawn.round().draft_digest != before


def test_a_swap_without_a_reason_keeps_what_was_chosen(drawn: World, text: Text) -> None:
    drawn.paired()
    answer = swap(drawn, first=2, second=8, reason="")
    assert answer.status_code == 422
    assert '<option value="8" selected>' in text(answer)
    assert answer.context["opened"] == "swap"
    assert not drawn.round().draft_changes


def test_two_players_of_one_table_cannot_change_places(drawn: World, text: Text) -> None:
    drawn.paired()
    answer = swap(drawn, first=1, second=2, reason="x")
    assert answer.status_code == 409
    assert "are at the same table" in text(answer)


def test_colours_are_turned_round(drawn: World, text: Text) -> None:
    round_ = drawn.paired()
    [before] = round_.seats.filter(pairing__table=1, colour="first").values_list("entry__number", flat=True)
    assert drawn.post("bob", "flip_colours", 1, table=1, reason="As agreed").status_code == 302
    [after] = round_.seats.filter(pairing__table=1, colour="second").values_list("entry__number", flat=True)
    assert before == after
    assert "By the rules, the colours" in text(drawn.get("bob", "round_desk", 1))


@pytest.mark.slow
def test_the_bye_is_given_only_when_there_is_one(drawn: World, text: Text) -> None:
    drawn.paired()
    assert "Give the bye" not in text(drawn.get("bob", "round_desk", 1))
    answer = drawn.post("bob", "give_bye", 1, player=3, reason="x")
    assert answer.status_code == 422
    assert "the number of players is even" in text(answer)


@pytest.mark.slow
def test_the_bye_goes_to_somebody_else(drawn: World, text: Text) -> None:
    drawn.post("alice", "withdraw", drawn.section.entries.get(number=8).pk, reason="ill")
    drawn.paired()
    assert "Give the bye" in text(drawn.get("bob", "round_desk", 1))
    assert drawn.post("bob", "give_bye", 1, player=1, reason="Arrives late").status_code == 302
    [bye] = drawn.round().seats.filter(colour="bye").values_list("entry__number", flat=True)
    assert bye == 1
    assert "By the rules the bye goes to" in text(drawn.get("bob", "round_desk", 1))


@pytest.mark.slow
def test_a_forbidden_pair_is_paired_anew_and_can_be_lifted(drawn: World, text: Text) -> None:
    drawn.paired()
    values = {"kind": "forbidden", "first": 1, "second": 2, "reason": "Brothers"}
    assert drawn.post("bob", "rule_pair", 1, **values).status_code == 302
    outbox.drain()
    at_one = drawn.round().seats.filter(pairing__seats__entry__number=1, entry__number=2)
    assert not at_one.exists()
    page = text(drawn.get("bob", "round_desk", 1))
    assert "Brothers" in page
    assert "this and all later rounds" not in page
    PairRule.objects.update(round_number=None)
    assert "this and all later rounds" in text(drawn.get("bob", "round_desk", 1))
    rule = PairRule.objects.get()
    assert drawn.post("bob", "lift_rule", 1, rule=rule.pk).status_code == 302
    outbox.drain()
    assert not PairRule.objects.exists()
    assert at_one.exists()


@pytest.mark.slow
def test_a_ruling_says_which_changes_by_hand_it_drops(drawn: World, text: Text) -> None:
    round_ = drawn.paired()
    numbers = {seat.entry.number for seat in round_.seats.filter(pairing__table=2).select_related("entry")}
    first, second = sorted(numbers)
    drawn.post("bob", "flip_colours", 1, table=3, reason="Agreed")
    assert "releasing a pair now discards these manual changes: Table 3: colours switched." in text(
        drawn.get("bob", "round_desk", 1)
    )
    drawn.post("bob", "rule_pair", 1, first=first, second=second, kind="forbidden", reason="A couple")
    sentence = "Manual changes discarded: Table 3: colours switched."
    assert sentence in text(drawn.get("bob", "round_desk", 1))
    outbox.drain()
    drawn.post("bob", "flip_colours", 1, table=4, reason="Agreed")
    rule = drawn.section.pair_rules.get()
    drawn.post("bob", "lift_rule", 1, rule=rule.pk)
    assert "Table 4: colours switched." in text(drawn.get("bob", "round_desk", 1))
    outbox.drain()
    assert drawn.round(1).draft_changes == []
    assert "manual changes discarded" in text(
        drawn.client("bob").get(reverse("journal", args=[drawn.event.slug]))
    )


@pytest.mark.slow
def test_an_absence_makes_the_draft_outdated(drawn: World, text: Text) -> None:
    round_ = drawn.paired()
    assert drawn.post("carol", "miss_round", 1, player=3, reason="Missed the train").status_code == 302
    page = text(drawn.get("bob", "round_desk", 1))
    assert "have changed since this draft was made" in page
    answer = drawn.post("bob", "publish_round", 1, seen=round_.draft_digest)
    assert answer.status_code == 409
    html = text(answer)
    assert html.count("Pair round 1 again") == 1
    assert html.index("Pair round 1 again") < html.index("have changed since this draft was made")
    assert "Publish round 1" not in html


def test_what_was_not_seen_is_not_published(drawn: World, text: Text) -> None:
    old = drawn.paired().draft_digest
    swap(drawn, first=2, second=8, reason="x")
    answer = drawn.post("bob", "publish_round", 1, seen=old)
    assert answer.status_code == 409
    assert "has changed since you opened this page" in text(answer)
    assert drawn.round().state == Round.State.DRAFT


def test_publishing_while_the_worker_computes_is_refused(drawn: World, text: Text) -> None:
    old = drawn.paired().draft_digest
    drawn.post("bob", "pair_round", 1)
    answer = drawn.post("bob", "publish_round", 1, seen=old)
    assert answer.status_code == 409
    assert "still being paired" in text(answer)


def test_closing_names_what_is_missing(drawn: World, text: Text) -> None:
    drawn.published()
    drawn.post("carol", "report_result", 1, line="2 =")
    answer = drawn.post("bob", "close_round", 1)
    assert answer.status_code == 409
    assert "Round 1 still has results missing: tables 1, 3, 4." in text(answer)


@pytest.mark.slow
def test_a_round_is_reopened_with_a_reason(drawn: World, text: Text) -> None:
    drawn.closed()
    assert drawn.post("bob", "reopen_round", 1, reason="").status_code == 422
    assert drawn.round().state == Round.State.CLOSED
    assert drawn.post("bob", "reopen_round", 1, reason="Protest upheld").status_code == 302
    assert drawn.round().state == Round.State.PLAYING
    assert "Round reopened" in text(drawn.get("bob", "round_desk", 1))


@pytest.mark.slow
def test_a_round_under_a_later_one_is_not_reopened(drawn: World, text: Text) -> None:
    drawn.closed()
    drawn.paired(2)
    assert "Reopen" not in text(drawn.get("bob", "round_desk", 1))
    answer = drawn.post("bob", "reopen_round", 1, reason="x")
    assert answer.status_code == 409
    assert "can no longer be reopened" in text(answer)


@pytest.mark.slow
def test_a_published_round_is_changed_as_a_further_version(drawn: World) -> None:
    drawn.published()
    assert "Change the published round" in drawn.get("bob", "round_desk", 1).content.decode()
    assert swap(drawn, first=2, second=8, reason="Wrong list").status_code == 302
    assert drawn.round().versions.count() == 2


@pytest.fixture
@remembered
def two_left(drawn: World) -> World:
    """Two players, who meet in round 1: round 2 has no pairing without a rematch."""
    drawn.section.entries.filter(number__gt=2).update(status=Entry.Status.WITHDRAWN, withdrawn_after=0)
    drawn.closed(1)
    return drawn


@pytest.mark.slow
def test_a_round_without_a_pairing_says_so_and_offers_a_rematch(two_left: World, text: Text) -> None:
    assert "Allow rematches" not in text(two_left.get("bob", "round_desk", 2))
    two_left.post("bob", "pair_round", 2)
    outbox.drain()
    page = text(two_left.get("bob", "round_desk", 2))
    assert "Without a rematch or a forbidden pair this round cannot be paired" in page
    assert page.count("btn-primary") == 1
    assert page.index("Allow rematches in this round") < page.index("Who does not play")
    answer = two_left.post("bob", "pair_round", 2, allow_rematch="on", reason=" ")
    assert answer.status_code == 422
    assert two_left.post("bob", "pair_round", 2, allow_rematch="on", reason="Two left").status_code == 302
    outbox.drain()
    assert two_left.round(2).state == Round.State.DRAFT
    assert "have met in round 1" in text(two_left.get("bob", "round_desk", 2))


def test_a_failed_job_is_said(drawn: World, text: Text) -> None:
    drawn.post("bob", "pair_round", 1)
    Job.objects.update(state=Job.State.FAILED, outcome={"error": "KeyError: 3"})
    page = text(drawn.get("bob", "round_desk", 1))
    assert "The job failed five times" in page
    assert "Pair round 1" in page
    assert "KeyError" not in page


def test_an_organiser_pairs_by_delegation(drawn: World) -> None:
    assert drawn.post("frank", "pair_round", 1).status_code == 403
    drawn.event.memberships.filter(user=drawn.users["frank"]).update(may_pair=True)
    assert drawn.post("frank", "pair_round", 1).status_code == 302


def test_tables_are_listed_with_their_result(drawn: World) -> None:
    round_ = drawn.played()
    page = drawn.get("erin", "round_desk", 1)
    assert [row.table for row in page.context["rows"]] == tables(round_)
    assert all(row.report.value == "1-0" for row in page.context["rows"])


@pytest.mark.slow
def test_the_pairings_are_set_at_publication(drawn: World, text: Text, settings: Any) -> None:
    settings.PUBLISHED_AHEAD = ["en"]
    round_ = drawn.paired()
    assert drawn.post("bob", "publish_round", 1, seen=round_.draft_digest).status_code == 302
    outbox.drain()
    assert Job.objects.filter(key=f"paper:section:{drawn.section.pk}:pairings:1:0:en:a4").exists()
    page = drawn.get("bob", "round_desk", 1).content.decode()
    assert f"/e/{drawn.event.slug}/{drawn.section.slug}/paper/pairings/1/a4.pdf" in page
