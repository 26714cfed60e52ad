"""Published bytes as files, for an nginx: every page and file of text beside its compressed bytes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from gzip import decompress
from pathlib import Path

from portal.published.keeping import Kept
from portal.telemetry.counted import FILES_WRITTEN

COMPRESSED = ".gz"


class Folder:
    """``root``, below which a page stands under its address: ``en/e/wxc-2015/men/index.html``."""

    name = "folder"

    def __init__(self, root: Path) -> None:
        self.root = root

    def places(self) -> Iterator[str]:
        for file in self.root.rglob("*"):
            if file.is_file():
                yield str(file.relative_to(self.root)).removesuffix(COMPRESSED)

    def has(self, kept: Kept) -> bool:
        """The compressed bytes were written before."""
        try:
            return int((self.root / kept.place).stat().st_mtime) == _stamp(kept.digest)
        except FileNotFoundError:
            return False

    def put(self, kept: Kept, body: bytes) -> None:
        file = self.root / kept.place
        file.parent.mkdir(parents=True, exist_ok=True)
        if kept.compressed:
            write(file.with_name(file.name + COMPRESSED), body, kept.digest)
            body = decompress(body)
        write(file, body, kept.digest)

    def remove(self, place: str) -> None:
        file = self.root / place
        for one in (file, file.with_name(file.name + COMPRESSED)):
            one.unlink(missing_ok=True)

    def settle(self) -> None:
        """All of it is."""


def _stamp(digest: str) -> int:
    """When a file says that it was written. nginx makes its ETag of that and of the length: two results that
    are changed within a second are as long as one another, and every machine must say the same."""
    return int(digest[:7], 16)


def write(file: Path, body: bytes, digest: str) -> None:
    """Whoever reads gets the old bytes or the new, whole."""
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
