"""FIDE's Swiss for teams in the pure room: processor seconds of a round, from the event to matches with
reasons and digest. The goal: 60 teams of four boards under 1 s, in the three models of colours, also in the
slowest round of events in which matches are forfeited and teams are away.

Then the same on a site: from the press to the draft with its boards, the protocols of all matches as the
worker prints them (under 20 s), and the page of the teams over the wire (60 kB at most)."""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from statistics import median
from time import perf_counter, process_time
from typing import Any

import django

from tests.benchmarks import shortest
from tests.oracles.team_events import played, random_rules
from tournaments.pairing import CannotPair, pair
from tournaments.state.team_matches import ColourModel, TeamEvent

TEAMS, BOARDS, ROUNDS = 60, 4, 9
GOAL = 1.0
EVENTS = shortest(12, 1)
WITH_FOUR = [seed for seed in range(1_000) if random_rules(seed).boards == BOARDS]
"""Numbers of random events of four boards."""


def as_before(event: TeamEvent, number: int) -> TeamEvent:
    """What was known before the round."""
    return replace(
        event,
        matches=tuple(match for match in event.matches if match.round < number),
        byes=tuple(bye for bye in event.byes if bye.round < number),
    )


def main() -> None:
    print(f"{TEAMS} teams, {BOARDS} boards, every round of {EVENTS} events of {ROUNDS} rounds each.\n")
    print("| model | rounds | median, s | slowest, s | goal |")
    print("|---|---|---|---|---|")
    for model in ColourModel:
        seeds = [seed for seed in WITH_FOUR if random_rules(seed).model is model][:EVENTS]
        times = [spent for seed in seeds for spent in seconds(seed)]
        verdict = "reached" if max(times) < GOAL else "MISSED"
        print(
            f"| {model} | {len(times)} | {median(times):.2f} | {max(times):.2f} | {GOAL:.0f} {verdict} |",
            flush=True,
        )
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    on_a_site()


def on_a_site() -> None:
    """Round 2 of 60 teams with a reserve each, by FIDE's Swiss."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from django.test import Client

    from portal.accounts.models import User
    from tests import factories
    from tests.benchmarks.papers import round_of_teams
    from tests.teams_world import round_of
    from tests.working import compute
    from tournaments.acts.drafts import pair_round
    from tournaments.acts.papers import wanted_of
    from tournaments.acts.rounds import close_round
    from tournaments.pages.paths import teams_path
    from tournaments.paper.handler import plan_paper, set_paper

    section = round_of_teams("fide-team")
    chief = User.objects.get(username="chief")
    close_round(round_=round_of(section, 1), by=chief)
    compute()

    def paired() -> None:
        pair_round(round_=round_of(section, 2), by=chief)
        compute()

    print("\n| on a site | seconds | of the processor | goal |\n|---|---|---|---|")
    timed(f"round 2 of {len(section.teams.all())} teams, press to draft", paired, goal=1)
    factories.report_all(factories.publish(round_of(section, 2)))
    wanted = wanted_of(section, "match-protocols", 2, language="en", size="a4")
    timed("protocols of all its matches", lambda: set_paper(plan_paper(wanted)), goal=20)
    address = f"/zh-hans/{teams_path(section).lstrip('/')}"
    page = Client().get(address, headers={"Accept-Encoding": "gzip"})
    print(f"\nPage of the teams: {len(page.content):,} bytes, compressed; 60,000 to reach.")


def timed(name: str, do: Callable[[], Any], *, goal: float) -> None:
    clock, processor = perf_counter(), process_time()
    do()
    spent = process_time() - processor
    verdict = "reached" if spent < goal else "MISSED"
    print(f"| {name} | {perf_counter() - clock:.2f} | {spent:.2f} | {goal:g} {verdict} |", flush=True)


def seconds(seed: int) -> list[float]:
    """Of each round of an event, a refusal among them."""
    event, _ = played(seed, TEAMS, ROUNDS, disturbed=seed % 2 == 1)
    collected = []
    for number in range(1, ROUNDS + 1):
        before = as_before(event, number)
        start = process_time()
        with suppress(CannotPair):
            pair(before, number)
        collected.append(process_time() - start)
    return collected
