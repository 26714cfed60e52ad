"""What a section settles about weiqi: chosen when it is created, shown to everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.world import World
from tournaments.models import Section

Text = Callable[[Any], str]
FORM = {"name": "Open", "slug": "open", "card": "weiqi", "rounds": 5, "seed": "s"}
FORM |= {"time_control": "60 min", "counted_players": 2, "create": "on"}


def create(world: World, **more: Any) -> Any:
    return world.client("alice").post(f"/en/desk/{world.event.slug}/-/new-section/", FORM | more)


def test_the_defaults_are_article_11_and_practice(world: World, text: Text) -> None:
    assert create(world).status_code == 302
    section = Section.objects.get(slug="open")
    assert (section.options, section.rulebook) == ({}, "weiqi")
    page = text(world.client("alice").get(f"/en/desk/{world.event.slug}/open/"))
    for line in (
        "19 × 19 lines",
        "Komi: 2¾ stones (article 11).",
        "This departs from article 6, which forbids all repetition.",
    ):
        assert line in page
    assert "Handicap games:" not in page


def test_everything_can_be_settled_otherwise(world: World, text: Text) -> None:
    chosen = {"board_size": "9", "compensation": "3.75", "handicap_return": "0.5", "rulebook": "weiqi-strict"}
    assert create(world, **chosen).status_code == 302
    section = Section.objects.get(slug="open")
    assert section.options == {"weiqi": {"size": 9, "compensation": 15, "handicap_return": 2}}
    assert section.rulebook == "weiqi-strict"
    world.client("alice").post(f"/en/desk/{world.event.slug}/open/open/")
    for address in (f"/en/desk/{world.event.slug}/open/", f"/en/e/{world.event.slug}/open/"):
        page = text(world.client("alice").get(address))
        assert "9 × 9 lines" in page
        assert "Komi: 3¾ stones" in page
        assert "Handicap games: Black gives a further ½ stones." in page
        assert "No whole-board position may be repeated (superko, article 6)." in page


@pytest.mark.parametrize(
    "wrong",
    [{"board_size": "10"}, {"compensation": "2.7"}, {"compensation": "-1"}, {"handicap_return": "101"}],
)
def test_what_cannot_be_settled(world: World, wrong: dict[str, str]) -> None:
    assert create(world, **wrong).status_code == 422
    assert not Section.objects.filter(slug="open").exists()


def test_xiangqi_knows_nothing_of_it(world: World) -> None:
    assert create(world, card="wmsg2008", compensation="3.75").status_code == 302
    section = Section.objects.get(slug="open")
    assert (section.options, section.rulebook) == ({}, "wxc2015")
