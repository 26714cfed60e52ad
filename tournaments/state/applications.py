"""Asking to be entered in a section: what an application can become, and what its form asks.

*application*  somebody's request for a place; it counts from the moment at which it is confirmed
*turn*         the place of an application in the order of confirmation, from 1
*decision*     what an organiser does with an application
*level*        whether the form asks for a field, and whether it must be filled in
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class State(StrEnum):
    DRAFT = "draft"
    SUBMITTED = "submitted"
    CORRECTION = "correction"
    ACCEPTED = "accepted"
    WAITING = "waiting"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


class Move(StrEnum):
    """Name what takes an application that was confirmed from one state to another."""

    WITHDRAW = "withdraw"
    ACCEPT = "accept"
    WAIT = "wait"
    ASK = "ask"
    REJECT = "reject"
    RECONSIDER = "reconsider"


# An organiser decides these; the other move is the applicant's own.
DECISIONS = (Move.ACCEPT, Move.WAIT, Move.ASK, Move.REJECT, Move.RECONSIDER)
# The applicant is told why.
REASONED = frozenset({Move.ASK, Move.REJECT})
# In these an application counts.
OPEN = (State.SUBMITTED, State.CORRECTION, State.WAITING, State.ACCEPTED)

MOVES: Mapping[Move, tuple[frozenset[State], State]] = {
    # From which states, and to which. Who is accepted where no place is free waits instead.
    Move.WITHDRAW: (frozenset(OPEN), State.WITHDRAWN),
    Move.ACCEPT: (frozenset({State.SUBMITTED, State.WAITING}), State.ACCEPTED),
    Move.WAIT: (frozenset({State.SUBMITTED}), State.WAITING),
    Move.ASK: (frozenset({State.SUBMITTED, State.WAITING}), State.CORRECTION),
    Move.REJECT: (frozenset({State.SUBMITTED, State.CORRECTION, State.WAITING}), State.REJECTED),
    Move.RECONSIDER: (frozenset({State.REJECTED}), State.SUBMITTED),
}


class FieldLevel(StrEnum):
    NO = "no"
    ASKED = "asked"
    REQUIRED = "required"


# A form can ask these about the player, beside name and federation, which it always asks.
PARTICULARS = (
    *("native_name", "birth_year", "gender", "club", "native_club", "province", "title", "grade"),
    *("rating", "wxf_id", "axf_id", "fide_id", "national_id", "egf_pin", "ffg_licence", "aga_id"),
)
# Asked of who applies: of a team's captain.
CONTACT = ("email", "phone")
# Who agrees for a player under age that name and results are published. It is never asked of a team.
GUARDIAN = "guardian"
FIELDS = (*PARTICULARS, *CONTACT, GUARDIAN)

# For so many days after the event what applicants filled in is kept: usually, and at most.
KEPT_DAYS, MOST_KEPT_DAYS = 90, 1000
# Days that an application waits to be confirmed; then it is forgotten.
DRAFT_DAYS = 3
# Of one e-mail address on the whole site, so that nobody's letter-box is filled from here.
MOST_DRAFTS = 20
MOST_QUESTIONS = 20
# Questions of a form that files answer: whole forms are no larger than a proxy lets through.
MOST_FILES, MOST_FILE_BYTES = 3, 2_000_000
LONGEST_LABEL, LONGEST_ANSWER, MOST_CHOICES = 120, 500, 30


class QuestionKind(StrEnum):
    """How an own question is answered."""

    TEXT = "text"
    CHOICE = "choice"
    FLAG = "yes-no"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Question:
    """A question of an organiser's own, in the organiser's words. ``choices``: of a `Kind.CHOICE`. A yes or
    no that is ``required`` must be a yes, as where conditions are agreed to."""

    label: str
    kind: QuestionKind = QuestionKind.TEXT
    required: bool = False
    choices: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "kind": str(self.kind),
            "required": self.required,
            "choices": list(self.choices),
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Question:
        """Raises ValueError, LookupError or TypeError for what is none."""
        question = cls(row["label"], QuestionKind(row["kind"]), bool(row["required"]), tuple(row["choices"]))
        if not all(isinstance(text, str) for text in (question.label, *question.choices)):
            raise TypeError(row)
        return question


@dataclass(frozen=True, slots=True)
class Missing:
    """``field``: of `FIELDS`, or ``answers`` with the label of the ``question``. ``code``: of the refusal."""

    code: str
    field: str
    question: str = ""


def member_field(place: int, field: str) -> str:
    """What the form of a team calls the ``field`` of the player at this place of the roster, from 1."""
    return f"member_{place}_{field}"


def levels(chosen: Mapping[str, str]) -> dict[str, FieldLevel]:
    """Of every field; what is not chosen is not asked. Raises ValueError for what is no level or field."""
    if unknown := chosen.keys() - set(FIELDS):
        raise ValueError(min(unknown))
    return {field: FieldLevel(chosen.get(field, FieldLevel.NO)) for field in FIELDS}


def missing_answers(
    levels_of_fields: Mapping[str, FieldLevel],
    questions: Sequence[Question],
    typed: Mapping[str, Any],
    answers: Mapping[str, str],
) -> Iterator[Missing]:
    """Yield what must be filled in and is not, and answers that cannot be.

    ``answers``: by label of the question; of a yes or no ``yes`` or empty, of a file what is said of it."""
    for field, level in levels_of_fields.items():
        if level is FieldLevel.REQUIRED and typed.get(field) in (None, ""):
            yield Missing("application-incomplete", field)
    for question in questions:
        answer = answers.get(question.label, "")
        if question.required and not answer.strip():
            yield Missing("answer-needed", "answers", question.label)
        elif len(answer) > LONGEST_ANSWER or (answer and not _can_be(question, answer)):
            yield Missing("answer-unknown", "answers", question.label)


def _can_be(question: Question, answer: str) -> bool:
    if question.kind is QuestionKind.CHOICE:
        return answer in question.choices
    return question.kind is not QuestionKind.FLAG or answer == "yes"
