"""The search for everybody: 10,000 events with a million entries on PostgreSQL, a thousand with 100,000 on
SQLite.

To reach: 50 ms on PostgreSQL for each question, from the question to what the page shows, every query
included; and an index in every plan.
"""

import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from tests.benchmarks import shortest
from tests.services import postgres

EVENTS = shortest({"postgresql": 10_000, "sqlite": 1_000}, {"postgresql": 200, "sqlite": 50})
ENTRIES = 100
"""Of each event."""
RUNS = shortest(40, 3)
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
GIVEN = "惟桐天一银川国荣华新明浩军杰宇涵子轩氏映明德光宝玲兰青平峰龙海波超鹏凯瑞泽山祥岩静娜敏慧芳美娟霞永亮"
CODES = ("CHN", "VIE", "HKG", "GER", "TPE", "SGP", "MAS", "FIN")
WEIGHTS = (50, 20, 5, 5, 8, 6, 5, 1)


TOWNS = ("Penang", "Kuala Lumpur", "Beijing", "Hà Nội", "Hamburg", "Hong Kong")


def people(chance: random.Random, count: int) -> list[tuple[str, str, str]]:
    """Common surnames are far more common than others, as they are."""
    turns = [1 / (rank + 1) for rank in range(len(SURNAMES))]
    found = []
    for which in chance.choices(range(len(SURNAMES)), turns, k=count):
        latin = [chance.choice(SYLLABLES) for _ in range(chance.choice((1, 2, 2, 2)))]
        native = CHARACTERS[which] + "".join(chance.choice(GIVEN) for _ in latin)
        name = f"{SURNAMES[which]} {''.join(latin).capitalize()}"
        found.append((name, native, chance.choices(CODES, WEIGHTS)[0]))
    return [("Zheng Weitong", "鄭惟桐", "CHN"), *found]


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

    from tournaments.models import Entry, Event, Federation, Player, SearchKey, Section
    from tournaments.models.search import entry_words, event_words
    from tournaments.models.search_tables import create_words_index

    chance = random.Random(1)
    known = people(chance, max(200, events * ENTRIES // 10))
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
    name, native, code = known[0]
    player = Player.objects.create(
        pk=1, event=made[0], name=name, native_name=native, federation_id=code, uid=UUID(int=1)
    )
    entry = Entry.objects.create(pk=1, section=section, player=player, number=1)
    SearchKey.objects.create(
        pk=1, event=made[0], entry=entry, day=made[0].starts, words=entry_words(*known[0])
    )
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # What is written here names nothing that is not there, and an index of many rows is made at once.
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute("DROP INDEX search_entry_words, search_event_words")
        cursor.execute(
            "CREATE TEMPORARY TABLE known (id integer, name text, native text, code text, words text)"
        )
        rows = [(at, *one, entry_words(*one)) for at, one in enumerate(known)]
        cursor.executemany("INSERT INTO known VALUES (%s, %s, %s, %s, %s)", rows)
        cursor.execute("CREATE INDEX known_id ON known (id)")
        event = f"((i - 1) / {ENTRIES} + 1)"
        whose = f"JOIN known ON known.id = (i * 7) % {len(known)}"
        when = f"JOIN tournaments_event AS event ON event.id = {event}"
        multiply(cursor, Section, events, "", event_id="i")
        multiply(
            cursor, Player, entries, whose,
            event_id=event, name="known.name", native_name="known.native", federation_id="known.code",
            uid=HEX[connection.vendor],
        )  # fmt: skip
        number = f"((i - 1) % {ENTRIES} + 1)"
        multiply(cursor, Entry, entries, "", section_id=event, player_id="i", number=number)
        multiply(
            cursor, SearchKey, entries, f"{whose} {when}",
            event_id=event, entry_id="i", day="event.starts", words="known.words",
        )  # fmt: skip
    SearchKey.objects.bulk_create(
        SearchKey(
            pk=entries + one.pk,
            event=one,
            day=one.starts,
            words=event_words(one.name, one.native_name, one.place, one.starts.year),
        )
        for one in made
    )
    if connection.vendor == "postgresql":
        with connection.schema_editor() as editor:
            create_words_index(editor)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def plans(asked: str) -> list[str]:
    """How the database looks the entries up."""
    from tournaments.queries.public_search import newest_entries
    from tournaments.state.name_search import needles

    lines = newest_entries(needles(asked)).explain().splitlines()
    return [line.strip() for line in lines if "Scan" in line or "SCAN" in line]


def measure(vendor: str) -> None:
    """In a process of its own, whose environment names the database."""
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    fill(EVENTS[vendor])
    print(f"{EVENTS[vendor] * ENTRIES:,} entries in {time.perf_counter() - began:.0f} s", file=sys.stderr)
    from tournaments.queries.public_search import search

    print(f"\n| {vendor}, {EVENTS[vendor] * ENTRIES:,} entries | | found | least ms | p50 | p95 | by |")
    print("|---|---|---|---|---|---|---|")
    for asked, what in QUESTIONS.items():
        times = []
        for _ in range(RUNS):
            began = time.perf_counter()
            page = search(asked, 60)
            times.append((time.perf_counter() - began) * 1000)
        times.sort()
        found = f"{len(page.events)} + {len(page.players)}{' and more' if page.more else ''}"
        worst = times[math.ceil(0.95 * len(times)) - 1]
        way = plans(asked)[-1] if page.enough else "not looked for"
        took = " | ".join(f"{one:.1f}" for one in (times[0], statistics.median(times), worst))
        print(f"| {asked} | {what} | {found} | {took} | {way} |", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for vendor in EVENTS:
            given = {"DATA_DIR": folder, "ENV_FILE": os.devnull, "SECRET_KEY": "of-the-benchmark"}
            run = [sys.executable, "-c", f"from tests.benchmarks import search; search.measure('{vendor}')"]
            if vendor == "sqlite":
                subprocess.run(run, env=os.environ | given, check=True)
                continue
            with postgres() as server:
                subprocess.run(run, env=os.environ | given | {"DATABASE_URL": server.url}, check=True)
