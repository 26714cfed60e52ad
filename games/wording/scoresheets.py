"""The words for what two scoresheets give."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from games.scoresheets.reconstruct import Cause


def broken_text(found: dict[str, Any]) -> str:
    """Why the game cannot be repeated, and what stood there."""
    match found["cause"]:
        case Cause.NOTHING_READABLE:
            return gettext("Neither sheet has a move that can be read.")
        case Cause.DIFFERENT_GAMES:
            return gettext("These are sheets of different games; they first differ at ply %(ply)s.") % {
                "ply": found["broken_at"]
            }
    stood = found["stood"]
    return gettext("The game cannot be repeated from ply %(ply)s: “%(first)s” and “%(second)s”.") % {
        "ply": found["broken_at"],
        "first": stood["first"] or "–",
        "second": stood["second"] or "–",
    }
