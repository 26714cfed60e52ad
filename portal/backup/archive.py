"""Write and read the zip itself: members one after the other with their digests, read within limits."""

from __future__ import annotations

import io
import json
import lzma
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.core.signing import Signer


FORMAT = "qiyuan-backup"
VERSION = 1
MANIFEST = "manifest.json"
# Bytes of everything unpacked: a bomb of zeros is not unpacked further.
MOST_BYTES = 512 * 1024 * 1024
MOST_MEMBERS = 200_000
# Rows of what is sent: while they are written nobody else writes on SQLite. 2,000 players leave 100,000.
MOST_ROWS = 300_000
MOST_MANIFEST = 64 * 1024 * 1024
MOST_LINE = 32 * 1024 * 1024
CHUNK = 1 << 16
# What reading a broken member raises; RuntimeError: one with a password.
UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, KeyError),
    *(NotImplementedError, RuntimeError),
)


class Writer:
    """Write a backup into ``file``, one member after the other; `close` writes the manifest."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6)
        self._members: dict[str, dict[str, Any]] = {}

    def lines(self, name: str, rows: Iterable[Mapping[str, Any]]) -> int:
        """Write a table; return how many rows it has."""
        count = 0

        def encoded() -> Iterator[bytes]:
            nonlocal count
            for row in rows:
                count += 1
                yield json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

        self._write(name, encoded())
        self._members[name]["rows"] = count
        return count

    def value(self, name: str, body: bytes) -> None:
        self._write(name, [body])

    def _write(self, name: str, parts: Iterable[bytes]) -> None:
        digest, size = sha256(), 0
        with self._zip.open(name, "w", force_zip64=True) as member:
            for part in parts:
                digest.update(part)
                size += len(part)
                member.write(part)
        self._members[name] = {"size": size, "sha256": digest.hexdigest()}

    def close(self, about: Mapping[str, Any]) -> str:
        manifest = {"format": FORMAT, "version": VERSION, **about, "members": self._members}
        digest = _digest_of(manifest)
        sealed = {**manifest, "digest": digest, "signature": signature_of(digest)}
        body = json.dumps(sealed, ensure_ascii=False, indent=1).encode()
        self._zip.writestr(MANIFEST, body)
        self._zip.close()
        return digest


# Nothing in it is executed or unpickled; a member is lines of JSON or plain bytes.
class Reader:
    """Read a backup that is whole: every member is there with its digest, and no other. Raise
    `BackupFault`."""

    # What a stranger has sent goes through `look_through` first.
    def __init__(self, file: IO[bytes]) -> None:
        try:
            self._zip = zipfile.ZipFile(file)
            self.manifest = self._read_manifest()
        except BackupFault:
            raise
        except (*UNREADABLE, ValueError, RecursionError):
            raise BackupFault("backup-foreign") from None
        self._check()

    def _read_manifest(self) -> dict[str, Any]:
        if len(self._zip.infolist()) > MOST_MEMBERS:
            raise BackupFault("backup-too-large", most=MOST_BYTES >> 20)
        with self._zip.open(MANIFEST) as member:
            manifest = json.loads(member.read(MOST_MANIFEST))
        if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
            raise BackupFault("backup-foreign")
        if not isinstance(manifest.get("version"), int) or manifest["version"] > VERSION:
            raise BackupFault("backup-newer", release=str(manifest.get("release", "?"))[:40])
        digest, signature = manifest.pop("digest", None), manifest.pop("signature", "")
        shapes = isinstance(manifest.get("members"), dict) and isinstance(manifest.get("subject"), dict)
        if digest != _digest_of(manifest) or not shapes or "prefix" not in manifest["subject"]:
            raise damaged(MANIFEST)
        self._signature = signature
        return {**manifest, "digest": digest}

    @property
    def is_ours(self) -> bool:
        return is_ours(self.manifest["digest"], self._signature)

    def _check(self) -> None:
        members: dict[str, dict[str, Any]] = self.manifest["members"]
        there = [info.filename for info in self._zip.infolist()]
        if sorted(there) != sorted([*members, MANIFEST]):
            raise damaged(MANIFEST)
        left = MOST_BYTES
        for name, member in members.items():
            digest, size = sha256(), 0
            for part in self._parts(name):
                digest.update(part)
                size += len(part)
                if size > left:
                    raise BackupFault("backup-too-large", most=MOST_BYTES >> 20)
            left -= size
            if (size, digest.hexdigest()) != (member.get("size"), member.get("sha256")):
                raise damaged(name)

    def _parts(self, name: str) -> Iterator[bytes]:
        try:
            with self._zip.open(name) as member:
                while part := member.read(CHUNK):
                    yield part
        except UNREADABLE:
            raise damaged(name) from None

    def tables(self) -> list[str]:
        return [name for name, member in self.manifest["members"].items() if "rows" in member]

    def lines(self, name: str) -> Iterator[dict[str, Any]]:
        """Read the rows of a table; none of one that is not there."""
        if name not in self.manifest["members"]:
            return
        number = 0
        with self._zip.open(name) as member:
            while line := member.readline(MOST_LINE):
                number += 1
                try:
                    row = json.loads(line)
                except (ValueError, RecursionError):
                    raise damaged(f"{name}:{number}") from None
                if not isinstance(row, dict):
                    raise damaged(f"{name}:{number}")
                yield row

    def value(self, name: str) -> bytes:
        if name not in self.manifest["members"]:
            raise damaged(str(name)[:80])
        return b"".join(self._parts(name))


def look_through(body: bytes) -> tuple[str, dict[str, Any]] | None:
    """Say why a backup cannot be restored, as code and parameters of a `BackupFault`; None where it can."""
    try:
        reader = Reader(io.BytesIO(body))
        # Every line is read once, in a child of `portal.sandbox.parent`: a few bytes can be made to unfold
        # into gigabytes of values.
        rows = sum(1 for name in reader.tables() for _ in reader.lines(name))
    except BackupFault as fault:
        return fault.code, fault.params
    return ("backup-too-many-rows", {"most": MOST_ROWS}) if rows > MOST_ROWS else None


def _digest_of(manifest: Mapping[str, Any]) -> str:
    text = json.dumps(manifest, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return "sha256:" + sha256(text.encode()).hexdigest()


class BackupFault(Exception):  # noqa: N818  an answer about a file, not an error of the program
    """``code``: ``backup-foreign``, ``backup-damaged``, ``backup-newer``, ``backup-too-large``,
    ``backup-too-many-rows``."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


def damaged(where: str) -> BackupFault:
    return BackupFault("backup-damaged", where=where)


def signature_of(digest: str) -> str:
    """Sign a manifest's digest, which holds those of all members, by HMAC-SHA256."""
    # Digests find accidents; a signature finds forgers. It is made with the site's key, and an earlier key in
    # ``SECRET_KEY_FALLBACKS`` still vouches for what it has signed.
    return _signer().signature(digest)


def is_ours(digest: str, signature: object) -> bool:
    """Whether a backup was made by this site and is as it was."""
    from django.core.signing import BadSignature

    try:
        _signer().unsign(f"{digest}:{signature}")
    except BadSignature:
        return False
    return True


def _signer() -> Signer:
    # Where a backup is only looked through there is no framework.
    from django.core.signing import Signer

    return Signer(salt="qiyuan.backup", algorithm="sha256")
