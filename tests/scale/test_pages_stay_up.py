"""nginx shows published pages from their folder, with the headers that the portal gives them, and goes on
when database, portal and the process that keeps the folder are dead. On PostgreSQL, web server, nginx and
processes of this proof's own."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import pytest

from portal.management.commands.run import web
from portal.ops.supervisor import die_with_parent
from portal.published.pg_listen import CHANNEL
from tests import machine, services
from tests import nginx as nginx_site
from tests.nginx import HOST, Nginx
from tests.services import PATIENCE, Postgres, free_port, wait_until

pytestmark = pytest.mark.postgres
SECTION = "e/test-2015/men/"
ROUND, STANDINGS, NOW = f"/en/{SECTION}round/2/", f"/en/{SECTION}standings/1/", f"/now/{SECTION[:-1]}.json"
CARD = f"/en/{SECTION}player/1/"
PREPARE = """
import django; django.setup()
from django.core.management import call_command
from portal import outbox
from tests import factories
call_command("migrate", verbosity=0)
factories.make_federations()
section = factories.make_section(
    factories.make_event(), state="running", lots_drawn_at="2015-09-20T08:00:00Z"
)
factories.make_entries(section, 6)
factories.play(section, 1)
factories.publish(factories.pair(section, 2))
factories.announce(section)
outbox.drain()
"""
GIVE_OUT = """
import django; django.setup()
from hashlib import sha256
from io import BytesIO
from PIL import Image
from portal import outbox, published
from portal.accounts.models import User
from portal.published.models import Picture
from tournaments.acts.notices.documents import add_document
from tournaments.acts.events import set_logo
from tournaments.acts.papers import wanted_of
from tournaments.models import Document, Membership, Paper, Role, Section
from tournaments.pages.attached import source_of
from tournaments.queries.notices.documents import document_path
from tournaments.queries.notices.logos import logo_of, logo_path
section = Section.objects.get()
event, chief = section.event, User.objects.create(username="chief")
Membership.objects.create(event=event, user=chief, role=Role.CHIEF_ORGANISER)
picture = BytesIO()
Image.new("RGB", (40, 20), "red").save(picture, "PNG")
set_logo(event=event, raw=picture.getvalue(), by=chief)
add_document(event=event, kind="regulations", raw=b"Regulations", by=chief)
outbox.drain()
wanted = wanted_of(section, "pairings", 2, language="en", size="a4")
body = b"%PDF-1.7 pairings"
digest = sha256(body).hexdigest()
Paper.objects.create(
    section=section, kind="pairings", number=2, version=1, language="en", digest=f"sha256:{digest}",
    source=source_of(wanted), body=body, pages=1,
)
drawn = Picture.objects.select_related("page").filter(language="en").exclude(page__path="").first()
paper = "/en/e/test-2015/men/paper/pairings/2/a4"
print("/en/" + document_path(event.slug, Document.objects.get()))
print("/en/download/" + logo_path(event, logo_of(event)))
print(f"{paper}.{digest}.pdf")
print("/zh-hans/download/e/test-2015/men/files/men.csv")
if drawn:
    print(f"/en/picture/{drawn.page.path}{drawn.digest}.png")
print(f"{paper}.pdf")
"""
REPORT = """
import django; django.setup()
from portal import outbox
from tests import factories
from tournaments import pages
from tournaments.models import Round
round_ = Round.objects.get(number=2)
factories.report(round_, 1, "1-0")
pages.results_changed(round_)
outbox.drain()
"""
DELAYS = """
import django; django.setup()
import json, sys, time
from pathlib import Path
from django.db import connection, transaction
from portal import published
from tournaments.models import Section
file, cut = Path(sys.argv[1]), sys.argv[2]
delays = []
for number in range(20):
    Section.objects.update(name=f"Men {time.time_ns()}")
    fresh = published.render_many(["e/test-2015/men/round/2/"], further=False)
    before = file.stat().st_ctime
    with connection.cursor() as cursor:
        if cut:
            cursor.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = %s", [cut])
    with transaction.atomic():
        published.store(fresh)
    public = time.time()
    while file.stat().st_ctime == before:
        time.sleep(0.002)
    delays.append(file.stat().st_ctime - public)
    time.sleep(0.3)
