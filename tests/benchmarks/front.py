"""A published page from the front, against nginx serving the same compressed bytes, and rendered afresh;
from the folder of published pages by the lines of ``docs/deploy``; and what a follower costs who asks whether
there is something newer, in processor time of all servers.

All on this machine, with two server processes each, interleaved, and the load generator on the same cores:
the ratios count (medians of each round's), not the figures. To reach: 0.65 of nginx, 200 times afresh, the
folder 0.95 of nginx. What else the machine does takes from each of them what it can get, so processor time
stands beside the rates, with that of who asks: on a quiet machine both say the same. Under load the front's
grows, nginx's hardly: its threads hand each request on, and each time somebody else may be next. Beside the
front stands what the web server itself does, with a program of one line.
"""

import gzip
import os
import re
import resource
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
NGINX_WITH_HEADERS = "nginx, our headers"
"""The same file with what the portal says with a page, 700 bytes on security and caches."""
BEFORE, AFTER = "asking the page, proxied", "asking the folder's file"
"""How a follower asks behind nginx: each page for itself, as all did once and programs do; or for the file of
its section."""
ONE_LINE = "one line of the server's"
"""The same bytes and headers from a program that does nothing else."""
PROGRAM = "BODY, HEADERS = {!r}, {!r}\ndef application(environ, start_response):\n"
PROGRAM += "    start_response('200 OK', HEADERS.copy())\n    return BODY\n"
DURING_PLAY, BETWEEN_ROUNDS = 3, 30
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
        ours, theirs, store, answer, ceiling = (free_port() for _ in range(5))
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
        from portal import published
        from portal.management.commands.run import web
        from portal.published.folder import Folder
        from portal.published.memory import Slot, shown_of, site_headers
        from portal.published.mirror import Mirror
        from portal.published.poll_file import poll_file_address
        from portal.published.renderers import group_of

        Mirror(Folder(folder / "pages")).look()
        for file in page.parent.iterdir():
            shutil.copy(file, folder / "pages")
        slot = Slot(PATH, shown_of(published.get(PATH, "en")), site_headers(secure=False))
        (folder / "one_line.py").write_text(PROGRAM.format(slot.body, slot.headers))
        one_line = [*web(host="127.0.0.1", port=ceiling, workers=2)[:-1], "one_line:application"]
        servers = [
            stack.enter_context(running(web(host="127.0.0.1", port=ours, workers=2))),
            stack.enter_context(running(one_line, {**os.environ, "PYTHONPATH": str(folder)})),
            stack.enter_context(running([machine.program("nginx") or "nginx", "-c", str(conf)])),
        ]
        front, afresh = f"http://127.0.0.1:{ours}/en/{PATH}", f"http://127.0.0.1:{ours}/en/afresh/"
        nginx, site = f"http://127.0.0.1:{theirs}/page.html", f"http://127.0.0.1:{store}"
        group_address = f"{site}{poll_file_address(group_of(PATH))}"
        for address in (front, afresh, nginx, f"{site}/en/{PATH}", group_address):
            wait_until(answers(address), f"{address} answers")
        condition = f"If-None-Match: {etag_of(group_address)}"
        figures, costs, all_costs = measure(
            {
                "front": lambda: load(front),
                ONE_LINE: lambda: load(f"http://127.0.0.1:{ceiling}/en/{PATH}"),
                "nginx": lambda: load(nginx),
                NGINX_WITH_HEADERS: lambda: load(f"http://127.0.0.1:{answer}/page.html"),
                "folder": lambda: load(f"{site}/en/{PATH}"),
                BEFORE: lambda: load(f"{site}/en/{PATH}?v={version}"),
                AFTER: lambda: load(group_address, condition),
                "afresh": lambda: load(afresh),
            },
            servers,
        )
    show(figures, len(gzip.decompress(gz)), len(gz))
    show_ceiling(costs, all_costs)
    show_followers(costs)


def etag_of(address: str) -> str:
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})  # noqa: S310  our own server
    with urllib.request.urlopen(request) as response:  # noqa: S310  our own server
        return str(response.headers["ETag"])


Figures = dict[str, list[float]]


def measure(runs: dict[str, Callable[[], float]], servers: list[int]) -> tuple[Figures, Figures, Figures]:
    """Each run in turn, several times; the first time is to warm up. Requests a second, and the processor
    time of all servers for one of them, in microseconds, without and with that of who asks."""
    figures: Figures = {name: [] for name in runs}
    costs: Figures = {name: [] for name in runs}
    all_costs: Figures = {name: [] for name in runs}
    for number in range(ROUNDS + 1):
        for name, run in runs.items():
            # What the run before has left in the queues must not be counted here.
            time.sleep(1)
            used, of_wrk, began = processor(servers), of_children(), time.monotonic()
            figure = run()
            answered = figure * (time.monotonic() - began)
            if number:
                figures[name].append(figure)
                costs[name].append((processor(servers) - used) / answered * 1e6)
                all_costs[name].append(costs[name][-1] + (of_children() - of_wrk) / answered * 1e6)
        print(f"round {number} of {ROUNDS}", file=sys.stderr)
    return figures, costs, all_costs


def of_children() -> float:
    """Seconds of processor that programs have used which have ended: who asks, not who answers."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def show(figures: Figures, size: int, compressed: int) -> None:
    medians = {name: statistics.median(values) for name, values in figures.items()}
    print(
        f"{size} bytes of HTML, {compressed} compressed; requests/s, median of {ROUNDS} (lowest – highest):"
    )
    for name, values in figures.items():
        print(f"  {name:<24} {medians[name]:>10,.0f}  ({min(values):,.0f} – {max(values):,.0f})")
    goals = (
        ("front", "nginx", 0.65),
        ("front", "afresh", 200),
        ("folder", "nginx", 0.95),
        ("folder", NGINX_WITH_HEADERS, 0.95),
    )
    for ours, base, goal in goals:
        ratio = by_rounds(figures[ours], figures[base])
        name = f"{ours} / {base}"
        print(f"  {name:<24} {ratio:>10.2f}  goal {goal:g}: {'reached' if ratio >= goal else 'MISSED'}")


def by_rounds(ours: list[float], its: list[float]) -> float:
    """The middle of the ratios of each round: what else the machine does slows both of a round alike."""
    return statistics.median(our / other for our, other in zip(ours, its, strict=True))


def show_ceiling(costs: Figures, all_costs: Figures) -> None:
    """Where the front's microseconds are: the web server's own, and what it adds."""
    print("A page from the front, processor time, microseconds; against nginx with that of who asks:")
    for name in ("nginx", ONE_LINE, "front"):
        ratio = by_rounds(all_costs["nginx"], all_costs[name])
        print(f"  {name:<24} {statistics.median(costs[name]):>10.1f}  {ratio:.2f}")


def show_followers(costs: Figures) -> None:
    print("Processor time of all servers, microseconds:")
    for name in ("nginx", NGINX_WITH_HEADERS, "folder", BEFORE, AFTER):
        print(f"  {name:<24} {statistics.median(costs[name]):>10.1f}")
    # Of the machine's other work these know nothing: a rate is only worth something where there is none.
    for base in ("nginx", NGINX_WITH_HEADERS):
        ratio = by_rounds(costs[base], costs["folder"])
        print(f"  {base} / folder".ljust(26) + f" {ratio:>10.2f}  goal 0.95")
    ratio = by_rounds(costs[BEFORE], costs[AFTER])
    between_rounds = ratio * BETWEEN_ROUNDS / DURING_PLAY
    print(f"  before / after           {ratio:>10.1f} a question, {between_rounds:.0f} between rounds")
