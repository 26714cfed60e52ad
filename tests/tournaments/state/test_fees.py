"""Fees, what is given back, references and their check digits."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.state.fees import (
    FeeStanding,
    Tariff,
    compact,
    fee_of,
    grouped_number,
    is_iban,
    is_reference,
    kept_of,
    reference_of,
    references_in,
    standing_of,
    with_surcharge,
)

TABLE = [
    Tariff(name="Standard", amount=5000),
    Tariff(name="Youth", amount=2500, category="youth"),
    Tariff(name="Members", amount=4000, organisation=7),
]
DAY = date(2026, 5, 1)


def test_the_example_of_the_standard() -> None:
    assert reference_of("539007547034") == "RF18539007547034"
    assert grouped_number("RF18539007547034") == "RF18 5390 0754 7034"


@pytest.mark.parametrize(
    ("categories", "organisations", "fee"),
    [((), (), 5000), (("youth",), (), 2500), ((), (7,), 4000), (("youth",), (7,), 2500)],
)
def test_the_lowest_that_fits(categories: tuple[str, ...], organisations: tuple[int, ...], fee: int) -> None:
    fitting = {"categories": frozenset(categories), "organisations": frozenset(organisations)}
    assert fee_of(TABLE, **fitting) == fee  # type: ignore[arg-type]
    assert fee_of(TABLE[1:2], categories=frozenset(), organisations=frozenset()) is None


def test_the_surcharge_begins_on_its_day_and_free_stays_free() -> None:
    assert with_surcharge(5000, 1000, on=date(2026, 4, 30), late_from=DAY) == 5000
    assert with_surcharge(5000, 1000, on=DAY, late_from=DAY) == 6000
    assert with_surcharge(0, 1000, on=DAY, late_from=DAY) == 0
    assert with_surcharge(5000, 1000, on=DAY, late_from=None) == 5000


def test_what_of_a_fee_stays_due() -> None:
    refunds = [(date(2026, 5, 10), 50), (DAY, 100)]
    assert kept_of(5001, refunds, DAY) == 0
    assert kept_of(5001, refunds, date(2026, 5, 2)) == 2500
    assert kept_of(5001, refunds, date(2026, 5, 11)) == 5001
    assert kept_of(5001, [], DAY) == 5001


def test_states() -> None:
    assert [standing_of(item) for item in (1, 0, -1)] == [
        FeeStanding.DUE,
        FeeStanding.PAID,
        FeeStanding.OVERPAID,
    ]


def test_account_numbers() -> None:
    assert is_iban(compact("de89 3704 0044 0532 0130 00"))
    assert not is_iban(compact("DE89 3704 0044 0532 0130 01"))
    assert not is_iban("Bank of China")


@pytest.mark.slow
@given(st.integers(0, 10**10 - 1), st.text(max_size=30), st.text(max_size=30))
def test_a_reference_is_found_in_whatever_is_pasted(number: int, before: str, after: str) -> None:
    reference = reference_of(f"{number:010}")
    assert is_reference(reference)
    assert reference in set(references_in(f"{before} {grouped_number(reference).lower()} {after}"))


@given(st.integers(0, 10**10 - 1), st.integers(2, 13), st.integers(1, 9))
def test_one_wrong_digit_is_seen(number: int, place: int, by: int) -> None:
    reference = reference_of(f"{number:010}")
    wrong = f"{reference[:place]}{(int(reference[place]) + by) % 10}{reference[place + 1 :]}"
    assert not is_reference(wrong)
