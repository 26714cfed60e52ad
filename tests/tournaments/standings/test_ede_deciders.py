"""FIDE's deciders of two teams (C.07, 12: EDEBT and its like) are, in one match of a knock-out, lists
of the deciders that a section offers: whoever is level there is level in the direct encounter."""

from dataclasses import replace
from itertools import product

import pytest

from tests.tournaments.team_builders import SIX, result
from tournaments.standings.team_tiebreaks import SPLITS, TeamField
from tournaments.state.team_matches import Decider, goes_on
from tournaments.state.tournament import Side

BOARDS = 4


@pytest.mark.parametrize(
    ("key", "deciders"),
    [
        ("ede-bt", (Decider.BOARD_COUNT, Decider.TOP_BOARDS)),
        ("ede-bb", (Decider.BOARD_COUNT, Decider.BOTTOM_OUT)),
        ("ede-t", (Decider.TOP_BOARDS,)),
        ("ede-b", (Decider.BOTTOM_OUT,)),
    ],
)
def test_every_level_match_is_decided_as_the_direct_encounter_with_its_rest_decides_it(key, deciders):
    rules = replace(SIX.rules, boards=BOARDS, deciders=deciders)
    seen = 0
    for boards in map("".join, product("10=", repeat=BOARDS)):
        if boards.count("1") != boards.count("0"):
            continue
        match = result(1, 2, boards, round_number=1)
        event = replace(SIX, rules=rules, teams=SIX.teams[:2], matches=(match,), byes=(), penalties=())
        parts = SPLITS[key](TeamField(event, 1), [1, 2])
        ahead = {1: Side.FIRST, 2: Side.SECOND}[parts[0][0]] if len(parts) == 2 else None
        on = goes_on(rules, match)
        assert (on[0] if on else None) is ahead, boards
        seen += 1
    assert seen == 19
