"""Who does not play a round: what the panel on the round's page shows."""

from __future__ import annotations

from typing import Any

from tournaments.forms.away import AwayForm, AwayPlayersForm, LeaveForm, kinds_of
from tournaments.forms.base import ActForm
from tournaments.models import Entry, Section
from tournaments.queries.entering.away import who_plays
from tournaments.queries.entering.entries import found_entries
from tournaments.requests.access import RoundAccess


def away_context(access: RoundAccess, failed: ActForm | None) -> dict[str, Any]:
    """What the panel shows."""
    section, round_ = access.section, access.round
    form = failed if isinstance(failed, AwayPlayersForm) else None
    reason = LeaveForm(round_=round_)
    return {
        "who_plays": who_plays(round_),
        "away_form": form or AwayForm(round_=round_),
        "leave_reason": failed["reason"] if isinstance(failed, LeaveForm) else reason["reason"],
        "leave_open": isinstance(failed, LeaveForm),
        "kinds": {str(kind) for kind, _label in kinds_of(section)},
        "players": list(players_with_numbers(section, "")),
    }


def players_with_numbers(section: Section, words: str) -> list[Entry]:
    return [
        entry
        for entry in found_entries(section, words)
        if entry.number and entry.status != Entry.Status.WITHDRAWN
    ]
