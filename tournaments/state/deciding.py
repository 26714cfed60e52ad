"""Decider boards: with what a level match of teams is played on, step by step, until one side is ahead.

*step*      one or two games of one named player of each side, or a game on every board, by a clock of its own
*clock*     of the side that moves first, and of the other: time odds are two clocks
*begins*    whether the first team's player moves first: in game 1, or on board 1

What a step gives decides who goes on and nothing else: the points of the match stand. Where nobody is knocked
out who wins the steps of a drawn game has `Points.decider` further (armageddon for half a point). Source: the
rules of
cnchess.net, chapter 7, 30, and their appendix on quick games (Red with 40 per cent less, or Black with 40
more).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.state.time_control import TimeControl, TimeControlError
from tournaments.state.tournament import Result, Side

MOST_STEPS = 6
MOST_PLAYED = 20
# Given as what decided a match where its decider boards have.
BY_STEPS = "decider-boards"
_SIDES = " / "
_PARTS = 6


class StepError(ValueError):
    """A text that is no step; ``part``: which of its parts (`Step.parse`)."""

    def __init__(self, text: str, part: str) -> None:
        super().__init__(f"no step ({part}): {text!r}")
        self.text = text
        self.part = part


class Who(StrEnum):
    ONE = "one"
    ALL = "all"


class Odds(StrEnum):
    EVEN = "even"
    LESS = "time-odds-40"  # who moves first has 40 per cent of the main time less
    MORE = "time-odds-40-more"  # who moves second has 40 per cent more
    REMAINING = "remaining"  # each side has what the game before has left of the main time


class Colours(StrEnum):
    """Who moves first."""

    EXCHANGE = "exchange"  # who moved second in the step before, or on board 1 of the match
    LOT = "lot"
    CHOICE_LOT = "choice:lot"  # who wins the lot chooses
    CHOICE_SECOND = "choice:second-before"  # who moved second in the step before chooses
    CHOICE_OTHER = "choice:not-chooser"  # who did not choose the sides of the match chooses
    CHOICE_HIGHER = "choice:higher"  # who was placed higher in the stage before chooses


class Draw(StrEnum):
    """What a level step leads to."""

    NEXT = "next"
    REPEAT = "repeat"
    SECOND_WINS = "second-wins"


class StepKind(StrEnum):
    """What a step is called: by its clock, or by its draw odds."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True)
class Step:
    """``clock``: of both sides, or of who moves first where ``second`` is that of the other.

    >>> str(Step.parse("one; 1; even; choice:second-before; second-wins; 6+3/4+3"))
    'one; 1; even; choice:second-before; second-wins; 6 min + 3 s / 4 min + 3 s'
    """

    clock: TimeControl
    second: TimeControl | None = None
    who: Who = Who.ONE
    games: int = 1
    odds: Odds = Odds.EVEN
    colours: Colours = Colours.EXCHANGE
    draw: Draw = Draw.NEXT

    @classmethod
    def parse(cls, text: str) -> Step:
        """Raises `StepError` by ``shape``, ``who``, ``games``, ``odds``, ``colours``, ``draw``, ``clock``."""
        parts = [part.strip() for part in text.split(";", _PARTS - 1)]
        if len(parts) != _PARTS:
            raise StepError(text, "shape")
        who, games, odds, colours, draw, clock = parts
        for part, value, choices in (
            ("who", who, Who),
            ("games", games, ("1", "2")),
            ("odds", odds, Odds),
            ("colours", colours, Colours),
            ("draw", draw, Draw),
        ):
            if value not in tuple(choices):
                raise StepError(text, part)
        try:
            clocks = [TimeControl.parse(clock_text) for clock_text in clock.split("/", 1)]
        except TimeControlError:
            raise StepError(text, "clock") from None
        step = cls(
            clocks[0],
            clocks[1] if len(clocks) > 1 else None,
            Who(who),
            int(games),
            Odds(odds),
            Colours(colours),
            Draw(draw),
        )
        if step.second is not None and step.odds is not Odds.EVEN:
            raise StepError(text, "odds")
        if step.odds is Odds.REMAINING and (step.who, step.games) != (Who.ONE, 1):
            # What a second game, or another player, begins with is nowhere noted.
            raise StepError(text, "odds")
        if step.draw is Draw.SECOND_WINS and (step.who, step.games) != (Who.ONE, 1):
            # Both sides are second on some board, or in one of two games.
            raise StepError(text, "draw")
        return step

    def __str__(self) -> str:
        clock = str(self.clock) if self.second is None else f"{self.clock}{_SIDES}{self.second}"
        return "; ".join((self.who, str(self.games), self.odds, self.colours, self.draw, clock))

    @property
    def clocks(self) -> tuple[TimeControl, TimeControl]:
        """Of who moves first, and of who moves second."""
        if self.odds is Odds.LESS:
            return _times(self.clock, 6), self.clock
        if self.odds is Odds.MORE:
            return self.clock, _times(self.clock, 14)
        return self.clock, self.second or self.clock

    @property
    def kind(self) -> StepKind:
        """FIDE's limits, of 60 moves: less than 10 minutes, less than an hour."""
        if self.draw is Draw.SECOND_WINS:
            return StepKind.EXTRA
        longest = max(
            control.main + 60 * control.increment + control.periods * control.period
            for control in self.clocks
        )
        return StepKind.BLITZ if longest < 600 else StepKind.RAPID if longest < 3600 else StepKind.STANDARD

    def seats(self, boards: int) -> int:
        """How many games it has."""
        return self.games * (boards if self.who is Who.ALL else 1)


