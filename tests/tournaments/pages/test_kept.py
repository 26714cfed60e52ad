"""What is kept outside the portal: everything that stands there is what the portal gives to everybody, and
goes when the portal gives it no more."""

from __future__ import annotations

import gzip
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image

from portal import outbox, published
from portal.accounts.models import User
from portal.published.folder import Folder
from portal.published.mirror import Mirror
from tests import factories
from tests.cached_worlds import remembered
from tournaments.acts.events import set_logo
from tournaments.acts.notices.documents import add_document, remove_document, replace_document
from tournaments.acts.papers import wanted_of
from tournaments.models import Backup, Document, Event, Membership, Paper, Role, Section
from tournaments.pages.attached import source_of
from tournaments.pages.paths import event_path, round_path, section_path, standings_path
from tournaments.queries.papers import Scope, kinds

SECRET = b"%PDF-1.7 not for everybody"
PAPER = b"%PDF-1.7 for everybody"
TEXT = b"Regulations\n"


pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def ahead(settings) -> None:
    settings.PUBLISHED_AHEAD = ["en"]


@pytest.fixture
@remembered
def section(db: None) -> Section:
    """With whatever an event can have: two rounds and a third, paper of every kind, files, logos, backups."""
    chief = User.objects.create(username="chief")
    event = factories.make_event()
    section = factories.make_section(event, state=Section.State.RUNNING, lots_drawn_at=timezone.now())
    factories.make_entries(section, 6, teams=True)
    factories.play(section, 2)
    factories.publish(factories.pair(section, 3))
    factories.announce(section)
    Membership.objects.create(event=event, user=chief, role=Role.CHIEF_ORGANISER)
    furnish(event, chief)
    in_preparation = factories.make_section(event, "women", state=Section.State.DRAFT)
    factories.make_entries(in_preparation, 4)
    print_all(in_preparation, SECRET)
    hidden = factories.make_event("hidden-2015")
    factories.make_section(hidden, state=Section.State.DRAFT)
    Document.objects.create(
        event=hidden, kind="other", title="x", format="pdf", body=SECRET, size=1, digest=digest(b"hidden")
    )
    outbox.drain()
    print_all(section)
    for path in published.Page.objects.filter(eager=False).values_list("path", flat=True):
        Client().get(f"/en/download/{path}" if "/files/" in path or "/logo/" in path else f"/en/{path}")
    for name in ("men.json", "men-trf.trf", "men.csv", "men-standings.xlsx", "men-round-1.csv"):
        Client().get(f"/en/download/e/test-2015/men/files/{name}")
    return section


@pytest.fixture
def chief(section: Section) -> User:
    return User.objects.get(username="chief")


def digest(of: bytes) -> str:
    return f"sha256:{sha256(of).hexdigest()}"


def print_all(section: Section, values: bytes = PAPER) -> None:
    """A paper of every kind there is, for every round and standings."""
    for kind in kinds():
        for number in [0] if kind.scope is Scope.SECTION else range(1, 4):
            wanted = wanted_of(section, kind.key, number, language="en", size="a4")
            body = (values if kind.public else SECRET) + f" {section.pk} {kind.key} {number}".encode()
            Paper.objects.create(
                section=section,
                kind=kind.key,
                number=number,
                part=1 if kind.scope is Scope.TABLE else 0,
                language="en",
                digest=digest(body),
                source=source_of(wanted),
                body=body,
                pages=1,
            )


def furnish(event: Event, chief: User) -> None:
    picture = BytesIO()
    Image.new("RGB", (40, 20), "red").save(picture, "PNG")
    set_logo(event=event, raw=picture.getvalue(), by=chief)
    add_document(event=event, kind="regulations", raw=TEXT, by=chief)
    Backup.objects.create(event=event, body=SECRET, size=len(SECRET), digest=digest(SECRET))


@pytest.fixture
def folder(section: Section, tmp_path: Path) -> Mirror:
    keeper = Mirror(Folder(tmp_path / "pages"))
    keeper.look()
    return keeper


def files(folder: Mirror) -> dict[str, bytes]:
    """By their places, without what is compressed beside them."""
    root = folder.store.root
    by_key = {str(file.relative_to(root)): file for file in root.rglob("*") if file.is_file()}
    return {name: file.read_bytes() for name, file in by_key.items() if not name.endswith(".gz")}


def address(place: str) -> str:
    """At which everybody asks for it."""
    if place.startswith(("download/", "e/")):
        return f"/en/{place}"
    return f"/{place.removesuffix('index.html')}"


def of(folder: Mirror, part: str) -> set[str]:
    return {place for place in files(folder) if part in place}


def test_everything_that_stands_there_everybody_gets_from_the_portal(folder: Mirror) -> None:
    result = files(folder)
    for place, body in result.items():
        answer = Client().get(address(place), follow=True, headers={"accept-encoding": "identity"})
        assert answer.status_code == 200, place
        assert answer.content == body, place
        assert SECRET not in body, place
    kinds_of_things = ("index.html", "now/", "download/", "/-/logo/", "/-/document/", "/paper/", "/picture/")
    for part in kinds_of_things:
        assert any(part in place for place in result), part
    assert not any("hidden-2015" in place or "/women/" in place for place in result)


def test_a_paper_stands_under_its_digest_and_where_readers_ask_for_the_newest(
    folder: Mirror, section: Section
) -> None:
    paper = Paper.objects.get(kind="standings", number=2, section=section)
    stem = f"en/{section_path(section)}paper/standings/2/a4"
    text = f"{stem}.{paper.digest.partition(':')[2]}.pdf"
    assert of(folder, "/paper/standings/2/") == {text, f"{stem}.pdf"}
    section.name = "Gentlemen"
    section.save()
    published.invalidate(standings_path(section, 2))
    outbox.drain()
    folder.look()
    assert of(folder, "/paper/standings/2/") == {text}, "the page shows more than the paper: it is made anew"
    Paper.objects.all().delete()
    published.purge(section_path(section))
    folder.look()
    assert not of(folder, "/paper/"), "who forgets a person deletes paper"


def test_what_is_taken_back_goes_with_its_papers_and_files(folder: Mirror, section: Section) -> None:
    published.withhold(round_path(section, 3))
    folder.look()
    assert not of(folder, "/paper/pairings/3/")
    assert of(folder, "/paper/pairings/2/")
    published.restore(round_path(section, 3))
    folder.look()
    assert of(folder, "/paper/pairings/3/")
    published.withhold(event_path(section.event))
    folder.look()
    assert {place.partition("/")[0] for place in of(folder, "test-2015")} == {"now"}


def test_a_document_goes_at_once_also_while_no_worker_is_there(
    folder: Mirror, section: Section, chief: User
) -> None:
    (before,) = of(folder, "/-/document/")
    document = Document.objects.get(event=section.event)
    replace_document(event=section.event, document=document.pk, raw=b"Other regulations\n", by=chief)
    folder.look()
    (after,) = of(folder, "/-/document/")
    assert after != before
    remove_document(event=section.event, document=document.pk, by=chief)
    folder.look()
    assert not of(folder, "/-/document/")


def test_files_to_keep_stand_there_once_for_all_languages(folder: Mirror, section: Section) -> None:
    place = "download/e/test-2015/men/files/men.csv"
    assert gzip.decompress((folder.store.root / f"{place}.gz").read_bytes()) == files(folder)[place]
    for language in ("vi", "zh-hans"):
        assert Client().get(f"/{language}/{place}").content
