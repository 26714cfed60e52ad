"""Scheveningen: two teams of n, n rounds, everybody meets every member of the other team once.

The tables are our own (FIDE's own ones may differ): of every player's games first and second differ by at
most one; of a team's in one round they are equal where n is a multiple of 4, else they differ by one (n odd)
or two.
"""

from __future__ import annotations

from tournaments.pairing.players import check_round, present
from tournaments.pairing.reasons import Notice, NoticeCode, Reason, ReasonCode
from tournaments.pairing.values import (
    CannotPair,
    InputCode,
    Pair,
    PairedRound,
    PairingInputError,
    RefusalCode,
)
from tournaments.state.team_settings import TeamSettings
from tournaments.state.tournament import Tournament

NAME = "scheveningen"
TEAMS = 2


def scheveningen(players: int, round_number: int) -> list[tuple[int, int, bool]]:
    """One round: places of the first team's and the second team's player, from 1, and whether the first
    team's player moves first. ``round_number`` from 1 to ``players``.

    >>> scheveningen(2, 1)
    [(1, 1, True), (2, 2, True)]
    >>> scheveningen(3, 2)
    [(1, 2, False), (2, 3, True), (3, 1, True)]
    """
    if not 1 <= round_number <= players:
        raise ValueError(f"round {round_number} of {players}")
    if players % 4 == 2 and players > 2:
        return _in_quarters(players, round_number - 1)
    rows = []
    for i in range(players):
        j = (i + round_number - 1) % players
        even = (i + j) % players % 2 == 0
        rows.append((i + 1, j + 1, even if players % 4 else bool(i % 2) != (j % 4 <= 1)))
    return rows


def _in_quarters(players: int, index: int) -> list[tuple[int, int, bool]]:
    """Both teams in two halves of an odd size: halves meet each other in turn."""
    half = players // 2
    crossed, turn = divmod(index, half)
    rows = []
    for own_half in range(2):
        theirs = own_half ^ crossed
        for a in range(half):
            b = (a + turn) % half
            first = ((a + b) % half % 2 == 0) == (own_half == theirs)
            rows.append((own_half * half + a + 1, theirs * half + b + 1, first))
    return rows


def pair(tournament: Tournament, round_number: int, *, explain: bool) -> PairedRound:
    """The match of the two teams in a round, the smaller number first; who meets whom at its boards is
    `scheveningen`.

    Raises `CannotPair` when no team is there, `PairingInputError` for another number of teams than two.
    """
    check_round(tournament, round_number)
    both = sorted(entry.number for entry in tournament.entries)
    if len(both) != TEAMS:
        raise PairingInputError(InputCode.TWO_TEAMS, count=len(both))
    here = [entry.number for entry in present(tournament, round_number)]
    if not here:
        raise CannotPair(RefusalCode.NOBODY, round=round_number)
    first, second = both
    if len(here) == TEAMS:
        why = (Reason(ReasonCode.SCHEVENINGEN, {"round": round_number}),) if explain else ()
        return PairedRound(round_number, NAME, (Pair(1, first, second, why),))
    away = {"player": here[0], "opponent": second if here[0] == first else first}
    notices = (Notice(NoticeCode.FREE_OPPONENT, away),) if explain else ()
    return PairedRound(round_number, NAME, (), free=tuple(here), notices=notices)


def first_sides(system: str, settings: TeamSettings, round_number: int, colours: str = "") -> list[bool]:
    """Return by board whether the first team moves first; ``colours``: of a match with its own."""
    if colours:
        return [letter == "F" for letter in colours]
    if system == NAME:
        return [begins for _, _, begins in scheveningen(settings.boards, round_number)]
    return [settings.first_team_begins(board) for board in range(1, settings.boards + 1)]
