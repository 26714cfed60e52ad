"""What holds for every test.

- A test that cannot run here is skipped with the line that installs what it needs. Where
  ``QIYUAN_REQUIRE_ALL`` is set (CI), such a skip is a failure.
- Tests marked ``postgres`` or ``redis`` are left out, not skipped, unless the run is on PostgreSQL or
  Redis: ``./go services`` is that run. Those marked ``sqlite`` or ``anywhere`` are left out of it.
- That run leaves out what uses no database, what drives a browser, and pages and forms (`PAGES`): what they
  ask is asked there by one request to every address (`tests/tournaments/test_urls.py`) and by the tests of
  acts and questions. Of the pages those are tried there that search, list thousands of rows, count their
  questions, take hostile bytes, or need more than one connection (`ASKING`).
- Tests marked ``long`` are left out unless ``-m long`` asks for them (``./go prove``), those marked ``slow``
  or ``matrix`` unless ``-m 'not long'`` does (``.ci/run``, where slow ones of acts and questions run on
  PostgreSQL alone: ``--slow-on-services``).
- Laws are tried with the same examples on each run; ``./go prove`` searches for others, and for more.
"""

import gc
import os
import re
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Generator, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection
from django.utils import timezone, translation
from hypothesis import HealthCheck
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as LateError
from pytest_django.plugin import blocking_manager_key

from games.queries import running_rounds
from portal import outbox
from portal.accounts.models import User
from portal.ops import catalogues
from tests import first_tables, machine
from tests.browser import one
from tests.browser.pages import PHONE, SOON, Open
from tests.cached_worlds import remembered
from tests.cast import FEDERATIONS, Cast, all_here
from tests.factories import make_entries, make_event, make_federations, make_section
from tests.insert_only import flushable
from tests.tournaments.paper.reading import PACKAGES
from tests.world import PASSWORD, ROLES, World
from tournaments.acts.drafts import pair_round
from tournaments.acts.entering.players import enter_player
from tournaments.acts.events import create_event
from tournaments.acts.people import grant_role
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.results import report_result
from tournaments.acts.rounds import publish_round
from tournaments.acts.sections import create_section, draw_lots, open_section
from tournaments.models import Event, Federation, Membership, Role, Section

try:
    socket.gethostbyname("localhost")
except socket.gaierror:
    # A root that debootstrap has just made has no /etc/hosts.
    os.environ.setdefault("DJANGO_LIVE_TEST_SERVER_ADDRESS", "127.0.0.1")
from tournaments.paper.press import press_lacks

