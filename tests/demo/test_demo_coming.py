"""The event of the demonstration for which one can apply."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from portal.journal.models import JournalEntry
from tournaments.demo import cast
from tournaments.demo.coming import EVENT, PLACES, SECTION, load_coming
from tournaments.models import Application


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_entries_are_open_and_applications_stand_in_every_state() -> None:
    call_command("federations", verbosity=0)
    users = cast.ensure_cast()
    section = load_coming(users)
    assert section is not None
    assert (section.event.slug, section.slug) == (EVENT, SECTION)
    assert section.event.starts > (timezone.now() + timedelta(days=20)).date()
    assert section.entries.count() == PLACES
    states = Counter(section.applications.values_list("state", flat=True))
    assert states == {
        "accepted": 5,
        "waiting": 1,
        "withdrawn": 1,
        "correction": 1,
        "rejected": 1,
        "submitted": 2,
    }
    assert Client().get(f"/en/e/{EVENT}/{SECTION}/enter/").status_code == 200
    rows = JournalEntry.objects.count(), Application.objects.count()
    assert load_coming(users) is None
    assert (JournalEntry.objects.count(), Application.objects.count()) == rows
