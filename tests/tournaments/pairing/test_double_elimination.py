"""Double elimination: who meets whom as npm `brackets-manager` has it, byes, two finals, places."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.pairing.builders import field, with_entry
from tournaments.exchange import tournament_file
from tournaments.exchange.file_errors import TournamentFileError
from tournaments.pairing import (
    CannotPair,
    PairingInputError,
    input_digest,
    pair,
    pairing_input,
    rounds_of,
    tournament_from_input,
    verify,
)
from tournaments.pairing.knockout import remaining
from tournaments.pairing.simulation import simulate
from tournaments.pairing.tree import bracket_tree, podium
from tournaments.standings.ranking import standings
from tournaments.state.bracket import NOBODY, BracketPart
from tournaments.state.options import TWO_FINALS, Options
from tournaments.state.tournament import Bye, Game, Result

ORACLE = json.loads((Path(__file__).parents[2] / "fixtures/brackets_manager.json").read_text())


def cup(players, elimination="double", *federations):
    return field(players, *federations, options=Options(elimination=elimination))


def by_oracle(player, other):
    """The winner as `tests/oracles/brackets_manager.mjs` has it."""
    low, high = sorted((player, other))
    return high if (low * 31 + high * 17) % 3 == 0 else low


def play(tournament, number, winner=by_oracle, away=()):
    paired = pair(tournament, number)
    games = [
        Game(
            number,
            p.table,
            p.first,
            p.second,
            Result.FIRST if winner(p.first, p.second) == p.first else Result.SECOND,
        )
        for p in paired.pairs
    ]
    alone = [*([paired.bye] if paired.bye else []), *paired.free]
    byes = tuple(Bye(number, player) for player in alone)
    return replace(tournament, games=(*tournament.games, *games), byes=(*tournament.byes, *byes))


def play_all(tournament, winner=by_oracle):
    rounds = rounds_of("knock-out", len(tournament.entries), elimination=tournament.options.elimination)
    for number in range(1, rounds + 1):
        tournament = play(tournament, number, winner)
    return tournament


@pytest.mark.parametrize("event", ORACLE, ids=lambda event: str(event["players"]))
def test_the_matches_are_those_of_brackets_manager(event):
    tournament = play_all(cup(event["players"]))

    matches = []
    for level in bracket_tree(tournament):
        for node, planned in zip(level.nodes, level.planned, strict=True):
            matches.append([str(planned.part), planned.step, *sorted((node.first, node.other))])
    assert sorted(matches) == sorted(event["matches"])
    assert len(tournament.games) == len(event["matches"])


@pytest.mark.parametrize(
    ("players", "single", "second"), [(2, 2, 3), (4, 4, 5), (16, 8, 9), (64, 12, 13), (5, 6, 7)]
)
def test_rounds_follow_from_the_players(players, single, second):
    assert rounds_of("knock-out", players, elimination="double") == single
    assert rounds_of("knock-out", players, elimination=TWO_FINALS) == second


@pytest.mark.slow
@pytest.mark.parametrize(("players", "round_number"), [(8, 4), (16, 5), (32, 6)])
def test_two_meet_again_in_the_lower_bracket_as_late_as_the_plan_allows(players, round_number):
    """In its third round of 8, its fourth of 16, its fifth of 32: one round of the tournament later."""
    rematches = []
    for seed in range(60):
        winner_is = random.Random(seed)
        met = set()
        tournament = play_all(cup(players), lambda player, other: winner_is.choice(sorted((player, other))))  # noqa: B023
        for game in tournament.games:
            both = frozenset((game.first, game.second))
            if both in met and game.round < tournament.last_round:
                rematches.append(game.round)
            met.add(both)
    assert min(rematches) == round_number


def test_who_loses_twice_is_out_and_places_follow_the_second_loss():
    tournament = play_all(cup(8), min)

    ranks = [(row.rank, row.number) for row in standings(tournament).rows]
    # 1-2 3-4 5-6 7-8; 2-4 and 6-8 below; 2-5 ... whoever has the smaller number wins.
    assert ranks[0] == (1, 1)
    assert [rank for rank, _ in ranks] == [1, 2, 3, 4, 5, 5, 7, 7]
    assert podium(bracket_tree(tournament)) == [number for _, number in ranks[:3]]


def test_a_second_final_is_played_only_where_the_first_was_lost_for_the_first_time():
    start = cup(4, TWO_FINALS)
    for number in range(1, 4):
        start = play(start, number, min)
    upper, lower = 1, 2
    assert {upper, lower} == remaining(start, 4)

    at_once = play(start, 4, min)
    assert [level.part for level in bracket_tree(at_once)][-1] is BracketPart.FINAL
    assert podium(bracket_tree(at_once)) == [1, 2, 3]
    paired = pair(at_once, 5)
    assert (paired.pairs, paired.bye) == ((), 1)

    turned = play(start, 4, max)
    assert podium(bracket_tree(turned)) == []
    assert [row.rank for row in standings(turned).rows] == [1, 1, 3, 4]
    again = pair(turned, 5)
    assert {again.pairs[0].first, again.pairs[0].second} == {1, 2}
    ended = play(turned, 5, max)
    assert [(row.rank, row.number) for row in standings(ended).rows][:2] == [(1, 2), (2, 1)]
    assert podium(bracket_tree(ended)) == [2, 1, 3]
    with pytest.raises(CannotPair, match="no-such-round"):
        pair(ended, 6)


def test_a_single_final_ends_it_whoever_wins():
    tournament = cup(4)
    for number in range(1, 4):
        tournament = play(tournament, number, min)
    tournament = play(tournament, 4, max)
    assert [row.number for row in standings(tournament).rows][:2] == [2, 1]


@pytest.mark.slow
@given(st.integers(2, 40), st.integers(0, 10**6), st.booleans())
def test_byes_and_luck_always_end_with_one_who_has_not_lost_twice(players, seed, second):
    elimination = TWO_FINALS if second else "double"
    rounds = rounds_of("knock-out", players, elimination=elimination)
    tournament = simulate(players, rounds, "knock-out", seed, options=Options(elimination=elimination))

    assert all(verify(tournament, number).ok for number in range(1, rounds + 1))
    losses = dict.fromkeys(range(1, players + 1), 0)
    for level in bracket_tree(tournament):
        assert all(node.winner for node in level.nodes if node.first or node.other)
        assert not level.beside
        for node in level.nodes:
            for number in node.beaten:
                losses[number] += 1
    first, second_place, *others = (row.number for row in standings(tournament).rows)
    assert podium(bracket_tree(tournament))[:2] == [first, second_place]
    assert losses[first] <= 1
    assert all(losses[number] == 2 for number in others)
    for number in range(1, rounds + 1):
        paired = pair(tournament, number)
        seats = [n for p in paired.pairs for n in (p.first, p.second)]
        assert len(seats) == len(set(seats))


def test_who_withdraws_loses_what_is_left_and_opponents_go_on():
    tournament = play(cup(8), 1, min)
    gone = with_entry(tournament, 2, withdrawn_after=1)

    below = pair(gone, 2)
    assert below.bye == 4
    after = play(gone, 2, min)
    node = next(level for level in bracket_tree(after) if level.part is BracketPart.LOWER).nodes[0]
    assert (node.winner, node.walkover) == (4, True)
    assert [row.rank for row in standings(after).rows if row.number == 2] == [7]


def test_an_open_match_holds_up_who_comes_after_it_and_is_named():
    tournament = play(cup(4), 1, min)
    *others, last = tournament.games
    drawn = replace(tournament, games=(*others, replace(last, result=Result.DRAW)))

    with pytest.raises(PairingInputError, match="match-open"):
        pair(drawn, 2)
    levels = bracket_tree(drawn)
    assert [(node.first, node.other) for node in levels[1].nodes] == [(1, None)]
    assert [row.part for row in levels] == [
        BracketPart.UPPER,
        BracketPart.UPPER,
        BracketPart.LOWER,
        BracketPart.LOWER,
        BracketPart.FINAL,
    ]


def test_two_who_both_lost_leave_their_places_to_nobody():
    tournament = play(cup(4), 1, min)
    *others, last = tournament.games
    lost = replace(tournament, games=(*others, replace(last, result=Result.NONE)))

    lower = next(level for level in bracket_tree(lost) if level.part is BracketPart.LOWER)
    assert lower.nodes[0].other == NOBODY
    assert pair(lost, 2).bye in (1, 2)


def test_it_is_read_back_from_its_file_and_from_what_it_was_paired():
    tournament = play(play(cup(8, TWO_FINALS), 1), 2)

    read = tournament_file.loads(tournament_file.dumps(tournament))
    assert read.options.elimination == TWO_FINALS
    assert input_digest(read, 3) == input_digest(tournament, 3)
    stored = tournament_from_input(pairing_input(tournament, 3))
    assert pair(stored, 3, explain=False).as_numbers() == pair(tournament, 3, explain=False).as_numbers()


@pytest.mark.parametrize("elimination", ["triple", 2])
def test_a_file_with_another_kind_is_refused(elimination):
    data = json.loads(tournament_file.dumps(cup(4)))
    data["options"]["elimination"] = elimination
    with pytest.raises(TournamentFileError, match=r"options\.elimination"):
        tournament_file.loads(json.dumps(data))