def _times(clock: TimeControl, tenths: int) -> TimeControl:
    return TimeControl(clock.main * tenths // 10, clock.increment, clock.periods, clock.period, clock.moves)


# What a game of a step can end in.
STEP_RESULTS = (Result.FIRST, Result.SECOND, Result.DRAW, Result.NONE)


@dataclass(frozen=True, slots=True)
class StepGame:
    """``result`` as the first team has it, None while it is played. Who has nobody there has lost it."""

    first: int | None
    second: int | None
    result: Result | None = None

    @property
    def value(self) -> Result | None:
        if self.first is not None and self.second is not None:
            return self.result
        return (
            Result.NONE
            if self.first is self.second
            else Result.SECOND
            if self.first is None
            else Result.FIRST
        )


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A step as it is played: by the ``rule`` that stood when it was begun. ``left``: of `Odds.REMAINING`,
    the seconds with which the first side begins, and the second."""

    rule: Step
    begins: bool
    games: tuple[StepGame, ...]
    left: tuple[int, int] | None = None

    @property
    def over(self) -> bool:
        return all(game.value is not None for game in self.games)

    @property
    def halves(self) -> tuple[int, int]:
        """Half points of the first team, and of the second."""
        gives = {
            Result.FIRST: (2, 0),
            Result.SECOND: (0, 2),
            Result.DRAW: (1, 1),
            Result.NONE: (0, 0),
            None: (0, 0),
        }
        rows = [gives[game.value] for game in self.games]
        return sum(row[0] for row in rows), sum(row[1] for row in rows)

    @property
    def ahead(self) -> Side | None:
        """Who has won it; None while it is played, and where it is level."""
        ours, theirs = self.halves
        if not self.over:
            return None
        if ours != theirs:
            return Side.FIRST if ours > theirs else Side.SECOND
        if self.rule.draw is Draw.SECOND_WINS and self.games[0].value is Result.DRAW:
            return Side.SECOND if self.begins else Side.FIRST
        return None

    def first_begins(self, place: int, boards: Sequence[bool]) -> bool:
        """Tell whether the first team moves first in the game of this place, from 0."""
        if self.rule.who is Who.ONE:
            return self.begins is (place % 2 == 0)
        leg, board = divmod(place, len(boards))
        # Where all play on, as on the boards of the match or the other way round.
        return ((boards[board] is boards[0]) is self.begins) is (leg == 0)

    @property
    def last_begins(self) -> bool:
        """Who moved first when it ended."""
        return self.begins is (self.rule.games == 1)


def step_rule(steps: Sequence[Step], number: int) -> Step | None:
    """The step that is played as the one of this number, from 1; None where the list is at its end."""
    repeated = next((at for at, step in enumerate(steps) if step.draw is Draw.REPEAT), len(steps))
    place = min(number - 1, repeated)
    return steps[place] if place < len(steps) and number <= MOST_PLAYED else None


def next_step(steps: Sequence[Step], played: Sequence[PlayedStep]) -> int | None:
    """The number of the step that is on or to be played; None where somebody is ahead or none is left."""
    for number, step in enumerate(played, 1):
        if not step.over:
            return number
        if step.ahead is not None:
            return None
    return len(played) + 1 if step_rule(steps, len(played) + 1) else None


def begins_by_exchange(played: Sequence[PlayedStep], *, first_board: bool) -> bool:
    """Tell whether the first team moves first when sides are exchanged; ``first_board``: of the match."""
    return not (played[-1].last_begins if played else first_board)


def decide_players(steps: Sequence[Step]) -> bool:
    """Tell whether two players can be told apart by these steps."""
    # A step may be left level only if another one follows.
    return all(step.who is Who.ONE for step in steps) and steps[-1].draw is not Draw.NEXT


def chooser(rule: Step, played: Sequence[PlayedStep], *, first_board: bool) -> Side | None:
    """Return who chooses the sides of a step; None: a lot, or something before the steps."""
    if rule.colours is not Colours.CHOICE_SECOND:
        return None
    return Side.FIRST if begins_by_exchange(played, first_board=first_board) else Side.SECOND


# Lists that people choose as a whole; the slow game of the rules is the match. In `cx30-1` and `cx30-3` the
# choice is that of who did not choose the sides of the match, or of who was placed higher before
# (`choice:higher`), as the organiser settles it.
PRESETS: Mapping[str, tuple[str, ...]] = {
    "cx30-1": (
        "one; 1; even; exchange; next; 10 min + 10 s",
        "one; 1; even; choice:not-chooser; second-wins; 6 min + 3 s / 4 min + 3 s",
    ),
    "cx30-2": (
        "one; 1; even; exchange; next; 10 min + 10 s",
        "one; 1; even; exchange; next; 5 min + 3 s",
        "one; 1; even; choice:second-before; second-wins; 6 min + 3 s / 4 min + 3 s",
    ),
    "cx30-3": (
        "one; 1; even; exchange; next; 10 min + 10 s",
        "one; 1; even; exchange; next; 5 min + 3 s",
        "one; 1; even; exchange; next; 5 min + 3 s",
        "one; 1; even; choice:not-chooser; second-wins; 6 min + 3 s / 4 min + 3 s",
    ),
    "cx30-4": (
        "one; 1; even; exchange; next; 10 min + 10 s",
        "one; 1; even; exchange; repeat; 5 min + 3 s",
    ),
    "cx30-5": (
        "one; 1; even; lot; next; 5 min + 3 s",
        "one; 1; even; exchange; next; 5 min + 3 s",
        "one; 1; even; choice:lot; second-wins; 6 min + 3 s / 4 min + 3 s",
    ),
    "cx30-6": ("one; 1; even; lot; next; 5 min + 3 s", "one; 1; even; exchange; repeat; 5 min + 3 s"),
    "time-odds-40": ("one; 1; time-odds-40; lot; second-wins; 15 min + 10 s",),
    "all-blitz": ("all; 1; even; exchange; repeat; 5 min + 3 s",),
}


def played_from(rows: Sequence[Mapping[str, object]]) -> tuple[PlayedStep, ...]:
    """From ``{"rule": "one; 1; …", "begins": true, "games": [[12, 15, "1-0"], …]}``, as `as_rows` writes it.
    Raises `StepError`; ValueError or TypeError on what has another shape."""
    steps = []
    for row in rows:
        games = row["games"]
        if not isinstance(games, list) or type(row["begins"]) is not bool:
            raise TypeError(f"no played step: {row!r}"[:80])
        steps.append(
            PlayedStep(
                Step.parse(str(row["rule"])),
                row["begins"],
                tuple(
                    StepGame(first, second, Result(value) if value else None)
                    for first, second, value in games
                ),
                _left(row),
            )
        )
    return tuple(steps)


def _left(row: Mapping[str, object]) -> tuple[int, int] | None:
    if "left" not in row:
        return None
    left = row["left"]
    if not isinstance(left, list) or len(left) != 2 or any(type(seconds) is not int for seconds in left):
        raise TypeError(f"no seconds: {row!r}"[:80])
    return left[0], left[1]


def as_rows(played: Sequence[PlayedStep]) -> list[dict[str, object]]:
    """The form that `played_from` reads."""
    return [
        {
            "rule": str(step.rule),
            "begins": step.begins,
            "games": [[game.first, game.second, game.result or ""] for game in step.games],
            **({"left": list(step.left)} if step.left else {}),
        }
        for step in played
    ]
