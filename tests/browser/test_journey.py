"""A round and a half of a championship, as it happens in a hall: two desks, a reader with a phone, a worker
that is killed. At the end the journal is exactly what the desks were told had been done."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.driving import SOON, sign_in
from tests.browser.site import Site, running, wait_until

pytestmark = pytest.mark.browser

FOUND = """
from tournaments.demo import cast, machine, roster, stages
machine.prepare()
stages.found_section(cast.ensure_cast(), seed=7)
answer = roster.as_csv([invited.person for invited in roster.roster(7)])
"""
JOURNAL = """
from portal.journal.models import JournalEntry
rows = JournalEntry.objects.filter(by__isnull=False, origin__startswith="web").order_by("pk")
answer = [[row.by.username, row.act, row.after, row.reason] for row in rows]
"""
JOBS = """
from portal.outbox import Job
answer = list(Job.objects.exclude(kind="render").order_by("pk").values_list("kind", "state", "attempts"))
"""
NEW_PAIRS = """
from tournaments.models import Round
round_ = Round.objects.get(number=1, section__event__slug="demo-2026")
answer = [[version.number, [[p["table"], p["first"], p["second"], p["by_hand"]] for p in version.pairs]]
          for version in round_.versions.all()]
"""


class Confirmed:
    """What one desk was told had been done: the result forms that were answered with success."""

    def __init__(self, page: Page, username: str) -> None:
        self.username = username
        self.results: list[tuple[int, str]] = []
        self.conflicts: list[int] = []
        page.on("requestfinished", self.note)

    def note(self, request: Request) -> None:
        if request.method != "POST" or not request.url.endswith("/results/report/"):
            return
        sent = {key: values[0] for key, values in parse_qs(request.post_data or "").items()}
        table, value = sent["line"].split() if "line" in sent else (sent["table"], sent["value"])
        answer = request.response()
        assert answer is not None
        if answer.status == 409:
            self.conflicts.append(int(table))
        else:
            assert answer.status == 200, answer.status
            self.results.append((int(table), value))


@pytest.fixture
def hall(site: Site) -> Iterator[tuple[Site, str]]:
    """A section that is open and empty, the servers running, and the list of players that was sent."""
    players = site.ask(FOUND)
    with running(site):
        yield site, players


def section_desk(site: Site, leaf: str = "") -> str:
    return f"{site.url}/en/desk/demo-2026/men/{leaf}"


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def stays(page: Page) -> Callable[[], None]:
    """The page is marked; what is returned checks that it has not been loaded again since."""
    page.evaluate("window.neverLoadedAgain = true")
    return lambda: expect(page).to_have_title(page.title()) or _marked(page)


def _marked(page: Page) -> None:
    assert page.evaluate("window.neverLoadedAgain") is True


def import_players(desk: Page, site: Site, players: str) -> None:
    desk.goto(section_desk(site))
    desk.get_by_role("link", name="Enter players").click()
    desk.get_by_role("link", name="Import a list").click()
    file = {"name": "players.csv", "mimeType": "text/csv", "buffer": b"\xef\xbb\xbf" + players.encode()}
    desk.locator("input[type=file]").set_input_files([file])  # type: ignore[list-item]
    button(desk, "Look at the list")
    expect(desk.get_by_role("table", name="54 rows are entered")).to_be_visible(timeout=SOON)
    expect(desk.get_by_text("rows are left out")).to_have_count(0)
    button(desk, "Enter 54 players")
    expect(desk.get_by_text("54 players were entered.")).to_be_visible(timeout=SOON)


def draw_lots(referee: Page, site: Site) -> None:
    referee.goto(section_desk(site))
    referee.get_by_role("link", name="Draw the lots").click()
    button(referee, "Draw the lots")
    drawn = referee.get_by_text("The lots are drawn: 54 players have their numbers.")
    expect(drawn).to_be_visible(timeout=SOON)


def pair(referee: Page, site: Site, number: int) -> None:
    referee.goto(section_desk(site, f"round/{number}/"))
    button(referee, f"Pair round {number}")
    expect(referee.get_by_role("table", name=f"Round {number}: 27 tables")).to_be_visible(timeout=SOON)


def swap_two(referee: Page) -> None:
    referee.get_by_text("Swap two players", exact=True).first.click()
    form = referee.locator("form").filter(has=referee.get_by_label("changes places with"))
    form.get_by_label("Player", exact=True).select_option("1")
    form.get_by_label("changes places with").select_option("3")
    form.get_by_label("Reason").fill("They travelled together.")
    form.get_by_role("button", name="Swap two players").click()
    expect(referee.get_by_role("table").get_by_text("by hand", exact=True)).to_have_count(2, timeout=SOON)


def publish(referee: Page, number: int) -> None:
    button(referee, f"Publish round {number}")
    expect(referee.get_by_role("table", name=f"Tables of round {number}")).to_be_visible(timeout=SOON)


def value_of(table: int) -> tuple[str, str]:
    """A value and the words of its button."""
    return (("1-0", "1–0"), ("1/2", "½"), ("0-1", "0–1"))[table % 3]


def report_by_button(page: Page, table: int, words: str) -> None:
    group = page.get_by_role("group", name=f"Result of table {table}", exact=True)
    group.get_by_role("button", name=words, exact=True).click(no_wait_after=True)


def report_by_line(page: Page, table: int, value: str) -> None:
    line = page.locator("form[data-line] input[name=line]")
    line.fill(f"{table} {value}")
    line.press("Enter", no_wait_after=True)


def test_a_round_in_the_hall(hall: tuple[Site, str], new_page: Callable[..., Page]) -> None:
    site, players = hall
    referee, desk, reader = new_page(), new_page(), new_page(viewport={"width": 360, "height": 780})
    told = [Confirmed(referee, "referee"), Confirmed(desk, "desk")]

    reader.goto(f"{site.url}/en/e/demo-2026/men/")
    expect(reader.get_by_role("heading", name="No round is published yet")).to_be_visible(timeout=SOON)
    not_loaded_again = stays(reader)
    sign_in(desk, site, "desk")
    sign_in(referee, site, "referee")

    import_players(desk, site, players)
    draw_lots(referee, site)
    expect(reader.get_by_role("table", name="Players").get_by_role("row")).to_have_count(55, timeout=SOON)
    pair(referee, site, 1)
    swap_two(referee)
    expect(reader.get_by_role("heading", name="No round is published yet")).to_be_visible()
    publish(referee, 1)
    expect(reader.get_by_role("link", name="Pairings of round 1")).to_be_visible(timeout=SOON)
    not_loaded_again()

    reader.get_by_role("link", name="Pairings of round 1").click()
    waiting = reader.get_by_text("no result yet")
    expect(waiting).to_have_count(27, timeout=SOON)
    not_loaded_again = stays(reader)

    # Two desks report at once, one with buttons, one with the keyboard; about table 27 they disagree.
    desk.goto(section_desk(site, "round/1/"))
    for table in range(1, 14):
        report_by_button(referee, table, value_of(table)[1])
        report_by_line(desk, 27 - table, value_of(27 - table)[0])
    expect(referee.get_by_role("button", name="½")).to_have_count(1, timeout=SOON)
    expect(desk.get_by_role("button", name="½")).to_have_count(1, timeout=SOON)
    expect(waiting).to_have_count(1, timeout=SOON)
    report_by_button(referee, 27, "1–0")
    report_by_line(desk, 27, "0-1")
    for page in (referee, desk):
        expect(page.get_by_role("button", name="½")).to_have_count(0, timeout=SOON)
    disagreement = [
        page.get_by_role("heading", name="Table 27: two different results") for page in (referee, desk)
    ]
    wait_until(lambda: sum(heading.count() for heading in disagreement) == 1)
    expect(waiting).to_have_count(0, timeout=SOON)
    not_loaded_again()

    # The round is closed, and the worker dies in the middle of that.
    referee.reload()
    referee.get_by_role("button", name="Close round 1").click(no_wait_after=True)
    dead = site.kill_worker_in("standings")
    expect(referee.get_by_text("The round is closed, and its standings are frozen.")).to_be_visible(
        timeout=3 * SOON
    )
    assert site.worker() not in (None, dead)
    expect(reader.get_by_role("link", name="Standings")).to_be_visible(timeout=SOON)
    not_loaded_again()
    reader.get_by_role("link", name="Standings").click()
    expect(reader.get_by_role("table", name="Standings after round 1")).to_be_visible(timeout=SOON)

    reader.goto(f"{site.url}/en/e/demo-2026/men/round/1/")
    not_loaded_again = stays(reader)
    referee.get_by_role("link", name="Go on to round 2").click()
    pair(referee, site, 2)
    publish(referee, 2)
    expect(reader.get_by_text("Round 2 is published.")).to_be_visible(timeout=SOON)
    not_loaded_again()

    check_nothing_is_lost_or_doubled(site, told)


def check_nothing_is_lost_or_doubled(site: Site, told: list[Confirmed]) -> None:
    journal = site.ask(JOURNAL)
    by_web = Counter((by, act) for by, act, _, _ in journal if act != "report_result")
    assert by_web == {
        ("desk", "import_players"): 1,
        ("referee", "draw_lots"): 1,
        ("referee", "pair_round"): 2,
        ("referee", "adjust_round"): 1,
        ("referee", "publish_round"): 2,
        ("referee", "close_round"): 1,
    }
    written = sorted(
        (by, after["table"], after["value"]) for by, act, after, _ in journal if act == "report_result"
    )
    assert written == sorted((desk.username, *result) for desk in told for result in desk.results)
    assert sorted(table for _, table, _ in written) == list(range(1, 28))
    assert [table for desk in told for table in desk.conflicts] == [27]
    assert [reason for _, act, _, reason in journal if act == "adjust_round"] == ["They travelled together."]
    jobs = site.ask(JOBS)
    assert [(kind, state) for kind, state, _ in jobs] == [
        (kind, "done") for kind in ("pair", "publish", "standings", "pair", "publish")
    ]
    assert [attempts for kind, _, attempts in jobs if kind == "standings"] == [2]
    versions = site.ask(NEW_PAIRS)
    assert [number for number, _ in versions] == [1]
    by_hand = [table for table, _, _, changed in versions[0][1] if changed]
    assert len(by_hand) == 2
    assert site.stop() == 0
    assert "Traceback" not in site.log.read_text(), json.dumps(site.log.read_text())
