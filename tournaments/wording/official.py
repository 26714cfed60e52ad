"""The words for official mode: in which mode rounds were paired, what leaves it, and refusals about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.utils.translation import gettext, gettext_noop, ngettext
from django.utils.translation import gettext_lazy as _

from portal.fields import Words
from tournaments.wording.lists import listed
from tournaments.wording.settings import SETTINGS

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


class Mode(Protocol):
    """``recorded``: the file says so with which the round came."""

    @property
    def official(self) -> bool | None: ...
    @property
    def recorded(self) -> bool: ...


class Modes(Protocol):
    """The numbers of the rounds of either mode, and of those of which a file says it."""

    @property
    def official(self) -> Sequence[int]: ...
    @property
    def unofficial(self) -> Sequence[int]: ...
    @property
    def recorded(self) -> Sequence[int]: ...


def mode_words(mode: Mode | None) -> str:
    """In which mode a round was paired; empty where that is not known."""
    if mode is None or mode.official is None:
        return ""
    words = gettext("Paired in official mode") if mode.official else gettext("Paired outside official mode")
    return gettext("%(mode)s (as the imported file says)") % {"mode": words} if mode.recorded else words


def mode_mark(mode: Mode | None) -> str:
    """The same beside a round that is named among other things, where there is room for a word or two."""
    if mode is None or mode.official is None:
        return ""
    return gettext("in official mode") if mode.official else gettext("outside official mode")


def modes_words(modes: Modes) -> list[str]:
    """The same of several rounds, a sentence for each mode."""
    inside, outside, recorded = len(modes.official), len(modes.unofficial), len(modes.recorded)
    official = ngettext(
        "Paired in official mode: round %(rounds)s.", "Paired in official mode: rounds %(rounds)s.", inside
    )
    unofficial = ngettext(
        "Paired outside official mode: round %(rounds)s.",
        "Paired outside official mode: rounds %(rounds)s.",
        outside,
    )
    source = ngettext(
        "Round %(rounds)s: as the imported file says.",
        "Rounds %(rounds)s: as the imported file says.",
        recorded,
    )
    lines = ((official, modes.official), (unofficial, modes.unofficial), (source, modes.recorded))
    return [words % {"rounds": listed(rounds)} for words, rounds in lines if rounds]
