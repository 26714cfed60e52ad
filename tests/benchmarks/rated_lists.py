"""A list of ratings of 100,000 persons and 1,000,000 games in a period, from the rows of the games to the
rows of the list, in a process of its own, on the database of ``DATABASE_URL`` or a new SQLite.

To reach: 60 s and 1 GB.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from tests.benchmarks import shortest

PERSONS, SECTIONS, ROUNDS = shortest((100_000, 2_000, 10), (400, 8, 5))
PLAYERS = 2 * PERSONS // SECTIONS
BATCH = 5000


def main() -> None:
    """Make the games in a database of its own, then rate them in another process."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "DATABASE_URL": os.environ.get("DATABASE_URL") or f"sqlite:///{folder}/rated.sqlite3",
            "DATA_DIR": folder,
            "ENV_FILE": os.devnull,
            "DJANGO_SETTINGS_MODULE": "portal.settings",
        }
        for part in ("make", "rate"):
            subprocess.run(
                [sys.executable, "-m", __name__, part],
                check=True,
                env=environment,
                cwd=Path(__file__).parents[2],
            )


def _make() -> None:
    from django.core.management import call_command

    from tournaments.models import (
        Entry,
        Event,
        Federation,
        Organisation,
        Pairing,
        Person,
        PersonNumber,
        Player,
        RatedSection,
        RatingPeriod,
        RatingSystem,
        ResultReport,
        Round,
        Seat,
        Section,
        SystemRules,
    )
    from tournaments.ratings.files import system_document
    from tournaments.ratings.presets import ELO

    call_command("migrate", verbosity=0)
    chance = Random(1)
    federation, _new = Federation.objects.get_or_create(code="CHN", defaults={"name_en": "China"})
    owner = Organisation.objects.create(slug="xia", name="Xia", level="nation")
    system = RatingSystem.objects.create(
        organisation=owner, code="xia", name="Xia", game="xiangqi", numbers="xia"
    )
    SystemRules.objects.create(system=system, version=1, valid_from=date.min, document=system_document(ELO))
    period = RatingPeriod.objects.create(
        system=system,
        name="2026-01",
        first=date(2026, 1, 1),
        end=date(2026, 2, 1),
        list_date=date(2026, 2, 1),
    )
    names = range(1, PERSONS + 1)
    _put(Person(pk=key_, name=f"Person {key_}", federation=federation) for key_ in names)
    _put(PersonNumber(person_id=key_, issuer="xia", number=str(key_)) for key_ in names)
    persons = [*names, *names]
    chance.shuffle(persons)
    day = date(2026, 1, 10)
    sections = range(1, SECTIONS + 1)
    _put(
        Event(pk=key_, slug=f"e{key_}", name=f"Event {key_}", starts=day, ends=day, organisation=owner)
        for key_ in sections
    )
    _put(
        Section(pk=key_, event_id=key_, slug="open", name="Open", rounds=ROUNDS, seed="", state="finished")
        for key_ in sections
    )
    _put(
        RatedSection(system=system, period=period, section_id=key_, uid=f"e{key_}/open") for key_ in sections
    )
    starts = datetime(2026, 1, 10, 9, tzinfo=UTC)

    def section_of(at: int) -> int:
        return at // PLAYERS + 1

    # Who is in a section twice by chance meets himself: the pair of neighbours is exchanged.
    for begin in range(0, len(persons), PLAYERS):
        there = persons[begin : begin + PLAYERS]
        persons[begin : begin + PLAYERS] = [*dict.fromkeys(there)] + [0] * (PLAYERS - len(set(there)))
    taken = [(at, person) for at, person in enumerate(persons) if person]
    _put(
        Player(pk=at + 1, event_id=section_of(at), person_id=person, name=f"P{person}", federation=federation)
        for at, person in taken
    )
    _put(Entry(pk=at + 1, section_id=section_of(at), player_id=at + 1) for at, _person in taken)
    by_section: dict[int, list[int]] = {}
    for at, _person in taken:
        by_section.setdefault(section_of(at), []).append(at + 1)
    _put(
        Round(
            pk=(key_ - 1) * ROUNDS + number, section_id=key_, number=number, state="closed", starts_at=starts
        )
        for key_ in sections
        for number in range(1, ROUNDS + 1)
    )

    def tables() -> Iterator[tuple[int, int, int, int, int]]:
        key = 0
        for key_ in sections:
            for number in range(1, ROUNDS + 1):
                entries = by_section[key_]
                chance.shuffle(entries)
                for table, (first, second) in enumerate(
                    zip(entries[::2], entries[1::2], strict=False), start=1
                ):
                    key += 1
                    yield key, (key_ - 1) * ROUNDS + number, table, first, second

    rows = list(tables())
    _put(Pairing(pk=key, round_id=round_, table=table) for key, round_, table, _first, _second in rows)
    _put(
        Seat(round_id=round_, entry_id=entry, pairing_id=key, colour=colour)
        for key, round_, _table, first, second in rows
        for entry, colour in ((first, "first"), (second, "second"))
    )
    _put(
        ResultReport(pairing_id=key, value=chance.choice(("1-0", "1-0", "1/2", "0-1")))
        for key, *_more in rows
    )
    print(f"{PERSONS:,} persons, {SECTIONS:,} sections, {len(rows):,} games", flush=True)


def _put(rows: Iterator[Any] | Any) -> None:
    batch: list[Any] = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            type(row)._base_manager.bulk_create(batch)
            batch.clear()
    if batch:
        type(batch[0])._base_manager.bulk_create(batch)


def _rate() -> None:
    from portal import outbox
    from portal.outbox import Job
    from tournaments.models import ListVersion, RatingPeriod
    from tournaments.queries.ratings.rating_desk import KIND, list_publish_key

    period = RatingPeriod.objects.get()
    outbox.enqueue(
        KIND,
        key=list_publish_key(period),
        payload={"system": period.system_id, "period": period.pk, "publish": True},
        priority=outbox.PAPER,
    )
    before, used = perf_counter(), process_time()
    outbox.run(Job.objects.latest("pk").pk)
    took, spent = perf_counter() - before, process_time() - used
    version = ListVersion.objects.get()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{version.persons:,} with a rating, {version.games:,} games, {version.digest}")
    print(f"{took:.1f} s, {spent:.1f} s of it this process's processor, {most:.0f} MB at most", flush=True)


if __name__ == "__main__":
    import django

    django.setup()
    {"make": _make, "rate": _rate}[sys.argv[1]]()
