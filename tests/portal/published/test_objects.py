"""Published pages in object storage, over HTTP, with a server that looks at keys."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.core.management import CommandError, call_command

from portal import checks, outbox, published
from portal.accounts.models import User
from portal.ops import object_storage as module
from portal.ops.object_storage import ObjectStorage, check_readable
from portal.ops.object_stores import StoreError, storage_at
from portal.published.answers import FOR_A_MOMENT
from portal.published.attached import FOR_GOOD
from portal.published.mirror import Mirror
from portal.published.models import Picture, Rendered
from portal.published.objects import Objects
from tests.object_store import BUCKET, ObjectStore, object_store
from tests.services import free_port

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("pages_in_memory", "pages")]
MEN, NOW = "en/e/x/men/index.html", "now/e/x/men.json"


@pytest.fixture(scope="module")
def server() -> Iterator[ObjectStore]:
    with object_store() as server:
        yield server


@pytest.fixture
def bucket(server: ObjectStore, settings) -> Iterator[ObjectStore]:
    server.empty()
    use(settings, server.address())
    yield server
    server.empty()


def use(settings, address: str) -> None:
    """As where the environment says it."""
    settings.PUBLISHED_STORE = address
    store = storage_at("PUBLISHED_STORE", address, of="published pages")
    settings.STORAGES = {**settings.STORAGES, "published": store}


@pytest.fixture
def keeper(bucket: ObjectStore, pages: None) -> Mirror:
    keeper = Mirror(Objects())
    keeper.look()
    return keeper


def versions(bucket: ObjectStore, place: str = MEN) -> list[str]:
    return [name for name in bucket.names() if name.startswith(f"versions/{place}/")]


def change(name: str) -> None:
    User.objects.create(username=name)
    published.invalidate(under=["e/x/"])
    outbox.drain()


def test_what_is_published_stands_there_with_what_is_said_of_it(keeper: Mirror, bucket: ObjectStore) -> None:
    row = Rendered.objects.get(page__path="e/x/men/", language="en")
    assert versions(bucket) == [f"versions/{MEN}/{row.etag}"]
    message, body = bucket.get(MEN)
    assert body == bytes(row.body)
    assert message["content-type"] == "text/html; charset=utf-8"
    assert (message["content-language"], message["content-encoding"]) == ("en", "gzip")
    assert message["cache-control"] == FOR_A_MOMENT
    message, body = bucket.get(versions(bucket)[0])
    assert (message["cache-control"], body) == (FOR_GOOD, bytes(row.body))
    assert b'"pages"' in gzip.decompress(bucket.get(NOW)[1])


def test_a_change_replaces_the_page_and_forgets_the_version_before(
    keeper: Mirror, bucket: ObjectStore
) -> None:
    before = versions(bucket)
    change("wang")
    keeper.look()
    assert "wang" in gzip.decompress(bucket.get(MEN)[1]).decode()
    assert len(versions(bucket)) == 1
    assert versions(bucket) != before
    (picture,) = Picture.objects.all()
    place = f"en/picture/e/x/men/{picture.digest}.png"
    message, body = bucket.get(place)
    assert (message["content-type"], message["cache-control"], body) == (
        "image/png",
        FOR_GOOD,
        bytes(picture.body),
    )
    assert not versions(bucket, place), "its address is its version"
    published.unpublish("e/x/")
    keeper.look()
    assert {name for name in bucket.names() if "now/" not in name} == set()


def test_a_process_that_starts_writes_only_what_is_not_there(
    keeper: Mirror, bucket: ObjectStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = bucket.names()
    written: list[str] = []
    write = module.ObjectStorage.write
    monkeypatch.setattr(
        module.ObjectStorage,
        "write",
        lambda self, name, *subject: written.append(name) or write(self, name, *subject),
    )
    Mirror(Objects()).look()
    assert written == []
    lost = Objects()
    lost._storage.write("en/e/gone/index.html", ContentFile(b"of an event that was deleted"), {})
    lost._storage.delete(MEN)
    Mirror(Objects()).look()
    assert bucket.names() == there


def test_what_a_silent_store_did_not_take_is_put_again(
    keeper: Mirror, bucket: ObjectStore, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    change("wang")
    keeper.look()
    monkeypatch.setattr(module, "TIMEOUT", 0.6)
    use(settings, bucket.address())
    impatient = Mirror(Objects())
    impatient.look()
    change("li")
    published.get("e/x/men/player/1/", "en")
    with bucket.frozen(), pytest.raises(StoreError, match="does not answer"):
        impatient.look()
    published.unpublish("e/x/men/player/1/")
    impatient.look()
    assert "li" in gzip.decompress(bucket.get(MEN)[1]).decode()
    assert not versions(bucket, "en/e/x/men/player/1/index.html")
    assert len([name for name in bucket.names() if "/picture/" in name]) == 1


def test_what_could_not_be_deleted_is_deleted_later(keeper: Mirror, bucket: ObjectStore) -> None:
    change("wang")
    keeper.look()
    published.unpublish("e/x/")
    down = pytest.MonkeyPatch()
    down.setattr(module.ObjectStorage, "delete", refuse)
    with pytest.raises(StoreError):
        keeper.look()
    down.undo()
    keeper.look()
    assert {name for name in bucket.names() if "now/" not in name} == set()


def refuse(self: object, name: str) -> None:
    raise module.exceptions.EndpointConnectionError(endpoint_url="http://127.0.0.1")


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("refused", "refuses the key nobody"),
        ("no-bucket", "has no bucket elsewhere"),
        ("silent", "does not answer"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    bucket: ObjectStore, settings, code: str, message: str
) -> None:
    nobody = {"key": "nobody"} if code == "refused" else {}
    other = {"bucket": "elsewhere"} if code == "no-bucket" else {}
    address = bucket.address(**nobody, **other)
    if code == "silent":
        address = address.replace(f":{bucket.port}/", f":{free_port()}/")
    use(settings, address)
    with pytest.raises(StoreError, match=message) as failed:
        check_readable("published")
    assert failed.value.code == code
    with pytest.raises(StoreError, match=message):
        Mirror(Objects()).look()
    (warning,) = checks.stores_answer(None)
    assert str(failed.value) == warning.msg
    assert bucket.secret not in warning.msg


def test_a_key_that_may_read_and_not_write_is_refused_as_well(bucket: ObjectStore) -> None:
    denied = module.ClientError({"Error": {"Code": "AccessDenied", "Message": ""}}, "PutObject")
    wrapped = module.Boto3Error()
    wrapped.__context__ = denied
    assert module.storage("published").as_told(wrapped).code == "refused"


def test_who_uses_none_is_told_nothing(settings) -> None:
    assert checks.stores_answer(None) == []
    with pytest.raises(CommandError, match="PUBLISHED_STORE is not set"):
        call_command("pages", "--store", "--once")


def test_the_command_fills_it(bucket: ObjectStore) -> None:
    call_command("pages", "--store", "--once")
    assert MEN in bucket.names()
    assert isinstance(storages["published"], ObjectStorage)


def test_backups_stand_in_a_bucket_that_is_not_that_of_pages(bucket: ObjectStore, settings) -> None:
    assert checks.backups_apart(None) == []
    other = storage_at("BACKUP_STORE", bucket.address(bucket="private"), of="backups")
    settings.STORAGES = {**settings.STORAGES, "backups": other}
    assert checks.backups_apart(None) == []
    same = storage_at("BACKUP_STORE", f"{bucket.address()}/backups", of="backups")
    settings.STORAGES = {**settings.STORAGES, "backups": same}
    (error,) = checks.backups_apart(None)
    assert "everybody may read" in error.msg


def test_its_address_says_all() -> None:
    address = f"s3://K%2FEY:SE%40C/RET+@s3.example.org/{BUCKET}/below/?region=eu-1"
    assert storage_at("X", address, of="it")["OPTIONS"] == {
        "of": "it",
        "access_key": "K/EY",
        "secret_key": "SE@C/RET+",
        "endpoint_url": "https://s3.example.org",
        "region_name": "eu-1",
        "bucket_name": BUCKET,
        "location": "below",
    }


@pytest.mark.parametrize(
    "address",
    [
        "s3.example.org/bucket",
        "https://KEY:SECRET@s3.example.org/bucket",
        "s3://s3.example.org/bucket",
        "s3://KEY:SECRET@s3.example.org",
        "s3://KEY:SECRET@/bucket",
        "s3://KEY:SECRET@s3.example.org/bucket?regoin=eu-1",
    ],
)
def test_an_address_that_is_none_is_refused_without_its_secret(address: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="PUBLISHED_STORE is no address") as refused:
        storage_at("PUBLISHED_STORE", address, of="pages")
    assert "SECRET@s3" not in str(refused.value)
