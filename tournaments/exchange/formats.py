"""Read whole tournaments of any format through one door, for people's files from a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.exchange import go_documents, go_teams, h9, opengotha, pictures, tournament_file, trf
from tournaments.exchange.conversion import MOST_PROBLEMS, Reading
from tournaments.exchange.file_errors import FileErrorCode, TournamentFileError
from tournaments.exchange.problems import fatal_problem
from tournaments.state import Tournament
from tournaments.state.gotha.settings import SYSTEMS as GO_SYSTEMS

READ = ("json", "trf", "h9", "opengotha")
# By the ending of a file's name.
SUFFIXES = {"json": "json", "trf": "trf", "trfx": "trf", "txt": "trf", "h9": "h9", "xml": "opengotha"}


@dataclass(frozen=True, slots=True)
class FileFormat:
    """Hold how another package reads its files; ``read`` raises ValueError with one sentence."""

    suffix: str
    read: Callable[[bytes], Tournament]


# How other packages' formats are read (`tournaments.plugged`).
PLUGGED: dict[str, FileFormat] = {}


def register_format(name: str, file_format: FileFormat) -> None:
    """One more; endings that are ours stay ours."""
    PLUGGED[name] = file_format
    SUFFIXES.setdefault(file_format.suffix, name)


def read_in_format(
    data: bytes,
    source: str,
    *,
    encoding: str | None = None,
    system: str | None = None,
    game: str | None = None,
) -> Reading:
    """``source``: one of `READ` or `PLUGGED`; ``encoding``, ``system``, ``game``: where the file does not say
    them. Never raises on any bytes."""
    match source:
        case "trf":
            return trf.read(data, encoding=encoding, system=system, game=game)
        case "h9":
            return h9.read(data, encoding=encoding, system=system or "wmsg2008")
        case "opengotha":
            if system in GO_SYSTEMS:
                return go_documents.read(data, encoding=encoding)
            # Where teams meet is to be seen only when the whole of it is read.
            if b"<Team " in data and (met := go_teams.read(data, encoding=encoding, system=system)):
                return met
            if system is None:
                return go_documents.read(data, encoding=encoding)
            return opengotha.read(data, encoding=encoding, system=system)
        case _ if source in PLUGGED:
            return _by_another(PLUGGED[source], data)
        case _:
            return _tournament_file(data)


def _by_another(file_format: FileFormat, data: bytes) -> Reading:
    try:
        return Reading(file_format.read(data))
    except ValueError as failure:
        return Reading(None, (fatal_problem(FileErrorCode.NOT_THIS_FORMAT, {"why": str(failure)}),))


def _tournament_file(data: bytes) -> Reading:
    try:
        return Reading(tournament_file.loads(data.decode("utf-8-sig")))
    except UnicodeDecodeError as failure:
        line = data.count(b"\n", 0, failure.start) + 1
        return Reading(None, (fatal_problem(FileErrorCode.NOT_UTF8, line=line),))
    except TournamentFileError as failure:
        return Reading(None, failure.problems[:MOST_PROBLEMS])


def preload_formats() -> None:
    """Load what the first list, tournament or picture needs."""
    import openpyxl  # noqa: F401  loading it is all that is wanted

    pictures.preload_pictures()
