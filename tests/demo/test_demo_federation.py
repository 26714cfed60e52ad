"""The federation of the demonstration: all that the guide walks through, made by the acts."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from portal import outbox
from portal.journal.models import JournalEntry
from tournaments.demo import cast, federation
from tournaments.demo.federation import CODE, CUP, EDITIONS, MEMBERS, OPEN, load_federation
from tournaments.models import (
    Appeal,
    CircuitVersion,
    Delegate,
    LedgerRow,
    Licence,
    ListVersion,
    Organisation,
    PersonNumber,
    PersonTitle,
    RefereeReport,
    Section,
)
from tournaments.queries.categories import verdicts_of
from tournaments.queries.register.persons import likely_twins


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_federations_year_is_there_and_a_second_start_leaves_it_alone() -> None:
    call_command("federations", verbosity=0)
    users = cast.ensure_cast()
    made = load_federation(users, seed=2026)
    assert made is not None
    assert Organisation.objects.filter(parent=made).count() == 4
    assert set(made.offices.values_list("role", flat=True)) == {
        "officer",
        "registrar",
        "treasurer",
        "rating-officer",
    }
    assert PersonNumber.objects.filter(issuer=CODE, former=False).count() == MEMBERS
    assert PersonTitle.objects.exists()
    assert len(likely_twins("SGP")) == 2
    assert ListVersion.objects.count() == 2
    assert CircuitVersion.objects.count() == 1
    assert made.series.get().events.count() == len(EDITIONS)
    kinds = list(LedgerRow.objects.order_by().values_list("kind", flat=True))
    assert kinds.count("paid") == 5
    assert kinds.count("refunded") == 1
    assert Delegate.objects.count() == 4
    assert Appeal.objects.get().decision.outcome == "rejected"
    assert RefereeReport.objects.get(section__event__slug=CUP).state == "accepted"
    opened = Section.objects.get(event__slug=OPEN)
    assert opened.quotas.count() == 4
    assert opened.entries.count() == 8
    assert Licence.objects.count() == 8
    assert len(verdicts_of(opened)) == 1
    outbox.drain()
    page = Client().get(f"/en/o/{made.slug}/")
    assert page.status_code == 200
    for year in EDITIONS:
        assert f"National Championship {year}" in page.content.decode()
    rows = JournalEntry.objects.count()
    assert load_federation(users, seed=2026) is None
    assert JournalEntry.objects.count() == rows


def test_it_writes_nothing_but_by_acts() -> None:
    """No row is made, changed or deleted past the acts."""
    tree = ast.parse(Path(federation.__file__).read_text(encoding="utf-8"))
    calls = {
        node.func.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert calls.isdisjoint(
        {"create", "save", "update", "delete", "bulk_create", "bulk_update", "get_or_create"}
    )
