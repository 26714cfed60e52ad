"""A player hands in the record of the own game: typed with live reading, pasted, uploaded, corrected."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.acts.records import accept_record
from games.models import GameRecord
from portal import outbox
from portal.journal.models import JournalEntry
from tests.games.views.mine import page, seats
from tests.world import ValidClient, World
from tournaments.models import Entry, PlayerLink

pytestmark = pytest.mark.django_db
GOOD = "1. C2=5 H8+7\n2. H2+3 R9=8"
BAD = "1. C2=5 H8+7\n2. H2+9 R9=8"


def submit(entry: Entry, text: str = "", *, client: ValidClient | None = None, **more: Any) -> Any:
    sent = {"text": text, "seen": "", "once": "k", **more}
    answer = (client or ValidClient()).post(page(entry, "submit_my_record", 1), sent, follow=True)
    outbox.drain()
    return answer


def live(entry: Entry, text: str, **more: Any) -> tuple[str, dict[str, str]]:
    """The fragment, and what it tells the board."""
    answer = ValidClient().post(page(entry, "read_my_record", 1), {"text": text, **more})
    assert answer.status_code == 200
    html = answer.content.decode()
    return html, {name: unescape(value) for name, value in re.findall(r'data-(\w+)="([^"]*)"', html)}


@pytest.mark.slow
def test_handed_in_read_and_corrected(playing: World, text: Callable[[Any], str]) -> None:
    first, second = seats(playing)
    client = ValidClient(enforce_csrf_checks=True)
    assert "Submit record" in text(client.get(page(first, "my_record", 1)))
    submit(first, BAD, client=client)
    page_text = text(client.get(page(first, "my_record", 1)))
    assert "has errors" in page_text
    assert "H2+9" in page_text
    assert not client.cookies
    record = GameRecord.objects.get()
    assert (record.by, record.by_entry) == (None, first)
    # A candidate is written into the correction; handed in it supersedes what was there.
    fixed = client.post(page(first, "prefill_my_record", 1), {"text": BAD, "fix": "0-0", "seen": record.pk})
    assert "H2+9" not in re.findall(r"<textarea[^>]*>(.*?)</textarea>", fixed.content.decode(), re.S)[0]
    without = submit(first, GOOD, seen=record.pk)
    assert "Give a reason" in text(without)
    submit(first, GOOD, seen=record.pk, reason="A slip of the pen.", once="l")
    assert "no errors" in text(client.get(page(first, "my_page")))
    # The opponent sees whose it is, and may hand in another; all of them are kept.
    theirs = text(ValidClient().get(page(second, "my_record", 1)))
    assert f"{first.player} submitted this record. If it is wrong, correct it or submit yours" in theirs
    assert "Submit correction" in theirs
    seen = GameRecord.objects.get(superseded_by=None).pk
    submit(second, BAD, seen=seen, reason="Mine.")
    current = GameRecord.objects.get(superseded_by=None)
    assert current.by_entry == second
    submit(first, GOOD, seen=current.pk, reason="No, this.", once="n")
    current = GameRecord.objects.get(superseded_by=None)
    # Once a referee has accepted one, it stands, also while the desk's correction waits.
    accept_record(record=current, by=playing.users["bob"])
    playing.post("carol", "submit_record", 1, 1, text=BAD, seen=current.pk, reason="The desk's.")
    pending = GameRecord.objects.get(superseded_by=None)
    assert pending != current
    for player in (first, second):
        late = submit(player, GOOD, seen=pending.pk, reason="No.", once="m")
        assert "already been accepted" in text(late)
        assert "Submit correction" not in text(ValidClient().get(page(player, "my_record", 1)))
    assert GameRecord.objects.count() == 5
    lines = JournalEntry.objects.filter(act="submit_record", by=None)
    assert {line.party for line in lines} == {f"entry:{first.pk}", f"entry:{second.pk}"}


@pytest.mark.slow
def test_a_file_that_cannot_be_read_locks_nobody_out(playing: World, text: Callable[[Any], str]) -> None:
    first, second = seats(playing)
    submit(first, file=SimpleUploadedFile("game.cbr", bytes(range(256)) * 20))
    broken = GameRecord.objects.get()
    assert broken.reading.state == "unreadable"
    theirs = ValidClient().get(page(second, "my_record", 1))
    assert "Submit correction" in text(theirs)
    submit(second, GOOD, seen=broken.pk, reason="That one cannot be read.")
    assert GameRecord.objects.get(superseded_by=None).reading.state == "valid"


JPEG = b"\xff\xd8\xff\xe1" + b"Exif" * 500


@pytest.mark.parametrize(
    ("kind", "raw"),
    [
        ("JPEG", JPEG),
        ("JPEG", JPEG * 3000),
        ("PNG", b"\x89PNG\r\n\x1a\n" + b"\0" * 99),
        ("HEIC", b"\0\0\0\x28ftypheic" + b"\0" * 99),
        ("WebP", b"RIFF\0\0\0\0WEBPVP8 " + b"\0" * 99),
        ("PDF", b"%PDF-1.7\n" + b"x" * 99),
    ],
    ids=["jpeg", "5 MB", "png", "heic", "webp", "pdf"],
)
def test_a_picture_is_refused_in_plain_words(
    playing: World,
    text: Callable[[Any], str],
    kind: str,
    raw: bytes,
) -> None:
    first, _ = seats(playing)
    answer = submit(first, file=SimpleUploadedFile("IMG_0417.jpg", raw))
    assert answer.status_code == 422
    assert f"This is a picture ({kind}); moves cannot be read from it." in text(answer)
    # It is not carried along, as another file that was refused is.
    assert "will be submitted unless you choose another one" not in text(answer)
    assert not GameRecord.objects.exists()
    assert 'accept=".pgn,.xqf,.cbl,.txt,' in answer.content.decode()


@pytest.mark.slow
def test_both_at_once_and_the_same_twice(playing: World, text: Callable[[Any], str]) -> None:
    first, second = seats(playing)
    submit(first, GOOD)
    submit(first, GOOD)
    assert GameRecord.objects.count() == 1
    # The opponent's form was open meanwhile: both see it, nothing is lost.
    conflict = submit(second, "1. P7+1 P3+1")
    assert conflict.status_code == 409
    assert "Two different records" in text(conflict)
    assert "1. P7+1 P3+1" in text(conflict)
    assert GameRecord.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "ply", "legal"),
    [
        ("", 0, "h2e2:C2=5"),
        ("1. C2=5", 1, "h9g7:H8+7"),
        ("炮二平五", 1, "h9g7:馬８进７"),
        ("h2e2", 1, "h9g7:H9-G7"),
        ("1.C2=5 H8+7 2.", 2, "h0g2:H2+3"),
    ],
)
def test_each_move_is_read_as_it_is_typed(playing: World, typed: str, ply: int, legal: str) -> None:
    first, _ = seats(playing)
    html, answer = live(first, typed)
    assert len(answer["moves"].split()) == ply
    assert legal in [item.replace("马", "馬") for item in answer["following"].split("|")]
    assert "to move" in html
    # A tapped move, written behind the text, is read as that move.
    move, written = next(item.split(":") for item in answer["following"].split("|"))
    _, after = live(first, typed + answer["before"] + written)
    assert after["moves"].split()[-1] == move


@pytest.mark.slow
def test_a_fault_while_typing_offers_what_is_legal(playing: World) -> None:
    first, _ = seats(playing)
    html, answer = live(first, BAD)
    assert answer["following"] == ""
    assert "notice-bad" in html
    assert "Legal moves:" in html
    _, mended = live(first, BAD, fix="0")
    assert mended["mended"].startswith("1. C2=5 H8+7\n2. ")
    assert len(mended["moves"].split()) == 4
    assert "too long to check while you type" in live(first, "C2=5 " * 3000)[0]
    for ahead in ("9999", "9" * 5000, "-1", "x", "١"):
        assert live(first, "1. C2=5", ahead=ahead)[1]["moves"] == "h2e2"
    for hostile in ("<script>alert(1)</script>", "\0", "((((((", '[FEN "x"]', "1" * 7000):
        html, _ = live(first, hostile)
        assert "<script>alert" not in html


@pytest.mark.slow
def test_what_does_not_come_in(playing: World, text: Callable[[Any], str]) -> None:
    first, second = seats(playing)
    assert "Nothing to submit." in text(submit(first, ""))
    large = SimpleUploadedFile("game.txt", b"1. C2=5 " * 200_000)
    assert submit(first, file=large).status_code == 422
    huge = SimpleUploadedFile("game.txt", b"x" * 4_000_000)
    too_large = ValidClient().post(
        page(first, "submit_my_record", 1), {"file": huge, "text": "y" * 3_500_000}
    )
    assert too_large.status_code == 413
    assert GameRecord.objects.count() == 0
    # Nobody's game but the own one, and nothing with a link that was revoked.
    assert ValidClient().get(page(first, "my_record", 2)).status_code == 404
    url = page(second, "submit_my_record", 1)
    PlayerLink.objects.filter(entry=second).update(revoked_at="2026-01-01T00:00Z")
    assert ValidClient().post(url, {"text": GOOD}).status_code == 410
    staff = reverse("read_record", args=[playing.event.slug, playing.section.slug, 1, 1])
    assert playing.client("carol").post(staff, {"text": "C2=5"}).status_code == 200


@pytest.mark.slow
def test_what_one_sent_oneself_has_arrived_what_the_other_sent_is_the_others(
    playing: World, text: Callable[[Any], str]
) -> None:
    first, second = seats(playing)
    submit(first, GOOD)

    def follows(entry: Entry) -> str:
        return text(ValidClient().get(page(entry, "my_record", 1), {"v": "x", "sight": "0-0"}))

    # As after an answer that was lost on the way.
    assert "Your record of this game has arrived." in follows(first)
    assert "in the meantime" not in follows(first)
    assert "in the meantime" in follows(second)


def test_a_gigabyte_is_refused_before_it_is_read(playing: World, text: Callable[[Any], str]) -> None:
    first, _ = seats(playing)

    class Unread:
        def read(self, size: int = -1) -> bytes:
            raise AssertionError("it was read")

        readline = read

    answer = ValidClient().generic(
        "POST",
        page(first, "submit_my_record", 1),
        content_type="multipart/form-data; boundary=x",
        **{"wsgi.input": Unread(), "CONTENT_LENGTH": str(2**30)},
    )
    assert answer.status_code == 413
    assert "This request is too large" in text(answer)
