"""Word why something happened where the product gives the reason, stored as a code."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from tournaments.wording.fouls import loss_reason, missed_range, missed_text, penalty_text

Words = Callable[..., str]
CODE = "ground"

# On what a referee decides between two results, where that needs no words of his or her own.
DECISIONS: Mapping[str, Promise] = {
    "both-asked": gettext_lazy("Both players asked"),
    "sheets-checked": gettext_lazy("Scoresheets checked"),
    "seen-at-table": gettext_lazy("Seen at the table"),
}

_words: dict[str, Words] = {
    "fouls": loss_reason,
    "penalty": penalty_text,
    "missed": missed_text,
    "missed-range": missed_range,
    "slip": lambda: gettext("slip of the finger"),
    "early": lambda: gettext("Played before the time in the schedule"),
    "not-seated": lambda article: (
        gettext("not seated within 10 minutes (%(article)s)") % {"article": article}
    ),
    "appeal": lambda: gettext("Decision on an appeal"),
    **{code: partial(str, words) for code, words in DECISIONS.items()},
}


def register_grounds(words: Mapping[str, Words]) -> None:
    """Words for an app's own codes, each a function of its parameters; called in ``AppConfig.ready()``."""
    _words.update(words)


def ground(code: str, **params: Any) -> str:
    """What is stored in place of a reason."""
    return json.dumps({CODE: code, **params}, separators=(",", ":"))


def stored_reason_text(reason: str) -> str:
    """A stored reason as it is read."""
    if not reason.startswith(f'{{"{CODE}":'):
        return reason
    try:
        params = json.loads(reason)
        return _words[params.pop(CODE)](**params)
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        # Somebody typed what looks like a code: it stands as it was typed.
        return reason
