"""Line-ups that captains hand in: until the deadline, secret until both are in or it has passed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal import outbox
from portal.journal.models import JournalEntry
from portal.outbox import Job
from portal.policy import Denied, Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.teams_world import (
    all_reported,
    captain_link,
    closed,
    drawn_teams,
    match_at,
    numbers,
    published,
    round_of,
    waiting_round,
)
from tests.waiting import waiting_in
from tests.working import compute
from tournaments.acts.change_section import change_section
from tournaments.acts.rounds import missing_results
from tournaments.acts.sections import set_schedule
from tournaments.acts.teams.captains import issue_captain_links, name_captain, revoke_captain_link
from tournaments.acts.teams.line_ups import give_line_up, hand_in_line_up, reveal_line_ups, set_roster
from tournaments.acts.teams.team_absences import set_team_absence
from tournaments.acts.teams.team_matches import forfeit_match
from tournaments.models import CaptainLink, Entry, LineUp, Match, Pairing, Round, Team
from tournaments.queries.teams.captains import captained
from tournaments.queries.teams.line_ups import deadline_of
from tournaments.todo import about, situation_of


@pytest.fixture
@remembered
def waiting(cast: Cast) -> Round:
    return waiting_round(cast)


def order(team: Team, *places: int) -> list[int]:
    """Numbers of members by their place in the roster, from 0."""
    return [numbers(team)[place] for place in places]


def hand_in(round_: Round, team: Team, *places: int, **more: Any) -> Any:
    arguments: dict[str, Any] = {"players": order(team, *places), "by": captain_link(team)} | more
    return hand_in_line_up(round_=round_of(round_.section, 1), team=team.pk, **arguments)


def sides(round_: Round, table: int = 1) -> tuple[Team, Team]:
    match = match_at(round_, table)
    assert match.second
    return match.first, match.second


def starts_in(round_: Round, minutes: float) -> None:
    """A round that was published two hours ago."""
    now = timezone.now()
    times = {"starts_at": now + timedelta(minutes=minutes), "published_at": now - timedelta(hours=2)}
    Round.objects.filter(pk=round_.pk).update(**times)


def wake(round_: Round) -> None:
    """The worker comes to what was asked for the deadline."""
    Job.objects.filter(key=f"reveal:round:{round_.pk}").update(due_at=timezone.now())
    compute()


def revealed(round_: Round) -> list[int]:
    return [match.table or 0 for match in Match.objects.filter(round=round_, revealed_at__isnull=False)]


@pytest.mark.slow
def test_a_round_that_waits_has_matches_and_no_boards(waiting: Round) -> None:
    assert not Pairing.objects.filter(round=waiting).exists()
    assert not match_at(waiting).is_seated
    assert missing_results(waiting) == [1, 2, 3, 4, 5, 6]


def test_what_one_captain_hands_in_stays_secret(waiting: Round) -> None:
    first, _ = sides(waiting)
    answer = hand_in(waiting, first, 3, 1, 0)
    assert answer["version"] == 1
    assert not match_at(waiting).is_seated
    assert LineUp.objects.get().players == order(first, 3, 1, 0)
    entry = JournalEntry.objects.get(act="hand_in_line_up")
    assert (entry.party, entry.after) == (
        f"team:{first.pk}",
        {"matches": [1], "team": first.pk, "version": 1},
    )


def test_both_in_is_the_reveal_of_this_match_and_no_other(waiting: Round) -> None:
    first, second = sides(waiting)
    hand_in(waiting, first, 3, 1, 0)
    hand_in(waiting, first, 0, 3, 1)
    hand_in(waiting, sides(waiting, 2)[0], 0, 1, 2)
    hand_in(waiting, second, 2, 1, 0)
    match = match_at(waiting)
    assert (match.first_line_up, match.second_line_up) == (order(first, 0, 3, 1), order(second, 2, 1, 0))
    assert revealed(waiting) == [1]
    assert [line_up.version for line_up in LineUp.objects.filter(team=first)] == [1, 2]
    with pytest.raises(Refusal, match="line-ups-revealed"):
        hand_in(waiting, first, 0, 1, 2)
    assert JournalEntry.objects.get(act="line_ups_revealed").after == {"matches": [1]}


def test_after_the_deadline_it_is_too_late_also_before_the_worker_has_come(waiting: Round) -> None:
    first, second = sides(waiting)
    hand_in(waiting, first, 3, 1, 0)
    starts_in(waiting, 29)
    with pytest.raises(Refusal) as refused:
        hand_in(waiting, second, 2, 1, 0)
    assert refused.value.code == "line-up-late"
    assert not match_at(waiting).is_seated


def test_the_worker_reveals_at_the_deadline_and_not_before(cast: Cast, waiting: Round) -> None:
    first, second = sides(waiting)
    hand_in(waiting, first, 3, 1, 0)
    compute()
    assert revealed(waiting) == []
    # Woken early, it waits once more.
    wake(waiting)
    assert revealed(waiting) == []
    assert outbox.pending(f"reveal:round:{waiting.pk}") is not None
    starts_in(waiting, 29)
    wake(waiting)
    assert revealed(waiting) == [1, 2]
    match = match_at(waiting)
    # Who gave none plays in the order of the roster (T4).
    assert (match.first_line_up, match.second_line_up) == (order(first, 3, 1, 0), order(second, 0, 1, 2))
    assert Pairing.objects.filter(round=waiting).count() == 6
    # A second wake-up has nothing to do.
    before = JournalEntry.objects.count()
    outbox.enqueue("reveal", key="again", payload={"round": waiting.pk}, priority=10)
    compute()
    assert JournalEntry.objects.count() == before


def test_a_round_that_starts_earlier_is_revealed_earlier(cast: Cast, waiting: Round) -> None:
    starts_in(waiting, 60)
    soon = timezone.now() + timedelta(minutes=10)
    set_schedule(section=waiting.section, starts={1: soon}, by=cast.bob)
    compute()
    assert revealed(waiting) == [1, 2]


def test_another_deadline_holds_for_the_round_that_waits(cast: Cast, waiting: Round) -> None:
    change_section(section=waiting.section, wanted={"team_deadline": 0}, by=cast.alice)
    again = round_of(waiting.section, 1)
    assert deadline_of(again, match_at(again)) == again.starts_at
    starts_in(waiting, 60)
    reveals = Job.objects.filter(key=f"reveal:round:{waiting.pk}")
    change_section(section=waiting.section, wanted={"team_deadline": 50}, by=cast.alice)
    # The worker comes then, and not half an hour before the round.
    assert abs(reveals.get().due_at - timezone.now() - timedelta(minutes=10)) < timedelta(minutes=2)
    Round.objects.filter(pk=waiting.pk).update(published_at=timezone.now())
    change_section(section=waiting.section, wanted={"team_deadline": 90}, by=cast.alice)
    # It would have been before the publication: then there is time until the start.
    again = round_of(waiting.section, 1)
    assert deadline_of(again, match_at(again)) == again.starts_at


def test_without_a_start_a_referee_reveals(cast: Cast, waiting: Round) -> None:
    Round.objects.filter(pk=waiting.pk).update(starts_at=None)
    first, _ = sides(waiting)
    hand_in(waiting, first, 3, 1, 0)
    arguments = {"round_": round_of(waiting.section, 1), "reason": "the hall is ready"}
    with pytest.raises(Denied):
        reveal_line_ups(by=cast.carol, **arguments)
    reveal_line_ups(by=cast.dave, **arguments)
    assert revealed(waiting) == [1, 2]
    with pytest.raises(Refusal, match="nothing-to-reveal"):
        reveal_line_ups(by=cast.dave, **arguments)


def test_the_desk_gives_one_for_a_captain_and_corrects_it_afterwards(cast: Cast, waiting: Round) -> None:
    first, second = sides(waiting)
    arguments = {"round_": waiting, "match": 1, "by": cast.carol, "reason": "told by telephone"}
    give_line_up(team=first.pk, players=order(first, 3, 1, 0), **arguments)
    assert not match_at(waiting).is_seated
    assert "line_up" not in (JournalEntry.objects.get(act="give_line_up").after or {})
    hand_in(waiting, second, 2, 1, 0)
    arguments["reason"] = "wrong order found"
    give_line_up(team=first.pk, players=order(first, 0, 1, 2), **arguments)
    assert match_at(waiting).first_line_up == order(first, 0, 1, 2)
    line_ups = LineUp.objects.filter(team=first)
    assert [(item.version, item.by, item.reason) for item in line_ups] == [
        (1, cast.carol, "told by telephone"),
        (2, cast.carol, "wrong order found"),
    ]


@pytest.mark.parametrize(
    ("places", "code"),
    [
        ((0, 1), "line-up-boards"),
        ((0, 0, 1), "line-up-twice"),
    ],
)
def test_a_captain_hears_what_is_wrong(waiting: Round, places: tuple[int, ...], code: str) -> None:
    first, second = sides(waiting)
    with pytest.raises(Refusal) as refused:
        hand_in(waiting, first, *places)
    assert refused.value.code == code
    with pytest.raises(Refusal, match="line-up-not-a-member"):
        hand_in(waiting, first, players=order(second, 0, 1, 2))


def test_a_captain_speaks_for_the_own_team_alone(cast: Cast, waiting: Round) -> None:
    first, second = sides(waiting)
    with pytest.raises(Denied):
        hand_in(waiting, first, 0, 1, 2, by=captain_link(second))
    with pytest.raises(Denied):
        hand_in(waiting, first, 0, 1, 2, by=cast.alice)
    link = captain_link(first)
    revoke_captain_link(section=waiting.section, team=first.pk, by=cast.carol)
    link.refresh_from_db()
    with pytest.raises(Denied):
        hand_in(waiting, first, 0, 1, 2, by=link)
    keys = list(second.entries.values_list("pk", flat=True))
    with pytest.raises(Denied):
        set_roster(section=waiting.section, team=second.pk, members=keys, by=captain_link(first))


def test_a_captain_with_an_account(cast: Cast, waiting: Round) -> None:
    first, second = sides(waiting)
    with pytest.raises(Refusal, match="no-such-account"):
        name_captain(section=waiting.section, team=first.pk, account="nobody at all", by=cast.carol)
    name_captain(section=waiting.section, team=first.pk, account=cast.charlie.username, by=cast.carol)
    hand_in(waiting, first, 3, 1, 0, by=cast.charlie)
    assert LineUp.objects.get().by == cast.charlie
    with pytest.raises(Denied):
        hand_in(waiting, second, 0, 1, 2, by=cast.charlie)
    keys = list(first.entries.order_by("-board_order").values_list("pk", flat=True))
    set_roster(section=waiting.section, team=first.pk, members=keys, by=cast.charlie)
    with pytest.raises(Denied):
        set_roster(section=waiting.section, team=second.pk, members=[], by=cast.charlie)
    name_captain(section=waiting.section, team=first.pk, account="", by=cast.carol)
    with pytest.raises(Denied):
        hand_in(waiting, first, 0, 1, 2, by=cast.charlie)


@pytest.mark.slow
def test_where_line_ups_follow_the_roster_a_captain_orders_it_until_round_1_is_public(cast: Cast) -> None:
    section = drawn_teams(cast, settings={"team_deadline": 30, "team_order": "fixed"})
    team = section.teams.get(number=1)
    keys = list(team.entries.order_by("-board_order").values_list("pk", flat=True))
    set_roster(section=section, team=team.pk, members=keys, by=captain_link(team))
    published(section, cast.bob)
    with pytest.raises(Refusal, match="roster-stands"):
        set_roster(section=section, team=team.pk, members=keys[::-1], by=captain_link(team))
    set_roster(section=section, team=team.pk, members=keys[::-1], by=cast.carol)


@pytest.mark.slow
def test_the_order_stands_from_the_reveal_until_the_round_is_closed(cast: Cast, waiting: Round) -> None:
    section, (team, _) = waiting.section, sides(waiting)
    keys = list(team.entries.order_by("-board_order").values_list("pk", flat=True))
    arguments: dict[str, Any] = {"section": section, "team": team.pk}
    set_roster(**arguments, members=keys, by=captain_link(team))
    assert captained(team).may_order
    reveal_line_ups(round_=round_of(section, 1), reason="the hall is ready", by=cast.bob)
    assert not captained(team).may_order
    for who in (captain_link(team), cast.carol):
        with pytest.raises(Refusal, match="roster-playing"):
            set_roster(**arguments, members=keys[::-1], by=who)
    all_reported(waiting, cast.bob)
    closed(waiting, cast.bob)
    set_roster(**arguments, members=keys[::-1], by=captain_link(team))


def test_links_are_issued_to_teams_that_have_none(cast: Cast, waiting: Round) -> None:
    section, team = waiting.section, sides(waiting)[0]
    assert issue_captain_links(section=section, by=cast.carol) == {"issued": 4}
    assert issue_captain_links(section=section, by=cast.carol) == {"issued": 0}
    old = CaptainLink.objects.get(team=team)
    issue_captain_links(section=section, team=team.pk, by=cast.carol)
    old.refresh_from_db()
    assert old.revoked_at is not None
    assert CaptainLink.objects.filter(team=team, revoked_at=None).count() == 1


def test_who_has_left_the_team_is_taken_out_of_what_was_handed_in(waiting: Round) -> None:
    first, second = sides(waiting)
    hand_in(waiting, first, 3, 1, 0)
    left = order(first, 1)[0]
    Entry.objects.filter(section=waiting.section, number=left).update(team=second)
    hand_in(waiting, second, 0, 1, 2)
    three, _, zero = LineUp.objects.filter(team=first).get().players
    assert match_at(waiting).first_line_up == [three, None, zero]


def test_a_match_that_is_forfeited_waits_for_nobody(cast: Cast, waiting: Round) -> None:
    first, _ = sides(waiting)
    hand_in(waiting, first, 3, 1, 0)
    forfeit_match(
        round_=round_of(waiting.section, 1), match=1, lost_by="second", reason="not here", by=cast.dave
    )
    with pytest.raises(Refusal, match="match-lost"):
        hand_in(waiting, first, 0, 1, 2)
    assert missing_results(waiting) == [4, 5, 6]
    starts_in(waiting, 0)
    wake(waiting)
    assert revealed(waiting) == [2]


def test_the_desk_hears_who_is_missing_before_the_round(cast: Cast, waiting: Round) -> None:
    first, second = sides(waiting)
    hand_in(waiting, first, 3, 1, 0)
    for situation in (situation_of(cast.event), about(round_of(waiting.section, 1))):
        [need] = [item for item in waiting_in(situation) if item.kind == "line-ups"]
        assert first.name not in need.text
        assert second.name in need.text
        assert "deadline" in need.text
    Entry.objects.filter(team=first, board_order__gt=1).update(status="withdrawn", withdrawn_after=0)
    [short] = [item for item in waiting_in(situation_of(cast.event)) if item.kind == "short-team"]
    assert f"{first.name} has only 1 player" in short.text
    starts_in(waiting, 29)
    [need] = [item for item in waiting_in(situation_of(cast.event)) if item.kind == "line-ups"]
    assert "has passed" in need.text


@pytest.mark.slow
def test_a_team_that_does_not_play_the_round_is_not_short_of_players(cast: Cast) -> None:
    section = drawn_teams(cast, settings={"team_deadline": 30})
    team = section.teams.get(number=1)
    Entry.objects.filter(team=team, board_order__gt=1).update(status="withdrawn", withdrawn_after=0)

    def short() -> list[str]:
        return [item.text for item in waiting_in(situation_of(cast.event)) if item.kind == "short-team"]

    assert len(short()) == 1
    set_team_absence(section=section, team=team.pk, round_number=1, kind="Z", by=cast.bob)
    assert short() == []
    published(section, cast.bob)
    assert short() == []


@pytest.mark.slow
@pytest.mark.parametrize("sections", [1, 3])
def test_teams_cost_the_desk_the_same_in_any_number_of_sections(
    cast: Cast, sections: int, django_assert_num_queries: Any
) -> None:
    for number in range(sections):
        system = {"preset": "knock-out", "rounds": 2} if number != 1 else {}
        waiting_round(cast, slug=f"teams{number}", name=f"Teams {number}", **system)
    Entry.objects.filter(team__number=1, board_order__gt=1).update(status="withdrawn", withdrawn_after=0)
    with django_assert_num_queries(COST):
        collected = [item.kind for item in waiting_in(situation_of(cast.event))]
    assert (collected.count("line-ups"), collected.count("short-team")) == (sections, sections)


COST = 33
"""Queries of all needs of an event of teams."""


def test_a_board_is_not_forfeited_by_one_tap_and_can_be_filled_until_the_deadline(waiting: Round) -> None:
    first, second = sides(waiting)
    hand_in(waiting, second, 0, 1, 2)
    empty = [*order(first, 0, 1), 0]
    with pytest.raises(Refusal) as refused:
        hand_in(waiting, first, players=empty)
    assert (refused.value.code, refused.value.params["boards"]) == ("line-up-forfeits", [3])
    assert not match_at(waiting).is_seated
    hand_in(waiting, first, players=empty, forfeits=True)
    assert match_at(waiting).first_line_up == [*order(first, 0, 1), None]
    match_now = captained(first).now
    assert match_now
    assert match_now.may_hand_in
    # Whom the other team knows already stays.
    with pytest.raises(Refusal, match="line-ups-revealed"):
        hand_in(waiting, first, 1, 0, 2)
    hand_in(waiting, first, 0, 1, 3)
    assert match_at(waiting).first_line_up == order(first, 0, 1, 3)
    assert Pairing.objects.filter(match=match_at(waiting)).count() == 3
    with pytest.raises(Refusal, match="line-ups-revealed"):
        hand_in(waiting, first, 0, 1, 2)


def test_after_the_deadline_an_empty_board_stays_empty(waiting: Round) -> None:
    first, second = sides(waiting)
    hand_in(waiting, first, players=[*order(first, 0, 1), 0], forfeits=True)
    hand_in(waiting, second, 0, 1, 2)
    starts_in(waiting, 29)
    with pytest.raises(Refusal, match="line-up-late"):
        hand_in(waiting, first, 0, 1, 3)
