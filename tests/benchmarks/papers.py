"""Paper: the pairing lists of 300 players, all papers of a round of 54 with the records of its games, and
those of a round of 60 teams of four boards, as made by a worker. To reach: under 5 s for a list, under 20 s
for the round, under 20 s for the protocols of all matches.

Processor time beside the time on the clock: on a machine that does other things too, the first says more.
The pairings of 2,000 players by table: under 30 s of processor time, their other lists under 60. Each paper
is set in a process of its own, whose memory stands beside; this process is to stay under 300 MB.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from resource import getpagesize
from typing import Any

import django

from tests.benchmarks import shortest

MANY, FIELD = shortest((300, 54), (20, 10))
TEAMS, BOARDS = shortest((60, 4), (4, 3))
HUNDREDS = shortest(2000, 210)
TIMES = shortest(3, 1)


def printed(section: Any, kind: str, number: int) -> tuple[float, float, int, float]:
    """Seconds on the clock, seconds of processor time, pages, megabytes."""
    from tournaments.acts.papers import wanted_of
    from tournaments.paper.handler import plan_paper, set_paper

    clock, processor = time.perf_counter(), time.process_time()
    made, _ = set_paper(plan_paper(wanted_of(section, kind, number, language="en", size="a4")))
    took = time.process_time() - processor + made.seconds
    return time.perf_counter() - clock, took, made.pages, made.memory / 1e6


def row(name: str, *took: float, reach: str = "") -> None:
    seconds, processor, pages, memory = took
    print(f"| {name} | {pages} | {seconds:.2f} | {processor:.2f} | {memory:.0f} | {reach} |", flush=True)


def round_of_hundreds(players: int) -> Any:
    """Three rounds of so many, closed, and a fourth published."""
    from tests import factories, large

    section = factories.make_section(factories.make_event("hundreds"), rounds=9)
    large.make_players(section, players)
    large.play(section, 3)
    large.publish(section, 4)
    section.refresh_from_db()
    return section


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


def round_of_teams(preset: str = "wmsg2008") -> Any:
    """Round 1 of `TEAMS` teams with a reserve each, every board played."""
    from django.core.management import call_command

    from portal.accounts.models import User
    from tests import factories
    from tests.teams_world import make_team_section, round_of
    from tests.working import compute
    from tournaments.acts.drafts import pair_round
    from tournaments.acts.sections import draw_lots
    from tournaments.models import Membership, Role

    call_command("federations", verbosity=0)
    event = factories.make_event("teams")
    chief = User.objects.create(username="chief")
    for role in (Role.CHIEF_ORGANISER, Role.CHIEF_REFEREE):
        Membership.objects.create(event=event, user=chief, role=role)
    more: dict[str, Any] = {"members": BOARDS + 1, "settings": {"team_boards": BOARDS}, "preset": preset}
    section = make_team_section(event, chief, teams=TEAMS, **more)
    draw_lots(section=section, by=chief)
    section.refresh_from_db()
    pair_round(round_=round_of(section, 1), by=chief)
    compute()
    factories.report_all(factories.publish(round_of(section, 1)))
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
        from tournaments.paper.team_sheets import TEAM_SHEETS
        from tournaments.queries.papers import Scope, kinds

        print("| paper | pages | seconds | of the processor | MB | to reach |\n|---|---|---|---|---|---|")
        many = round_of_many()
        for kind in ("pairings", "by-name"):
            result = sorted(printed(many, kind, 1) for _ in range(TIMES))
            row(f"{kind}, {MANY} players, median of {TIMES}", *result[TIMES // 2], reach="5")
        field = round_of_a_field()
        whole = [0.0, 0.0, 0, 0.0]
        for item in kinds():
            if not item.offered(field):
                continue
            done = printed(field, item.key, 0 if item.scope is Scope.SECTION else 1)
            row(item.key, *done)
            added = [total + part for total, part in zip(whole[:3], done[:3], strict=True)]
            whole = [*added, max(whole[3], done[3])]
        row(f"all of a round of {FIELD}", *whole, reach="20")
        teams = round_of_teams()
        for item in kinds():
            if item.scope is Scope.ROUND and item.key in TEAM_SHEETS:
                reach = "20" if item.key == "match-protocols" else ""
                row(
                    f"{item.key}, {TEAMS} teams of {BOARDS} boards", *printed(teams, item.key, 1), reach=reach
                )
        hundreds = round_of_hundreds(HUNDREDS)
        for kind, number in (("pairings", 4), ("by-name", 4), ("standings", 3), ("crosstable", 3)):
            reach = "30" if kind == "pairings" else "60"
            row(f"{kind}, {HUNDREDS} players", *printed(hundreds, kind, number), reach=reach)
        mine = int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize() / 1e6
        print(f"\nThis process itself, which sets nothing, has {mine:.0f} MB after that; goal 300.")
