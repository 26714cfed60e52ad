"""The words for the handicap of a game."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext


def handicap_text(handicap: int) -> str:
    """``4 stones, komi ½``; empty for an even game. With 1 there is no stone on the board: Black moves first
    and the komi is ½."""
    if not handicap:
        return ""
    if handicap == 1:
        return gettext("no stones, komi ½")
    words = ngettext("%(count)s stone, komi ½", "%(count)s stones, komi ½", handicap)
    return words % {"count": handicap}
