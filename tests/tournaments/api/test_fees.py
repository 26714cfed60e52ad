"""The ledger for programs: read by those who keep the fees, and by nobody else."""

from __future__ import annotations

import pytest

from tests.portal.api.callers import Caller
from tests.portal.api.described import faults
from tests.world import World
from tournaments.acts.money.fees import (
    FeeTableInput,
    FeeTermsInput,
    book_payment,
    set_fee_table,
    set_fee_terms,
)
from tournaments.models import FeeAccount
from tournaments.state.fees import Tariff

pytestmark = pytest.mark.django_db
FEES = "/api/v1/events/cup/fees"


def test_a_program_reads_the_ledger(drawn: World) -> None:
    alice = drawn.users["alice"]
    assert Caller(alice).get(FEES).json()["results"] == []
    set_fee_terms(event=drawn.event, values=FeeTermsInput(currency="EUR"), by=alice)
    set_fee_table(
        section=drawn.section, values=FeeTableInput(tariffs=[Tariff(name="All", amount=5000)]), by=alice
    )
    account = FeeAccount.objects.order_by("pk")[0]
    book_payment(event=drawn.event, reference=account.reference, amount=2000, by=alice)
    item = Caller(alice).get(f"{FEES}?limit=1").json()["results"][0]
    assert faults("Account", item) == []
    assert (item["reference"], item["balance"], item["standing"]) == (account.reference, 3000, "due")
    assert [(row["kind"], row["amount"], row["by"] is None) for row in item["rows"]] == [
        ("due", 5000, True),
        ("paid", -2000, False),
    ]
    for who in ("bob", "dave", "carol"):
        assert Caller(drawn.users[who]).get(FEES).status_code == 403
