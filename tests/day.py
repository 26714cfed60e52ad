"""``python -m tests.day [PLAYERS ROUNDS]``: a day in the life of a hall, in headless browsers at once,
against PostgreSQL and Redis, its worker killed again and again.

Three referees (one of them pairs, publishes and closes), two organisers and the players with their private
links report every game, some of it without a network; results are games of chance by a seed. Meanwhile the
same tournament is played by the pure engine alone. In the end both must have the same pairings, the same
results and the same standings, and each result must stand in the journal once.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect

from tests import machine
from tests.browser.driving import launch_options
from tests.browser.site import Site, running
from tests.services import Missing, free_port, postgres, redis_server
from tournaments.exchange.tournament_file import from_tournament, loads
from tournaments.pairing.registry import pair
from tournaments.standings.ranking import standings
from tournaments.standings.tiebreaks import value_text
from tournaments.state.tournament import Bye, Foul, Game, Result, Tournament

PATIENCE = 120_000
"""Milliseconds: a killed worker's lease runs out in between."""
PHONE: Any = {"viewport": {"width": 360, "height": 740}}
VALUES = ("1-0", "1/2", "0-1")
LINE = {"1-0": "1-0", "1/2": "=", "0-1": "0-1"}
PRINTED = {"1-0": "1–0", "1/2": "½–½", "0-1": "0–1"}
OUTCOMES = {"1-0": ("I won", "I lost"), "1/2": ("Draw", "Draw"), "0-1": ("I lost", "I won")}
ENDED = re.compile(r"· (you won|a draw|you lost)\s*$")

SET_UP = """
from datetime import date
from tests import factories
from tournaments.acts.sections import create_section, open_section
from tournaments.demo import cast, roster
from tournaments.demo.records import make_event
from tournaments.management.commands.prepare import prepare
from tournaments.models import Category, Section
prepare()
users = cast.ensure_cast()
event = make_event(users, slug="day", name="A day", native_name="一天", place="Kuching, Malaysia",
                   time_zone="Asia/Kuala_Lumpur", starts=date(2026, 11, 20), ends=date(2026, 11, 24))
create_section(event=event, slug="men", name="Men", native_name="男子", rounds={rounds}, seed="day-{seed}",
               by=users["chief"])
section = Section.objects.get(event=event)
Category.objects.create(section=section, key=roster.NCNV, name="Non-Chinese, non-Vietnamese")
open_section(section=section, by=users["chief"])
answer = factories.players_csv([invited.person for invited in roster.roster({seed})[:{players}]])
"""
DRAWN = """
from portal.accounts.models import User
from tournaments.acts.entering.players import issue_links
from tournaments.exchange.tournament_file import dumps
from tournaments.models import PlayerLink, Section
from tournaments.queries.invitations import invitation_secret
from tournaments.queries.tournament import tournament_of
section = Section.objects.get(event__slug="day")
issue_links(section=section, by=User.objects.get(username="chief"))
links = PlayerLink.objects.filter(entry__section=section, revoked_at=None).select_related("entry")
answer = [dumps(tournament_of(section)), {link.entry.number: invitation_secret(link) for link in links}]
"""
PLAYED = """
from collections import Counter
from portal.journal.models import JournalEntry
from portal.outbox import Job
from tournaments.exchange.tournament_file import dumps
from tournaments.models import ResultReport, Section, Standing
from tournaments.queries.tournament import tournament_of
section = Section.objects.get(event__slug="day")
last = Standing.objects.filter(section=section, after_round=section.rounds).order_by("-version").first()
jobs = Job.objects.exclude(kind="render")
answer = {
    "tournament": dumps(tournament_of(section)),
    "rows": last.data["rows"],
    "reports": ResultReport.objects.count(),
    "acts": Counter(JournalEntry.objects.filter(by__isnull=False).values_list("act", flat=True)),
    "told": JournalEntry.objects.filter(act="tell_result").count(),
    "jobs": Counter(jobs.values_list("state", flat=True)),
    "again": jobs.filter(attempts__gt=1).count(),
}
"""


@dataclass
class Services(Site):
    """The product on a database and a broker that are there already."""

    more: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        return super().environment | self.more


