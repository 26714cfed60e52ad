"""What a provider tells at one moment, and a process that is killed over it: PostgreSQL, real connections."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from portal.payments.provider import PaymentOutcome
from portal.payments.stand_in import NAME
from tests.cast import Cast
from tests.paying import begun, paid_online, told_of
from tests.races import gate, kinds, together, without_locks
from tournaments.acts.money import payments
from tournaments.acts.money.payments import record_notification, settle_notice
from tournaments.models import FeeAccount, Payment, ProviderNotice
from tournaments.queries.money.fees import balance_of
from tournaments.queries.money.payments import open_notices

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
ROOT = Path(__file__).resolve().parents[4]


def told_twice(payment: Payment) -> list[object]:
    press = partial(record_notification, NAME, told_of(payment))
    return together(press, press)


def test_told_twice_at_once_without_the_guards_is_booked_twice(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = paid_online(cast)
    payment = begun(account)
    cursor = connection.cursor()
    cursor.execute("ALTER TABLE tournaments_providernotice DROP CONSTRAINT provider_told_once")
    cursor.execute("DROP INDEX ledger_booked_once")
    try:
        without_locks(monkeypatch)
        gate(monkeypatch, payments, "is_notification_known")
        assert told_twice(payment) == [True, True]
        assert balance_of(account) == -5000
    finally:
        ProviderNotice.objects.all().delete()
        cursor.execute("ALTER TABLE tournaments_ledgerrow DISABLE TRIGGER USER")
        cursor.execute("DELETE FROM tournaments_ledgerrow WHERE source LIKE 'paid:%'")
        cursor.execute("ALTER TABLE tournaments_ledgerrow ENABLE TRIGGER USER")
        cursor.execute(
            "ALTER TABLE tournaments_providernotice ADD CONSTRAINT provider_told_once "
            "UNIQUE (merchant, external, outcome)"
        )
        cursor.execute(
            "CREATE UNIQUE INDEX ledger_booked_once ON tournaments_ledgerrow (source) WHERE NOT source = ''"
        )


def test_told_twice_at_once_with_only_the_constraints(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whom the database refuses, the provider gets no answer from, and it tells again."""
    account = paid_online(cast)
    payment = begun(account)
    without_locks(monkeypatch)
    gate(monkeypatch, payments, "is_notification_known")
    assert kinds(told_twice(payment)) == ["IntegrityError", "bool"]
    assert balance_of(account) == 0


def test_told_twice_at_once_is_booked_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    account = paid_online(cast)
    payment = begun(account)
    gate(monkeypatch, payments, "is_notification_known")
    assert told_twice(payment) == [True, True]
    assert (balance_of(account), ProviderNotice.objects.count()) == (0, 1)


def test_on_its_way_and_paid_at_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    account = paid_online(cast)
    payment = begun(account)
    gate(monkeypatch, payments, "is_notification_known")
    collected = [told_of(payment), told_of(payment, outcome=PaymentOutcome.PENDING)]
    assert together(*(partial(record_notification, NAME, item) for item in collected)) == [True, True]
    assert (balance_of(account), ProviderNotice.objects.count()) == (0, 2)


def test_pressed_twice_at_once_it_is_one_payment(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    account = paid_online(cast)
    gate(monkeypatch, payments, "balance_of")
    press = partial(begun, account)
    first, second = together(press, press)
    assert first == second


@pytest.mark.parametrize("locked", [False, True], ids=["without the lock", "as it is"])
def test_settled_by_two_at_once(cast: Cast, monkeypatch: pytest.MonkeyPatch, locked: bool) -> None:
    """Booked once in either case: what a provider calls by one name has one row."""
    account = paid_online(cast)
    record_notification(NAME, told_of(begun(account), amount=4000))
    notice = open_notices(cast.event)[0]
    if not locked:
        without_locks(monkeypatch)
    gate(monkeypatch, payments, "terms_of_fees")
    settle = partial(settle_notice, event=cast.event, notice=notice.pk, reason="x", book=True)
    got = together(partial(settle, by=cast.alice), partial(settle, by=cast.frank))
    assert kinds(got) == ["Refusal" if locked else "IntegrityError", "dict"]
    assert balance_of(account) == 1000


KILLED = """
import os, signal, sys
import django
django.setup()
from django.db import connections
connections.settings["default"]["NAME"] = os.environ["RACE_DATABASE"]
from portal import journal
from portal.payments.provider import PaymentNotification, PaymentOutcome
from tournaments.acts.money.payments import record_notification
from tournaments.models import LedgerRow
def die(*_args, **_more):
    print(LedgerRow.objects.filter(kind="paid").count(), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
journal.record = die
record_notification("stand-in", PaymentNotification(
    key=sys.argv[1], payment="p", outcome=PaymentOutcome.PAID, amount=5000, currency="EUR"
))
"""
"""Kills itself with the row written and the transaction open."""


def test_killed_before_the_answer_nothing_is_lost_or_doubled(cast: Cast) -> None:
    account = paid_online(cast)
    payment = begun(account)
    environment = {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "RACE_DATABASE": str(settings.DATABASES["default"]["NAME"]),
    }
    done = subprocess.run(
        [sys.executable, "-c", KILLED, payment.key],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (-9, "1\n"), done.stderr
    assert balance_of(account) == 5000
    for _ in range(2):
        assert record_notification(NAME, told_of(payment))
    assert balance_of(FeeAccount.objects.get(pk=account.pk)) == 0
