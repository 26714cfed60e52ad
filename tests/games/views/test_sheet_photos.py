"""A photo of a scoresheet beside the form for typing: put straight, refused in one sentence, seen by few."""

from __future__ import annotations

from io import BytesIO

import cv2
import numpy as np
import pytest
import segno
from PIL import Image

from games.models import PhotoGame, SheetPhoto
from games.photos.codes import SheetCode
from games.photos.layout import WHOLE
from tests.cached_worlds import remembered
from tests.games.photos.photographing import SCALE, Grey, packed, photographed, rendered
from tests.games.photos.sending import send
from tests.tournaments.paper.reading import printed
from tests.world import World


@pytest.fixture
@remembered
def published(press: None, drawn: World) -> World:
    drawn.published()
    return drawn


def sheets(world: World) -> list[Grey]:
    """Of tables 1 and 2, Red's and Black's."""
    body = printed(world.section, "photo-sheets", 1).body
    return [rendered(body, page) for page in range(4)]


@pytest.mark.slow
def test_a_photo_is_shown_row_by_row_beside_the_form(published: World) -> None:
    red, black, *_ = sheets(published)
    page = send(published, packed(photographed(red)))
    assert page.count("<svg viewBox") >= 50
    # The code says whose sheet it is, whatever the form says.
    send(published, packed(photographed(black, turn=-5, quarter=2)), side="first")
    assert list(SheetPhoto.objects.values_list("side", "layout")) == [("first", 1), ("second", 1)]
    photo = SheetPhoto.objects.first()
    assert photo is not None
    answer = published.get("dave", "sheet_photo", 1, 1, photo.pk)
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    with Image.open(BytesIO(answer.content)) as picture:
        assert picture.size == (round(WHOLE.width * 6), round(WHOLE.height * 6))
        assert not picture.getexif()
    # The same once more adds nothing.
    send(published, packed(photographed(red)))
    assert SheetPhoto.objects.count() == 2


