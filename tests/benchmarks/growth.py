"""What an event costs that grows from 54 players to 300 and 2,000: round 8 of 9 paired, published and closed,
the pages that follow, its pairings on paper, and the pages of the desk. Processor seconds of one process, and
of the one that sets paper, SQLite, two languages; the worker is this process: nothing else is counted.

To reach with 2,000 players: 3 s to pair, 3 s until what everybody opens at once is public, 8 s to close, 30 s
for the pairings on paper, half a second for each page of the desk; and no figure grows more than 1.3 times as
fast as the number of players.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.benchmarks import shortest
from tests.browser.site import Site
from tests.services import free_port

SIZES = shortest((54, 300, 2_000), (12, 30))
PAPER = "pairings by table on paper"
GOALS = {"pair": 3.0, "publish": 3.0, "close": 8.0, PAPER: 30.0, "slowest page of the desk": 0.5}
STEEPEST = 1.3
PLAYED = 7
TIMES = shortest(5, 1)
DESK = {
    "the round": "round_desk",
    "players": "entries",
    "files": "section_files",
    "teams": "teams",
    "papers": "papers",
    "the section": "section_desk",
    "links": "player_links",
    "journal": "journal",
    "tables of the hall": "hall",
    "records owed": "records_owed",
}
OF_EVENT, OF_ROUND = ("journal",), ("round_desk", "hall", "records_owed")
Figures = dict[str, float]


def spent(do: Callable[[], object]) -> float:
    """Processor seconds."""
    begin = time.process_time()
    do()
    return time.process_time() - begin


def rendered() -> None:
    """What was asked for is done, but pictures of pages: nobody waits for those."""
    from datetime import timedelta

    from django.db.models.functions import Now

    from portal.outbox import Job, runner
    from portal.published import pictures

    while True:
        soon = Job.objects.filter(state=Job.State.NEW, due_at__lte=Now() + timedelta(seconds=10))
        soon.filter(due_at__gt=Now()).update(due_at=Now())
        job = runner.due().exclude(kind=pictures.KIND).first()
        if job is None:
            return
        runner.run(job.pk)


def measured(players: int) -> Figures:
    """In the process of an installation."""
    from portal.accounts.models import User
    from portal.outbox import Job, runner
    from tests import factories, large
    from tests.benchmarks.papers import printed
    from tests.working import compute
    from tournaments.acts.drafts import pair_round
    from tournaments.acts.rounds import close_round, publish_round
    from tournaments.models import Membership, ResultReport, Role, Round, Section

    factories.make_federations()
    event = factories.make_event(f"of-{players}")
    section = factories.make_section(event, rounds=9, state=Section.State.RUNNING)
    large.make_players(section, players)
    Section.objects.filter(pk=section.pk).update(lots_drawn_at=factories.AT)
    section.refresh_from_db()
    large.play(section, PLAYED)
    factories.announce(section)
    rendered()
    by = User.objects.create(username=f"chief-{players}")
    for role in (Role.CHIEF_ORGANISER, Role.CHIEF_REFEREE):
        Membership.objects.create(event=event, user=by, role=role)
    values: Figures = {}

    def round_() -> Round:
        rounds = Round.objects.select_related("section__event")
        return rounds.get(section=section, number=PLAYED + 1)

    def work(act: Callable[..., Any], **more: Any) -> None:
        job = act(round_=round_(), by=by, **more)["job"]
        runner.run(job)
        done = Job.objects.get(pk=job)
        if done.state != Job.State.DONE:
            raise RuntimeError(f"{done.key}: {done.state} {done.outcome}")

    values["pair"] = spent(lambda: work(pair_round))
    compute()
    values["publish"] = spent(lambda: work(publish_round, seen=round_().draft_digest))
    values["what follows publishing"] = spent(rendered)
    _, values[PAPER], _, _ = printed(section, "pairings", PLAYED + 1)
    ResultReport.objects.bulk_create(
        [
            ResultReport(pairing=pairing, value="1-0")
            for pairing in round_().pairings.filter(table__isnull=False)
        ],
        batch_size=500,
    )
    Round.objects.filter(pk=round_().pk).update(state=Round.State.PLAYING)
    pages = desk_pages(event.slug, section.slug, by)
    values["close"] = spent(lambda: work(close_round))
    values["what follows closing"] = spent(rendered)
    slowest = max(pages, key=lambda name: pages[name])
    return (
        values | {"slowest page of the desk": pages[slowest]} | {f"  {name}": pages[name] for name in pages}
    )


def desk_pages(event: str, section: str, by: Any) -> Figures:
    """The quickest of some times, each: what else the machine does is not in them."""
    from django.conf import settings
    from django.test import Client
    from django.urls import reverse
    from django.utils.translation import override

    settings.ALLOWED_HOSTS = ["testserver"]
    client, result = Client(), {}
    client.force_login(by)
    for words, name in DESK.items():
        place = [event] if name in OF_EVENT else [event, section]
        with override("en"):
            url = reverse(name, args=[*place, *([PLAYED + 1] if name in OF_ROUND else [])])
        if client.get(url).status_code != 200:
            raise RuntimeError(f"{url}: no page")
        result[words] = min(spent(lambda url=url: client.get(url)) for _ in range(TIMES))  # type: ignore[misc]
    return result


def main() -> None:
    values: dict[int, Figures] = {}
    for players in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            site = Site(Path(folder), free_port(), lines={"PUBLISHED_AHEAD": "en,zh-hans"})
            site.install("ready")
            program = f"from tests.benchmarks.growth import measured\nanswer = measured({players})"
            values[players] = site.ask(program, timeout=1_800)
    first, last = SIZES[0], SIZES[-1]
    print(f"| processor seconds | {' | '.join(f'{size:,} players' for size in SIZES)} | of linear | goal |")
    print("|---|" + "---|" * (len(SIZES) + 2))
    for name in values[last]:
        times = [values[size][name] for size in SIZES]
        growth = times[-1] / times[0] / (last / first)
        goal = GOALS.get(name)
        message = f"{goal:g} {'reached' if times[-1] <= goal else 'MISSED'}" if goal else ""
        steep = " MISSED" if growth > STEEPEST else ""
        print(
            f"| {name} | {' | '.join(f'{size:.2f}' for size in times)} | x {growth:.2f}{steep} | {message} |"
        )
    print(f"\nOf linear: x 1 where a figure grows as the players do; at most x {STEEPEST} is to be reached.")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
