"""An event with a bit of everything, into a file and back."""

from __future__ import annotations

import io

import pytest
from django.apps import apps

from portal import outbox
from portal.accounts.models import User
from portal.backup.archive import Reader
from tests.forgetting import named_everywhere
from tests.remembered import remembered
from tests.tournaments.views.conftest import World, drawn, text, world
from tournaments.acts.backups import restore_event
from tournaments.acts.fouls import confirm_foul
from tournaments.acts.publication import republish
from tournaments.models import Event, Foul
from tournaments.queries.backups import write_event

__all__ = ["drawn", "text", "world"]


@pytest.fixture
@remembered
def full(drawn: World) -> World:
    """An event with a bit of everything: a closed round and a draft, records, fouls, notes."""
    named_everywhere(drawn)
    round_ = drawn.round(1)
    for pairing in round_.pairings.filter(table__isnull=False, reports=None):
        drawn.post("carol", "report_result", 1, line=f"{pairing.table} 1-0", htmx=True)
    confirm_foul(foul=Foul.objects.get(), by=drawn.users["dave"])
    assert drawn.post("bob", "close_round", 1).status_code == 302
    outbox.drain([outbox.FAST])
    drawn.post("bob", "pair_round", 2)
    outbox.drain([outbox.FAST])
    return drawn


def backup_of(event: Event) -> bytes:
    with io.BytesIO() as file:
        write_event(event, file)
        return file.getvalue()


def restore(body: bytes, slug: str, by: User) -> Event:
    answer = restore_event(reader=Reader(io.BytesIO(body)), slug=slug, by=by)
    return Event.objects.get(pk=answer["event"])


def published(body: bytes, slug: str, by: User) -> Event:
    """Restored, and put before the public."""
    event = restore(body, slug, by)
    republish(event=event, what="event", by=by)
    return event


def flipped(body: bytes) -> bytes:
    at = body.index(b"tournaments/results.jsonl") + 200
    return body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :]


def everything_there_is() -> dict[str, int]:
    return {model._meta.label: model._base_manager.count() for model in apps.get_models()}
