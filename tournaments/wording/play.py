"""The words for how a section is played: system, time control, criteria."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext


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
