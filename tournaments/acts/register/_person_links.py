"""Note in the journals of events where the register changes to which page a player leads."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet

from portal import journal
from portal.accounts.models import User
from tournaments.models import Entry, Person, Player, Section

LINK_CHANGED = "person_link_changed"


def person_page_codes(*persons: Person) -> dict[int, str]:
    """By id of each of their copies, the code of the page to which it leads; empty for none. One query."""
    return _links(Player.objects.filter(person__in=persons))


def note_links(before: Mapping[int, str], *, by: User) -> None:
    """Note in events' journals whose pages lead elsewhere; ``before``: of `person_page_codes`."""
    after = _links(Player.objects.filter(pk__in=list(before)))
    changed = [key for key, code in before.items() if after.get(key) != code]
    entries = Entry.objects.filter(player__in=changed).exclude(section__state=Section.State.DRAFT)
    entries_by_event: dict[int, list[int]] = {}
    for event, entry in entries.order_by("pk").values_list("section__event", "pk"):
        entries_by_event.setdefault(event, []).append(entry)
    for event, entries_of_event in entries_by_event.items():
        journal.record(
            LINK_CHANGED,
            by=by,
            scope=f"event:{event}",
            target=f"entry:{entries_of_event[0]}",
            after={"entries": entries_of_event},
            follows=True,
        )


def _links(players: QuerySet[Player]) -> dict[int, str]:
    rows = players.values_list("pk", "person__uid", "person__listed")
    return {key: str(uid) if listed else "" for key, uid, listed in rows}
