"""Paper: the pairing lists of 300 players, and all papers of a round of 54 with the records of its games, as
made by a worker. To reach: under 5 s for a list, under 20 s for the round.

Processor time beside the time on the clock: on a machine that does other things too, the first says more.
"""

from __future__ import annotations

import os
import tempfile
import time
from typing import Any

import django

from tests.benchmarks import shortest

MANY, FIELD = shortest((300, 54), (20, 10))
TIMES = shortest(3, 1)


def printed(section: Any, kind: str, number: int) -> tuple[float, float, int]:
    """Seconds on the clock, seconds of processor time, pages."""
    from tournaments.acts.papers import wanted_of
    from tournaments.paper.handler import plan, set_paper

    clock, processor = time.perf_counter(), time.process_time()
    made, _ = set_paper(plan(wanted_of(section, kind, number, language="en", size="a4")))
    return time.perf_counter() - clock, time.process_time() - processor, made.pages


def row(name: str, seconds: float, processor: float, pages: int | str, reach: str = "") -> None:
    print(f"| {name} | {pages} | {seconds:.2f} | {processor:.2f} | {reach} |", flush=True)


def round_of_many() -> Any:
    """Round 1 of `MANY`, under names of usual length."""
    from tests import factories
    from tournaments.models import Player

    section = factories.make_section(factories.make_event("many"))
    for entry in factories.make_entries(section, MANY):
        name = entry.player.name.rstrip("I").strip()
        Player.objects.filter(pk=entry.player_id).update(name=f"{name} {chr(65 + entry.number % 26)}an")
    factories.publish(factories.pair(section, 1))
    return section


def round_of_a_field() -> Any:
    """Round 1 of `FIELD`, played and closed, with a record of 120 plies for every table."""
    from tests import factories
    from tests.benchmarks.api import record
    from tests.games.accepted import accepted

    section = factories.make_section(factories.make_event("field"))
    factories.make_entries(section, FIELD, teams=True)
    factories.make_prizes(section)
    factories.play(section, 1)
    section.refresh_from_db()
    for table in range(1, FIELD // 2 + 1):
        accepted(section, table, record().encode())
    return section


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DATA_DIR": folder,
            "ENV_FILE": os.devnull,
            "DJANGO_SETTINGS_MODULE": "portal.settings",
        }
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        from tournaments.queries.papers import Scope, kinds

        print("| paper | pages | seconds | of the processor | to reach |\n|---|---|---|---|---|")
        many = round_of_many()
        for kind in ("pairings", "by-name"):
            found = sorted(printed(many, kind, 1) for _ in range(TIMES))
            row(f"{kind}, {MANY} players, median of {TIMES}", *found[TIMES // 2], reach="5")
        field = round_of_a_field()
        whole = [0.0, 0.0, 0]
        for one in kinds():
            if one.key == "all-rounds":  # a Swiss knows none of them before the last is paired
                continue
            done = printed(field, one.key, 0 if one.scope is Scope.SECTION else 1)
            row(one.key, *done)
            whole = [total + part for total, part in zip(whole, done, strict=True)]
        row(f"all of a round of {FIELD}", *whole, reach="20")