@dataclass(frozen=True)
class Plan:
    players: int = 54
    rounds: int = 9
    seed: int = 7
    kill_every: float = 60.0
    """Seconds between two deaths of the worker."""


class Engine:
    """The same tournament, played by the pure rooms alone."""

    def __init__(self, drawn: Tournament, seed: int) -> None:
        self.tournament = drawn
        self.seed = seed

    def play(self, number: int) -> dict[int, tuple[Game, str]]:
        """Pairs and plays the next round: by table the game and its value. A foul goes with table 1."""
        paired = pair(self.tournament, number)
        values = {}
        for p in paired.pairs:
            chance = random.Random(f"{self.seed}:{number}:{p.first}:{p.second}")
            value = chance.choice(VALUES)
            values[p.table] = Game(number, p.table, p.first, p.second, Result(value)), value
        byes = [Bye(number, paired.bye)] if paired.bye else []
        foul = Foul(number, values[1][0].first, "technical")
        self.tournament = replace(
            self.tournament,
            games=(*self.tournament.games, *(game for game, _ in values.values())),
            byes=(*self.tournament.byes, *byes),
            fouls=(*self.tournament.fouls, foul),
        )
        return values

    def rows(self) -> list[dict[str, Any]]:
        points = self.tournament.points
        return [
            {
                "rank": row.rank,
                "number": row.number,
                "points": points.text(row.points),
                "tiebreaks": {key: value_text(key, value, points) for key, value in row.tiebreaks.items()},
            }
            for row in standings(self.tournament).rows
        ]


