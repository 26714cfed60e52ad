"""How often open pages ask: in seconds while a round is played, every half minute between rounds, not when
all is over."""

from __future__ import annotations

import pytest

from portal.published.following import NEVER, PLAY, REST
from tests import factories
from tournaments.models import Round, Section
from tournaments.pages.pace import pace

pytestmark = pytest.mark.django_db
EVENT, MEN, HOME = "e/test-2015", "e/test-2015/men", ""


@pytest.fixture
def section() -> Section:
    """Round 1 is paired; the event is public."""
    section = factories.make_section(factories.make_event(listed=True), state=Section.State.RUNNING)
    factories.make_entries(section, 4)
    factories.pair(section, 1)
    return section


def test_readers_ask_in_seconds_while_a_round_is_played(section: Section) -> None:
    assert {pace(group) for group in (MEN, EVENT, f"{EVENT}/-", HOME, "e/-/xiangqi")} == {REST}
    round_ = factories.publish(section.round_set.get(number=1))
    assert {pace(group) for group in (MEN, EVENT, f"{EVENT}/-", HOME, "e/-/xiangqi")} == {PLAY}
    assert pace("e/test-2015/women") == pace("e/another/men") == REST
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
    assert pace(MEN) == pace(HOME) == REST


def test_when_all_is_over_only_the_lists_go_on(section: Section) -> None:
    other = factories.make_section(section.event, "women", state=Section.State.RUNNING)
    Section.objects.filter(pk=section.pk).update(state=Section.State.FINISHED)
    assert (pace(MEN), pace(EVENT)) == (NEVER, REST)
    Section.objects.filter(pk=other.pk).update(state=Section.State.FINISHED)
    assert (pace(EVENT), pace(HOME)) == (NEVER, REST)


@pytest.mark.parametrize("group", [MEN, HOME])
def test_it_is_asked_with_few_queries(section: Section, group: str, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(2):
        pace(group)
