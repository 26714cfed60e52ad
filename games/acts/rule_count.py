"""The referee rules that a count holds, where the sides do not agree."""

from __future__ import annotations

from games.acts._consents import consent
from games.models import BoardCount, CountConsent
from portal.accounts.models import User
from tournaments.acts.common import Answer


def rule_count(*, count: BoardCount, by: User, reason: str, once: str = "") -> Answer:
    """Answers as `agree_count` does. Refusals: those of `agree_count`, ``reason-needed``."""
    return consent(count, CountConsent.Voice.REFEREE, by=by, reason=reason, once=once)
