"""Scheveningen: two teams of n, n rounds, everybody meets every member of the other team once.

The tables are our own (FIDE's own ones may differ): of every player's games first and second differ by at
most one; of a team's in one round they are equal where n is a multiple of 4, else they differ by one (n odd)
or two.
"""

from __future__ import annotations


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
    for own in range(2):
        theirs = own ^ crossed
        for a in range(half):
            b = (a + turn) % half
            first = ((a + b) % half % 2 == 0) == (own == theirs)
            rows.append((own * half + a + 1, theirs * half + b + 1, first))
    return rows
