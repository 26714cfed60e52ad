"""Weiqi for the referee: what a played record shows, and what the register of fouls knows.

``weiqi``, the default, departs from article 6: only the immediate recapture of a ko is illegal; a longer
cycle is a finding, and the referee rules no result, replay, draw, or play on. ``weiqi-strict`` is the letter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from games.weiqi.board import Cycle, Illegal, Repetition
from games.weiqi.judging import Judged
from games.weiqi.record import FaultCode
from games.weiqi.values import SIDE_NAMES

PRACTICE: Final = "weiqi"
STRICT: Final = "weiqi-strict"
REPETITION: Final[Mapping[str, Repetition]] = MappingProxyType(
    {PRACTICE: Repetition.PRACTICE, STRICT: Repetition.STRICT}
)
"""Rulebook → what it does about repetition."""
DEFAULT_WARNINGS_THAT_LOSE: Final = 2


class Offence(StrEnum):
    """What the register holds against a player."""

    FORBIDDEN_POINT = "forbidden-point"
    RECAPTURE = "immediate-recapture"
    TWO_PLAYS = "two-plays"
    STONE_LIFTED = "stone-lifted"
    CLOCK_FIRST = "clock-before-play"
    COLOURS_SWAPPED = "colours-swapped"
    STONES_DISPLACED = "stones-displaced"


ARTICLES: Final[Mapping[Offence, str]] = MappingProxyType(
    {
        Offence.FORBIDDEN_POINT: "5, 19",
        Offence.RECAPTURE: "6, 20",
        Offence.TWO_PLAYS: "2.1, 19",
        Offence.STONE_LIFTED: "2.3, 18",
        Offence.CLOCK_FIRST: "12, 23",
        Offence.COLOURS_SWAPPED: "10, 19",
        Offence.STONES_DISPLACED: "2.3, 25",
    }
)


class Ruling(StrEnum):
    """What the referee may rule on an offence, or on a cycle."""

    WARNING = "warning"
    VOID_AND_PASS = "void-and-pass"  # noqa: S105 - not that pass
    LOSS = "loss"
    REPLAY = "replay"
    NO_RESULT = "no-result"
    BOTH_LOSE = "both-lose"
    DRAW = "draw"
    PLAY_ON = "play-on"


ON_OFFENCE: Final = (
    Ruling.WARNING, Ruling.VOID_AND_PASS, Ruling.LOSS, Ruling.REPLAY, Ruling.NO_RESULT, Ruling.BOTH_LOSE,
)  # fmt: skip
ON_CYCLE: Final = (Ruling.NO_RESULT, Ruling.REPLAY, Ruling.DRAW, Ruling.PLAY_ON)
OFFENCE_OF: Final[Mapping[str, Offence]] = MappingProxyType(
    {
        Illegal.SUICIDE: Offence.FORBIDDEN_POINT,
        Illegal.OCCUPIED: Offence.FORBIDDEN_POINT,
        Illegal.RECAPTURE: Offence.RECAPTURE,
        Illegal.REPETITION: Offence.FORBIDDEN_POINT,
        FaultCode.SAME_COLOUR: Offence.TWO_PLAYS,
    }
)
"""Fault of a record → the offence that it shows, if the record is right."""
_ARTICLE_OF: Final[Mapping[str, str]] = MappingProxyType(
    {Illegal.REPETITION: "6, 20", Illegal.OCCUPIED: "2.2, 19"}
)


@dataclass(frozen=True, slots=True)
class WeiqiFinding:
    """What the referee should look at, with what it rests on; the keys of ``check_record``'s findings.

    kind       ``foul`` (an offence) or ``warning`` (a cycle, for the referee to rule on)
    code       an `Offence`, or ``cycle``
    side       ``first`` or ``second``: who made the play
    evidence   ``repeats`` and ``length`` of a cycle, ``until`` the last ply that goes on with it, ``rulings``
    """

    rulebook: str
    article: str
    kind: str
    code: str
    side: str
    ply: int
    evidence: Mapping[str, object]


def findings(judged: Judged) -> list[WeiqiFinding]:
    """The findings of a played record, by ply."""
    name = STRICT if judged.board.rule is Repetition.STRICT else PRACTICE
    moves = judged.record.moves
    found = [
        WeiqiFinding(
            name,
            _ARTICLE_OF.get(fault.code, ARTICLES[offence]),
            "foul",
            offence,
            SIDE_NAMES[moves[fault.ply - 1].colour],
            fault.ply,
            {"move": fault.text, **fault.params, "rulings": [str(ruling) for ruling in ON_OFFENCE]},
        )
        for fault in judged.faults
        if fault.ply is not None and (offence := OFFENCE_OF.get(fault.code)) is not None
    ]
    for first, last in _runs(judged.cycles):
        evidence = {
            "move": str(moves[first.ply - 1]),
            "repeats": first.repeats,
            "length": first.length,
            "until": last.ply,
            "rulings": [str(ruling) for ruling in ON_CYCLE],
        }
        side = SIDE_NAMES[moves[first.ply - 1].colour]
        found.append(WeiqiFinding(name, "6, 20", "warning", "cycle", side, first.ply, evidence))
    return sorted(found, key=lambda finding: finding.ply)


def _runs(cycles: Sequence[Cycle]) -> list[tuple[Cycle, Cycle]]:
    """Plays that go round one and the same cycle, as first and last."""
    runs: list[tuple[Cycle, Cycle]] = []
    for cycle in cycles:
        if runs and (cycle.ply - 1, cycle.length) == (runs[-1][1].ply, runs[-1][1].length):
            runs[-1] = (runs[-1][0], cycle)
        else:
            runs.append((cycle, cycle))
    return runs


def warnings_lose(warnings: int, limit: int = DEFAULT_WARNINGS_THAT_LOSE) -> bool:
    """Whether a player with that many warnings in one game has lost it."""
    return warnings >= limit
