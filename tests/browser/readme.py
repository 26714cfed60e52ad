"""``python -m tests.browser.readme``: takes the pictures in ``docs/images`` anew, of the demonstration."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from tests import machine
from tests.browser.shown import HEIGHT, SCHEMES, opened_album

FOLDER = Path(__file__).parents[2] / "docs/images"
DESK = {"width": 1120, "height": 760}
PHONES = (
    ("zh-hans/e/wxc-2009/", SCHEMES[0]),
    ("en/e/demo-2026/men/round/4/", SCHEMES[1]),
    ("en/e/wxc-2009/women/round/3/table/2/", SCHEMES[0]),
)
"""Side by side: address and scheme of each."""
GAP = 8
COLOURS = 64
"""Enough for ink on paper; the files stay small."""


def standings(browser: Browser, url: str) -> Image.Image:
    """The arithmetic of the first row unfolded."""
    page = browser.new_page(viewport=DESK, reduced_motion="reduce")
    page.goto(f"{url}/en/e/demo-2026/men/standings/4/")
    page.locator("button.toggle").first.click()
    page.mouse.move(0, 0)
    return Image.open(BytesIO(page.screenshot()))


def phones(browser: Browser, url: str) -> Image.Image:
    width = next(iter(HEIGHT))
    strip = Image.new("RGB", (len(PHONES) * (width + GAP) - GAP, HEIGHT[width]), "white")
    for place, (path, scheme) in enumerate(PHONES):
        page = browser.new_page(
            viewport={"width": width, "height": HEIGHT[width]},
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            has_touch=True,
        )
        page.goto(f"{url}/{path}", wait_until="networkidle")
        strip.paste(Image.open(BytesIO(page.screenshot())), (place * (width + GAP), 0))
        page.close()
    return strip


def main() -> int:
    if machine.chromium() is None:
        print(machine.missing("chromium fonts-wqy-microhei"), file=sys.stderr)  # noqa: T201  what a command says
        return 2
    with opened_album() as album:
        for name, take in (("standings", standings), ("phones", phones)):
            picture = (
                take(album.browser, album.site.url).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
            )
            picture.save(FOLDER / f"{name}.png", optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
