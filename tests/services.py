"""PostgreSQL, Redis and RabbitMQ of a test run's own: in a temporary folder, on free ports of 127.0.0.1.

``python -m tests.services -- COMMAND…`` runs COMMAND with DATABASE_URL and BROKER_URL set, to PostgreSQL and
Redis, stops both and returns COMMAND's exit code. PostgreSQL refuses root, so root becomes ``postgres`` or
``nobody`` for it.
"""

from __future__ import annotations

import os
import pwd
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import amqp
import psycopg
import redis
from django.db import connection

from portal.ops.supervisor import die_with_parent
from tests import machine

PATIENCE = 120.0
"""Seconds; on a machine with much else to do a process takes long to start."""


class Missing(RuntimeError):  # noqa: N818  it is the answer to "is it there?"
    """A program is not installed; says how to install it."""


def database_url() -> str:
    """Where another process finds this test's database."""
    parts = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{parts['NAME']}"
    return f"postgres://{parts['USER']}:{parts['PASSWORD']}@{parts['HOST']}:{parts['PORT']}/{parts['NAME']}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(done: Callable[[], bool], change: str, patience: float = PATIENCE) -> None:
    """Ask until ``done``; RuntimeError naming ``change`` when it takes longer than ``patience`` seconds."""
    deadline = time.monotonic() + patience
    while not done():
        if time.monotonic() > deadline:
            raise RuntimeError(f"Not within {patience:g} s: {change}")
        time.sleep(0.02)


class Service:
    """A server process that can be stopped, frozen and started again on the same port."""

    END = signal.SIGINT
    """What ends it in order."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def environment(self) -> dict[str, str]:
        return dict(os.environ)

    def user(self) -> dict[str, object]:
        """As whom it runs, in the arguments of Popen."""
        return as_user()

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        self.process = self.spawn(self.command())
        wait_until(self._is_up, f"{self.command()[0]} answers")

    def spawn(self, command: list[str]) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env=self.environment(),
                start_new_session=True,
                preexec_fn=die_with_parent(self.END),  # noqa: PLW1509  it takes no lock
                **self.user(),
            )

    def _is_up(self) -> bool:
        assert self.process is not None
        if self.process.poll() is not None:
            raise RuntimeError(f"{self.command()[0]} ended:\n{(self.folder / 'log').read_text()}")
        return self.answers()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(self.END)
            self.process.wait(PATIENCE)

    def die(self) -> None:
        """All of its processes at once, as with their machine."""
        assert self.process is not None
        tell([self.process.pid, *descendants(self.process.pid)], signal.SIGKILL)
        self.process.wait(PATIENCE)

    def restart(self) -> None:
        self.stop()
        self.start()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """While this lasts, the server keeps its connections and answers nothing."""
        assert self.process is not None
        pids = [self.process.pid, *children(self.process.pid)]
        tell(pids, signal.SIGSTOP)
        try:
            yield
        finally:
            tell(pids, signal.SIGCONT)


class Postgres(Service):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.binaries = postgres_binaries()
        run = [str(self.binaries / "initdb"), "-D", str(folder / "data"), "-U", "qiyuan", "-A", "trust"]
        subprocess.run(
            [*run, "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            **as_user(),
        )

    def command(self) -> list[str]:
        options = ["listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}"]
        # What it holds ends with it, and it has the machine not for itself.
        options += ["fsync=off", "full_page_writes=off", "synchronous_commit=off", "autovacuum=off"]
        options += ["wal_level=minimal", "max_wal_senders=0", "max_wal_size=4GB", "checkpoint_timeout=1h"]
        data = ["-D", str(self.folder / "data"), "-p", str(self.port)]
        return [
            str(self.binaries / "postgres"),
            *data,
            *(part for option in options for part in ("-c", option)),
        ]

    @property
    def url(self) -> str:
        return f"postgres://qiyuan@127.0.0.1:{self.port}/qiyuan"

    def answers(self) -> bool:
        try:
            with psycopg.connect(self.url.removesuffix("qiyuan") + "postgres", autocommit=True) as connection:
                if not connection.execute("SELECT 1 FROM pg_database WHERE datname = 'qiyuan'").fetchone():
                    connection.execute("CREATE DATABASE qiyuan")
        except psycopg.OperationalError:
            return False
        return True


class Redis(Service):
    def command(self) -> list[str]:
        program = machine.program("redis-server")
        if program is None:
            raise Missing(machine.missing("redis-server"))
        return [program, "--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def answers(self) -> bool:
        try:
            return bool(redis.Redis(port=self.port).ping())
        except redis.exceptions.ConnectionError:
            return False


class RabbitMQ(Service):
    """With one account, `USER` with `PASSWORD`; its own node, and its own epmd beside it."""

    PROGRAM = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
    END = signal.SIGTERM
    USER, PASSWORD = "qiyuan", "of-the-tests"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        if not self.PROGRAM.exists():
            raise Missing(machine.missing("rabbitmq-server"))
        self.node_port, self.names_port = free_port(), free_port()
        self.names: subprocess.Popen[bytes] | None = None
        (folder / "rabbitmq.conf").write_text(
            f"listeners.tcp.1 = 127.0.0.1:{self.port}\ndefault_user = {self.USER}\n"
            f"default_pass = {self.PASSWORD}\nlog.console = true\nlog.file = false\n"
        )

    def command(self) -> list[str]:
        return [str(self.PROGRAM)]

    def environment(self) -> dict[str, str]:
        by_key = {name: value for name, value in super().environment().items() if "RABBITMQ" not in name}
        return by_key | {
            "HOME": str(self.folder),
            "RUNNING_UNDER_SYSTEMD": "true",  # no shell between us and the server
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "ERL_EPMD_PORT": str(self.names_port),
            "RABBITMQ_NODENAME": f"qiyuan-{self.port}@localhost",
            "RABBITMQ_DIST_PORT": str(self.node_port),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1}",
            "RABBITMQ_CONF_ENV_FILE": os.devnull,
            "RABBITMQ_CONFIG_FILE": str(self.folder / "rabbitmq"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.folder / "plugins"),
            "RABBITMQ_MNESIA_BASE": str(self.folder / "data"),
            "RABBITMQ_LOG_BASE": str(self.folder),
            "RABBITMQ_PID_FILE": str(self.folder / "pid"),
        }

    def start(self) -> None:
        # A node that finds none starts an epmd which nobody would end.
        self.names = self.spawn(["epmd", "-port", str(self.names_port), "-address", "127.0.0.1"])
        super().start()

    def stop(self) -> None:
        super().stop()
        self._end_names()

    def die(self) -> None:
        super().die()
        self._end_names()

    def _end_names(self) -> None:
        if self.names is not None:
            self.names.terminate()
            self.names.wait(PATIENCE)

    def url(self, password: str = PASSWORD) -> str:
        return f"amqp://{self.USER}:{password}@127.0.0.1:{self.port}//"

    @contextmanager
    def channel(self) -> Iterator[amqp.Channel]:
        with amqp.Connection(
            f"127.0.0.1:{self.port}", self.USER, self.PASSWORD, connect_timeout=5
        ) as arguments:
            yield arguments.channel()

    def answers(self) -> bool:
        try:
            with self.channel():
                return True
        except OSError:
            return False


def tell(pids: list[int], number: signal.Signals) -> None:
    """Send a signal to processes, some of which may have ended meanwhile."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def children(pid: int) -> list[int]:
    """The processes that ``pid`` has started, whichever of its threads did."""
    collected: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        collected += [int(child) for child in (task / "children").read_text().split()]
    return collected


