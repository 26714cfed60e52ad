"""Backups of events: what is backed up, and the keys of the work."""

from __future__ import annotations

from typing import IO

from portal.backup.exporting import write_backup
from portal.backup.tables import Subject
from tournaments.models import Event, Restoration


def subject_of(event: Event) -> Subject:
    # Where pages stand is said in `pages.paths`, a floor above.
    return Subject(event.pk, f"event:{event.pk}", f"e/{event.slug}/")


def write_event(event: Event, file: IO[bytes]) -> str:
    """The backup of an event into ``file``; its digest."""
    subject = subject_of(event)
    about = {
        "event": event.pk,
        "slug": event.slug,
        "name": event.name,
        "native_name": event.native_name,
        "prefix": subject.prefix,
    }
    return write_backup(subject, file, about=about)


def backup_key(event: Event) -> str:
    return f"backup:event:{event.pk}"


def restore_key(restoration: Restoration) -> str:
    return f"restore:{restoration.pk}"
