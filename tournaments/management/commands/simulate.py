"""``simulate --players N --rounds R --system NAME --seed S [--out FILE]``: a made-up tournament file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from tournaments.exchange import tournament_file
from tournaments.management.commands._files import FileCommand, Refused, Unusable
from tournaments.pairing import SYSTEMS, CannotPair, PairingInputError
from tournaments.pairing.simulation import simulate
from tournaments.wording import input_error_text, refusal_text


class Command(FileCommand):
    help = "A random tournament with R rounds played, paired round by round, as a tournament file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, required=True, metavar="N")
        parser.add_argument("--rounds", type=int, required=True, metavar="R", help="rounds already played")
        parser.add_argument("--system", required=True, choices=SYSTEMS)
        parser.add_argument("--seed", required=True, metavar="S", help="the same seed gives the same file")
        parser.add_argument("--out", metavar="FILE", help="where to write (default: standard output)")

    def run(self, **options: Any) -> None:
        if options["players"] > 100_000:
            raise Unusable(f"--players: {options['players']} is more than 100000")
        if options["rounds"] < 0:
            raise Unusable(f"--rounds: {options['rounds']} is no number of rounds")
        try:
            tournament = simulate(options["players"], options["rounds"], options["system"], options["seed"])
        except PairingInputError as error:
            raise Unusable(input_error_text(error)) from None
        except CannotPair as refusal:
            raise Refused(refusal_text(refusal)) from None
        text = tournament_file.dumps(tournament)
        if options["out"] is None:
            self.stdout.write(text, ending="")
            return
        try:
            Path(options["out"]).write_text(text, encoding="utf-8")
        except OSError as error:
            raise Unusable(f"{options['out']}: {error.strerror}") from None
