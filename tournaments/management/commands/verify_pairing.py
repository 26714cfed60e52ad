"""``verify_pairing FILE.json --round N [--json]``: is what the file holds what the rules give? The file is a
tournament, or the document of a round in which teams meet: that has its input with it."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.management.commands._files import TournamentFileCommand, wanted_round
from tournaments.management.commands._plain import (
    AnswerIsNo,
    ExitRefused,
    Unusable,
)
from tournaments.pairing import CannotPair, PairingInputError, Verification, verify, verify_published
from tournaments.state.tournament import Tournament
from tournaments.wording.reasons import difference_text, input_error_text, refusal_text

MODES = {None: "", True: ", paired in official mode", False: ", paired outside official mode"}


@dataclass(frozen=True, slots=True)
class Published:
    """A round as its document has it (`RoundPage`): teams by number."""

    rests_on: Mapping[str, Any]
    allow_rematch: bool
    pairs: tuple[tuple[int, int, int], ...]
    byes: tuple[int, ...]
    digest: str
    official: bool

    def verified(self) -> Verification:
        """Raises `Unusable` for an input that is damaged, and as `verify_published` does."""
        try:
            return verify_published(
                self.rests_on, self.pairs, self.byes, self.digest, allow_rematch=self.allow_rematch
            )
        except PairingInputError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise Unusable(f"the input of the round is damaged: {error!r}") from None


def _published(data: Mapping[str, Any]) -> Published:
    try:
        return Published(
            rests_on=data["proof"]["input"],
            allow_rematch=bool(data["proof"]["allow_rematch"]),
            pairs=tuple(
                (int(row["table"]), int(row["first"]["number"]), int(row["second"]["number"]))
                for row in data["matches"]
            ),
            byes=tuple(int(row["number"]) for row in data["resting"]),
            digest=str(data["edition"]["digest"]),
            official=bool(data["edition"]["official"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise Unusable(f"this is not the document of a round in which teams meet: {error!r}") from None


class Command(TournamentFileCommand):
    help = "Recompute a round and check the file against the rules."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--round", type=int, metavar="N", help="the round to recompute; a round's document says it itself"
        )

    def read(self, data: object) -> Any:
        if isinstance(data, dict) and "proof" in data:
            return _published(data)
        return super().read(data)

    def answer(
        self, tournament: Tournament | Published, line: Mapping[str, Any], options: Mapping[str, Any]
    ) -> dict[str, Any]:
        try:
            if isinstance(tournament, Published):
                verification = tournament.verified()
                official: bool | None = tournament.official
            else:
                verification = verify(tournament, wanted_round(line, options))
                official = dict(tournament.official).get(verification.expected.round)
        except PairingInputError as error:
            raise Unusable(input_error_text(error)) from None
        except CannotPair as refusal:
            raise ExitRefused(refusal_text(refusal)) from None
        answer = {
            "round": verification.expected.round,
            "system": verification.expected.system,
            "official": official,
            "verified": verification.ok,
            "rematch_allowed": verification.lifted,
            "differences": [difference_text(difference) for difference in verification.differences],
            "digest": verification.expected.digest,
        }
        if not verification.ok:
            raise AnswerIsNo(answer)
        return answer

    def text(self, answer: Mapping[str, Any], options: Mapping[str, Any]) -> str:
        mode = MODES[answer["official"]]
        head = f"Round {answer['round']}, {answer['system']}{mode}: "
        head += "verified" if answer["verified"] else "not what the rules give"
        if answer["rematch_allowed"]:
            head += " (with rematches allowed: without one there is no pairing)"
        return "\n".join([head, *(f"  {sentence}" for sentence in answer["differences"]), answer["digest"]])
