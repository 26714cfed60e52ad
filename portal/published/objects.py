"""Keep published bytes in object storage that speaks S3 (``PUBLISHED_STORE``); loaded only where that is
set.

What stands under the address of a page is replaced when the page is another. Beside it the same bytes stand
for good under a name of their own, ``versions/PLACE/DIGEST``; it is written last, so whatever of it is there
tells, also to a process that has just started, that the address has those bytes as well. Of what has another
address when it is another (papers by digest, documents, pictures) the address is enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor

from django.core.files.base import ContentFile

from portal.ops.object_storage import AT_ONCE, storage
from portal.published.attached import FOR_GOOD
from portal.published.mirror import StoredPage

NAME = "published"
VERSIONS = "versions/"
ITSELF = ""
# What a store keeps of the headers; who stands before it adds those that every answer of the site has.
PARAMETERS = {
    "Cache-Control": "CacheControl",
    "Content-Disposition": "ContentDisposition",
    "Content-Language": "ContentLanguage",
    "Content-Type": "ContentType",
}


# Earlier versions are deleted: a name that was corrected or forgotten must not stay in them.
class Objects:
    """The store that the settings name."""

    name = "objects"

    def __init__(self) -> None:
        self._storage = storage(NAME)
        # By place the digests of the versions that stand beside it, and `ITSELF` where it stands.
        self._there: dict[str, set[str]] = {}
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="objects")
        self._under_way: list[Future[None]] = []

    def places(self) -> Iterable[str]:
        self._there = {}
        with self._storage.named_errors():
            for name in self._storage.names():
                place, version = name, ITSELF
                if name.startswith(VERSIONS):
                    place, _, version = name.removeprefix(VERSIONS).rpartition("/")
                self._there.setdefault(place, set()).add(version)
        return list(self._there)

    def has(self, stored_page: StoredPage) -> bool:
        wanted = {ITSELF} if is_for_good(stored_page) else {ITSELF, stored_page.digest}
        return self._there.get(stored_page.place) == wanted

    def put(self, stored_page: StoredPage, body: bytes) -> None:
        self._under_way.append(self._pool.submit(self._put, stored_page, body))

    def _put(self, stored_page: StoredPage, body: bytes) -> None:
        parameters = {
            name: stored_page.about[header]
            for header, name in PARAMETERS.items()
            if header in stored_page.about
        }
        if stored_page.compressed:
            parameters["ContentEncoding"] = "gzip"
        self._storage.write(stored_page.place, ContentFile(body), parameters)
        there = self._there.setdefault(stored_page.place, set())
        there.add(ITSELF)
        self._forget_versions(stored_page.place, there)
        if not is_for_good(stored_page):
            key = f"{VERSIONS}{stored_page.place}/{stored_page.digest}"
            self._storage.write(key, ContentFile(body), {**parameters, "CacheControl": FOR_GOOD})
            there.add(stored_page.digest)

    def remove(self, place: str) -> None:
        if place in self._there:
            self._under_way.append(self._pool.submit(self._remove, place))

    def _remove(self, place: str) -> None:
        self._storage.delete(place)
        self._forget_versions(place, self._there[place])
        del self._there[place]

    def _forget_versions(self, place: str, there: set[str]) -> None:
        for digest in sorted(there - {ITSELF}):
            self._storage.delete(f"{VERSIONS}{place}/{digest}")
            there.discard(digest)

    def settle(self) -> None:
        """Wait for all; raise `StoreError` when something did not get there, which is put again."""
        under_way, self._under_way = self._under_way, []
        failed = [error for upload in under_way if (error := upload.exception()) is not None]
        if failed:
            with self._storage.named_errors():
                raise failed[0]


def is_for_good(stored_page: StoredPage) -> bool:
    return stored_page.about.get("Cache-Control") == FOR_GOOD
