"""The referee rules on a count, where the sides do not agree: it holds, or the game has no result."""

from __future__ import annotations

from games.acts import _consents
from games.models import BoardCount
from portal.accounts.models import User
from tournaments.acts.common import Answer


def rule_count(*, count: BoardCount, by: User, reason: str, ruling: str = "", once: str = "") -> Answer:
    """``ruling``: a `CountConsent.Ruling`. Answers as `agree_count` does. Refusals: those of `agree_count`,
    ``unknown-ruling``, ``reason-needed``."""
    return _consents.rule(count, ruling, by=by, reason=reason, once=once)
