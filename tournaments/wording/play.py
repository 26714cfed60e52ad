"""The words for how a section is played: system, time control, the game's own rules.

What a section settles about its game is told by the app that knows the game: `register_rules` takes a
function of the section's rulebook and options that gives a line for each point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext, ngettext

RESULTS = {"1-0": "1–0", "0-1": "0–1", "1/2": "½–½", "0-0": "0–0", "*": "–"}


def result_text(value: str, forfeit: bool = False) -> str:
    """``1–0``, ``½–½``; a forfeit says so."""
    shown = RESULTS[value]
    return gettext("%(result)s forfeit") % {"result": shown} if forfeit else shown


def time_control(base_seconds: int, increment_seconds: int, move_limit: int | None) -> str:
    """``60 min + 30 s per move, no move limit``."""
    minutes, seconds = divmod(base_seconds, 60)
    base = gettext("%(minutes)s min") % {"minutes": minutes} if not seconds else _seconds(base_seconds)
    if increment_seconds:
        base = gettext("%(base)s + %(increment)s s per move") % {
            "base": base,
            "increment": increment_seconds,
        }
    if move_limit is None:
        return gettext("%(time)s, no move limit") % {"time": base}
    limit = ngettext("at most %(count)s move", "at most %(count)s moves", move_limit) % {"count": move_limit}
    return gettext("%(time)s, %(limit)s") % {"time": base, "limit": limit}


def _seconds(seconds: int) -> str:
    return gettext("%(seconds)s s") % {"seconds": seconds}


Rules = Callable[[str, Mapping[str, Any]], list[str]]
_rules: dict[str, Rules] = {}


def register_rules(game: str, rules: Rules) -> None:
    """Have ``rules`` asked about the sections of a game; called in ``AppConfig.ready()``."""
    _rules[game] = rules


def rules_of_play(game: str, rulebook: str, options: Mapping[str, Any]) -> list[str]:
    """What is settled about the game itself, a line for each point."""
    return _rules[game](rulebook, options) if game in _rules else []
