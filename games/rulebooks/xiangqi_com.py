"""Judge by the move limits of xiangqi.com, enforced at once: repeated patterns, and plies without a
capture.

*pattern*   a series of p plies (p even, at least 4) that restores the position. Repeated are moves, not
            positions: ABACADA is allowed (note 1). A capture starts anew (note 2): no series goes over it.
*starter*   the side whose move would start the pattern again; the text's "first player".
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.rulebooks import arrows
from games.rulebooks.findings import NO_QUESTION, Finding, Kind, Question
from games.xiangqi.cycles import Played
from games.xiangqi.threats import Threat, captures_of, keeps_general_safe

NAME: Final = "xiangqi-com"
# Repetitions of a pattern, the first time included.
LIMIT: Final = 3
WARNED: Final = 2
SHORTEST: Final = 4
NO_CAPTURE_WARNING: Final = 50
NO_CAPTURE_DRAW: Final = 60


class Pattern(NamedTuple):
    """The last ``length`` plies repeat the ``period`` plies with which they began."""

    period: int
    length: int


def pattern_at(played: Played, ply: int, before: Pattern | None = None) -> Pattern | None:
    """Find the shortest pattern that was played at least twice in a row up to the ply, since the last
    capture."""
    moves, most = played.moves, min(played.quiet[ply], ply)
    goes_on = before is not None and moves[ply - 1] == moves[ply - 1 - before.period]
    for at in reversed(played.occurrences(ply)[:-1]):
        period = ply - at
        if before is not None and goes_on and period >= before.period:
            # Where the one at the ply before only goes on, no longer one is looked for.
            return Pattern(before.period, before.length + 1)
        if 2 * period > most:
            return None
        # The last move tells most that are no pattern apart.
        if period < SHORTEST or moves[ply - 1] != moves[at - 1] or moves[at:ply] != moves[at - period : at]:
            continue
        length = 2 * period
        while length < most and moves[ply - length - 1] == moves[ply - length - 1 + period]:
            length += 1
        return Pattern(period, length)
    return None


def is_chase(played: Played, ply: int, threat: Threat) -> bool:
    """2: say whether a threat that stands after the ply is a chase; it need not be new."""
    if threat.protected:
        return False
    still, square, enemy = played.stills[ply], threat.capture.origin, 1 - played.side_of(ply)
    # If the opponent can take the chasing piece at once, that is an exchange invitation.
    return not any(
        keeps_general_safe(still, move, enemy) for move in captures_of(still.squares, square, enemy)
    )


def chased(played: Played, ply: int) -> set[int]:
    pieces = played.pieces(ply)
    return {pieces[threat.capture.target] for threat in chases(played, ply)}


def chases(played: Played, ply: int) -> list[Threat]:
    """The threats after the ply that are chases."""
    return [threat for threat in played.threats(ply, played.side_of(ply)) if is_chase(played, ply, threat)]


def rule_1(played: Played, plies: range) -> bool:
    """1: all of these moves of one side are checks."""
    return all(played.checks[ply] for ply in plies)


def rule_2(played: Played, plies: range) -> int | None:
    """2: the piece that all of these moves of one side chase, if there is one."""
    same: set[int] | None = None
    for ply in plies:
        now = chased(played, ply)
        same = now if same is None else same & now
        if not same:
            return None
    return min(same) if same else None


def disabled(played: Played, ply: int, pattern: Pattern, side: int) -> Finding | None:
    """Rules 1 and 2 for the side to move: playing the pattern on is disabled."""
    first = ply - pattern.period + 1
    plies = range(first + (played.side_of(first) != side), ply + 1, 2)
    details: dict[str, object] = {
        "plies": list(plies),
        "period": pattern.period,
        "move": str(played.moves[ply - pattern.period]),
    }
    if rule_1(played, plies):
        details["arrows"] = arrows.on_general(played, plies)
        return Finding(NAME, "1", Kind.DISABLED, "perpetual-check", side, ply, details)
    piece = rule_2(played, plies)
    if piece is None:
        return None
    details |= arrows.named_piece(played, piece, ply)
    details["arrows"] = {
        str(at): [
            str(threat.capture)
            for threat in chases(played, at)
            if played.pieces(at)[threat.capture.target] == piece
        ]
        for at in plies
    }
    return Finding(NAME, "2", Kind.DISABLED, "perpetual-chase", side, ply, details)


def rule_3(played: Played, ply: int, pattern: Pattern, kind: Kind) -> Finding:
    """3: a pattern that is neither check nor chase: a draw, with a warning to both before."""
    details: dict[str, object] = {
        "plies": list(range(ply - pattern.period + 1, ply + 1)),
        "period": pattern.period,
        "times": pattern.length // pattern.period,
    }
    return Finding(NAME, "3", kind, "pattern-repeated", None, ply, details)


def rule_4(played: Played, ply: int) -> Finding | None:
    """4: 60 plies without a capture are a draw, with a warning at the 50th."""
    kind = {NO_CAPTURE_WARNING: Kind.WARNING, NO_CAPTURE_DRAW: Kind.DRAW}.get(played.quiet[ply])
    if kind is None or played.is_over(ply):
        return None
    details: dict[str, object] = {"quiet": played.quiet[ply], "limit": NO_CAPTURE_DRAW}
    return Finding(NAME, "4", kind, "no-capture", None, ply, details)


def patterns(played: Played, ply: int, pattern: Pattern | None) -> Finding | None:
    """Judge rules 1 to 3 at a ply: at a pattern's second time a warning, at the third what follows."""
    if pattern is None:
        return None
    starter = 1 - played.side_of(ply)
    over = pattern.length - LIMIT * pattern.period
    # At the third time the starter is judged. If only the other side checks or chases, its own pattern, a ply
    # later, is complete too: then it is the starter.
    if over in (0, 1):
        barred = disabled(played, ply, pattern, starter)
        if over == 1:
            return None if disabled(played, ply - 1, pattern, 1 - starter) else barred
        if barred:
            return barred
    if over not in (0, -pattern.period):
        return None
    if any(disabled(played, ply, pattern, side) for side in (0, 1)):
        return None
    return rule_3(played, ply, pattern, Kind.DRAW if over == 0 else Kind.WARNING)


class Table:
    """Judge a game that goes on."""

    def __init__(self, played: Played) -> None:
        self._played = played
        self._patterns: dict[int, Pattern | None] = {}

    def at(self, ply: int) -> list[Finding]:
        played = self._played
        by_rule = patterns(played, ply, self._pattern(ply)), rule_4(played, ply)
        return [finding for finding in by_rule if finding is not None]

    def is_over(self, finding: Finding, ply: int) -> bool:
        """Whether the ply takes a piece (4), or the pattern is not played on."""
        return not self._played.quiet[ply] if finding.article == "4" else self._pattern(ply) is None

    def cut(self, ply: int) -> None:
        for later in [at for at in self._patterns if at > ply]:
            del self._patterns[later]

    def _pattern(self, ply: int) -> Pattern | None:
        if self._played.repetitions[ply] < WARNED:
            return None
        if ply not in self._patterns:
            self._patterns[ply] = pattern_at(self._played, ply, self._patterns.get(ply - 1))
        return self._patterns[ply]


def findings(played: Played, _question: Question = NO_QUESTION) -> list[Finding]:
    """Say what the limits say, by ply."""
    table = Table(played)
    # The first draw ends the game there, what follows is said all the same.
    return [finding for ply in range(1, len(played) + 1) for finding in table.at(ply)]
