"""A site made from ``requirements.lock`` alone plays a whole round on PostgreSQL, with each broker and each
cache, its workers on a machine of their own."""

from __future__ import annotations

import http.client
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import redis
from amqp.exceptions import NotFound

from portal.ops.supervisor import die_with_parent, port_is_free
from tests import installation, whole_round
from tests.installation import HOST, ROOT, Machine, another, bare_environment, install, packages, run
from tests.object_store import object_store
from tests.services import (
    Missing,
    Postgres,
    RabbitMQ,
    Redis,
    free_port,
    postgres,
    rabbitmq,
    redis_server,
    wait_until,
)

pytestmark = [pytest.mark.matrix, pytest.mark.sqlite, pytest.mark.xdist_group("installation")]


@dataclass(frozen=True)
class Installed:
    web: Path
    workers: Path
    database: Postgres


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    folder = tmp_path_factory.mktemp("installation")
    try:
        with postgres() as database:
            code = install(folder / "web-code")
            yield Installed(code, another(code, folder / "worker-code"), database)
    except Missing as missing:
        pytest.skip(str(missing))


def test_the_environment_holds_what_the_lock_pins_and_no_more(installed: Installed) -> None:
    pinned = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    result = packages(installed.web)
    assert len(result) > 40
    assert result <= pinned


@pytest.mark.long
def test_the_door_demonstrates_and_runs_with_it(installed: Installed, tmp_path: Path) -> None:
    """`./go demo`, `./go run` and `./go manage` in a clean copy that has nothing for development."""
    port = free_port()
    settings = {"DATA_DIR": str(tmp_path), "ENV_FILE": "/dev/null", "PUBLIC_URL": f"http://127.0.0.1:{port}"}
    environment = bare_environment() | settings
    message = run(["./go", "demo", "--no-serve", "--stage", "entries"], installed.web, environment)
    assert "ready after" in message
    site = subprocess.Popen(
        ["./go", "run", "--port", str(port)],
        cwd=installed.web,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=die_with_parent(),  # noqa: PLW1509  it takes no lock
    )
    try:
        caller = whole_round.Caller(
            lambda: http.client.HTTPConnection("127.0.0.1", port, timeout=30), f"127.0.0.1:{port}"
        )
        wait_until(lambda: not port_is_free("127.0.0.1", port), "the site listens", whole_round.PATIENCE)
        whole_round.until("a page", lambda: caller.ask("GET", "/en/")[0] == 200)
    finally:
        site.send_signal(signal.SIGINT)
        site.communicate(timeout=60)
    assert site.returncode == 0
    # Its pages go to object storage with it as well.
    with object_store() as store:
        environment["PUBLISHED_STORE"] = store.address()
        run(["./go", "manage", "pages", "--store", "--once"], installed.web, environment)
        assert "en/index.html" in store.names()


def test_every_verb_is_run_in_ci_or_the_proofs() -> None:
    verbs = set(re.findall(r"^  ([a-z]+) {2,}", (ROOT / "go").read_text(), re.MULTILINE))
    steps = "\n".join(path.read_text() for path in (ROOT / ".ci").iterdir())
    here = Path(__file__).read_text() + Path(installation.__file__).read_text()
    done = set(re.findall(r"\./go ([a-z]+)", steps)) | set(re.findall(r'"\./go", "([a-z]+)"', here))
    assert verbs <= done, verbs - done


@contextmanager
def with_redis() -> Iterator[tuple[dict[str, str], Callable[[], bool]]]:
    """Settings with Redis as broker and cache; and whether both workers listen to it."""
    with redis_server() as broker:
        settings = {
            "BROKER_URL": broker.url,
            "CACHE_URL": broker.url.replace("redis:", "rediscache:").removesuffix("0") + "1",
        }
        yield settings, lambda: listeners(broker) == 2


def listeners(broker: Redis) -> int:
    return sum(client["cmd"] == "brpop" for client in redis.Redis(port=broker.port).client_list())


@contextmanager
def with_rabbitmq() -> Iterator[tuple[dict[str, str], Callable[[], bool]]]:
    """Settings with RabbitMQ as broker, each web process counting by itself; the same question."""
    with rabbitmq() as broker:
        yield {"BROKER_URL": broker.url()}, lambda: consumers(broker) == {"fast": 1, "slow": 1}


def consumers(broker: RabbitMQ) -> dict[str, int]:
    values = {}
    for queue in ("fast", "slow"):
        try:
            with broker.channel() as channel:
                values[queue] = channel.queue_declare(queue, passive=True).consumer_count
        except NotFound:
            values[queue] = 0
    return values


Broker = Callable[[], AbstractContextManager[tuple[dict[str, str], Callable[[], bool]]]]


@pytest.mark.parametrize(
    "broker",
    [
        pytest.param(with_redis, id="redis", marks=pytest.mark.long),
        # Workers that RabbitMQ wakes are started in each run: tests/portal/outbox/test_workers.py.
        pytest.param(with_rabbitmq, id="rabbitmq", marks=pytest.mark.long),
    ],
)
def test_a_whole_round_with_the_workers_on_another_machine(
    installed: Installed, broker: Broker, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    slug = tmp_path.name.replace("_", "-").lower()[-20:]
    with broker() as (settings, listening):
        settings |= {
            "PUBLIC_URL": f"https://{HOST}",
            "SECRET_KEY": "0123456789" * 6 + "of these tests",
            "DATABASE_URL": installed.database.url,
            "ENV_FILE": "/dev/null",
        }
        web = Machine(installed.web, tmp_path / "web", settings, port=free_port())
        workers = Machine(installed.workers, tmp_path / "workers", settings)
        try:
            web.start("qiyuan-web")
            workers.start("qiyuan-worker")
            workers.start("qiyuan-slow-worker")
            whole_round.until("both workers listen to the broker", listening)
            token = found_event(web, slug)
            caller = whole_round.Caller(
                lambda: http.client.HTTPConnection("127.0.0.1", web.port, timeout=30),
                HOST,
                {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"},
            )
            steps = whole_round.play(caller, slug, token)
            assert listening()
        finally:
            codes = web.stop() | workers.stop()
        message = "".join(
            machine.log(unit).read_text() for machine in (web, workers) for unit in units(machine)
        )
    assert set(codes.values()) == {0}, message
    assert "No wake-up could be sent" not in message
    assert "ERROR" not in message
    for name, seconds in steps.items():
        record_property(name, seconds)


PEOPLE = "from portal.accounts.models import User; print(*User.objects.values_list('username', flat=True))"


def units(machine: Machine) -> list[str]:
    return [path.stem for path in machine.data.glob("*.log")]


def found_event(web: Machine, slug: str) -> str:
    """The first account, as the page says, and an event; the token of its chief."""
    if "chief" not in web.manage("shell", "-v", "0", "-c", PEOPLE):
        web.manage(
            *("createsuperuser", "--no-input", "--username", whole_round.ADMIN, "--email", ""),
            DJANGO_SUPERUSER_PASSWORD=whole_round.PASSWORD,
        )
    return web.manage("shell", "-v", "0", "-c", whole_round.SET_UP.replace("SLUG", slug)).split()[-1]
