"""Files with which applicants answer questions: looked at before they are kept, deleted with the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from portal import apart
from portal.policy import Refusal
from tournaments.acts._documents import format_of
from tournaments.models import AnswerFile, Application
from tournaments.state.applications import MOST_FILE_BYTES, Kind, Question


def answer_files(questions: Sequence[Question], sent: Mapping[str, bytes]) -> dict[str, AnswerFile]:
    """What was sent for questions that files answer, by label, not saved. Refusals: ``answer-file-large``,
    ``answer-file-unreadable``."""
    return {
        one.label: _file(one.label, sent[one.label])
        for one in questions
        if one.kind is Kind.FILE and sent.get(one.label)
    }


def _file(question: str, raw: bytes) -> AnswerFile:
    if len(raw) > MOST_FILE_BYTES:
        limit = MOST_FILE_BYTES // 1_000_000
        raise Refusal("answer-file-large", field="answers", question=question, limit=limit)
    found = kind_of(raw)
    if found is None:
        raise Refusal("answer-file-unreadable", field="answers", question=question)
    return AnswerFile(question=question, format=found, body=raw, size=len(raw))


def kind_of(raw: bytes) -> AnswerFile.Format | None:
    """By its bytes; None where it is none of those that are kept. Raises `portal.apart.Stopped`."""
    try:
        found = format_of(raw)
    except apart.Stopped:
        raise
    except Refusal:
        return None
    return AnswerFile.Format(found) if found in AnswerFile.Format.values else None


def keep_files(
    application: Application, questions: Sequence[Question], fresh: Mapping[str, AnswerFile]
) -> None:
    """In place of those that stood; what no question asks for any more goes."""
    asked = {one.label for one in questions if one.kind is Kind.FILE}
    application.files.exclude(question__in=asked - fresh.keys()).delete()
    for one in fresh.values():
        one.application = application
        one.save()
