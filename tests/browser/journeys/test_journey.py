"""A round and a half of a championship, as it happens in a hall: two desks, a reader with a phone, a worker
that is killed; in English, and by the long proof in Chinese. At the end the journal is
exactly what the desks were told had been done."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.driving import SOON, Clicks, sign_in
from tests.browser.site import Site, running, wait_until
from tests.browser.words import BOTH, Words
from tests.services import free_port

pytestmark = [pytest.mark.browser, pytest.mark.matrix]  # a minute for each language

SET_UP = """
from tests import factories
from tournaments.demo import cast, roster, stages
stages.found_section(cast.ensure_cast(), seed=7)
answer = factories.players_csv([invited.person for invited in roster.invited_players(7)])
"""
JOURNAL = """
from portal.journal.models import JournalEntry
rows = JournalEntry.objects.filter(by__isnull=False, origin__startswith="web").order_by("pk")
answer = [[row.by.username, row.act, row.after, row.reason] for row in rows]
"""
JOBS = """
from portal.outbox import Job
of_rounds = Job.objects.filter(kind__in=["pair", "publish", "standings"])
answer = list(of_rounds.order_by("pk").values_list("kind", "state", "attempts"))
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


@dataclass(frozen=True)
class Hall:
    """A section that is open and empty, the servers running, the list of players that was sent, and the words
    of those who work there."""

    site: Site
    players: str
    say: Words

    def desk(self, leaf: str = "") -> str:
        return f"{self.site.url}/{self.say.language}/desk/demo-2026/men/{leaf}"

    def public(self, leaf: str = "") -> str:
        return f"{self.site.url}/{self.say.language}/e/demo-2026/men/{leaf}"


@pytest.fixture(params=BOTH)
def hall(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hall]:
    site = Site(tmp_path, free_port())
    site.install("ready")
    players = site.ask(SET_UP)
    with running(site):
        yield Hall(site, players, Words(request.param))


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def stays(page: Page) -> Callable[[], None]:
    """The page is marked; what is returned checks that it has not been loaded again since."""
    page.evaluate("window.neverLoadedAgain = true")
    return lambda: expect(page).to_have_title(page.title()) or _marked(page)


def _marked(page: Page) -> None:
    assert page.evaluate("window.neverLoadedAgain") is True


def import_players(desk: Page, hall: Hall) -> None:
    say = hall.say
    desk.goto(hall.desk())
    desk.get_by_role("link", name=say("Enter players"), exact=True).click()
    desk.get_by_role("link", name=say("Import players"), exact=True).click()
    file = {"name": "players.csv", "mimeType": "text/csv", "buffer": b"\xef\xbb\xbf" + hall.players.encode()}
    desk.locator("input[type=file]").set_input_files([file])  # type: ignore[list-item]
    button(desk, say("Preview import"))
    rows = say("%(count)s row to import", "%(count)s rows to import", count=54)
    expect(desk.get_by_role("table", name=rows)).to_be_visible(timeout=SOON)
    expect(desk.get_by_role("table")).to_have_count(1)  # no row is left out
    button(desk, say("Import %(count)s player", "Import %(count)s players", count=54))
    entered = say("%(count)s player imported.", "%(count)s players imported.", count=54)
    expect(desk.get_by_text(entered)).to_be_visible(timeout=SOON)


def draw_lots(referee: Page, hall: Hall) -> None:
    referee.goto(hall.desk())
    referee.get_by_role("link", name=hall.say("Draw lots"), exact=True).click()
    button(referee, hall.say("Draw lots"))
    drawn = hall.say("Lots drawn: %(count)s players have their numbers.", count=54)
    expect(referee.get_by_text(drawn)).to_be_visible(timeout=SOON)


def pair(referee: Page, number: int, say: Words) -> None:
    button(referee, say("Pair round %(number)s", number=number))
    tables = say(
        "Round %(number)s: %(count)s table", "Round %(number)s: %(count)s tables", number=number, count=27
    )
    expect(referee.get_by_role("table", name=tables)).to_be_visible(timeout=SOON)


def swap_two(referee: Page, say: Words) -> None:
    referee.get_by_text(say("Swap two players"), exact=True).first.click()
    form = referee.locator("form").filter(has=referee.get_by_label(say("swaps with")))
    form.get_by_label(say("Player"), exact=True).select_option("1")
    form.get_by_label(say("swaps with")).select_option("3")
    form.get_by_label(say("Reason")).fill("They travelled together.")
    form.get_by_role("button", name=say("Swap two players")).click()
    by_hand = referee.get_by_role("table").get_by_text(say("manual"), exact=True)
    expect(by_hand).to_have_count(2, timeout=SOON)


def publish(referee: Page, number: int, say: Words) -> None:
    button(referee, say("Publish round %(number)s", number=number))
    tables = referee.get_by_role("table", name=say("Tables, round %(number)s", number=number))
    expect(tables).to_be_visible(timeout=SOON)


def value_of(table: int) -> tuple[str, str]:
    """A value and the words of its button."""
    return (("1-0", "1–0"), ("1/2", "½"), ("0-1", "0–1"))[table % 3]


def report_by_button(page: Page, table: int, words: str, say: Words) -> None:
    group = page.get_by_role("group", name=say("Result of table %(table)s", table=table), exact=True)
    group.get_by_role("button", name=words, exact=True).click(no_wait_after=True)


def report_by_line(page: Page, table: int, value: str) -> None:
    line = page.locator("form[data-line] input[name=line]")
    line.fill(f"{table} {value}")
    line.press("Enter", no_wait_after=True)


