"""*Help* leads from a page to the page of the guide that speaks of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from games.pages.renderers import GUIDE as GUIDE_OF_GAMES
from games.pages.renderers import RENDERERS as GAMES
from portal.web.guide import CHINESE, in_language, page_about
from tests.documents import DOCS, anchors_of
from tests.games.views.mine import page, seats
from tests.world import ValidClient, World
from tournaments.pages.renderers import GUIDE, RENDERERS
from tournaments.requests.guide import PAGES


def routes(patterns: list[Any], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, before + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            yield before + str(pattern.pattern)


@pytest.mark.parametrize(("beginning", "goal"), PAGES)
def test_each_page_is_there_and_each_beginning_is_used(beginning: str, goal: str) -> None:
    name, _, anchor = goal.partition("#")
    file = DOCS / "guide" / name
    assert file.exists()
    assert not anchor or anchor in anchors_of(file)
    led = [route for route in routes(get_resolver().url_patterns) if page_about(route) == goal]
    assert [route for route in led if route.partition("/")[2].startswith(beginning)], beginning


@pytest.mark.slow
@pytest.mark.django_db
def test_it_stands_at_the_foot_of_private_pages_and_of_the_desk(playing: World, settings: Any) -> None:
    settings.HELP_URL = "https://guide.example/"
    mine = ValidClient().get(page(seats(playing)[0])).content.decode()
    assert '<a href="https://guide.example/player.md">Help</a>' in mine
    desk = playing.client("alice").get(f"/en/desk/{playing.event.slug}/").content.decode()
    assert '<a href="https://guide.example/organiser.md">Help</a>' in desk
    public = ValidClient().get(f"/en/e/{playing.event.slug}/").content.decode()
    assert '<a href="https://guide.example/notifications.md">Help</a>' in public


@pytest.mark.parametrize("page", sorted({*GUIDE.values(), GUIDE_OF_GAMES}))
def test_published_pages_lead_to_pages_that_are_there(page: str) -> None:
    name, _, anchor = page.partition("#")
    assert not anchor or anchor in anchors_of(DOCS / "guide" / name)
    assert (DOCS / "guide" / name).exists()
    assert GUIDE.keys() <= {renderer.here for renderer in RENDERERS.values()}
    assert {GAMES[kind].guide for kind in ("game", "games", "event-games")} == {GUIDE_OF_GAMES}


def test_who_reads_chinese_is_led_to_the_chinese_pages() -> None:
    assert {path.name for path in (DOCS / "guide" / "zh").glob("*.md")} == CHINESE
    assert (
        in_language("referee.md#fouls", "zh-hans") == in_language("referee.md", "zh-hant") == "zh/referee.md"
    )
    assert in_language("referee.md#fouls", "vi") == "referee.md#fouls"
    assert in_language("fees.md", "zh-hans") == "fees.md"


@pytest.mark.slow
@pytest.mark.django_db
def test_it_stands_at_the_foot_of_published_pages(drawn: World, settings: Any) -> None:
    settings.HELP_URL = "https://guide.example/"
    drawn.closed(1)
    for place, goal in (("standings/1/", "reader.md#standings"), ("crosstable/1/", "reader.md#crosstable")):
        address = f"e/{drawn.event.slug}/{drawn.section.slug}/{place}"
        english, chinese = (
            ValidClient().get(f"/{code}/{address}").content.decode() for code in ("en", "zh-hans")
        )
        assert f'<a href="https://guide.example/{goal}">Help</a>' in english
        assert 'href="https://guide.example/zh/reader.md"' in chinese
