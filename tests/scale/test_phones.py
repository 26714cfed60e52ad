"""A round of 2,000 players is published while 2,000 phones have a page of their section open: over TLS,
through nginx with the files of ``docs/deploy``, on PostgreSQL with its workers, all on this machine. Nobody
gets an error, and six seconds after the publication the last has it. ``QIYUAN_PHONES`` and
``QIYUAN_PHONES_PLAYERS`` say how many.

What a follower costs nginx is measured on the way, as processor time: of a connection with its handshake, and
of a question on a connection that is there.
"""

from __future__ import annotations

import json
import os
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from tests import machine as programs
from tests import nginx as nginx_site
from tests import services
from tests.nginx import Nginx
from tests.scale.machines import HOST, Machine
from tests.scale.phones import Phones
from tests.scale.servers import Server
from tests.services import Missing, children, megabytes, wait_until
from tests.whole_round import until

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("scale")]
PHONES = int(os.environ.get("QIYUAN_PHONES", "2000"))
PLAYERS = int(os.environ.get("QIYUAN_PHONES_PLAYERS", "2000"))
PLAYED, RAMP, QUIET = 3, 30.0, 12.0
LAST = 6.0
SECTION = "e/worlds/men"
MAKE = f"""
from portal import outbox
from portal.accounts.models import User
from portal.accounts.tokens import SCOPES, make_token
from tests import factories, large
from tests.working import compute
from tournaments.acts.drafts import pair_round
from tournaments.models import Membership, Role, Round, Section
factories.make_federations()
event = factories.make_event("worlds")
section = factories.make_section(event, rounds=9, state=Section.State.RUNNING)
large.make_players(section, {PLAYERS})
Section.objects.filter(pk=section.pk).update(lots_drawn_at=factories.AT)
section.refresh_from_db()
large.play(section, {PLAYED})
factories.announce(section)
by = User.objects.create(username="chief")
for role in (Role.CHIEF_ORGANISER, Role.CHIEF_REFEREE):
    Membership.objects.create(event=event, user=by, role=role)
pair_round(round_=Round.objects.get(section=section, number={PLAYED + 1}), by=by)
print(make_token(by=by, name="phones", scopes=list(SCOPES), days=7).secret)
"""
LEFT = "SELECT count(*) FROM portal_job WHERE state IN ('new', 'running') AND due_at < now() + '1 min'"
PUBLISHED = "SELECT extract(epoch FROM finished_at)::float FROM portal_job WHERE kind = 'publish'"


@pytest.fixture
def server() -> Iterator[Server]:
    if packages := nginx_site.missing():
        pytest.skip(programs.missing(" ".join(packages)))
    with ExitStack() as stack:
        try:
            server = Server(stack.enter_context(services.folder_of_service()))
        except Missing as missing:
            pytest.skip(str(missing))
        stack.callback(server.stop)
        server.start()
        yield server


@pytest.fixture
def site(server: Server, tmp_path: Path) -> Iterator[Machine]:
    site = Machine(tmp_path / "data", server.url)
    yield site
    site.end()


@pytest.fixture
def nginx(site: Machine, tmp_path: Path) -> Iterator[Nginx]:
    with nginx_site.running(nginx_site.make(tmp_path, portals=[site.port], pages=site.pages)) as nginx:
        yield nginx


def processor(nginx: Nginx) -> float:
    """Seconds that its processes have used."""
    master = int((nginx.errors.parent / "nginx.pid").read_text())
    ticks = 0
    for pid in [master, *children(master)]:
        answer = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(answer[11]) + int(answer[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(nginx: Nginx) -> float:
    """Kilobytes that its processes keep."""
    master = int((nginx.errors.parent / "nginx.pid").read_text())
    sizes = [Path(f"/proc/{pid}/statm").read_text().split()[1] for pid in children(master)]
    return sum(map(int, sizes)) * resource.getpagesize() / 1000


def crowd(port: int) -> dict[str, object]:
    """Everybody shows the part of the section with the own name, and opens a part of the list by name."""
    parts, number = -(-PLAYERS // 200), PLAYED + 1
    phones = []
    for phone in range(PHONES):
        part = f"part/{phone % parts + 1}/" if phone % parts else ""
        news = f"/en/{SECTION}/round/{number}/by-name/{part}"
        phones.append({"own": f"/en/{SECTION}/{part}", "place": part, "news": news})
    about = {"port": port, "host": HOST, "follow": f"/now/{SECTION}.json", "prefix": f"/en/{SECTION}/"}
    return {**about, "phones": phones, "ramp": RAMP}


def test_two_thousand_phones_at_a_publication_for_two_thousand_players(
    site: Machine, server: Server, nginx: Nginx, record_property: Callable[[str, object], None]
) -> None:
    site.manage("prepare")
    token = site.run(MAKE).split()[-1]
    site.start("web", "worker", "slow", "pages")
    with psycopg.connect(server.url, autocommit=True) as arguments:

        def figure(query: str) -> float:
            [[value]] = arguments.execute(query).fetchall()
            return float(value)

        wait_until(lambda: figure(LEFT) == 0, "everything is rendered", patience=1200)
    now = site.pages / "now" / f"{SECTION}.json"
    wait_until(lambda: now.exists() and json.loads(now.read_text())["every"] == 3, "a publication is near")
    caller, round_ = site.caller(), f"events/worlds/sections/men/rounds/{PLAYED + 1}"
    draft = caller.call(f"{round_}/desk", token)["draft"]

    before, empty = processor(nginx), memory(nginx)
    phones = Phones(crowd(nginx.https))
    try:
        wait_until(lambda: phones.seen().connections >= PHONES, "every phone has come")
        until("every phone has asked", lambda: phones.seen().pages >= PHONES)
        came, connected = processor(nginx), phones.seen()
        time.sleep(QUIET)
        asking, quiet, held = processor(nginx), phones.seen(), memory(nginx)
        phones.seen("drop")
        pressed = time.time()
        caller.call(f"{round_}/publish", token, {"seen": draft["digest"]})
        until("every phone has the round", lambda: len(phones.seen().arrived) >= PHONES)
        after, done = processor(nginx), phones.seen()
    finally:
        phones.stop()
    with psycopg.connect(server.url, autocommit=True) as arguments:
        [[published]] = arguments.execute(PUBLISHED).fetchall()
    question = (asking - came) / (quiet.questions - connected.questions)
    handshakes = (came - before - question * connected.questions) / connected.connections
    record_property("phones, players", f"{PHONES}, {PLAYERS}")
    record_property("errors", len(done.errors))
    record_property("from the press to the publication, s", round(published - pressed, 1))
    arrived = sorted(done.arrived)
    for name, share in (("half of them", 0.5), ("99 of 100", 0.99), ("the last", 1)):
        late = arrived[max(0, int(PHONES * share) - 1)] - published
        record_property(f"from the publication until {name} had it, s", round(late, 1))
    record_property("nginx, µs: a question over TLS", round(question * 1e6, 1))
    record_property("a connection, its handshake and its page", round(handshakes * 1e6))
    record_property("of a publication, each phone", round((after - asking) / PHONES * 1e6))
    record_property("kB of memory for a connection", round((held - empty) / PHONES, 1))
    by_key = {name: megabytes(process.pid) for name, process in site.running.items()}
    record_property("MB of memory", by_key)
    record_property("connections", done.connections)
    record_property("questions", done.questions)
    record_property("MB received", round(done.received / 1e6))
    assert done.errors == []
    assert arrived[-1] - published <= LAST
