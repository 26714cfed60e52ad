"""A page as a value: what programs read of it, how that is described, and what stays with the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from portal.api.shapes import shape_of
from portal.published.documents import Hidden, Time, extended, plain_value


class State(StrEnum):
    OPEN = "open"
    SHUT = "shut"


class Answer(TypedDict):
    state: Annotated[str, State]
    game: NotRequired[Annotated[int, "Later ones."]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    name: Annotated[str, "As written."]
    number: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Person):
    points: str
    tags: Hidden[Sequence[str]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """Who sits there."""

    seats: Sequence[Seat]
    starts: Time | None
    side: Literal["first", "second"]
    sums: Mapping[str, str | None]
    people: Hidden[Mapping[int, Person]]


WU = Person(name="Wu Lan", number=1)
PAGE = TablePage(
    seats=[extended(Seat, WU, points="2", tags=["a"])],
    starts=None,
    side="first",
    sums={"x": None},
    people={1: WU},
)


def test_programs_read_all_but_what_is_hidden() -> None:
    page: dict[str, Any] = plain_value(PAGE)
    assert page == {
        "seats": [{"name": "Wu Lan", "number": 1, "points": "2"}],
        "starts": None,
        "side": "first",
        "sums": {"x": None},
    }
    # The version of a page moves with everything that it shows.
    whole = plain_value(PAGE, whole=True)
    assert whole["seats"][0]["tags"] == ["a"]
    assert whole["people"] == {1: {"name": "Wu Lan", "number": 1}}


def test_a_shape_is_that_of_the_document() -> None:
    shape = shape_of(TablePage)
    assert (shape.__name__, shape.__doc__) == ("TableShape", "Who sits there.")
    assert set(shape().fields) == set(plain_value(PAGE))
    assert shape(data=plain_value(PAGE)).is_valid(raise_exception=True)
    seat = shape_of(Seat)().fields
    assert (seat["name"].help_text, seat["name"].allow_null, seat["number"].allow_null) == (
        "As written.",
        False,
        True,
    )
    for wrong in (
        {"side": "third"},
        {"starts": "soon"},
        {"sums": {"x": []}},
        {"seats": [{"name": "Wu Lan"}]},
    ):
        assert not shape(data=plain_value(PAGE) | wrong).is_valid(), wrong


def test_an_answer_may_leave_out_what_is_not_required() -> None:
    shape = shape_of(Answer)
    assert shape(data={"state": "open"}).is_valid(raise_exception=True)
    assert not shape(data={"state": "ajar"}).is_valid()
    assert not shape(data={"game": 2}).is_valid()
