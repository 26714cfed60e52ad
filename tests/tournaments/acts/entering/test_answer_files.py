"""Questions of an entry form that are answered with a file."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image

from portal.policy import Refusal
from tests.applying import HOUR, confirmed, drafted, open_form, settings
from tests.cast import Cast
from tournaments.acts.entering.applications import change_application
from tournaments.acts.entering.entry_forms import delete_what_is_over, set_entry_form
from tournaments.acts.entering.filled_in import Typed
from tournaments.models import AnswerFile, Application, EntryForm, Event, Section
from tournaments.state.applications import MOST_FILE_BYTES, MOST_FILES, Question, QuestionKind
from tournaments.wording.refusals import refusal_sentence

pytestmark = pytest.mark.django_db
PDF = b"%PDF-1.7\n1 0 obj\n"
PASSPORT = Question("Passport", QuestionKind.FILE, required=True)


def picture(kind: str) -> bytes:
    body = BytesIO()
    Image.new("RGB", (4, 4)).save(body, kind)
    return body.getvalue()


def refused(act: Any) -> tuple[str, str, Any]:
    with pytest.raises(Refusal) as refused_:
        act()
    refusal = refused_.value
    assert refusal_sentence(refusal.code, refusal.params)
    return refusal.code, refusal.field, refusal.params.get("question")


def asking(cast: Cast, *questions: Question, **values: Any) -> Section:
    return open_form(cast, questions=questions or (PASSPORT,), **values)


def stored_files(application: Application) -> list[tuple[str, str, bytes]]:
    rows = application.files.values_list("question", "format", "body")
    return [(question, format_, bytes(body)) for question, format_, body in rows]


@pytest.mark.parametrize(
    ("raw", "format_"), [(PDF, "pdf"), (picture("PNG"), "png"), (picture("JPEG"), "jpg")]
)
def test_a_file_is_kept_as_what_it_is(cast: Cast, raw: bytes, format_: str) -> None:
    result = drafted(asking(cast), files={"Passport": raw, "Nobody asked": raw})
    assert stored_files(result) == [("Passport", format_, raw)]
    assert result.answers == {"Passport": f"{'JPEG' if format_ == 'jpg' else format_.upper()}, 1 kB"}


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "answer-needed"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "answer-file-unreadable"),
        (b"MZ\x90", "answer-file-unreadable"),
        (b"plain text", "answer-file-unreadable"),
        (b"PK\x03\x04", "answer-file-unreadable"),
        (picture("WEBP"), "answer-file-unreadable"),
        (b"%PDF-" + bytes(MOST_FILE_BYTES), "answer-file-large"),
    ],
)
def test_what_is_no_answer(cast: Cast, raw: bytes, code: str) -> None:
    section = asking(cast)
    assert refused(lambda: drafted(section, files={"Passport": raw})) == (code, "answers", "Passport")
    assert not AnswerFile.objects.exists()


def test_a_text_is_no_file(cast: Cast) -> None:
    section = asking(cast)
    assert refused(lambda: drafted(section, answers={"Passport": "PDF, 1 kB"}))[0] == "answer-needed"


def test_a_file_stands_until_another_comes(cast: Cast) -> None:
    section = asking(cast, PASSPORT, Question("Photo", QuestionKind.FILE))
    result = confirmed(section, files={"Passport": PDF, "Photo": picture("PNG")})
    same = Typed(name="New Comer", federation="GER")
    change_application(application=result, typed=same, by=result)
    assert [item[0] for item in stored_files(result)] == ["Passport", "Photo"]
    newer = PDF.replace(b"1.7", b"1.6")
    typed = Typed(name="New Comer", federation="GER", files={"Passport": newer})
    change_application(application=result, typed=typed, by=result)
    assert {item[0]: item[2] for item in stored_files(result)}["Passport"] == newer
    # What the form asks for no more goes with the next change.
    set_entry_form(section=section, values=settings(questions=[PASSPORT]), by=cast.alice)
    change_application(application=result, typed=typed, by=result)
    assert [item[0] for item in stored_files(result)] == ["Passport"]


def test_files_go_with_the_answers(cast: Cast) -> None:
    section = asking(cast, kept_days=1)
    confirmed(section, files={"Passport": PDF})
    drafted(section, "Other", files={"Passport": PDF})
    moment = timezone.now() - timedelta(days=3)
    EntryForm.objects.update(opens_at=moment - HOUR, closes_at=moment)
    Event.objects.filter(pk=cast.event.pk).update(starts=moment.date(), ends=moment.date())
    delete_what_is_over()
    assert not AnswerFile.objects.exists()


def test_a_form_asks_for_few_files(cast: Cast) -> None:
    questions = [Question(f"File {number}", QuestionKind.FILE) for number in range(MOST_FILES + 1)]
    open_form(cast, questions=questions[:-1])
    assert refused(lambda: open_form(cast, questions=questions))[0] == "too-many-file-questions"
