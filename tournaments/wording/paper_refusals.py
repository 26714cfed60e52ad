"""The sentences of refusals about paper: what there is to print, and what the machine lacks for it."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

PAPER: Mapping[str, str] = {
    "unknown-paper": gettext_noop("Unknown printout: “%(kind)s”."),
    "unknown-language": gettext_noop("Qiyuan is not available in the language “%(language)s”."),
    "paper-no-round": gettext_noop("Round %(round)s is not published yet, so there is nothing to print."),
    "paper-no-pairings": gettext_noop("Round %(round)s has no pairings, so there is nothing to print."),
    "paper-no-standings": gettext_noop(
        "There are no standings after round %(round)s yet. Close the round first."
    ),
    "paper-no-entries": gettext_noop("No players are entered yet, so there is nothing to print."),
    "paper-no-prizes": gettext_noop("No prize list has a winner."),
    "paper-no-games": gettext_noop(
        "No game has been played over the board yet, so there is nothing to print."
    ),
    "paper-no-teams": gettext_noop("This section has no teams."),
    "paper-too-large": gettext_noop("This would take more memory than the server gives to a PDF."),
    "paper-no-library": gettext_noop(
        "This server cannot create PDFs: the library Pango is not installed. Its administrator can "
        "install it: %(apt)s"
    ),
    "paper-no-font": gettext_noop(
        "This server cannot create PDFs: it has no font with Chinese characters. Its administrator can "
        "install one: %(apt)s"
    ),
}