def descendants(pid: int) -> list[int]:
    mine = children(pid)
    return mine + [deeper for child in mine for deeper in descendants(child)]


def megabytes(pid: int) -> int:
    """Of memory that the largest process of ``pid`` and all that it has started keeps."""
    sizes = [Path(f"/proc/{size}/statm").read_text().split()[1] for size in [pid, *descendants(pid)]]
    return max(map(int, sizes)) * resource.getpagesize() // 1_000_000


def postgres_binaries() -> Path:
    """The folder with initdb and postgres, the newest version. Raises `Missing`."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    on_path = shutil.which("initdb")
    folders += [Path(on_path).resolve().parent] if on_path else []
    for folder in reversed(folders):
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise Missing(machine.missing("postgresql"))


def as_user() -> dict[str, object]:
    """Popen's arguments that make root an ordinary user."""
    user = _ordinary_user()
    if user is None:
        return {}
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _ordinary_user() -> pwd.struct_passwd | None:
    if os.geteuid() != 0:
        return None
    by_key = {entry.pw_name: entry for entry in pwd.getpwall()}
    return by_key.get("postgres") or by_key["nobody"]


@contextmanager
def folder_of_service() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="qiyuan-service-"))
    user = _ordinary_user()
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _running(kind: type[Service]) -> Iterator[Service]:
    with folder_of_service() as folder:
        service = kind(folder)
        try:
            service.start()
            yield service
        finally:
            service.stop()


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL with an empty database ``qiyuan``. Raises `Missing`."""
    with _running(Postgres) as service:
        assert isinstance(service, Postgres)
        yield service


@contextmanager
def redis_server() -> Iterator[Redis]:
    """An empty Redis. Raises `Missing`."""
    with _running(Redis) as service:
        assert isinstance(service, Redis)
        yield service


@contextmanager
def rabbitmq() -> Iterator[RabbitMQ]:
    """An empty RabbitMQ. Raises `Missing`."""
    with _running(RabbitMQ) as service:
        assert isinstance(service, RabbitMQ)
        yield service


def main(arguments: list[str]) -> int:
    command = arguments[1:] if arguments[:1] == ["--"] else arguments
    if not command:
        print("usage: python -m tests.services -- COMMAND…", file=sys.stderr)
        return 2
    try:
        with ExitStack() as stack:
            database = stack.enter_context(postgres())
            broker = stack.enter_context(redis_server())
            environment = {**os.environ, "DATABASE_URL": database.url, "BROKER_URL": broker.url}
            return subprocess.run(command, env=environment, check=False).returncode
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
