"""Tell an open page what is new: one small file for all pages of a section, in all languages.

``/now/e/wxc-2015/men.json`` says at which version each page is and in how many seconds to ask again. Who sees
another version than the one he shows fetches the page; all others have asked for a few hundred bytes that are
the same for everybody, whatever page they read.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from gzip import compress
from hashlib import sha256

from django.db.models import Count, QuerySet, Sum

from portal.published.answers import PageVariant
from portal.published.models import Page
from portal.published.pages import withheld
from portal.published.renderers import FOR_ALL_SITES, JSON_TYPE, group_of

ROOT = "/now/"
# How the group of the front page is called, whose path is empty.
HOME = "home"
# It names no version of its own.
VARIANT = "now"
# Seconds until an open page asks again: while a round is played, between rounds, and when all is over.
DURING_PLAY, BETWEEN_ROUNDS, NEVER = 3, 30, 0

Pace = Callable[[str], int]
_paces: list[Pace] = []


def register_pace(pace: Pace) -> None:
    """Have ``pace`` asked how often pages of a group ask; the shortest answer counts. From
    ``AppConfig.ready()``."""
    if pace not in _paces:
        _paces.append(pace)


def poll_file_address(group: str) -> str:
    return f"{ROOT}{group or HOME}.json"


def group_at(name: str) -> str:
    """The group whose file has this name."""
    return "" if name == HOME else name


def place_of(path: str) -> str:
    """Under what name the file of its group knows a page."""
    return path.removeprefix(f"{group_of(path)}/")


def poll_file_of(group: str) -> PageVariant | None:
    """Give the file of a group as the database has it, in two queries; None where nothing was ever
    announced."""
    pages = _pages(group)
    # Nothing either for whatever else begins an address, such as a card or (on SQLite) another case.
    if group not in map(group_of, pages.values_list("path", flat=True)[:1]):
        return None
    public = pages.filter(~withheld(), withdrawn=False, version__gt=0)
    revisions = {
        "every": min((pace(group) for pace in _paces), default=BETWEEN_ROUNDS),
        "pages": {
            place_of(path): version
            for path, version in public.filter(eager=True).order_by("path").values_list("path", "version")
        },
        "others": _mark(public.filter(eager=False)),
    }
    raw = json.dumps(revisions, separators=(",", ":")).encode()
    about = {"Content-Type": JSON_TYPE, **FOR_ALL_SITES}
    return PageVariant(
        -1, sha256(raw).hexdigest()[:20], compress(raw, compresslevel=9, mtime=0), VARIANT, about
    )


def _pages(group: str) -> QuerySet[Page]:
    # What has fewer parts than a section is a page by itself: `e/x/` beside the sections `e/x/men/`.
    if group.count("/") < 2:
        return Page.objects.filter(path=f"{group}/" if group else "")
    return Page.objects.filter(path__startswith=f"{group}/")


def _mark(pages: QuerySet[Page]) -> str:
    """Mark ``pages``: another one whenever one of them is another."""
    totals = pages.aggregate(count=Count("pk"), versions=Sum("version"))
    # Thousands of players' cards in a few letters.
    return sha256(repr(sorted(totals.items())).encode()).hexdigest()[:12]
