"""What a player's own page costs in sections of 54, 300 and 2,000 players: queries, and processor time
against that of the smallest; a page that is open and asks whether there is something newer as well; the
pages of the own record, of the own count (the section made one of weiqi) and of notifications; and a page
that something was done to, which is read and stored anew. SQLite, one process, names read before; the
program that asks is counted in.

To reach: under 5 ms, as many queries in each, and no more than 1.3 times the processor.
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
LINKS = shortest(60, 6)
ROUNDS = 4
STEEPEST, MOST = 1.3, 5
Figures = dict[str, float]


def middle(times: int, do: Callable[[int], object]) -> float:
    """Milliseconds of processor."""
    seconds = []
    for number in range(times):
        begin = time.process_time()
        do(number)
        seconds.append(time.process_time() - begin)
    return sorted(seconds)[times // 2] * 1000


def measured(players: int) -> Figures:
    """In the process of an installation."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client

    from games.queries.mine import version
    from portal import journal
    from tests import factories
    from tournaments.models import Entry, Section
    from tournaments.queries.invitations import invitation_secret

    settings.ALLOWED_HOSTS.append("testserver")
    factories.make_federations()
    section = factories.make_section(factories.make_event("private"), rounds=ROUNDS)
    factories.make_entries(section, players)
    factories.play(section, ROUNDS - 1)
    factories.publish(factories.pair(section, ROUNDS))
    factories.announce(section)
    event = f"event:{section.event_id}"
    journal.record("change_event", by=None, scope=event, target=event)
    # As a request has them: what was played has moved the section on.
    entries = list(Entry.objects.filter(section=section).order_by("number")[: min(LINKS, players)])
    secrets = [invitation_secret(factories.make_link(entry)) for entry in entries]
    client = Client()

    def ask(number: int, query: str = "") -> int:
        return client.get(f"/en/p/{secrets[number % len(secrets)]}/{query}").status_code

    begin = time.process_time()
    for number in range(len(secrets)):
        assert ask(number) == 200
    read = (time.process_time() - begin) / len(secrets) * 1000
    executed = 0

    def count(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        nonlocal executed
        executed += 1
        return execute(sql, *more)

    with connection.execute_wrapper(count):
        ask(3)
    others = {}
    for name, more in (
        ("record", f"round/{ROUNDS}/record/"),
        ("count", f"round/{ROUNDS}/count/"),
        ("notices", "notifications/"),
    ):
        if name == "count":
            Section.objects.filter(pk=section.pk).update(game="weiqi", rulebook="weiqi", options={})

        def ask_for(number: int, address: str = more) -> int:
            return client.get(f"/en/p/{secrets[number % len(secrets)]}/{address}").status_code

        assert {ask_for(number) for number in range(len(secrets))} == {200}
        others[f"{name}, ms"] = middle(LINKS, ask_for)
    Section.objects.filter(pk=section.pk).update(
        game="xiangqi", rulebook=section.rulebook, options=section.options
    )
    versions = [f"?v={version(entry)}" for entry in entries]
    assert ask(0, versions[0]) == 204
    return others | {
        "queries": executed,
        "read anew, ms": read,
        "the page, ms": middle(LINKS, ask),
        "its question, ms": middle(LINKS, lambda number: ask(number, versions[number % len(versions)])),
    }


def main() -> None:
    figures: dict[int, Figures] = {}
    for players in SIZES:
        with tempfile.TemporaryDirectory(prefix="qiyuan-bench-") as folder:
            site = Site(Path(folder), free_port())
            site.install("ready")
            program = f"from tests.benchmarks.private_page import measured\nanswer = measured({players})"
            figures[players] = site.ask(program, timeout=900)
        print(f"{players} players", file=sys.stderr)
    smallest = figures[SIZES[0]]
    print(
        "| players | queries | the page, ms of processor | against the smallest | goal | its question, ms "
        "| its record, count, notifications, ms | read anew, ms |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for players, row in figures.items():
        ratio = row["the page, ms"] / smallest["the page, ms"]
        pages = [row[f"{name}, ms"] for name in ("the page", "record", "count", "notices")]
        reached = row["queries"] <= smallest["queries"] and ratio <= STEEPEST and max(pages) < MOST
        print(
            f"| {players} | {row['queries']:g} | {row['the page, ms']:.1f} | x {ratio:.2f} "
            f"| {STEEPEST:g} {'reached' if reached else 'MISSED'} | {row['its question, ms']:.1f} "
            f"| {', '.join(f'{figure:.1f}' for figure in pages[1:])} | {row['read anew, ms']:.1f} |"
        )


if __name__ == "__main__":
    main()
