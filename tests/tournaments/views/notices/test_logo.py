"""The logo of an event: sent by an organiser, made anew, shown to everybody, printed."""

from __future__ import annotations

import zlib
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory
from django.urls import reverse
from PIL import Image, ImageFile, PngImagePlugin

from portal import outbox
from portal.journal.models import JournalEntry
from portal.web.limits import MOST_SENT, FormLimits
from tests import factories
from tests.world import World
from tournaments.acts.notices._images import MOST_BYTES
from tournaments.exchange.pictures import FITS
from tournaments.models import Logo

PAGE = "/en/desk/cup/-/logo/"
EVENT = "/en/e/cup/"


def drawn(kind: str = "PNG", size: tuple[int, int] = (1200, 300), mode: str = "RGB", **more: Any) -> bytes:
    packed = BytesIO()
    Image.new(mode, size, "#b3261e" if mode != "P" else 3).save(packed, kind, **more)
    return packed.getvalue()


def send(world: World, raw: bytes, who: str = "alice", once: str = "tap", name: str = "logo.png") -> Any:
    sent = {"once": once, "file": SimpleUploadedFile(name, raw)}
    return world.client(who).post(f"{PAGE}set/", sent)


def picture(client: Client) -> Any:
    """The picture of the event's page."""
    text = client.get(EVENT).content.decode()
    assert text.count('<img class="logo"') == 1
    return client.get(text.partition('<img class="logo" src="')[2].partition('"')[0])


@pytest.fixture
def public(world: World, settings: Any) -> World:
    settings.PUBLISHED_RENDER_EVERY = 0.0
    factories.announce(world.section)
    outbox.drain()
    return world


@pytest.mark.slow
def test_a_logo_is_made_anew_shown_replaced_and_taken_away(public: World, client: Client) -> None:
    assert 'class="logo"' not in client.get(EVENT).content.decode()
    assert client.get("/api/v1/events/cup").json()["logo"] is None
    hidden = PngImagePlugin.PngInfo()
    hidden.add_text("Comment", "secret of the camera")
    assert send(public, drawn(pnginfo=hidden) + b"<script>").status_code == 302
    outbox.drain()
    page = picture(client)
    assert (page.status_code, page["Content-Type"]) == (200, "image/png")
    assert "Set-Cookie" not in page
    assert b"secret" not in page.content
    assert b"script" not in page.content
    with Image.open(BytesIO(page.content)) as file:
        assert file.size == (640, 160)
    address = client.get("/api/v1/events/cup").json()["logo"]
    assert client.get(address).content == page.content
    beside = public.client("alice").get("/zh-hans/desk/cup/-/settings/")
    assert PAGE.replace("/en/", "/zh-hans/").encode() in beside.content
    assert b"Current logo" in public.client("alice").get(PAGE).content

    assert send(public, drawn("JPEG", (90, 90)), once="tap-2", name="x.jpg").status_code == 302
    outbox.drain()
    assert client.get(address).status_code == 410
    assert picture(client).status_code == 200

    assert public.client("alice").post(f"{PAGE}remove/", {"once": "off"}).status_code == 302
    outbox.drain()
    assert 'class="logo"' not in client.get(EVENT).content.decode()
    assert public.client("alice").post(f"{PAGE}remove/", {"once": "off-2"}).status_code == 409
    acts = JournalEntry.objects.filter(target=f"event:{public.event.pk}").order_by("pk")
    assert [entry.act for entry in acts] == ["set_logo", "set_logo", "remove_logo"]
    assert acts[1].before == {"digest": acts[0].after["digest"]}
    # The same one again is at its old address.
    assert send(public, drawn(), once="tap-3").status_code == 302
    outbox.drain()
    assert client.get(address).content == page.content


@pytest.mark.slow
def test_a_double_tap_and_the_same_picture_are_one_act(public: World) -> None:
    for once in ("tap", "tap", "another"):
        assert send(public, drawn(), once=once).status_code == 302
    assert JournalEntry.objects.filter(act="set_logo").count() == 1


@pytest.mark.parametrize(("mode", "kind"), [("RGBA", "PNG"), ("P", "PNG"), ("L", "PNG"), ("CMYK", "JPEG")])
def test_every_kind_of_picture_becomes_one_of_ours(world: World, mode: str, kind: str) -> None:
    assert send(world, drawn(kind, (30, 400), mode)).status_code == 302
    logo = Logo.objects.get()
    assert (logo.width, logo.height) == (24, FITS[1])
    with Image.open(BytesIO(bytes(logo.body))) as file:
        assert file.mode == ("RGBA" if mode == "RGBA" else "RGB")


def bomb(side: int) -> bytes:
    """A head that announces a huge square, and little behind it."""
    head = b"\x89PNG\r\n\x1a\n"

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    size = side.to_bytes(4, "big") * 2
    return head + chunk(b"IHDR", size + b"\x08\x02\0\0\0") + chunk(b"IDAT", b"\0") + chunk(b"IEND", b"")


BAD = {
    "no picture": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not a PNG, JPEG or WebP image"),
    "GIF": (drawn("GIF"), "not a PNG, JPEG or WebP image"),
    "broken off": (drawn()[:200], "not a PNG, JPEG or WebP image"),
    "bomb": (bomb(9_000), "9000 × 9000 pixels"),
    "larger bomb": (bomb(100_000), "not a PNG, JPEG or WebP image"),
    "many pixels": (drawn(size=(2500, 2500)), "2500 × 2500 pixels"),
    "too large": (drawn() + b"\0" * MOST_BYTES, "The image has 1.1 MB; the limit is 1 MB."),
    "empty": (b"", "The file is empty"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_logo_is_refused_with_a_sentence(
    world: World, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As where the same process has printed before: WeasyPrint sets this for good.
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)
    raw, sentence = BAD[name]
    answer = send(world, raw)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Logo.objects.exists()
    assert world.client("alice").post(f"{PAGE}set/", {"once": "x"}).status_code == 422


def test_fifty_megabytes_are_refused_unread(world: World) -> None:
    class Unread:
        def read(self, *_: object) -> bytes:
            raise AssertionError("it was read")

    request = RequestFactory().post(f"{PAGE}set/")
    request.META |= {"CONTENT_LENGTH": "50000000", "wsgi.input": Unread()}
    request._stream = Unread()  # type: ignore[attr-defined]
    answer = FormLimits(lambda _: pytest.fail("it came through"))(request)
    assert answer.status_code == 413
    page = answer.content.decode()
    assert "too large" in page
    assert "8 MB" in page
    assert "smaller file" in page
    assert "in parts" not in page
    assert MOST_SENT < 50_000_000


def test_the_page_says_how_large_a_file_may_be_before_it_is_sent(world: World) -> None:
    page = world.client("alice").get(reverse("logo", args=[world.event.slug])).content.decode()
    assert f'data-most-bytes="{MOST_SENT}" role="alert" hidden' in page
    assert "may not exceed 8 MB" in page


def test_an_organiser_may_and_a_referee_may_not(world: World) -> None:
    assert send(world, drawn(), "bob").status_code == 403
    assert send(world, drawn(), "charlie").status_code == 404
    assert send(world, drawn(), "frank").status_code == 302
