"""A person's page among a million persons and five million results on PostgreSQL, 10,000 events with ten
rounds each: of somebody at one event, and of somebody at sixty with 600 games, as Django answers it; the
desk's search in the register; and which tables a database looks through from end to end: there is to be none.

To reach: 100 ms for each page.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from tests.benchmarks import shortest
from tests.benchmarks.search import CODES, HEX, TOWNS, answered, multiply, people
from tests.services import postgres

EVENTS = shortest(10_000, 100)
PLAYERS, ROUNDS, TABLES = 100, 10, 50
OFTEN = shortest(60, 20)
"""At how many events the first of all persons plays."""
GOAL = 100
SMALL = 10
"""What it costs PostgreSQL to look through a table that has a few rows or none: no index is worth it."""


def standing() -> dict[str, Any]:
    """As long as a real one: rows with their arithmetic."""
    terms = [
        {"round": number, "opponent": number, "points": "1", "kind": "played", "counted": True}
        for number in range(1, ROUNDS + 1)
    ]
    rows = [
        {
            "rank": number,
            "number": number,
            "points": "5½",
            "tiebreaks": {"buchholz": "50", "wins": "5"},
            "separated_by": "buchholz",
            "arithmetic": {"buchholz": terms, "wins": terms},
        }
        for number in range(1, PLAYERS + 1)
    ]
    return {
        "after": ROUNDS,
        "criteria": ["buchholz", "wins"],
        "rows": rows,
        "teams": [],
        "categories": {},
        "prizes": [],
    }


def fill() -> None:
    """Straight into the tables."""
    from django.db import connection, transaction

    from tournaments.models import (
        Entry,
        Event,
        Federation,
        Pairing,
        Person,
        Player,
        ResultReport,
        Round,
        Seat,
        Section,
        Standing,
    )

    chance = random.Random(1)
    existing = people(chance, max(200, EVENTS * PLAYERS // 10))
    Federation.objects.bulk_create(
        [Federation(code=code, name_en=code) for code in CODES], ignore_conflicts=True
    )
    events = [
        Event(
            pk=number,
            slug=f"e{number}",
            name=f"{number}. {(town := chance.choice(TOWNS))} Open",
            place=town,
            starts=(day := date(2000, 1, 1) + timedelta(days=number * 9000 // EVENTS)),
            ends=day,
            listed=True,
        )
        for number in range(1, EVENTS + 1)
    ]
    Event.objects.bulk_create(events, batch_size=1000)
    section = Section.objects.create(
        pk=1, event=events[0], slug="open", name="Open", rounds=ROUNDS, state="finished"
    )
    name, native, code = existing[0]
    called = {"name": name, "native_name": native, "federation_id": code}
    person = Person(pk=1, uid=UUID(int=1), **called).fold()
    person.save()
    player = Player.objects.create(pk=1, event=events[0], person=person, **called)
    entry = Entry.objects.create(pk=1, section=section, player=player, number=1, rating=2400)
    round_ = Round.objects.create(pk=1, section=section, number=1, state="closed")
    pairing = Pairing.objects.create(pk=1, round=round_, table=1)
    Seat.objects.create(pk=1, round=round_, entry=entry, pairing=pairing, colour="first")
    ResultReport.objects.create(pk=1, pairing=pairing, value="1-0")
    Standing.objects.create(pk=1, section=section, after_round=ROUNDS, version=1, data=standing(), digest="d")
    entries, rounds = EVENTS * PLAYERS, EVENTS * ROUNDS
    pairings = rounds * TABLES
    with transaction.atomic(), connection.cursor() as cursor:
        # What is written here names nothing that is not there, and an index of many rows is made at once.
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("DROP INDEX person_words")
        cursor.execute(
            "CREATE TEMPORARY TABLE known "
            "(id integer, name text, native text, code text, ring text, words text)"
        )
        rows = []
        for at, (latin, chinese, fed) in enumerate(existing):
            item = Person(name=latin, native_name=chinese, federation_id=fed).fold()
            rows.append((at, latin, chinese, fed, item.ring, item.words))
        cursor.executemany("INSERT INTO known VALUES (%s, %s, %s, %s, %s, %s)", rows)
        cursor.execute("CREATE INDEX known_id ON known (id)")
        event, whose = f"((i - 1) / {PLAYERS} + 1)", f"JOIN known ON known.id = (i * 7) % {len(existing)}"
        named = {"name": "known.name", "native_name": "known.native", "federation_id": "known.code"}
        often = f"CASE WHEN i %% {PLAYERS} = 1 AND i <= {OFTEN * PLAYERS} THEN 1 ELSE i END".replace(
            "%%", "%"
        )
        multiply(cursor, Section, EVENTS, "", event_id="i")
        multiply(cursor, Standing, EVENTS, "", section_id="i")
        multiply(
            cursor, Person, entries, whose,
            uid=HEX["postgresql"], ring="known.ring", words="known.words", **named,
        )  # fmt: skip
        multiply(cursor, Player, entries, whose, event_id=event, person_id=often, **named)
        multiply(
            cursor, Entry, entries, "",
            section_id=event, player_id="i", number=f"((i - 1) % {PLAYERS} + 1)",
        )  # fmt: skip
        multiply(
            cursor,
            Round,
            rounds,
            "",
            section_id=f"((i - 1) / {ROUNDS} + 1)",
            number=f"((i - 1) % {ROUNDS} + 1)",
        )
        multiply(
            cursor,
            Pairing,
            pairings,
            "",
            round_id=f"((i - 1) / {TABLES} + 1)",
            table=f"((i - 1) % {TABLES} + 1)",
        )
        # Seat 2 p - 1 is the first one at table t of a round, seat 2 p the second: of the lower half, who
        # moves on by a place each round.
        place, turn = f"(((i - 1) / 2) % {TABLES})", f"(((i - 1) / {2 * TABLES}) % {ROUNDS})"
        base = f"((i - 1) / {2 * TABLES * ROUNDS}) * {PLAYERS}"
        multiply(
            cursor, Seat, pairings * 2, "",
            round_id=f"((i - 1) / {2 * TABLES} + 1)",
            pairing_id="((i - 1) / 2 + 1)",
            colour="CASE WHEN i % 2 = 1 THEN 'first' ELSE 'second' END",
            entry_id=f"{base} + 1 + CASE WHEN i % 2 = 1 THEN {place} "
            f"ELSE {TABLES} + ({place} + {turn}) % {TABLES} END",
        )  # fmt: skip
        multiply(
            cursor, ResultReport, pairings, "",
            pairing_id="i", value="(ARRAY['1-0', '0-1', '1/2'])[i % 3 + 1]",
        )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute('CREATE INDEX "person_words" ON "tournaments_person" USING gin (words gin_trgm_ops)')
        cursor.execute("VACUUM ANALYZE")


def looked_through(path: str) -> list[str]:
    """The tables that are read from end to end for an answer, but for those with a few rows."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        Client(SERVER_NAME="127.0.0.1").get(path)
    collected = []
    with connection.cursor() as cursor:
        for query in queries.captured_queries:
            if query["sql"].startswith("SELECT"):
                cursor.execute(f"EXPLAIN {query['sql']}")
                collected += [line[0].strip() for line in cursor.fetchall() if "Seq Scan" in line[0]]
    return [line for line in collected if float(line.partition("..")[2].split()[0]) > SMALL]


