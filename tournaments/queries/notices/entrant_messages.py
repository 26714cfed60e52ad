"""Whom an organiser may write to, and what was written.

*audience*   a group of entrants by what they are in now, as all of them or those who owe a record; other
             apps add theirs by name (`register_audience`)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext_lazy

from portal.push.models import Notice
from portal.web.fields import Words
from tournaments.models import EntrantMessage, Entry, Event
from tournaments.queries.notices.announcements import Text, nearest

EVERYBODY = "all"
# Devices hear of it under this topic.
MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class Audience:
    """``entrants``: by section the ids of entries; those who have withdrawn are never among them."""

    words: Words
    entrants: Callable[[Event], Mapping[int, Collection[int]]]


def playing_entries(event: Event) -> QuerySet[Entry]:
    """Who is entered and has not withdrawn, alone or with the team."""
    entries = Entry.objects.filter(section__event=event).exclude(status=Entry.Status.WITHDRAWN)
    return entries.exclude(team__withdrawn_after__isnull=False)


def _everybody(event: Event) -> Mapping[int, Collection[int]]:
    by_section: dict[int, list[int]] = {}
    for key, section in playing_entries(event).order_by("pk").values_list("pk", "section"):
        by_section.setdefault(section, []).append(key)
    return by_section


AUDIENCES: dict[str, Audience] = {EVERYBODY: Audience(gettext_lazy("all entrants"), _everybody)}


def register_audience(name: str, audience: Audience) -> None:
    """Let organisers write to these; called from ``AppConfig.ready()``."""
    AUDIENCES[name] = audience


def entrants_in(event: Event, audience: str) -> dict[int, list[int]]:
    """By section whom an audience holds now; nobody twice."""
    playing = set(playing_entries(event).values_list("pk", flat=True))
    return {
        section: sorted(playing.intersection(keys))
        for section, keys in AUDIENCES[audience].entrants(event).items()
    }


@dataclass(frozen=True, slots=True)
class WrittenMessage:
    """Hold a message as staff see it; ``devices``: how many heard, None until they are counted."""

    message: EntrantMessage
    audience: Words
    texts: list[Text]
    entrants: int
    devices: int | None


def written_messages(event: Event) -> list[WrittenMessage]:
    """The newest first. Two queries."""
    rows = event.entrant_messages.select_related("section", "by").annotate(entrants=Count("recipients"))
    notices = Notice.objects.filter(topic=MESSAGE, under=f"event:{event.pk}")
    devices = {notice.facts["message"]: notice.recipients for notice in notices}
    return [
        WrittenMessage(
            row,
            AUDIENCES[row.audience].words if row.audience in AUDIENCES else row.audience,
            texts_of(row),
            row.entrants,
            devices.get(row.pk, 0),
        )
        for row in rows
    ]


def texts_of(message: EntrantMessage) -> list[Text]:
    return [Text(language, text) for language, text in message.texts.items()]


@dataclass(frozen=True, slots=True)
class ReceivedMessage:
    """As who gets it reads it, in the language that is active."""

    at: datetime
    text: Text


def received_messages(entries: Q) -> list[ReceivedMessage]:
    """What was written to entries, by conditions on `Entry`, the newest first. One query."""
    keys = Entry.objects.filter(entries).values("pk")
    rows = EntrantMessage.objects.filter(recipients__entry__in=keys).distinct().order_by("-at", "-pk")
    return [ReceivedMessage(row.at, nearest(texts_of(row))) for row in rows]
