"""Sit with a rulebook at the table: what is due to somebody with each ply, and until when.

*series*    what one article says of one side since the same capture: it may rise, to *loss*.
*prompt*    a finding that begins a series or makes it rise; the same again is not said.
*standing*  the prompts that are not over.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.rulebooks import axf, tiantian2020, wxc2015, xiangqi_com
from games.rulebooks.findings import SIDES, Finding, Judge, Kind, plain
from games.rulebooks.registry import is_automatic
from games.xiangqi.cycles import Anchor, Played
from games.xiangqi.fen import START_POSITION, FileErrorCode, Position
from games.xiangqi.values import Move

REFEREE: Final = "referee"
# What weighs more within a series; only a rise is a prompt.
RANKS: Final[Mapping[Kind, int]] = MappingProxyType(
    {
        Kind.WARNING: 1,
        Kind.CLAIMABLE: 2,
        Kind.MUST_CHANGE: 3,
        Kind.DISABLED: 4,
        Kind.DRAW: 5,
        Kind.LOSS: 5,
    }
)
# Rulebook, article → the cause of a result by it; every other article is about repetition.
CAUSES: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        (tiantian2020.NAME, "1.1"): "no-crossing",
        (tiantian2020.NAME, "1.6"): "natural-limit",
        (tiantian2020.NAME, "1.7"): "move-limit",
        (xiangqi_com.NAME, "4"): "natural-limit",
        (wxc2015.NAME, "5"): "natural-limit",
    }
)


# Code of what a table says that calls a referee: no rulebook's, and nobody else's to hear.
CALLED: Final = "referee-called"
# Code of what a table says with which its game ended: the referee enters it, or not.
REPORTED: Final = "result-reported"
# Code of what a flag says, and the cause of what follows.
OF_TIME: Final = "time"


class End(NamedTuple):
    """What a finding makes of the game."""

    # Of the first side.
    result: str
    cause: str
    article: str


class Change(NamedTuple):
    """What a ply or a take-back did."""

    # New, or standing again.
    raised: tuple[Finding, ...]
    over: tuple[Finding, ...]


NO_CHANGE: Final = Change((), ())


def recipients(finding: Finding, *, online: bool) -> tuple[str, ...]:
    """Say who is prompted: in a hall the referee alone; on line too, by rules that know referees and
    claims."""
    if not online or not is_automatic(finding.rulebook) or finding.code in (CALLED, REPORTED):
        return (REFEREE,)
    if finding.kind is Kind.DISABLED and finding.side is not None:
        return SIDES[finding.side], REFEREE
    return (*SIDES, REFEREE)


def is_applied(finding: Finding, *, online: bool) -> bool:
    """Whether the program rules, rather than propose."""
    if finding.code == REPORTED:
        return False
    return online and finding.kind in (Kind.DRAW, Kind.LOSS) and is_automatic(finding.rulebook)


def end_by(finding: Finding) -> End | None:
    """Give the result that follows from a finding; None: none does."""
    if finding.code == REPORTED:
        evidence = finding.evidence
        return End(evidence["result"], evidence["ended"], evidence["by"])
    by_article = CAUSES.get((finding.rulebook, finding.article), "repetition")
    cause = OF_TIME if finding.code == OF_TIME else by_article
    if finding.kind is Kind.DRAW:
        return End("1/2-1/2", cause, finding.article)
    if finding.kind is Kind.LOSS:
        return End("1-0" if finding.side else "0-1", cause, finding.article)
    return None


class SilentRulebook:
    """Judge nothing, where there is no rulebook."""

    def __init__(self, _played: Played) -> None:
        pass

    def at(self, _ply: int) -> list[Finding]:
        return []

    def is_over(self, _finding: Finding, _ply: int) -> bool:
        return True

    def cut(self, _ply: int) -> None:
        """Nothing is remembered."""


JUDGES: Final[Mapping[str, Callable[[Played], Judge]]] = MappingProxyType(
    {
        "": SilentRulebook,
        axf.NAME: axf.Series,
        wxc2015.NAME: wxc2015.Table,
        tiantian2020.NAME: tiantian2020.Table,
        xiangqi_com.NAME: xiangqi_com.Table,
    }
)
# By ply, where it changed: the prompts that stood after it.
Standing = tuple[tuple[int, tuple[Finding, ...]], ...]


class Table:
    """Follow a game of xiangqi under one rulebook: plies are added and taken back, what is due is prompted
    once."""

    def __init__(self, rulebook: str, played: Played, standing: Standing = ()) -> None:
        self.rulebook = rulebook
        self.played = played
        self._judge = JUDGES[rulebook](played)
        self._standing = list(standing)

    @classmethod
    def of(
        cls,
        rulebook: str,
        moves: Iterable[Move] = (),
        start: Position = START_POSITION,
        *,
        allowed: Container[FileErrorCode] = (),
    ) -> Table:
        """Follow a game from its start, or raise `IllegalMoveError`, `FenError`."""
        table = cls(rulebook, Played.of((), start, allowed=allowed))
        for move in moves:
            table.push(move)
        return table

    # The fold needs no memory of a process: an anchor (`games.xiangqi.cycles`), the plies since and what
    # stood after them give the same as having followed the game.
    @classmethod
    def resumed(cls, rulebook: str, anchor: Anchor, moves: Iterable[Move], standing: Standing) -> Table:
        """Take a game up: the moves since the anchor, and `standing` as it was after them."""
        allowed = frozenset(FileErrorCode)
        return cls(rulebook, Played.resumed(anchor, moves, allowed=allowed), standing)

    @property
    def standing(self) -> Standing:
        """Give what has to be kept to take the game up."""
        # What lies before the anchor, with its last entry.
        return tuple(self._standing)

    @property
    def prompts(self) -> tuple[Finding, ...]:
        """The prompts that stand."""
        return self._standing[-1][1] if self._standing else ()

    @property
    def disabled(self) -> dict[str, Finding]:
        """The moves (ICCS) that the side to move may not play, and why."""
        here = len(self.played)
        return {f.evidence["move"]: f for f in self.prompts if f.kind is Kind.DISABLED and f.ply == here}

    def push(self, move: Move) -> Change:
        """Add a ply; raise `IllegalMoveError` and change nothing for an illegal one."""
        played = self.played
        played.push(move)
        ply = len(played)
        before = self.prompts
        over = tuple(f for f in before if self._judge.is_over(f, ply)) if before else ()
        stands = [f for f in before if f not in over]
        raised = []
        for finding in self._judge.at(ply):
            same = next((f for f in stands if _series(f) == _series(finding)), None)
            if same is None:
                stands.append(finding)
            elif RANKS[finding.kind] > RANKS[same.kind]:
                stands[stands.index(same)] = finding
            else:
                continue
            raised.append(finding)
        if over or raised:
            self._standing.append((ply, tuple(stands)))
        return Change(tuple(raised), over)

    def back(self, ply: int) -> Change:
        """Take plies back until so many are left; raise `IndexError` where the anchor is later."""
        before = self.prompts
        while len(self.played) > ply:
            self.played.pop()
        self._judge.cut(ply)
        while self._standing and self._standing[-1][0] > ply:
            self._standing.pop()
        now = self.prompts
        again = tuple(f for f in now if f not in before)
        return Change(again, tuple(f for f in before if f not in now))


def _series(finding: Finding) -> tuple[str, int | None]:
    return finding.article, finding.side


def as_json(standing: Standing) -> list[Any]:
    """Plain values, which `from_json` reads."""
    return [[ply, [plain(f) for f in prompts]] for ply, prompts in standing]


def from_json(stored: Sequence[Any]) -> Standing:
    return tuple((ply, tuple(map(finding_from, prompts))) for ply, prompts in stored)


def finding_from(stored: Mapping[str, Any]) -> Finding:
    side = None if stored["side"] is None else SIDES.index(stored["side"])
    return Finding(**{**stored, "side": side, "kind": Kind(stored["kind"])})
