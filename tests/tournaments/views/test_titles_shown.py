"""Titles with names: everywhere in public or nowhere, as the event wishes."""

from __future__ import annotations

import pytest

from portal import outbox
from tests import factories
from tests.world import World
from tournaments.acts.event_settings import change_event
from tournaments.models import Player
from tournaments.queries.papers import kind_of_paper

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PAGES = ("", "round/1/", "round/1/by-name/", "standings/1/", "crosstable/1/", "player/1/")


@pytest.fixture
def titled(world: World) -> World:
    """A round is played; the first player is a grandmaster."""
    entries = factories.make_entries(world.section, 8)
    Player.objects.filter(pk=entries[0].player_id).update(title="GM", grade="9p")
    factories.play(world.section, 1)
    factories.announce(world.section)
    outbox.drain([outbox.FAST])
    return world


def titles_on_pages(world: World, language: str = "en") -> dict[str, str]:
    client = world.client("nobody")
    return {page: client.get(f"/{language}/e/cup/men/{page}").content.decode() for page in PAGES}


def on_paper(world: World, key: str) -> tuple[str, str]:
    kind = kind_of_paper(key)
    assert kind is not None
    [first, *_others] = kind.question(world.section.pk, 0, 0).players  # type: ignore[attr-defined]
    return first.title, first.grade


def test_they_stand_behind_names_or_nowhere(titled: World) -> None:
    for page, text in titles_on_pages(titled).items():
        assert 'title="Grandmaster">GM</abbr>' in text or (page == "player/1/" and "Grandmaster" in text), (
            page
        )
    for page, text in titles_on_pages(titled, "zh-hans").items():
        assert "特级大师" in text, page
    line = titled.client("nobody").get("/api/v1/events/cup/sections/men").json()["players"][0]
    assert (line["title"], line["grade"]) == ("GM", "9p")
    assert on_paper(titled, "badges") == ("GM", "9p")
    change_event(event=titled.event, titles_shown=False, by=titled.users["alice"])
    outbox.drain([outbox.FAST])
    for page, text in titles_on_pages(titled).items():
        assert "Grandmaster" not in text, page
        assert "9 dan pro" not in text, page
    line = titled.client("nobody").get("/api/v1/events/cup/sections/men").json()["players"][0]
    assert (line["title"], line["grade"]) == (None, None)
    assert on_paper(titled, "badges") == ("", "")
