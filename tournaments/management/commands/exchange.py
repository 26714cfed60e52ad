"""``exchange FILE --to FORMAT [--from FORMAT] [--out FILE] [--json]``: a tournament in another format."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from tournaments.exchange import h9, opengotha, spreadsheet, tournament_file, trf
from tournaments.exchange.carrying import MOST_BYTES, CannotWrite, Reading, Writing
from tournaments.exchange.foreign import ENCODINGS
from tournaments.exchange.formats import READ, SUFFIXES, read_tournament
from tournaments.management.commands._files import FileCommand, Unusable, one_line, shown, to_json
from tournaments.standings.ranking import standings
from tournaments.standings.tiebreaks import CriteriaError
from tournaments.state.tournament import Tournament
from tournaments.wording.exchange import flaws_text, loss_text

WRITTEN = ("json", "trf16", "trf26", "h9", "opengotha", "csv", "xlsx", "standings-csv", "standings-xlsx")
SYSTEMS = ("wxc2015", "wmsg2008", "round-robin", "double-round-robin", "knock-out")


class Command(FileCommand):
    help = "Convert a tournament to another format and list what is lost."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a tournament in any supported format, or - for standard input")
        parser.add_argument("--to", required=True, choices=WRITTEN)
        parser.add_argument(
            "--from",
            dest="source",
            default="auto",
            choices=("auto", *READ),
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
        parser.add_argument("--out", metavar="FILE", help="by default standard output")
        parser.add_argument("--json", action="store_true", help="one object with the losses; needs --out")

    def run(self, **options: Any) -> None:
        if options["json"] and not options["out"]:
            raise Unusable("--json needs --out FILE")
        try:
            reading = _read(options)
            if reading.tournament is None:
                raise Unusable(flaws_text(reading.flaws))
            headings = {**reading.headings, **_headings(options["heading"])}
            writing = _write(reading.tournament, options["to"], headings)
        except Unusable as error:
            raise Unusable(f"{shown(options['file'])}: {error}") from None
        _save(writing.data, options["out"])
        losses = [*reading.losses, *writing.losses]
        if options["json"]:
            said = [
                {"code": loss.code, "count": loss.count, "numbers": loss.numbers, "message": loss_text(loss)}
                for loss in losses
            ]
            self.stdout.write(to_json({"to": options["to"], "bytes": len(writing.data), "losses": said}))
            return
        for loss in losses:
            self.stderr.write(f"lost: {one_line(loss_text(loss))}")


def _read(options: dict[str, Any]) -> Reading:
    name, source = options["file"], options["source"]
    if source == "auto":
        source = SUFFIXES.get(Path(name).suffix.lower().removeprefix("."), "")
        if not source:
            raise Unusable(f"say which format this is: --from {'|'.join(READ)}")
    data = _bytes(name)
    return read_tournament(
        data, source, encoding=options["encoding"], system=options["system"], game=options["game"]
    )


def _bytes(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Unusable(getattr(error, "strerror", None) or str(error)) from None


def _headings(given: list[str]) -> dict[str, str]:
    found = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise Unusable(f"--heading {text!r}: KEY=TEXT is needed")
        found[key] = value
    return found


def _write(tournament: Tournament, to: str, headings: dict[str, str]) -> Writing:
    try:
        match to:
            case "trf16" | "trf26":
                return trf.write(tournament, int(to[3:]), headings=headings)
            case "h9":
                return h9.write(tournament, headings=headings)
            case "opengotha":
                return opengotha.write(tournament, headings=headings)
            case "json":
                return Writing(tournament_file.dumps(tournament).encode())
        if to.startswith("standings"):
            table = spreadsheet.standings_table(tournament, standings(tournament))
        else:
            table = spreadsheet.player_table(tournament)
        written = spreadsheet.to_csv(table) if to.endswith("csv") else spreadsheet.to_xlsx(table)
        return Writing(written)
    except CannotWrite as refused:
        raise Unusable(flaws_text(refused.flaws)) from None
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
