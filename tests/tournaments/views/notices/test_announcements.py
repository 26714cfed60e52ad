"""Announcements: written at the desk, read by everybody, corrected without losing what was said."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from portal import outbox
from portal.policy import Refusal
from portal.push.models import PushDevice, Subscription
from portal.webhooks.models import Delivery, Webhook
from tests import factories
from tests.cached_worlds import remembered
from tests.world import World
from tournaments.acts.deleting import delete_section
from tournaments.acts.notices.announcements import (
    LONGEST,
    MOST_PINNED,
    Texts,
    announce,
    correct_announcement,
    pin_announcement,
    withdraw_announcement,
)
from tournaments.acts.notices.screens import set_screen
from tournaments.acts.sections import open_section
from tournaments.models import Announcement, AnnouncementText, Screen

ATOM = "{http://www.w3.org/2005/Atom}"
BOTH = Texts(en="Lunch at noon\nBring your card: https://example.org/?a=1&b=2 <b>", zh_hans="十二点用餐")


@pytest.fixture
def open_world(at_once: None, announced: World) -> World:
    return announced


@pytest.fixture
def at_once(settings: Any) -> None:
    settings.PUBLISHED_RENDER_EVERY = 0


@pytest.fixture
@remembered
def announced(drawn: World) -> World:
    factories.announce(drawn.section)
    outbox.drain()
    return drawn


def send(world: World, who: str, act: str, **values: Any) -> Any:
    return world.client(who).post(reverse(act, args=[world.event.slug]), values)


def read(path: str) -> str:
    outbox.drain()
    answer = Client().get(path)
    assert (answer.status_code, len(answer.cookies)) == (200, 0)
    return answer.content.decode()


@pytest.mark.slow
def test_what_is_written_at_the_desk_is_read_by_everybody(open_world: World) -> None:
    world = open_world
    event, section = world.event, world.section
    answer = send(world, "alice", "announce", en=BOTH.en, zh_hans=BOTH.zh_hans, pinned="on")
    assert answer.status_code == 302
    public = f"/e/{event.slug}/"
    reading = read(f"/en{public}")
    assert "Lunch at noon<br>Bring your card: " in reading
    assert '<a href="https://example.org/?a=1&amp;b=2" rel="nofollow">' in reading
    assert "&lt;b&gt;" in reading
    assert "十二点用餐" not in reading
    assert "十二点用餐" in read(f"/zh-hant{public}")
    assert "Lunch at noon" in read(f"/vi{public}{section.slug}/")
    document = Client().get(f"/api/v1/events/{event.slug}/sections/{section.slug}").json()
    [message] = document["announcements"]
    assert [item["language"] for item in message["texts"]] == ["en", "zh-hans"]
    assert (message["pinned"], message["corrected"]) == (True, None)


def test_a_section_tells_its_own_readers_only(open_world: World) -> None:
    world = open_world
    announce(event=world.event, section=world.section, texts=Texts(vi="Vòng 3 lùi"), by=world.users["bob"])
    path = f"/en/e/{world.event.slug}/"
    assert "Vòng 3 lùi" not in read(path)
    assert '<p class="measure told-text" lang="vi">Vòng 3 lùi</p>' in read(f"{path}{world.section.slug}/")


@pytest.mark.slow
def test_of_a_draft_nothing_is_read_until_it_opens(open_world: World) -> None:
    world = open_world
    draft = factories.make_section(world.event, "draft", state="draft")
    announce(event=world.event, section=draft, texts=BOTH, by=world.users["alice"])
    outbox.drain()
    assert Client().get(f"/en/e/{world.event.slug}/draft/-/feed/").status_code == 404
    open_section(section=draft, by=world.users["alice"])
    assert "Lunch at noon" in read(f"/en/e/{world.event.slug}/draft/-/feed/")


@pytest.mark.slow
def test_a_correction_says_so_and_keeps_what_was_said(open_world: World) -> None:
    world = open_world
    alice = world.users["alice"]
    made = announce(event=world.event, texts=BOTH, by=alice)
    key = made["announcement"]
    form = {"announcement": key, "version": 1}
    answer = send(world, "alice", "correct_announcement", **form, en="Lunch at one")
    assert answer.status_code == 302
    reading = read(f"/en/e/{world.event.slug}/")
    assert "Lunch at one" in reading
    assert "corrected" in reading
    assert "noon" not in reading
    # Whoever has the old version on the screen is told, and nothing is lost.
    late = send(world, "frank", "correct_announcement", **form, en="Lunch at two")
    assert late.status_code == 409
    assert "Someone else has corrected this announcement" in late.content.decode()
    assert "Lunch at two" in late.content.decode()
    announcement_texts = AnnouncementText.objects.filter(announcement=key).order_by("version", "pk")
    assert [(item.version, item.text) for item in announcement_texts][-1] == (2, "Lunch at one")
    assert len(announcement_texts) == 3
    history = world.client("erin").get(reverse("announcements", args=[world.event.slug])).content.decode()
    assert "十二点用餐" in history
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_announcementtext SET text = 'other'")


@pytest.mark.slow
def test_a_withdrawn_one_is_gone_and_can_come_back(open_world: World) -> None:
    world = open_world
    key = announce(event=world.event, texts=BOTH, pinned=True, by=world.users["alice"])["announcement"]
    assert "Lunch" in read(f"/en/e/{world.event.slug}/")
    assert send(world, "alice", "withdraw_announcement", announcement=key).status_code == 302
    assert "Lunch" not in read(f"/en/e/{world.event.slug}/")
    gone = send(world, "alice", "correct_announcement", announcement=key, version=1, en="Typed late")
    assert ">\nTyped late</textarea>" in gone.content.decode()
    assert "has been withdrawn" in gone.content.decode()
    assert send(world, "alice", "restore_announcement", announcement=key).status_code == 302
    assert "Lunch" in read(f"/en/e/{world.event.slug}/")
    assert not Announcement.objects.get().pinned


@pytest.mark.slow
def test_pinned_ones_come_first_then_the_newest(open_world: World) -> None:
    world = open_world
    alice = world.users["alice"]
    keys = [
        announce(event=world.event, texts=Texts(en=f"Number {n}"), by=alice)["announcement"]
        for n in range(1, 6)
    ]
    pin_announcement(event=world.event, announcement=keys[1], pinned=True, by=alice)
    reading = read(f"/en/e/{world.event.slug}/")
    order = sorted(range(1, 6), key=lambda n: reading.index(f"Number {n}"))
    assert order == [2, 5, 4, 3, 1]
    assert "2 earlier announcements" in reading


@pytest.mark.slow
def test_the_feed(open_world: World) -> None:
    world = open_world
    alice = world.users["alice"]
    key = announce(event=world.event, texts=BOTH, by=alice)["announcement"]
    path = f"/zh-hans/e/{world.event.slug}/-/feed/"
    outbox.drain()
    answer = Client().get(path)
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(answer.content)  # noqa: S314  our own
    [entry] = feed.findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "十二点用餐"
    correct_announcement(event=world.event, announcement=key, version=1, texts=Texts(en="x"), by=alice)
    assert "十二点用餐" not in read(path)
    withdraw_announcement(event=world.event, announcement=key, by=alice)
    assert f"{ATOM}entry" not in read(path)


@pytest.mark.slow
def test_a_screen_shows_them(open_world: World) -> None:
    world = open_world
    alice = world.users["alice"]
    set_screen(event=world.event, shows=["announcements"], seconds=10, by=alice)
    path = f"/en/e/{world.event.slug}/-/screen/1/"
    assert 'data-key="announcements"' not in read(path)
    announce(event=world.event, texts=BOTH, by=alice)
    announce(event=world.event, section=world.section, texts=Texts(en="Late start"), by=alice)
    reading = read(path)
    assert 'data-key="announcements"' in reading
    assert f'data-key="{world.section.slug}-announcements"' in reading
    assert "Late start" in reading


def test_webhooks_are_told_without_the_text(open_world: World) -> None:
    world = open_world
    alice = world.users["alice"]
    Webhook.objects.create(
        scope=f"event:{world.event.pk}",
        url="https://hook.example/",
        salt="s",
        topics=["announcement.changed"],
    )
    announce(event=world.event, texts=BOTH, by=alice)
    body = Delivery.objects.get().body
    assert '"section": null' in body
    assert "Lunch" not in body


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "Enter the announcement in at least one language."),
        ({"en": " \n "}, "Enter the announcement in at least one language."),
        ({"en": "x" * (LONGEST + 1)}, f"{LONGEST + 1}"),
        ({"vi": "turned \u202e round"}, "characters that cannot be shown"),
        ({"en": "tab\x07"}, "Control characters were removed"),
        ({"en": "good", "section": "99999"}, "99999"),
    ],
)
def test_nonsense_is_answered_in_a_sentence(open_world: World, values: dict[str, str], sentence: str) -> None:
    answer = send(open_world, "alice", "announce", **values)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Announcement.objects.exists()


def test_what_has_been_announced_about_is_not_deleted(world: World) -> None:
    alice = world.users["alice"]
    draft = factories.make_section(world.event, "draft", state="draft")
    announce(event=world.event, section=draft, texts=BOTH, by=alice)
    with pytest.raises(Refusal, match="announced"):
        delete_section(section=draft, by=alice)


def test_emoji_and_long_words_are_taken(open_world: World) -> None:
    text = "👩🏽‍⚖️ 家 " + "W" * 400
    announce(event=open_world.event, texts=Texts(en=text), by=open_world.users["alice"])
    assert "👩🏽‍⚖️" in read(f"/en/e/{open_world.event.slug}/")


def test_a_few_are_pinned_at_most(open_world: World) -> None:
    world = open_world
    for n in range(MOST_PINNED):
        announce(event=world.event, texts=Texts(en=str(n)), pinned=True, by=world.users["alice"])
    answer = send(world, "alice", "announce", en="one more", pinned="on")
    assert "The limit is 5 pinned announcements" in answer.content.decode()


def test_the_page_sends_which_version_it_showed(world: World) -> None:
    send(world, "alice", "announce", en="Lunch at twelve")
    form = world.client("alice").get(reverse("announcements", args=[world.event.slug])).content.decode()
    start = form.index('id="correct')
    assert 'name="version" value="1"' in form[start : form.index("</form>", start)]


@pytest.mark.parametrize(
    ("shows", "sentence"),
    [
        ([], "Public pages follow within seconds."),
        ([("Foyer", "announcements", "")], "Public pages and screens follow within seconds."),
        (
            [
                ("Foyer", "announcements", ""),
                ("Hall", "standings", ""),
                ("Juniors", "announcements", "other"),
            ],
            "Public pages follow within seconds; screen 2 (Hall), screen 3 (Juniors) do not show it.",
        ),
        (
            [("Hall", "standings", "")],
            "Public pages follow within seconds; screen 1 (Hall) does not show it.",
        ),
    ],
)
def test_only_screens_that_show_announcements_are_said_to_follow(
    drawn: World, shows: list[tuple[str, str, str]], sentence: str
) -> None:
    other = factories.make_section(drawn.event, "women")
    for number, (name, screen, section) in enumerate(shows, 1):
        Screen.objects.create(
            event=drawn.event,
            number=number,
            name=name,
            shows=[screen],
            section=other if section else None,
        )
    sent = {"en": "Lunch at noon", "section": drawn.section.pk if len(shows) > 1 else ""}
    client = drawn.client("alice")
    answer = client.post(reverse("announce", args=["cup"]), sent, follow=True)
    assert [str(message) for message in answer.context["messages"]] == [f"Announcement published. {sentence}"]


def test_who_writes_reads_how_many_hear_and_how_many_heard(open_world: World) -> None:
    event = open_world.event
    for number, scope in enumerate(
        (f"event:{event.pk}", f"event:{event.pk}", f"section:{open_world.section.pk}")
    ):
        device = PushDevice.objects.create(
            endpoint=f"https://localhost/{number}", digest=str(number), language="en", time_zone="UTC"
        )
        Subscription.objects.create(
            device=device,
            scope=scope,
            under=f"event:{event.pk}",
            topics=["announcement"] if number else ["round"],
        )
    address = reverse("announcements", args=[event.slug])
    page = open_world.client("alice").get(address).content.decode()
    assert "1 device or address that follows the event is notified." in page
    send(open_world, "alice", "announce", en="Lunch at noon")
    send(open_world, "alice", "announce", en="Men begin at two", section=open_world.section.pk)
    # The messages themselves are sent elsewhere: this asks how many there are.
    while outbox.run_next(keys=Q(key__startswith="notice:")) is not None:
        pass
    page = open_world.client("alice").get(address).content.decode()
    assert page.count("1 notification\n") == 1
    assert page.count("2 notifications\n") == 1
