"""Read archives of records: a ZIP is looked through before anything is unpacked, then read game by game."""

from __future__ import annotations

import io
import lzma
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Final

from games.records.cutting import Cut, cut

MOST_PACKED: Final = 64 * 1024 * 1024
MOST_UNPACKED: Final = 512 * 1024 * 1024
MOST_OF_A_FILE: Final = 128 * 1024 * 1024
MOST_FILES: Final = 100_000
MOST_GAMES: Final = 200_000
LONGEST_NAME: Final = 300
_ARCHIVES: Final = frozenset({".zip", ".rar", ".7z", ".gz", ".tgz", ".bz2", ".xz", ".tar", ".zst", ".jar"})
# How names of files begin that computers put there, not people.
_LEFT_OUT: Final = ("__MACOSX/", ".", "Thumbs.db", "desktop.ini")
# What reading a broken member raises; NotImplementedError: packed in a way that Python does not know.
_BROKEN: Final = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError),
    *(EOFError, OSError, NotImplementedError, RuntimeError),
)
_PASSWORD: Final = 1


# Why an archive is not taken: a code and its parameters.
ArchiveFault = tuple[str, dict[str, Any]]


class ArchiveError(Exception):
    """An archive is not taken while it is looked through."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game of an archive."""

    path: str
    game: Cut
    # Why the file cannot be unpacked or is not taken; it then has no games.
    broken: str = ""


def look_through(raw: bytes) -> ArchiveFault | None:
    """Say why the archive is not taken, by what it says of itself, without unpacking anything."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            _check(archive)
    except ArchiveError as error:
        return error.code, error.params
    except (*_BROKEN, ValueError):
        return "archive-not-zip", {}
    return None


def _check(archive: zipfile.ZipFile) -> None:
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise ArchiveError("archive-too-many-files", files=len(entries), most=MOST_FILES)
    unpacked = 0
    for entry in entries:
        name = entry.filename
        if _leads_away(entry):
            raise ArchiveError("archive-path", name=_printable_name(name))
        if entry.flag_bits & _PASSWORD:
            raise ArchiveError("archive-encrypted", name=_printable_name(name))
        if PurePosixPath(name).suffix.lower() in _ARCHIVES:
            raise ArchiveError("archive-inside", name=_printable_name(name))
        unpacked += entry.file_size
        if entry.file_size > MOST_OF_A_FILE:
            raise ArchiveError(
                "archive-file-too-large", name=_printable_name(name), most=MOST_OF_A_FILE >> 20
            )
        if unpacked > MOST_UNPACKED:
            raise ArchiveError("archive-unpacks-too-large", most=MOST_UNPACKED >> 20)
    if not any(_is_record(entry) for entry in entries):
        raise ArchiveError("archive-empty")


def _leads_away(entry: zipfile.ZipInfo) -> bool:
    """Say whether a name is none of a file below the archive's own folder."""
    # Nothing is ever written under it; but whoever makes such an archive wants no games kept.
    name = entry.orig_filename
    steps = name.replace("\\", "/").split("/")
    return (
        not name
        or len(name) > LONGEST_NAME
        or "\0" in name
        or name.startswith(("/", "\\"))
        or name[1:2] == ":"
        or ".." in steps
        or stat.S_ISLNK(entry.external_attr >> 16)
    )


def _printable_name(name: str) -> str:
    return name.encode(errors="replace").decode()[:80]


def _is_record(entry: zipfile.ZipInfo) -> bool:
    last = PurePosixPath(entry.filename).name
    return not (entry.is_dir() or entry.filename.startswith(_LEFT_OUT[0]) or last.startswith(_LEFT_OUT[1:]))


def games(raw: bytes) -> Iterator[ArchivedGame]:
    """Give every game of an archive that `look_through` has let pass, or raise `ArchiveError` for too
    many."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        number = 0
        for entry in filter(_is_record, archive.infolist()):
            path = _path(entry)
            try:
                with archive.open(entry) as member:
                    # Never more is unpacked than the archive said.
                    body = member.read(entry.file_size + 1)
            except _BROKEN as error:
                yield ArchivedGame(path, Cut("text", 0, 1, b""), str(error)[:80] or type(error).__name__)
                continue
            for game in cut(body):
                number += 1
                if number > MOST_GAMES:
                    raise ArchiveError("archive-too-many-games", most=MOST_GAMES)
                yield ArchivedGame(path, game)


PART_BYTES: Final = 4_000_000


@dataclass(frozen=True, slots=True)
class Part:
    """Some games of an archive."""

    # One behind the other, compressed.
    raw: bytes
    # Of each its file, which of the file's it is, the line on which it begins, its kind, how many bytes it
    # has, and why its file cannot be unpacked, else an empty text.
    cuts: list[tuple[str, int, int, str, int, str]]


def parts(raw: bytes, most: int) -> list[Part] | ArchiveFault:
    """Cut an archive, at most so many games at a time; or say why it is not taken after all."""
    try:
        return list(_parts(raw, most))
    except ArchiveError as error:
        return error.code, error.params


def _parts(raw: bytes, most: int) -> Iterator[Part]:
    bodies: list[bytes] = []
    cuts: list[tuple[str, int, int, str, int, str]] = []
    size = 0
    for part in games(raw):
        game = part.game
        if len(cuts) >= most or (cuts and size + len(game.raw) > PART_BYTES):
            yield Part(zlib.compress(b"".join(bodies), 1), cuts)
            bodies, cuts, size = [], [], 0
        bodies.append(game.raw)
        cuts.append((part.path, game.number, game.line, game.kind, len(game.raw), part.broken))
        size += len(game.raw)
    if cuts:
        yield Part(zlib.compress(b"".join(bodies), 1), cuts)


def bodies_of(raw: bytes, lengths: Iterable[int]) -> list[bytes]:
    body, at, bodies = zlib.decompress(raw), 0, []
    for length in lengths:
        bodies.append(body[at : at + length])
        at += length
    return bodies


def _path(entry: zipfile.ZipInfo) -> str:
    """Give the name of a file."""
    if entry.flag_bits & 0x800 or entry.filename.isascii():
        return entry.filename
    try:
        # Names that say nothing of their encoding and are not English are mostly Chinese.
        return entry.filename.encode("cp437").decode("gb18030")
    except UnicodeError:
        return entry.filename
