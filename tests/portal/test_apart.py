"""What is done apart: its answer, its limits, and what becomes of a child that dies or never ends."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from portal import apart
from portal.apart import Cause, Nursery, Stopped
from tests import tasks_apart as tasks
from tournaments.wording.refusals import refusal_sentence


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    made = Nursery()
    yield made
    made.close()


def test_an_answer_comes_back_from_under_the_limits(nursery: Nursery) -> None:
    assert nursery.call(tasks.size, "将" * 100_000) == 100_000
    held = nursery.call(tasks.limits, seconds=3)
    assert (held["seconds"], held["file"], held["django"]) == (3, 0, 0)
    assert held["secrets"] < 5, "the environment, which holds the site's secrets, stays outside"


@pytest.mark.parametrize(
    ("task", "cause", "params"),
    [
        (tasks.dies, Cause.FAILED, {}),
        (tasks.fails, Cause.FAILED, {}),
        (tasks.recurses, Cause.FAILED, {}),
        (tasks.never_ends, Cause.TOO_SLOW, {"seconds": 1}),
        (tasks.fills_memory, Cause.TOO_COSTLY, {"megabytes": 512}),
        (tasks.answers_a_lot, Cause.TOO_COSTLY, {"megabytes": 512}),
    ],
)
@pytest.mark.slow
def test_what_goes_wrong_is_told_by_its_cause(
    nursery: Nursery, task: Callable[[], Any], cause: Cause, params: dict[str, int]
) -> None:
    with pytest.raises(Stopped) as stopped:
        nursery.call(task, seconds=1, field="file")
    assert (stopped.value.code, stopped.value.params, stopped.value.field) == (cause, params, "file")
    assert refusal_sentence(cause, params)
    assert nursery.call(tasks.size, "x") == 1, "the next one is served"


@pytest.mark.slow
def test_a_child_writes_no_file(nursery: Nursery, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(Stopped):
        nursery.call(tasks.writes, str(tmp_path / "kept"))
    assert (tmp_path / "kept").stat().st_size == 0
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


@pytest.mark.slow
def test_a_nursery_that_dies_is_started_again(nursery: Nursery) -> None:
    assert nursery.call(tasks.size, "x") == 1
    assert nursery._process is not None
    nursery._process.kill()
    nursery._process.wait()
    assert nursery.call(tasks.size, "xx") == 2


@pytest.mark.slow
def test_who_finds_every_place_taken_is_told_so(monkeypatch: pytest.MonkeyPatch, nursery: Nursery) -> None:
    monkeypatch.setattr(apart, "WAIT", 0.05)

    def cause(_number: int) -> str:
        try:
            nursery.call(tasks.never_ends, seconds=1)
        except Stopped as stopped:
            return stopped.code
        return ""

    with ThreadPoolExecutor(apart.MOST_AT_ONCE + 2) as pool:
        causes = list(pool.map(cause, range(apart.MOST_AT_ONCE + 2)))
    assert sorted(causes) == [Cause.BUSY] * 2 + [Cause.TOO_SLOW] * apart.MOST_AT_ONCE
