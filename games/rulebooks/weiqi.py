"""Weiqi for the referee: what a played record shows, and what the register of fouls knows.

``weiqi``, the default, departs from article 6: only the immediate recapture of a ko is illegal; a longer
cycle is a finding, and the referee rules no result, replay, draw, or play on. ``weiqi-strict`` is the letter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from games.rulebooks.findings import NOTHING_ASKED, Asked, Finding, Kind
from games.weiqi.board import Cycle, Illegal, Repetition
from games.weiqi.judging import Judged
from games.weiqi.record import FaultCode
from games.weiqi.values import BLACK, Move

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


def findings(judged: Judged, _asked: Asked = NOTHING_ASKED) -> list[Finding]:
    """The findings of a played record, by ply: ``foul`` for an offence, ``warning`` for a cycle on which the
    referee has to rule.

    Their evidence: the ``move``, the ``rulings`` open to the referee; ``repeats`` and ``length`` of a cycle,
    ``until`` the last ply that goes on with it.
    """
    name = STRICT if judged.board.rule is Repetition.STRICT else PRACTICE
    moves = judged.record.moves
    found = [
        Finding(
            name,
            _ARTICLE_OF.get(fault.code, ARTICLES[offence]),
            Kind.FOUL,
            offence,
            _side(moves[fault.ply - 1]),
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
        side = _side(moves[first.ply - 1])
        found.append(Finding(name, "6, 20", Kind.WARNING, "cycle", side, first.ply, evidence))
    return sorted(found, key=lambda finding: finding.ply)


def _side(move: Move) -> int:
    """0 first (Black), 1 second (White)."""
    return move.colour - BLACK


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
