"""A photo of a scoresheet, sent from the page of a table."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.games.photos.made_sheets import Hand, games, written
from tests.games.photos.photographing import Grey, photographed, rendered
from tests.tournaments.paper.reading import printed
from tests.world import World

PRESS: Final = Path("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc")
"""The font that paper needs anyway."""


def sheet(world: World, page: int, paper: str, without: tuple[int, ...] = (), plies: int = 24) -> Grey:
    """Of table 1, filled in but for the plies that are left out; a photo of it."""
    texts = games()[0].texts(paper)[:plies]
    return sheet_of_texts(world, page, ["" if ply in without else text for ply, text in enumerate(texts, 1)])


def sheet_of_texts(world: World, page: int, texts: list[str]) -> Grey:
    """The ``page`` of the printed sheets with these in its cells; a photo of it."""
    printed_page = rendered(printed(world.section, "photo-sheets", 1).body, page)
    hand = Hand("wqy-microhei", [PRESS])
    return photographed(written(texts, hand, page, paper=printed_page), turn=3 - 5 * page)


def send(world: World, raw: bytes, side: str = "first", who: str = "carol") -> str:
    """The page that answers; of a photo that was taken, the page it leads to."""
    file = SimpleUploadedFile("photo.jpg", raw, "image/jpeg")
    answer = world.post(who, "scoresheets_photo", 1, 1, side=side, photo=file)
    assert answer.status_code in (302, 422), answer.content
    return (world.get(who, "scoresheets", 1, 1) if answer.status_code == 302 else answer).content.decode()
