"""What two processes say to each other: every kind of value comes back as it was, and nothing runs."""

from __future__ import annotations

import os
import pickle
from datetime import UTC, date, datetime
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest

from games.problems import Cause, Problem
from games.records.game import FaultCode
from games.records.partial_record import so_far
from games.xiangqi.values import Move
from portal.sandbox import parent, wire
from portal.sandbox.wire import NotAValueError
from tests import tasks_apart as tasks

VALUES: list[Any] = [
    None,
    [True, 0, -1, 10**40, 1.5, "马八进七", "half \udc80 of a pair", ""],
    {"texts": {"nested": []}, "": None},
    {1: "a", ("b", 2): [()]},
    (b"", b"\x00\xff" * 3, [b"{}"]),
    {1, 2},
    frozenset({"x", "y"}),
    [Fraction(1, 3), Decimal("7.50"), date(2026, 11, 27), datetime(2026, 11, 27, 8, tzinfo=UTC)],
    Move(1, 2),
    FaultCode.TRUNCATED,
    Problem(Cause.UNREADABLE, "x", params={"codec": "big5", "most": 3}, candidates=("a", "b")),
    so_far("1. C2=5 H8+7 (x) 2. H2+3 Z9", chinese=False),
]


@pytest.mark.parametrize(
    "value", VALUES, ids=[f"{type(value).__name__}-{at}" for at, value in enumerate(VALUES)]
)
def test_a_value_comes_back_as_it_was(value: Any) -> None:
    back = wire.loads(wire.dumps(value))
    assert back == value
    assert type(back) is type(value)


def test_a_mapping_that_nobody_may_change_comes_back_as_a_dictionary() -> None:
    assert wire.loads(wire.dumps(MappingProxyType({"a": 1}))) == {"a": 1}


@pytest.mark.parametrize(
    "value",
    [object(), os.system, parent.Sandbox(), 1j, RuntimeError("x")],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_value_is_not_written(value: object) -> None:
    with pytest.raises(NotAValueError):
        wire.dumps([value])


class _Runs:
    def __reduce__(self) -> tuple[Any, ...]:
        return os.abort, ()


def _named(name: str, body: str = "[16]") -> bytes:
    text = f'[["{name}"],{body}]'.encode()
    return b"%d\n" % len(text) + text


HOSTILE = {
    "nothing": b"",
    "a pickle that runs": pickle.dumps((None, _Runs())),
    "a class of the system": _named("subprocess:Popen", '[16, "true"]'),
    "a function of the system": _named("os:abort"),
    "a function of ours": _named("portal.sandbox.parent:prepare"),
    "a class that is no value": _named("portal.sandbox.parent:Nursery"),
    "a model": _named("portal.accounts.models:User"),
    "a module that is not loaded": _named("portal.management.commands.demo:Command"),
    "no class at all": _named("x"),
    "a number of no class": _named("games.xiangqi.values:Move", "[99]"),
    "too many fields": _named("games.problems:Problem", "[16,1,2,3,4,5,6,7,8,9,10,11,12,13]"),
    "a member that there is not": _named("games.records.game:FaultCode", '[16,"x"]'),
    "nested without end": b"%d\n" % 200_000 + b"[" * 100_000 + b"]" * 100_000,
    "shorter than it says": b"999\n[]",
    "longer than it says": b"7\n[[],[]]x",
    "bytes that are not there": _named("games.xiangqi.values:Move", "[3,0]"),
    "sizes below nothing": b"7 -3\n[[],[]]",
    "a list without a tag": _named("games.xiangqi.values:Move", "[[]]"),
    "a key that has no hash": _named("games.xiangqi.values:Move", "[2,[0],1]"),
    "a tag of no kind": _named("games.xiangqi.values:Move", "[11,1]"),
}


@pytest.mark.parametrize("answer", HOSTILE.values(), ids=HOSTILE.keys())
def test_an_answer_of_a_child_that_was_taken_over_is_no_answer_and_runs_nothing(answer: bytes) -> None:
    with pytest.raises(NotAValueError):
        wire.loads(answer)


def test_a_task_whose_answer_is_no_value_has_failed() -> None:
    with pytest.raises(parent.Stopped) as stopped:
        parent.run_sandboxed(tasks.answers_no_value)
    assert stopped.value.code == parent.Cause.FAILED
    assert parent.run_sandboxed(tasks.size, "x") == 1


@pytest.mark.parametrize("answer", HOSTILE.values(), ids=HOSTILE.keys())
def test_whoever_asked_such_a_child_is_told_that_it_failed(answer: bytes) -> None:
    with pytest.raises(parent.Stopped) as stopped:
        parent.run_sandboxed(tasks.answers_itself, answer)
    assert stopped.value.code == parent.Cause.FAILED
