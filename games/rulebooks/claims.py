"""Judge a claim over the board: whether it is right, the count ply by ply, and what follows from it.

*kind*     what is claimed: article 5 of the WXC rules (the natural limit), or a repetition (``axf``).
*quiet*    since the last capture.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from games.rulebooks import axf, wxc2015
from games.rulebooks.findings import Claim, Finding, Kind, OutOfPlayError, plain
from games.xiangqi.cycles import Played


class ClaimKind(StrEnum):
    """What a player can claim."""

    NATURAL_LIMIT = "natural-limit"
    REPETITION = "repetition"


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """What may be claimed by a rulebook."""

    rulebook: str
    # Kind → the article that a ruling cites.
    articles: Mapping[ClaimKind, str]
    # What stands before the articles of the AXF in its findings.
    prefix: str = ""
    # Whether a wrong claim costs five minutes, and the second of a kind the game. WXC 5 says so; by the rules
    # of 2015 a wrong claim of a repetition is taken to cost the same, for no text says otherwise. Under
    # ``axf`` alone it is a technical foul and no more (our reading: the text names no cost), and the natural
    # limit is not claimed: none of its articles that are at hand has one.
    costs_time: bool = True


BY_WXC: Final = ClaimRules(
    wxc2015.NAME, {ClaimKind.NATURAL_LIMIT: "5", ClaimKind.REPETITION: "AXF"}, prefix="AXF "
)
BY_AXF: Final = ClaimRules(axf.NAME, {ClaimKind.REPETITION: ""}, costs_time=False)


class ClaimOutcome(StrEnum):
    """What follows from a claim, seen from the claimant."""

    DRAW = "draw"
    WIN = "win"
    # Costs five minutes too; ``TECHNICAL`` is the foul alone.
    FOUL = "foul"
    TECHNICAL = "technical"
    LOSS = "loss"


class CountedPly(NamedTuple):
    """One ply of the count."""

    ply: int
    side: int
    # The claimant's.
    own_check: bool
    counts: bool
    total: int


@dataclass(frozen=True, slots=True)
class Verdict:
    right: bool
    outcome: ClaimOutcome
    # The ply of the last capture, 0 where there was none.
    since: int
    count: tuple[CountedPly, ...]
    # What it rests on.
    findings: tuple[Finding, ...]
    # What was counted by hand, in place of ``count``, which is empty then.
    by_hand: wxc2015.NaturalCount | None = None

    @property
    def _tally(self) -> wxc2015.NaturalCount:
        if self.by_hand is not None:
            return self.by_hand
        checks = sum(counted.own_check for counted in self.count)
        return wxc2015.NaturalCount(len(self.count), checks, self.count[-1].total if self.count else 0)

    def as_json(self) -> dict[str, Any]:
        return {
            "right": self.right,
            "outcome": str(self.outcome),
            "since": self.since,
            "checks": self._tally.checks,
            "ignored": max(0, self._tally.checks - wxc2015.CHECKS_COUNTED),
            "counted": self._tally.counted,
            "plies": self._tally.quiet,
            "limit": wxc2015.NATURAL_LIMIT,
            "count": [list(counted) for counted in self.count],
            "findings": [plain(finding) for finding in self.findings],
        } | ({"by_hand": True} if self.by_hand else {})


def judge_claim(
    played: Played,
    kind: ClaimKind,
    claim: Claim,
    *,
    wrong_before: int,
    clock: float | None,
    rules: ClaimRules = BY_WXC,
) -> Verdict:
    """Judge a claim; ``wrong_before``: of this kind by this player in the game; ``clock``: seconds left,
    or None."""
    if not 0 < claim.ply <= len(played):
        raise OutOfPlayError(claim, len(played))
    natural = kind is ClaimKind.NATURAL_LIMIT
    findings_first = [wxc2015.natural_claim(played, claim)] if natural else _repetition(played, claim, rules)
    right, outcome, findings = _ruled(findings_first, claim, rules, wrong_before=wrong_before, clock=clock)
    count = counted(played, claim)
    return Verdict(right, outcome, claim.ply - len(count), count, findings)


def judge_by_hand(
    claim: Claim, *, since: int, checks: int, wrong_before: int, clock: float | None
) -> Verdict:
    """Judge a claim of the natural limit by a person's count: the last capture's ply, and checks since
    then."""
    by_hand = wxc2015.counted_by_hand(claim.ply - since, checks)
    findings_first = [wxc2015.natural_verdict(by_hand, claim)]
    right, outcome, findings = _ruled(findings_first, claim, BY_WXC, wrong_before=wrong_before, clock=clock)
    return Verdict(right, outcome, since, (), findings, by_hand)


def _ruled(
    findings_first: list[Finding],
    claim: Claim,
    rules: ClaimRules,
    *,
    wrong_before: int,
    clock: float | None,
) -> tuple[bool, ClaimOutcome, tuple[Finding, ...]]:
    """Whether the claim is right by what was found, what follows, and all of it with what it costs."""
    right = findings_first[0].kind is Kind.CLAIM_RIGHT
    # A claimant who breaks the rule of repetitions loses by that, not by the claim.
    if not right and findings_first[-1].kind is not Kind.LOSS:
        if rules.costs_time:
            clocks = {} if clock is None else {claim.side: clock}
            findings_first += wxc2015.penalties(claim, wrong_before + 1, clocks)
        else:
            foul = {"foul": "technical"}
            findings_first.append(
                Finding(rules.rulebook, "", Kind.FOUL, "wrong-claim-alone", claim.side, claim.ply, foul)
            )
    decided = any(finding.kind is Kind.LOSS for finding in findings_first)
    if right:
        outcome = ClaimOutcome.WIN if decided else ClaimOutcome.DRAW
    else:
        cost = ClaimOutcome.FOUL if rules.costs_time else ClaimOutcome.TECHNICAL
        outcome = ClaimOutcome.LOSS if decided else cost
    return right, outcome, tuple(findings_first)


def counted(played: Played, claim: Claim) -> tuple[CountedPly, ...]:
    """The count of article 5 ply by ply, from the last capture to the claimed ply."""
    quiet = min(played.quiet[claim.ply], claim.ply)
    total = played.quiet[claim.ply] - quiet
    checks = 0
    rows = []
    for ply in range(claim.ply - quiet + 1, claim.ply + 1):
        side = played.side_of(ply)
        is_own_check = played.checks[ply] and side == claim.side
        checks += is_own_check
        counts = not is_own_check or checks <= wxc2015.CHECKS_COUNTED
        total += counts
        rows.append(CountedPly(ply, side, is_own_check, counts, total))
    return tuple(rows)


def _repetition(played: Played, claim: Claim, rules: ClaimRules) -> list[Finding]:
    """Give the verdict on the repetition that stands at the claimed ply, the third occurrence or a later
    one."""
    name, cited = rules.rulebook, rules.articles[ClaimKind.REPETITION]
    standing = axf.standing(played, claim.ply, name=name, prefix=rules.prefix)
    # Who breaks the rule by it can claim nothing, and the article that is broken says so (AXF 1, 5, 7, 9).
    right = standing is not None and standing.side != claim.side
    kind = Kind.CLAIM_RIGHT if right else Kind.CLAIM_WRONG
    if standing is None:
        return [Finding(name, cited, kind, "no-repetition", claim.side, claim.ply, {})]
    code = "repetition-stands" if right else "own-repetition"
    details = {} if right else {"broken": standing.article}
    article = cited if right else standing.article
    return [Finding(name, article, kind, code, claim.side, claim.ply, details), standing]
