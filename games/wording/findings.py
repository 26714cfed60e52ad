"""Words for what rulebooks find, and a finding as the command line's object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop, pgettext, pgettext_lazy

from games.rulebooks.findings import SIDES, Finding, Kind, plain
from games.wording import weiqi

# Code → what was found.
SAYS: dict[str, str] = {
    "perpetual-check": gettext_noop("perpetual check by %(side)s"),
    "perpetual-chase": gettext_noop("perpetual chase by %(side)s of the %(victim)s on %(piece)s"),
    "perpetual-chase-of-pinned-chariot": gettext_noop(
        "perpetual chase by %(side)s of the chariot on %(piece)s, pinned by a horse"
    ),
    "perpetually-unprotected": gettext_noop(
        "%(side)s removes the protector of the attacked %(victim)s on %(piece)s on every move"
    ),
    "both-check": gettext_noop("mutual perpetual check"),
    "both-chase": gettext_noop("mutual perpetual chase"),
    "different-pieces-chased": gettext_noop("different pieces chased in turn"),
    "perpetual-kill": gettext_noop("perpetual mate threat (perpetual kill)"),
    "alternation": gettext_noop("checks, mate threats or chases alternating with other moves"),
    "nothing-forbidden": gettext_noop("repetition without check or chase"),
    "natural-limit": gettext_noop(
        "%(counted)s moves of both sides without a capture count towards the limit of %(limit)s"
    ),
    "natural-limit-not-reached": gettext_noop("only %(counted)s moves count; the limit is %(limit)s"),
    "claimed-wrongly-again": gettext_noop("second wrong claim of the same kind by %(side)s"),
    "no-time-for-deduction": gettext_noop(
        "wrong claim by %(side)s with %(seconds)s seconds left, less than the %(deduction)s to be deducted"
    ),
    "pattern-repeated": gettext_noop("the same series of %(period)s moves occurred %(times)s times"),
    "no-capture": gettext_noop("%(quiet)s of %(limit)s moves of both sides without a capture"),
    "no-piece-can-cross": gettext_noop("neither side has a piece that can cross the river"),
    "check-and-chase": gettext_noop("continuous alternation of checks and chases"),
    "check-against-chase": gettext_noop("%(side)s keeps checking while the other side keeps chasing"),
    "too-many-plies": gettext_noop("limit of %(limit)s moves of both sides reached"),
    "repetition-stands": gettext_noop("third occurrence of the position"),
    "own-repetition": gettext_noop(
        "the repetition is %(side)s's own breach of article %(broken)s, on which no claim can be based"
    ),
    "no-repetition": gettext_noop("no claimable repetition at this point"),
    "wrong-claim-alone": gettext_noop("wrong claim by %(side)s"),
    "wrong-claim": gettext_noop("wrong claim: %(deduction)s seconds deducted from the clock of %(side)s"),
}

# Kind → what follows from it.
FOLLOWS: Mapping[Kind, str] = {
    Kind.WARNING: gettext_noop("warning"),
    Kind.MUST_CHANGE: gettext_noop("%(side)s must change"),
    Kind.DISABLED: gettext_noop("%(side)s may not continue this way"),
    Kind.DRAW: gettext_noop("a draw"),
    Kind.LOSS: gettext_noop("%(side)s loses"),
    Kind.CLAIM_RIGHT: gettext_noop("claim upheld"),
    Kind.CLAIM_WRONG: gettext_noop("claim rejected"),
    Kind.FOUL: gettext_noop("technical foul"),
    Kind.CLAIMABLE: gettext_noop("%(side)s may claim a draw"),
}


# Letter → kind of piece.
PIECES: Mapping[str, Promise] = {
    "K": pgettext_lazy("piece", "general"),
    "A": pgettext_lazy("piece", "advisor"),
    "E": pgettext_lazy("piece", "elephant"),
    "H": pgettext_lazy("piece", "horse"),
    "R": pgettext_lazy("piece", "chariot"),
    "C": pgettext_lazy("piece", "cannon"),
    "P": pgettext_lazy("piece", "soldier"),
}

# Kind → a word or two.
KINDS: Mapping[Kind, str] = {
    Kind.WARNING: gettext_noop("Warning"),
    Kind.MUST_CHANGE: gettext_noop("Must change"),
    Kind.DISABLED: gettext_noop("Move disabled"),
    Kind.DRAW: gettext_noop("Draw"),
    Kind.LOSS: gettext_noop("Loss"),
    Kind.CLAIM_RIGHT: gettext_noop("Claim upheld"),
    Kind.CLAIM_WRONG: gettext_noop("Claim rejected"),
    Kind.FOUL: gettext_noop("Foul"),
    Kind.CLAIMABLE: gettext_noop("Claimable"),
}


def finding_text(finding: Mapping[str, Any]) -> str:
    """Say a finding, as `plain` values, in the active language."""
    if finding["code"] in weiqi.FINDINGS:
        # Weiqi's sentences are whole.
        return str(gettext(weiqi.FINDINGS[finding["code"]]) % finding["evidence"])
    params = _params(finding)
    return gettext("%(what)s: %(follows)s") % {
        "what": _sentence(finding["code"], params),
        "follows": gettext(FOLLOWS[Kind(finding["kind"])]) % params,
    }


def ground_text(finding: Mapping[str, Any]) -> str:
    """What was finding in a game of xiangqi, as `plain` values, without what follows from it."""
    return _sentence(finding["code"], _params(finding))


# The code itself, where the package that had words for it is gone.
def _sentence(code: str, params: Mapping[str, Any]) -> str:
    return str(gettext(SAYS[code]) % params) if code in SAYS else code


def _params(finding: Mapping[str, Any]) -> dict[str, Any]:
    evidence: Mapping[str, Any] = finding["evidence"]
    side = ""
    if finding["side"] is not None:
        black = finding["side"] == SIDES[1]
        side = pgettext("side in xiangqi", "Black") if black else pgettext("side in xiangqi", "Red")
    params = {**evidence, "side": side}
    if "victim" in evidence:
        params["victim"] = str(PIECES[evidence["victim"]])
    return params


def finding_object(finding: Finding) -> dict[str, Any]:
    """A finding with the keys that the command line promises."""
    data = plain(finding)
    return {**data, "message": finding_text(data)}
