"""The search for everybody: 10,000 events with a million entries on PostgreSQL, a thousand with 100,000 on
SQLite. Each question is asked of the page and of the suggestions as Django answers them, from the request to
the bytes: on the wall, in time of this process's processor, and in that of the database's server. Then many
phones type a name at once, to the site as it is run.

To reach: 50 ms on PostgreSQL for each question; no phone with an error.
"""

import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import date, timedelta
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from tests.benchmarks import shortest
from tests.benchmarks.starve import processor
from tests.browser.site import Site, running
from tests.services import free_port, postgres

EVENTS = shortest({"postgresql": 10_000, "sqlite": 1_000}, {"postgresql": 200, "sqlite": 50})
ENTRIES = 100
"""Of each event."""
RUNS = shortest(40, 3)
PHONES, SPREAD, PAUSE = shortest(150, 20), 1.0, 0.36
"""How many type, within so many seconds of each other; seconds between an answer and the next letter."""
QUESTIONS = {
    "zwt": "first letters",
    "zh": "two letters",
    "w": "one letter",
    "wang": "the most common surname",
    "王": "one character",
    "zhengweitong": "run together",
    "zheng wei tong": "syllable by syllable",
    "郑惟桐": "characters",
    "nguyen thi": "two words, without accents",
    "CHN": "a federation",
    "wang chn 1999": "words that no one has together",
    "penang open 2019": "an event",
    "xqzvk": "nothing",
}
SURNAMES = """
Wang Li Zhang Liu Chen Yang Zhao Huang Zhou Wu Xu Sun Hu Zhu Gao Lin He Guo Ma Luo Liang Song
Zheng Xie Han Tang Feng Yu Dong Xiao Cheng Cao Yuan Deng Nguyễn Trần Lê Phạm Hoàng Vũ Đặng Bùi
Müller Smith Tan Lim Chan
""".split()  # noqa: SIM905  a list of forty would be forty lines
CHARACTERS = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓阮陳黎范黃武鄧裴穆史陳林陳"
SYLLABLES = """
wei tong tian yi yin chuan guo rong hua xin ming hao jun jie yu han zi xuan thi anh minh duc
quang bao linh lan qing ping feng long hai bo chao peng kai rui ze shan xiang yan jing na min
hui fang mei juan xia yong liang
""".split()  # noqa: SIM905  a list of forty would be forty lines
GIVEN_NAME_LETTERS = (
    "惟桐天一银川国荣华新明浩军杰宇涵子轩氏映明德光宝玲兰青平峰龙海波超鹏凯瑞泽山祥岩静娜敏慧芳美娟霞永亮"
)
CODES = ("CHN", "VIE", "HKG", "GER", "TPE", "SGP", "MAS", "FIN")
WEIGHTS = (50, 20, 5, 5, 8, 6, 5, 1)


TOWNS = ("Penang", "Kuala Lumpur", "Beijing", "Hà Nội", "Hamburg", "Hong Kong")


def people(chance: random.Random, count: int) -> list[tuple[str, str, str]]:
    """Common surnames are far more common than others, as they are."""
    turns = [1 / (rank + 1) for rank in range(len(SURNAMES))]
    collected = []
    for which in chance.choices(range(len(SURNAMES)), turns, k=count):
        latin = [chance.choice(SYLLABLES) for _ in range(chance.choice((1, 2, 2, 2)))]
        native = CHARACTERS[which] + "".join(chance.choice(GIVEN_NAME_LETTERS) for _ in latin)
        name = f"{SURNAMES[which]} {''.join(latin).capitalize()}"
        collected.append((name, native, chance.choices(CODES, WEIGHTS)[0]))
    return [("Zheng Weitong", "鄭惟桐", "CHN"), *collected]


COUNTING = "WITH RECURSIVE numbers(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM numbers WHERE i < {count}) "
HEX = {"postgresql": "lpad(to_hex(i), 32, '0')::uuid", "sqlite": "printf('%032x', i)"}


def multiply(cursor: Any, model: Any, count: int, source: str, **columns: str) -> None:
    """Rows 2 to ``count``, like row 1 but for these columns, whose SQL knows ``i``."""
    table, names = model._meta.db_table, [column.column for column in model._meta.concrete_fields]
    values = [columns.get(name, "i" if name == "id" else f'first."{name}"') for name in names]
    into = ", ".join(f'"{name}"' for name in names)
    cursor.execute(
        f'INSERT INTO "{table}" ({into}) {COUNTING.format(count=count)} '  # noqa: S608  our own words
        f'SELECT {", ".join(values)} FROM numbers {source} JOIN "{table}" AS first ON first.id = 1'
    )


