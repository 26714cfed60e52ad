"""What every section of the demonstration has in common: its rounds are paired, published, played and closed
through the acts, each step only where it is missing, and once it is loaded whole nothing touches it again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db import transaction

from portal import journal, outbox
from portal.accounts.models import User
from portal.journal.models import JournalEntry
from tournaments.acts.common import scope_of, target_of
from tournaments.acts.drafts import pair_round
from tournaments.acts.results import report_result
from tournaments.acts.rounds import close_round, publish_round
from tournaments.demo.cast import DESK, REFEREE
from tournaments.demo.roster import InvitedPlayer, game_result
from tournaments.models import Entry, Pairing, Round, Section
from tournaments.queries.progress import close_key, pair_key, round_publish_key

# The journal says by this entry that the demo is complete.
LOADED = "demo_loaded"
# Seconds for one piece of the worker's part, a dead worker's lease included.
PATIENCE = 60.0

Users = Mapping[str, User]
# Table and result of every game of a round that has none.
Results = Callable[[Round], Iterable[tuple[int, str]]]


class WorkFailedError(Exception):
    """The worker's part of a step was refused or failed; says what became of the job."""


def was_loaded(section: Section) -> bool:
    """Whether a start has brought the section where it is meant to be, whatever became of it since."""
    return JournalEntry.objects.filter(act=LOADED, target=target_of(section)).exists()


def not_loaded(event: str, slug: str, make: Callable[[], Section]) -> Section | None:
    """The section, made if it is missing; None where a start has loaded it before, whatever became of it."""
    loaded = Section.objects.select_related("event").filter(event__slug=event, slug=slug).first()
    section = loaded or make()
    return None if was_loaded(section) else section


def mark_loaded(section: Section, after: dict[str, Any] | None = None) -> None:
    journal.record(
        LOADED, by=None, scope=scope_of(section.event), target=target_of(section), after=after or {}
    )


def two_a_day(section: Section, first_day: date, starts: Sequence[timedelta]) -> None:
    """The timetable. ``starts``: of the two rounds of a day, after midnight UTC."""
    midnight = datetime(first_day.year, first_day.month, first_day.day, tzinfo=UTC)
    for round_ in section.round_set.all():
        day, half = divmod(round_.number - 1, 2)
        round_.starts_at = midnight + timedelta(days=day) + starts[half]
        round_.save(update_fields=["starts_at"])


def demo_round(section: Section, number: int) -> Round:
    return Round.objects.select_related("section__event").get(section=section, number=number)


def pair_and_publish(section: Section, number: int, users: Users) -> Round:
    """The round has a draft, or had one."""
    round_ = demo_round(section, number)
    if round_.state == Round.State.PLANNED:
        pair_round(round_=round_, by=users[REFEREE.username])
        work_off(pair_key(round_))
    return demo_round(section, number)


def publish(section: Section, number: int, users: Users) -> Round:
    """The round is public."""
    round_ = pair_and_publish(section, number, users)
    if round_.state == Round.State.DRAFT:
        publish_round(round_=round_, seen=round_.draft_digest, by=users[REFEREE.username])
        work_off(round_publish_key(round_))
    return demo_round(section, number)


def close(round_: Round, users: Users, results: Results) -> None:
    """Report what is missing of the results of a public round, and close it."""
    if round_.state == Round.State.CLOSED:
        return
    # In one transaction: each act alone would wait for the disk.
    with transaction.atomic():
        for table, value in results(round_):
            report_result(round_=round_, table=table, value=value, seen=None, by=users[DESK.username])
    close_round(round_=round_, by=users[REFEREE.username])
    work_off(close_key(round_))


def games_without_result(round_: Round) -> Iterator[tuple[Pairing, dict[str, Entry]]]:
    """The tables without a result, with who sits at each, by colour."""
    pairings = Pairing.objects.filter(round=round_, table__isnull=False, reports__isnull=True)
    for pairing in pairings.prefetch_related("seats__entry__player"):
        yield pairing, {seat.colour: seat.entry for seat in pairing.seats.all()}


def by_strength(people: Iterable[InvitedPlayer], seed: int) -> Results:
    """What their games end in who are this strong."""
    by_name = {invited.person.name: invited for invited in people}

    def results(round_: Round) -> Iterator[tuple[int, str]]:
        for pairing, seats in games_without_result(round_):
            first, second = (by_name[seats[colour].player.name] for colour in ("first", "second"))
            yield pairing.table or 0, game_result(seed, round_.number, first, second)

    return results


def work_off(key: str) -> None:
    """Do the worker's part under ``key`` here. Raises `WorkFailedError`."""
    deadline = time.monotonic() + PATIENCE
    # Pages that only follow from it wait: a championship that is played in seconds need not be rendered after
    # each result.
    while (job := outbox.pending(key)) and time.monotonic() < deadline:
        if outbox.run(job.pk) is None:
            # Somebody else has it: a worker, or a start that was killed and whose lease must run out.
            time.sleep(0.1)
    job = outbox.latest(key)
    if job is None or job.state != job.State.DONE:
        raise WorkFailedError(f"{job}: {job.outcome if job else 'nobody asked for it'}")
