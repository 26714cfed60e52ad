"""What several pages show is read once where they are rendered together: the parts of a long table, a list
by table and by name."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")
_answers: ContextVar[dict[Hashable, Any] | None] = ContextVar("answers", default=None)


@contextmanager
def reading_once() -> Iterator[None]:
    """What is asked for by `read_once` within is read once; within another, with that."""
    if _answers.get() is not None:
        yield
        return
    token = _answers.set({})
    try:
        yield
    finally:
        _answers.reset(token)


def read_once(key: Hashable, question: Callable[[], T]) -> T:
    """The answer to ``question``, which ``key`` names; asked anew where nobody reads once."""
    answers = _answers.get()
    if answers is None:
        return question()
    if key not in answers:
        answers[key] = question()
    answer: T = answers[key]
    return answer
