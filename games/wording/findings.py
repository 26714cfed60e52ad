"""Words for what rulebooks find, and a finding as the command line's object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop, pgettext, pgettext_lazy

from games.rulebooks.findings import SIDES, Finding, Kind, plain
from games.wording import weiqi

SAYS: Mapping[str, str] = {
    "perpetual-check": gettext_noop("%(side)s checks with every move"),
    "perpetual-chase": gettext_noop("%(side)s chases the %(victim)s on %(piece)s with every move"),
    "perpetual-chase-of-pinned-chariot": gettext_noop(
        "%(side)s chases the chariot on %(piece)s, which a horse pins, with every move"
    ),
    "perpetually-unprotected": gettext_noop(
        "%(side)s takes the protection from the attacked %(victim)s on %(piece)s with every move"
    ),
    "both-check": gettext_noop("both sides check with every move"),
    "both-chase": gettext_noop("both sides chase with every move"),
    "different-pieces-chased": gettext_noop("different pieces are chased in turn"),
    "perpetual-kill": gettext_noop("mate is threatened with every move"),
    "alternation": gettext_noop("checks, kill threats or chases alternate with other moves"),
    "nothing-forbidden": gettext_noop("a repetition without check or chase"),
    "natural-limit": gettext_noop("%(counted)s plies count towards the limit of %(limit)s, no capture"),
    "natural-limit-not-reached": gettext_noop("only %(counted)s of %(limit)s plies count"),
    "claimed-wrongly-again": gettext_noop("a second wrong claim of the same kind by %(side)s"),
    "no-time-for-deduction": gettext_noop(
        "a wrong claim by %(side)s, and %(seconds)s seconds on the clock are less than %(deduction)s"
    ),
    "pattern-repeated": gettext_noop("the same series of %(period)s plies was played %(times)s times"),
    "no-capture": gettext_noop("%(quiet)s of %(limit)s plies without a capture"),
    "no-piece-can-cross": gettext_noop("neither side has a piece that can cross the river"),
    "check-and-chase": gettext_noop("checks and chases alternate without a break"),
    "check-against-chase": gettext_noop("%(side)s checks, the other side chases, without a break"),
    "too-many-plies": gettext_noop("%(limit)s plies were played"),
    "repetition-stands": gettext_noop("the position has come for the third time"),
    "own-repetition": gettext_noop(
        "the repetition is %(side)s's own breach of article %(broken)s, by which nobody can claim"
    ),
    "no-repetition": gettext_noop("no repetition stands here that a player could claim"),
    "wrong-claim": gettext_noop("a wrong claim: %(deduction)s seconds off the clock of %(side)s"),
}
"""Code → what was found."""

FOLLOWS: Mapping[Kind, str] = {
    Kind.WARNING: gettext_noop("warning"),
    Kind.MUST_CHANGE: gettext_noop("%(side)s must change"),
    Kind.DISABLED: gettext_noop("%(side)s may not play on so"),
    Kind.DRAW: gettext_noop("a draw"),
    Kind.LOSS: gettext_noop("%(side)s loses"),
    Kind.CLAIM_RIGHT: gettext_noop("the claim is right"),
    Kind.CLAIM_WRONG: gettext_noop("the claim is wrong"),
    Kind.FOUL: gettext_noop("a technical foul"),
}
"""Kind → what follows from it."""


PIECES: Mapping[str, Promise] = {
    "A": pgettext_lazy("piece", "advisor"),
    "E": pgettext_lazy("piece", "elephant"),
    "H": pgettext_lazy("piece", "horse"),
    "R": pgettext_lazy("piece", "chariot"),
    "C": pgettext_lazy("piece", "cannon"),
    "P": pgettext_lazy("piece", "soldier"),
}
"""Letter → kind of piece."""

KINDS: Mapping[Kind, str] = {
    Kind.WARNING: gettext_noop("Warning"),
    Kind.MUST_CHANGE: gettext_noop("Must change"),
    Kind.DISABLED: gettext_noop("Disabled"),
    Kind.DRAW: gettext_noop("Draw"),
    Kind.LOSS: gettext_noop("Loss"),
    Kind.CLAIM_RIGHT: gettext_noop("Claim right"),
    Kind.CLAIM_WRONG: gettext_noop("Claim wrong"),
    Kind.FOUL: gettext_noop("Foul"),
}
"""Kind → a word or two."""


def finding_text(found: Mapping[str, Any]) -> str:
    """The sentence for a finding as `plain` values, in the active language. Weiqi's sentences are whole."""
    evidence: Mapping[str, Any] = found["evidence"]
    if found["code"] in weiqi.FINDINGS:
        return gettext(weiqi.FINDINGS[found["code"]]) % evidence
    side = ""
    if found["side"] is not None:
        black = found["side"] == SIDES[1]
        side = pgettext("side in xiangqi", "Black") if black else pgettext("side in xiangqi", "Red")
    params = {**evidence, "side": side}
    if "victim" in evidence:
        params["victim"] = str(PIECES[evidence["victim"]])
    return gettext("%(what)s: %(follows)s") % {
        "what": gettext(SAYS[found["code"]]) % params,
        "follows": gettext(FOLLOWS[Kind(found["kind"])]) % params,
    }


def finding_object(finding: Finding) -> dict[str, Any]:
    """A finding with the keys that the command line promises."""
    found = plain(finding)
    return {**found, "message": finding_text(found)}
