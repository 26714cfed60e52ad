"""The pages of the documents: their links and what can be linked in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
CODE = re.compile(r"```.*?```|^ {4}.*?$|`[^`]*`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def links_of(page: Path) -> Iterator[tuple[Path, str]]:
    """Of a page those to files of ours, each with its anchor."""
    for address, anchor in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        if "://" not in address and not address.startswith("mailto:"):
            yield (page.parent / address).resolve() if address else page, anchor


def anchors_of(page: Path) -> set[str]:
    """As forges make them of headings."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}
