"""The words for official mode: what leaves it, and refusals about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournaments.wording.lists import listed
from tournaments.wording.settings import SETTINGS

Words = str | Promise

LEAVING: Mapping[str, Words] = {
    "adjusted": _("a pairing changed manually: players swapped, colours switched, another bye"),
    "rematch": _("rematches allowed in a round"),
    "fixed": _("a fixed pair"),
    "forbidden": _("a forbidden pair"),
    "lifted": _("a ruling on a pair removed"),
    "start": _("a McMahon score corrected"),
    "setting": _("a change of settings that pairing or ranking rests on"),
}
"""By `queries.official.Leaving`."""

OFFICIAL: Mapping[str, str] = {
    "leaves-official": gettext_noop(
        "The section is in official mode, and this would leave it: %(what)s. Nothing has been saved. To do "
        "it all the same, tick “Leave official mode” and give a reason."
    ),
    "undo-leaves-official": gettext_noop(
        "The section is in official mode, and undoing this would leave it: %(what)s. Nothing has been saved. "
        "To undo it all the same, leave official mode first, on the section's page “Official mode”."
    ),
    "leaving-unconfirmed": gettext_noop("Tick this to leave official mode. Nothing has been changed."),
    "official-changed-draft": gettext_noop(
        "The draft of round %(round)s is not as the regulations pair it. Pair it again, without manual "
        "changes and without rematches, then enter official mode."
    ),
    "official-rulings": gettext_noop(
        "These rulings on pairs are still in force: %(names)s. Remove them, then enter official mode."
    ),
}


def leaving_words(params: Mapping[str, Any]) -> str:
    """What would leave the mode, with the settings by their names."""
    words = str(LEAVING[params["what"]])
    names = listed(SETTINGS[key] for key in params.get("settings", ()))
    return f"{words} ({names})" if names else words
