"""Control characters in the forms of weiqi: refused with a sentence, shown nowhere, kept nowhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.models import BoardCount, CountConsent, GameRecord
from portal import outbox
from tests.games.views.counting import DRAWN, POSITION, agree, page, propose, the_count
from tests.games.views.mine import page as own_page
from tests.games.views.mine import seats
from tests.world import ValidClient, World
from tournaments.models import Foul

pytestmark = pytest.mark.django_db
Text = Callable[[Any], str]
MESSAGE = "Control characters were removed. Check the text and send it again."
CONTROLS = ["\0", "\x07", "\x1b", "\x7f", "\x9b"]


def refused(answer: Any, control: str, message: str = MESSAGE) -> None:
    """The form again, valid HTML (the client looks), with the sentence and without the character."""
    assert answer.status_code == 422
    page_text = answer.content.decode()
    assert message in page_text
    assert control not in page_text


@pytest.mark.parametrize("control", CONTROLS)
def test_a_typed_position(played: World, control: str) -> None:
    answer = page(played, text=DRAWN.replace("W", f"W{control}", 1))
    refused(answer, control)
    assert answer.context["form"]["text"].value() == DRAWN


def test_a_sign_that_hides_is_named_by_its_code(played: World, text: Text) -> None:
    answer = page(played, text=DRAWN.replace("W", "\u202e", 1))
    assert answer.status_code == 422
    assert "Row 1: “U+202E” is neither a stone nor an empty point." in text(answer)


@pytest.mark.parametrize("control", CONTROLS)
def test_reasons(played: World, control: str) -> None:
    propose(played)
    count = the_count()
    refused(agree(played, count.pk, "referee", "bob", reason=f"two{control} eyes"), control)
    assert not CountConsent.objects.exists()
    agree(played, count.pk, "referee", "bob", reason="two eyes")
    refused(propose(played, seen=count.pk, reason=f"anew{control}"), control)
    assert BoardCount.objects.count() == 1


@pytest.mark.parametrize("control", CONTROLS)
def test_the_referees_forms(played: World, control: str) -> None:
    number = seats(played)[0].number
    chosen = {"player": number, "offence": "two-plays", "ruling": "warning", "ply": 3}
    refused(played.post("dave", "referee_foul", 1, 1, reason=f"x{control}", **chosen), control)
    refused(played.post("dave", "referee_note", 1, 1, text=f"x{control}"), control)
    assert not Foul.objects.exists()


@pytest.mark.parametrize("control", CONTROLS)
def test_a_pasted_record(played: World, control: str) -> None:
    first, _ = seats(played)
    sent = {"text": f"(;SZ[9]PB[a{control}b];B[cc])", "seen": ""}
    refused(ValidClient().post(own_page(first, "submit_my_record", 1), sent), control)
    refused(played.post("carol", "submit_record", 1, 1, **sent), control)
    assert not GameRecord.objects.exists()


def test_an_uploaded_record_is_kept_and_shown_without_them(played: World) -> None:
    """A file is kept byte by byte; what is read out of it shows pictures of what cannot be seen."""
    raw = b"(;SZ[9]PB[a\x00b]C[\x1b\x7f\xc2\x9b];B[a\x00];W[bb]C[\x07];B[cc])"
    file = SimpleUploadedFile("game.sgf", raw)
    assert played.post("carol", "submit_record", 1, 1, file=file).status_code == 302
    outbox.drain()
    record = GameRecord.objects.get()
    assert bytes(record.source.raw) == raw
    assert record.reading.headers["Black"] == "a␀b"
    assert record.reading.data["comments"] == {"0": "␛␡\ufffd", "2": "␇"}
    page_text = played.get("bob", "record", 1, 1).content.decode()
    assert "B[a␀]" in page_text
    assert not any(control in page_text for control in CONTROLS)


@pytest.mark.parametrize("name", ["position", "dead", "tap", "record", "handicap"])
def test_in_the_address_they_are_nonsense(played: World, name: str) -> None:
    arguments = {"position": POSITION, name: "\0"}
    answer = page(played, **arguments)
    assert answer.status_code == (200 if name == "handicap" else 404)
    assert "\0" not in answer.content.decode()
