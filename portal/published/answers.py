"""Answer whoever asks for a published page: once for Django's view, once for the front.

Nothing in an answer depends on the person, so nothing else may: not a cookie, not a language header.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from portal.published.renderers import FOR_ALL_SITES

Headers = list[tuple[str, str]]

# Headers about the page that answers without its bytes carry too.
ALWAYS = ("Content-Language", *FOR_ALL_SITES)
# Who reads asks each time; a network of caches asks once a second for all of them, and shows what it has for
# an hour when nobody answers it. Browsers take ``stale-while-revalidate`` for themselves: what they show is
# no older than the time between two questions of an open page.
FOR_A_MOMENT = "public, max-age=0, s-maxage=1, stale-while-revalidate=2, stale-if-error=3600"
# What the ETag of the compressed bytes ends with: an ETag names one representation.
COMPRESSED = "-gz"


@dataclass(frozen=True, slots=True)
class PageVariant:
    """One page in one variant as it is now."""

    version: int
    etag: str
    gz: bytes
    variant: str
    # What its headers say about the bytes.
    about: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, headers without those that every answer of the site carries, and the bytes."""

    status: int
    headers: Headers
    body: bytes = b""


def answer(stored_page: PageVariant, *, compressed: bool, if_none_match: str = "") -> Answer:
    """Give the whole page, or 304 when the reader has it; ``compressed``: the reader takes gzip."""
    etag = quoted(stored_page.etag, compressed=compressed)
    headers = [*_always(stored_page.about), ("ETag", etag)]
    body = stored_page.gz if compressed else gzip.decompress(stored_page.gz)
    length = ("Content-Length", str(len(body)))
    if matches(if_none_match, etag):
        return Answer(304, [*headers, length])
    coding = [("Content-Encoding", "gzip")] if compressed else []
    only_here = [(name, value) for name, value in stored_page.about.items() if name not in ALWAYS]
    return Answer(200, [*headers, length, *coding, *only_here], body)


def not_modified(about: Mapping[str, str]) -> Answer:
    """To who asks with the version that he has, when that is still current."""
    return Answer(204, [*_always(about), ("Content-Length", "0")])


def _always(about: Mapping[str, str]) -> Headers:
    """What every answer about a page says, whether the bytes come with it or not."""
    headers = [(name, about[name]) for name in ALWAYS if name in about]
    return [("Cache-Control", FOR_A_MOMENT), *headers, ("Vary", "Accept-Encoding")]


def quoted(etag: str, *, compressed: bool) -> str:
    return f'"{etag}{COMPRESSED if compressed else ""}"'


def matches(if_none_match: str, etag: str) -> bool:
    """Say whether the header names ``etag``, weakly compared: a proxy may have weakened it."""
    if not if_none_match:
        return False
    names = [name.strip().removeprefix("W/") for name in if_none_match.split(",")]
    return etag in names or names == ["*"]


@lru_cache(maxsize=512)
def takes_gzip(accept_encoding: str) -> bool:
    """Say whether a reader with this header takes gzip: named with a weight above 0, or ``*`` when not
    named."""
    weights = {}
    for part in accept_encoding.lower().split(","):
        name, _, parameter = part.partition(";")
        weights[name.strip()] = parameter.replace(" ", "").removeprefix("q=")
    weight = weights.get("gzip", weights.get("*"))
    if weight is None:
        return False
    try:
        return float(weight or "1") > 0
    except ValueError:
        return False


def version_asked(query: str) -> int | None:
    """Read the version that an open page shows, from ``v=17``; None where none is named."""
    for part in query.split("&"):
        # What else a query says (``fbclid=…``) is for whoever has put it there.
        name, _, number = part.partition("=")
        if name == "v" and number.isascii() and number.isdigit() and len(number) < 16:
            return int(number)
    return None
