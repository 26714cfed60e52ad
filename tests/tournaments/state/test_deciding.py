"""Decider boards: steps as texts, whose turn it is, and who is ahead (cnchess 30)."""

from __future__ import annotations

import pytest

from tournaments.state.deciding import (
    PRESETS,
    PlayedStep,
    Step,
    StepError,
    StepGame,
    as_rows,
    begins_by_exchange,
    next_step,
    played_from,
    step_rule,
)
from tournaments.state.tournament import Result, Side, decided

SECOND = tuple(map(Step.parse, PRESETS["cx30-2"]))
FOURTH = tuple(map(Step.parse, PRESETS["cx30-4"]))


def played_step(rule: Step, result: Result | None, *, begins: bool = False) -> PlayedStep:
    return PlayedStep(rule, begins, (StepGame(1, 4, result),))


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_written_as_they_are_read(name: str) -> None:
    assert [str(Step.parse(text)) for text in PRESETS[name]] == list(PRESETS[name])


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "shape"),
        ("one; 1; even; exchange; next", "shape"),
        ("two; 1; even; exchange; next; 5+3", "who"),
        ("one; 3; even; exchange; next; 5+3", "games"),
        ("one; 1; half; exchange; next; 5+3", "odds"),
        ("one; 1; even; coin; next; 5+3", "colours"),
        ("one; 1; even; lot; stop; 5+3", "draw"),
        ("one; 1; even; lot; next; soon", "clock"),
        ("one; 1; even; lot; next; 5+3 / soon", "clock"),
        ("one; 1; time-odds-40; lot; next; 6+3 / 4+3", "odds"),
        ("all; 1; even; lot; second-wins; 5+3", "draw"),
        ("one; 2; even; lot; second-wins; 5+3", "draw"),
    ],
)
def test_what_is_no_step_names_its_part(text: str, part: str) -> None:
    with pytest.raises(StepError) as error:
        Step.parse(text)
    assert error.value.part == part


def test_time_odds_and_names() -> None:
    less = Step.parse("one; 1; time-odds-40; lot; next; 15 min + 10 s")
    assert list(map(str, less.clocks)) == ["9 min + 10 s", "15 min + 10 s"]
    more = Step.parse("one; 1; time-odds-40-more; lot; next; 5 min + 3 s")
    assert list(map(str, more.clocks)) == ["5 min + 3 s", "7 min + 3 s"]
    assert [step.kind for step in SECOND] == ["rapid", "blitz", "extra"]
    assert list(map(str, SECOND[2].clocks)) == ["6 min + 3 s", "4 min + 3 s"]


def test_the_second_variant_as_the_specification_works_it_out() -> None:
    """A moved first in the slow game: rapid first B, blitz first A; B was second there, chooses to be second,
    and a draw is enough."""
    assert not begins_by_exchange((), first_board=True)
    rapid = played_step(SECOND[0], Result.DRAW)
    assert (next_step(SECOND, (rapid,)), begins_by_exchange((rapid,), first_board=True)) == (2, True)
    blitz = played_step(SECOND[1], Result.DRAW, begins=True)
    assert next_step(SECOND, (rapid, blitz)) == 3
    extra = played_step(SECOND[2], None, begins=True)
    assert (decided((rapid, blitz, extra)), next_step(SECOND, (rapid, blitz, extra))) == (None, 3)
    extra = played_step(SECOND[2], Result.DRAW, begins=True)
    assert (decided((rapid, blitz, extra)), next_step(SECOND, (rapid, blitz, extra))) == (Side.SECOND, None)


def test_a_step_repeats_until_somebody_is_ahead() -> None:
    played = tuple(played_step(FOURTH[min(at, 1)], Result.DRAW, begins=at % 2 == 1) for at in range(5))
    assert [step_rule(FOURTH, number) for number in (1, 2, 6)] == [FOURTH[0], FOURTH[1], FOURTH[1]]
    assert (decided(played), next_step(FOURTH, played)) == (None, 6)
    assert decided((*played, played_step(FOURTH[1], Result.SECOND))) is Side.SECOND
    assert step_rule(SECOND, 4) is None


def test_all_boards_and_two_games() -> None:
    every = Step.parse("all; 2; even; exchange; next; 5+3")
    games = tuple(StepGame(at + 1, at + 11, Result.DRAW) for at in range(5))
    step = PlayedStep(every, False, (*games, StepGame(6, None)))
    assert (step.over, step.halves, step.ahead) == (True, (7, 5), Side.FIRST)
    sides = [step.first_begins(place, (True, False, True)) for place in range(6)]
    assert sides == [False, True, False, True, False, True]
    assert PlayedStep(every, False, (*games, StepGame(None, None))).ahead is None
    assert played_from(as_rows((step,))) == (step,)


def test_a_game_that_nobody_plays_wins_for_nobody() -> None:
    empty = PlayedStep(SECOND[2], True, (StepGame(None, None),))
    assert (empty.over, empty.ahead) == (True, None)
