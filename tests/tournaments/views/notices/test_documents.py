"""Files of an event: sent by an organiser, told by their bytes, read by everybody, carried by backups."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from portal import outbox
from portal.journal.models import JournalEntry
from tests import factories
from tests.tournaments.acts.cases import PIXEL
from tests.world import World
from tournaments.acts.event_settings import change_event
from tournaments.acts.notices._documents import MOST_BYTES
from tournaments.models import Document

Text = Callable[[Any], str]
PAGE = "/en/desk/cup/-/documents/"
EVENT = "/en/e/cup/"
PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


def packed(**members: bytes) -> bytes:
    body = BytesIO()
    with zipfile.ZipFile(body, "w") as file:
        for name, content in members.items():
            file.writestr(name.replace("__", "/"), content)
    return body.getvalue()


WORD = packed(**{"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<w/>"})
ODT = packed(mimetype=b"application/vnd.oasis.opendocument.text", **{"content.xml": b"<x/>"})
MACROS = packed(**{"word/document.xml": b"<w/>", "word/vbaProject.bin": b"x"})


def send(
    world: World, raw: bytes, to: str = "add", who: str = "alice", once: str = "tap", **more: Any
) -> Any:
    sent = {"once": once, "file": SimpleUploadedFile("rules.pdf", raw)} | more
    return world.client(who).post(f"{PAGE}{to}/", sent)


@pytest.fixture
def public(world: World, settings: Any) -> World:
    settings.PUBLISHED_RENDER_EVERY = 0.0
    factories.announce(world.section)
    outbox.drain()
    return world


@pytest.mark.slow
def test_a_document_is_shown_replaced_and_removed(public: World, client: Client, text: Text) -> None:
    assert send(public, PDF, kind="regulations").status_code == 302
    outbox.drain()
    assert "Regulations" in text(client.get(EVENT))
    assert "竞赛规程" in text(client.get("/zh-hans/e/cup/"))
    [message] = client.get("/api/v1/events/cup").json()["documents"]
    assert (message["kind"], message["format"], message["size"]) == ("regulations", "pdf", len(PDF))
    answer = client.get(message["url"])
    assert (answer.content, answer["Content-Type"]) == (PDF, "application/pdf")
    assert answer["Content-Disposition"] == 'inline; filename="cup-regulations.pdf"'
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert client.get(message["url"], headers={"If-None-Match": answer["ETag"]}).status_code == 304

    document = Document.objects.get()
    assert send(public, WORD, "replace", once="2", document=document.pk).status_code == 302
    outbox.drain()
    assert client.get(message["url"]).status_code == 410
    [now] = client.get("/api/v1/events/cup").json()["documents"]
    response = client.get(now["url"])
    assert response["Content-Disposition"].startswith("attachment")
    assert "wordprocessingml" in response["Content-Type"]

    assert public.client("alice").post(f"{PAGE}remove/", {"document": document.pk}).status_code == 302
    outbox.drain()
    assert client.get("/api/v1/events/cup").json()["documents"] == []
    assert client.get(now["url"]).status_code == 410
    acts = JournalEntry.objects.filter(target=f"event:{public.event.pk}").order_by("pk")
    assert [entry.act for entry in acts] == ["add_document", "replace_document", "remove_document"]


@pytest.mark.slow
def test_a_file_is_found_under_each_kind_and_after_the_event_has_moved(public: World, client: Client) -> None:
    for once, kind, title in (("1", "regulations", ""), ("2", "other", "Rules")):
        assert send(public, PDF, once=once, kind=kind, title=title).status_code == 302
    outbox.drain()
    rules, other = [item["url"] for item in client.get("/api/v1/events/cup").json()["documents"]]
    assert [client.get(url).status_code for url in (rules, other)] == [200, 200]
    digest = rules.split("/")[-2]
    assert client.get(rules.replace(digest, digest[:8])).status_code == 410
    change_event(event=public.event, slug="open", reason="Sponsor", by=public.users["alice"])
    outbox.drain()
    moved = client.get(rules)["Location"]
    renamed = client.get(moved)["Location"]
    assert renamed.endswith("open-regulations.pdf")
    assert client.get(renamed).content == PDF


BAD = {
    "empty": (b"", "The file is empty."),
    "too large": (PDF + b"\0" * MOST_BYTES, "too large; the limit is 5 MB"),
    "SVG": (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "This is not a PDF"),
    "HTML": (b"\xef\xbb\xbf <!DOCTYPE html><script>x</script>", "This is not a PDF"),
    "program": (b"MZ\x90\0\3\0\0\0", "This is not a PDF"),
    "script": (b"#!/bin/sh\nrm -rf /\n", "This is not a PDF"),
    "zip": (packed(**{"a.exe": b"MZ"}), "This is not a PDF"),
    "broken zip": (WORD[:60], "This is not a PDF"),
    "broken picture": (PIXEL[:40], "This is not a PDF"),
    "macros": (MACROS, "This file has macros"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_document_is_refused_with_a_sentence(world: World, text: Text, name: str) -> None:
    raw, message = BAD[name]
    answer = send(world, raw, kind="regulations", title="Rules of play")
    assert answer.status_code == 422
    assert message in text(answer)
    assert "Rules of play" in text(answer)
    assert not Document.objects.exists()


# Named: the bytes of an archive hold the time at which they were made, and a test's name may not.
@pytest.mark.parametrize(
    ("raw", "format_"),
    [(PDF, "pdf"), (WORD, "docx"), (ODT, "odt"), (PIXEL, "png"), ("规则".encode(), "txt")],
    ids=["pdf", "docx", "odt", "png", "txt"],
)
def test_the_bytes_say_what_it_is(world: World, raw: bytes, format_: str) -> None:
    assert send(world, raw, kind="other", title="x").status_code == 302
    assert Document.objects.get().format == format_


def test_another_kind_needs_a_title_and_a_referee_may_not(world: World, text: Text) -> None:
    assert "Enter a title" in text(send(world, PDF, kind="other"))
    assert send(world, PDF, who="bob", kind="invitation").status_code == 403
    assert world.client("nobody").get(PAGE).status_code == 404
