"""A side agrees to a count; when both have, its result may be entered."""

from __future__ import annotations

from games.acts import _consents
from games.models import BoardCount
from portal.accounts.models import User
from tournaments.acts.common import Answer
from tournaments.models import PlayerLink


def agree_count(*, count: BoardCount, by: User | PlayerLink, side: str = "", once: str = "") -> Answer:
    """``side``: ``first`` or ``second``, who tells ``by``, one of the staff, that they agree; a player behind
    a private link agrees for the own side. Agreeing twice changes nothing. Answers ``{"count": id,
    "settled": bool}``.

    Refusals: ``state``, ``count-superseded``, ``count-settled``.
    """
    return _consents.agree(count, side, by=by, once=once)
