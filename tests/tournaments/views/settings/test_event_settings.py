"""The page on which an event is changed: before and after first; what the public then reads, and where."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from portal import outbox
from portal.published.memory import memory
from tests import factories
from tests.cached_worlds import remembered
from tests.world import World
from tournaments.acts.event_settings import change_event
from tournaments.models import Event, Round

Text = Callable[[Any], str]


@pytest.fixture
@remembered
def public(drawn: World) -> World:
    factories.announce(drawn.section)
    outbox.drain([outbox.FAST])
    return drawn


def seen(answer: Any) -> list[str]:
    """What the form of a page carries."""
    return [unescape(value) for value in re.findall(r'name="seen" value="([^"]*)"', answer.content.decode())]


def values(world: World, **more: Any) -> dict[str, Any]:
    event = Event.objects.get(pk=world.event.pk)
    data = {
        "name": event.name,
        "native_name": event.native_name,
        "slug": event.slug,
        "place": event.place,
        "starts": event.starts.isoformat(),
        "ends": event.ends.isoformat(),
        "time_zone": event.time_zone,
    }
    return data | more


def send(world: World, who: str = "alice", **more: Any) -> Any:
    slug = Event.objects.values_list("slug", flat=True).get(pk=world.event.pk)
    return world.client(who).post(reverse("event_settings", args=[slug]), values(world, **more), follow=True)


def front(path: str) -> Any:
    outbox.drain([outbox.FAST])
    memory.refresh()
    return Client().get(path)


@pytest.mark.slow
def test_before_and_after_are_shown_first_and_nothing_is_changed(public: World, text: Text) -> None:
    answer = send(public, place="Kuching", contact="office@example.org")
    assert answer.status_code == 200
    page = text(answer)
    assert "Before and after" in page
    assert "the event's page will say what was changed, and why" in page.replace("&#x27;", "'")
    assert "Kuching" in page
    assert Event.objects.get(pk=public.event.pk).place != "Kuching"


@pytest.mark.slow
def test_without_a_reason_it_is_asked_again_and_nothing_is_lost(public: World, text: Text) -> None:
    answer = send(public, place="Kuching", confirmed="on")
    assert answer.status_code == 422
    assert "This change needs a reason." in text(answer)
    assert 'value="Kuching"' in text(answer)
    assert send(public, place="Kuching", confirmed="on", reason="the old hall burnt down").redirect_chain
    page = text(front("/en/e/cup/"))
    assert "Kuching" in page
    assert "Venue, because: the old hall burnt down" in page
    document = Client().get("/api/v1/events/cup").json()
    assert document["changes"][0] | {"at": ""} == {
        "at": "",
        "settings": ["place"],
        "reason": "the old hall burnt down",
    }


@pytest.mark.slow
def test_the_description_is_read_in_the_readers_language(public: World, text: Text) -> None:
    send(public, description_en="Bring a board.", description_zh_hans="请自备棋盘。", confirmed="on")
    assert "Bring a board." in text(front("/en/e/cup/"))
    assert "请自备棋盘。" in text(front("/zh-hans/e/cup/"))
    assert "请自备棋盘。" in text(front("/zh-hant/e/cup/"))
    assert "Bring a board." in text(front("/vi/e/cup/"))
    texts = Client().get("/api/v1/events/cup").json()["description"]
    assert {item["language"] for item in texts} == {"en", "zh-hans"}


@pytest.mark.slow
def test_documents_are_links_of_the_public_page(public: World, text: Text) -> None:
    lines = "Regulations 2026 https://example.org/rules.pdf\n\nHotels  http://example.org/h?a=1&b=2"
    send(public, documents=lines, confirmed="on")
    page = text(front("/en/e/cup/"))
    assert '<a href="https://example.org/rules.pdf" rel="nofollow noopener">Regulations 2026</a>' in page
    links = Client().get("/api/v1/events/cup").json()["documents"]
    assert [(link["title"], link["url"]) for link in links] == [
        ("Regulations 2026", "https://example.org/rules.pdf"),
        ("Hotels", "http://example.org/h?a=1&b=2"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("clock", "hour"), [("moment", 15), ("clock", 14)])
def test_another_zone_shows_both_results_and_asks(public: World, text: Text, clock: str, hour: int) -> None:
    public.post("alice", "schedule", where="hall", round_1="2015-09-21T14:00")
    words = text(send(public, time_zone="Asia/Tokyo"))
    cells = re.findall(r"Round 1 .*?</tr>", words, re.DOTALL)[0]
    assert re.findall(r"2015-09-21 [0-9:]+", cells) == [f"2015-09-21 {at}:00" for at in (14, 14, 15)]
    undecided = send(public, time_zone="Asia/Tokyo", reason="x", confirmed="on")
    assert undecided.status_code == 422
    assert "Choose what happens to the times." in text(undecided)
    assert Event.objects.get(pk=public.event.pk).time_zone == "Asia/Kuala_Lumpur"
    send(public, time_zone="Asia/Tokyo", reason="x", confirmed="on", clock=clock)
    start = Round.objects.get(section=public.section, number=1).starts_at
    assert start is not None
    assert start.astimezone(ZoneInfo("Asia/Tokyo")).hour == hour


def test_another_zone_of_an_event_without_times_asks_nothing(public: World) -> None:
    assert send(public, time_zone="Asia/Tokyo", reason="x", confirmed="on").redirect_chain


@pytest.mark.slow
def test_everything_moves_by_days_after_it_was_shown(public: World, text: Text) -> None:
    public.post("alice", "schedule", where="hall", round_1="2015-09-21T14:00")
    url = reverse("move_event", args=["cup"])
    alice = public.client("alice")
    assert "Move by days" in text(alice.get(reverse("event_settings", args=["cup"])))
    assert alice.get(url).status_code == 200
    first, last = public.event.starts, public.event.ends
    preview = alice.post(url, {"days": "7"})
    assert preview.status_code == 200
    words = text(preview)
    assert "2015-09-21 14:00" in words
    assert "2015-09-28 14:00" in words
    assert Event.objects.get(pk=public.event.pk).starts == first
    refused = alice.post(url, {"days": "7", "confirmed": "on"})
    assert refused.status_code == 422
    assert "This change needs a reason." in text(refused)
    done = alice.post(url, {"days": "7", "confirmed": "on", "reason": "typhoon", "once": "k"}, follow=True)
    assert done.redirect_chain
    moved = Event.objects.get(pk=public.event.pk)
    assert (moved.starts, moved.ends) == (first + timedelta(days=7), last + timedelta(days=7))
    alice.post(url, {"days": "7", "confirmed": "on", "reason": "typhoon", "once": "k"})
    assert Event.objects.get(pk=public.event.pk).starts == moved.starts
    assert "typhoon" in text(front("/en/e/cup/"))
    far = alice.post(url, {"days": "999999"})
    assert far.status_code == 422
    # By no day nothing moves, and nothing has passed for that.
    none = alice.post(url, {"days": "0"})
    assert none.status_code == 422
    assert "Nothing has been changed." in text(none)
    assert "These have passed" not in text(none)


@pytest.mark.slow
def test_every_old_address_leads_to_the_new_one(public: World, text: Text) -> None:
    assert front("/en/e/cup/men/").status_code == 200
    answer = send(public, slug="grand-cup", reason="its name", confirmed="on")
    assert answer.redirect_chain == [("/en/desk/grand-cup/-/settings/", 302)]
    for path in ("/en/e/{}/", "/zh-hans/e/{}/men/", "/api/v1/events/{}", "/en/desk/{}/men/entries/?q=1"):
        old = public.client("alice").get(path.format("cup"))
        assert (old.status_code, old["Location"]) == (301, path.format("grand-cup"))
        assert public.client("alice").get(path.format("grand-cup")).status_code == 200
    assert front("/en/e/grand-cup/").status_code == 200
    assert front("/en/e/cup/").status_code == 301
    assert "/e/grand-cup/" in text(front("/en/"))
    # What was typed on a page of the old address is not lost.
    sent = public.client("alice").post("/en/desk/cup/-/archive/", {})
    assert (sent.status_code, sent["Location"]) == (308, "/en/desk/grand-cup/-/archive/")
    # And back again.
    send(public, slug="cup", reason="the old one", confirmed="on")
    assert front("/en/e/cup/men/").status_code == 200
    assert front("/en/e/grand-cup/men/")["Location"] == "/en/e/cup/men/"


@pytest.mark.slow
def test_an_address_of_nobody_stays_unknown(public: World) -> None:
    assert Client().get("/en/e/nowhere/").status_code == 404


@pytest.mark.slow
def test_of_two_people_the_second_sees_both_and_decides(public: World, text: Text) -> None:
    url = reverse("event_settings", args=["cup"])
    (page,) = seen(public.client("frank").get(url))
    change_event(event=public.event, by=public.users["alice"], place="Kuching", reason="x")
    mine = values(public, place="Miri", seen=page)
    answer = public.client("frank").post(url, mine)
    assert answer.status_code == 409
    assert "changed this to “Kuching” in the meantime" in text(answer)
    (again,) = seen(answer)
    decided = mine | {"seen": again, "confirmed": "on", "reason": "y"}
    assert public.client("frank").post(url, decided).status_code == 302
    assert Event.objects.get(pk=public.event.pk).place == "Miri"


@pytest.mark.slow
@pytest.mark.parametrize(
    "nonsense",
    [
        "x" * 200,
        "\x00\x01",
        *(pytest.param(link, marks=pytest.mark.long) for link in ("🀄" * 60, "-1", "9" * 400)),
    ],
)
def test_nonsense_in_every_field(public: World, nonsense: str) -> None:
    before = Event.objects.filter(pk=public.event.pk).values().get()
    for field in (*values(public), "contact", "documents", "description_en", "seen", "reason"):
        answer = send(public, **{field: nonsense})
        assert answer.status_code in (200, 422), field
    assert Event.objects.filter(pk=public.event.pk).values().get() == before
