"""The folder of published pages: what the rows say stands in it, and nothing else."""

from __future__ import annotations

import gzip
import json
import time
from datetime import timedelta
from pathlib import Path

import brotli
import pytest
from django.db import OperationalError
from django.utils import timezone

from portal import outbox, published
from portal.accounts.models import User
from portal.published import folder as module
from portal.published import pictures as drawing
from portal.published.folder import Folder
from portal.published.memory import Memory, look_for_ever
from portal.published.mirror import Mirror, is_kept
from portal.published.models import Page, Picture
from portal.published.renderers import release
from tests.portal.published.kinds import People, text

pytestmark = pytest.mark.usefixtures("pages_in_memory", "pages")
MEN, PLAYER = "en/e/x/men/index.html", "en/e/x/men/player/1/index.html"
NOW = "now/e/x/men.json"


@pytest.fixture
def folder(tmp_path: Path, pages) -> Mirror:
    """As it is when the process has just started."""
    folder = Mirror(Folder(tmp_path / "pages"))
    folder.look()
    return folder


def files(folder: Mirror) -> set[str]:
    """Names of what stands there but pictures, each with its compressed bytes beside it."""
    root = folder.store.root
    result = {str(file.relative_to(root)) for file in root.rglob("*") if file.is_file()} - pictures(folder)
    plain = {name for name in result if not name.endswith(".gz")}
    assert result == plain | {f"{name}.gz" for name in plain}
    for name in plain:
        assert gzip.decompress((root / f"{name}.gz").read_bytes()) == (root / name).read_bytes()
    return plain


def pictures(folder: Mirror) -> set[str]:
    root = folder.store.root
    return {str(file.relative_to(root)) for file in root.glob("*/picture/**/*") if file.is_file()}


def change(name: str) -> None:
    User.objects.create(username=name)
    published.invalidate(under=["e/x/"])
    outbox.drain()


def test_at_the_start_all_that_is_rendered_stands_there(folder: Mirror) -> None:
    assert files(folder) == {MEN, NOW}, "the card has not been asked for"
    assert (folder.store.root / MEN).read_text() == text(published.get("e/x/men/", "en"))
    reading = json.loads((folder.store.root / NOW).read_text())
    assert reading["pages"] == {"": published.find("e/x/men/").version}


def test_what_its_first_reader_had_made_follows(folder: Mirror) -> None:
    published.get("e/x/men/player/1/", "en")
    published.get("e/x/men/", "vi")
    folder.look()
    assert files(folder) == {MEN, PLAYER, NOW, MEN.replace("en/", "vi/", 1)}


def test_a_change_replaces_the_files_and_forgets_what_is_not_made_yet(folder: Mirror) -> None:
    published.get("e/x/men/player/1/", "en")
    folder.look()
    before = (folder.store.root / NOW).read_text()
    change("wang")
    folder.look()
    assert files(folder) == {MEN, NOW}
    assert "wang" in (folder.store.root / MEN).read_text()
    assert (folder.store.root / NOW).read_text() != before


def test_with_brotli_a_page_stands_there_three_times_and_without_it_twice_again(folder: Mirror) -> None:
    root = folder.store.root
    packed = root / f"{MEN}.br"
    assert not packed.exists()
    Mirror(Folder(root, brotli=True)).look()
    assert brotli.decompress(packed.read_bytes()) == (root / MEN).read_bytes()
    assert len(packed.read_bytes()) < len((root / f"{MEN}.gz").read_bytes())
    with_brotli = Mirror(Folder(root, brotli=True))
    with_brotli.look()
    change("wang")
    with_brotli.look()
    assert b"wang" in brotli.decompress(packed.read_bytes())
    Mirror(Folder(root)).look()
    assert not packed.exists(), "who takes it would get what is old"
    assert files(folder) == {MEN, NOW}
    with_brotli = Mirror(Folder(root, brotli=True))
    with_brotli.look()
    published.unpublish("e/x/")
    with_brotli.look()
    assert not packed.exists()


def test_pages_of_one_length_have_other_times_and_every_machine_the_same(
    folder: Mirror, tmp_path: Path
) -> None:
    """nginx makes its ETag of length and seconds."""
    change("wang")
    folder.look()
    item = (folder.store.root / MEN).stat()
    User.objects.filter(username="wang").update(username="gnaw")
    published.invalidate(under=["e/x/"])
    outbox.drain()
    folder.look()
    other = (folder.store.root / MEN).stat()
    assert (item.st_size, int(item.st_mtime)) != (other.st_size, int(other.st_mtime))
    beside = Mirror(Folder(tmp_path / "another machine"))
    beside.look()
    for name in (MEN, f"{MEN}.gz", NOW):
        assert (beside.store.root / name).stat().st_mtime == (folder.store.root / name).stat().st_mtime


def test_the_picture_of_a_page_stands_there_as_long_as_it_is_that(folder: Mirror) -> None:
    change("wang")
    folder.look()
    (picture,) = Picture.objects.all()
    assert pictures(folder) == {f"en/picture/e/x/men/{picture.digest}.png"}
    assert (folder.store.root / pictures(folder).pop()).read_bytes() == bytes(picture.body)
    published.unpublish("e/x/")
    folder.look()
    assert pictures(folder) == set()


