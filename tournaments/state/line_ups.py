"""Who plays which board in a match: what a captain may hand in, and what counts where nobody did.

*line-up*   the players by board, from board 1; None where a board stays empty.
*roster*    the members of a team in order, reserves last.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from enum import StrEnum

LineUp = tuple[int | None, ...]


class Order(StrEnum):
    """Whether a line-up follows the order of the roster, or is set anew for each match (AXF)."""

    FIXED = "fixed"
    FREE = "free"


class Empty(StrEnum):
    """Where a board may stay empty: below all others only, or anywhere."""

    BOTTOM = "bottom"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class LineUpRules:
    """``least``: players whom a team must field; None: half of the boards, rounded up (T1)."""

    boards: int
    order: Order = Order.FREE
    empty: Empty = Empty.BOTTOM
    least: int | None = None

    @property
    def needed(self) -> int:
        return -(-self.boards // 2) if self.least is None else self.least


class LineUpCode(StrEnum):
    """What is wrong with a line-up; the comment lists the parameters."""

    BOARDS = "boards"  # count, boards
    NOT_A_MEMBER = "not-a-member"  # board, player
    TWICE = "twice"  # board, player, other: the board where the player stands before
    AWAY = "away"  # board, player: absent or withdrawn
    ORDER = "order"  # board, player, other: who stands above though lower in the roster
    GAP = "gap"  # board: empty above a filled one
    TOO_FEW = "too-few"  # count, least


@dataclass(frozen=True, slots=True)
class LineUpFault:
    """``board`` from 1, None where the line-up as a whole is meant; ``other`` as `LineUpCode` says."""

    code: LineUpCode
    board: int | None = None
    player: int | None = None
    other: int | None = None
    count: int | None = None


def faults(
    rules: LineUpRules, roster: Sequence[int], line_up: Sequence[int | None], away: Container[int] = ()
) -> list[LineUpFault]:
    """Everything that speaks against a line-up, from board 1 down; empty where it may be played.

    >>> rules = LineUpRules(boards=4, order=Order.FIXED)
    >>> faults(rules, (1, 2, 3, 4, 5), (1, 3, 5, None))
    []
    >>> [str(fault.code) for fault in faults(rules, (1, 2, 3, 4, 5), (1, None, 3, 2))]
    ['gap', 'order']
    """
    if len(line_up) != rules.boards:
        return [LineUpFault(LineUpCode.BOARDS, count=len(line_up))]
    problems = []
    place = {player: i for i, player in enumerate(roster)}
    seat: dict[int, int] = {}
    filled = [board for board, player in enumerate(line_up, 1) if player is not None]
    lowest: int | None = None
    for board, player in enumerate(line_up, 1):
        if player is None:
            if rules.empty is Empty.BOTTOM and filled and board < filled[-1]:
                problems.append(LineUpFault(LineUpCode.GAP, board))
            continue
        if player not in place:
            problems.append(LineUpFault(LineUpCode.NOT_A_MEMBER, board, player))
            continue
        if player in seat:
            problems.append(LineUpFault(LineUpCode.TWICE, board, player, seat[player]))
            continue
        seat[player] = board
        if player in away:
            problems.append(LineUpFault(LineUpCode.AWAY, board, player))
        if lowest is None or place[player] > place[lowest]:
            lowest = player
        elif rules.order is Order.FIXED:
            problems.append(LineUpFault(LineUpCode.ORDER, board, player, lowest))
    if len(filled) < rules.needed:
        problems.append(LineUpFault(LineUpCode.TOO_FEW, count=len(filled)))
    return problems


def default_line_up(
    rules: LineUpRules, roster: Sequence[int], last: Sequence[int | None] = (), away: Container[int] = ()
) -> LineUp:
    """Return who plays where no line-up was handed in (T4)."""
    there = [player for player in roster if player not in away]
    # With a free order those of the last line-up stay; else the first members of the roster who are there.
    if rules.order is Order.FREE:
        stayed = [player for player in last if player is not None and player in there]
        there = stayed + [player for player in there if player not in stayed]
    chosen = there[: rules.boards]
    return (*chosen, *([None] * (rules.boards - len(chosen))))
