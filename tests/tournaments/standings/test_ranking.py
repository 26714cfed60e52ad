"""How ties are split: groups, smaller groups, shared ranks, and what a row says about itself."""

from dataclasses import replace

import pytest

from tests.tournaments.standings.builders import played
from tournaments.standings.criterion import CriteriaError
from tournaments.standings.ranking import RankedRow, StandingsError, last_played_round, standings
from tournaments.state.tournament import Entry, Game, Result, Tournament

POINTS_ONLY = ("fewer-fouls",)


def ranks(tournament: Tournament, after: int | None = None) -> dict[int, int]:
    return {row.number: row.rank for row in standings(tournament, after).rows}


def rows(tournament: Tournament, after: int | None = None) -> dict[int, RankedRow]:
    return {row.number: row for row in standings(tournament, after).rows}


def test_shared_ranks_skip_the_places_they_take() -> None:
    t = played("1>2 3>4", "1>3 2>4", tiebreaks=POINTS_ONLY)
    assert [(row.rank, row.number) for row in standings(t).rows] == [(1, 1), (2, 2), (2, 3), (4, 4)]


def test_nothing_played_everybody_first() -> None:
    t = played(players=3)
    table = standings(t)
    assert table.after == 0
    assert [(row.rank, row.number, row.points, row.separated_by) for row in table.rows] == [
        (1, 1, 0, None),
        (1, 2, 0, None),
        (1, 3, 0, None),
    ]


def test_separated_by_names_the_rule_against_the_row_above_and_in_the_first_row_against_the_one_below() -> (
    None
):
    t = played("1>2 3>4", "1>3 2>4", tiebreaks=("wins", "rating"), entries=_rated(1500, 1400, 1300, 1200))
    table = standings(t)
    assert [(row.number, row.separated_by) for row in table.rows] == [
        (1, "points"),
        (2, "points"),
        (3, "rating"),
        (4, "points"),
    ]
    tied_at_the_top = played("1=2", tiebreaks=("rating",), entries=_rated(1500, 1400))
    assert [row.separated_by for row in standings(tied_at_the_top).rows] == ["rating", "rating"]


def test_players_who_share_a_rank_are_separated_by_nothing() -> None:
    t = played("1=2 3<4", tiebreaks=POINTS_ONLY)
    assert [(row.rank, row.number, row.separated_by) for row in standings(t).rows] == [
        (1, 4, "points"),
        (2, 1, "points"),
        (2, 2, None),
        (4, 3, "points"),
    ]


def _rated(*ratings: int) -> tuple[Entry, ...]:
    return tuple(Entry(n, rating=rating) for n, rating in enumerate(ratings, start=1))


# direct


def test_direct_splits_when_everybody_has_met_everybody_forfeits_included() -> None:
    t = played("1f>2 3>4", "2>3 4>1", "1=3 2=4", tiebreaks=("direct",))
    # points 3, 3, 3, 3 and the direct points are the same
    assert ranks(t) == {1: 1, 2: 1, 3: 1, 4: 1}
    pair = played("2f>1 3=4", "1>3 4>2", "1=4 3>2", tiebreaks=("direct",))
    # points 1: 3, 2: 2, 3: 3, 4: 4; 1 beat 3
    assert ranks(pair) == {4: 1, 1: 2, 3: 3, 2: 4}
    assert {n: row.tiebreaks["direct"] for n, row in rows(pair).items()} == {4: None, 1: 2, 3: 0, 2: None}


def test_direct_does_not_split_when_two_of_the_group_have_not_met() -> None:
    # 1, 2, 3 have 2 points each; 1 beat 2, 2 beat 3, but 1 and 3 have not met.
    t = played("1>2 3a", "2>3 1a", "3>4 1a 2a", players=4, tiebreaks=("direct",))
    assert ranks(t) == {1: 1, 2: 1, 3: 1, 4: 4}
    assert all(row.tiebreaks["direct"] is None for row in standings(t).rows)


def test_direct_is_not_applied_over_a_game_without_a_result() -> None:
    t = played("1>3 2>4", "1?2", tiebreaks=("direct",))
    assert ranks(t, after=2) == {1: 1, 2: 1, 3: 3, 4: 3}


def test_direct_is_applied_anew_to_the_smaller_group() -> None:
    # Against two outsiders 3 and 4 made up what they had lost: all of 1 to 4 have 4 points. Among
    # themselves 1 and 2 have 4, 3 and 4 have 2; 2 beat 1 and 3 beat 4.
    t = played("2>1 3>4", "1>3 2<4", "1>4 2>3", "5>1 3>6", "5>2 4>6", "5>6", tiebreaks=("direct",))
    table = rows(t)
    assert {n: row.points for n, row in table.items()} == {5: 6, 1: 4, 2: 4, 3: 4, 4: 4, 6: 0}
    direct = {n: row.tiebreaks["direct"] for n, row in table.items()}
    assert direct == {5: None, 2: (4, 2), 1: (4, 0), 3: (2, 2), 4: (2, 0), 6: None}
    assert ranks(t) == {5: 1, 2: 2, 1: 3, 3: 4, 4: 5, 6: 6}


def test_a_later_criterion_does_not_bring_direct_back() -> None:
    # 1, 2, 3 have 2 points; 1 and 3 have not met, so direct does not split. wins puts 1 and 2 ahead of 3;
    # they share the rank although 2 has beaten 1.
    t = played("2>1 3=4", "1>4 2<5 3=6", "5>4", players=6, tiebreaks=("direct", "wins"))
    assert [rows(t)[n].points for n in (1, 2, 3)] == [2, 2, 2]
    assert ranks(t) == {5: 1, 1: 2, 2: 2, 3: 4, 4: 5, 6: 5}


