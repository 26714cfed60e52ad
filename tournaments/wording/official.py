"""The words for official mode: what leaves it, how a round departs from the regulations, and refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from portal.web.words import Words
from tournaments.wording.lists import listed
from tournaments.wording.settings import SETTINGS

# By `queries.official.LeavingReason`.
LEAVING: Mapping[str, Words] = {
    "adjusted": _("a pairing changed manually: players swapped, colours switched, another bye"),
    "rematch": _("rematches allowed in a round"),
    "fixed": _("a fixed pair"),
    "forbidden": _("a forbidden pair"),
    "lifted": _("a rule for a pair removed"),
    "start": _("a McMahon score corrected"),
    "setting": _("a change of settings that pairing or ranking rests on"),
}

# By `queries.departures.Departure`.
DEPARTURES: Mapping[str, Words] = {
    "adjusted": _("pairings changed manually"),
    "rematch": _("rematches allowed"),
    "fixed": _("a fixed pair"),
    "forbidden": _("a forbidden pair"),
}

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
    "official-left-for-good": gettext_noop(
        "Official mode was left after round 1 was published. By FIDE's checklist it cannot be entered again."
    ),
    "official-changed-draft": gettext_noop(
        "The draft of round %(round)s is not as the regulations pair it. Pair it again, without manual "
        "changes and without rematches, then enter official mode."
    ),
    "official-rulings": gettext_noop(
        "These rules for pairs are still in force: %(names)s. Remove them, then enter official mode."
    ),
}


def leaving_words(params: Mapping[str, Any]) -> str:
    """What would leave the mode, with the settings by their names."""
    words = str(LEAVING[params["what"]])
    names = listed(SETTINGS[key] for key in params.get("settings", ()))
    return f"{words} ({names})" if names else words


class Departing(Protocol):
    """A round, or its version: how it departs from the regulations."""

    @property
    def departures(self) -> Sequence[str] | None: ...


class DepartingRounds(Protocol):
    """What all pages of a section share: the rounds that depart, and how."""

    @property
    def departures(self) -> Mapping[int, Sequence[str]]: ...


def departure_words(round_: Departing | None) -> str:
    """How a round departs from the regulations; empty where it does not: normal is silent."""
    if round_ is None or not round_.departures:
        return ""
    return gettext("With changes: %(what)s") % {"what": _listed(round_.departures)}


def departure_mark(round_: Departing | None) -> str:
    """The same beside a round that is listed among others, where there is room for a word or two."""
    return gettext("with changes") if round_ is not None and round_.departures else ""


def departing_rounds(frame: DepartingRounds) -> list[str]:
    """The same of all rounds of a section, a line for each that departs."""
    return [
        gettext("Round %(round)s, with changes: %(what)s") % {"round": number, "what": _listed(kinds)}
        for number, kinds in sorted(frame.departures.items())
    ]


def _listed(kinds: Sequence[str]) -> str:
    return listed(DEPARTURES[kind] for kind in kinds)
