"""``exchange FILE --to FORMAT [--from FORMAT] [--out FILE] [--json]``: a tournament in another format."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from tournaments.exchange import congress, go_documents, macmahon, opengotha
from tournaments.exchange.conversion import ASKED_BACK, MOST_BYTES, CannotWrite, Writing
from tournaments.exchange.foreign import ENCODINGS
from tournaments.exchange.formats import PLUGGED, READ, SUFFIXES, read_in_format
from tournaments.exchange.problems import Problem
from tournaments.exchange.writing import TABLES_OF_TEAMS, WRITTEN, write_tournament
from tournaments.management.commands._plain import (
    FileCommand,
    Unusable,
    command_line_text,
    printable_name,
    to_json,
)
from tournaments.standings.criterion import CriteriaError
from tournaments.state.tournament import Tournament
from tournaments.wording.exchange import problem_text, problems_text

# An OpenGotha or MacMahon file goes into these formats with everything that stands in it.
WHOLE = ("h9", "opengotha", "tou", "aga")
SYSTEMS = ("wxc2015", "wmsg2008", "round-robin", "double-round-robin", "knock-out")


class Command(FileCommand):
    help = "Convert a tournament to another format and list what is lost."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a tournament in any supported format, or - for standard input")
        parser.add_argument("--to", required=True, choices=(*WRITTEN, "tou", "aga"))
        parser.add_argument(
            "--from",
            dest="source",
            default="auto",
            choices=("auto", *READ, *PLUGGED, "macmahon"),
            help="default: from the file name",
        )
        parser.add_argument("--encoding", help=f"of the file read: {', '.join(ENCODINGS)}")
        parser.add_argument("--system", choices=SYSTEMS, help="if the file does not say")
        parser.add_argument("--game", choices=("xiangqi", "weiqi"), help="if the file does not say")
        parser.add_argument(
            "--heading",
            action="append",
            default=[],
            metavar="KEY=TEXT",
            help="about the event, by the format's own key: 022=Berlin (TRF), PC=de,Berlin (h9)",
        )
        parser.add_argument("--pins", action="store_true", help="h9: each line ends with the player's number")
        parser.add_argument(
            "--no-defaults",
            dest="defaults",
            action="store_false",
            help="h9: games by default are written like rounds without a game (0+, 0=, 0-)",
        )
        parser.add_argument("--out", metavar="FILE", help="by default standard output")
        parser.add_argument("--json", action="store_true", help="one object with the losses; needs --out")

    def run(self, **options: Any) -> None:
        if options["json"] and not options["out"]:
            raise Unusable("--json needs --out FILE")
        try:
            losses, writing = _exchanged(options)
        except Unusable as error:
            raise Unusable(f"{printable_name(options['file'])}: {error}") from None
        _save(writing.data, options["out"])
        if options["json"]:
            lines = [
                {
                    "code": loss.code,
                    "count": loss.params["count"],
                    "numbers": loss.params["numbers"],
                    "message": problem_text(loss),
                }
                for loss in losses
            ]
            self.stdout.write(to_json({"to": options["to"], "bytes": len(writing.data), "losses": lines}))
            return
        for loss in losses:
            word = "missing" if loss.code in ASKED_BACK else "lost"
            self.stderr.write(f"{word}: {command_line_text(problem_text(loss))}")


def _exchanged(options: dict[str, Any]) -> tuple[list[Problem], Writing]:
    """All that stays behind, and the file."""
    source, to = _source(options), options["to"]
    data, headings = _bytes(options["file"]), _headings(options["heading"])
    if source == "opengotha" and to in WHOLE and go_documents.is_macmahon(data):
        source = "macmahon"
    if source == "macmahon" or (source == "opengotha" and to in WHOLE):
        if to not in WHOLE:
            raise Unusable(f"a MacMahon file is written as {', '.join(WHOLE)} only")
        read_whole = macmahon.read if source == "macmahon" else opengotha.read_document
        whole = read_whole(data, encoding=options["encoding"])
        if whole.document is None:
            raise Unusable(problems_text(whole.problems))
        pins, defaults = options["pins"], options["defaults"]
        writing = _write_whole(whole.document, to, headings, pins=pins, defaults=defaults)
        return [*whole.losses, *writing.losses], writing
    if to not in WRITTEN:
        raise Unusable(f"--to {to} is written from an OpenGotha file only")
    reading = read_in_format(
        data, source, encoding=options["encoding"], system=options["system"], game=options["game"]
    )
    if reading.tournament is None:
        raise Unusable(problems_text(reading.problems))
    if to in TABLES_OF_TEAMS and reading.tournament.teams is None:
        raise Unusable(f"--to {to} is for tournaments in which teams meet teams")
    writing = _write(reading.tournament, to, {**reading.headings, **headings})
    return [*reading.losses, *writing.losses], writing


def _source(options: dict[str, Any]) -> str:
    if options["source"] != "auto":
        return str(options["source"])
    source = SUFFIXES.get(Path(options["file"]).suffix.lower().removeprefix("."), "")
    if not source:
        raise Unusable(f"say which format this is: --from {'|'.join((*READ, *PLUGGED))}")
    return source


def _write_whole(
    document: opengotha.Document, to: str, headings: dict[str, str], *, pins: bool, defaults: bool
) -> Writing:
    match to:
        case "h9":
            table = congress.egd.write(document, headings=headings, pins=pins, defaults=defaults)
            lacking = congress.egd.lacking(document, place=headings.get("PC", ""))
            return Writing(table.data, (*table.losses, *lacking))
        case "tou":
            return congress.ffg.write(document)
        case "aga":
            return congress.aga.write(document)
        case _:
            return Writing(opengotha.write_document(document))


def _bytes(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Unusable(getattr(error, "strerror", None) or str(error)) from None


def _headings(texts: list[str]) -> dict[str, str]:
    headings = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise Unusable(f"--heading {text!r}: KEY=TEXT is needed")
        headings[key] = value
    return headings


def _write(tournament: Tournament, to: str, headings: dict[str, str]) -> Writing:
    try:
        return write_tournament(tournament, to, headings=headings)
    except CannotWrite as refused:
        raise Unusable(problems_text(refused.problems)) from None
    except CriteriaError as error:
        raise Unusable(str(error)) from None


def _save(data: bytes, out: str | None) -> None:
    if out is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        Path(out).write_bytes(data)
    except (OSError, ValueError) as error:
        raise Unusable(f"{out}: {getattr(error, 'strerror', None) or error}") from None
