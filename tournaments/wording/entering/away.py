"""The words for why somebody does not play a round (`state.away`)."""

from __future__ import annotations

from django.utils.translation import gettext, pgettext

from tournaments.state.away import Away


def away_text(away: Away, first: int, last: int) -> str:
    """``absent, rounds 5–6``."""
    match away:
        case Away.HALF:
            text = gettext("half-point bye")
        case Away.FULL:
            text = gettext("full-point bye")
        case Away.ABSENT:
            text = pgettext("a player, from a round", "absent")
        case Away.WITHDRAWN if last:
            return gettext("withdrawn after round %(round)s") % {"round": last}
        case Away.WITHDRAWN:
            return gettext("withdrawn")
        case Away.LATE:
            return gettext("plays from this round; missed those before")
        case Away.ADJOURNED:
            return gettext("plays; game of round %(round)s adjourned") % {"round": first}
    if last == first:
        return text
    words = gettext("%(what)s, rounds %(first)s–%(last)s")
    return words % {"what": text, "first": first, "last": last}
