"""Read what several pages show once where they are rendered together: parts of a table, a list in two
orders."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
_answers: ContextVar[dict[Hashable, Any] | None] = ContextVar("answers", default=None)


@contextmanager
def reading_once() -> Iterator[None]:
    """Read what is asked for by `read_once` within once; within another, with that."""
    if _answers.get() is not None:
        yield
        return
    token = _answers.set({})
    try:
        yield
    finally:
        _answers.reset(token)


def read_once(key: Hashable, question: Callable[[], T]) -> T:
    """Answer ``question``, which ``key`` names; asked anew where nobody reads once."""
    answers = _answers.get()
    if answers is None:
        return question()
    if key not in answers:
        answers[key] = question()
    answer: T = answers[key]
    return answer


def read_each(name: str, keys: Collection[K], question: Callable[[list[K]], Mapping[K, T]]) -> dict[K, T]:
    """Answer ``question`` for these ``keys``; a key without an answer is left out."""
    answers = _answers.get()
    if answers is None:
        return dict(question(list(keys)))
    # Asked in one go, only for those that have not been read yet.
    unread = [key for key in keys if (name, key) not in answers]
    if unread:
        fresh = question(unread)
        answers.update({(name, key): fresh.get(key) for key in unread})
    return {key: answers[name, key] for key in keys if answers[name, key] is not None}
