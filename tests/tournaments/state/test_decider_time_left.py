"""A decider game that goes on with what the game before has left on both clocks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.exchange.reading import TournamentFileError
from tournaments.exchange.tournament_file import dumps, loads
from tournaments.state.deciding import Odds, PlayedStep, Step, StepError, StepGame, as_rows, played_from
from tournaments.state.options import Options
from tournaments.state.team_settings import TeamSettingError, TeamSettings
from tournaments.state.tournament import Entry, Game, Result, Tournament

RULE = "one; 1; remaining; exchange; repeat; 20 min + 5 s"
STEP = PlayedStep(Step.parse(RULE), False, (StepGame(1, 2, Result.SECOND),), (760, 65))
CUP = Tournament(
    "knock-out",
    (Entry(1, "Ann"), Entry(2, "Bob")),
    (Game(1, 1, 1, 2, Result.DRAW, steps=(STEP,)),),
    rounds=1,
    options=Options(steps=(RULE,)),
)


def test_the_rule_is_read_as_it_is_written() -> None:
    assert (str(STEP.rule), STEP.rule.odds) == (RULE, Odds.REMAINING)
    assert [str(clock) for clock in STEP.rule.clocks] == ["20 min + 5 s"] * 2


@pytest.mark.parametrize(
    "rule", [RULE.replace("; 1;", "; 2;"), RULE.replace("one;", "all;"), f"{RULE} / 10 min"]
)
def test_a_second_game_or_another_player_has_no_time_left(rule: str) -> None:
    with pytest.raises(StepError) as refused:
        Step.parse(rule)
    assert refused.value.part == "odds"
    with pytest.raises(TeamSettingError):
        TeamSettings(steps=(RULE,))


def test_both_clocks_are_kept_with_the_step() -> None:
    assert as_rows([STEP])[0]["left"] == [760, 65]
    assert played_from(as_rows([STEP])) == (STEP,)
    assert loads(dumps(CUP)) == CUP


@pytest.mark.parametrize(
    "step", [replace(STEP, left=None), replace(STEP, rule=Step.parse(RULE.replace("remaining", "even")))]
)
def test_a_file_without_them_or_with_clocks_nobody_asked_for_is_refused(step: PlayedStep) -> None:
    with pytest.raises(TournamentFileError, match="left"):
        loads(dumps(replace(CUP, games=(replace(CUP.games[0], steps=(step,)),))))
