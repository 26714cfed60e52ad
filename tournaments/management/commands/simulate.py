"""``simulate --players N --rounds R --system NAME --seed S [--out FILE]``: a made-up tournament file;
``--teams N --boards M`` instead of players: of teams that meet teams."""

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
from tournaments.pairing.registry import FIDE_DUTCH, FIDE_TEAM, TEAM_SYSTEMS
from tournaments.pairing.simulation import FEDERATIONS, Mishaps, simulate
from tournaments.pairing.team_simulation import TeamMishaps, simulate_teams
from tournaments.state.line_ups import Order
from tournaments.state.options import BAKU, ELIMINATIONS, Options
from tournaments.state.team_matches import Primary
from tournaments.state.team_settings import MOST_BOARDS, MOST_RESERVES, TeamSettings
from tournaments.state.tournament import Tournament
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
        who = parser.add_mutually_exclusive_group(required=True)
        who.add_argument("--players", type=players, metavar="N")
        who.add_argument("--teams", type=players, metavar="N", help="teams that meet teams")
        parser.add_argument("--rounds", type=rounds, required=True, metavar="R", help="rounds already played")
        parser.add_argument("--system", required=True, choices=sorted({*SYSTEMS, *TEAM_SYSTEMS}))
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
        parser.add_argument(
            "--accelerated", action="store_true", help=f"{FIDE_DUTCH}, {FIDE_TEAM}: by Baku's rule"
        )
        self._of_teams(parser)
        parser.add_argument("--format", choices=FORMATS, default=FORMATS[0], help="of the file")
        parser.add_argument("--third-place", action="store_true", help="knock-out: a match for third place")
        parser.add_argument(
            "--elimination", choices=ELIMINATIONS, default="", help="knock-out: two losses put out"
        )
        parser.add_argument(
            "--best-of", type=whole_number(1, 99), default=1, metavar="N", help="knock-out: games of a match"
        )

    def _of_teams(self, parser: ArgumentParser) -> None:
        of_teams = parser.add_argument_group("teams")
        of_teams.add_argument("--boards", type=whole_number(1, MOST_BOARDS), default=3, metavar="N")
        of_teams.add_argument("--reserves", type=whole_number(0, MOST_RESERVES), default=1, metavar="N")
        of_teams.add_argument("--order", choices=[str(order) for order in Order], default=str(Order.FREE))
        of_teams.add_argument(
            "--primary", choices=[str(kind) for kind in Primary], default=str(Primary.MATCH)
        )
        for name, meaning in (
            ("lost-matches", "matches that are lost without play"),
            ("empty-boards", "line-ups whose last board stays empty"),
            ("substitutions", "line-ups with reserves"),
            ("penalties", "teams that lose a match point in a round"),
        ):
            of_teams.add_argument(f"--{name}", type=per_cent, default=0.0, metavar="PERCENT", help=meaning)

    def run(self, **options: Any) -> None:
        try:
            tournament = _teams(**options) if options["teams"] else self._players(**options)
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

    def _players(self, **options: Any) -> Tournament:
        if options["system"] not in SYSTEMS:
            raise Unusable(f"{options['system']} pairs teams: say --teams")
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
        return simulate(
            options["players"],
            options["rounds"],
            options["system"],
            options["seed"],
            federations=options["federations"],
            total_rounds=_total(options),
            grouping=options["grouping"],
            options=chosen,
            trouble=Mishaps(
                options["absences"], options["withdrawals"], options["forfeits"], options["byes"]
            ),
        )


def _total(options: dict[str, Any]) -> int | None:
    total: int | None = options["total_rounds"]
    if total is not None and total < options["rounds"]:
        raise Unusable(f"--total-rounds: {total} is less than the {options['rounds']} rounds to be played")
    return total


def _teams(**options: Any) -> Tournament:
    if options["system"] not in TEAM_SYSTEMS:
        raise Unusable(f"{options['system']} does not pair teams: one of {', '.join(TEAM_SYSTEMS)}")
    if options["accelerated"] and options["system"] != FIDE_TEAM:
        raise Unusable(f"--accelerated belongs to {FIDE_TEAM}, not to {options['system']}")
    settings = TeamSettings(
        boards=options["boards"],
        reserves=options["reserves"],
        order=options["order"],
        primary=options["primary"],
        accelerated=options["accelerated"],
        bye="draw" if options["system"] == FIDE_TEAM else "win",
    )
    return simulate_teams(
        options["teams"],
        options["rounds"],
        options["system"],
        options["seed"],
        settings=settings,
        federations=options["federations"],
        total_rounds=_total(options),
        trouble=TeamMishaps(
            absences=options["absences"],
            withdrawals=options["withdrawals"],
            byes=options["byes"],
            matches=options["lost_matches"],
            forfeits=options["forfeits"],
            empty=options["empty_boards"],
            substitutions=options["substitutions"],
            penalties=options["penalties"],
        ),
    )
