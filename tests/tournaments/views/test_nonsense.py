"""Nonsense in every field of every form of the desk: one clear sentence, and what was typed stays."""

from __future__ import annotations

import html
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from typing import Any

import html5lib
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

from tests.tournaments.addresses import TABLE, address
from tests.world import World

pytestmark = pytest.mark.matrix
XHTML = "{http://www.w3.org/1999/xhtml}"
NONSENSE = {
    "empty": "",
    "long": "W" * 10_000,
    "emoji": "🀄🐘👨‍👩‍👧‍👦",
    "nul": "a\x00b",
    "script": "<script>alert(1)</script>",
    "negative": "-1",
    "huge": "1e309",
    "digits": "9" * 40,
    "year 0": "0000-00-00T00:00",
    "year 9999": "9999-12-31T23:59",
    "id": "77777",
}
APART = {"once", "csrfmiddlewaretoken", "seen"}
"""What no person types."""
ANSWERS = {200, 302, 400, 403, 404, 409, 410, 413, 422}


@dataclass
class Form:
    """As it stands on a page: ``values`` by name as a browser would send them, ``texts``: those in which
    somebody types, ``files``: those in which a file is chosen."""

    action: str
    values: dict[str, list[str]] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)


def forms(page: Any, url: str) -> Iterator[Form]:
    """The forms of ``page`` that are posted."""
    tree = html5lib.parse(page.content.decode(), namespaceHTMLElements=True)
    for element in tree.iter(f"{XHTML}form"):
        if element.get("method", "get").lower() == "post":
            yield _read(element, _address(element.get("action") or "") or url)


def _address(action: str) -> str:
    """Without the place on the page, and without a question that asks nothing."""
    return action.partition("#")[0].removesuffix("?")


def _read(element: Any, action: str) -> Form:
    form = Form(action)
    for one in element.iter():
        name = one.get("name")
        if name and one.tag in (f"{XHTML}input", f"{XHTML}textarea", f"{XHTML}select"):
            kind = one.get("type", "text")
            if kind == "file":
                form.files.add(name)
            elif one.tag == f"{XHTML}select":
                chosen = [
                    o.get("value", "") for o in one.iter(f"{XHTML}option") if o.get("selected") is not None
                ]
                form.values.setdefault(name, []).extend(chosen)
            elif kind not in ("checkbox", "radio") or one.get("checked") is not None:
                form.values.setdefault(name, []).append(one.get("value") or one.text or "")
                if kind in ("text", "search", "email", "url") and name != "csrfmiddlewaretoken":
                    form.texts.add(name)
    return form


PAGES = [
    name
    for name, row in TABLE.items()
    if row.get == 200 and not row.public and row.kind in ("event", "section", "round", "entry", "site")
]


@pytest.fixture
def busy(drawn: World) -> World:
    """A round is published, the next one to be paired."""
    drawn.published(1)
    return drawn


@pytest.mark.parametrize("name", PAGES)
def test_every_field(busy: World, name: str) -> None:
    may = TABLE[name].may
    who = next(one for one in ("alice", "bob", "admin", "carol", *sorted(may)) if one in may)
    url = address(busy, name)
    page = busy.client(who).get(url)
    if page.status_code != 200 or not page.get("Content-Type", "").startswith("text/html"):
        return
    seen: set[str] = set()
    for form in forms(page, url):
        key = f"{form.action} {sorted(form.values)}"
        if key in seen or "/account/" in form.action:
            continue
        seen.add(key)
        for kind, value in NONSENSE.items():
            changed = form.values.keys() - APART
            send(busy.client(who), form, changed, value)
            if kind == "long":
                for one in sorted(changed):
                    send(busy.client(who), form, {one}, value)
        for one in sorted(form.files):
            for file in files():
                send(busy.client(who), form, {one}, file)


def files() -> list[SimpleUploadedFile]:
    return [
        SimpleUploadedFile("empty.png", b""),
        SimpleUploadedFile("renamed.png", b"%PDF-1.7 no picture"),
        SimpleUploadedFile("list.xlsx", b"PK\x03\x04 no workbook"),
        SimpleUploadedFile("cut.json", b'{"format": "qiyuan'),
    ]


def send(client: Client, form: Form, names: Set[str], value: Any) -> None:
    """Post ``form`` with ``value`` in the fields of these ``names``."""
    data: dict[str, Any] = {**form.values, **dict.fromkeys(names, value)}
    about = f"{form.action} {sorted(names)} {str(value)[:20]!r}"
    with transaction.atomic():
        answer = client.post(form.action, data)
        transaction.set_rollback(True)
    assert answer.status_code in ANSWERS, about
    if answer.status_code not in (409, 422):
        return
    shown = answer.content.decode()
    assert "<script>alert" not in shown, about
    assert any(mark in shown for mark in ("errorlist", 'class="error', 'role="alert"', "notice")), about
    if answer.status_code == 422 and isinstance(value, str) and "\0" not in value:
        lost = [name for name in names & form.texts if html.escape(value) not in shown]
        assert not lost, f"{about}: {lost} is lost"