print(json.dumps(delays))
"""
TAKE_BACK = """
import django; django.setup()
from portal import published
published.unpublish("e/test-2015/men/standings/1/")
"""


class Portal:
    """The processes of a site behind nginx: the web server, and the one that keeps the folder."""

    def __init__(self, folder: Path, database: Postgres) -> None:
        self.port, self.pages = free_port(), folder / "pages"
        self.environment = {
            **os.environ,
            "DATA_DIR": str(folder / "data"),
            "DATABASE_URL": database.url,
            "PUBLIC_URL": f"https://{HOST}",
            "DJANGO_SETTINGS_MODULE": "tests.scale.settings",
        }
        self.processes: list[subprocess.Popen[bytes]] = []

    def run(self, code: str, *arguments: str) -> str:
        command = [sys.executable, "-c", code, *arguments]
        done = subprocess.run(
            command, env=self.environment, check=True, timeout=PATIENCE, stdout=subprocess.PIPE, text=True
        )
        return done.stdout

    def fill(self) -> None:
        """As when the process that keeps the folder starts."""
        keeping = [sys.executable, "-m", "django", "pages", str(self.pages), "--once"]
        subprocess.run(keeping, env=self.environment, check=True, timeout=PATIENCE)

    def start(self) -> None:
        keeping = [sys.executable, "-m", "django", "pages", str(self.pages)]
        for command in (web(host="127.0.0.1", port=self.port, workers=1), keeping):
            self.processes.append(
                subprocess.Popen(
                    command,
                    env=self.environment,
                    start_new_session=True,
                    preexec_fn=die_with_parent(),  # noqa: PLW1509  it takes no lock
                )
            )

    def kill(self) -> None:
        """All of it at once, as a machine that loses its power."""
        for process in self.processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(PATIENCE)


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    if packages := nginx_site.missing():
        pytest.skip(machine.missing(" ".join(packages)))
    try:
        with services.postgres() as server:
            yield server
    except services.Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def portal(postgres: Postgres, tmp_path: Path) -> Iterator[Portal]:
    portal = Portal(tmp_path, postgres)
    portal.run(PREPARE)
    portal.start()
    yield portal
    portal.kill()


@pytest.fixture
def reader(portal: Portal, tmp_path: Path) -> Iterator[Nginx]:
    with nginx_site.running(nginx_site.make(tmp_path, portals=[portal.port], pages=portal.pages)) as nginx:
        wait_until(lambda: nginx.get("/health/live")[0] == 200, "the portal answers")
        wait_until((portal.pages / NOW[1:]).exists, "the folder is filled")
        yield nginx


BY_THE_WAY = {"etag", "connection", "content-length", "date", "server"}
"""What says nothing of the page: nginx names a file by time and length."""


@pytest.mark.long
def test_published_pages_stay_up_when_everything_behind_nginx_is_dead(
    portal: Portal, reader: Nginx, postgres: Postgres
) -> None:
    # The portal is asked with ?v=0, so both answers come through the same nginx.
    for path in (ROUND, STANDINGS, f"/zh-hans/{SECTION}", "/en/", NOW):
        for encoding in ("gzip", "identity"):
            stored = reader.get(f"{path}?fbclid=IwAR0", Accept_Encoding=encoding)
            response = reader.get(f"{path}?v=0", Accept_Encoding=encoding)
            assert stored[0] == response[0] == 200, path
            assert unpacked(stored) == unpacked(response), path
            assert headers_of(stored) == headers_of(response), path
            again = reader.get(path, Accept_Encoding=encoding, If_None_Match=stored[1]["etag"])
            assert (again[0], again[2]) == (304, b"")
            assert headers_of(reader.get(path, "HEAD", Accept_Encoding=encoding)) == headers_of(stored)

    files = portal.run(GIVE_OUT).split()
    for path in files:
        reader.get(path)
    portal.fill()
    by_key = {path: unpacked(reader.get(path)) for path in files}
    for path in files[:-1]:
        stored, response = reader.get(path), reader.get(f"{path}?v=0")
        assert stored[0] == response[0] == 200, path
        assert unpacked(response) == by_key[path], path
        assert headers_of(stored) == headers_of(response), path
    assert reader.get(files[-1])[0] == 200, "the newest is shown where the portal leads to it"
    assert by_key[files[-1]] == by_key[files[2]]

    before = json.loads(unpacked(reader.get(NOW)))
    portal.run(REPORT)
    wait_until(lambda: json.loads(unpacked(reader.get(NOW))) != before, "the result is told")
    version = json.loads(unpacked(reader.get(NOW)))["pages"]["round/2/"]
    assert version > before["pages"]["round/2/"]
    page = unpacked(reader.get(ROUND))
    assert f'data-version="{version}"' in page
    assert reader.get(f"{ROUND}?v={version}")[0] == 204, "programs ask the portal"
    portal.run(TAKE_BACK)
    wait_until(lambda: reader.get(STANDINGS)[0] == 410, "what is taken back is gone")

    assert unpacked(reader.get(files[3])) == by_key[files[3]], "made anew for who asks"
    portal.fill()

    portal.kill()
    postgres.stop()
    try:
        assert unpacked(reader.get(ROUND)) == page
        assert unpacked(reader.get(ROUND, Accept_Encoding="identity")) == page
        assert json.loads(unpacked(reader.get(NOW)))["pages"]["round/2/"] == version
        for path, body in by_key.items():
            # The paper of a round that goes on is made anew.
            assert unpacked(reader.get(path)) == body or path == files[-1], path
        assert reader.get(CARD)[0] == 502, "nobody had asked for it"
        assert reader.get(STANDINGS)[0] == 502
    finally:
        postgres.start()

    # Started again it goes on from what stands there, and looks at all of it.
    portal.run(REPORT.replace("round_, 1,", "round_, 2,"))
    portal.start()
    wait_until(lambda: unpacked(reader.get(ROUND)) != page, "what was missed is brought")
    wait_until(lambda: reader.get(CARD)[0] == 200, "the portal answers again")


@pytest.mark.long
def test_what_is_published_is_a_file_at_once(
    portal: Portal, reader: Nginx, record_property: Callable[[str, object], None]
) -> None:
    """The database wakes who writes it; where its connection is cut, files follow all the same."""
    file = str(portal.pages / ROUND[1:] / "index.html")
    reading = json.loads(portal.run(DELAYS, file, ""))
    record_property("publication to file, seconds", f"{median(reading):.3f}, at most {max(reading):.3f}")
    looked = json.loads(portal.run(DELAYS, file, f"LISTEN {CHANNEL}"))
    record_property("its connection cut before each", f"{median(looked):.3f}, at most {max(looked):.3f}")


def unpacked(answer: nginx_site.Answer) -> str:
    _, headers, body = answer
    packed = headers.get("content-encoding") == "gzip"
    return (gzip.decompress(body) if packed else body).decode(errors="surrogateescape")


def headers_of(answer: nginx_site.Answer) -> dict[str, str]:
    return {name: value for name, value in answer[1].items() if name not in BY_THE_WAY}