def fill(events: int) -> None:
    """The database as it is after so many events, straight into its tables."""
    from django.db import connection, transaction

    from tournaments.models import Entry, Event, Federation, Person, Player, SearchKey, Section
    from tournaments.models.search import entry_words, event_words
    from tournaments.models.search_tables import create_words_index

    chance = random.Random(1)
    existing = people(chance, max(200, events * ENTRIES // 10))
    entries = events * ENTRIES
    federations = [Federation(code=code, name_en=code) for code in CODES]
    Federation.objects.bulk_create(federations, ignore_conflicts=True)
    towns = [chance.choice(TOWNS) for _ in range(events)]
    made = [
        Event(
            pk=number,
            slug=f"e{number}",
            name=f"{number}. {town} Open",
            native_name=f"第{number}届公开赛",
            place=town,
            starts=(day := date(2000, 1, 1) + timedelta(days=number * 9000 // events)),
            ends=day,
            listed=True,
        )
        for number, town in enumerate(towns, 1)
    ]
    Event.objects.bulk_create(made)
    section = Section.objects.create(
        pk=1, event=made[0], slug="open", name="Open", rounds=7, state="finished"
    )
    name, native, code = existing[0]
    called = {"name": name, "native_name": native, "federation_id": code}
    person = Person.objects.create(pk=1, uid=UUID(int=1), **called)
    player = Player.objects.create(pk=1, event=made[0], person=person, **called)
    entry = Entry.objects.create(pk=1, section=section, player=player, number=1)
    SearchKey.objects.create(
        pk=1, event=made[0], entry=entry, day=made[0].starts, words=entry_words(*existing[0])
    )
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # What is written here names nothing that is not there, and an index of many rows is made at once.
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute("DROP INDEX search_entry_words, search_event_words")
        cursor.execute(
            "CREATE TEMPORARY TABLE known (id integer, name text, native text, code text, words text)"
        )
        rows = [(at, *item, entry_words(*item)) for at, item in enumerate(existing)]
        cursor.executemany("INSERT INTO known VALUES (%s, %s, %s, %s, %s)", rows)
        cursor.execute("CREATE INDEX known_id ON known (id)")
        event = f"((i - 1) / {ENTRIES} + 1)"
        whose = f"JOIN known ON known.id = (i * 7) % {len(existing)}"
        when = f"JOIN tournaments_event AS event ON event.id = {event}"
        multiply(cursor, Section, events, "", event_id="i")
        called = {"name": "known.name", "native_name": "known.native", "federation_id": "known.code"}
        multiply(cursor, Person, entries, whose, uid=HEX[connection.vendor], **called)
        multiply(cursor, Player, entries, whose, event_id=event, person_id="i", **called)
        number = f"((i - 1) % {ENTRIES} + 1)"
        multiply(cursor, Entry, entries, "", section_id=event, player_id="i", number=number)
        multiply(
            cursor, SearchKey, entries, f"{whose} {when}",
            event_id=event, entry_id="i", day="event.starts", words="known.words",
        )  # fmt: skip
    SearchKey.objects.bulk_create(
        SearchKey(
            pk=entries + item.pk,
            event=item,
            day=item.starts,
            words=event_words(item.name, item.native_name, item.place, item.starts.year),
        )
        for item in made
    )
    if connection.vendor == "postgresql":
        with connection.schema_editor() as editor:
            create_words_index(editor)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def plans(arguments: str) -> list[str]:
    """How the database looks the entries up."""
    from tournaments.queries.public.public_search import newest_entries
    from tournaments.text.name_search import needles

    lines = newest_entries(needles(arguments)).explain().splitlines()
    return [line.strip() for line in lines if "Scan" in line or "SCAN" in line]


def measure(vendor: str) -> None:
    """In a process of its own, whose environment names the database."""
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    django.setup()
    call_command("prepare", stdout=sys.stderr)
    began = time.perf_counter()
    fill(EVENTS[vendor])
    print(f"{EVENTS[vendor] * ENTRIES:,} entries in {time.perf_counter() - began:.0f} s", file=sys.stderr)
    from tournaments.queries.public.public_search import public_search_page
    from tournaments.text.name_search import needles

    size = f"{vendor}, {EVENTS[vendor] * ENTRIES:,} entries"
    print(f"\n{size}; milliseconds, median of {RUNS}; processor of Django and of the server:\n")
    print("| | | found | page | least | 19 of 20 | own | server's | suggestions | least | own | server's |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    for words, meaning in QUESTIONS.items():
        page = public_search_page(words, 60)
        text = f"{len(page.events)} + {len(page.players)}{' and more' if page.more else ''}"
        whole, typed = answered(f"/en/search/?q={words}"), answered(f"/en/search/suggestions/?q={words}")
        took = [whole.median, whole.least, whole.worst, whole.processor, whole.server]
        took += [typed.median, typed.least, typed.processor, typed.server]
        columns = " | ".join(f"{item:.1f}" for item in took)
        print(f"| {words} | {meaning} | {text} | {columns} |", flush=True)
    print("\nHow entries are looked up:\n")
    for words, meaning in QUESTIONS.items():
        if needles(words):
            print(f"  {meaning}: {plans(words)[-1]}")


@dataclass(frozen=True)
class Took:
    """Milliseconds for an answer on the wall; of ``processor`` in this process, and in the ``server`` of the
    database, as a mean."""

    median: float
    least: float
    worst: float
    processor: float
    server: float


def answered(path: str) -> Took:
    """Django's whole answer, a few times."""
    from django.test import Client

    client, walls = Client(SERVER_NAME="127.0.0.1"), []
    # The first one warms up.
    client.get(path)
    worked, served = time.process_time(), server_worked()
    for _ in range(RUNS):
        began = time.perf_counter()
        answer = client.get(path)
        walls.append((time.perf_counter() - began) * 1000)
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code}")
    worked, served = time.process_time() - worked, server_worked() - served
    walls.sort()
    late = walls[math.ceil(0.95 * len(walls)) - 1]
    return Took(statistics.median(walls), walls[0], late, worked * 1000 / RUNS, served * 1000 / RUNS)


def server_worked() -> float:
    """Seconds of processor that the server's process for this connection has used; SQLite has none."""
    from django.db import connection

    if connection.vendor == "sqlite":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [pid] = cursor.fetchone()
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def typing(url: str) -> None:
    """`PHONES` phones begin within `SPREAD` seconds, each types a name of its own and is asked about after
    every letter, as the script does for who types slowly: twice as often as most people's pauses."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), free_port(), lines={"DATABASE_URL": url})
        site.manage("prepare")
        chance = random.Random(2)
        names = [name for name, _, _ in people(chance, PHONES)][:PHONES]
        with running(site):
            before = processor(site)
            answers = asked_by_phones(site.port, names, chance)
            worked = processor(site) - before
    took = sorted(seconds * 1000 for status, seconds in answers if status == 200)
    wrong = len(answers) - len(took)
    print(f"\n{PHONES} phones type a name at once, {len(answers)} questions:")
    print(f"  errors                 {wrong:>8}     goal 0: {'MISSED' if wrong else 'reached'}")
    late = took[math.ceil(0.95 * len(took)) - 1]
    print(f"  an answer              {statistics.median(took):>8.1f} ms  19 of 20 under {late:.1f} ms")
    print(f"  processor for one      {worked / len(answers) * 1000:>8.1f} ms")


def asked_by_phones(port: int, names: list[str], chance: random.Random) -> list[tuple[int, float]]:
    """Status and seconds of every question; 0 where no answer came."""
    collected: list[tuple[int, float]] = []

    def phone(name: str, begin: float) -> None:
        time.sleep(begin)
        for letters in range(2, len(name) + 1):
            counter = time.perf_counter()
            connection = HTTPConnection("127.0.0.1", port, timeout=30)
            try:
                path = f"/en/search/suggestions/?{urlencode({'q': name[:letters]})}"
                connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
                answer = connection.getresponse()
                answer.read()
                status = answer.status
            except (OSError, HTTPException):
                status = 0
            finally:
                connection.close()
            collected.append((status, time.perf_counter() - counter))
            time.sleep(PAUSE)

    phones = [Thread(target=phone, args=(name, chance.random() * SPREAD)) for name in names]
    for item in phones:
        item.start()
    for item in phones:
        item.join()
    return collected


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for vendor in EVENTS:
            values = {"DATA_DIR": folder, "ENV_FILE": os.devnull, "SECRET_KEY": "of-the-benchmark"}
            run = [sys.executable, "-c", f"from tests.benchmarks import search; search.measure('{vendor}')"]
            if vendor == "sqlite":
                subprocess.run(run, env=os.environ | values, check=True)
                continue
            with postgres() as server:
                subprocess.run(run, env=os.environ | values | {"DATABASE_URL": server.url}, check=True)
                typing(server.url)
