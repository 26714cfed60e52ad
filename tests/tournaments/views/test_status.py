"""The state of the site, as its administrators see it."""

from __future__ import annotations

import pytest

from portal.ops.object_stores import storage_at
from tests.object_store import ObjectStore, object_store
from tests.services import free_port
from tests.world import World

PAGE = "/en/desk/-/status/"


def use(settings, address: str) -> None:
    store = storage_at("PUBLISHED_STORE", address, of="published pages")
    settings.PUBLISHED_STORE, settings.STORAGES = address, {**settings.STORAGES, "published": store}


@pytest.mark.slow
def test_a_store_that_does_not_answer_is_named(world: World, settings) -> None:
    assert "The store of published pages" not in world.client("admin").get(PAGE).content.decode()
    use(settings, f"s3+http://key:secret@127.0.0.1:{free_port()}/pages")
    page = world.client("admin").get(PAGE).content.decode()
    assert "The store of published pages does not answer" in page
    assert "secret" not in page


@pytest.mark.slow
def test_so_is_one_that_refuses_its_key(world: World, settings) -> None:
    with object_store() as store:
        for address, sentence in status_rows(store).items():
            use(settings, address)
            page = world.client("admin").get(PAGE).content.decode()
            assert ("The store of published pages" in page) == bool(sentence)
            assert sentence in page


def status_rows(store: ObjectStore) -> dict[str, str]:
    return {
        store.address(): "",
        store.address(key="nobody"): "rejects its key",
        store.address(bucket="elsewhere"): "has no such bucket",
    }
