"""Two web servers, two workers, the database and the broker are killed, cut, frozen and emptied for twenty
minutes, with Redis and with RabbitMQ; in the middle the database's machine dies and its replica takes over.
Nothing that was confirmed is lost or doubled, what was asked for is done, and what is published stays
readable and becomes what the database says. ``QIYUAN_CHAOS`` says how many minutes, ``QIYUAN_CHAOS_SEED``
repeats a run's harms.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
import redis
from amqp.exceptions import NotFound

from tests import machine as programs
from tests import nginx as nginx_site
from tests import services
from tests.scale.chaos import Harm, Reader, Referee, Site, Systemd, living, version_shown
from tests.scale.machines import Machine
from tests.scale.servers import Replica, Server
from tests.services import Missing, Service, wait_until
from tests.whole_round import until

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("scale")]
SECONDS = float(os.environ.get("QIYUAN_CHAOS", "20")) * 60
SEED = int(os.environ.get("QIYUAN_CHAOS_SEED", str(time.time_ns() % 10_000)))
REFEREES, READERS, PLAYERS, ROUNDS = 2, 2, 24, 9
REQUEST_ACTS, RESULT_ACTS = (
    ("pair_round", "publish_round", "close_round"),
    ("draft_ready", "round_published", "standings_frozen"),
)
"""What the journal says of each round: what the referee has asked for, and what became of it."""
EVENTS = REFEREES * (2 + int(SECONDS / 60))
MAKE = f"""
from portal.accounts.models import User
from portal.accounts.tokens import SCOPES, make_token
from tests import factories, large
from tournaments.models import Membership, Role, Section
by = User.objects.create(username="chief")
for number in range({EVENTS}):
    event = factories.make_event(f"cup-{{number}}")
    section = factories.make_section(event, rounds={ROUNDS}, state=Section.State.RUNNING)
    large.make_players(section, {PLAYERS})
    Section.objects.filter(pk=section.pk).update(lots_drawn_at=factories.AT)
    section.refresh_from_db()
    factories.announce(section)
    for role in (Role.CHIEF_ORGANISER, Role.CHIEF_REFEREE):
        Membership.objects.create(event=event, user=by, role=role)
print(make_token(by=by, name="chaos", scopes=list(SCOPES), days=7).secret)
"""
OPEN = """
from portal.outbox import Job
print(Job.objects.filter(state__in=("new", "running")).count())
"""
STATE_SCRIPT = """
import json
from collections import Counter
from portal.journal.models import JournalEntry
from portal.outbox import Job
from portal.published import Page
from tests.waking import outdated
from tournaments.models import ResultReport, RoundVersion, Standing
def rows(found, *names):
    return [list(row) for row in found.values_list(*names)]
