"""Decider boards of a level match as pages, papers and documents show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from portal.published.documents import extended
from tournaments.queries.public.public import PublicPerson, ResultValue
from tournaments.state.clocks import clock_text
from tournaments.state.deciding import PlayedStep, Step
from tournaments.state.tournament import Result
from tournaments.wording.teams.deciding import KINDS, halves_text, step_clock_text

VALUES: Mapping[Result, ResultValue] = {
    Result.FIRST: "1-0",
    Result.SECOND: "0-1",
    Result.DRAW: "1/2",
    Result.NONE: "0-0",
}


@dataclass(frozen=True, slots=True)
class StepGameLine:
    """A game of a step; where one side is empty, nobody has played."""

    first: Annotated[PublicPerson | None, _("Of the first team; null for nobody.")]
    second: PublicPerson | None
    first_begins: Annotated[bool, _("Whether the first team's player moves first.")]
    value: Annotated[ResultValue | None, _("The first team's points first; null while it is played.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepStand:
    """What one step of the decider boards stands at."""

    step: Annotated[int, _("Number of the step.")]
    kind: Annotated[str, _("standard, rapid, blitz or extra.")]
    rule: Annotated[str, _("Who plays, games, time odds, sides, what a draw leads to, clock.")]
    points: Annotated[str, _("Of the side that is named first: a win 1, a draw 0.5.")]
    against: str
    over: bool

    @property
    def name(self) -> str:
        """In the reader's language, and so the others."""
        return str(KINDS[self.kind])

    @property
    def clock(self) -> str:
        return step_clock_text(Step.parse(self.rule))

    @property
    def score(self) -> str:
        """``½–½``; empty while it is played."""
        if not self.over:
            return ""
        ours, theirs = (int(2 * float(points)) for points in (self.points, self.against))
        return f"{halves_text(ours)}–{halves_text(theirs)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLine(StepStand):
    """One step with its games, the first team named first."""

    first_clock: Annotated[str, _("Time control of who moves first.")]
    second_clock: Annotated[str, _("Of who moves second.")]
    ahead: Annotated[str, _("Who has won the step: first, second, or empty.")]
    first_left: Annotated[
        str, _("With what the side named first begins, where time left from the game before is played on.")
    ]
    second_left: Annotated[str, _("The same of the other side.")]
    games: Sequence[StepGameLine]


def step_stands(steps: Sequence[PlayedStep], *, first_team: bool) -> list[StepStand]:
    """As one of the teams has them."""
    return [_stand(number, step, first_team=first_team) for number, step in enumerate(steps, 1)]


def _stand(number: int, step: PlayedStep, *, first_team: bool) -> StepStand:
    ours, theirs = step.halves if first_team else step.halves[::-1]
    return StepStand(
        step=number,
        kind=step.rule.kind,
        rule=str(step.rule),
        points=f"{ours / 2:g}",
        against=f"{theirs / 2:g}",
        over=step.over,
    )


def step_lines(
    steps: Sequence[PlayedStep], people: Mapping[int, PublicPerson], boards: Sequence[bool]
) -> list[StepLine]:
    """``boards``: by board of the match, whether the first team moves first there."""
    return [_line(number, step, people, boards) for number, step in enumerate(steps, 1)]


def _line(
    number: int, step: PlayedStep, people: Mapping[int, PublicPerson], boards: Sequence[bool]
) -> StepLine:
    first, second = step.rule.clocks
    ours, theirs = map(clock_text, step.left) if step.left else ("", "")
    return extended(
        StepLine,
        _stand(number, step, first_team=True),
        first_clock=str(first),
        second_clock=str(second),
        ahead=str(step.ahead or ""),
        first_left=ours,
        second_left=theirs,
        games=[
            StepGameLine(
                people.get(game.first or 0),
                people.get(game.second or 0),
                step.first_begins(place, boards),
                VALUES[game.value] if game.value else None,
            )
            for place, game in enumerate(step.games)
        ],
    )
