"""By which words everybody finds what is published. Made by the worker of the events, players and federations
themselves (`tournaments.pages.search_index`); nothing rests on it, and it can be made anew at any time.

Looking in it by parts of words needs an index of its own on each database, which a migration makes:
PostgreSQL's pg_trgm, and on SQLite a table of FTS5 that triggers keep up. Django knows neither: a migration
that makes the table anew on SQLite makes the triggers again (`tournaments.migrations.0034_search`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_, or_

from django.db import models
from django.db.models import Q

from tournaments.models.event import Event
from tournaments.models.people import Entry
from tournaments.text.name_search import index_text, name_search_key, search_key


def entry_words(name: str, native_name: str, federation: str, *further: str) -> str:
    """Return the words of a player; ``further``: what the person is called elsewhere."""
    # By the federation's code everybody is found who plays for it.
    words = index_text(name_search_key(name, native_name), *([federation.lower()] if federation else []))
    return words + "".join(index_text(name_search_key(other)) for other in further)


def event_words(name: str, native_name: str, place: str, year: int, slug: str = "") -> str:
    """Return the words of an event, by which it is also found by its URL name."""
    titled = [word for word in search_key(name).split() if word.isalpha() and word.isascii()]
    # WXC finds World Xiangqi Championship: of a word one letter, whatever its syllables.
    abbreviation = "".join(word[0] for word in titled)
    also = [str(year), *search_key(slug).split()]
    return index_text(
        name_search_key(name, native_name, place), *also, *([abbreviation] if len(titled) > 1 else [])
    )


def with_words(ways: Sequence[Sequence[str]]) -> Q:
    """Rows whose ``words`` contain all needles of one of the ways (`state.name_search.needles`)."""
    return reduce(or_, (reduce(and_, (Q(words__contains=needle) for needle in way)) for way in ways))


class SearchKey(models.Model):
    """Find one thing: an entry, or without one the event itself."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")
    entry = models.OneToOneField(Entry, null=True, on_delete=models.CASCADE, related_name="+")
    # The first day of the event, so that the newest come first.
    day = models.DateField()
    # `state.name_search.index_text`.
    words = models.TextField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event"], condition=Q(entry=None), name="search_event_once")
        ]
        indexes = [
            models.Index(
                fields=["-day", "-id"], condition=Q(entry__isnull=False), name="search_newest_entries"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.entry_id or '-'}"
