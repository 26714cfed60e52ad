"""The calendar of all events: 10,000 on PostgreSQL, a thousand organisations, three sections each; every
filter as Django answers it, the page, the file of 500 events and the document for programs.

To reach: 50 ms for each page and document.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from datetime import timedelta
from typing import Any

from tests.benchmarks import shortest
from tests.benchmarks.search import TOWNS, answered
from tests.services import postgres

EVENTS, OWNERS = shortest(10_000, 200), shortest(1_000, 20)
GOAL = 50
ZONES = ("Asia/Shanghai", "Asia/Kuala_Lumpur", "Europe/Berlin", "Asia/Ho_Chi_Minh", "UTC")


def fill() -> None:
    """Thirty years of events around today, a tree of organisations three deep."""
    from django.db import connection
    from django.utils import timezone

    from portal import published
    from tournaments.models import Event, Organisation, SearchKey, Section
    from tournaments.models.search import event_words

    chance, today = random.Random(1), timezone.localdate()
    world = Organisation.objects.create(slug="world", name="World", level="world")
    nations = [
        Organisation.objects.create(
            slug=f"nation{event}", name=f"Nation {event}", level="nation", parent=world
        )
        for event in range(min(60, OWNERS))
    ]
    clubs = Organisation.objects.bulk_create(
        Organisation(
            slug=f"club{event}", name=f"Club {event}", level="club", parent=nations[event % len(nations)]
        )
        for event in range(OWNERS)
    )
    owners: list[Any] = [None, world, *nations, *clubs]
    events = Event.objects.bulk_create(
        Event(
            slug=f"e{number}",
            name=f"{number}. {(town := chance.choice(TOWNS))} Open",
            native_name=f"第{number}届公开赛",
            place=town,
            time_zone=chance.choice(ZONES),
            starts=(day := today + timedelta(days=round((number / EVENTS - 0.8) * 10_000))),
            ends=day + timedelta(days=number % 9),
            organisation=chance.choice(owners),
            listed=True,
        )
        for number in range(EVENTS)
    )
    Section.objects.bulk_create(
        Section(event=event, slug=f"s{key}", name=f"Section {key}", rounds=7, game=game, state="open")
        for event in events
        for key, game in enumerate(("xiangqi", "xiangqi", "weiqi"))
        if key < 2 or event.pk % 5 == 0
    )
    published.Page.objects.bulk_create(
        published.Page(path=f"e/{event.slug}/", kind="event", params={"event": event.pk}) for event in events
    )
    SearchKey.objects.bulk_create(
        SearchKey(
            event=event,
            day=event.starts,
            words=event_words(event.name, event.native_name, event.place, event.starts.year),
        )
        for event in events
    )
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def questions() -> dict[str, str]:
    from django.utils import timezone

    year = timezone.localdate().year
    return {
        "to come": "",
        "the past": "when=past",
        "a month": f"when={year - 3}&month=5",
        "a year": f"when={year - 3}",
        "a game": "game=weiqi",
        "a country": "country=MY&when=past",
        "a level": "level=club",
        "the world's subtree": "organisation=world&when=past",
        "a nation's subtree": "organisation=nation7",
        "a club": "organisation=club7&when=past",
        "a town": "q=penang",
        "a name": "q=4711&when=past",
        "nothing": "q=xqzvk",
    }


def measure() -> None:
    """In a process of its own, whose environment names the database."""
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    django.setup()
    call_command("prepare", stdout=sys.stderr)
    fill()
    print(f"\n{EVENTS:,} events; milliseconds; processor of Django and of the server:\n")
    print("| | queries | median | least | 19 of 20 | own | server's | goal |")
    print("|---|---|---|---|---|---|---|---|")
    for question, query in questions().items():
        print_bytes(question, f"/en/calendar/?{query}")
    print_bytes("file", "/en/calendar.ics?when=past", goal=None)
    print_bytes("for programs", "/api/v1/events?organisation=world")
    print_bytes("for programs, a country", "/api/v1/events?country=MY&level=club&limit=200")


def print_bytes(change: str, path: str, goal: int | None = GOAL) -> None:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    took = answered(path)
    with CaptureQueriesContext(connection) as queries:
        Client(SERVER_NAME="127.0.0.1").get(path)
    columns = (took.median, took.least, took.worst, took.processor, took.server)
    reached = "" if goal is None else "reached" if took.median < goal else "MISSED"
    times = " | ".join(f"{column:.1f}" for column in columns)
    print(f"| {change} | {len(queries)} | {times} | {reached} |", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, postgres() as server:
        values = {"DATA_DIR": folder, "ENV_FILE": os.devnull, "SECRET_KEY": "of-the-benchmark"}
        run = [sys.executable, "-c", "from tests.benchmarks import calendar; calendar.measure()"]
        subprocess.run(run, env=os.environ | values | {"DATABASE_URL": server.url}, check=True)
