"""The team ranking of WXC 6.2."""

import pytest

from tournaments.standings.ranking import rank_teams
from tournaments.state.tournament import Entry


def entries(**teams: tuple[int, ...]) -> tuple[Entry, ...]:
    return tuple(Entry(number, team=team) for team, numbers in teams.items() for number in numbers)


def identity(count: int) -> dict[int, int]:
    return {number: number for number in range(1, count + 1)}


def test_the_best_two_ranks_are_added_and_the_smaller_sum_is_ahead() -> None:
    rows = rank_teams(entries(CHN=(1, 5, 9), VIE=(2, 3), HKG=(4, 6)), identity(9))
    assert [(r.rank, r.team, r.sum, r.best, r.members) for r in rows] == [
        (1, "VIE", 5, 2, (2, 3)),
        (2, "CHN", 6, 1, (1, 5, 9)),
        (3, "HKG", 10, 4, (4, 6)),
    ]


def test_equal_sums_the_better_individual_rank_is_ahead() -> None:
    rows = rank_teams(entries(VIE=(2, 3), CHN=(1, 4)), identity(4))
    assert [(r.rank, r.team) for r in rows] == [(1, "CHN"), (2, "VIE")]


def test_equal_in_everything_the_rank_is_shared() -> None:
    ranks = {1: 1, 2: 1, 3: 3, 4: 3, 5: 5, 6: 6}
    rows = rank_teams(entries(VIE=(1, 3), CHN=(2, 4), HKG=(5, 6)), ranks)
    assert [(r.rank, r.team) for r in rows] == [(1, "CHN"), (1, "VIE"), (3, "HKG")]


def test_a_team_with_too_few_players_has_no_rank() -> None:
    rows = rank_teams(entries(CHN=(1,), VIE=(2, 3)), identity(3))
    assert [(r.rank, r.team, r.sum, r.best) for r in rows] == [(1, "VIE", 5, 2), (None, "CHN", None, None)]


def test_how_many_count_is_a_setting() -> None:
    field = entries(CHN=(1, 5, 9), VIE=(2, 3, 4), HKG=(6, 7))
    assert [(r.rank, r.team, r.sum) for r in rank_teams(field, identity(9), counted=3)] == [
        (1, "VIE", 9),
        (2, "CHN", 15),
        (None, "HKG", None),
    ]
    best = rank_teams(field, identity(9), counted=1)[0]
    assert (best.rank, best.team, best.sum) == (1, "CHN", 1)
    with pytest.raises(ValueError, match="at least one player"):
        rank_teams(field, identity(9), counted=0)


def test_entries_without_a_team_make_none() -> None:
    assert rank_teams((Entry(1), Entry(2)), identity(2)) == ()
