"""By which words everybody finds what is published. Made by the worker of the events, players and federations
themselves (`tournaments.pages.search_index`); nothing rests on it, and it can be made anew at any time.

Looking in it by parts of words needs an index of its own on each database, which a migration makes:
PostgreSQL's pg_trgm, and on SQLite a table of FTS5 that triggers keep up. Django knows neither: a migration
that makes the table anew on SQLite makes the triggers again (`tournaments.migrations.0034_search`).
"""

from django.db import models
from django.db.models import Q

from tournaments.models.event import Event
from tournaments.models.people import Entry
from tournaments.state.name_search import index_text, key_of


def entry_words(name: str, native_name: str, federation: str) -> str:
    """The words of a player, by whom the federation's code finds everybody who plays for it."""
    return index_text(key_of(name, native_name), *([federation.lower()] if federation else []))


def event_words(name: str, native_name: str, place: str, year: int) -> str:
    """The words of an event."""
    return index_text(key_of(name, native_name, place), str(year))


class SearchKey(models.Model):
    """One thing that can be found: an entry, or without one the event itself. ``words``: its
    `state.name_search.index_text`; ``day``: the first day of the event, so that the newest come first."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")
    entry = models.OneToOneField(Entry, null=True, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
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
