"""Players of one name, told apart in lists over several sections, and on pages of a single player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from portal.journal.models import JournalEntry
from tournaments.models import Entry, Section
from tournaments.models.event import BEARING
from tournaments.state.namesakes import Apart, Bearer, distinguish_namesakes


def namesakes_in(sections: Iterable[int]) -> dict[int, Apart]:
    """Return what tells players of one name in one section apart, by id of the entry; one query."""
    bearers: dict[int, list[Bearer]] = defaultdict(list)
    for section, *row in (
        Entry.objects.filter(section__in=sections).order_by().values_list("section", *BEARING)
    ):
        bearers[section].append(Bearer(*row))
    return {key: apart for group in bearers.values() for key, apart in distinguish_namesakes(group).items()}


# Sections whose namesakes a process remembers; those that were read first go first.
MOST = 100
_remembered: dict[int, tuple[tuple[int, datetime], dict[int, Apart]]] = {}


def recall_namesakes(section: Section) -> None:
    """Give ``section`` the `Section.namesakes` that this process has read before; one query."""
    newest = JournalEntry.objects.filter(scope=f"event:{section.event_id}").order_by("-pk")
    last = newest.values_list("pk", "at").first()
    if last is None:
        return
    # Every act that changes a name or a number is in the journal: while its newest line is the same, names
    # are.
    before = _remembered.get(section.pk)
    if before and before[0] == last:
        section.__dict__["namesakes"] = before[1]
        return
    while section.pk not in _remembered and len(_remembered) >= MOST:
        _remembered.pop(next(iter(_remembered)), None)
    # Reading them costs by the number of players, which a page about a single one must not.
    _remembered[section.pk] = (last, section.namesakes)