@pytest.mark.slow
def test_what_cannot_be_used_is_refused_in_one_sentence_and_typing_stays(published: World) -> None:
    red, _, other, _ = sheets(published)
    lying = photographed(red)
    height, width = lying.shape
    noise = np.random.default_rng(1).integers(0, 255, (600, 800), dtype=np.uint8)
    bomb = BytesIO()
    Image.new("1", (30_000, 30_000)).save(bomb, "PNG")
    foreign = with_code(red, SheetCode(1, 1, "first", 1).text("another", "women"))
    place = published.event.slug, published.section.slug
    later = with_code(red, SheetCode(2, 1, "first", 1).text(*place))
    two_marks = with_marks(red, {WHOLE.marks[0]: None, WHOLE.marks[2]: None})
    unknown = with_marks(red, {mark: mark + 20 for mark in WHOLE.marks})
    refused = {
        "No scoresheet can be seen": packed(noise),
        "The photo is too dark": packed((lying * 0.15).astype(np.uint8)),
        "Only a part of the sheet can be seen": packed(lying[: height // 2]),
        "This is the sheet of round 1, table 2": packed(photographed(other)),
        "This is the sheet of round 2, table 1": packed(photographed(later)),
        "Several sheets lie in the photo": packed(np.hstack([lying, photographed(other)])),
        "The rows of the sheet cannot be found": packed(crumpled(lying)),
        "This sheet is of another version": packed(photographed(unknown)),
        "This sheet was printed for another section or event": packed(photographed(foreign)),
        "more than 50 megapixels": bomb.getvalue(),
        "This photo is HEIC": b"\0\0\0\x18ftypheic" + b"x" * 100,
        "This is no JPEG or PNG picture": b"C2=5 H8+7",
        "The file of the photo is damaged": packed(lying)[:5000],
    }
    assert width
    # Of one cause, other pictures: two marks; a cat; a mirror, whose marks are none.
    more = [
        ("Only a part of the sheet can be seen", packed(photographed(two_marks))),
        ("No scoresheet can be seen", packed(cat())),
        ("No scoresheet can be seen", packed(np.fliplr(lying).copy())),
    ]
    for sentence, raw in [*refused.items(), *more]:
        page = send(published, raw)
        assert sentence in page, sentence
        assert 'name="first"' in page, "typing is open"
    assert not SheetPhoto.objects.exists()
    assert not PhotoGame.objects.exists(), "and no game is proposed"


@pytest.mark.slow
@pytest.mark.parametrize("turn", [25, -20])
def test_forty_megapixels_and_a_sheet_that_lies_askew_are_taken(published: World, turn: float) -> None:
    lying = photographed(sheets(published)[0], turn=turn, quarter=1)
    share = (40_000_000 / lying.size) ** 0.5
    with Image.fromarray(lying) as picture:
        large = picture.resize((round(picture.width * share), round(picture.height * share)))
    raw = packed(np.asarray(large), quality=60)
    assert len(raw) < 7 << 20
    send(published, raw)
    assert list(SheetPhoto.objects.values_list("side", "layout")) == [("first", 1)]


def cat() -> Grey:
    """Looking out of a dim room: soft fur, two eyes, whiskers."""
    chance = np.random.default_rng(7)
    fur = cv2.resize(chance.uniform(90, 160, (30, 40)).astype(np.float32), (1600, 1200))
    fur += cv2.GaussianBlur(chance.normal(0, 25, fur.shape).astype(np.float32), (0, 0), 2)
    head = cv2.ellipse(fur, (800, 650), (420, 360), 0, 0, 360, 150.0, -1)
    for side in (-1, 1):
        ear = np.array([(800 + side * 380, 480), (800 + side * 330, 150), (800 + side * 120, 330)])
        cv2.fillPoly(head, [ear], 120.0)
        cv2.ellipse(head, (800 + side * 160, 600), (80, 55), 0, 0, 360, 220.0, -1)
        cv2.ellipse(head, (800 + side * 160, 600), (18, 50), 0, 0, 360, 15.0, -1)
        for lean in (-40, 0, 40):
            cv2.line(head, (800 + side * 60, 780), (800 + side * 480, 760 + lean), 230.0, 3)
    return np.clip(cv2.GaussianBlur(head, (0, 0), 1.5), 0, 255).astype(np.uint8)


def crumpled(photo: Grey) -> Grey:
    """Every row of dots pushed down by another measure: the marks are whole, the printed lines are not."""
    height, width = photo.shape
    down, along = np.mgrid[0:height, 0:width].astype(np.float32)
    inside = ((down > 0.28 * height) & (down < 0.72 * height)).astype(np.float32)
    waves = 60 * np.sin(along / 23) * cv2.GaussianBlur(inside, (0, 0), 30)
    return np.asarray(cv2.remap(photo, along, down + waves, cv2.INTER_LINEAR))


def with_marks(sheet: Grey, instead: dict[int, int | None]) -> Grey:
    """The same paper with other marks in the place of these; white for None."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    size = round(WHOLE.mark * SCALE)
    paper = sheet.copy()
    for number, (left, top) in zip(WHOLE.marks, WHOLE.corners, strict=True):
        if number in instead:
            other = instead[number]
            square = 255 if other is None else cv2.aruco.generateImageMarker(dictionary, other, size)
            at, beside = round(top * SCALE), round(left * SCALE)
            paper[at : at + size, beside : beside + size] = square
    return paper


def with_code(sheet: Grey, code: str) -> Grey:
    """The same paper with another QR code."""
    stream = BytesIO()
    segno.make(f"https://elsewhere.example/s/{code}", error="m", micro=False).save(
        stream, kind="png", border=0
    )
    size = round(WHOLE.code.width * SCALE)
    with Image.open(stream) as drawn:
        square = np.asarray(drawn.convert("L").resize((size, size), Image.Resampling.NEAREST))
    paper = sheet.copy()
    top, left = round(WHOLE.code.top * SCALE), round(WHOLE.code.left * SCALE)
    paper[top : top + size, left : left + size] = square
    return paper