# previous rank


def test_previous_rank_decides_last_and_none_exists_before_round_1() -> None:
    keys = ("previous-rank",)
    # After round 1: 1 and 3 have 2. After round 2 all have 2; the earlier order stands.
    t = played("1>2 3>4", "2>1 4>3", tiebreaks=keys)
    assert ranks(t, after=1) == {1: 1, 3: 1, 2: 3, 4: 3}
    assert ranks(t) == {1: 1, 3: 1, 2: 3, 4: 3}
    assert {n: row.tiebreaks["previous-rank"] for n, row in rows(t).items()} == {1: 1, 3: 1, 2: 3, 4: 3}
    assert {n: row.tiebreaks["previous-rank"] for n, row in rows(t, after=1).items()} == dict.fromkeys(
        range(1, 5)
    )


def test_previous_rank_reaches_back_over_several_rounds() -> None:
    t = played("1>2", "1=2", "2>1", tiebreaks=("previous-rank",))
    assert ranks(t) == {1: 1, 2: 2}
    assert rows(t)[2].separated_by == "previous-rank"


def test_previous_rank_is_computed_by_the_whole_list() -> None:
    # After round 1 the rating decides; after round 2 ratings decide first as well.
    entries = _rated(1000, 2000)
    t = played("1=2", "1=2", entries=entries, tiebreaks=("previous-rank", "rating"))
    assert rows(t)[1].tiebreaks["previous-rank"] == 2
    assert rows(t)[2].separated_by == "previous-rank"


# what a row says


def test_arithmetic_of_buchholz_names_round_opponent_points_and_kind() -> None:
    t = played("1>2 3b", "1f>3 2a", tiebreaks=("buchholz",))
    terms = rows(t)[3].arithmetic["buchholz"]
    assert [(term.round, str(term.kind), term.opponent, term.points) for term in terms] == [
        (1, "bye", None, 0),
        (2, "forfeit", 1, 4),
    ]
    assert [(str(term.kind), term.points) for term in rows(t)[2].arithmetic["buchholz"]] == [
        ("played", 4),
        ("absent", 0),
    ]


def test_arithmetic_lists_the_criteria_that_are_sums_and_direct_where_it_was_reached() -> None:
    t = played("1>2 3=4", tiebreaks=("rating", "direct", "buchholz"))
    lists_found = rows(t)
    assert list(lists_found[1].arithmetic) == ["points", "buchholz"]
    assert list(lists_found[3].arithmetic) == ["points", "direct", "buchholz"]
    assert len(lists_found[3].arithmetic) == 3
    with pytest.raises(KeyError):
        lists_found[1].arithmetic["direct"]


# which round


def test_the_default_round_is_the_last_with_a_result() -> None:
    t = played("1>2 3>4", "1?3 2?4 5b", players=5)
    assert last_played_round(t) == 1
    assert standings(t).after == 1
    assert standings(t, 2).rows[0].number == 1
    half = replace(t, games=(*t.games[:2], replace(t.games[2], result=Result.DRAW), t.games[3]))
    assert standings(half).after == 2


@pytest.mark.parametrize("after", [-1, 3, 99])
def test_a_round_that_is_not_recorded_is_an_error(after: int) -> None:
    with pytest.raises(StandingsError, match=f"round {after} is not recorded; the last one is 2"):
        standings(played("1>2", "1>2"), after)


def test_standings_after_an_earlier_round_know_nothing_of_the_later_ones() -> None:
    t = played("1>2 3>4", "3>1 2>4", "4>1 3>2")
    short = played("1>2 3>4", "3>1 2>4")
    assert [(r.rank, r.number, r.points, dict(r.tiebreaks)) for r in standings(t, 2).rows] == [
        (r.rank, r.number, r.points, dict(r.tiebreaks)) for r in standings(short).rows
    ]


def test_an_unknown_criterion_in_the_list_is_an_error() -> None:
    with pytest.raises(CriteriaError, match="unknown criterion 'luck'"):
        standings(played("1>2", tiebreaks=("luck",)))


@pytest.mark.parametrize(
    ("system", "first_criterion"),
    [
        ("wxc2015", "buchholz"),
        ("wmsg2008", "sos"),
        ("round-robin", "direct"),
        ("double-round-robin", "direct"),
    ],
)
def test_a_section_without_a_list_follows_its_system(system: str, first_criterion: str) -> None:
    assert standings(played("1>2", "2>1", system=system)).criteria[0] == first_criterion


def test_a_knock_out_needs_no_criteria() -> None:
    assert standings(played("1>2", system="knock-out")).criteria == ()


def test_of_a_replayed_game_only_the_last_counts_for_points_and_opponents() -> None:
    t = Tournament(
        system="knock-out",
        entries=(Entry(1), Entry(2)),
        games=(Game(1, 1, 1, 2, Result.DRAW), Game(1, 1, 2, 1, Result.SECOND, game=2)),
        tiebreaks=("buchholz", "wins", "black-games"),
    )
    winner = rows(t)[1]
    assert (winner.points, dict(winner.tiebreaks)) == (2, {"buchholz": 0, "wins": 1, "black-games": 1})
    assert rows(t)[2].tiebreaks == {"buchholz": 2, "wins": 0, "black-games": 1}
