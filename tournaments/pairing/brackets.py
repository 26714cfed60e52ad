"""The bracket rule that the Swiss systems share (``pairing.md`` section 2), exact for every input.

Players are indexes from 0 in processing order ("position"), sets of players are bit masks. The rule asks for
the lexicographically smallest key over all pairings, so its items are decided one after another, and each
decision is kept only if what remains can still be completed with nothing worse before it:

1. `least_excess`: the global items (rematches where lifted, pairs that must have one colour), least total;
2. per bracket, `floating.choose` finds who leaves (items a to d);
3. then nothing outside the bracket matters any more: `residents.pair_incoming` decides item e,
   `residents.pair_up` items f to h.

*inner*   the members of a bracket who do not leave it; *later*: all players of the brackets after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.pairing.completing import least_excess
from tournaments.pairing.floating import Floater, choose
from tournaments.pairing.problem import NoPairing, RoundProblem
from tournaments.pairing.within_group import Choice, pair_incoming, pair_up

__all__ = ["Bracket", "NoPairing", "RoundProblem", "Solution", "solve"]


@dataclass(frozen=True, slots=True)
class Bracket:
    """What happened in one bracket, for the reasons: who left and why, who chose whom."""

    residents: tuple[int, ...]
    departures: tuple[Floater, ...]
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """``mate[i]`` is i's partner."""

    mate: tuple[int, ...]
    brackets: tuple[Bracket, ...] = field(default=(), compare=False)


def solve(problem: RoundProblem, *, explain: bool = False) -> Solution:
    """The pairing with the smallest key. Raises `NoPairing` when there is none."""
    everybody = (1 << problem.size) - 1
    excess = least_excess(problem, everybody)
    if excess is None:
        raise NoPairing
    if excess == 0:
        problem = problem.without_excess()
    mate = [-1] * problem.size
    brackets: list[Bracket] = []
    incoming: tuple[int, ...] = ()
    later = everybody
    for group in problem.groups:
        end = group[-1] + 1
        later = later >> end << end
        departures = choose(problem, group, incoming, later, explain=explain)
        gone = {departure.player for departure in departures}
        choices = _inner(problem, group, incoming, gone, mate, explain=explain)
        if explain:
            brackets.append(Bracket(tuple(group), departures, choices))
        incoming = tuple(sorted(gone))
    return Solution(tuple(mate), tuple(brackets))


def _inner(
    problem: RoundProblem,
    group: Sequence[int],
    incoming: Sequence[int],
    gone: set[int],
    mate: list[int],
    *,
    explain: bool,
) -> tuple[Choice, ...]:
    stayers = [i for i in incoming if i not in gone]
    residents = [i for i in group if i not in gone]
    met = pair_incoming(problem, stayers, residents)
    for choice in met:
        mate[choice.player], mate[choice.opponent] = choice.opponent, choice.player
    remaining = [i for i in residents if mate[i] < 0]
    choices = pair_up(problem, remaining, explain=explain)
    for choice in choices:
        mate[choice.player], mate[choice.opponent] = choice.opponent, choice.player
    return (*met, *choices)