of = "section__event__slug"
jobs = Job.objects.all()
print(json.dumps({
    "results": rows(
        ResultReport.objects, f"pairing__round__{of}", "pairing__round__number", "pairing__table", "value"
    ),
    "published": rows(RoundVersion.objects, f"round__{of}", "round__number"),
    "closed": rows(Standing.objects, of, "after_round"),
    "acts": Counter(JournalEntry.objects.filter(scope__startswith="event:").values_list("act", flat=True)),
    "versions": dict(Page.objects.filter(withdrawn=False).values_list("path", "version")),
    "outdated": outdated(),
    "failed": rows(jobs.filter(state="failed"), "kind", "key", "outcome"),
    "done": jobs.filter(state="done").count(),
    "again": jobs.filter(state="done", attempts__gt=1).count(),
}))
"""


@dataclass
class Broker:
    service: Service
    settings: dict[str, str]
    """What names it."""
    empty: Callable[[], object]


@contextmanager
def with_redis() -> Iterator[Broker]:
    with services.redis_server() as server:
        cache = server.url.replace("redis:", "rediscache:").removesuffix("0") + "1"
        settings = {"BROKER_URL": server.url, "CACHE_URL": cache}
        yield Broker(server, settings, redis.Redis(port=server.port).flushall)


@contextmanager
def with_rabbitmq() -> Iterator[Broker]:
    with services.rabbitmq() as server:

        def empty() -> None:
            for queue in ("fast", "slow"):
                with suppress(NotFound), server.channel() as channel:
                    channel.queue_purge(queue)

        yield Broker(server, {"BROKER_URL": server.url()}, empty)


@pytest.fixture(params=[with_redis, with_rabbitmq], ids=["redis", "rabbitmq"])
def prepared(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Site, str]]:
    """A site with everything that runs of it, and the token of the chief of all events."""
    if packages := nginx_site.missing():
        pytest.skip(programs.missing(" ".join(packages)))
    broker_of: Callable[[], AbstractContextManager[Broker]] = request.param
    with ExitStack() as stack:
        folders = [stack.enter_context(services.folder_of_service()) for _ in range(2)]
        try:
            broker = stack.enter_context(broker_of())
            server = Server(folders[0])
        except Missing as missing:
            pytest.skip(str(missing))
        stack.callback(server.stop)
        server.start()
        # So many acts a minute no program of a person has.
        settings = broker.settings | {"API_RATE": "60000/min", "API_PUBLIC_RATE": "60000/min"}
        machines = [Machine(tmp_path / name, server.url, log_lines=settings) for name in ("one", "two")]
        machines[0].manage("prepare")
        machines[1].manage("prepare", "--files-only")
        token = machines[0].run(MAKE).split()[-1]
        replica = Replica(folders[1], server)
        stack.callback(replica.stop)
        replica.start()
        # Without a replica nothing could be confirmed.
        server.synchronous = True
        server.restart()
        wait_until(server.is_followed, "the replica follows")
        ports = [machine.port for machine in machines]
        nginx = nginx_site.make(tmp_path, portals=ports, pages=machines[0].pages)
        stack.enter_context(nginx_site.running(nginx))
        site = Site(machines, server, replica, broker.service, broker.empty, nginx)
        for machine in machines:
            stack.callback(machine.end)
            machine.start(*(name for unit, name in site.units() if unit is machine))
        yield site, token


def test_nothing_is_lost_or_doubled_whatever_dies(
    prepared: tuple[Site, str], record_property: Callable[[str, object], None]
) -> None:
    site, token = prepared
    events = [f"cup-{number}" for number in range(EVENTS)]
    referees = [Referee(site, events=events[number::REFEREES], token=token) for number in range(REFEREES)]
    readers = [Reader(site, referees=referees, seed=number) for number in range(READERS)]
    systemd, harm = Systemd(site), Harm(site, seed=SEED)
    with living([systemd, *readers]):
        with living(referees):
            harm.live(SECONDS)
        until("all that was asked for is done", lambda: int(site.machines[0].run(OPEN)) == 0)
        reading = json.loads(site.machines[0].run(STATE_SCRIPT))
        public = [page for referee in referees for page in referee.public]
        truth = {page: reading["versions"][page.removeprefix("/en/")] for page in public}
        until("readers see it", lambda: {page: version_shown(site.nginx, page) for page in public} == truth)

    results = {game: value for referee in referees for game, value in referee.confirmed.results.items()}
    figures = {
        "minutes": round(SECONDS / 60, 1),
        "seed": SEED,
        "harm": dict(sorted(harm.done.items())),
        "processes started anew": systemd.started,
        "results confirmed": len(results),
        "of them lost or doubled": abs(len(reading["results"]) - len(results)),
        "rounds published": len(reading["published"]),
        "acts and questions that had to be sent again": sum(referee.again for referee in referees),
        "jobs done": reading["done"],
        "of them begun more than once": reading["again"],
        "pages read": sum(referee.reads for referee in readers),
        "errors, or older than before": sum(len(referee.wrong) for referee in readers),
    }
    for name, value in figures.items():
        record_property(name, value)
    assert [fault for referee in (systemd, *readers, *referees) for fault in referee.wrong] == []
    assert sorted(reading["results"]) == sorted([*game, value] for game, value in results.items())
    for stage in ("published", "closed"):
        rounds = sorted([*round_] for referee in referees for round_ in getattr(referee.confirmed, stage))
        assert sorted(reading[stage]) == rounds, stage
    once_each = dict.fromkeys((*REQUEST_ACTS, *RESULT_ACTS), len(rounds))
    assert reading["acts"] == once_each | {"report_result": len(results)}
    assert reading["outdated"] == reading["failed"] == []
    assert harm.done["replica promoted"] == 1
    assert "Everything is what it was." in site.machines[0].manage("verify_database")
