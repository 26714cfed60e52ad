"""How the tests are shared out among processes (`tests.sharing`)."""

from __future__ import annotations

import pytest

from tests import sharing

GROUPED = "tests/b.py::test_page[a@b]@tests/b.py"


def test_a_file_is_handed_out_by_the_handful_and_a_group_whole() -> None:
    alone = [f"tests/a.py::test_it[{n}@x]" for n in range(sharing.HANDFUL + 1)]
    result = sharing.handfuls([*alone, GROUPED, "tests/c.py::test_it"])
    assert GROUPED not in result
    assert [result[nodeid] for nodeid in alone] == ["tests/a.py 0"] * sharing.HANDFUL + ["tests/a.py 1"]
    assert result["tests/c.py::test_it"] == "tests/c.py 0"


def test_what_failed_is_found_again_by_its_name_without_a_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")
    report = pytest.TestReport(GROUPED, ("b.py", 1, "t"), {}, "failed", "no", "call")
    sharing.pytest_runtest_logreport(report)
    assert report.nodeid == GROUPED
    monkeypatch.delenv("PYTEST_XDIST_WORKER")
    sharing.pytest_runtest_logreport(report)
    assert report.nodeid == "tests/b.py::test_page[a@b]"
    sharing.pytest_runtest_logreport(report)
    assert report.nodeid == "tests/b.py::test_page[a@b]"
