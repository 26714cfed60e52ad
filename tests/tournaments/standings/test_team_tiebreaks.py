"""Criteria of team matches: an event by hand, and another engine of the same text."""

import os
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.oracles import gacrux_teams
from tests.oracles.team_events import as_trf, played
from tests.tournaments.team_builders import SIX
from tournaments.fouls import FoulKind
from tournaments.standings.criterion import CriteriaError
from tournaments.standings.team_ranking import PRESETS, rank_team_matches
from tournaments.standings.team_tiebreaks import (
    TeamField,
    board_count,
    board_rate,
    opponents,
    sum_of,
    value_of,
)
from tournaments.state.team_matches import PenaltyOfTeam, Primary
from tournaments.state.tournament import Foul

LONG = int(os.environ.get("QIYUAN_PROOF_STATES", "300"))
KEYS = {
    "MPTS": "match-points",
    "GPTS": "board-points",
    "BH:MP": "team-buchholz:match",
    "BH:GP": "team-buchholz:board",
    "BH:MP/C1": "team-buchholz:match/cut-1",
    "BH:GP/C1": "team-buchholz:board/cut-1",
    "MPvGP": "other-score",
    "WIN:MP": "match-wins",
    "SSSC": "sssc",
    "BC": "board-count",
    "EMMSB": "emmsb",
    "EMMSB/C1": "emmsb/cut-1",
    "EGMSB/C1": "egmsb/cut-1",
    "EGGSB/C1": "eggsb/cut-1",
    "EMGSB": "emgsb",
    "EMGSB/C1": "emgsb/cut-1",
    "EGMSB": "egmsb",
    "EGGSB": "eggsb",
}
RANKS = {"EDE": "team-direct", "TBR": "top-boards", "BBE": "bottom-out", "BC": "board-count"}
"""Those that compare teams with each other, after both points. FIDE's EDEBT and its like are not among them:
gacrux counts only the mutual match there (T5)."""
# By team: match and board points, Buchholz of both, the four extended Sonneborn-Bergers, one of them cut,
# board count, and the score of schedule strength.
WORKED = {
    2: ("6", "8", "8", "12", "16", "22", "17", "24", "32.75", "15.5", "12"),
    1: ("4", "5.5", "12", "16.5", "12", "17", "12", "17", "24", "11.5", "11.5"),
    3: ("4", "5.5", "6", "10.5", "4", "5", "5", "10", "13.25", "10.5", "8.5"),
    5: ("2", "3.5", "10", "15", "0", "5", "5", "3", "10.5", "7.5", "8.5"),
    4: ("2", "3", "10", "15", "0", "5", "5", "3", "9.75", "4.5", "8"),
    6: ("0", "1.5", "8", "12", "0", "3", "2", "0", "4.75", "4.5", "5.5"),
}
COLUMNS = (
    "match-points",
    "board-points",
    "team-buchholz:match",
    "team-buchholz:board",
    "emmsb",
    "emgsb",
    "emgsb/cut-1",
    "egmsb",
    "eggsb",
    "board-count",
    "sssc",
)


@pytest.mark.parametrize("team", WORKED)
def test_the_worked_table(team):
    field = TeamField(SIX, 3)

    got = [
        board_count(field, team) if key == "board-count" else value_of(key)(field, team) for key in COLUMNS
    ]

    assert got == [Fraction(text) for text in WORKED[team]]


@pytest.mark.parametrize(
    ("criterion", "first"), [("team-direct", 1), ("top-boards", 3), ("bottom-out", 3), ("board-count", 3)]
)
def test_who_is_ahead_of_two_level_teams(criterion, first):
    rows = rank_team_matches(SIX, 3, ("match-points", "board-points", criterion))

    assert [row.team for row in rows][1] == first
    assert rows[2].separated_by == criterion


