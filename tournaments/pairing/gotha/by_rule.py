"""What the rule gives a pair: the handicap, and who is Black."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.pairing.gotha.entering import enter
from tournaments.pairing.gotha.grounds import colours
from tournaments.pairing.ground_codes import GroundCode
from tournaments.state.gotha.of_tournament import event_before, has_rank
from tournaments.state.tournament import Tournament

_COLOURS = frozenset({GroundCode.WHITE_STRONGER, GroundCode.WHITE_BALANCE, GroundCode.WHITE_NAMES})


@dataclass(frozen=True, slots=True)
class RuleTerms:
    """``black``: the entry number; None where the reasons do not tell it, as of a fixed even game."""

    handicap: int
    black: int | None


def terms_told(reasons: Iterable[Mapping[str, Any]]) -> RuleTerms | None:
    """From the reasons of a pair, as they are stored with it; None where it was not paired by value."""
    params = {reason["code"]: reason["params"] for reason in reasons}
    stones = params.get(GroundCode.STONES)
    if stones is None:
        return None
    stones_handed = int(stones["handicap"])
    black = next((params[code]["black"] for code in _COLOURS if code in params), None)
    return RuleTerms(stones_handed, stones["black"] if stones_handed else black)


def handicap_terms(
    tournament: Tournament, round_number: int, pairs: Iterable[tuple[int, int]]
) -> dict[frozenset[int], RuleTerms]:
    """Of each pair of players who are both to be paired in the round, and have a grade or a rating."""
    entering = enter(event_before(tournament, round_number), round_number)
    numbers = {entry.number for entry in tournament.entries if has_rank(entry)}
    members = {member.number: member for member in entering.members if member.number in numbers}
    terms_by_pair = {}
    for number, other in pairs:
        if number in members and other in members:
            _, black, handicap, _ = colours(entering, members[number], members[other])
            terms_by_pair[frozenset((number, other))] = RuleTerms(handicap, black.number)
    return terms_by_pair
