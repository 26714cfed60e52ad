"""The sentences of refusals about adjourned games."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

ADJOURNING: Mapping[str, str] = {
    "adjourn-decided": gettext_noop("Table %(table)s has its result, so the game cannot be adjourned."),
    "adjourn-match": gettext_noop(
        "Table %(table)s plays a match that needs its winner. It cannot be adjourned."
    ),
    "adjourn-resumed": gettext_noop("The game at table %(table)s has already been resumed."),
    "result-adjourned": gettext_noop(
        "The game at table %(table)s is adjourned. If it has ended all the same, end the line with “!”, or "
        "enter the result on the page of the table."
    ),
    "not-adjourned": gettext_noop("The game at table %(table)s is not adjourned."),
    "adjourned-open": gettext_noop("Adjourned games of round %(round)s must be finished first: %(tables)s."),
}