pytest_plugins = ["tests.sharing"]
hypothesis.settings.register_profile(
    "fixed", derandomize=True, max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis.settings.register_profile(
    "search", hypothesis.settings.get_profile("fixed"), derandomize=False, max_examples=300
)
hypothesis.settings.load_profile("fixed")
# Playwright gives up after five seconds, which a page can take on a machine with much else to do.
expect.set_options(timeout=SOON)
PAGES = (
    *(
        "tests/tournaments/pages",
        "tests/tournaments/paper",
        "tests/tournaments/views",
        "tests/tournaments/api",
    ),
    *("tests/tournaments/test_places.py", "tests/games/pages", "tests/games/paper", "tests/games/views"),
    *(
        "tests/games/api",
        "tests/portal/accounts",
        "tests/portal/test_site.py",
        "tests/portal/web/test_languages.py",
    ),
    *("tests/house/test_walks.py", "tests/portal/test_safety.py", "tests/portal/api/test_page.py"),
    *("tests/portal/api/test_description.py",),
)
ASKING = (
    *("tests/tournaments/views/test_search.py", "tests/tournaments/views/public/test_public_search.py"),
    *("tests/tournaments/views/test_long_lists.py", "tests/tournaments/views/test_entry_list.py"),
    *("tests/tournaments/views/test_costs.py", "tests/tournaments/views/test_journal.py"),
    *("tests/tournaments/views/test_nonsense.py", "tests/games/views/test_control_characters.py"),
    "tests/tournaments/views/register/test_rating_lists.py",
)
SHARES = "PYTEST_XDIST_WORKER" in os.environ
"""Whether this process has its tests from another."""
REQUIRE_ALL = bool(os.environ.get("QIYUAN_REQUIRE_ALL"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow-on-services", action="store_true", help="leave slow tests to ./go services")


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()
    catalogues.compile_stale()
    # pytest 9.1 loses the fixtures of a folder's conftest when it comes back to the folder after a file from
    # above it (pytest issue 14640).
    config.args.sort()
    if shares_out(config):
        first_tables.make_ahead(config.stash[blocking_manager_key])


def pytest_unconfigure(config: pytest.Config) -> None:
    if shares_out(config):
        first_tables.remove(config.stash[blocking_manager_key])


def shares_out(config: pytest.Config) -> bool:
    """Whether this process has others run the tests."""
    return not SHARES and bool(config.getoption("numprocesses", None)) and not config.getoption("collectonly")


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    without = set()
    if not settings.DATABASES["default"]["ENGINE"].endswith("postgresql"):
        without.add("postgres")
    else:
        without.add("sqlite")
    if not settings.BROKER_URL.startswith("redis"):
        without.add("redis")
    left_out = {
        item
        for item in items
        if any(item.get_closest_marker(name) for name in without)
        or ("postgres" not in without and not uses_services(item))
        or (config.getoption("slow_on_services") and item.get_closest_marker("slow") and runs_there(item))
    }
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    if SHARES:
        # What takes long begins first, so that no process is left alone with it in the end.
        first = ("browser", "matrix", "slow", "postgres")
        items.sort(key=lambda item: [not item.get_closest_marker(name) for name in first])
    for item in items:
        if item.get_closest_marker("browser"):
            # What a module starts for its tests, a browser or a whole installation, is started once.
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
            if machine.chromium() is None:
                item.add_marker(
                    pytest.mark.skip(reason=machine.missing("chromium-headless-shell fonts-wqy-microhei"))
                )


def runs_there(item: pytest.Item) -> bool:
    """Whether `./go services` runs it as continuous integration asks it to."""
    return uses_services(item) and not any(item.get_closest_marker(name) for name in ("matrix", "sqlite"))


def uses_services(item: pytest.Item) -> bool:
    """Whether a test could say something else on PostgreSQL or Redis."""
    fixtures = set(getattr(item, "fixturenames", ()))
    if item.get_closest_marker("browser") or item.get_closest_marker("anywhere"):
        return False
    if item.get_closest_marker("postgres") or item.get_closest_marker("redis"):
        return True
    asks = item.get_closest_marker("django_db")
    if "transactional_db" in fixtures or (asks and asks.kwargs.get("transaction")):
        return True
    listed = not item.nodeid.startswith(PAGES) or item.nodeid.startswith(ASKING)
    return listed and bool(asks or "db" in fixtures)


def refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, but QIYUAN_REQUIRE_ALL wants every test: {report.longrepr}"


def pytest_collection_finish() -> None:
    """Modules and tests stay: the collector need not look at them again after each of thousands of tests, nor
    while they are loaded."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    call: pytest.CallInfo[None],
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    refuse_skip(report)
    if call.excinfo and call.excinfo.errisinstance(LateError):
        # The page that did not come is mostly still waited for: what the server's threads are at.
        frames = sys._current_frames()
        del frames[threading.get_ident()]
        stacks = ["".join(traceback.format_stack(frame)) for frame in frames.values()]
        report.sections.append(("what the other threads were at", "\n".join(stacks)))
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """A browser stays for the next test that drives it, or that stands in the same file."""
    try:
        return (yield)
    finally:
        if nextitem is None or not (nextitem.get_closest_marker("browser") or nextitem.path == item.path):
            one.close()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    refuse_skip(report)
    return report


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    if SHARES:
        first_tables.take()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """A file that was taken is not emptied; it goes with the folder of the run."""
    return SHARES and connection.vendor == "sqlite"


@pytest.fixture(scope="session", autouse=True)
def tables_can_be_emptied() -> Generator[None]:
    with flushable():
        yield


@pytest.fixture(autouse=True)
def nobody_speaks() -> Generator[None]:
    """A request leaves its language behind in the thread: the next test begins without one."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def nobody_reads() -> Generator[None]:
    """The running games that a process keeps are of another test: a round's number may come again."""
    yield
    for memory in (running_rounds.running, running_rounds.rounds, running_rounds.files):
        memory.clear()


@pytest.fixture
@remembered
def cast(db: None) -> Cast:
    admin = User.objects.create_superuser("admin", password="x")
    people = {
        name: User.objects.create_user(name) for name in ("alice", "bob", "carol", "dave", "frank", "charlie")
    }
    Federation.objects.bulk_create(Federation(code=code, name_en=code) for code in FEDERATIONS)
    # It is being played, whenever the tests run.
    dates = {"starts": date(2026, 11, 21), "ends": datetime.now(UTC).date() + timedelta(days=8)}
    event = Event.objects.get(pk=create_event(slug="test", name="Test", by=admin, **dates)["event"])
    other = Event.objects.get(pk=create_event(slug="other", name="Other", by=admin, **dates)["event"])
    for user, role in (
        (people["alice"], Role.CHIEF_ORGANISER),
        (people["bob"], Role.CHIEF_REFEREE),
        (people["carol"], Role.DESK),
        (people["dave"], Role.REFEREE),
        (people["frank"], Role.ORGANISER),
    ):
        grant_role(event=event, user=user, role=role, by=admin)
    grant_role(event=other, user=people["charlie"], role=Role.CHIEF_REFEREE, by=admin)
    made = create_section(event=event, slug="men", name="Men", rounds=3, seed="lots", by=people["alice"])
    section = Section.objects.select_related("event").get(pk=made["section"])
    return Cast(admin=admin, event=event, section=section, **people)


@pytest.fixture
@remembered
def entered(cast: Cast) -> Cast:
    """Eight players who are all here, section open, lots drawn."""
    for n in range(8):
        person = PersonInput(
            name=f"Player {n}", federation=FEDERATIONS[n % len(FEDERATIONS)], group=1 + n % 2
        )
        enter_player(section=cast.section, person=person, by=cast.alice)
    open_section(section=cast.section, by=cast.alice)
    draw_lots(section=cast.section, by=cast.bob)
    all_here(cast.round(1), by=cast.bob)
    cast.section.refresh_from_db()
    return cast


@pytest.fixture
@remembered
def drafted(entered: Cast) -> Cast:
    """Round 1 paired, a draft."""
    pair_round(round_=entered.round(1), by=entered.bob)
    outbox.drain()
    return entered


@pytest.fixture
@remembered
def published(drafted: Cast) -> Cast:
    """Round 1 public."""
    round_ = drafted.round(1)
    publish_round(round_=round_, seen=round_.draft_digest, by=drafted.bob)
    outbox.drain()
    return drafted


@pytest.fixture
def report_all() -> Callable[[Cast, int], None]:
    """Every table of a round that has no result yet: first wins on odd tables, a draw on even ones."""

    def report(cast: Cast, number: int) -> None:
        round_ = cast.round(number)
        for pairing in round_.pairings.filter(table__isnull=False, reports__isnull=True):
            value = "1-0" if pairing.table % 2 else "1/2"
            report_result(round_=round_, table=pairing.table, value=value, seen=None, by=cast.carol)

    return report


@pytest.fixture
@remembered
def world(db: None) -> World:
    """A section that is open, with nobody in it yet."""
    names = [*ROLES, "charlie", "nobody", "admin"]
    # One hash for all: computing it takes longer than everything else here.
    users = {name: User(username=name, password=PASSWORD, is_superuser=name == "admin") for name in names}
    for user in users.values():
        user.save()
    event = make_event("cup", name="The Cup", native_name="杯赛")
    away = make_event("away", name="Away")
    for name, role in ROLES.items():
        Membership.objects.create(event=event, user=users[name], role=role)
    Membership.objects.create(event=away, user=users["charlie"], role=Role.CHIEF_ORGANISER)
    make_federations()
    return World(event, make_section(event), make_section(away, "juniors"), users)


@pytest.fixture
@remembered
def drawn(world: World) -> World:
    """Eight players with their numbers: round 1 can be paired."""
    make_entries(world.section, 8)
    world.section.lots_drawn_at = timezone.now()
    world.section.save()
    return world


@pytest.fixture
def text() -> Callable[[Any], str]:
    """The page as text, white space single; a new line beside a tag is the template's layout."""

    def squeezed(response: Any) -> str:
        page = re.sub(r"\s*\n\s*(?=[<>])|(?<=>)\s*\n\s*", "", response.content.decode())
        return " ".join(page.split())

    return squeezed


@pytest.fixture(scope="module")
def browser() -> Browser:
    return one.browser()


@pytest.fixture
def open_page(browser: Browser, live_server: Any) -> Iterator[Open]:
    """Opens a page in a context of its own, a phone unless told otherwise; a fault in the console fails the
    test."""
    contexts = []
    faults: list[str] = []

    def opened(path: str, language: str = "en", **options: Any) -> Page:
        context = browser.new_context(**PHONE | options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if "Policy" in message.text else None)
        page.goto(f"{live_server.url}/{language}/{path}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def django() -> Iterator[WSGIHandler]:
    """Django itself, as a server calls it. It must not close the connection of the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield WSGIHandler()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def press() -> None:
    if press_lacks():
        pytest.skip(machine.missing(PACKAGES))
