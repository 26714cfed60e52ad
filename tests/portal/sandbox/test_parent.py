"""What is done apart: its answer, its limits, and what becomes of a child that dies or never ends."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from portal.sandbox import parent
from portal.sandbox.parent import Cause, Sandbox, Stopped
from tests import tasks_apart as tasks
from tournaments.wording.refusals import refusal_sentence


@pytest.fixture(scope="module")
def nursery() -> Iterator[Sandbox]:
    made = Sandbox()
    yield made
    made.close()


@pytest.mark.slow
def test_an_answer_comes_back_from_under_the_limits(nursery: Sandbox) -> None:
    assert nursery.run(tasks.size, "将" * 100_000) == 100_000
    held = nursery.run(tasks.limits, seconds=3)
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
    nursery: Sandbox, task: Callable[[], Any], cause: Cause, params: dict[str, int]
) -> None:
    with pytest.raises(Stopped) as stopped:
        nursery.run(task, seconds=1, field="file")
    assert (stopped.value.code, stopped.value.params, stopped.value.field) == (cause, params, "file")
    assert refusal_sentence(cause, params)
    assert nursery.run(tasks.size, "x") == 1, "the next one is served"


@pytest.mark.slow
def test_a_child_writes_no_file(nursery: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(Stopped):
        nursery.run(tasks.writes, str(tmp_path / "kept"))
    assert (tmp_path / "kept").stat().st_size == 0
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


@pytest.mark.slow
def test_a_nursery_that_dies_is_started_again(nursery: Sandbox) -> None:
    assert nursery.run(tasks.size, "x") == 1
    assert nursery._process is not None
    nursery._process.kill()
    nursery._process.wait()
    assert nursery.run(tasks.size, "xx") == 2


@pytest.mark.slow
def test_who_finds_every_place_taken_is_told_so(monkeypatch: pytest.MonkeyPatch, nursery: Sandbox) -> None:
    monkeypatch.setattr(parent, "WAIT", 0.05)

    def cause(_number: int) -> str:
        try:
            nursery.run(tasks.never_ends, seconds=1)
        except Stopped as stopped:
            return stopped.code
        return ""

    with ThreadPoolExecutor(parent.MOST_AT_ONCE + 2) as pool:
        causes = list(pool.map(cause, range(parent.MOST_AT_ONCE + 2)))
    assert sorted(causes) == [Cause.BUSY] * 2 + [Cause.TOO_SLOW] * parent.MOST_AT_ONCE
