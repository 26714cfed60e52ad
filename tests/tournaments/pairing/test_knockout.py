"""Knock-out: the draw, byes, replays, third place, best of n, places; what cannot be paired says why."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.tournaments.pairing.builders import field, played, swiss, with_entry
from tournaments.pairing import (
    CannotPair,
    PairingInputError,
    Table,
    input_digest,
    judge_pairs,
    pair,
    pairing_input,
    rounds_of,
    tournament_from_input,
    verify,
)
from tournaments.pairing.simulation import simulate
from tournaments.standings.ranking import standings
from tournaments.state.matches import match_between
from tournaments.state.options import Options
from tournaments.state.tournament import Game, Result


def sets(paired):
    return [{p.first, p.second} for p in paired.pairs]


def test_neighbours_by_lot_meet_and_their_winners_meet_each_other():
    tournament = field(8)
    assert sets(pair(tournament, 1)) == [{1, 2}, {3, 4}, {5, 6}, {7, 8}]

    tournament = played(tournament, 1, 4, 6, 7)
    assert sets(pair(tournament, 2)) == [{1, 4}, {6, 7}]
    tournament = played(tournament, 4, 7)
    assert sets(pair(tournament, 3)) == [{4, 7}]
    ranks = [(row.rank, row.number) for row in standings(played(tournament, 7)).rows]
    assert ranks == [(1, 7), (2, 4), (3, 1), (3, 6), (5, 2), (5, 3), (5, 5), (5, 8)]


def test_players_of_one_nation_are_kept_apart_wherever_possible():
    paired = pair(field(8, "CHN", "CHN", "CHN", "VIE", "VIE", "VIE", "GER", "GER"), 1)
    nation = {1: "C", 2: "C", 3: "C", 4: "V", 5: "V", 6: "V", 7: "G", 8: "G"}
    assert all(len({nation[n] for n in both}) == 2 for both in sets(paired))

    crowd = pair(field(4, "CHN", "CHN", "CHN", "VIE"), 1)
    assert len(crowd.pairs) == 2


@pytest.mark.parametrize(("players", "byes"), [(3, 1), (5, 3), (6, 2), (7, 1), (12, 4), (13, 3), (16, 0)])
def test_byes_fill_up_to_a_power_of_two_and_nobody_meets_a_bye_with_a_bye(players, byes):
    paired = pair(field(players), 1)

    free = {*paired.free, *({paired.bye} if paired.bye else set())}
    assert len(free) == byes
    assert sorted([*free, *(n for both in sets(paired) for n in both)]) == list(range(1, players + 1))
    assert rounds_of("knock-out", players) == (players - 1).bit_length()
    assert pair(played(field(players)), 2).bye is None


def test_byes_go_to_the_highest_seeds_who_stand_apart():
    paired = pair(field(6, options=Options(seeds=(5, 2, 1))), 1)

    assert (paired.bye, paired.free) == (5, (2,))
    final = played(played(field(6, options=Options(seeds=(5, 2, 1))), 1, 4), 5, 2)
    assert sets(pair(final, 3)) == [{5, 2}]


def test_a_drawn_game_is_replayed_with_colours_exchanged_until_somebody_wins():
    tournament = field(4)
    first = pair(tournament, 1).pairs[0]
    other = pair(tournament, 1).pairs[1]
    draw = Game(1, 1, first.first, first.second, Result.DRAW)
    tournament = replace(tournament, games=(draw, Game(1, 2, other.first, other.second, Result.FIRST)))
    with pytest.raises(PairingInputError) as open_match:
        pair(tournament, 2)
    assert open_match.value.code == "match-open"
    assert open_match.value.params["game"] == 2
    assert match_between(tournament, 1, 1, 2).next_game == (2, first.second, first.first)

    replay = Game(1, 1, first.second, first.first, Result.FIRST, game=2)
    tournament = replace(tournament, games=(*tournament.games, replay))
    assert sets(pair(tournament, 2)) == [{first.second, other.first}]


def test_best_of_three_needs_two_wins_and_draws_do_not_count():
    tournament = field(2, options=Options(best_of=3))
    games = [Game(1, 1, 1, 2, Result.FIRST), Game(1, 1, 2, 1, Result.DRAW, game=2)]
    match = match_between(replace(tournament, games=tuple(games)), 1, 1, 2)
    assert (match.over, match.winner, match.next_game) == (False, None, (3, 1, 2))

    games.append(Game(1, 1, 1, 2, Result.FIRST, game=3))
    match = match_between(replace(tournament, games=tuple(games)), 1, 2, 1)
    assert (match.over, match.winner, match.next_game) == (True, 1, None)


@pytest.mark.parametrize(
    ("results", "over", "winner", "following"),
    [
        ("1", False, None, (2, 2, 1)),  # a lead of one with one game to come
        ("1=", True, 1, None),
        ("==", False, None, (3, 1, 2)),
        ("11", False, None, (3, 1, 2)),  # each has won with the first move
        ("10", True, 1, None),
        ("==1", True, 1, None),
        ("===1", True, 2, None),
        ("=x", True, None, None),
    ],
)
def test_two_games_are_played_with_colours_exchanged_then_until_one_is_won(results, over, winner, following):
    values = {"1": Result.FIRST, "0": Result.SECOND, "=": Result.DRAW, "x": Result.NONE}
    games = [
        Game(1, 1, *((1, 2) if number % 2 else (2, 1)), values[text], game=number)
        for number, text in enumerate(results, 1)
    ]
    match = match_between(replace(field(2, options=Options(best_of=2)), games=tuple(games)), 1, 1, 2)
    assert (match.over, match.winner, match.next_game) == (over, winner, following)


def test_the_match_for_third_place():
    tournament = field(4, options=Options(third_place=True))
    tournament = played(tournament, 1, 3)
    last = pair(tournament, 2)
    assert sets(last) == [{1, 3}, {2, 4}]
    assert "third-place" in [reason.code for reason in last.pairs[1].reasons]

    ranks = [(row.rank, row.number) for row in standings(played(tournament, 3, 4)).rows]
    assert ranks == [(1, 3), (2, 1), (3, 4), (4, 2)]


def test_who_stays_away_is_out_and_the_opponent_goes_on():
    tournament = played(field(4), 1, 3)
    tournament = with_entry(tournament, 3, withdrawn_after=1)
    paired = pair(tournament, 2)

    assert (paired.pairs, paired.bye, paired.free) == ((), 1, ())
    assert [(n.code, n.params["opponent"]) for n in paired.notices] == [("free-opponent", 3)]


def test_after_a_double_loss_nobody_goes_on():
    tournament = field(4)
    games = [
        Game(1, p.table, p.first, p.second, Result.NONE, forfeit=True) for p in pair(tournament, 1).pairs[:1]
    ]
    games += [Game(1, 2, 3, 4, Result.FIRST)]
    assert pair(replace(tournament, games=tuple(games)), 2).bye == 3


def test_the_round_after_the_final_does_not_exist():
    with pytest.raises(CannotPair) as refused:
        pair(played(played(field(4), 1, 3), 1), 3)
    assert refused.value.code == "no-such-round"


@pytest.mark.parametrize(
    ("tournament", "code"),
    [
        (swiss(6, "1-2 1-0, 3-4 1-0, 5-6 1-0", system="knock-out"), "no-bracket"),
        (swiss(8, "1-2 1-0, 3-4 1-0, 5-6 1-0, 7-8 1-0", "5-7 1-0", system="knock-out"), "match-missing"),
        (swiss(4, "1-2 1-0, 3-4 1/2", system="knock-out"), "match-open"),
    ],
)
def test_a_record_that_is_no_bracket_says_so(tournament, code):
    with pytest.raises(PairingInputError) as bad:
        pair(tournament, tournament.last_round + 1)
    assert bad.value.code == code


def test_the_bracket_is_read_as_it_was_played():
    """A draw that the committee changed manually leads to other later rounds; nothing is drawn again."""
    tournament = swiss(4, "1-3 1-0, 2-4 1-0", system="knock-out")
    assert sets(pair(tournament, 2)) == [{1, 2}]
    assert not verify(tournament, 1).ok


def test_judging_takes_the_draws_colours_and_misses_nobody_who_is_out():
    tournament = played(field(4), 1, 3)
    paired = pair(tournament, 2)
    judged = judge_pairs(tournament, 2, [Table(1, 3)])
    assert judged.pairs == paired.pairs
    assert [n.code for n in judge_pairs(tournament, 2, [Table(1, 2)]).notices] == [
        "knocked-out",
        "not-paired",
    ]


def test_two_winners_who_do_not_meet_by_the_bracket_break_it():
    tournament = played(field(8), 1, 3, 5, 7)
    judged = judge_pairs(tournament, 2, [Table(1, 5), Table(3, 7)])
    assert [notice.code for notice in judged.broken] == ["off-bracket"] * 2


@pytest.mark.slow
@given(st.integers(2, 70), st.integers(0, 10**6))
@example(42, 48637)  # tables of round 1 that do not stand in the order of numbers
def test_every_round_verifies_and_the_stored_input_is_enough(players, seed):
    rounds = rounds_of("knock-out", players)
    tournament = simulate(players, rounds, "knock-out", seed)
    for round_number in range(1, rounds + 1):
        assert verify(tournament, round_number).ok
        again = tournament_from_input(pairing_input(tournament, round_number))
        assert pair(again, round_number) == pair(tournament, round_number)
        assert input_digest(again, round_number) == input_digest(tournament, round_number)
    table = standings(tournament)
    assert [row.rank for row in table.rows[:2]] == [1, 2]
    met = [frozenset((g.first, g.second)) for g in tournament.games if g.game == 1]
    assert len(met) == len(set(met)) == players - 1
