"""A round of teams that is changed by hand: swapped teams, turned colours, another bye."""

from __future__ import annotations

import pytest

from portal.policy import Refusal
from tests.cast import Cast
from tests.teams_world import all_reported, closed, drawn_teams, numbers, published, round_of, waiting_round
from tests.working import compute
from tournaments.acts.adjust_round import Change, Flip, GiveBye, Swap, adjust_round
from tournaments.acts.drafts import pair_round
from tournaments.acts.official import enter_official
from tournaments.acts.results import report_result
from tournaments.acts.rounds import publish_round
from tournaments.acts.teams.line_ups import give_line_up
from tournaments.acts.teams.team_matches import forfeit_match
from tournaments.models import Match, Pairing, Round, Section
from tournaments.pairing import pair
from tournaments.pairing.registry import TEAM_SYSTEMS
from tournaments.presets import PRESETS
from tournaments.queries.teams.team_matches import match_numbers, teams_seated, to_pair
from tournaments.wording.refusals import refusal_sentence

MEETING = [key for key, rules in PRESETS.items() if rules.system in TEAM_SYSTEMS and key != "scheveningen"]


def drafted(section: Section, cast: Cast, number: int = 1) -> Round:
    pair_round(round_=round_of(section, number), by=cast.bob)
    compute()
    return round_of(section, number)


def pairs(round_: Round) -> dict[int | None, tuple[int | None, ...]]:
    """By match the numbers of the teams, None for who has no opponent."""
    matches = round_.matches.select_related("first", "second")
    return {item.table: (item.first.number, item.second.number if item.second else None) for item in matches}


def change(round_: Round, subject: Change, cast: Cast) -> Round:
    adjust_round(
        round_=round_of(round_.section, round_.number),
        change=subject,
        reason="they travelled together",
        leave_official=True,
        by=cast.bob,
    )
    return round_of(round_.section, round_.number)


def refused(round_: Round, subject: Change, cast: Cast) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        change(round_, subject, cast)
    assert refusal_sentence(refusal.value.code, refusal.value.params)
    return refusal.value


def boards(round_: Round, table: int) -> list[set[int]]:
    pairings = Pairing.objects.filter(match__round=round_, match__table=table).order_by("board")
    return [{seat.entry.number or 0 for seat in item.seats.all()} for item in pairings]


@pytest.mark.slow
@pytest.mark.parametrize("preset", MEETING)
def test_two_teams_change_places_and_their_players_with_them(cast: Cast, preset: str) -> None:
    section = drawn_teams(cast, preset=preset, teams=4)
    round_ = drafted(section, cast)
    rule, digest = pairs(round_), round_.draft_digest
    first_one, other = rule[1][1], rule[2][1]
    assert first_one
    assert other
    round_ = change(round_, Swap(first_one, other), cast)
    assert [set(pair) for pair in pairs(round_).values()] == [{rule[1][0], other}, {rule[2][0], first_one}]
    assert round_.draft_digest != digest
    assert set(round_.matches.values_list("by_hand", flat=True)) == {True}
    first, second = (section.teams.get(number=number) for number in pairs(round_)[1])
    wanted = [{ours, theirs} for ours, theirs in zip(numbers(first), numbers(second), strict=True)]
    assert boards(round_, 1) == wanted[:3]
    # What the rule had is kept beside it.
    assert {tuple(row) for row in round_.draft_changes[0]["rule"]} == {
        (table, *pair) for table, pair in rule.items()
    }
    section.refresh_from_db()
    assert not section.official
    # Back again by hand: the pairing is the rule's, as its digest says.
    round_ = change(round_, Swap(first_one, other), cast)
    assert (pairs(round_), round_.draft_digest) == (rule, digest)


@pytest.mark.slow
def test_a_changed_draft_is_published_played_and_the_next_round_paired_from_it(cast: Cast) -> None:
    section = drawn_teams(cast, preset="fide-team", teams=5)
    round_ = drafted(section, cast)
    rule = pairs(round_)
    alone = next(pair[0] for table, pair in rule.items() if table is None)
    other = next(pair[0] for table, pair in rule.items() if table is not None)
    assert alone
    assert other
    round_ = change(round_, GiveBye(other), cast)
    codes = [notice["code"] for notice in round_.draft_changes[0]["notices"]]
    assert "bye-other" in codes
    publish_round(round_=round_, seen=round_.draft_digest, by=cast.bob)
    compute()
    [version] = round_of(section, 1).versions.all()
    assert [row["bye"] for row in version.pairs if row["bye"]] == [other]
    assert all(row["by_hand"] for row in version.pairs if row["table"] in (None, 1))
    all_reported(round_of(section, 1), cast.bob)
    closed(round_of(section, 1), cast.bob)
    second = published(section, cast.bob, 2)
    assert next(pair[0] for table, pair in pairs(second).items() if table is None) != other
    met = [{*pair} for pair in pairs(round_of(section, 1)).values()]
    assert not [pair for pair in pairs(second).values() if {*pair} in met]


