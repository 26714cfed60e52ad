"""``verify_pairing TOURNAMENT.json --round N [--json]``: is what the file holds what the rules give?"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from tournaments.management.commands._files import (
    No,
    Refused,
    TournamentFileCommand,
    Unusable,
    round_of,
)
from tournaments.pairing import CannotPair, PairingInputError, verify
from tournaments.state.tournament import Tournament
from tournaments.wording import difference_text, input_error_text, refusal_text

MODES = {None: "", True: ", paired in official mode", False: ", paired outside official mode"}


class Command(TournamentFileCommand):
    help = "Recompute a round and check the file against the rules."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--round", type=int, metavar="N", help="the round to recompute")

    def answer(
        self, tournament: Tournament, line: Mapping[str, Any], options: Mapping[str, Any]
    ) -> dict[str, Any]:
        try:
            found = verify(tournament, round_of(line, options))
        except PairingInputError as error:
            raise Unusable(input_error_text(error)) from None
        except CannotPair as refusal:
            raise Refused(refusal_text(refusal)) from None
        answer = {
            "round": found.expected.round,
            "system": found.expected.system,
            "official": dict(tournament.official).get(found.expected.round),
            "verified": found.ok,
            "rematch_allowed": found.lifted,
            "differences": [difference_text(difference) for difference in found.differences],
            "digest": found.expected.digest,
        }
        if not found.ok:
            raise No(answer)
        return answer

    def text(self, answer: Mapping[str, Any], options: Mapping[str, Any]) -> str:
        mode = MODES[answer["official"]]
        head = f"Round {answer['round']}, {answer['system']}{mode}: "
        head += "verified" if answer["verified"] else "not what the rules give"
        if answer["rematch_allowed"]:
            head += " (with rematches allowed: without one there is no pairing)"
        return "\n".join([head, *(f"  {sentence}" for sentence in answer["differences"]), answer["digest"]])
