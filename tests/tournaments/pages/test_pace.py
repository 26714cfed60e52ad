"""How often open pages ask: in seconds from a draft until its round is closed, every half minute between
rounds, not when all is over."""

from __future__ import annotations

import gzip
import json

import pytest

from portal.published.memory import Memory
from portal.published.models import Page
from portal.published.poll_file import BETWEEN_ROUNDS, DURING_PLAY, NEVER, poll_file_address, poll_file_of
from tests import factories
from tests.cast import Cast
from tests.working import compute
from tournaments.acts.drafts import pair_round
from tournaments.models import Round, Section
from tournaments.pages.pace import pace

pytestmark = pytest.mark.django_db
EVENT, MEN, HOME = "e/test-2015", "e/test-2015/men", ""


@pytest.fixture
def section() -> Section:
    """The event is public, nothing is paired."""
    section = factories.make_section(factories.make_event(listed=True), state=Section.State.RUNNING)
    factories.make_entries(section, 4)
    return section


def test_readers_ask_in_seconds_while_a_round_is_played(section: Section) -> None:
    assert {pace(group) for group in (MEN, EVENT, f"{EVENT}/-", HOME, "e/-/xiangqi")} == {BETWEEN_ROUNDS}
    factories.pair(section, 1)
    assert {pace(group) for group in (MEN, EVENT, f"{EVENT}/-")} == {DURING_PLAY}, (
        "it may be public any moment"
    )
    assert {pace(group) for group in (HOME, "e/-/xiangqi", "e/test-2015/women")} == {BETWEEN_ROUNDS}
    round_ = factories.publish(section.round_set.get(number=1))
    assert {pace(group) for group in (MEN, EVENT, f"{EVENT}/-", HOME, "e/-/xiangqi")} == {DURING_PLAY}
    assert pace("e/test-2015/women") == pace("e/another/men") == BETWEEN_ROUNDS
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
    assert pace(MEN) == pace(HOME) == BETWEEN_ROUNDS


def test_when_all_is_over_only_the_lists_go_on(section: Section) -> None:
    other = factories.make_section(section.event, "women", state=Section.State.RUNNING)
    Section.objects.filter(pk=section.pk).update(state=Section.State.FINISHED)
    assert (pace(MEN), pace(EVENT)) == (NEVER, BETWEEN_ROUNDS)
    Section.objects.filter(pk=other.pk).update(state=Section.State.FINISHED)
    assert (pace(EVENT), pace(HOME)) == (NEVER, BETWEEN_ROUNDS)


@pytest.mark.parametrize("group", [MEN, HOME])
def test_it_is_asked_with_few_queries(section: Section, group: str, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(2):
        pace(group)


def test_a_draft_is_told_to_who_follows_though_no_page_is_another(entered: Cast) -> None:
    group = f"e/{entered.event.slug}/{entered.section.slug}"
    memory, address = Memory(limit=10), poll_file_address(group)

    def every() -> int:
        memory.refresh()
        reading: dict[str, int] = json.loads(gzip.decompress(memory.slots[address].stored_page.gz))
        return reading["every"]

    factories.announce(entered.section)
    page = poll_file_of(group)
    assert page is not None
    memory.remember(address, group, page)
    assert every() == BETWEEN_ROUNDS
    versions = set(Page.objects.values_list("path", "version"))
    pair_round(round_=entered.round(1), by=entered.bob)
    compute()
    assert set(Page.objects.values_list("path", "version")) == versions
    assert every() == DURING_PLAY
