"""``python -m tests.browser.readme``: takes the pictures in ``docs/images`` anew, of the demonstration; those
in Chinese stand in its folder ``zh``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from tests import machine
from tests.browser.shown import HEIGHT, PLAYING, SCHEMES, Album, ShownPage, opened_album

FOLDER = Path(__file__).parents[2] / "docs/images"
LANGUAGES = {"en": FOLDER, "zh-hans": FOLDER / "zh"}
DESK_WIDTH = 1280
PUBLIC_PAGES = (
    (ShownPage("event-over", "e/wxc-2009/"), SCHEMES[0]),
    (ShownPage("round", "e/demo-2026/men/round/4/"), SCHEMES[1]),
    (ShownPage("game", "e/wxc-2009/women/round/3/table/2/"), SCHEMES[0]),
)
"""Side by side: page and scheme of each."""
HALL_PAGES = tuple(
    (next(page for page in PLAYING if page.name == name), SCHEMES[0])
    for name in ("hall", "table", "my-page-playing")
)
GAP = 8
COLOURS = 64
"""Enough for ink on paper; the files stay small."""


def standings(album: Album, language: str) -> Image.Image:
    """The arithmetic of the first row unfolded."""
    context = album.context("", width=DESK_WIDTH)
    page = context.new_page()
    album.open(page, ShownPage("standings", "e/demo-2026/men/standings/4/"), language)
    page.locator("button.toggle").first.click()
    page.mouse.move(0, 0)
    return _taken(page.screenshot())


def desk(album: Album, language: str) -> Image.Image:
    """A round that is played, as whoever enters results sees it."""
    desk_page = next(page for page in PLAYING if page.name == "round-results")
    page = album.context(desk_page.user, width=DESK_WIDTH).new_page()
    album.open(page, desk_page, language)
    return _taken(page.screenshot())


def side_by_side(album: Album, language: str, pages: Sequence[tuple[ShownPage, str]]) -> Image.Image:
    width = next(iter(HEIGHT))
    strip = Image.new("RGB", (len(pages) * (width + GAP) - GAP, HEIGHT[width]), "white")
    for place, (looked_at, scheme) in enumerate(pages):
        context = album.context(looked_at.user, width=width, scheme=scheme)
        page = context.new_page()
        album.open(page, looked_at, language)
        page.wait_for_load_state("networkidle")
        strip.paste(_taken(page.screenshot()), (place * (width + GAP), 0))
        context.close()
    return strip


def _taken(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


PICTURES: dict[str, Callable[[Album, str], Image.Image]] = {
    "phones": lambda album, language: side_by_side(album, language, PUBLIC_PAGES),
    "standings": standings,
    "hall": lambda album, language: side_by_side(album, language, HALL_PAGES),
    "desk": desk,
}


def main() -> int:
    if machine.chromium() is None:
        print(machine.missing("chromium fonts-wqy-microhei"), file=sys.stderr)  # noqa: T201  what a command says
        return 2
    with opened_album() as album:
        album.publish()
        for language, folder in LANGUAGES.items():
            folder.mkdir(exist_ok=True)
            for name, take in PICTURES.items():
                picture = take(album, language).quantize(COLOURS, dither=Image.Dither.NONE)
                picture.save(folder / f"{name}.png", optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