@pytest.mark.slow
def test_colours_of_a_match_are_switched_on_every_board(cast: Cast) -> None:
    round_ = drafted(drawn_teams(cast), cast)
    before = pairs(round_)
    movers = [
        pairing.seats.get(colour="first").entry.number for pairing in round_.pairings.filter(match__table=2)
    ]
    round_ = change(round_, Flip(2), cast)
    assert pairs(round_)[2] == before[2][::-1]
    assert pairs(round_)[1] == before[1]
    now = [
        pairing.seats.get(colour="second").entry.number for pairing in round_.pairings.filter(match__table=2)
    ]
    assert {*movers} == {*now}
    assert round_.draft_changes[0]["change"] == "flipmatch"


@pytest.mark.slow
def test_a_rematch_by_hand_is_told(cast: Cast) -> None:
    section = drawn_teams(cast, preset="fide-team", rounds=2)
    first = published(section, cast.bob)
    met = pairs(first)
    all_reported(first, cast.bob)
    closed(first, cast.bob)
    round_ = drafted(section, cast, 2)
    now = pairs(round_)
    again = next(n for n in now[2] if {n, now[1][0]} in [set(pair) for pair in met.values()])
    assert now[1][1]
    assert again
    round_ = change(round_, Swap(now[1][1], again), cast)
    assert {"rematch"} == {notice["code"] for match in round_.matches.all() for notice in match.notices} - {
        "other-colours"
    }


@pytest.mark.slow
def test_what_cannot_be_changed_says_why(cast: Cast) -> None:
    round_ = drafted(drawn_teams(cast), cast)
    first_one, other = pairs(round_)[1]
    assert first_one
    assert other
    assert refused(round_, Swap(first_one, first_one), cast).code == "same-team"
    assert refused(round_, Swap(first_one, other), cast).code == "same-table"
    assert refused(round_, Swap(first_one, 9), cast).code == "not-seated"
    assert refused(round_, Flip(7), cast).code == "no-such-match"
    assert refused(round_, GiveBye(first_one), cast).code == "bye-even"
    enter_official(section=round_.section, by=cast.bob)
    with pytest.raises(Refusal, match="leaves-official"):
        adjust_round(round_=round_, change=Flip(1), reason="x", by=cast.bob)


@pytest.mark.slow
def test_a_published_match_changes_until_something_was_reported_of_it(cast: Cast) -> None:
    round_ = published(drawn_teams(cast, teams=6), cast.bob)
    pairings = set(round_.pairings.values_list("pk", flat=True))
    before = pairs(round_)
    first_one, other = before[1][1], before[2][1]
    assert first_one
    assert other
    round_ = change(round_, Swap(first_one, other), cast)
    assert round_.versions.count() == 2
    assert set(round_.pairings.values_list("pk", flat=True)) == pairings
    report_result(round_=round_, table=1, value="1-0", seen=None, by=cast.bob)
    assert refused(round_, Swap(first_one, other), cast).code == "match-has-result"
    forfeit_match(round_=round_, match=3, lost_by=Match.LostBy.FIRST, reason="late", by=cast.bob)
    assert refused(round_, Flip(3), cast).code == "match-lost"


@pytest.mark.slow
def test_teams_whose_line_up_is_handed_in_stay(cast: Cast) -> None:
    round_ = waiting_round(cast)
    match = round_.matches.get(table=1)
    players = numbers(match.first)[:3]
    round_ = change(round_, Flip(2), cast)
    assert not round_.pairings.exists()
    give_line_up(
        round_=round_, match=1, team=match.first_id, players=players, reason="by telephone", by=cast.bob
    )
    assert refused(round_, Flip(1), cast).code == "match-has-line-up"


def test_the_tables_of_scheveningen_stand(cast: Cast) -> None:
    section = drawn_teams(cast, preset="scheveningen", teams=2)
    assert refused(drafted(section, cast), Flip(1), cast).code == "tables-stand"


def test_who_and_what_can_be_chosen(cast: Cast) -> None:
    section = drawn_teams(cast, teams=5)
    round_ = drafted(section, cast)
    assert [team.number for team in teams_seated(round_)] == [1, 2, 3, 4, 5]
    assert match_numbers(round_) == [1, 2]
    assert pair(to_pair(section, before_round=1), 1).digest == round_.draft_digest