def measure() -> None:
    """In a process of its own, whose environment names the database."""
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    django.setup()
    call_command("prepare", stdout=sys.stderr)
    began = time.perf_counter()
    fill()
    size = f"{EVENTS * PLAYERS:,} persons, {EVENTS * ROUNDS * TABLES:,} results, {EVENTS:,} events"
    print(f"{size}, written in {time.perf_counter() - began:.0f} s", file=sys.stderr)
    print(f"\n{size}; milliseconds; processor of Django and of the server:\n")
    print("| | median | least | 19 of 20 | own | server's | goal |")
    print("|---|---|---|---|---|---|---|")
    late = UUID(int=EVENTS * PLAYERS // 2 + 7)
    values = {
        "once": f"/en/person/{late}/",
        f"{OFTEN} events": f"/en/person/{UUID(int=1)}/",
        "for programs": f"/api/v1/persons/{UUID(int=1)}",
    }
    for change, path in values.items():
        took = answered(path)
        columns = (took.median, took.least, took.worst, took.processor, took.server)
        goal = "reached" if took.median < GOAL else "MISSED"
        print(f"| {change} | {' | '.join(f'{column:.1f}' for column in columns)} | {goal} |", flush=True)
    print("\nLooked through from end to end:\n")
    for change, path in values.items():
        print(f"  {change}: {'; '.join(looked_through(path)) or 'nothing'}")
    from tournaments.queries.register.persons import look_up_persons

    print("\nThe desk's search in the register:\n")
    for name in ("zheng weitong", "wang", "王", "xqzvk"):
        began = time.perf_counter()
        result = len(look_up_persons(name))
        print(f"  {name}: {result} in {(time.perf_counter() - began) * 1000:.1f} ms")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, postgres() as server:
        values = {"DATA_DIR": folder, "ENV_FILE": os.devnull, "SECRET_KEY": "of-the-benchmark"}
        run = [sys.executable, "-c", "from tests.benchmarks import persons; persons.measure()"]
        subprocess.run(run, env=os.environ | values | {"DATABASE_URL": server.url}, check=True)
