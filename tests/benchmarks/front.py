"""A published page from the front, against nginx serving the same compressed bytes, and rendered afresh.

All on this machine, with two server processes each, interleaved, and the load generator on the same cores:
the ratios count (medians of each round's), not the figures. To reach: 0.5 of nginx, 200 times afresh.
"""

import gzip
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from portal.supervisor import die_with_parent
from tests import machine
from tests.benchmarks import shortest
from tests.services import free_port, wait_until

SECONDS = shortest(2, 1)
ROUNDS = shortest(9, 1)
PATH = "e/bench/men/standings/5/"

NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 2; {user}
events {{ worker_connections 1024; }}
http {{
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100;
  types {{ text/html html; }} default_type text/html;
  client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{ listen 127.0.0.1:{port}; root {folder}/www; gzip_static on; }}
}}
"""


def missing() -> list[str]:
    """The packages that are not there."""
    programs = {"wrk": "wrk", "nginx": "nginx-light"}
    return [package for program, package in programs.items() if machine.program(program) is None]


@contextmanager
def running(command: list[str], env: dict[str, str] | None = None) -> Iterator[None]:
    process = subprocess.Popen(
        command,
        env=env,
        stdout=sys.stderr,
        start_new_session=True,
        preexec_fn=die_with_parent(),  # noqa: PLW1509  no threads here
    )
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def make_site(folder: Path, port: int) -> bytes:
    """The database with the page in it; returns the page's compressed bytes."""
    os.environ["DATA_DIR"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.benchmarks._front.settings"
    os.environ["PUBLIC_URL"] = f"http://127.0.0.1:{port}"
    os.environ.pop("DATABASE_URL", None)
    import django

    django.setup()
    from django.core.management import call_command

    from portal import outbox, published
    from portal.accounts.models import User
    from tests.benchmarks._front.page import players

    call_command("migrate", verbosity=0)
    User.objects.bulk_create(players())
    published.announce(PATH, "standings", {})
    outbox.drain()
    return bytes(published.get(PATH, "en").body)


def answers(address: str) -> Callable[[], bool]:
    def ask() -> bool:
        try:
            with urllib.request.urlopen(address) as response:  # noqa: S310  our own server
                return bool(response.status == 200)
        except (urllib.error.URLError, ConnectionError):
            return False

    return ask


def load(address: str, *headers: str) -> float:
    """Requests per second that wrk gets answered without an error."""
    wanted = [part for header in ("Accept-Encoding: gzip", *headers) for part in ("-H", header)]
    command = ["wrk", "-t2", "-c32", f"-d{SECONDS}s", *wanted, address]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    if "Non-2xx" in said or "Socket errors" in said:
        raise RuntimeError(said)
    found = re.search(r"Requests/sec:\s+([\d.]+)", said)
    if found is None:
        raise RuntimeError(said)
    return float(found[1])


def main() -> None:
    packages = missing()
    if packages:
        print(machine.missing(" ".join(packages)))
        sys.exit(2)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="qiyuan-bench-")))
        folder.chmod(0o755)
        ours, theirs = free_port(), free_port()
        gz = make_site(folder, ours)
        page = folder / "www" / "page.html.gz"
        page.parent.mkdir()
        page.write_bytes(gz)
        page.with_suffix("").write_bytes(gzip.decompress(gz))
        user = "user root;" if os.geteuid() == 0 else ""
        conf = folder / "nginx.conf"
        conf.write_text(NGINX.format(folder=folder, port=theirs, user=user))
        from portal.management.commands.run import web

        stack.enter_context(running(web(host="127.0.0.1", port=ours, workers=2)))
        stack.enter_context(running([machine.program("nginx") or "nginx", "-c", str(conf)]))
        front, afresh = f"http://127.0.0.1:{ours}/en/{PATH}", f"http://127.0.0.1:{ours}/en/afresh/"
        nginx = f"http://127.0.0.1:{theirs}/page.html"
        for address in (front, afresh, nginx):
            wait_until(answers(address), f"{address} answers")
        figures = measure(
            {
                "front": lambda: load(front),
                "front, open page asking": lambda: load(f"{front}?v=1"),
                "nginx": lambda: load(nginx),
                "afresh": lambda: load(afresh),
            }
        )
    show(figures, len(gzip.decompress(gz)), len(gz))


def measure(runs: dict[str, Callable[[], float]]) -> dict[str, list[float]]:
    """Each run in turn, several times; the first time is to warm up."""
    figures: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(ROUNDS + 1):
        for name, run in runs.items():
            # What the run before has left in the queues must not be counted here.
            time.sleep(1)
            figure = run()
            if number:
                figures[name].append(figure)
        print(f"round {number} of {ROUNDS}", file=sys.stderr)
    return figures


def show(figures: dict[str, list[float]], size: int, compressed: int) -> None:
    medians = {name: statistics.median(values) for name, values in figures.items()}
    print(
        f"{size} bytes of HTML, {compressed} compressed; requests/s, median of {ROUNDS} (lowest – highest):"
    )
    for name, values in figures.items():
        print(f"  {name:<24} {medians[name]:>10,.0f}  ({min(values):,.0f} – {max(values):,.0f})")
    for base, goal in (("nginx", 0.5), ("afresh", 200)):
        # Round by round: what else the machine does slows both of a round alike.
        ratio = statistics.median(
            ours / its for ours, its in zip(figures["front"], figures[base], strict=True)
        )
        print(
            f"  front / {base:<16} {ratio:>10.2f}  goal {goal:g}: {'reached' if ratio >= goal else 'MISSED'}"
        )
