"""FIDE's Swiss for teams against another engine of the same rule, and by hand."""

import os
from collections import Counter
from dataclasses import replace

import pytest

from tests.oracles import gacrux_teams
from tests.oracles.team_events import as_trf, played
from tests.tournaments.team_builders import SIX, result
from tournaments.pairing import CannotPair
from tournaments.pairing.team_swiss.pairing import pair_teams
from tournaments.pairing.values import InputCode, PairingInputError, RefusalCode
from tournaments.state.team_matches import ColourModel

LONG = int(os.environ.get("QIYUAN_PROOF_STATES", "2000"))
MODELS = {ColourModel.STRONG: "typea", ColourModel.STRONG_AND_MILD: "typeb", ColourModel.NONE: "nocolor"}


def compare(seed: int, teams: int) -> str:
    """Whether the round was paired or refused; fails on any difference in pairs, sides or bye."""
    rounds = 3 + seed % min(9, teams - 1)
    event, _ = played(seed, teams, rounds, disturbed=seed % 5 < 3)
    number = max((match.round for match in event.matches), default=0) + 1
    rules = event.rules
    points = {"match": "mp", "board": "gp"}
    system = points[rules.primary]
    if rules.secondary_colours:
        system += "+gp" if system == "mp" else "+mp"
    model = MODELS[rules.model]
    mode = "" if model == "nocolor" else f"{model.upper()}_"
    trf = as_trf(event, number, mode=mode + system.upper().replace("+", "_"))
    expected = gacrux_teams.paired(trf, number, ["fideteam", model, system])
    try:
        paired = pair_teams(event, number)
    except CannotPair:
        assert expected is None, seed
        return "refused"
    assert ({(pair.first, pair.second) for pair in paired.pairs}, paired.bye or 0) == expected, seed
    return "paired"


def test_sixty_rounds_as_gacrux_pairs_them():
    seen = Counter(compare(seed, teams=4 + seed % 27) for seed in range(60))

    assert seen["paired"] > 40
    assert seen["refused"] > 2


@pytest.mark.long
def test_thousands_of_rounds_as_gacrux_pairs_them():
    for seed in range(LONG):
        compare(seed, teams=4 + seed % 57)


@pytest.mark.parametrize(
    ("number", "pairs"),
    [
        (1, [(4, 1), (2, 5), (6, 3)]),
        (2, [(3, 1), (4, 2), (5, 6)]),
        (3, [(1, 2), (5, 3), (6, 4)]),
    ],
)
def test_the_worked_example(number, pairs):
    paired = pair_teams(SIX, number)

    assert {(pair.first, pair.second) for pair in paired.pairs} == set(pairs)
    assert [pair.table for pair in paired.pairs] == [1, 2, 3]


def test_the_order_of_teams_in_the_file_changes_nothing():
    event, _ = played(7, 23, 6, disturbed=True)

    assert pair_teams(replace(event, teams=event.teams[::-1]), 6) == pair_teams(event, 6)


def test_sides_of_a_match_without_play_are_not_counted_and_it_may_be_paired_again():
    absent = replace(SIX, teams=SIX.teams[:2], matches=(result(1, 2, "111", round_number=1, forfeits="123"),))

    assert [(pair.first, pair.second) for pair in pair_teams(absent, 2).pairs] == [(2, 1)]


def test_who_has_met_everybody_is_named():
    pair_of_two = replace(SIX, teams=SIX.teams[:2], matches=(result(1, 2, "1==", round_number=1),))

    with pytest.raises(CannotPair) as refusal:
        pair_teams(pair_of_two, 2)

    assert refusal.value.code == RefusalCode.NO_PAIRING
    assert refusal.value.params["players"] == [1]


def test_a_forbidden_pair_is_not_made():
    event = replace(SIX, forbidden=frozenset({(1, 4)}))

    assert all({pair.first, pair.second} != {1, 4} for pair in pair_teams(event, 1).pairs)


@pytest.mark.parametrize(
    ("event", "number", "code"),
    [
        (SIX, 4, InputCode.BAD_ROUND),
        (replace(SIX, matches=SIX.matches[:3]), 3, InputCode.ROUND_MISSING),
        (
            replace(SIX, matches=(*SIX.matches[:5], replace(SIX.matches[5], boards=()))),
            3,
            InputCode.RESULT_MISSING,
        ),
    ],
)
def test_what_cannot_be_paired_yet(event, number, code):
    with pytest.raises(PairingInputError) as refusal:
        pair_teams(event, number)

    assert refusal.value.code == code
