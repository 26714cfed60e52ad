"""A photo of a scoresheet beside the form for typing: put straight, refused in one sentence, seen by few."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from games.models import SheetPhoto
from games.photos.layout import WHOLE
from tests.cached_worlds import remembered
from tests.games.photos.photographing import Grey, packed, photographed, rendered
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
    foreign = printed_elsewhere(red)
    refused = {
        "No scoresheet can be seen": packed(noise),
        "The photo is too dark": packed((lying * 0.15).astype(np.uint8)),
        "Only a part of the sheet can be seen": packed(lying[: height // 2]),
        "This is the sheet of round 1, table 2": packed(photographed(other)),
        "This sheet was printed for another section or event": packed(photographed(foreign)),
        "more than 50 megapixels": bomb.getvalue(),
        "This photo is HEIC": b"\0\0\0\x18ftypheic" + b"x" * 100,
        "This is no JPEG or PNG picture": b"C2=5 H8+7",
        "The file of the photo is damaged": packed(lying)[:5000],
    }
    assert width
    for sentence, raw in refused.items():
        page = send(published, raw)
        assert sentence in page, sentence
        assert 'name="first"' in page, "typing is open"
    # A mirror shows no sheet: its marks are none.
    assert "No scoresheet can be seen" in send(published, packed(np.fliplr(lying).copy()))
    assert not SheetPhoto.objects.exists()


def printed_elsewhere(sheet: Grey) -> Grey:
    """The same paper with the QR code of another section's table."""
    import segno

    from games.photos.codes import SheetCode
    from tests.games.photos.photographing import SCALE

    code = SheetCode(1, 1, "first", 1).text("another", "women")
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
