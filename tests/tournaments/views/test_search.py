"""The search in the header: what is found, by whom, and at what cost."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from portal.published import Page, announce
from tests.factories import make_entries
from tests.world import World, entry_at
from tournaments.models import Entry, Player
from tournaments.policy import acts_of
from tournaments.requests.menus import menu_of

NONSENSE = ("%", "_", "'; --", "🀄" * 60, "\u202e", "9" * 90, "-1", "x" * 5000, "a\x00b", "第台", " ")


def look(world: World, who: str, arguments: str, *, near: bool = True, **more: Any) -> Any:
    place = {"event": world.event.slug, "section": world.section.slug} if near else {}
    return world.client(who).get(reverse("search"), {"q": arguments, **place}, **more)


def titles(answer: Any) -> list[str]:
    return [line.title for line in answer.context["lines"]]


def name(entry: Entry, latin: str, native: str) -> None:
    Player.objects.filter(pk=entry.player_id).update(name=latin, native_name=native)


@pytest.fixture
def named(world: World) -> World:
    entries = make_entries(world.section, 4)
    name(entries[0], "Xu Yinchuan", "許銀川")
    name(entries[1], "Xu Yinhe", "徐银河")
    return world


@pytest.mark.parametrize("arguments", ["xu", "XU YIN", "yin", "xyh", "xuyin"])
def test_players_in_any_writing(named: World, arguments: str) -> None:
    page = " ".join(titles(look(named, "carol", arguments, HTTP_HX_REQUEST="true")))
    assert "Xu Yinhe" in page


@pytest.mark.parametrize("arguments", ["许银川", "許銀川", "xuyinchuan", "yin chuan", "xyc"])
def test_the_only_one_opens_at_once(named: World, arguments: str) -> None:
    entry = Entry.objects.get(player__name="Xu Yinchuan", section=named.section)
    assert look(named, "carol", arguments).url == named.url("entry_desk", entry.pk)


def test_a_table_by_its_number(drawn: World) -> None:
    drawn.published()
    for arguments in ("2", "table 2", "Table  2"):
        answer = look(drawn, "carol", arguments, HTTP_HX_REQUEST="true")
        first = answer.context["lines"][0]
        assert first.url == drawn.url("result", 1, 2)
        assert entry_at(drawn, 2, "first").player.name in first.title
    assert "/results/" not in look(drawn, "carol", "chair 2").content.decode()


def test_a_draft_has_no_tables(drawn: World) -> None:
    drawn.paired()
    assert "/results/" not in look(drawn, "carol", "2", HTTP_HX_REQUEST="true").content.decode()


def test_pages_that_the_person_may_open(world: World) -> None:
    journal = reverse("journal", args=[world.event.slug])
    assert look(world, "alice", "journal").url == journal
    assert journal not in look(world, "carol", "journal").content.decode()
    assert look(world, "carol", "teams").url == world.url("teams")
    assert titles(look(world, "carol", "teams", near=False)) == []
    # Pages of the newest events, where none is open; and what others lead to.
    assert look(world, "alice", "journal", near=False).url == journal
    assert look(world, "alice", "import players").url == world.url("entries_import")
    assert look(world, "alice", "copy event").url == reverse("copy_event", args=[world.event.slug])
    assert titles(look(world, "carol", "copy event")) == []


@pytest.mark.slow
def test_rounds_and_standings(drawn: World) -> None:
    drawn.closed(1)
    assert look(drawn, "carol", "round 2").url == drawn.url("round_desk", 2)
    assert look(drawn, "carol", "standings").url.endswith("/e/cup/men/standings/1/")


def test_games_stand_in_the_menu_where_there_are_any(drawn: World) -> None:
    """A list that is withheld is none."""
    drawn.closed(1)

    def menu() -> list[str]:
        acts = acts_of(drawn.users["carol"], drawn.event)
        [section] = menu_of(drawn.event, drawn.section, acts, drawn.url("entries")).sections
        return [link.label for link in section.links][2:-4]

    assert menu() == ["Standings", "Teams", "Fouls"]
    announce("e/cup/men/games/", "games", {"section": drawn.section.pk}, eager=False)
    assert menu() == ["Standings", "Teams", "Games", "Fouls"]
    assert look(drawn, "carol", "games").url.endswith("/en/e/cup/men/games/")
    Page.objects.filter(path="e/cup/men/games/").update(withdrawn=True)
    assert menu() == ["Standings", "Teams", "Fouls"]


def test_pages_of_the_whole_site(world: World) -> None:
    assert look(world, "nobody", "access tokens").url == reverse("tokens")
    assert look(world, "carol", "password", near=False).url == reverse("account_change_password")
    assert titles(look(world, "carol", "site settings")) == []
    assert look(world, "admin", "site settings").url == reverse("site")
    assert look(world, "admin", "create an event").url == reverse("event_create")


@pytest.mark.parametrize("who", ["nobody", "admin", "charlie"])
def test_nobody_finds_what_they_may_not_open(named: World, who: str) -> None:
    """Charlie works at another event, the administrator at none."""
    for arguments in ("xu", "许银川", "1", named.event.name, "entries"):
        assert titles(look(named, who, arguments, HTTP_HX_REQUEST="true")) == []


def test_what_everybody_may_open_is_one_press_away(named: World) -> None:
    """Public events of others are searched by everybody's own search."""
    page = look(named, "charlie", "许银川 & co", HTTP_HX_REQUEST="true").content.decode()
    assert f'href="/en/search/?q={quote("许银川 & co")}"' in page
    assert "/en/search/" not in look(named, "charlie", "").content.decode().partition("<main")[2]


@pytest.mark.parametrize("arguments", NONSENSE)
def test_nonsense_finds_nothing(named: World, arguments: str) -> None:
    answer = look(named, "alice", arguments)
    assert answer.status_code == 200
    assert titles(answer) == []


def test_as_many_queries_for_many_players_as_for_few(drawn: World) -> None:
    drawn.published()
    drawn.client("carol")

    def cost() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            look(drawn, "carol", "1", HTTP_HX_REQUEST="true")
        return len(queries)

    few = cost()
    make_entries(drawn.other, 3)
    assert cost() == few


def test_the_field_in_the_header_is_empty_on_other_pages(named: World) -> None:
    """Whatever such a page calls its own: a list its filter, the printouts how many were asked for."""
    section = [named.event.slug, named.section.slug]
    for address in (f"{reverse('entries', args=section)}?q=xu&sort=name", reverse("papers", args=section)):
        assert 'name="q" value="" ' in named.client("alice").get(address).content.decode()
