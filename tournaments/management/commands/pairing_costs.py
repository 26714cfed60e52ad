"""``pairing_costs FILE --round N [--pairing|--why]``: what OpenGotha's rule makes of each possible pair.

FILE is an OpenGotha XML file. A line for each pair, tabs between: who stands higher, who lower, the nine
terms and the total. Who has the bye of the round, by the file, else by the rule, is in no pair. With
``--pairing`` only the pairs that the rule makes, with table, White, Black and handicap, the bye and the sum;
with ``--why`` also the reasons of each in words. Exit code 1 where the rule makes none or there is no such
round.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from tournaments.exchange.opengotha import read_document
from tournaments.management.commands._plain import (
    ExitRefused,
    FileCommand,
    Unusable,
)
from tournaments.pairing.gotha import TERMS, Valuation, draw, enter
from tournaments.pairing.gotha.entering import GothaEntering
from tournaments.pairing.gotha.rounds import bye_key
from tournaments.pairing.reasons import Reason
from tournaments.pairing.values import CannotPair, PairingInputError
from tournaments.state.gotha.values import GoEvent
from tournaments.wording.exchange import problem_text
from tournaments.wording.gotha import ground_text
from tournaments.wording.reasons import input_error_text, refusal_text

COLUMNS = ("better", "worse", *TERMS, "total")


class Command(FileCommand):
    help = "The nine terms of the cost of every possible pair, as OpenGotha counts them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="an OpenGotha file (XML), or - for standard input")
        parser.add_argument("--round", type=int, required=True, metavar="N", help="the round to be paired")
        parser.add_argument("--pairing", action="store_true", help="only the pairs that the rule makes")
        parser.add_argument(
            "--why", action="store_true", help="the same, each pair with its reasons in words"
        )

    def run(self, **options: Any) -> None:
        event = _read(options["file"])
        n = options["round"]
        if options["pairing"] or options["why"]:
            self.stdout.write("\n".join(_pairing(event, n, why=options["why"])))
            return
        if not 1 <= n <= event.rounds:
            raise ExitRefused(f"there is no round {n}: the tournament has {event.rounds}")
        entering = enter(event, n)
        valuation = Valuation(entering)
        lines = ["\t".join(COLUMNS)]
        alone = _bye(event, entering)
        for better, worse in combinations(
            (member for member in entering.members if member.number != alone), 2
        ):
            terms = valuation.terms(better, worse)
            names = better.player.name, worse.player.name
            lines.append("\t".join((*names, *map(str, terms), str(terms.total))))
        self.stdout.write("\n".join(lines))


def _bye(event: GoEvent, entering: GothaEntering) -> int | None:
    """As OpenGotha takes it out before it counts anything."""
    exempt = next((bye.number for bye in event.byes if bye.round == entering.round), None)
    if exempt is None and len(entering.members) % 2:
        return min(entering.members, key=partial(bye_key, event)).number
    return exempt


def _pairing(event: GoEvent, n: int, *, why: bool) -> list[str]:
    try:
        drawn = draw(event, n)
    except CannotPair as refusal:
        raise ExitRefused(refusal_text(refusal)) from None
    except PairingInputError as error:
        raise ExitRefused(input_error_text(error)) from None
    names = {player.number: player.name for player in event.players}
    lines = ["\t".join(("table", "white", "black", "handicap", *TERMS, "total"))]
    for p in drawn.pairs:
        cells = (p.table, names[p.white], names[p.black], p.handicap, *p.terms, p.terms.total)
        lines.append("\t".join(map(str, cells)))
        lines += _words(p.grounds, names) if why else []
    if drawn.bye is not None and drawn.bye_ground is not None:
        lines.append(f"bye\t{names[drawn.bye]}")
        lines += _words([drawn.bye_ground], names) if why else []
    return [*lines, f"sum\t{sum(p.terms.total for p in drawn.pairs)}"]


def _words(grounds: Iterable[Reason], names: Mapping[int, str]) -> list[str]:
    """A line for each reason; a term's own number stands in front."""
    return [f"\t{g.params.get('value', '')}\t{ground_text(g, names.__getitem__)}" for g in grounds]


def _read(name: str) -> GoEvent:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise Unusable(f"{name}: {getattr(error, 'strerror', None) or error}") from None
    reading = read_document(data)
    if reading.document is None:
        raise Unusable(f"{name}: " + "; ".join(problem_text(flaw) for flaw in reading.problems[:5]))
    return reading.document.event
