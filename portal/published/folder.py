"""Keep published bytes as files, for an nginx: every page beside its compressed bytes, as gzip or Brotli."""

from __future__ import annotations

import os
from collections.abc import Iterator
from gzip import decompress
from pathlib import Path

from brotli import compress

from portal.published.mirror import StoredPage
from portal.telemetry.counted import FILES_WRITTEN

GZIP, BROTLI = ".gz", ".br"
# A page takes some 20 ms of a processor; with 11 a tenth less is left of it, after half a second or more.
BROTLI_QUALITY = 9


class Folder:
    name = "folder"

    # Below ``root`` a page stands under its address: ``en/e/wxc-2015/men/index.html``. ``brotli``: whether
    # its bytes stand beside it like that as well: a quarter to a third less of them for the line.
    def __init__(self, root: Path, *, brotli: bool = False) -> None:
        self.root = root
        self._brotli = brotli

    def places(self) -> Iterator[str]:
        for file in self.root.rglob("*"):
            if file.is_file():
                yield str(file.relative_to(self.root)).removesuffix(GZIP).removesuffix(BROTLI)

    def has(self, stored_page: StoredPage) -> bool:
        """The compressed bytes were written before."""
        file = self.root / stored_page.place
        try:
            is_current = int(file.stat().st_mtime) == _stamp(stored_page.digest)
        except FileNotFoundError:
            return False
        # It may have been switched on, or off, since.
        return is_current and _beside(file, BROTLI).exists() == (self._brotli and stored_page.compressed)

    def put(self, stored_page: StoredPage, body: bytes) -> None:
        file = self.root / stored_page.place
        file.parent.mkdir(parents=True, exist_ok=True)
        if stored_page.compressed:
            write(_beside(file, GZIP), body, stored_page.digest)
            body = decompress(body)
        if stored_page.compressed and self._brotli:
            write(_beside(file, BROTLI), compress(body, quality=BROTLI_QUALITY), stored_page.digest)
        else:
            _beside(file, BROTLI).unlink(missing_ok=True)
        write(file, body, stored_page.digest)

    def remove(self, place: str) -> None:
        file = self.root / place
        for path in (file, _beside(file, GZIP), _beside(file, BROTLI)):
            path.unlink(missing_ok=True)

    def settle(self) -> None:
        """All of it is."""


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def _stamp(digest: str) -> int:
    """Say when a file was written."""
    # nginx makes its ETag of that and of the length: two results that are changed within a second are as long
    # as one another, and every machine must say the same.
    return int(digest[:7], 16)


def write(file: Path, body: bytes, digest: str) -> None:
    """Write a file so that whoever reads gets the old bytes or the new, whole."""
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        fresh.write_bytes(body)
        os.utime(fresh, (_stamp(digest), _stamp(digest)))
        fresh.replace(file)
    except OSError:
        # Half of a page, on a disk that is full.
        fresh.unlink(missing_ok=True)
        raise
    FILES_WRITTEN.inc()
