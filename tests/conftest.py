"""What holds for every test.

- A test that cannot run here is skipped with the line that installs what it needs. Where
  ``QIYUAN_REQUIRE_ALL`` is set (CI), such a skip is a failure.
- Tests marked ``postgres`` or ``redis`` are left out, not skipped, unless the run is on PostgreSQL or
  Redis: ``./go services`` is that run. Those marked ``sqlite`` are left out of it.
- That run leaves out what uses no database, and what drives a browser: it says the same on every one.
- Tests marked ``long`` are left out unless ``-m long`` asks for them (``./go prove``), those marked
  ``matrix`` unless ``-m matrix`` does (``.ci/run``).
"""

import gc
import os
from collections.abc import Generator

import pytest
from django.conf import settings
from django.utils import translation

from portal import catalogues
from tests import machine
from tests.insert_only import flushable

REQUIRE_ALL = bool(os.environ.get("QIYUAN_REQUIRE_ALL"))


def pytest_configure() -> None:
    catalogues.compile_stale()


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    without = set()
    if not settings.DATABASES["default"]["ENGINE"].endswith("postgresql"):
        without.add("postgres")
    else:
        without.add("sqlite")
    if not settings.BROKER_URL.startswith("redis"):
        without.add("redis")
    left_out = [item for item in items if any(item.get_closest_marker(name) for name in without)]
    if "postgres" not in without:
        left_out += [item for item in items if not uses_services(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    for item in items:
        if item.get_closest_marker("browser"):
            # What a module starts for its tests, a browser or a whole installation, is started once.
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
            if machine.chromium() is None:
                item.add_marker(
                    pytest.mark.skip(reason=machine.missing("chromium-headless-shell fonts-wqy-microhei"))
                )


def uses_services(item: pytest.Item) -> bool:
    """Whether a test could say something else on PostgreSQL or Redis."""
    fixtures = set(getattr(item, "fixturenames", ()))
    if item.get_closest_marker("browser"):
        return False
    marked = any(item.get_closest_marker(name) for name in ("django_db", "postgres", "redis"))
    return marked or bool({"db", "transactional_db"} & fixtures)


def refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, but QIYUAN_REQUIRE_ALL wants every test: {report.longrepr}"


def pytest_collection_finish() -> None:
    """Modules stay: the collector need not look at them again after each of thousands of tests."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    refuse_skip(report)
    return report


@pytest.fixture(scope="session", autouse=True)
def tables_can_be_emptied() -> Generator[None]:
    with flushable():
        yield


@pytest.fixture(autouse=True)
def nobody_speaks() -> Generator[None]:
    """A request leaves its language behind in the thread: the next test begins without one."""
    yield
    translation.deactivate()
