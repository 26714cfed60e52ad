"""Judge by the World Xiangqi Championship of 2015: the natural limit on claim, repetition by ``axf``.

Source: Supplemental Rules to the 14th World Xiangqi Championship, 13 August 2015. Articles 3 and 4.3 (time,
records) are no matter of the moves: the clock and the register of fouls know them.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from games.rulebooks import axf
from games.rulebooks.findings import NO_QUESTION, Claim, Finding, Kind, OutOfPlayError, Question
from games.xiangqi.cycles import Played
from games.xiangqi.values import BLACK, RED

NAME: Final = "wxc2015"
# Plies without a capture (50 rounds).
NATURAL_LIMIT: Final = 100
# Checks of the claimant that count; single moves.
CHECKS_COUNTED: Final = 10
# Seconds that a wrong claim costs.
DEDUCTION: Final = 300


class NaturalCount(NamedTuple):
    """The count for a claim by one side at a ply."""

    # Plies since the last capture.
    quiet: int
    # The claimant's among them.
    checks: int
    # What counts towards the limit: the plies less the claimant's checks beyond the tenth.
    counted: int


def natural_count(played: Played, claim: Claim) -> NaturalCount:
    """Count by article 5; the claimed ply counts. Raise `OutOfPlayError` for one that was not played."""
    if not 0 < claim.ply <= len(played):
        raise OutOfPlayError(claim, len(played))
    quiet = played.quiet[claim.ply]
    first = max(claim.ply - quiet, 0)
    checks = sum(
        played.checks[ply] and played.side_of(ply) == claim.side for ply in range(first + 1, claim.ply + 1)
    )
    return counted_by_hand(quiet, checks)


def counted_by_hand(quiet: int, checks: int) -> NaturalCount:
    """The count of who has counted plies since the last capture and the claimant's checks among them."""
    return NaturalCount(quiet, checks, quiet - max(0, checks - CHECKS_COUNTED))


def article_5(played: Played, question: Question) -> list[Finding]:
    """5: 50 rounds without a capture are a draw on claim; a wrong claim costs a foul and five minutes."""
    findings_found: list[Finding] = []
    wrong: Counter[int] = Counter()
    clocks = dict(question.clocks)
    for claim in question.claims:
        judged = natural_claim(played, claim)
        findings_found.append(judged)
        if judged.kind is Kind.CLAIM_WRONG:
            wrong[claim.side] += 1
            findings_found += penalties(claim, wrong[claim.side], clocks)
    return findings_found


def natural_claim(played: Played, claim: Claim) -> Finding:
    """Say whether a claim of the natural limit is right."""
    return natural_verdict(natural_count(played, claim), claim)


def natural_verdict(count: NaturalCount, claim: Claim) -> Finding:
    """Whether so many plies make the claim right."""
    details: dict[str, object] = {
        **count._asdict(),
        "limit": NATURAL_LIMIT,
        "plies": list(range(max(claim.ply - count.quiet, 0) + 1, claim.ply + 1)),
    }
    if count.counted >= NATURAL_LIMIT:
        return Finding(NAME, "5", Kind.CLAIM_RIGHT, "natural-limit", claim.side, claim.ply, details)
    return Finding(NAME, "5", Kind.CLAIM_WRONG, "natural-limit-not-reached", claim.side, claim.ply, details)


def penalties(claim: Claim, time: int, clocks: dict[int, float]) -> list[Finding]:
    """Say what the claimant's n-th wrong claim costs; take the deduction off the clock."""
    if time > 1:
        again: dict[str, object] = {"wrong_claims": time}
        return [Finding(NAME, "5", Kind.LOSS, "claimed-wrongly-again", claim.side, claim.ply, again)]
    left = clocks.get(claim.side)
    # A player whose clock is not known is taken to have the five minutes.
    if left is not None and left < DEDUCTION:
        short: dict[str, object] = {"seconds": left, "deduction": DEDUCTION}
        return [Finding(NAME, "5", Kind.LOSS, "no-time-for-deduction", claim.side, claim.ply, short)]
    cost: dict[str, object] = {"foul": "technical", "deduction": DEDUCTION}
    if left is not None:
        clocks[claim.side] = left - DEDUCTION
        cost["seconds"] = clocks[claim.side]
    return [Finding(NAME, "5", Kind.FOUL, "wrong-claim", claim.side, claim.ply, cost)]


class Table:
    """Judge a game that goes on: repetitions, and whether a side may claim the natural limit."""

    def __init__(self, played: Played) -> None:
        self._played = played
        self._series = axf.Series(played, name=NAME, prefix="AXF ")
        self._checks: dict[int, tuple[int, int]] = {}

    def at(self, ply: int) -> list[Finding]:
        findings = self._series.at(ply)
        if self._played.quiet[ply] >= NATURAL_LIMIT:
            findings += [self._claimable(ply, side) for side in (RED, BLACK) if self._reaches(ply, side)]
        return findings

    def is_over(self, finding: Finding, ply: int) -> bool:
        """Say whether the ply takes a piece; of a repetition, whether a new position stands."""
        return not self._played.quiet[ply] if finding.article == "5" else self._series.is_over(finding, ply)

    def cut(self, ply: int) -> None:
        self._series.cut(ply)
        for later in [at for at in self._checks if at > ply]:
            del self._checks[later]

    def count(self, ply: int, side: int) -> NaturalCount:
        """The count for a claim by the side after the ply, as `natural_count` has it."""
        return counted_by_hand(self._played.quiet[ply], self._checked(ply)[side])

    def _reaches(self, ply: int, side: int) -> bool:
        """Whether the count of the side reaches the limit with this very ply."""
        before = self.count(ply - 1, side).counted if ply > 1 else 0
        return before < NATURAL_LIMIT <= self.count(ply, side).counted

    def _claimable(self, ply: int, side: int) -> Finding:
        details: dict[str, object] = {**self.count(ply, side)._asdict(), "limit": NATURAL_LIMIT}
        return Finding(NAME, "5", Kind.CLAIMABLE, "natural-limit", side, ply, details)

    def _checked(self, ply: int) -> tuple[int, int]:
        """The checks of each side since the last capture."""
        played, at = self._played, ply
        while at not in self._checks and at and played.quiet[at]:
            at -= 1
        red, black = self._checks.setdefault(at, (0, 0))
        for later in range(at + 1, ply + 1):
            check, side = played.checks[later], played.side_of(later)
            red, black = red + (check and side == RED), black + (check and side == BLACK)
            self._checks[later] = red, black
        return red, black


def findings(played: Played, question: Question = NO_QUESTION) -> list[Finding]:
    """Find repetitions by ply, then judge the claims in the order in which they were made."""
    # That the natural limit might be claimed is said at the table alone, not of a record in which nobody did.
    series = axf.Series(played, name=NAME, prefix="AXF ")
    return [finding for ply in range(1, len(played) + 1) for finding in series.at(ply)] + article_5(
        played, question
    )
