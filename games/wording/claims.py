"""The words for claims: what can be claimed, what was found, what follows."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from games.rulebooks.claims import ClaimKind, ClaimOutcome, Verdict
from games.rulebooks.findings import Kind, plain
from games.wording.citations import CitedText, cited
from games.wording.findings import ground_text
from portal.web.words import Words

KINDS: Mapping[str, Words] = {
    ClaimKind.NATURAL_LIMIT: gettext_lazy("Natural move limit of 50 rounds without a capture (WXC 5)"),
    ClaimKind.REPETITION: gettext_lazy("Repetition (AXF rules)"),
}

FOLLOWS: Mapping[str, Words] = {
    ClaimOutcome.DRAW: gettext_lazy("The game is drawn."),
    ClaimOutcome.WIN: gettext_lazy("%(side)s wins the game."),
    ClaimOutcome.FOUL: gettext_lazy("Technical foul for %(side)s; 5 minutes deducted from the clock."),
    ClaimOutcome.TECHNICAL: gettext_lazy("Technical foul for %(side)s."),
    ClaimOutcome.LOSS: gettext_lazy("%(side)s loses the game."),
}


def kind_name(kind: str) -> str:
    return str(KINDS[kind])


def follows_text(outcome: str, side: str) -> str:
    return str(FOLLOWS[outcome]) % {"side": side}


def ruling_text(kind: str, right: bool) -> str:
    """The reason that a result or foul gets from the ruling."""
    sentence = gettext("Claim: %(kind)s, upheld") if right else gettext("Claim: %(kind)s, rejected")
    return sentence % {"kind": kind_name(kind)}


def finding_lines(verdict: Verdict) -> list[CitedText]:
    """Say what the verdict rests on, a line each with its article; the verdict itself, and what follows, are
    said once, apart."""
    grounds = [finding for finding in verdict.findings if finding.kind is not Kind.FOUL]
    return [
        cited(capfirst(ground_text(plain(finding))), finding.rulebook, finding.article) for finding in grounds
    ]


def follows_cited(verdict: Verdict, side: str) -> CitedText:
    """Say what follows, a foul with the article that says what it costs."""
    text = follows_text(verdict.outcome, side)
    foul = next((finding for finding in verdict.findings if finding.kind is Kind.FOUL), None)
    return cited(text, foul.rulebook, foul.article) if foul else CitedText(text)
