"""Judge weiqi for the referee: what a played record shows, and what the register of fouls knows.

``weiqi``, the default, departs from article 6: only the immediate recapture of a ko is illegal; a longer
cycle is a finding, and the referee rules no result, replay, draw, or play on. ``weiqi-strict`` is the letter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from games.rulebooks.findings import NO_QUESTION, Finding, Kind, Question
from games.weiqi.board import Cycle, Illegal, Repetition
from games.weiqi.judging import Judged
from games.weiqi.record import FaultCode
from games.weiqi.values import BLACK, Move
from tournaments.fouls import OFFENCES

PRACTICE: Final = "weiqi"
STRICT: Final = "weiqi-strict"
# Rulebook → what it does about repetition.
REPETITION: Final[Mapping[str, Repetition]] = MappingProxyType(
    {PRACTICE: Repetition.PRACTICE, STRICT: Repetition.STRICT}
)


class Offence(StrEnum):
    """What the register holds against a player."""

    FORBIDDEN_POINT = "forbidden-point"
    RECAPTURE = "immediate-recapture"
    TWO_PLAYS = "two-plays"
    STONE_LIFTED = "stone-lifted"
    CLOCK_FIRST = "clock-before-play"
    COLOURS_SWAPPED = "colours-swapped"
    STONES_DISPLACED = "stones-displaced"


class WeiqiRuling(StrEnum):
    """What the referee may rule on a cycle; on an offence: its `tournaments.fouls.Offence`."""

    NO_RESULT = "no-result"
    REPLAY = "replay"
    DRAW = "draw"
    PLAY_ON = "play-on"


# What the register of fouls holds about each: its article, what may be ruled.
IN_REGISTER: Final = {
    Offence(offence.key): offence for offence in OFFENCES["weiqi"] if offence.key in set(Offence)
}
# Fault of a record → the offence that it shows, if the record is right.
OFFENCE_OF: Final[Mapping[str, Offence]] = MappingProxyType(
    {
        Illegal.SUICIDE: Offence.FORBIDDEN_POINT,
        Illegal.OCCUPIED: Offence.FORBIDDEN_POINT,
        Illegal.RECAPTURE: Offence.RECAPTURE,
        Illegal.REPETITION: Offence.FORBIDDEN_POINT,
        FaultCode.SAME_COLOUR: Offence.TWO_PLAYS,
    }
)
_ARTICLE_OF: Final[Mapping[str, str]] = MappingProxyType(
    {Illegal.REPETITION: "6, 20", Illegal.OCCUPIED: "2.2, 19"}
)


def findings(judged: Judged, _question: Question = NO_QUESTION) -> list[Finding]:
    """Find what a played record shows, by ply: ``foul`` for an offence, ``warning`` for a cycle to rule
    on."""
    name = STRICT if judged.board.rule is Repetition.STRICT else PRACTICE
    moves = judged.record.moves
    findings_found = [
        Finding(
            name,
            _ARTICLE_OF.get(fault.code, IN_REGISTER[offence].article),
            Kind.FOUL,
            offence,
            _side(moves[fault.ply - 1]),
            fault.ply,
            {"move": fault.text, **fault.params, "rulings": list(map(str, IN_REGISTER[offence].rulings))},
        )
        for fault in judged.faults
        if fault.ply is not None and (offence := OFFENCE_OF.get(fault.code)) is not None
    ]
    for first, last in _runs(judged.cycles):
        # ``until``: the last ply that goes on with the cycle.
        evidence = {
            "move": str(moves[first.ply - 1]),
            "repeats": first.repeats,
            "length": first.length,
            "until": last.ply,
            "rulings": list(map(str, WeiqiRuling)),
        }
        side = _side(moves[first.ply - 1])
        findings_found.append(Finding(name, "6, 20", Kind.WARNING, "cycle", side, first.ply, evidence))
    return sorted(findings_found, key=lambda finding: finding.ply)


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
