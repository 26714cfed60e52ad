"""The search for everybody: what is found, in which writing, and what never is."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal import outbox
from tests.cached_worlds import remembered
from tests.factories import make_entries, make_event, make_section
from tests.world import ValidClient, World
from tournaments import pages
from tournaments.acts.entering.players import erase_player
from tournaments.acts.event_settings import change_event
from tournaments.acts.public.publication import republish, unpublish
from tournaments.models import Entry, Event, Federation, Player, SearchKey, Section

pytestmark = pytest.mark.django_db
NAMES = (
    ("Zheng Weitong", "鄭惟桐", "CHN"),
    ("Wang Tianyi", "王天一", "CHN"),
    ("Nguyễn Thị Ánh", "阮氏映", "VIE"),
    ("Chan Ka-ming", "陳嘉明", "HKG"),
    ("Jürgen Weiß", "", "GER"),
    ("Иван Петров", "", "FIN"),
)


@pytest.fixture
@remembered
def public(world: World) -> World:
    """Six people in a section that is public, found as the worker has it."""
    entries = make_entries(world.section, len(NAMES))
    for entry, (name, native, code) in zip(entries, NAMES, strict=True):
        Player.objects.filter(pk=entry.player_id).update(
            name=name, native_name=native, federation=Federation.objects.get(code=code)
        )
    world.event.native_name, world.event.place = "第十四届测试锦标赛", "Kuala Lumpur"
    world.event.save()
    pages.announce_event(world.event)
    pages.announce_section(world.section)
    outbox.drain()
    return world


def look(arguments: str, language: str = "en") -> Any:
    answer = ValidClient().get(f"/{language}/search/", {"q": arguments})
    assert answer.status_code == 200
    return answer.context["page"]


def players(arguments: str) -> list[str]:
    return [player.name for player in look(arguments).players]


WRITINGS = {
    "Zheng Weitong": "zhengweitong|zheng wei tong|ZWT|weitong zheng|wtz|鄭惟桐|郑惟桐|惟桐|wei-tong|zheng 桐",
    "Nguyễn Thị Ánh": "nguyen thi anh|Nguyễn|nta|anh nguyen|阮氏",
    "Chan Ka-ming": "kaming|KA-MING|chan ka|陈嘉明|ckm",
    "Jürgen Weiß": "jurgen|weiss|JÜRGEN WEISS|jw",
    "Иван Петров": "иван|ПЕТРОВ|петров иван",
    "Wang Tianyi": "wang chn",
}


@pytest.mark.slow
def test_players_in_any_writing(public: World) -> None:
    for name, writings in WRITINGS.items():
        for arguments in writings.split("|"):
            assert players(arguments)[:1] == [name], arguments


@pytest.mark.slow
def test_events_federations_and_where_everything_leads(public: World) -> None:
    assert [event.slug for event in look("第十四届").events] == [public.event.slug]
    assert [event.slug for event in look(f"lumpur cup {public.event.starts.year}").events] == [
        public.event.slug
    ]
    for arguments in ("Việt Nam", "viet nam", "越南", "VIE", "vietnam"):
        assert [event.code for event in look(arguments).federations] == ["VIE"], arguments
    assert players("VIE") == ["Nguyễn Thị Ánh"]
    [player] = look("zwt").players
    entry = Entry.objects.get(player__name="Zheng Weitong")
    assert player.path == f"e/{public.event.slug}/men/player/{entry.number}/"
    assert Client().get(f"/en/{player.path}").status_code == 200
    # Before the lots there are no players' pages.
    Entry.objects.filter(pk=entry.pk).update(number=None)
    assert look("zwt").players[0].path == f"e/{public.event.slug}/men/"


@pytest.mark.slow
@pytest.mark.parametrize("query", ["wxc-2009", "WXC", "wxc 2009", "wxc penang", "wxc-"])
def test_an_event_by_its_url_name_and_by_the_letters_of_its_title(public: World, query: str) -> None:
    of_title = make_event("eleventh", starts=date(2009, 8, 29), ends=date(2009, 9, 1))
    of_title.name, of_title.place = "11th World Xiangqi Championship 2009", "Penang"
    of_title.save()
    of_address = make_event("wxc-2009", starts=date(2009, 9, 2), ends=date(2009, 9, 3))
    of_address.name, of_address.place = "Finals", "Penang"
    of_address.save()
    for event in (of_title, of_address):
        make_section(event)
        pages.announce_event(event)
    outbox.drain()
    assert {event.slug for event in look(query).events} == {"eleventh", "wxc-2009"}


NO_NAMES = (
    "%",
    "_",
    "'; --",
    '" OR "',
    "🀄" * 60,
    "\u202e",
    "x" * 5000,
    "a\x00b",
    " ",
    "z",
    "NEAR(a b)",
    "heng",
)


@pytest.mark.slow
def test_what_is_no_name_finds_nothing(public: World) -> None:
    for query in NO_NAMES:
        page = look(query)
        assert not (*page.events, *page.federations, *page.players), query


def hide_draft(world: World) -> None:
    Section.objects.filter(pk=world.section.pk).update(state=Section.State.DRAFT)


def hide_event(world: World) -> None:
    Event.objects.filter(pk=world.event.pk).update(listed=False)


def withhold_section(world: World) -> None:
    unpublish(event=world.event, what="men", reason="a mistake", by=world.users["alice"])


def withhold_event(world: World) -> None:
    unpublish(event=world.event, what="event", reason="a mistake", by=world.users["alice"])


@pytest.mark.parametrize("hide", [hide_draft, hide_event, withhold_section, withhold_event])
def test_only_what_is_public_is_found(public: World, hide: Any) -> None:
    """At this moment, before the worker has done anything."""
    assert players("zheng")
    hide(public)
    assert players("zheng") == []
    if hide in (hide_event, withhold_event):
        assert not look("kuala").events
    if hide is withhold_event:
        republish(event=public.event, what="event", by=public.users["alice"])
        assert players("zheng")


def test_what_was_never_public_has_no_key(public: World) -> None:
    secret = make_event("secret", name="Secret Cup", listed=False)
    make_entries(make_section(secret), 2)
    draft = make_section(public.event, "draft", state=Section.State.DRAFT)
    [hidden] = make_entries(draft, 1)
    call_command("search_index")
    before = set(SearchKey.objects.values_list("pk", flat=True))
    assert len(before) == len(NAMES) + 2
    outbox.drain()
    assert set(SearchKey.objects.values_list("pk", flat=True)) == before
    assert not SearchKey.objects.filter(entry=hidden).exists()
    assert not look("secret").events


@pytest.mark.slow
def test_names_that_change_and_people_who_are_forgotten(public: World) -> None:
    entry = Entry.objects.select_related("player").get(player__name="Zheng Weitong")
    Player.objects.filter(pk=entry.player_id).update(name="Zheng Xintong")
    pages.section_changed(public.section)
    change_event(event=public.event, place="Penang", reason="moved", by=public.users["alice"])
    outbox.drain()
    assert players("weitong") == []
    assert players("zxt") == ["Zheng Xintong"]
    assert look("penang").events
    assert not look("kuala").events
    erase_player(entry=entry, confirm="Zheng Xintong", by=public.users["admin"])
    assert not SearchKey.objects.filter(entry=entry).exists()
    for arguments in ("zheng", "鄭", "zxt", "N. N."):
        assert "Zheng Xintong" not in players(arguments)
    outbox.drain()
    call_command("search_index")
    assert not SearchKey.objects.filter(entry=entry).exists()


@pytest.mark.slow
def test_the_newest_event_comes_first_and_whole_names_before_beginnings(public: World) -> None:
    later = make_event("later", starts=date(2019, 1, 1), ends=date(2019, 1, 5))
    section = make_section(later)
    for entry, name in zip(make_entries(section, 2), ("Wang Tianyi", "Wanga Amina"), strict=True):
        Player.objects.filter(pk=entry.player_id).update(name=name, native_name="")
    pages.announce_event(later)
    pages.announce_section(section)
    outbox.drain()
    collected = [(player.name, player.event.slug) for player in look("wang").players]
    assert collected == [
        ("Wang Tianyi", "later"),
        ("Wang Tianyi", public.event.slug),
        ("Wanga Amina", "later"),
    ]


def test_pages_and_suggestions_depend_on_nobody(public: World) -> None:
    staff = public.client("alice")
    for address in ("/en/search/?q=zheng", "/zh-hans/search/suggestions/?q=zheng"):
        with CaptureQueriesContext(connection) as queries:
            answer = staff.get(address)
        assert answer.content == Client().get(address).content
        assert not answer.cookies
        assert "Cookie" not in answer.get("Vary", "")
        assert answer.headers["Cache-Control"] == "public, max-age=30"
        assert "noindex" in answer.headers["X-Robots-Tag"]
        assert not any("session" in query["sql"] for query in queries)
    [line] = Client().get("/zh-hans/search/suggestions/?q=zhengw").json()["lines"]
    assert [part["text"] for part in line["names"]] == ["鄭惟桐", "Zheng Weitong"]
    assert line["url"].startswith("/zh-hans/e/")
    assert "CHN" in line["about"]


def test_as_many_queries_for_many_as_for_few(public: World) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            look("weitong")
        return len(queries)

    few = cost()
    for entry in make_entries(make_section(public.event, "women"), 5):
        Player.objects.filter(pk=entry.player_id).update(name=f"Zheng Weitong {entry.pk}")
    call_command("search_index")
    assert len(players("weitong")) == 6
    assert cost() == few