class Hall:
    """The people in their browsers."""

    def __init__(self, site: Site, browser: Browser, plan: Plan) -> None:
        self.site = site
        self.browser = browser
        self.plan = plan
        self.people: dict[str, Page] = {}
        self.secrets: dict[int, str] = {}
        self.by: Counter[str] = Counter()
        self.kills = 0

    def desk(self, leaf: str = "") -> str:
        return f"{self.site.url}/en/desk/day/men/{leaf}"

    async def enter(self, *names: str) -> None:
        """Everybody signs in."""
        password = self.site.password()
        for name in names:
            page = await (await self.context()).new_page()
            await page.goto(f"{self.site.url}/en/account/login/")
            await page.get_by_label("Username").fill(name)
            await page.get_by_label("Password").fill(password)
            await page.get_by_role("button", name="Sign in").click()
            await expect(page.get_by_role("heading", name="My events")).to_be_visible(timeout=PATIENCE)
            self.people[name] = page

    async def context(self) -> BrowserContext:
        context = await self.browser.new_context(**PHONE)
        context.set_default_timeout(PATIENCE)
        return context

    async def enlist(self, players: str) -> None:
        """One organiser imports the list, the chief referee draws the lots."""
        page, referee = self.people["chief"], self.people["referee"]
        await page.goto(self.desk("entries/import/"))
        file = {"name": "players.csv", "mimeType": "text/csv", "buffer": b"\xef\xbb\xbf" + players.encode()}
        await page.locator("input[type=file]").set_input_files([file])  # type: ignore[list-item]
        await page.get_by_role("button", name="Preview import").click()
        await page.get_by_role("button", name=f"Import {self.plan.players} players").click()
        await expect(page.get_by_text(f"{self.plan.players} players imported.")).to_be_visible(
            timeout=PATIENCE
        )
        await referee.goto(self.desk("lots/"))
        await referee.get_by_role("button", name="Draw lots").click()
        await expect(referee.get_by_text("Lots drawn")).to_be_visible(timeout=PATIENCE)
        await referee.goto(self.desk("round/1/"))
        await referee.get_by_role("button", name="All of them play").click()
        await expect(referee.get_by_role("button", name="Pair round 1")).to_be_visible(timeout=PATIENCE)

    async def round(self, number: int, tables: dict[int, tuple[Game, str]]) -> None:
        referee = self.people["referee"]
        await referee.goto(self.desk(f"round/{number}/"))
        await referee.get_by_role("button", name=f"Pair round {number}", exact=True).click()
        if number % 3 == 1:
            self.kill_worker()
        await referee.get_by_role("button", name=f"Publish round {number}").click()
        if number % 3 == 2:
            self.kill_worker()
        by_role = referee.get_by_role("table", name=f"Tables, round {number}")
        await expect(by_role).to_be_visible(timeout=PATIENCE)
        shares = [{table: tables[table] for table in tables if table % 6 == share} for share in range(6)]
        await asyncio.gather(
            self.by_players(shares[0]),
            self.by_referee("referee", number, shares[1]),
            self.by_referee("referee2", number, shares[2]),
            self.without_network("referee3", number, shares[3]),
            self.by_lines("chief", number, shares[4]),
            self.by_lines("organiser", number, shares[5]),
            self.foul(number, tables[1][0].first),
        )
        await self.all_in(self.people[("chief", "organiser")[number % 2]], number, len(tables))
        await referee.goto(self.desk(f"round/{number}/"))
        await referee.get_by_role("button", name=f"Close round {number}").click()
        if number % 3 == 0:
            self.kill_worker()
        await expect(referee.get_by_text("The round is closed")).to_be_visible(timeout=PATIENCE)

    async def by_referee(self, name: str, number: int, tables: dict[int, tuple[Game, str]]) -> None:
        """From table to table: the row, then the button that names the player."""
        page = self.people[name]
        for table, (_, value) in tables.items():
            await page.goto(self.desk(f"round/{number}/results/{table}/referee/"))
            choice = page.locator("form[action$='/referee/result/'] details").nth(VALUES.index(value))
            await choice.locator("summary").click()
            await choice.get_by_role("button").click()
            await expect(page.locator(f"#hall-{table} .hall-result")).to_contain_text(
                PRINTED[value], timeout=PATIENCE
            )
            self.by[name] += 1

    async def without_network(self, name: str, number: int, tables: dict[int, tuple[Game, str]]) -> None:
        """On the overview, while the network is away: everything waits on the phone and is sent later."""
        page = self.people[name]
        await page.goto(self.desk(f"round/{number}/tables/"))
        await page.context.set_offline(True)
        for table, (_, value) in tables.items():
            await page.locator(f"#hall-{table}").click()
            choice = page.locator("#sheet form[data-leaf='result/'] details").nth(VALUES.index(value))
            await choice.locator("summary").click()
            await choice.get_by_role("button").click()
            await expect(page.locator("#waiting li", has_text=f"Table {table}:")).to_have_count(1)
        await page.context.set_offline(False)
        await expect(page.locator("#waiting li:has(.badge-good)")).to_have_count(
            len(tables), timeout=PATIENCE
        )
        self.by[f"{name}, offline"] += len(tables)

    async def by_lines(self, name: str, number: int, tables: dict[int, tuple[Game, str]]) -> None:
        """At the desk: ``12 1-0``."""
        page = self.people[name]
        await page.goto(self.desk(f"round/{number}/"))
        for table, (_, value) in tables.items():
            line = page.locator("form[data-line] input[name=line]")
            await line.fill(f"{table} {LINE[value]}")
            await line.press("Enter")
            await expect(page.locator(f"#t{table} td.result a").first).to_contain_text("–", timeout=PATIENCE)
            self.by[name] += 1

    async def by_players(self, tables: dict[int, tuple[Game, str]]) -> None:
        """Both sides, each by the own link."""
        context = await self.context()
        page = await context.new_page()
        for game, value in tables.values():
            for player, words in zip((game.first, game.second), OUTCOMES[value], strict=True):
                await page.goto(f"{self.site.url}/en/p/{self.secrets[player]}/")
                await page.get_by_role("button", name=words).click()
                # The first word waits for the other side; with the second there is a result.
                message = page.get_by_text("that is what you reported").or_(page.get_by_text(ENDED))
                await expect(message).to_be_visible(timeout=PATIENCE)
            self.by["players"] += 1
        await context.close()

    async def foul(self, number: int, player: int) -> None:
        """A technical foul of whoever sits first at table 1."""
        page = await self.people["referee2"].context.new_page()
        await page.goto(
            self.desk(f"round/{number}/results/1/referee/foul/?player={player}&offence=technical")
        )
        await page.get_by_role("button", name="Confirm foul").dblclick()
        await expect(page.locator(".log")).to_contain_text("Technical foul", timeout=PATIENCE)
        await page.close()

    async def all_in(self, page: Page, number: int, tables: int) -> None:
        """An organiser looks at the overview until no table plays any more."""
        await page.goto(self.desk(f"round/{number}/tables/?show=playing"))
        await expect(page.get_by_role("heading", name="All results are in")).to_be_visible(timeout=PATIENCE)
        await expect(page.locator("#chip-all b")).to_have_text(str(tables))

    async def kill_workers(self) -> None:
        """The worker dies without a word every so many seconds, besides once a round in the midst of it."""
        while True:
            await asyncio.sleep(self.plan.kill_every)
            self.kill_worker()

    def kill_worker(self) -> None:
        """Where one is: after its last death it may not be up again."""
        worker = self.site.worker()
        if worker is not None:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
                self.kills += 1


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launch_options())
        yield browser
        await browser.close()


