"""``python -m tests.browser.screenshots FOLDER [NAME…]``: every page as a picture, on a phone and a desk,
light and dark, in English and Chinese, those that need no account in all languages, and what axe says about
each. Exit code 1 where anything is said."""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

from tests import machine
from tests.browser.axe import faults
from tests.browser.shown import FRESH, PAGES, PLAYING, SCHEMES, WIDTHS, Album, ShownPage, opened_album

LANGUAGES = ("en", "zh-hans", "zh-hant", "vi")
STAFF_LANGUAGES = LANGUAGES[:2]


def take(album: Album, pages: tuple[ShownPage, ...], folder: Path) -> list[str]:
    """Pictures of ``pages`` into ``folder``; what is wrong with them."""
    wrong: list[str] = []
    users = sorted({text.user for text in pages})
    for user, width, scheme in product(users, WIDTHS, SCHEMES):
        context = album.context(user, width=width, scheme=scheme)
        page = context.new_page()
        languages = STAFF_LANGUAGES if user else LANGUAGES
        for text, language in product([text for text in pages if text.user == user], languages):
            album.open(page, text, language)
            name = f"{text.name}-{width}-{scheme}-{language}"
            page.screenshot(path=folder / f"{name}.png", full_page=True)
            message = faults(page)
            wrong += [f"{name}: {fault}" for fault in message]
            print(f"{name}: {len(message) or 'well'}", flush=True)  # noqa: T201  what a command says
        context.close()
    return wrong


def main(arguments: list[str]) -> int:
    if not arguments:
        print(__doc__, file=sys.stderr)  # noqa: T201  what a command says
        return 2
    if machine.chromium() is None:
        print(machine.missing("chromium fonts-wqy-microhei"), file=sys.stderr)  # noqa: T201  what a command says
        return 2
    folder, *names = Path(arguments[0]), *arguments[1:]
    folder.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    if fresh := wanted(FRESH, names):
        with opened_album(fresh=True) as album:
            wrong += take(album, fresh, folder)
    if wanted((*PAGES, *PLAYING), names):
        with opened_album() as album:
            wrong += take(album, wanted(PAGES, names), folder)
            if playing := wanted(PLAYING, names):
                album.publish()
                wrong += take(album, playing, folder)
    print("\n".join(wrong))  # noqa: T201  what a command says
    return int(bool(wrong))


def wanted(pages: tuple[ShownPage, ...], names: list[str]) -> tuple[ShownPage, ...]:
    return tuple(page for page in pages if not names or page.name in names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
