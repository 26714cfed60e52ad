"""The mark of an organisation: sent by its officers, made anew, shown to everybody."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from tests.world import World
from tournaments.acts.notices._images import MOST_BYTES
from tournaments.exchange.pictures import FITS
from tournaments.models import Mark, Office, Organisation

pytestmark = pytest.mark.django_db
PAGE, DESK = "/en/o/cxa/", "/en/desk/-/organisations/cxa/mark/"


@pytest.fixture
def nation(world: World) -> Organisation:
    made = Organisation.objects.create(slug="cxa", name="Chinese Xiangqi Association", level="nation")
    Office.objects.create(organisation=made, user=world.users["charlie"], role="webmaster")
    return made


def drawn(kind: str, size: tuple[int, int] = (1200, 400)) -> bytes:
    packed = BytesIO()
    Image.new("RGBA" if kind != "JPEG" else "RGB", size, "#1a5fb4").save(packed, kind)
    return packed.getvalue()


def send(world: World, raw: bytes, who: str = "charlie") -> Any:
    return world.client(who).post(f"{DESK}set/", {"file": SimpleUploadedFile("mark", raw)})


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_mark_is_made_anew_shown_and_removed(world: World, nation: Organisation, kind: str) -> None:
    assert "<svg" in Client().get(PAGE).content.decode()
    assert Client().get("/api/v1/organisations/cxa").json()["mark"] is None
    assert send(world, drawn(kind) + b"<script>").status_code == 302
    text = Client().get(PAGE).content.decode()
    address = text.partition('<img class="logo" src="')[2].partition('"')[0]
    assert Client().get("/api/v1/organisations/cxa").json()["mark"] == address
    answer = Client().get(address)
    assert (answer["Content-Type"], answer["Cache-Control"]) == (
        "image/png",
        "public, max-age=31536000, immutable",
    )
    assert b"<script>" not in answer.content
    with Image.open(BytesIO(answer.content)) as file:
        assert file.format == "PNG"
        assert file.width <= FITS[0]
        assert file.height <= FITS[1]
    assert world.client("charlie").get("/en/desk/-/organisations/cxa/").content.count(b"Remove mark") == 1
    assert world.client("charlie").post(f"{DESK}remove/").status_code == 302
    assert Client().get(address).status_code == 404
    assert not Mark.objects.exists()


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        drawn("PNG")[:200],
        drawn("GIF"),
        b"x" * (MOST_BYTES + 1),
    ],
    ids=["empty", "svg", "broken off", "gif", "too large"],
)
def test_what_is_no_picture_is_refused_with_a_sentence(
    world: World, nation: Organisation, raw: bytes
) -> None:
    answer = send(world, raw)
    assert answer.status_code == 422
    assert b'class="error"' in answer.content or b"errorlist" in answer.content
    assert not Mark.objects.exists()


def test_nobody_else_sends_one(world: World, nation: Organisation) -> None:
    Office.objects.update(role="registrar")
    assert send(world, drawn("PNG")).status_code == 403
    assert send(world, drawn("PNG"), "alice").status_code == 403
    assert not Mark.objects.exists()
