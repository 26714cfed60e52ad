"""A published page from the front, against nginx serving the same compressed bytes, and rendered afresh;
from the folder of published pages by the lines of ``docs/deploy``; and what a follower costs who asks whether
there is something newer, in processor time of all servers.

All on this machine, with two server processes each, interleaved, and the load generator on the same cores:
the ratios count (medians of each round's), not the figures. To reach: 0.6 of nginx, 200 times afresh, the
folder 0.95 of nginx.
"""

import gzip
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from portal.ops.supervisor import die_with_parent
from tests import machine
from tests.benchmarks import shortest
from tests.nginx import DEPLOY
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
  map "$request_method:$arg_v" $qiyuan_pages {{
    GET: {folder}/pages; HEAD: {folder}/pages; default /nonexistent;
  }}
  upstream qiyuan {{ server 127.0.0.1:{portal}; keepalive 32; }}
  server {{ listen 127.0.0.1:{told}; location / {{
    include {deploy}/nginx-pages.conf;
    add_header Cache-Control "public, max-age=0, s-maxage=1, stale-while-revalidate=2, stale-if-error=3600";
  }} }}
  server {{
    listen 127.0.0.1:{store};
    location ~ ^/(?<spoken>en|zh-hans|zh-hant|vi)/(e/.*/)?$ {{
      include {deploy}/nginx-pages.conf;
      add_header Cache-Control "public, max-age=0, s-maxage=1, stale-while-revalidate=2, stale-if-error=3600";
      types {{ "text/html; charset=utf-8" html; }}
      add_header Content-Language $spoken;
      try_files ${{uri}}index.html @portal;
    }}
    location ~ ^/now/.+\\.json$ {{
      include {deploy}/nginx-pages.conf;
      add_header Cache-Control "public, max-age=0, s-maxage=1, stale-while-revalidate=2, stale-if-error=3600";
      types {{ application/json json; }}
      try_files $uri @portal;
    }}
    location @portal {{
      proxy_pass http://qiyuan; proxy_http_version 1.1;
      proxy_set_header Connection ""; proxy_set_header Host 127.0.0.1:{portal};
    }}
  }}
}}
"""
TOLD = "nginx, our headers"
"""The same file with what the portal says with a page, 700 bytes on security and caches."""
BEFORE, AFTER = "asking the page, proxied", "asking the folder's file"
"""How a follower asks behind nginx: each page for itself, as all did once and programs do; or for the file of
its section."""
PLAY, REST = 3, 30
"""Seconds between two questions of an open page, while a round is played and between rounds."""


def missing() -> list[str]:
    """The packages that are not there."""
    programs = {"wrk": "wrk", "nginx": "nginx-light"}
    return [package for program, package in programs.items() if machine.program(program) is None]


@contextmanager
def running(command: list[str], env: dict[str, str] | None = None) -> Iterator[int]:
    """The server's session, by which its processes are known."""
    process = subprocess.Popen(
        command,
        env=env,
        stdout=sys.stderr,
        start_new_session=True,
        preexec_fn=die_with_parent(),  # noqa: PLW1509  no threads here
    )
    try:
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def make_site(folder: Path, port: int) -> tuple[bytes, int]:
    """The database with the page in it; returns the page's compressed bytes and its version."""
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
    page = published.get(PATH, "en")
    return bytes(page.body), page.version


def answers(address: str) -> Callable[[], bool]:
    def ask() -> bool:
        try:
            with urllib.request.urlopen(address) as response:  # noqa: S310  our own server
                return bool(response.status == 200)
        except (urllib.error.URLError, ConnectionError):
            return False

    return ask