def test_a_picture_that_is_drawn_later_is_noticed(folder: Mirror) -> None:
    Page.objects.update(changed_at="2020-01-01T00:00:00Z")
    folder.look()
    assert not pictures(folder)
    drawing.get(published.find("e/x/men/"), "vi")
    folder.look()
    assert len(pictures(folder)) == 1


@pytest.mark.parametrize("taken", [lambda: published.unpublish("e/x/"), lambda: published.withhold("e/x/")])
def test_what_is_taken_back_is_no_file_any_more(folder: Mirror, taken) -> None:
    taken()
    folder.look()
    assert files(folder) == {NOW}
    assert json.loads((folder.store.root / NOW).read_text())["pages"] == {}


def test_at_the_start_what_does_not_belong_there_goes(folder: Mirror) -> None:
    lost = folder.store.root / "en/e/gone/index.html"
    lost.parent.mkdir()
    lost.write_text("of an event that was deleted")
    (folder.store.root / "en" / ".index.html.4711").write_text("half written by a process that was killed")
    (folder.store.root / MEN).write_text("somebody has written here")
    Mirror(Folder(folder.store.root)).look()
    assert files(folder) == {MEN, NOW}
    assert (folder.store.root / MEN).read_text() == text(published.get("e/x/men/", "en"))


def test_pages_of_another_release_are_left_to_the_portal(folder: Mirror, settings) -> None:
    release.cache_clear()
    settings.RELEASE = "next"
    try:
        Mirror(Folder(folder.store.root)).look()
        assert files(folder) == {NOW}
    finally:
        release.cache_clear()


def test_a_page_with_headers_of_its_own_is_left_to_the_portal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_kept("people", "e/x/men/", "en")
    monkeypatch.setattr(People, "has_card", False)
    assert not is_kept("people", "e/x/men/", "en"), "it is not meant to be found, and says so"


def test_while_nothing_changes_a_look_is_two_queries(folder: Mirror, django_assert_num_queries) -> None:
    Page.objects.update(changed_at="2020-01-01T00:00:00Z")
    published.Rendered.objects.update(rendered_at="2020-01-01T00:00:00Z")
    folder.look()
    with django_assert_num_queries(2):
        folder.look()


@pytest.mark.slow
def test_what_changed_while_the_database_was_away_is_not_missed(
    folder: Mirror, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(self: Mirror, seconds: float) -> set[tuple[int, object]]:
        raise OperationalError("the database is away")

    with monkeypatch.context() as broken:
        broken.setattr(Mirror, "_changed", away)
        with pytest.raises(OperationalError):
            folder.look()
    assert files(folder) == {MEN, NOW}, "what stands there stays"
    change("wang")
    folder.look()
    assert "wang" in (folder.store.root / MEN).read_text()


def test_a_reader_gets_whole_files_only(folder: Mirror, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is killed while it writes leaves what stood there."""
    before = (folder.store.root / MEN).read_bytes()

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    change("wang")
    monkeypatch.setattr(module.os, "utime", killed)
    with pytest.raises(KeyboardInterrupt):
        folder.look()
    assert (folder.store.root / MEN).read_bytes() == before


def take_back_by_a_long_transaction() -> None:
    """Its rows say when it began."""
    Page.objects.update(withdrawn=True, changed_at=timezone.now() - timedelta(minutes=10))


def test_what_a_long_transaction_takes_back_goes(folder: Mirror, monkeypatch: pytest.MonkeyPatch) -> None:
    take_back_by_a_long_transaction()
    folder.look()
    assert MEN in files(folder), "it began before everything that is looked at each time"
    monkeypatch.setattr("portal.published.memory.LOOK_BACK_EVERY", 0.0)
    folder.look()
    assert MEN not in files(folder)


def test_what_a_long_transaction_takes_back_leaves_memory(
    front_with_pages: object, own_memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_back_by_a_long_transaction()
    own_memory.refresh()
    assert own_memory.slots
    monkeypatch.setattr("portal.published.memory.LOOK_BACK_EVERY", 0.0)
    own_memory.refresh()
    assert not own_memory.slots


@pytest.mark.parametrize("hours", [5, -5], ids=["forward", "back"])
def test_what_was_taken_back_just_before_the_clock_was_set_goes(
    folder: Mirror, front_with_pages: object, own_memory: Memory, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """The database's clock is this machine's: its rows are as much earlier then."""
    own_memory.refresh()
    assert MEN in files(folder)
    by = timedelta(hours=hours)
    Page.objects.update(withdrawn=True, changed_at=timezone.now() - by)
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() + by.total_seconds())
    folder.look()
    own_memory.refresh()
    assert MEN not in files(folder)
    assert not own_memory.slots


def test_a_full_disk_stops_nobody(
    folder: Mirror, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What could not be written is written when there is room again."""
    change("wang")
    tries = []

    def full(*_: object) -> None:
        raise OSError("No space left on device")

    def wait(_seconds: float) -> None:
        tries.append(1)
        disk.undo()
        if len(tries) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("portal.published.memory.time.sleep", wait)
    # The test's transaction goes with its connection.
    monkeypatch.setattr("portal.published.memory.close_old_connections", lambda: None)
    disk = pytest.MonkeyPatch()
    disk.setattr(module, "write", full)
    with pytest.raises(KeyboardInterrupt):
        look_for_ever(folder.look)
    assert "wang" in (folder.store.root / MEN).read_text()
    assert "No space left on device" in caplog.text
