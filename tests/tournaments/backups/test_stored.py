"""Backups in object storage, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command

from portal.accounts.models import User
from portal.ops.object_stores import storage_at
from tests import factories
from tests.object_store import ObjectStore, object_store
from tournaments.models import Event

pytestmark = pytest.mark.slow
FILE = "store:test-2015/round-1.qiyuan.zip"


@pytest.fixture
def event(db: None) -> Event:
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 4)
    factories.play(section, 1)
    User.objects.create(username="admin", is_superuser=True)
    return section.event


@pytest.fixture
def store(settings) -> Iterator[ObjectStore]:
    with object_store() as server:
        backups = storage_at("BACKUP_STORE", server.address(), of="backups")
        settings.STORAGES = {**settings.STORAGES, "backups": backups}
        yield server


def test_a_backup_goes_there_and_comes_back(event: Event, store: ObjectStore) -> None:
    call_command("backup", event.slug, FILE)
    assert store.names() == {"test-2015/round-1.qiyuan.zip"}
    before = store.get("test-2015/round-1.qiyuan.zip")[1]
    with pytest.raises(CommandError, match="no backup is written over"):
        call_command("backup", event.slug, FILE)
    assert store.get("test-2015/round-1.qiyuan.zip")[1] == before
    call_command("restore", FILE, by="admin", slug="again")
    assert Event.objects.get(slug="again").sections.get().entries.count() == 4
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("restore", "store:nothing", by="admin")
    store.stop()
    with pytest.raises(CommandError, match="does not answer"):
        call_command("backup", event.slug, "store:other")


def test_a_store_that_is_away_loses_and_doubles_nothing(
    event: Event, store: ObjectStore, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Silent, then gone: what stands there stays, what failed is sent again under its name, nothing is
    half restored."""
    from portal.ops import object_storage

    monkeypatch.setattr(object_storage, "TIMEOUT", 0.6)
    call_command("backup", event.slug, FILE)
    before = store.get("test-2015/round-1.qiyuan.zip")[1]
    # As a process has it that starts now.
    settings.STORAGES = {**settings.STORAGES}
    with store.frozen():
        for name, ask in (("backup", (event.slug, "store:later")), ("restore", (FILE,))):
            with pytest.raises(CommandError, match="does not answer"):
                call_command(name, *ask, **({"by": "admin", "slug": "again"} if name == "restore" else {}))
    assert not Event.objects.filter(slug="again").exists()
    call_command("backup", event.slug, "store:after")
    assert {"test-2015/round-1.qiyuan.zip", "after"} <= store.names()
    assert store.get("test-2015/round-1.qiyuan.zip")[1] == before
    call_command("restore", FILE, by="admin", slug="again")
    assert Event.objects.get(slug="again").sections.get().entries.count() == 4
    store.stop()
    with pytest.raises(CommandError, match="does not answer"):
        call_command("restore", FILE, by="admin", slug="third")
    assert not Event.objects.filter(slug="third").exists()


def test_where_there_is_none_it_says_so(event: Event) -> None:
    with pytest.raises(CommandError, match="BACKUP_STORE is not set"):
        call_command("backup", event.slug, FILE)
    with pytest.raises(CommandError, match="BACKUP_STORE is not set"):
        call_command("restore", FILE, by="admin")
