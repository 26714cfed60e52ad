"""Receipts that two ask for at one moment, on PostgreSQL with real connections."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import connection

from tests.cast import Cast
from tests.factories import make_link
from tests.paying import entry_of, issued, paid, paid_online
from tests.races import gate, kinds, together, without_locks
from tournaments.acts.money import receipts
from tournaments.acts.money.receipts import issue_own_receipt, issue_receipt
from tournaments.models import Receipt

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def at_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Two receipts of one organisation, asked for at two of its places."""
    account = paid_online(cast)
    first, second = paid(cast, account), paid(cast, account)
    issued(cast, paid(cast, account))
    gate(monkeypatch, receipts, "lock_series")
    entry = entry_of(account)
    return together(
        partial(issue_receipt, event=cast.event, row=first, by=cast.alice),
        partial(issue_own_receipt, entry=entry, row=second, by=make_link(entry)),
    )


def test_without_lock_and_constraint_two_have_one_number(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    cursor = connection.cursor()
    cursor.execute("ALTER TABLE tournaments_receipt DROP CONSTRAINT receipt_number_once")
    try:
        without_locks(monkeypatch)
        at_once(cast, monkeypatch)
        assert list(Receipt.objects.order_by("pk").values_list("number", flat=True)) == [1, 2, 2]
    finally:
        cursor.execute("ALTER TABLE tournaments_receipt DISABLE TRIGGER USER")
        cursor.execute("DELETE FROM tournaments_receipt")
        cursor.execute("ALTER TABLE tournaments_receipt ENABLE TRIGGER USER")
        cursor.execute(
            "ALTER TABLE tournaments_receipt ADD CONSTRAINT receipt_number_once UNIQUE (series_id, number)"
        )


def test_with_only_the_constraint_one_is_refused(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    without_locks(monkeypatch)
    assert kinds(at_once(cast, monkeypatch)) == ["IntegrityError", "dict"]


def test_two_at_once_have_two_numbers_in_a_row(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kinds(at_once(cast, monkeypatch)) == ["dict", "dict"]
    assert sorted(Receipt.objects.values_list("number", flat=True)) == [1, 2, 3]
