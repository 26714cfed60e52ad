"""Which pages are published of what, and what an act asks to be rendered again."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal import outbox
from portal.outbox import Job
from portal.published import Page
from portal.published.missing import announce_missing
from tests import factories
from tournaments import pages
from tournaments.models import Event, Round, Section

SECTION = "e/test-2015/men/"


def form_values() -> dict[str, Any]:
    """What waits to be rendered, by group; empties the list."""
    payloads = {job.key: job.payload for job in Job.objects.filter(kind="render")}
    Job.objects.all().delete()
    return payloads


FRONT = {"render:": {"paths": [""]}, "render:e/-": {"prefixes": ["e/-/"]}}
"""The front page and its lists."""
EVENT = {"render:e/test-2015": {"paths": ["e/test-2015/"]}}
FOLLOWED = ["e/test-2015/-/calendar/", "e/test-2015/-/feed/"]
SCREENS = "e/test-2015/-/screen/"


@pytest.fixture
def announced(section: Section) -> Section:
    factories.announce(section)
    form_values()
    return section


def test_an_open_section_has_its_pages(section: Section) -> None:
    pages.announce_event(section.event)
    pages.announce_section(section)
    assert dict(Page.objects.values_list("path", "eager")) == {
        "": True,
        "e/test-2015/": True,
        "e/test-2015/-/schedule/": True,
        **dict.fromkeys(FOLLOWED, False),
        f"{SECTION}-/feed/": False,
        f"{SECTION}-/calendar/": False,
        SECTION: True,
        f"{SECTION}teams/": True,
        **{f"{SECTION}player/{number}/": False for number in range(1, 8)},
    }


def test_what_a_release_brings_is_announced_beside_what_is_public(announced: Section) -> None:
    paths = [*FOLLOWED, f"{SECTION}-/feed/", f"{SECTION}-/calendar/"]
    Event.objects.update(listed=True)
    Page.objects.filter(path__in=paths).delete()
    params = {"event": announced.event_id}
    Page.objects.create(path=paths[0], kind="event-calendar", params=params, withdrawn=True)
    # Three of the section and its event, two each of the cup and the league beside it.
    assert announce_missing() == 3 + 2 * 2
    result = dict(Page.objects.filter(path__in=paths).values_list("path", "withdrawn"))
    assert result == {path: path == paths[0] for path in paths}
    assert (announce_missing(), form_values()) == (0, {})
    assert Client().get(f"/en/{paths[1]}")["Content-Type"].startswith("application/atom+xml")


def test_what_is_not_public_gets_nothing(db: None) -> None:
    factories.make_section(factories.make_event("hidden", listed=False), state=Section.State.DRAFT)
    assert announce_missing() == 0


def test_a_section_in_preparation_has_none(db: None) -> None:
    section = factories.make_section(factories.make_event(), state=Section.State.DRAFT)
    factories.make_entries(section, 2)
    pages.section_changed(section)
    assert not Page.objects.exists()
    assert form_values() == {}


def test_a_late_entry_gets_a_card(announced: Section) -> None:
    factories.make_entries(announced, 1)
    pages.section_changed(announced)
    assert Page.objects.filter(path=f"{SECTION}player/8/").exists()


@pytest.mark.slow
def test_one_changed_entry_stores_no_card_anew(announced: Section) -> None:
    cards = Page.objects.filter(path__startswith=f"{SECTION}player/")
    before = list(cards.order_by("path").values_list("path", "version"))
    with CaptureQueriesContext(connection) as queries:
        pages.section_changed(announced)
    assert list(cards.order_by("path").values_list("path", "version")) == before
    writing = [query["sql"] for query in queries if not query["sql"].startswith("SELECT")]
    assert not any("portal_page" in sql or "portal_rendered" in sql for sql in writing)
    few = len(queries)
    factories.make_entries(announced, 40)
    pages.section_changed(announced)
    outbox.drain()
    with CaptureQueriesContext(connection) as queries:
        pages.section_changed(announced)
    # With 47 as with 7.
    assert len(queries) <= few
    assert not any(f"{SECTION}player/40/" in query["sql"] for query in queries)


def test_the_specs_of_a_round_and_of_standings(section: Section) -> None:
    round_ = section.round_set.select_related("section__event").get(number=3)
    assert [spec.path for spec in pages.round_specs(round_)] == [
        f"{SECTION}round/3/",
        f"{SECTION}round/3/by-name/",
    ]
    assert [spec.path for spec in pages.section_specs(section)] == [SECTION, "e/test-2015/"]
    assert [spec.path for spec in pages.standings_specs(section, 2)] == [
        f"{SECTION}standings/2/",
        SECTION,
        "e/test-2015/",
    ]
    assert [spec.path for spec in pages.crosstable_specs(section, 2)] == [f"{SECTION}crosstable/2/"]


def test_a_result_touches_its_round_the_section_and_the_cards(announced: Section) -> None:
    pages.results_changed(announced.round_set.select_related("section__event").get(number=3))
    assert form_values() == FRONT | EVENT | {
        "render:e/test-2015/men": {
            "paths": [SECTION],
            "prefixes": [f"{SECTION}{name}/" for name in ("files", "games", "player", "round/3")],
        },
        "render:e/test-2015/-": {"prefixes": ["e/test-2015/-/games/", SCREENS]},
    }


def test_a_correction_in_a_closed_round_touches_the_whole_section(announced: Section) -> None:
    round_ = announced.round_set.select_related("section__event").get(number=1)
    assert round_.state == Round.State.CLOSED
    pages.results_changed(round_)
    assert form_values() == FRONT | EVENT | {
        "render:e/test-2015/men": {"prefixes": [SECTION]},
        "render:e/test-2015/-": {"paths": FOLLOWED, "prefixes": ["e/test-2015/-/games/", SCREENS]},
    }


def test_publishing_reopening_and_standings_touch_the_whole_section(announced: Section) -> None:
    round_ = announced.round_set.select_related("section__event").get(number=3)
    whole = FRONT | {
        "render:e/test-2015/men": {"prefixes": [SECTION]},
        "render:e/test-2015/-": {"paths": [*FOLLOWED, "e/test-2015/-/schedule/"], "prefixes": [SCREENS]},
    }
    pages.round_published(round_)
    assert form_values() == whole
    pages.standings_stored(announced)
    assert form_values() == whole
    pages.round_reopened(round_)
    assert form_values() == whole | EVENT


def test_the_home_page_is_there_before_anything_else(db: None, client: Client) -> None:
    answer = client.get("/en/")
    assert answer.status_code == 200
    assert "No event is published yet" in answer.text
    assert client.get("/zh-hans/").headers["Content-Language"] == "zh-hans"


@pytest.mark.slow
def test_public_pages_know_no_cookie(announced: Section, client: Client) -> None:
    for path in Page.objects.values_list("path", flat=True):
        answer = client.get(f"/en/{path}")
        assert answer.status_code == 200
        assert not answer.cookies
        assert "Cookie" not in answer.headers.get("Vary", "")


@pytest.mark.slow
def test_a_round_that_is_not_published_is_no_page(announced: Section, client: Client) -> None:
    factories.close(factories.report_all(announced.round_set.get(number=3)))
    factories.pair(announced, 4)
    assert client.get(f"/en/{SECTION}round/4/").status_code == 404


def test_an_unlisted_event_is_not_on_the_home_page(db: None, client: Client) -> None:
    factories.make_event("seen")
    factories.make_event("hidden", name="Hidden Championship", listed=False)
    assert "/en/e/seen/" in client.get("/en/").text
    assert "Hidden" not in client.get("/en/").text
