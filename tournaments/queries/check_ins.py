"""Who has checked players in: the desk, or they themselves by their private link."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from portal.journal.models import JournalEntry
from tournaments.models import Entry
from tournaments.policy import Act


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """``by`` is empty where the player did it."""

    by: str
    at: datetime


def checked_in(entries: Iterable[Entry]) -> dict[int, CheckedIn]:
    """By id of the entry, for those who are here and were checked in one by one. One query."""
    here = {f"entry:{entry.pk}": entry.pk for entry in entries if entry.status == Entry.Status.CHECKED_IN}
    lines = JournalEntry.objects.filter(act=Act.CHECK_IN, target__in=here).select_related("by")
    return {
        here[one.target]: CheckedIn(str(one.by) if one.by else "", one.at) for one in lines.order_by("pk")
    }
