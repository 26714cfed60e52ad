"""A hall that opens its players' pages at one moment takes nothing from those who read: over the product as
it is run (``tests.benchmarks.starve`` has the goals)."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable

import pytest

from tests.benchmarks import starve

pytestmark = pytest.mark.long


def test_a_hall_of_phones(record_property: Callable[[str, object], None]) -> None:
    with starve.site_of(starve.PLAYERS, starve.PHONES) as (site, secrets):
        result = starve.storm(site, secrets)
    assert result.reader.errors == []
    assert len(result.reader.seconds) > 100
    assert Counter(status for status, _ in result.phones) == {200: starve.PHONES}
    record_property("reader's median, ms", round(statistics.median(result.reader.seconds) * 1000, 1))
    record_property("99 of 100 under, ms", round(result.reader.slowest_of(0.99), 1))
    record_property("until the last phone has its page, s", round(max(s for _, s in result.phones), 1))


def test_more_than_may_wait_are_told_when_to_come_again(
    record_property: Callable[[str, object], None],
) -> None:
    with starve.site_of(starve.PLAYERS, starve.PLAYERS) as (site, secrets):
        result = starve.storm(site, secrets * 2)
    assert result.reader.errors == []
    answers = Counter(status for status, _ in result.phones)
    assert set(answers) <= {200, 503}
    assert answers[200] > starve.PHONES
    assert answers[503]
    record_property("phones", starve.PLAYERS * 2)
    record_property("told to come again", answers[503])
    record_property("99 of 100 under, ms", round(result.reader.slowest_of(0.99), 1))


def test_the_price_of_a_card_is_the_same_in_a_large_field(
    record_property: Callable[[str, object], None],
) -> None:
    costs = {}
    for players in (starve.CARDS // 10, starve.MANY):
        with starve.site_of(players, 0) as (site, _):
            costs[players] = starve.cards(site, starve.CARDS // 10) / (starve.CARDS // 10)
        record_property(f"processor for a card of {players}, ms", round(costs[players] * 1000, 1))
    # The whole tournament was twenty times as much to read.
    assert costs[starve.MANY] < 5 * costs[starve.CARDS // 10]
