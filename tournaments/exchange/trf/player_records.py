"""The records of TRF26 that say how players are paired: ``152`` the colour drawn for round 1, ``192`` the
system, ``250`` the points of an acceleration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.exchange.conversion import LossCode, Losses
from tournaments.exchange.trf.columns import TrfLine
from tournaments.exchange.trf.scoring import points_column
from tournaments.pairing.dutch.competitors import last_of_upper_half, lent_points
from tournaments.pairing.knockout import KNOCKOUT
from tournaments.pairing.registry import FIDE_DUTCH, ROUND_ROBINS, SWISS
from tournaments.state.lots import odd_begin
from tournaments.state.options import BAKU
from tournaments.state.tournament import Tournament

DUTCH_CODES = ("FIDE_DUTCH", "FIDE_DUTCH_2017", "FIDE_DUTCH_2025", "FIDE_DUTCH_2026")
_CUSTOM = {**dict.fromkeys(SWISS, "CUSTOM_SWISS"), KNOCKOUT: "CUSTOM_KNOCKOUT"}


def code_of(tournament: Tournament) -> str:
    """Record 192 of a tournament of players; empty for systems that FIDE has no word for."""
    if tournament.system == FIDE_DUTCH:
        return "FIDE_DUTCH_BAKU" if tournament.options.acceleration == BAKU else "FIDE_DUTCH"
    if tournament.system in ROUND_ROBINS:
        double = tournament.system == ROUND_ROBINS[1]
        return "FIDE_DOUBLEROUNDROBIN" if double else "FIDE_ROUNDROBIN"
    return _CUSTOM.get(tournament.system, "")


def system_in(code: str) -> str | None:
    """The system of record 192; None where it names none of ours."""
    if code.removesuffix("_BAKU") in DUTCH_CODES:
        return FIDE_DUTCH
    if "ROUNDROBIN" in code and "TEAM" not in code:
        return ROUND_ROBINS["DOUBLE" in code]
    return KNOCKOUT if code == _CUSTOM[KNOCKOUT] else None


def records_that_count(system: str, code: str) -> frozenset[str]:
    """The tags of those records that say something of a tournament by ``system``; ``code``: its 192."""
    named = {"192"} if system_in(code) == system or code == _CUSTOM.get(system) else set()
    return frozenset({"152", "250"} | named if system == FIDE_DUTCH else named)


def records_of(tournament: Tournament) -> Iterator[str]:
    """152 and 192, and of Dutch systems 250: the code alone does not say who is accelerated."""
    dutch = tournament.system == FIDE_DUTCH
    if dutch:
        yield f"152 {'W' if odd_begin(tournament.seed) else 'B'}"
    if code := code_of(tournament):
        yield f"192 {code}"
    if dutch and tournament.options.acceleration == BAKU and tournament.entries:
        yield from _acceleration(tournament)


def _acceleration(tournament: Tournament) -> Iterator[str]:
    numbers = sorted(entry.number for entry in tournament.entries)
    last = tournament.options.accelerated_to or last_of_upper_half(tournament)
    spans: dict[int, list[int]] = {}
    for round_number in range(1, tournament.rounds + 1):
        if value := lent_points(tournament, True, round_number, tournament.rounds):
            spans.setdefault(value, []).append(round_number)
    for value, rounds in spans.items():
        points = points_column(tournament.points, value)
        yield f"250      {points} {rounds[0]:03} {rounds[-1]:03} {numbers[0]:>4} {last:>4}"


def accelerated_to(lines: Sequence[TrfLine], code: str, tournament: Tournament, losses: Losses) -> int | None:
    """Return the last number of those who are lent points as C.04.7 lends them; None where nobody is."""
    if not lines:
        # The code alone says that somebody is.
        return 0 if code.endswith("_BAKU") else None
    last = max(line.whole(28, 31, "starting rank number") or 0 for line in lines)
    file_lines = {line.text[:31].rstrip() for line in lines}
    ours = [line[:27] for line in _acceleration(tournament)]
    if last and {line[:27] for line in file_lines} == {*ours}:
        return last
    # Other points cannot be kept.
    losses.add(LossCode.RECORD, about="250", line=lines[0].number)
    return None
