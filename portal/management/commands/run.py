"""Run the whole product on this machine: the web server, a worker for fast and one for slow work."""

import os
import resource
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from portal.ops.supervisor import Supervisor, port_is_free, port_number

# Connections that a process of the web server keeps. Whoever has a page open keeps one, and asks by it every
# few seconds: in a hall without a proxy each phone. What comes beyond them granian leaves unanswered until
# another ends; of itself it keeps 1,024.
MOST_CONNECTIONS = 8_192
# Each is an open file, and a quarter is left for others.
OPEN_FILES = MOST_CONNECTIONS * 4 // 3


class Command(BaseCommand):
    help = "Start the web server and both workers in one terminal, until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
        parser.add_argument("--port", type=port_number, default=8000, help="port to listen on (%(default)s)")
        parser.add_argument("--prepare", action="store_true", help="first what `prepare` does")
        parser.add_argument("--workers", type=int, default=1, help="web server processes (%(default)s)")

    def handle(self, *, host: str, port: int, workers: int, prepare: bool, **options: Any) -> None:
        if not port_is_free(host, port):
            self.stderr.write(f"Port {port} on {host} is in use. Stop that program or choose another --port.")
            sys.exit(2)
        if host not in {"0.0.0.0", "::"}:  # noqa: S104  compared, not listened on
            address = f"[{host}]" if ":" in host else host
            os.environ.setdefault("PUBLIC_URL", f"http://{address}:{port}")
        if prepare:
            # A process of its own, as a unit has it: what serves begins with what it has left.
            done = subprocess.run([sys.executable, "-m", "qiyuan_house", "prepare"], check=False)
            if done.returncode:
                sys.exit(done.returncode)
        let_open_files()
        supervisor = Supervisor(commands(host=host, port=port, workers=workers))
        self.stdout.write(
            f"Open {os.environ.get('PUBLIC_URL', settings.PUBLIC_URL)} (Ctrl-C stops everything)"
        )
        self.stdout.flush()
        supervisor.run()


def let_open_files() -> None:
    """Let this process and its children open so many files, or as many as the system allows: shells begin
    with 1,024."""
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    if files != resource.RLIM_INFINITY and files < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def connections() -> int:
    """Count the connections that a process of the web server may keep."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_CONNECTIONS if files == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, files * 3 // 4)


def commands(*, host: str, port: int, workers: int) -> dict[str, list[str]]:
    """Name → command line of every process."""
    return {
        "web": web(host=host, port=port, workers=workers),
        "worker": worker("fast"),
        # Papers and pictures can wait for who waits for a page.
        "slow": ["nice", "-n", "10", *worker("slow")],
    }


def web(*, host: str, port: int, workers: int) -> list[str]:
    """Give the command of granian."""
    serve = [sys.executable, "-m", "granian", "--interface", "wsgi", "--host", host, "--port", str(port)]
    # More threads than may wait for Django (``portal.published.request_pools``).
    threads = ["--workers", str(workers), "--blocking-threads", "576"]
    threads += ["--backpressure", str(connections())]
    # Threads are kept: the first of a crowd would wait until enough of them are made.
    # Errors alone: it warns at every start of so many threads, which are meant.
    options = ["--blocking-threads-idle-timeout", "600", "--http", "1", "--no-ws", "--log-level", "error"]
    # A request that holds up the end is killed.
    ended = ["--workers-kill-timeout", "10"]
    return [*serve, *threads, *options, *ended, "--respawn-failed-workers", "portal.wsgi:application"]


def worker(queue: str) -> list[str]:
    """Give the command of one process without children of its own: what computes is a thread beside
    Celery's."""
    quiet = ["-W", "ignore:You're running the worker with superuser privileges"]
    celery = [sys.executable, *quiet, "-m", "celery", "-q", "-A", "portal", "worker"]
    alone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    return [*celery, "-P", "solo", "-Q", queue, "-n", f"{queue}-{os.getpid()}@%h", *alone]
