"""The weiqi section of the demonstration: its tables, and that a second start keeps what people did."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games.demo_weiqi import EVENT, load_weiqi
from games.models import BoardCount, GameRecord
from games.queries.counts import is_settled
from portal.journal.models import JournalEntry
from tournaments.demo import cast
from tournaments.models import ResultReport


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_every_table_is_at_another_point() -> None:
    call_command("federations", verbosity=0)
    users = cast.ensure_cast()
    section = load_weiqi(users, seed=2026)
    assert section is not None
    assert (section.event.slug, section.entries.count()) == (EVENT, 8)
    counts = BoardCount.objects.order_by("pairing__table")
    # As GNU Go, which played the games, counted them: 36½ and 2½ points above the line, in quarters.
    assert [(count.pairing.table, count.margin, is_settled(count)) for count in counts] == [
        (2, -73, True),
        (3, -5, False),
    ]
    reports = ResultReport.objects.in_force().order_by("pairing__table")
    assert [(count.pairing.table, count.value) for count in reports] == [(1, "0-1"), (2, "0-1")]
    records = GameRecord.objects.order_by("pairing__table")
    assert [record.reading.data["faults"] for record in records] == [[], [], [], []]
    rows = JournalEntry.objects.count()
    assert load_weiqi(users, seed=7) is None
    assert JournalEntry.objects.count() == rows
