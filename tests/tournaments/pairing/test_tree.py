"""The bracket as it stands: it names the matches that the engine pairs, and what is not decided is open."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.pairing.builders import asian_men, field, played, with_entry
from tournaments.pairing import pair
from tournaments.pairing.simulation import simulate
from tournaments.pairing.tree import bracket_tree
from tournaments.state.bracket import NOBODY
from tournaments.state.options import Final, Options
from tournaments.state.tournament import Bye, Game, Result, Tournament


def places(level):
    return [(node.first, node.other) for node in level.nodes]


def test_a_bracket_is_whole_before_it_is_played():
    start = played(field(8), 1, 4, 6, 7)
    *others, last = start.games
    levels = bracket_tree(replace(start, games=(*others, replace(last, result=None))))

    assert [level.round for level in levels] == [1, 2, 3]
    assert [set(pair) for pair in places(levels[0])] == [{1, 2}, {3, 4}, {5, 6}, {7, 8}]
    assert [node.winner for node in levels[0].nodes] == [1, 4, 6, None]
    assert places(levels[1]) == [(1, 4), (6, None)]
    assert places(levels[2]) == [(None, None)]


@given(st.integers(2, 33), st.integers(0, 10**6), st.booleans())
def test_its_matches_are_those_that_are_paired(players, seed, third_place):
    tournament = simulate(players, 0, "knock-out", seed)
    tournament = replace(tournament, options=Options(third_place=third_place))
    assert bracket_tree(tournament) == ()
    for number in range(1, tournament.rounds + 1):
        tournament = played(tournament)
        level = bracket_tree(tournament)[number - 1]
        nodes = [*level.nodes, *([level.third_place] if level.third_place else [])]
        paired = pair(tournament, number)
        assert {frozenset((node.first, node.other)) for node in nodes if node.match} == {
            frozenset((p.first, p.second)) for p in paired.pairs
        }
        assert not level.beside
        assert all(node.winner is not None for node in nodes)
    assert bracket_tree(tournament)[-1].nodes[0].winner is not None


def test_a_drawn_match_is_open_and_a_lost_one_gives_nobody():
    tournament = played(field(4), 1)
    drawn, lost = (replace(tournament.games[0], result=value) for value in (Result.DRAW, Result.NONE))

    open_match = bracket_tree(replace(tournament, games=(drawn, tournament.games[1])))
    assert open_match[0].nodes[0].winner is None
    assert open_match[0].nodes[0].match.next_game[0] == 2
    nobody = bracket_tree(replace(tournament, games=(lost, tournament.games[1])))
    assert nobody[0].nodes[0].winner == NOBODY
    assert (nobody[1].nodes[0].first, nobody[1].nodes[0].winner) == (NOBODY, nobody[0].nodes[1].winner)


def test_who_does_not_come_loses_without_a_game():
    tournament = played(field(4), 1, 3)
    away = with_entry(tournament, 3, withdrawn_after=1)
    paired = pair(away, 2)
    after = replace(away, byes=(*away.byes, Bye(2, paired.bye)))

    [_, last] = bracket_tree(after)
    assert (last.nodes[0].winner, last.nodes[0].walkover) == (1, True)
    # Neither came: nobody has won.
    assert bracket_tree(replace(played(field(4), 1, 3), absences=()))[1].nodes[0].winner is None
    gone = replace(away, games=(*away.games, Game(2, 2, 2, 4, Result.FIRST)))
    assert bracket_tree(gone)[1].nodes[0].winner == NOBODY


def test_the_losers_of_the_semi_finals_meet_and_what_was_changed_by_hand_stands_beside():
    tournament = played(field(4, options=Options(third_place=True)), 1, 3)

    [_, last] = bracket_tree(tournament)
    assert (last.third_place.first, last.third_place.other) == (2, 4)
    by_hand = replace(tournament, games=(*tournament.games, Game(2, 1, 1, 4, Result.FIRST)))
    [_, last] = bracket_tree(by_hand)
    assert last.beside == (Game(2, 1, 1, 4, Result.FIRST),)
    assert last.nodes[0].winner is None


def test_the_final_of_a_swiss_is_a_bracket_from_its_first_round_on():
    tournament = asian_men()
    levels = bracket_tree(tournament)

    assert [level.round for level in levels] == [6, 7]
    assert places(levels[0]) == [(16, 9), (15, 7)]
    assert levels[1].nodes[0].winner == 16
    assert (levels[1].third_place.first, levels[1].third_place.other) == (9, 15)
    assert bracket_tree(tournament.until(5)) == ()
    assert bracket_tree(replace(tournament, options=Options(final=Final(after=5)))) == ()
    assert bracket_tree(replace(tournament, options=Options())) == ()


@pytest.mark.parametrize("games", [(), (Game(1, 1, 1, 2), Game(1, 2, 3, 4), Game(1, 3, 5, 6))])
def test_a_first_round_that_makes_no_bracket_has_none(games):
    assert bracket_tree(Tournament("knock-out", field(6).entries, games)) == ()
