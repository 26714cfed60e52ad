"""``simulate --players N --rounds R --system NAME --seed S [--out FILE]``: a made-up tournament file."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tournaments.exchange import tournament_file
from tournaments.exchange.reading import GROUPINGS
from tournaments.exchange.trf import write
from tournaments.management.commands._plain import (
    ExitRefused,
    FileCommand,
    Unusable,
)
from tournaments.pairing import SYSTEMS, CannotPair, PairingInputError
from tournaments.pairing.knockout import KNOCKOUT
from tournaments.pairing.registry import FIDE_DUTCH
from tournaments.pairing.simulation import FEDERATIONS, Mishaps, simulate
from tournaments.state.options import BAKU, ELIMINATIONS, Options
from tournaments.wording.reasons import input_error_text, refusal_text

FORMATS = ("json", "trf26")
MOST_PLAYERS = 100_000
MOST_ROUNDS = 1_000


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A whole number from ``least`` to ``most``."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise ArgumentTypeError(f"{text} is no whole number from {least} to {most}")
        return int(text)

    return read


def per_cent(text: str) -> float:
    """``2.5`` as 0.025."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 100:
        raise ArgumentTypeError(f"{text} is no number from 0 to 100")
    return value / 100


class Command(FileCommand):
    help = "Generate a random tournament file with R rounds played."

    def add_arguments(self, parser: ArgumentParser) -> None:
        players, rounds = whole_number(2, MOST_PLAYERS), whole_number(0, MOST_ROUNDS)
        parser.add_argument("--players", type=players, required=True, metavar="N")
        parser.add_argument("--rounds", type=rounds, required=True, metavar="R", help="rounds already played")
        parser.add_argument("--system", required=True, choices=SYSTEMS)
        parser.add_argument("--seed", required=True, metavar="S", help="the same seed gives the same file")
        parser.add_argument("--out", metavar="FILE", help="where to write (default: standard output)")
        parser.add_argument(
            "--total-rounds",
            type=rounds,
            metavar="R",
            help="rounds announced (default: one more than played)",
        )
        parser.add_argument("--grouping", choices=GROUPINGS, default=GROUPINGS[0])
        parser.add_argument(
            "--federations",
            type=whole_number(1, len(FEDERATIONS)),
            default=20,
            metavar="N",
            help="how many there are",
        )
        for name, meaning in (
            ("absences", "players who miss a round"),
            ("withdrawals", "players who withdraw after a round"),
            ("forfeits", "games that are not played"),
            ("byes", "absences that are half-point or full-point byes"),
        ):
            parser.add_argument(f"--{name}", type=per_cent, default=0.0, metavar="PERCENT", help=meaning)
        parser.add_argument("--accelerated", action="store_true", help=f"{FIDE_DUTCH}: by Baku's rule")
        parser.add_argument("--format", choices=FORMATS, default=FORMATS[0], help="of the file")
        parser.add_argument("--third-place", action="store_true", help="knock-out: a match for third place")
        parser.add_argument(
            "--elimination", choices=ELIMINATIONS, default="", help="knock-out: two losses put out"
        )
        parser.add_argument(
            "--best-of", type=whole_number(1, 99), default=1, metavar="N", help="knock-out: games of a match"
        )

    def run(self, **options: Any) -> None:
        chosen = Options(
            third_place=options["third_place"],
            best_of=options["best_of"],
            elimination=options["elimination"],
        )
        if chosen != Options() and options["system"] != KNOCKOUT:
            raise Unusable(
                f"--third-place, --best-of and --elimination belong to {KNOCKOUT}, not to {options['system']}"
            )
        if options["accelerated"]:
            if options["system"] != FIDE_DUTCH:
                raise Unusable(f"--accelerated belongs to {FIDE_DUTCH}, not to {options['system']}")
            chosen = Options(acceleration=BAKU)
        total = options["total_rounds"]
        if total is not None and total < options["rounds"]:
            raise Unusable(
                f"--total-rounds: {total} is less than the {options['rounds']} rounds to be played"
            )
        try:
            tournament = simulate(
                options["players"],
                options["rounds"],
                options["system"],
                options["seed"],
                federations=options["federations"],
                total_rounds=total,
                grouping=options["grouping"],
                options=chosen,
                trouble=Mishaps(
                    options["absences"], options["withdrawals"], options["forfeits"], options["byes"]
                ),
            )
        except PairingInputError as error:
            raise Unusable(f"--rounds: {input_error_text(error)}") from None
        except CannotPair as refusal:
            raise ExitRefused(refusal_text(refusal)) from None
        if options["format"] == "trf26":
            text = write(tournament, 26).data.decode()
        else:
            text = tournament_file.dumps(tournament)
        if options["out"] is None:
            self.stdout.write(text, ending="")
            return
        try:
            Path(options["out"]).write_text(text, encoding="utf-8", newline="")
        except OSError as error:
            raise Unusable(f"{options['out']}: {error.strerror}") from None