def processor(sessions: list[int]) -> float:
    """Seconds of processor that all processes of these sessions have used."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            answer = stat.read_text().rpartition(")")[2].split()
            if int(answer[3]) in sessions:
                ticks += int(answer[11]) + int(answer[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def load(address: str, *headers: str) -> float:
    """Requests per second that wrk gets answered without an error."""
    wanted = [part for header in ("Accept-Encoding: gzip", *headers) for part in ("-H", header)]
    # What is rendered afresh for 32 at once takes each of them longer than wrk waits by itself.
    command = ["wrk", "-t2", "-c32", f"-d{SECONDS}s", "--timeout", "20s", *wanted, address]
    stdout = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    if "Non-2xx" in stdout or "Socket errors" in stdout:
        raise RuntimeError(stdout)
    match = re.search(r"Requests/sec:\s+([\d.]+)", stdout)
    if match is None:
        raise RuntimeError(stdout)
    return float(match[1])


def main() -> None:
    packages = missing()
    if packages:
        print(machine.missing(" ".join(packages)))
        sys.exit(2)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="qiyuan-bench-")))
        folder.chmod(0o755)
        ours, theirs, store, answer = (free_port() for _ in range(4))
        gz, version = make_site(folder, ours)
        page = folder / "www" / "page.html.gz"
        page.parent.mkdir()
        page.write_bytes(gz)
        page.with_suffix("").write_bytes(gzip.decompress(gz))
        user = "user root;" if os.geteuid() == 0 else ""
        conf = folder / "nginx.conf"
        conf.write_text(
            NGINX.format(
                folder=folder, port=theirs, store=store, told=answer, portal=ours, deploy=DEPLOY, user=user
            )
        )
        from portal.management.commands.run import web
        from portal.published.folder import Folder
        from portal.published.mirror import Mirror
        from portal.published.poll_file import poll_file_address
        from portal.published.renderers import group_of

        Mirror(Folder(folder / "pages")).look()
        for file in page.parent.iterdir():
            shutil.copy(file, folder / "pages")
        servers = [
            stack.enter_context(running(web(host="127.0.0.1", port=ours, workers=2))),
            stack.enter_context(running([machine.program("nginx") or "nginx", "-c", str(conf)])),
        ]
        front, afresh = f"http://127.0.0.1:{ours}/en/{PATH}", f"http://127.0.0.1:{ours}/en/afresh/"
        nginx, site = f"http://127.0.0.1:{theirs}/page.html", f"http://127.0.0.1:{store}"
        group_address = f"{site}{poll_file_address(group_of(PATH))}"
        for address in (front, afresh, nginx, f"{site}/en/{PATH}", group_address):
            wait_until(answers(address), f"{address} answers")
        condition = f"If-None-Match: {etag_of(group_address)}"
        figures, costs = measure(
            {
                "front": lambda: load(front),
                "nginx": lambda: load(nginx),
                TOLD: lambda: load(f"http://127.0.0.1:{answer}/page.html"),
                "folder": lambda: load(f"{site}/en/{PATH}"),
                BEFORE: lambda: load(f"{site}/en/{PATH}?v={version}"),
                AFTER: lambda: load(group_address, condition),
                "afresh": lambda: load(afresh),
            },
            servers,
        )
    show(figures, len(gzip.decompress(gz)), len(gz))
    show_followers(costs)


def etag_of(address: str) -> str:
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})  # noqa: S310  our own server
    with urllib.request.urlopen(request) as response:  # noqa: S310  our own server
        return str(response.headers["ETag"])


Figures = dict[str, list[float]]


def measure(runs: dict[str, Callable[[], float]], servers: list[int]) -> tuple[Figures, Figures]:
    """Each run in turn, several times; the first time is to warm up. Requests a second, and the processor
    time of all servers for one of them, in microseconds."""
    figures: Figures = {name: [] for name in runs}
    costs: Figures = {name: [] for name in runs}
    for number in range(ROUNDS + 1):
        for name, run in runs.items():
            # What the run before has left in the queues must not be counted here.
            time.sleep(1)
            used, began = processor(servers), time.monotonic()
            figure = run()
            answered = figure * (time.monotonic() - began)
            if number:
                figures[name].append(figure)
                costs[name].append((processor(servers) - used) / answered * 1e6)
        print(f"round {number} of {ROUNDS}", file=sys.stderr)
    return figures, costs


def show(figures: Figures, size: int, compressed: int) -> None:
    medians = {name: statistics.median(values) for name, values in figures.items()}
    print(
        f"{size} bytes of HTML, {compressed} compressed; requests/s, median of {ROUNDS} (lowest – highest):"
    )
    for name, values in figures.items():
        print(f"  {name:<24} {medians[name]:>10,.0f}  ({min(values):,.0f} – {max(values):,.0f})")
    goals = (
        ("front", "nginx", 0.6),
        ("front", "afresh", 200),
        ("folder", "nginx", 0.95),
        ("folder", TOLD, 0.95),
    )
    for ours, base, goal in goals:
        ratio = by_rounds(figures[ours], figures[base])
        name = f"{ours} / {base}"
        print(f"  {name:<24} {ratio:>10.2f}  goal {goal:g}: {'reached' if ratio >= goal else 'MISSED'}")


def by_rounds(ours: list[float], its: list[float]) -> float:
    """The middle of the ratios of each round: what else the machine does slows both of a round alike."""
    return statistics.median(our / other for our, other in zip(ours, its, strict=True))


def show_followers(costs: Figures) -> None:
    print("Processor time of all servers, microseconds:")
    for name in ("nginx", TOLD, "folder", BEFORE, AFTER):
        print(f"  {name:<24} {statistics.median(costs[name]):>10.1f}")
    # Of the machine's other work these know nothing: a rate is only worth something where there is none.
    for base in ("nginx", TOLD):
        ratio = by_rounds(costs[base], costs["folder"])
        print(f"  {base} / folder".ljust(26) + f" {ratio:>10.2f}  goal 0.95")
    ratio = by_rounds(costs[BEFORE], costs[AFTER])
    print(f"  before / after           {ratio:>10.1f} a question, {ratio * REST / PLAY:.0f} between rounds")
