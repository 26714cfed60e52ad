"""Standings of European go: OpenGotha's criteria in their order, and the arithmetic behind each value.

Players who are equal in every criterion share a place (1, 2, 2, 4) and are listed by name. Whoever has
neither played nor had a bye is listed apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.state.gotha.criteria import SPELLINGS, Criteria, ordered_by
from tournaments.state.gotha.scores import GoMeeting
from tournaments.state.gotha.values import GoEvent


@dataclass(frozen=True, slots=True)
class CriterionRow:
    """``values`` in the order of the criteria, multiplied as `criteria.TIMES` says."""

    place: int
    number: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CriterionTable:
    """``apart``: numbers of those who have neither played nor had a bye, by name."""

    after: int
    criteria: tuple[str, ...]
    rows: tuple[CriterionRow, ...]
    apart: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CriterionPart:
    """One round of a value: ``times`` of the opponent's ``value`` and the handicap ``handicap_points``
    (taken: less than 0); without an opponent the value itself. All in the value's own multiples."""

    round: int
    value: int
    opponent: int | None = None
    handicap_points: int = 0
    times: int = 1

    @property
    def total(self) -> int:
        return self.times * (self.value + self.handicap_points)


def table(event: GoEvent, after: int, criteria: Sequence[str] | None = None) -> CriterionTable:
    """After the round ``after``, by ``criteria`` or the event's own."""
    names = tuple(event.criteria if criteria is None else criteria)
    computed = Criteria(event, after)
    there = {number for number, score in computed.scores.items() if score.meetings or score.byes}
    rows = {number: row for number, row in computed.values(names).items() if number in there}
    order = {player.number: (player.surname, player.given_name, player.number) for player in event.players}
    ranked: list[CriterionRow] = []
    for i, number in enumerate(ordered_by(rows, order), 1):
        equal = bool(ranked) and ranked[-1].values == rows[number]
        ranked.append(CriterionRow(ranked[-1].place if equal else i, number, rows[number]))
    apart = sorted((number for number in computed.scores if number not in there), key=order.__getitem__)
    return CriterionTable(after, names, tuple(ranked), tuple(apart))


def adds_rounds(criterion: str) -> bool:
    """Whether the criterion adds rounds up, so that `arithmetic` has parts for it."""
    name = SPELLINGS.get(criterion, criterion)
    return name in _BY_ROUND or name.startswith(("SOS", "SODOS", "CUSS"))


def arithmetic(
    event: GoEvent, after: int, number: int, criterion: str, computed: Criteria | None = None
) -> tuple[CriterionPart, ...]:
    """The parts of a criterion that adds rounds up: wins, McMahon score (its start is round 0), SOS, SODOS,
    SOSOS, CUSS of either, EXT and EXR. Their totals make the value; of SOS-1 and SOS-2 the smallest are not
    among them. ``computed``: of the event after this round, where that is at hand. Raises `ValueError` for
    other criteria.
    """
    name = SPELLINGS.get(criterion, criterion)
    computed = computed or Criteria(event, after)
    score, rounds = computed.scores[number], range(1, after + 1)
    if name in _BY_ROUND:
        return _BY_ROUND[name](computed, number)
    kind, mms = (name[:-2], name[-3:-2] == "M") if name[-2:] in ("M1", "M2") else (name, name.endswith("M"))
    if kind in ("CUSSW", "CUSSM"):
        values = score.mms2 if mms else score.nbw2
        return tuple(CriterionPart(n, values[n]) for n in rounds)
    base = kind.removesuffix("M").removesuffix("W")
    if base not in ("SOS", "SODOS", "SOSOS"):
        raise ValueError(f"{criterion} adds no rounds up")
    alone = {"SOS": score.start2, "SODOS": 0, "SOSOS": score.start2 * after}[base] if mms else 0
    sos = computed.column("SOSM" if mms else "SOSW")

    def part(met: GoMeeting) -> CriterionPart:
        if base == "SOSOS":
            return CriterionPart(met.round, sos[met.opponent], met.opponent)
        handicap_points = 2 * met.handicap if mms else 0
        times = met.points2 if base == "SODOS" else 1
        return CriterionPart(
            met.round, computed.opponent2(met.opponent, mms=mms), met.opponent, handicap_points, times
        )

    played = score.meetings
    parts = [part(played[n]) if n in played else CriterionPart(n, alone) for n in rounds]
    dropped = int(name[-1]) if name[-2:] in ("M1", "M2") else 0
    smallest = sorted(parts, key=lambda p: p.total)[:dropped]
    return tuple(p for p in parts if p not in smallest)


def _own_score_parts(computed: Criteria, number: int, *, mms: bool) -> tuple[CriterionPart, ...]:
    """What each round has added to the own score."""
    score = computed.scores[number]
    values = score.mms2 if mms else score.nbw2
    start = [CriterionPart(0, values[0])] if values[0] else []
    rounds = range(1, computed.after + 1)
    met = {n: meeting.opponent for n, meeting in score.meetings.items()}
    return (*start, *(CriterionPart(n, values[n] - values[n - 1], met.get(n)) for n in rounds))


def _exploits(computed: Criteria, number: int, *, won: bool) -> tuple[CriterionPart, ...]:
    """Each opponent's wins, as often as the game counts."""
    meetings = computed.scores[number].meetings
    counted = {
        n: CriterionPart(
            n,
            computed.scores[met.opponent].nbw2[-1],
            met.opponent,
            times=computed.exploit(number, met, won=won),
        )
        for n, met in meetings.items()
    }
    return tuple(counted.get(n, CriterionPart(n, 0)) for n in range(1, computed.after + 1))


_BY_ROUND: Mapping[str, Callable[[Criteria, int], tuple[CriterionPart, ...]]] = {
    "NBW": partial(_own_score_parts, mms=False),
    "MMS": partial(_own_score_parts, mms=True),
    "EXT": partial(_exploits, won=False),
    "EXR": partial(_exploits, won=True),
}
