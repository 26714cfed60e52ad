"""``pair TOURNAMENT.json --round N [--allow-rematch] [--json]``: the pairing that the rules give."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from tournaments.management.commands._files import TournamentFileCommand, wanted_round
from tournaments.management.commands._plain import (
    ExitRefused,
    Unusable,
)
from tournaments.pairing import CannotPair, PairedRound, PairingInputError, pair
from tournaments.pairing.dutch.why import why_not
from tournaments.pairing.registry import FIDE_DUTCH
from tournaments.state.tournament import Tournament
from tournaments.wording.reasons import (
    input_error_text,
    notice_text,
    reason_text,
    refusal_text,
)
from tournaments.wording.why import why_text


def round_object(paired: PairedRound) -> dict[str, Any]:
    """Return the answer as ``cli.md`` promises it, of teams by their numbers."""
    answer: dict[str, Any] = {
        "round": paired.round,
        "system": paired.system,
        "bye": paired.bye,
        "pairings": [
            {
                "table": p.table,
                "first": p.first,
                "second": p.second,
                "reasons": [reason_text(reason) for reason in p.reasons],
                **({"notices": [notice_text(notice) for notice in p.notices]} if p.notices else {}),
            }
            for p in paired.pairs
        ],
        "digest": paired.digest,
    }
    # These keys only where there are any.
    if paired.bye_reasons:
        answer["bye_reasons"] = [reason_text(reason) for reason in paired.bye_reasons]
    if paired.free:
        answer["free"] = list(paired.free)
    if paired.notices:
        answer["notices"] = [notice_text(notice) for notice in paired.notices]
    return answer


def _why(tournament: Tournament, round_number: int, both: str) -> dict[str, Any]:
    numbers = re.fullmatch(r"([0-9]{1,5})-([0-9]{1,5})", both)
    if tournament.system != FIDE_DUTCH or numbers is None:
        raise Unusable("--why 12-17 asks about two players of FIDE's Dutch system")
    try:
        reasons = why_not(tournament, round_number, int(numbers[1]), int(numbers[2]))
    except PairingInputError as error:
        raise Unusable(input_error_text(error)) from None
    except CannotPair as refusal:
        raise ExitRefused(refusal_text(refusal)) from None
    return {"why": why_text(reasons), "code": str(reasons.code), "params": dict(reasons.params)}


class Command(TournamentFileCommand):
    help = "Pair one round of a tournament file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--round", type=int, metavar="N", help="the round to pair")
        parser.add_argument(
            "--allow-rematch",
            action="store_true",
            help="allow rematches in this round, as few as possible",
        )
        parser.add_argument(
            "--why",
            metavar="N-M",
            help="of FIDE's Dutch system: say instead why player N does not meet M (0: has not the bye)",
        )

    def answer(
        self, tournament: Tournament, line: Mapping[str, Any], options: Mapping[str, Any]
    ) -> dict[str, Any]:
        if options.get("why"):
            return _why(tournament, wanted_round(line, options), options["why"])
        try:
            paired = pair(tournament, wanted_round(line, options), allow_rematch=options["allow_rematch"])
        except PairingInputError as error:
            raise Unusable(input_error_text(error)) from None
        except CannotPair as refusal:
            raise ExitRefused(refusal_text(refusal)) from None
        return round_object(paired)

    def text(self, answer: Mapping[str, Any], options: Mapping[str, Any]) -> str:
        if "why" in answer:
            return str(answer["why"])
        lines = [f"Round {answer['round']}, {answer['system']}"]
        for row in answer["pairings"]:
            lines.append(f"{row['table']:>5}  {row['first']:>5} - {row['second']:<5}  {row['reasons'][0]}")
            lines += [f"{'':>22}{reason}" for reason in row["reasons"][1:]]
            lines += [f"{'':>22}! {notice}" for notice in row.get("notices", [])]
        if answer["bye"] is not None:
            lines.append(f"  bye  {answer['bye']:>5}")
        lines += [f"{'':>22}{reason}" for reason in answer.get("bye_reasons", [])]
        lines += [f" free  {number:>5}" for number in answer.get("free", [])]
        lines += [f"! {notice}" for notice in answer.get("notices", [])]
        return "\n".join([*lines, answer["digest"]])
