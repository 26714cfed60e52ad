"""How a game came to its result, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from portal.web.words import Words
from tournaments.state.causes import ResultCause
from tournaments.wording.options import rated_text, result_text

CAUSE_WORDS: Mapping[str, Words] = {
    ResultCause.RESIGNATION: _("resignation"),
    ResultCause.MATE: _("checkmate"),
    ResultCause.STALEMATE: _("stalemate"),
    ResultCause.AGREEMENT: pgettext_lazy("cause of a draw", "agreement"),
    ResultCause.COUNT: pgettext_lazy("cause of a result", "by count"),
    ResultCause.TIME: _("on time"),
    ResultCause.NATURAL_LIMIT: _("natural limit"),
    ResultCause.MOVE_LIMIT: pgettext_lazy("cause of a result", "move limit"),
    ResultCause.NO_CROSSING: _("no piece can cross"),
    ResultCause.REPETITION: pgettext_lazy("cause of a result", "repetition"),
    ResultCause.CLAIM: pgettext_lazy("cause of a result", "claim"),
    ResultCause.WRONG_CLAIM: pgettext_lazy("cause of a result", "wrong claim"),
    ResultCause.FOULS: pgettext_lazy("cause of a result", "fouls"),
    ResultCause.ILLEGAL_MOVE: pgettext_lazy("cause of a result", "illegal move"),
    ResultCause.LATE: pgettext_lazy("cause of a result", "late"),
    ResultCause.ABSENT: pgettext_lazy("cause of a result", "no-show"),
    ResultCause.WITHDRAWN: pgettext_lazy("cause of a result", "withdrawal or expulsion"),
    ResultCause.BOTH_LOSE: _("both lose"),
    ResultCause.NO_RESULT: _("no result by the rules"),
    ResultCause.ARBITER: _("referee's decision"),
}


def cause_text(cause: str, article: str = "", margin: int | None = None) -> str:
    """Return ``on time (article 3)``, ``by count, 3¾``; empty for ordinary play."""
    if not cause:
        return ""
    # A code that this version does not know stays as it is.
    words = str(CAUSE_WORDS.get(cause, cause))
    if margin:
        return gettext("%(cause)s, %(margin)s") % {"cause": words, "margin": margin_text(margin)}
    if article:
        return gettext("%(cause)s (article %(article)s)") % {"cause": words, "article": article}
    return words


class Ended(Protocol):
    """Say how a game ended, as a `ResultReport` does."""

    value: str
    forfeit: bool
    cause: str
    article: str
    detail: Any


def finish_text(report: Ended) -> str:
    """Write the result with its cause and article, as those who work with it see it."""
    text = result_text(report.value, report.forfeit)
    cause = cause_text(report.cause, report.article, report.detail.get("margin"))
    rated = report.detail.get("rated")
    words = [*([cause] if cause else []), *([rated_text(rated)] if rated else [])]
    for more in words:
        text = gettext("%(result)s, %(cause)s") % {"result": text, "cause": more}
    return text


def reported_text(answer: Mapping[str, Any]) -> str:
    """``Table 3: 1–0 forfeit, no-show``: what an act of results has answered."""
    result = result_text(answer["value"], answer["forfeit"])
    cause = cause_text(answer.get("cause", ""), answer.get("article", ""), answer.get("margin"))
    if cause:
        result = gettext("%(result)s, %(cause)s") % {"result": result, "cause": cause}
    return gettext("Table %(table)s: %(result)s") % {"table": answer["table"], "result": result}


def margin_text(quarters: int) -> str:
    """``3¾``: what one side is above the line."""
    whole, part = divmod(quarters, 4)
    return (str(whole) if whole or not part else "") + ("", "¼", "½", "¾")[part]
