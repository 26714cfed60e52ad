"""Swiss with a final: the leaders play knock-out, the others play on."""

from dataclasses import replace

import pytest

from tests.tournaments.pairing.builders import asian_men, championship
from tournaments.exchange import tournament_file
from tournaments.exchange.file_errors import TournamentFileError
from tournaments.pairing import (
    PairingInputError,
    Table,
    judge_pairs,
    pair,
    pairing_input,
    tournament_from_input,
)
from tournaments.pairing.simulation import simulate
from tournaments.standings.ranking import standings
from tournaments.state.options import Final, Options


def test_the_finalists_of_2009_were_the_first_four_after_round_five():
    assert {row.number for row in standings(championship("axf2009_men"), 5).rows[:4]} == {16, 15, 7, 9}


@pytest.mark.parametrize("round_number", [6, 7])
def test_the_upper_tables_of_2009_are_a_final(round_number):
    tournament = asian_men()
    paired = pair(tournament, round_number)
    real = {
        frozenset((g.first, g.second))
        for g in tournament.games
        if g.round == round_number and g.table in (1, 2)
    }

    assert {frozenset((p.first, p.second)) for p in paired.pairs[:2]} == real
    seated = [n for p in paired.pairs for n in (p.first, p.second)]
    assert sorted(seated) == list(range(1, 19))
    assert [p.table for p in paired.pairs] == list(range(1, 10))


def test_a_game_that_is_met_again_in_the_final_is_no_rematch():
    tournament = asian_men()
    paired = pair(tournament, 7)

    assert paired.rematches == 0
    assert not any(n.code == "rematch" for p in paired.pairs for n in p.notices)
    judged = judge_pairs(tournament, 7, [Table(p.first, p.second) for p in paired.pairs])
    assert (judged.pairs, judged.bye, judged.free) == (paired.pairs, paired.bye, paired.free)
    assert not judged.broken


def test_the_final_decides_the_first_places_and_points_the_others():
    tournament = asian_men()
    table = standings(tournament)

    # 16 won the final against 7, 15 the match for third place against 9.
    assert [row.number for row in table.rows[:4]] == [16, 7, 15, 9]
    assert [row.separated_by for row in table.rows[1:4]] == ["knock-out"] * 3
    assert [row.rank for row in table.rows[:5]] == [1, 2, 3, 4, 5]
    others = [row.points for row in table.rows[4:]]
    assert others == sorted(others, reverse=True)
    before, plain = standings(tournament, 5), standings(championship("axf2009_men"), 5)
    assert before.ranks == plain.ranks


def test_points_of_the_final_can_stay_apart():
    tournament = asian_men()
    apart = replace(
        tournament,
        options=replace(tournament.options, final=replace(tournament.options.final, adds_points=False)),
    )
    before = {row.number: row.points for row in standings(tournament, 5).rows}
    with_final, without = (
        {row.number: row.points for row in standings(counted).rows} for counted in (tournament, apart)
    )

    assert {number: without[number] for number in (16, 15, 7, 9)} == {n: before[n] for n in (16, 15, 7, 9)}
    assert with_final[16] > without[16]
    assert standings(apart).rows[0].number == 16
    assert tournament_file.loads(tournament_file.dumps(apart)).options == apart.options
    assert pairing_input(tournament, 7)["options"]["final"] == {
        "after": 5,
        "players": (16, 15, 7, 9),
        "third_place": True,
        "best_of": 1,
    }
    assert tournament_from_input(pairing_input(apart, 7)).options.final == apart.options.final


def test_the_losers_of_semi_finals_share_their_stage_without_a_match_for_third_place():
    tournament = asian_men()
    final = replace(tournament.options.final, third_place=False)
    tournament = replace(tournament, options=Options(final=final))
    paired = pair(tournament, 7)

    assert {paired.pairs[0].first, paired.pairs[0].second} == {16, 7}
    assert not {15, 9} & {n for p in paired.pairs for n in (p.first, p.second)}


def test_an_odd_rest_has_a_bye_and_two_finalists_meet_at_once():
    tournament = simulate(9, 4, "wmsg2008", 3, total_rounds=6)
    leaders = tuple(row.number for row in standings(tournament).rows[:2])
    tournament = replace(tournament, options=Options(final=Final(4, leaders)))
    paired = pair(tournament, 5)

    assert {paired.pairs[0].first, paired.pairs[0].second} == set(leaders)
    assert paired.bye is not None
    assert paired.bye not in leaders
    again = tournament_from_input(pairing_input(tournament, 5))
    assert pair(again, 5) == paired


def test_the_finalists_must_be_named():
    tournament = replace(asian_men(), options=Options(final=Final(5)))
    with pytest.raises(PairingInputError) as missing:
        pair(tournament, 6)
    assert missing.value.code == "finalists-missing"


def test_a_semi_final_that_is_drawn_is_open():
    tournament = replace(championship("axf2009_men"), options=asian_men().options)
    with pytest.raises(PairingInputError) as still_open:
        pair(tournament, 7)
    assert (still_open.value.code, still_open.value.params["game"]) == ("match-open", 2)


def test_options_survive_the_file_and_old_files_are_read():
    tournament = asian_men()
    text = tournament_file.dumps(tournament)
    assert tournament_file.loads(text).options == tournament.options
    assert tournament_file.loads(tournament_file.dumps(championship("axf2009_men"))).options == Options()


@pytest.mark.parametrize(
    ("system", "options", "place", "code"),
    [
        ("wxc2015", {"final": {"after": 1, "players": [1, 2, 3]}}, "options.final.players", "final-size"),
        ("wxc2015", {"final": {"after": 1, "players": [1, 9]}}, "options.final.players[1]", "unknown-entry"),
        ("wxc2015", {"final": {"after": 1, "players": [1, 1]}}, "options.final.players[1]", "listed-twice"),
        ("wxc2015", {"final": {"players": [1, 2]}}, "options.final", "missing-key"),
        ("wxc2015", {"best_of": 3}, "options", "unknown-keys"),
        ("knock-out", {"seeds": [7]}, "options.seeds[0]", "unknown-entry"),
        ("round-robin", {"early_federation": "yes"}, "options.early_federation", "not-boolean"),
        ("wxc2015", {"practice_2009": 1}, "options.practice_2009", "not-boolean"),
        ("wmsg2008", {"practice_2009": True}, "options", "unknown-keys"),
        ("wxc2015", [], "options", "not-object"),
    ],
)
def test_a_bad_option_is_one_defect_with_its_place(system, options, place, code):
    entries = [{"number": n} for n in range(1, 5)]
    with pytest.raises(TournamentFileError) as bad:
        tournament_file.to_tournament(
            {"system": system, "entries": entries, "results": [], "options": options}
        )
    assert [(d.place.path, d.code) for d in bad.value.problems] == [(place, code)]