def test_a_round_in_the_hall(hall: Hall, new_page: Callable[..., Page]) -> None:
    site, say = hall.site, hall.say
    referee, desk, reader = new_page(), new_page(), new_page(viewport={"width": 360, "height": 740})
    collected = [Confirmed(referee, "referee"), Confirmed(desk, "desk")]

    reader.goto(hall.public())
    none_yet = reader.get_by_role("heading", name=say("No entries yet"))
    expect(none_yet).to_be_visible(timeout=SOON)
    not_loaded_again = stays(reader)
    sign_in(desk, site, "desk", say)
    sign_in(referee, site, "referee", say)

    import_players(desk, hall)
    draw_lots(referee, hall)
    rows = reader.get_by_role("table", name=say("Players")).get_by_role("row")
    expect(rows).to_have_count(55, timeout=SOON)
    referee.goto(hall.desk("round/1/"))
    button(referee, say("All of them play"))
    pair(referee, 1, say)
    swap_two(referee, say)
    expect(reader.get_by_role("table", name=say("Players"))).to_be_visible()
    publish(referee, 1, say)
    pairings = reader.get_by_role("link", name=say("Pairings of round %(number)s", number=1), exact=True)
    expect(pairings).to_be_visible(timeout=SOON)
    not_loaded_again()

    pairings.click()
    waiting = reader.get_by_role("table").get_by_text(say("no result yet"), exact=True)
    expect(waiting).to_have_count(27, timeout=SOON)
    not_loaded_again = stays(reader)

    # Two desks report at once, one with buttons, one with the keyboard; about table 27 they disagree.
    desk.goto(hall.desk("round/1/"))
    for table in range(1, 14):
        report_by_button(referee, table, value_of(table)[1], say)
        report_by_line(desk, 27 - table, value_of(27 - table)[0])
    # Each of the 26 changes all three pages: on a busy machine that takes its time.
    for left in (referee.get_by_role("button", name="½"), desk.get_by_role("button", name="½"), waiting):
        expect(left).to_have_count(1, timeout=3 * SOON)
    report_by_button(referee, 27, "1–0", say)
    report_by_line(desk, 27, "0-1")
    for page in (referee, desk):
        expect(page.get_by_role("button", name="½")).to_have_count(0, timeout=SOON)
    two_results = say("Table %(table)s: two different results", table=27)
    disagreement = [page.get_by_role("heading", name=two_results) for page in (referee, desk)]
    wait_until(lambda: sum(heading.count() for heading in disagreement) == 1)
    expect(waiting).to_have_count(0, timeout=SOON)
    not_loaded_again()

    # A round in which two results wait for a decision is not closed; then it is, and the worker dies in that.
    referee.goto(hall.desk("round/1/results/27/"))
    referee.get_by_role("button", name=re.compile("^" + say("Keep %(their_text)s", their_text=""))).click()
    referee.goto(hall.desk("round/1/"))
    close = say("Close round %(number)s", number=1)
    referee.get_by_role("button", name=close).click(no_wait_after=True)
    dead = site.kill_worker_in("standings")
    closed = referee.get_by_text(say("Round closed. The standings are final so far."))
    expect(closed).to_be_visible(timeout=3 * SOON)
    assert site.worker() not in (None, dead)
    standings = reader.get_by_role("link", name=say("Standings"), exact=True)
    expect(standings).to_be_visible(timeout=SOON)
    not_loaded_again()
    standings.click()
    frozen = reader.get_by_role("table", name=say("Standings after round %(after)s", after=1))
    expect(frozen).to_be_visible(timeout=SOON)

    reader.goto(hall.public("round/1/"))
    not_loaded_again = stays(reader)
    expect(
        referee.get_by_role("link", name=say("Continue to round %(number)s", number=2), exact=True)
    ).to_be_visible()
    in_four_clicks(referee, hall)
    expect(reader.get_by_text(say("Round %(number)s is published.", number=2))).to_be_visible(timeout=SOON)
    not_loaded_again()

    check_nothing_is_lost_or_doubled(site, collected)


def in_four_clicks(referee: Page, hall: Hall) -> None:
    """From the page of the section: round 2 is paired, a table asked for its reasons, the round published."""
    referee.goto(hall.desk())
    clicks = Clicks(referee)
    referee.get_by_role("link", name=hall.say("Pair round %(round)s", round=2), exact=True).click()
    pair(referee, 2, hall.say)
    why = hall.say("Why this pairing at table %(table)s", table=1)
    referee.get_by_role("button", name=why, exact=True).click()
    expect(referee.locator("tr.more").first).to_be_visible()
    publish(referee, 2, hall.say)
    assert clicks.number == 4


def check_nothing_is_lost_or_doubled(site: Site, answer: list[Confirmed]) -> None:
    journal = site.ask(JOURNAL)
    # Which of the two desks was second about table 27 is chance.
    by_web = Counter((by, act) for by, act, _, _ in journal if act not in ("report_result", "contest_result"))
    assert [act for _, act, _, _ in journal].count("contest_result") == 1
    assert by_web == {
        ("desk", "import_players"): 1,
        ("referee", "draw_lots"): 1,
        ("referee", "confirm_players"): 1,
        ("referee", "pair_round"): 2,
        ("referee", "adjust_round"): 1,
        ("referee", "publish_round"): 2,
        ("referee", "uphold_result"): 1,
        ("referee", "close_round"): 1,
    }
    written = sorted(
        (by, after["table"], after["value"]) for by, act, after, _ in journal if act == "report_result"
    )
    assert written == sorted((desk.username, *result) for desk in answer for result in desk.results)
    assert sorted(table for _, table, _ in written) == list(range(1, 28))
    assert [table for desk in answer for table in desk.conflicts] == [27]
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
