"""A side agrees to a count; when both have, its result may be entered."""

from __future__ import annotations

from games.acts._consents import consent
from games.models import BoardCount, CountConsent
from portal.accounts.models import User
from tournaments.acts.common import Answer


def agree_count(*, count: BoardCount, side: str, by: User, once: str = "") -> Answer:
    """``side``: ``first`` or ``second``, who tells ``by`` that they agree. Agreeing twice changes nothing.
    Answers ``{"count": id, "settled": bool}``.

    Refusals: ``state``, ``count-superseded``, ``count-settled``.
    """
    return consent(count, CountConsent.Voice(side), by=by, once=once)
