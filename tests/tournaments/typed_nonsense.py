"""Nonsense, the forms of a page as a browser would send them, and what an answer to nonsense must be: one
clear sentence in the reader's language, nothing lost."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import Any

import html5lib
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.utils import translation

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
    "chinese": "三比零又如何",
    "wide": "１２：３４",
}
APART = {"once", "csrfmiddlewaretoken", "seen"}
"""What no person types."""
ANSWERS = {200, 302, 400, 403, 404, 409, 410, 413, 422}


REFUSALS = (
    r'<ul class="errorlist[^>]*>(.*?)</ul>',
    r'<p class="error"(?![^>]*hidden)[^>]*>(.*?)</p>',
    r'<div class="notice notice-bad"[^>]*>(.*?)</div>',
)
"""Where a page says what is wrong."""
CHINESE = re.compile(r"[\u4e00-\u9fff]")


@dataclass
class Form:
    """As it stands on a page: ``values`` by name as a browser would send them, ``texts``: those in which
    somebody types, ``files``: those in which a file is chosen, ``hidden``: those that nobody sees; ``asks``:
    it is a question, and posts nothing."""

    action: str
    asks: bool
    values: dict[str, list[str]] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    hidden: set[str] = field(default_factory=set)


def forms(page: Any, url: str) -> Iterator[Form]:
    """Those of ``page``."""
    tree = html5lib.parse(page.content.decode(), namespaceHTMLElements=True)
    for element in tree.iter(f"{XHTML}form"):
        asks = element.get("method", "get").lower() == "get"
        yield _read(element, Form(_address(element.get("action") or "") or url, asks))


def _address(action: str) -> str:
    """Without the place on the page, and without a question that asks nothing."""
    return action.partition("#")[0].removesuffix("?")


def _read(element: Any, form: Form) -> Form:
    chosen_from: set[str] = set()
    for item in element.iter():
        name = item.get("name")
        if name and item.tag in (f"{XHTML}input", f"{XHTML}textarea", f"{XHTML}select"):
            kind = item.get("type", "text")
            if kind == "hidden":
                form.hidden.add(name)
            if kind == "file":
                form.files.add(name)
            elif item.tag == f"{XHTML}select":
                chosen_from.add(name)
                chosen = [
                    o.get("value", "") for o in item.iter(f"{XHTML}option") if o.get("selected") is not None
                ]
                form.values.setdefault(name, []).extend(chosen)
            elif kind not in ("checkbox", "radio") or item.get("checked") is not None:
                form.values.setdefault(name, []).append(item.get("value") or item.text or "")
                if kind in ("text", "search", "email", "url") and name != "csrfmiddlewaretoken":
                    form.texts.add(name)
    # A row under one name begins with a choice, where what is typed here stands.
    form.texts -= chosen_from
    return form


def try_all(client: Client, url: str, nonsense: Mapping[str, str], done: set[str]) -> None:
    """Every value of ``nonsense`` in all fields of each form of the page, the longest in each alone as well,
    and files that are none. ``done``: the forms that were tried on other pages."""
    page = client.get(url)
    if page.status_code != 200 or not page.get("Content-Type", "").startswith("text/html"):
        return
    for form in forms(page, url):
        key = f"{form.action} {sorted(form.values)}"
        if key in done or "/account/" in form.action:
            continue
        done.add(key)
        changed = form.values.keys() - APART
        for kind, value in nonsense.items():
            send(client, form, changed, value)
            if form.hidden & changed:
                send(client, form, changed - form.hidden, value)
            if kind == "long":
                for item in sorted(changed):
                    send(client, form, {item}, value)
        for item in sorted(form.files):
            for file in files():
                send(client, form, {item}, file)


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
        answer = client.get(form.action, data) if form.asks else client.post(form.action, data)
        transaction.set_rollback(True)
    assert answer.status_code in ANSWERS, about
    if translation.get_language() == "zh-hans":
        assert not [words for words in messages_in(answer) if not CHINESE.search(words)], (
            f"{about}: {messages_in(answer)}"
        )
    if answer.status_code not in (409, 422):
        return
    page = answer.content.decode()
    assert "<script>alert" not in page, about
    assert any(mark in page for mark in ("errorlist", 'class="error', 'role="alert"', "notice")), about
    if answer.status_code == 422 and isinstance(value, str) and "\0" not in value and not names & form.hidden:
        lost = [name for name in names & form.texts if html.escape(value) not in page]
        assert not lost, f"{about}: {lost} is lost"


def messages_in(answer: Any) -> Collection[str]:
    """What a page says is wrong, sentence by sentence and without what it quotes."""
    if not answer.get("Content-Type", "").startswith("text/html"):
        return ()
    page = answer.content.decode()
    matches = [words for pattern in REFUSALS for words in re.findall(pattern, page, re.S)]
    lines = [line for words in matches for line in re.split(r"</?(?:li|p)[^>]*>", words)]
    plain = [re.sub(r"<[^>]+>", "", html.unescape(line)).strip() for line in lines]
    return [line for line in plain if line]
