"""Draw pictures of pages, shown where their addresses are shared.

A page names the one that shows what it shows, by a digest, so whoever has it may keep it for ever; an earlier
address leads to the present picture.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import translation

from portal.ops.fonts import Fonts, fonts
from portal.outbox import PICTURES, Handler, Job, Work, WorkRequest, ask_many, enqueue
from portal.published.attached import FOR_GOOD, Attached, attached_changed
from portal.published.documents import plain_value
from portal.published.drawing import Card, draw, drawing_version
from portal.published.models import Page, Picture
from portal.published.renderers import group_of, renderer_of

KIND = "pictures"
# Seconds after a page has changed: results come in one after the other, and a picture may wait.
LATER = 15.0
# Seconds after which drawing makes room for more urgent work.
AT_A_TIME = 0.4


def digest_of_card(card: Card) -> str:
    """By which a picture is named."""
    description = json.dumps([plain_value(card), drawing_version()], ensure_ascii=False)
    return sha256(description.encode()).hexdigest()[:16]


def address(path: str, language: str, digest: str) -> str:
    return f"/{language}/picture/{path}{digest}.png"


def ask_for(pages: Iterable[tuple[str, str]]) -> None:
    """Have the pictures of these pages (path and kind) made, in the caller's transaction."""
    groups: dict[str, list[str]] = {}
    for path, kind in pages:
        if renderer_of(kind).has_card:
            groups.setdefault(group_of(path), []).append(path)
    requests = {f"pictures:{group}": WorkRequest({"paths": paths}) for group, paths in groups.items()}
    ask_many(
        KIND,
        requests=requests,
        priority=PICTURES,
        at_most=LATER,
        pauses=lambda keys: dict.fromkeys(keys, LATER),
    )


def get(page: Page, language: str) -> Picture | None:
    """Give the present picture of a page; None when there is none of such a page, or this machine has no
    fonts."""
    fonts_here = fonts()
    while fonts_here is not None and renderer_of(page.kind).has_card:
        picture = Picture.objects.filter(page=page, language=language).first()
        if picture is not None and picture.version == page.version:
            return picture
        if (made := _make(page, language, picture, fonts_here)) is not None:
            return made
        page.refresh_from_db()
    return None


def _make(page: Page, language: str, picture: Picture | None, fonts_here: Fonts) -> Picture | None:
    """Draw what has changed; None when the page has moved on meanwhile."""
    renderer = renderer_of(page.kind)
    data = renderer.read(page.params).data
    with translation.override(language):
        card = renderer.card(data)
    digest = digest_of_card(card)
    body = bytes(picture.body) if picture is not None and picture.digest == digest else draw(card, fonts_here)
    with transaction.atomic():
        now = Page.objects.select_for_update().get(pk=page.pk)
        if (now.version, now.withdrawn, now.params) != (page.version, False, page.params):
            return None
        if picture is None or picture.digest != digest:
            attached_changed(page.path)
        values = {"version": page.version, "digest": digest, "body": body}
        return Picture.objects.update_or_create(page=now, language=language, defaults=values)[0]


def attached(paths: Sequence[str]) -> Iterator[Attached]:
    """The pictures that were drawn of these pages."""
    pictures = Picture.objects.filter(page__path__in=paths).values_list(
        "pk", "page__path", "language", "digest"
    )
    about = {"Content-Type": "image/png", "Cache-Control": FOR_GOOD}
    for key, path, language, digest in pictures:
        load = partial(_body, key, digest)
        yield Attached(path, address(path, language, digest).lstrip("/"), digest, about, load)


def _body(key: int, digest: str) -> bytes | None:
    body = Picture.objects.filter(pk=key, digest=digest).values_list("body", flat=True).first()
    return None if body is None else bytes(body)


# A slow worker draws those of eager pages some seconds after they were published, when nothing else waits;
# any other is drawn for who asks first. Drawn anew is what shows something else, not every page that has
# changed.
class PicturesHandler(Handler):
    """Do the work that `ask_for` asks for; what a page shows is read while computing, as for its bytes."""

    def merge(self, waiting: dict[str, Any], added: dict[str, Any]) -> dict[str, Any]:
        return {"paths": sorted({*waiting["paths"], *added["paths"]})}

    def read(self, payload: dict[str, Any]) -> Work:
        return Work(sha256(repr(payload["paths"]).encode()).hexdigest(), payload["paths"])

    def compute(self, data: list[str]) -> list[str]:
        until = monotonic() + AT_A_TIME
        pages = {page.path: page for page in Page.objects.filter(path__in=data, withdrawn=False)}
        for done, path in enumerate(data):
            if done and monotonic() > until:
                return data[done:]
            page = pages.get(path)
            if page is not None:
                for language in settings.PUBLISHED_AHEAD:
                    get(page, language)
        return []

    def write(self, job: Job, data: list[str], result: list[str]) -> dict[str, Any]:
        if not result:
            return {}
        enqueue(KIND, key=job.key, payload={"paths": result}, priority=PICTURES)
        return {"left": len(result)}
