"""The words for what two scoresheets give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext

from games.scoresheets.reconstruct import BreakCause, Status
from games.wording.claims import ruling_text
from tournaments.wording.grounds import Words
from tournaments.wording.sides import move_words


def heading_text(result: dict[str, Any]) -> str:
    """Say in one line what came of two sheets: what is not proved says so."""
    count = result["alternatives"]
    best = result["best"]
    words = {
        "count": best,
        "move": move_words(result["differ_at"], "xiangqi"),
        "last": move_words(result["plies"], "xiangqi"),
    }
    if result["status"] == Status.COMPLETE:
        return gettext("One game found: up to %(last)s") % words
    if result["status"] == Status.BROKEN:
        if result["proved"]:
            return gettext("The game cannot be replayed")
        return gettext("No game found (search incomplete)")
    if count == 1:
        return gettext("One game found; others may also fit")
    if best == 1:
        return gettext("One best match; others are close and differ from %(move)s on") % words
    if result["proved"]:
        return gettext("%(count)s games fit; they differ from %(move)s on") % words
    return gettext("At least %(count)s games fit; they differ from %(move)s on") % words


def doubt_text(result: dict[str, Any]) -> str:
    """Say why the games that fit best are not the only ones; empty where that needs no word."""
    if result["status"] != Status.AMBIGUOUS:
        return ""
    sentences = []
    if rivals := result["alternatives"] - result["best"]:
        sentences.append(
            ngettext(
                "%(count)s other game fits if one more slip is assumed: a wrong character or two rows "
                "swapped. Compare with the paper scoresheets.",
                "%(count)s other games fit if one more slip is assumed: a wrong character or two rows "
                "swapped. Compare with the paper scoresheets.",
                rivals,
            )
            % {"count": rivals}
        )
    if not result["proved"]:
        sentences.append(gettext("The search stopped before all possibilities were tried."))
    return " ".join(sentences)


def broken_text(result: dict[str, Any]) -> str:
    """Why the game cannot be repeated, and what stood there."""
    match result["cause"]:
        case BreakCause.NOTHING_READABLE:
            return gettext("Neither scoresheet has a readable move.")
        case BreakCause.DIFFERENT_GAMES:
            return gettext("The scoresheets are of different games; they first differ at %(move)s.") % {
                "move": move_words(result["broken_at"], "xiangqi")
            }
    stood = result["stood"]
    if not result["proved"]:
        return gettext(
            "The search stopped at %(move)s: “%(first)s” and “%(second)s”. Compare these scoresheets by hand."
        ) % {
            "move": move_words(result["broken_at"], "xiangqi"),
            "first": stood["first"] or "–",
            "second": stood["second"] or "–",
        }
    return gettext("The game cannot be replayed from %(move)s: “%(first)s” and “%(second)s”.") % {
        "move": move_words(result["broken_at"], "xiangqi"),
        "first": stood["first"] or "–",
        "second": stood["second"] or "–",
    }


def _from_sheets() -> str:
    return gettext("from both scoresheets")


GROUNDS: Mapping[str, Words] = {"claim": ruling_text, "sheets": _from_sheets}