async def live(site: Site, plan: Plan, players: str) -> dict[str, Any]:
    """The day; its figures. Raises AssertionError where the hall and the engine differ."""
    began = time.monotonic()
    async with chromium() as browser:
        hall = Hall(site, browser, plan)
        await hall.enter("chief", "organiser", "referee", "referee2", "referee3")
        await hall.enlist(players)
        drawn, secrets = site.ask(DRAWN)
        hall.secrets = {int(number): secret for number, secret in secrets.items()}
        engine = Engine(loads(drawn), plan.seed)
        deaths = asyncio.create_task(hall.kill_workers())
        try:
            for number in range(1, plan.rounds + 1):
                await hall.round(number, engine.play(number))
                print(f"round {number} of {plan.rounds}: {time.monotonic() - began:.0f} s", flush=True)
        finally:
            deaths.cancel()
    seconds = time.monotonic() - began
    played, memory = site.ask(PLAYED), site.memory()
    check(engine, played, hall, plan)
    figures = {"players": plan.players, "rounds": plan.rounds, "results": played["reports"]}
    figures |= {"by": dict(sorted(hall.by.items())), "workers killed": hall.kills}
    figures |= {"jobs done again": played["again"], "seconds": round(seconds)}
    return {**figures, "MB of memory in the end": memory}


def check(engine: Engine, played: dict[str, Any], hall: Hall, plan: Plan) -> None:
    """What the hall has written is what the engine has played, and nothing was lost or doubled."""
    there, here = from_tournament(loads(played["tournament"])), from_tournament(engine.tournament)
    for part in ("games", "byes", "fouls"):
        assert there.get(part) == here.get(part), part
    collected = [
        {key: row[key] for key in ("rank", "number", "points", "tiebreaks")} for row in played["rows"]
    ]
    assert collected == engine.rows()
    games = len(engine.tournament.games)
    assert played["reports"] == games == sum(hall.by.values())
    acts = Counter(played["acts"])
    assert acts["report_result"] == games - hall.by["players"]
    assert played["told"] == 2 * hall.by["players"]
    for act in ("pair_round", "publish_round", "close_round", "log_foul"):
        assert acts[act] == plan.rounds, act
    assert set(played["jobs"]) == {"done"}
    assert hall.site.stop() == 0


def run(folder: Path, plan: Plan) -> dict[str, Any]:
    """The day on services of its own. Raises `Missing` where a program is not installed."""
    with postgres() as database, redis_server() as broker:
        more = {"DATABASE_URL": database.url, "BROKER_URL": broker.url}
        site = Services(folder, free_port(), more=more)
        players = site.ask(SET_UP.format(rounds=plan.rounds, seed=plan.seed, players=plan.players))
        with running(site):
            return asyncio.run(live(site, plan, players))


def main(arguments: list[str]) -> int:
    if machine.chromium() is None:
        print(machine.missing("chromium fonts-wqy-microhei"), file=sys.stderr)
        return 2
    try:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(run(Path(folder), Plan(*map(int, arguments))), indent=1))
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
