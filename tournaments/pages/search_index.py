"""Make anew, by the worker, the keys by which everybody finds an event and its public entries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from portal import outbox
from portal.outbox import Handler, Job, Work
from tournaments.models import Entry, Event, PersonName, SearchKey, Section
from tournaments.models.search import entry_words, event_words
from tournaments.state.canonical import digest_of

KIND = "search"
AT_A_TIME = 1000
# By entry its words; under None those of the event.
Keys = dict[int | None, str]


def ask_for_index(event: Event) -> None:
    """Names or entries of the event may have changed: its keys are made anew. In the caller's transaction."""
    if not event.listed:
        return
    outbox.enqueue(
        KIND,
        key=f"{KIND}:{event.pk}",
        payload={"event": event.pk},
        priority=outbox.RENDER,
        scope=f"e/{event.slug}",
    )


def event_search_keys(event: Event) -> Keys:
    """Return what can be found of the event; three queries at most."""
    # Nothing is found before it is public.
    if not event.listed:
        return {}
    entries = Entry.objects.filter(section__event=event, player__erased_at=None)
    rows = entries.exclude(section__state=Section.State.DRAFT).values_list(
        "pk",
        "player__person",
        "player__name",
        "player__native_name",
        "player__federation",
        "player__person__listed",
        "player__person__name",
        "player__person__native_name",
    )
    further: dict[int, list[str]] = {}
    named = PersonName.objects.filter(person__players__event=event)
    for person, name in named.order_by("pk").values_list("person", "name"):
        further.setdefault(person, []).append(name)
    keys: Keys = {}
    for key, person, name, native_name, code, listed, *registered in rows:
        # A player is found by every name of a person who has a public page, else as at the event alone.
        names = (*registered, *further.get(person, ())) if listed else ()
        others = dict.fromkeys(n for n in names if n not in ("", name, native_name))
        keys[key] = entry_words(name, native_name, code, *others)
    keys[None] = event_words(event.name, event.native_name, event.place, event.starts.year, event.slug)
    return keys


def store_keys(event: Event, keys: Keys) -> int:
    """Let the keys of the event be these, in the caller's transaction. How many have changed."""
    rows = SearchKey.objects.filter(event=event)
    there = {row.entry_id: row for row in rows}
    gone = [row.pk for entry, row in there.items() if entry not in keys]
    rows.filter(pk__in=gone).delete()
    new: list[SearchKey] = []
    changed: list[SearchKey] = []
    for entry, words in keys.items():
        row = there.get(entry) or SearchKey(event=event, entry_id=entry)
        if (row.words, row.day) != (words, event.starts):
            row.words, row.day = words, event.starts
            (changed if row.pk else new).append(row)
    SearchKey.objects.bulk_create(new, batch_size=AT_A_TIME)
    SearchKey.objects.bulk_update(changed, ["words", "day"], batch_size=AT_A_TIME)
    return len(gone) + len(new) + len(changed)


@dataclass(frozen=True, slots=True)
class ToStore:
    event: Event | None
    keys: Keys


class IndexHandler(Handler):
    """``{"event": id}`` → its keys. An event that was deleted took them with it."""

    def read(self, payload: dict[str, Any]) -> Work:
        event = Event.objects.filter(pk=payload["event"]).first()
        keys = event_search_keys(event) if event else {}
        entry_words = sorted((entry or 0, words) for entry, words in keys.items())
        return Work(
            digest_of([event is not None, str(event and event.starts), entry_words]), ToStore(event, keys)
        )

    def lock(self, payload: dict[str, Any]) -> None:
        # Whoever erases a person holds the event.
        list(Event.objects.select_for_update().filter(pk=payload["event"]))

    def write(self, job: Job, data: ToStore, result: None) -> dict[str, Any]:
        return {"changed": store_keys(data.event, data.keys) if data.event else 0}
