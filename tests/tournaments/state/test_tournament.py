"""What follows from the rows: scores, kinds, floats, and what was known when a round was paired."""

from dataclasses import replace

from tests.tournaments.pairing.builders import swiss, with_entry
from tournaments.state.points import Points
from tournaments.state.tournament import (
    Entry,
    Game,
    Kind,
    Result,
    Side,
    Superseded,
    Tournament,
    history,
    points_by_number,
)


def test_points_and_kinds_of_every_row():
    tournament = swiss(
        7, "1-2 1-0, 3-4 1/2, 5-6 0-1f, bye 7", "1-6 0-0, 3-2 0-0f, absent 4, absent 5, absent 7"
    )
    seen = history(tournament)

    assert points_by_number(seen) == {1: 2, 2: 0, 3: 1, 4: 1, 5: 0, 6: 2, 7: 2}
    assert [a.kind for a in seen[6]] == [Kind.FORFEIT, Kind.PLAYED]
    assert [a.kind for a in seen[7]] == [Kind.BYE, Kind.ABSENT]
    assert [(a.won, a.side) for a in seen[1]] == [(True, Side.FIRST), (False, Side.FIRST)]


def test_a_free_round_of_a_round_robin_is_no_bye():
    seen = history(swiss(3, "1-2 1-0, bye 3", system="round-robin"))

    assert (seen[3][0].kind, seen[3][0].points, seen[3][0].won) == (Kind.FREE, 0, False)


def test_floats_go_by_the_scores_entering_the_round():
    tournament = swiss(4, "1-2 1-0, 3-4 1/2", "1-3 0-1, 2-4 1-0", "1-4 1-0, 2-3 1-0f")
    seen = history(tournament)

    assert [a.float for a in seen[1]] == [0, 1, 1]
    assert [a.float for a in seen[2]] == [0, -1, -1]
    assert [a.float for a in seen[3]] == [0, -1, 1]
    assert history(swiss(3, "1-2 1-0, bye 3"))[3][0].float == 1


def test_an_announced_absence_counts_without_a_row_of_its_own():
    tournament = with_entry(swiss(3, "1-2 1-0", "1-3 1-0, absent 2"), 3, absences=frozenset({1, 4}))
    tournament = replace(tournament, points=Points(absence=1))
    seen = history(tournament)

    assert [(a.round, a.kind, a.points) for a in seen[3]] == [(1, Kind.ABSENT, 1), (2, Kind.PLAYED, 0)]
    assert points_by_number(seen)[2] == 1


def test_only_the_deciding_game_of_a_match_scores():
    games = (
        Game(1, 1, 1, 2, Result.DRAW),
        Game(1, 1, 2, 1, Result.DRAW, game=2),
        Game(1, 1, 1, 2, Result.SECOND, game=3),
    )
    seen = history(Tournament("knock-out", (Entry(1), Entry(2)), games))

    assert [a.points for a in seen[1]] == [0, 0, 0]
    assert [a.points for a in seen[2]] == [0, 0, 2]


def test_what_was_known_when_a_round_was_paired():
    tournament = swiss(4, "1-2 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0")
    history_of_game = (Superseded(Result.SECOND, 2), Superseded(Result.DRAW, 3, forfeit=False))
    tournament = replace(
        tournament, games=(replace(tournament.games[0], history=history_of_game), *tournament.games[1:])
    )

    assert tournament.as_paired_for(2).games[0].result is Result.SECOND
    assert tournament.as_paired_for(3).games[0].result is Result.DRAW
    assert tournament.as_paired_for(4).games[0].result is Result.FIRST
    assert len(tournament.as_paired_for(2).games) == 2
    assert tournament.until(1).last_round == 1


def test_who_plays():
    entry = Entry(1, withdrawn_after=3, absences=frozenset({2}))

    assert [entry.plays_in(r) for r in (1, 2, 3, 4)] == [True, False, True, False]
    assert not Entry(2, withdrawn_after=0).plays_in(1)