def test_fewer_fouls_and_the_lot_come_last():
    teams = tuple(replace(team, members=(team.number * 10,)) for team in SIX.teams)
    level = ("match-points", "board-points")
    fouls = (
        Foul(1, 10, FoulKind.TECHNICAL),
        Foul(2, 10, FoulKind.TECHNICAL),
        Foul(3, 30, FoulKind.TECHNICAL),
    )

    def order(*criteria, event):
        return [row.team for row in rank_team_matches(event, 3, (*level, *criteria))][1:3]

    event = replace(SIX, teams=teams, fouls=fouls)
    assert order("team-fouls", "team-lot", event=event) == [3, 1]
    assert order("team-fouls", "team-lot", event=replace(event, fouls=fouls[1:])) == [1, 3]
    assert order("team-lot", event=event) == [1, 3]


def test_the_summands_add_up_and_say_which_is_cut():
    terms = opponents(TeamField(SIX, 3), 1, Primary.MATCH, Primary.BOARD, cut=1)

    assert [(term.opponent, term.amount, term.cut) for term in terms] == [
        (4, 5, True),
        (3, 12, False),
        (2, 0, False),
    ]
    assert sum_of(terms) == 12


def test_a_penalty_moves_the_team_and_the_sums_of_its_opponents():
    fined = replace(SIX, penalties=(PenaltyOfTeam(team=2, match=-3, board=0, round=3),))

    rows = rank_team_matches(fined, 3, PRESETS["olympiad"])

    assert [row.team for row in rows][:3] == [1, 3, 2]
    assert value_of("team-buchholz:match")(TeamField(fined, 3), 1) == 9


@pytest.mark.parametrize("key", ["emgsb/cut-0", "emgsb/2", "match-points/cut-1", "points", ""])
def test_an_unknown_key_is_named(key):
    with pytest.raises(CriteriaError, match="unknown key"):
        rank_team_matches(SIX, 3, (key,))


def compare(seed: int) -> None:
    event, _ = played(seed, teams=6 + seed % 15, rounds=5, disturbed=seed % 2 == 0)
    after = max(match.round for match in event.matches)
    system = "mp+gp" if event.rules.primary is Primary.MATCH else "gp+mp"
    trf = as_trf(
        replace(event, accelerated=False), after + 1, mode="TYPEA_" + system.upper().replace("+", "_")
    )
    field = TeamField(event, after)
    for code, key in KEYS.items():
        theirs = gacrux_teams.values(trf, after, code)
        value = board_count if key == "board-count" else value_of(key)
        assert {number: value(field, number) for number in theirs} == theirs, (seed, code)
    points = [("MPTS", "match-points"), ("GPTS", "board-points")]
    points.sort(key=lambda item: item[1] != f"{event.rules.primary}-points")
    codes, keys = [list(names) for names in zip(*points, strict=True)]
    for code, key in RANKS.items():
        rows = rank_team_matches(event, after, [*keys, key])
        assert {row.team: row.rank for row in rows} == gacrux_teams.ranks(trf, after, [*codes, code]), seed


@pytest.mark.slow
def test_values_as_gacrux_finds_them():
    for seed in range(6):
        compare(seed)


@pytest.mark.long
def test_values_of_hundreds_of_events_as_gacrux_finds_them(record_property):
    for seed in range(LONG):
        compare(seed)
    record_property("events, values and ranks equal", LONG)
    record_property("criteria", len(KEYS))
    record_property("rankings", len(RANKS))


def test_criteria_of_the_organisers_from_the_boards():
    """Neither is FIDE's: m + 1 times the board points less the board count, and the rate on a board."""
    field = TeamField(SIX, 3)

    assert [value_of("berlin")(field, team) for team in (1, 3)] == [Fraction("10.5"), Fraction("11.5")]
    assert [board_rate(field, team, 1) for team in (2, 1, 6)] == [1, Fraction(1, 2), 0]
    assert [row.team for row in rank_team_matches(SIX, 3, PRESETS["cxa-team"])] == [2, 1, 3, 5, 4, 6]
