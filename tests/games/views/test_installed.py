"""The installed page of a player: its manifest, what is shared to it, and the own calendar and feed."""

from __future__ import annotations

import io
from typing import Any

import pytest
from defusedxml import ElementTree
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from icalendar import Calendar
from PIL import Image

from games.models import SheetPhoto
from tests import factories
from tests.games.photos.photographing import packed, photographed, rendered
from tests.tournaments.paper.reading import printed
from tests.world import World
from tournaments.acts.entering.players import revoke_link
from tournaments.models import PlayerLink, Seat
from tournaments.queries.invitations import invitation_secret
from tournaments.queries.own_feeds import feed_code

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def seat(drawn: World) -> Seat:
    drawn.published()
    seats = Seat.objects.select_related("entry__player", "pairing")
    return seats.get(pairing__round=drawn.round(), pairing__table=1, colour="first")


@pytest.fixture
def link(seat: Seat) -> PlayerLink:
    return factories.make_link(seat.entry)


def share(link: PlayerLink, **fields: Any) -> Any:
    return Client(enforce_csrf_checks=True).post(reverse("my_share", args=[invitation_secret(link)]), fields)


@pytest.mark.slow
def test_each_private_page_is_installed_as_itself(link: PlayerLink) -> None:
    secret = invitation_secret(link)
    page = Client().get(reverse("my_page", args=[secret])).content.decode()
    address = reverse("my_manifest", args=[secret])
    assert f'<link rel="manifest" href="{address}">' in page
    manifest = Client().get(address).json()
    assert (manifest["id"], manifest["start_url"]) == (f"/p/{secret}/", reverse("my_page", args=[secret]))
    assert manifest["name"].startswith(link.entry.player.name)
    for shortcut in manifest["shortcuts"]:
        assert Client().get(shortcut["url"]).status_code in (200, 302)
    assert manifest["share_target"]["action"] == reverse("my_share", args=[secret])
    other = Client().get(address.replace("/en/", "/zh-hans/")).json()
    assert other["id"] == manifest["id"], "one app, in whatever language it was installed"
    site = Client().get("/en/").content.decode()
    assert 'href="/en/app.webmanifest"' in site


def test_shared_moves_stand_in_the_form_and_are_not_submitted(link: PlayerLink) -> None:
    for fields in ({"text": "1. C2=5 H8+7"}, {"file": SimpleUploadedFile("game.pgn", b"1. C2=5 H8+7")}):
        answer = share(link, **fields)
        assert answer.status_code == 200
        page = answer.content.decode()
        assert "1. C2=5 H8+7" in page
        assert "Look at what was shared, then submit it." in page
    assert not link.entry.seats.get().pairing.records.exists()


def test_a_file_that_is_no_text_is_kept_in_the_form(link: PlayerLink) -> None:
    page = share(link, file=SimpleUploadedFile("game.xqf", b"XQ\x0a\xff\xfe" * 300)).content.decode()
    assert "The file game.xqf will be submitted" in page


@pytest.mark.slow
def test_a_shared_photo_of_the_scoresheet_is_the_desks(press: None, drawn: World, link: PlayerLink) -> None:
    sheet = rendered(printed(drawn.section, "photo-sheets", 1).body, 0)
    file = SimpleUploadedFile("sheet.jpg", packed(photographed(sheet)), content_type="image/jpeg")
    answer = share(link, file=file)
    assert "The desk has the photo of your scoresheet." in answer.content.decode()
    photo = SheetPhoto.objects.get()
    assert (photo.side, photo.by, photo.by_entry) == ("first", None, link.entry)


def test_a_picture_of_something_else_is_refused(link: PlayerLink) -> None:
    raw = io.BytesIO()
    Image.new("RGB", (640, 900), "white").save(raw, "JPEG")
    file = SimpleUploadedFile("sheet.jpg", raw.getvalue(), content_type="image/jpeg")
    assert share(link, file=file).status_code == 409
    assert not SheetPhoto.objects.exists()


def test_what_is_no_photo_is_said(link: PlayerLink) -> None:
    file = SimpleUploadedFile("sheet.jpg", b"no picture", content_type="image/jpeg")
    assert share(link, file=file).status_code == 409
    assert not SheetPhoto.objects.exists()


def test_the_own_calendar_says_table_side_and_opponent(drawn: World, seat: Seat, link: PlayerLink) -> None:
    other = Seat.objects.exclude(pk=seat.pk).select_related("entry__player").get(pairing=seat.pairing)
    address = reverse("own_calendar", args=[feed_code(link)])
    answer = Client().get(address)
    assert (answer.status_code, answer["Referrer-Policy"]) == (200, "no-referrer")
    assert invitation_secret(link) not in address + answer.content.decode()
    calendar = Calendar.from_ical(answer.content)
    entries = {str(entry["summary"]): entry for entry in calendar.walk("VEVENT")}
    starting = drawn.section.round_set.exclude(starts_at=None).count()
    assert len(entries) == starting
    if drawn.round().starts_at is not None:
        entry = entries[f"Table 1, round 1 · {drawn.event.name}"]
        assert other.entry.player.name in str(entry["description"])


def test_the_own_feed_has_tables_results_and_announcements(drawn: World, link: PlayerLink) -> None:
    factories.report(drawn.round(), 1, "1-0")
    answer = Client().get(reverse("own_feed", args=[feed_code(link)]))
    titles = [
        item.findtext(f"{ATOM}title") for item in ElementTree.fromstring(answer.content).iter(f"{ATOM}entry")
    ]
    assert "Table 1, round 1" in titles
    assert "Table 1, round 1: 1–0" in titles
    chinese = Client().get(reverse("own_feed", args=[feed_code(link)]).replace("/en/", "/zh-hans/"))
    assert "第 1 轮第 1 台" in chinese.content.decode()


def test_the_own_feed_ends_with_the_link(drawn: World, seat: Seat, link: PlayerLink) -> None:
    code = feed_code(link)
    for forged in (f"{link.pk}-{'0' * 26}", f"{link.pk + 1}-{code.partition('-')[2]}", "nonsense", "9" * 30):
        for name in ("own_calendar", "own_feed"):
            assert Client().get(reverse(name, args=[forged])).status_code == 404
    revoke_link(entry=seat.entry, by=drawn.users["alice"])
    assert Client().get(reverse("own_feed", args=[code])).status_code == 410
