"""The best players of each board, against sums made by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.team_builders import SIX
from tournaments.standings.board_prizes import DP, RESERVES, BoardScore, board_lists, fewest_games
from tournaments.state.team_matches import Team, TeamEvent
from tournaments.state.tournament import Side

RANKS = {2: 1, 1: 2, 3: 3, 5: 4, 4: 5, 6: 6}


def seated(event: TeamEvent = SIX, moved: int = 0) -> TeamEvent:
    """Team 3 has 31, 32, 33 and the reserve 34 …, boards in this order; in round 2 ``moved`` has its reserve
    at board 3."""

    def side(team: int, round_number: int) -> tuple[int, ...]:
        last = 4 if team == moved and round_number == 2 else 3
        return (team * 10 + 1, team * 10 + 2, team * 10 + last)

    matches = tuple(
        replace(
            match,
            boards=tuple(
                replace(board, players=players)
                for board, players in zip(
                    match.boards,
                    zip(side(match.first, match.round), side(match.second, match.round), strict=True),
                    strict=True,
                )
            ),
        )
        for match in event.matches
    )
    teams = tuple(Team(n, members=tuple(n * 10 + place for place in range(1, 5))) for n in range(1, 7))
    return replace(event, teams=teams, matches=matches)


def lists(event: TeamEvent, after: int = 3, *, ratings: dict[int, int] | None = None, fixed: bool = True):
    return board_lists(event, after, RANKS, ratings or {}, fixed_order=fixed)


def lines(rows: tuple[BoardScore, ...]) -> list[tuple[int | None, int, int, int]]:
    return [(row.rank, row.entry, row.points, row.games) for row in rows]


def test_points_percentage_and_games_decide_and_forfeits_do_not_count() -> None:
    lists_found = lists(seated())
    assert list(lists_found) == [1, 2, 3]
    # In units of half a point. Board 1 of 5 lost a forfeit to 3 in round 3: neither has a third game.
    assert lines(lists_found[1]) == [
        (1, 21, 6, 3),
        (2, 11, 3, 3),  # level with 41 in all but the rank of the team
        (3, 41, 3, 3),
        (4, 31, 2, 2),
        (5, 51, 2, 2),
        (6, 61, 0, 3),
    ]
    by_entry = {row.entry: row for row in lists_found[1]}
    assert by_entry[21].per_cent == 100
    # Board 2 of team 2 in round 1 was won by forfeit.
    assert {row.entry: row.games for row in lists_found[2]}[22] == 2


def test_few_games_have_no_rank_and_a_reserve_a_list_of_its_own() -> None:
    lists_found = lists(seated(moved=2))
    assert lines(lists_found[RESERVES]) == [(None, 24, 2, 1)]
    assert [row.entry for row in lists_found[3] if row.entry == 23] == [23]
    free = lists(seated(moved=2), fixed=False)
    assert RESERVES not in free
    assert [row.rank for row in free[3] if row.entry == 24] == [None]


def test_other_measures_and_more_games_are_asked_for() -> None:
    event = seated()
    by_games = board_lists(event, 3, RANKS, {}, fixed_order=True, minimum=3, by=("games", "points"))
    assert [(row.rank, row.entry, row.games) for row in by_games[1]] == [
        (1, 21, 3),
        (2, 11, 3),
        (2, 41, 3),
        (4, 61, 3),
        (None, 31, 2),
        (None, 51, 2),
    ]
    # Of more games than there were rounds nobody would have a rank.
    assert fewest_games(2, 7) == 2
    assert fewest_games(9, 7) == 7


def test_performance_only_where_everybody_has_a_rating() -> None:
    event = seated()
    ratings = {entry: 2000 for team in event.teams for entry in team.members}
    row = next(lists_found for lists_found in lists(event, ratings=ratings)[1] if lists_found.entry == 21)
    assert row.performance == 2800
    row = next(
        lists_found
        for lists_found in lists(event, ratings=ratings | {41: 1800})[1]
        if lists_found.entry == 21
    )
    assert row.performance == 1933 + 800
    assert len(DP) == 51
    del ratings[61]
    assert all(
        lists_found.performance is None
        for rows in lists(event, ratings=ratings).values()
        for lists_found in rows
    )


def test_a_match_lost_without_play_is_no_game_and_later_rounds_do_not_count() -> None:
    event = seated()
    lost = replace(event.matches[0], lost_by=frozenset({Side.FIRST}))
    lists_found = lists(replace(event, matches=(lost, *event.matches[1:])))
    assert {row.entry: row.games for row in lists_found[1]}[41] == 2
    assert max(row.games for rows in lists(event, 1).values() for row in rows) == 1
    assert lists(replace(event, matches=())) == {}


@given(st.permutations(SIX.matches), st.integers(1, 3))
def test_the_order_of_the_matches_changes_nothing(matches, after: int) -> None:
    event = seated(moved=5)
    order = {(match.round, match.first): place for place, match in enumerate(matches)}
    shuffled = sorted(event.matches, key=lambda match: order[match.round, match.first])
    assert lists(replace(event, matches=tuple(shuffled)), after) == lists(event, after)
    for rows in lists(event, after).values():
        ranked = [row for row in rows if row.rank]
        assert all(row.games >= fewest_games(after) for row in ranked)
        assert [row.points for row in ranked] == sorted((row.points for row in ranked), reverse=True)
        assert all(0 <= row.per_cent <= Fraction(100) for row in rows)
