"""Say what a rulebook says about a game: findings, as values.

A finding is a proposal to the referee over the board and a decision on line. Its ``code`` has a sentence in
``games.wording.findings``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple, Protocol

SIDES: Final = ("first", "second")


class Kind(StrEnum):
    """What follows from a finding."""

    WARNING = "warning"
    MUST_CHANGE = "must-change"
    DISABLED = "disabled"
    DRAW = "draw"
    LOSS = "loss"
    CLAIM_RIGHT = "claim-right"
    CLAIM_WRONG = "claim-wrong"
    FOUL = "foul"
    CLAIMABLE = "claimable"


class Claim(NamedTuple):
    """A player's claim of a draw: the side (0 first, 1 second) and the ply up to which it counts."""

    side: int
    ply: int


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked besides the moves: claims in order, and the seconds left on the clocks, by side."""

    claims: Sequence[Claim] = ()
    clocks: Mapping[int, float] = field(default_factory=dict)


NO_QUESTION: Final = Question()


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding, in xiangqi or in weiqi."""

    rulebook: str
    # As the rulebook's text numbers it.
    article: str
    kind: Kind
    code: str
    # 0 first, 1 second: whom it concerns; None where it concerns both alike.
    side: int | None
    # The ply after which it stands.
    ply: int
    # ``plies`` that it rests on, ``arrows`` (ply → captures threatened), counts; what the code's sentence
    # names.
    evidence: Mapping[str, Any]


class Judge(Protocol):
    """Judge one game that goes on: asked of each ply in turn, a rulebook looks at what that ply adds."""

    def at(self, ply: int) -> list[Finding]:
        """Say of the ply what judging the whole line so far says of it."""

    def is_over(self, finding: Finding, ply: int) -> bool:
        """Whether the ply, a later one, ends the series of which the finding was."""

    def cut(self, ply: int) -> None:
        """Forget what was remembered of later plies: they were taken back."""


class OutOfPlayError(ValueError):
    """A claim about a ply that was not played."""

    def __init__(self, claim: Claim, plies: int) -> None:
        super().__init__(f"the claim is about ply {claim.ply}, but the game has {plies} plies")
        self.claim = claim


def plain(finding: Finding) -> dict[str, Any]:
    """Give a finding as plain values, as they are stored and promised; ``side`` is null where it is
    both's."""
    return {
        "rulebook": finding.rulebook,
        "article": finding.article,
        "kind": str(finding.kind),
        "code": str(finding.code),
        "side": None if finding.side is None else SIDES[finding.side],
        "ply": finding.ply,
        "evidence": dict(finding.evidence),
    }
