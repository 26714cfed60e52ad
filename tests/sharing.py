"""How the tests of a run are shared out among its processes, and what they are called afterwards."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from xdist.scheduler import LoadGroupScheduling

HANDFUL = 12
"""Tests of a file that go to one process; a second of work."""


class Handfuls(LoadGroupScheduling):
    """As they were collected: groups first, the others by the handful. By ones, whoever shares them out looks
    through all that a process was given before, thousands of times."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False
        self.scopes: dict[str, str] = {}

    def _split_scope(self, nodeid: str) -> str:
        if not self.scopes:
            self.scopes = handfuls(self.collection or ())
        return self.scopes.get(nodeid) or super()._split_scope(nodeid)


def handfuls(collection: Iterable[str]) -> dict[str, str]:
    """Of each test that is in no group, which handful it is in."""
    before: Counter[str] = Counter()
    values = {}
    for nodeid in collection:
        if in_no_group(nodeid):
            file = nodeid.partition("::")[0]
            values[nodeid] = f"{file} {before[file] // HANDFUL}"
            before[file] += 1
    return values


def in_no_group(nodeid: str) -> bool:
    """pytest-xdist writes a test's group behind its name."""
    return nodeid.rfind("@") <= nodeid.rfind("]")


@pytest.hookimpl
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Handfuls | None:
    return Handfuls(config, log) if config.getvalue("dist") == "loadgroup" else None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Its own name, by which it is found again when what failed is asked once more. Where tests are shared
    out: the processes that run them tell by the whole name which one they mean."""
    if "PYTEST_XDIST_WORKER" not in os.environ and not in_no_group(report.nodeid):
        report.nodeid = report.nodeid.rpartition("@")[0]
