"""Files with which applicants answer questions: looked at before they are kept, deleted with the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from portal.policy import Refusal
from portal.sandbox import parent
from tournaments.acts.notices._documents import format_of
from tournaments.models import AnswerFile, Application
from tournaments.state.applications import MOST_FILE_BYTES, Question, QuestionKind


def answer_files(questions: Sequence[Question], sent: Mapping[str, bytes]) -> dict[str, AnswerFile]:
    """What was sent for questions that files answer, by label, not saved. Refusals: ``answer-file-large``,
    ``answer-file-unreadable``."""
    return {
        question.label: _file(question.label, sent[question.label])
        for question in questions
        if question.kind is QuestionKind.FILE and sent.get(question.label)
    }


def _file(question: str, raw: bytes) -> AnswerFile:
    if len(raw) > MOST_FILE_BYTES:
        limit = MOST_FILE_BYTES // 1_000_000
        raise Refusal("answer-file-large", field="answers", question=question, limit=limit)
    format_ = kind_of(raw)
    if format_ is None:
        raise Refusal("answer-file-unreadable", field="answers", question=question)
    return AnswerFile(question=question, format=format_, body=raw, size=len(raw))


def kind_of(raw: bytes) -> AnswerFile.Format | None:
    """By its bytes; None where it is none of those that are kept. Raises `portal.sandbox.parent.Stopped`."""
    try:
        format_ = format_of(raw)
    except parent.Stopped:
        raise
    except Refusal:
        return None
    return AnswerFile.Format(format_) if format_ in AnswerFile.Format.values else None


def keep_files(
    application: Application, questions: Sequence[Question], fresh: Mapping[str, AnswerFile]
) -> None:
    """In place of those that stood; what no question asks for any more goes."""
    labels = {question.label for question in questions if question.kind is QuestionKind.FILE}
    application.files.exclude(question__in=labels - fresh.keys()).delete()
    for question in fresh.values():
        question.application = application
        question.save()
