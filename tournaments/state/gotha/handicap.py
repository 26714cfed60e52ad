"""Handicap, colours and komi of one game (OpenGotha's settings; EGF General Tournament Rules)."""

from __future__ import annotations

from fractions import Fraction

from tournaments.state.gotha.settings import Handicaps
from tournaments.state.gotha.values import Player

HALF = Fraction(1, 2)


def strength(settings: Handicaps, player: Player, mms2: int) -> int:
    """As a rank, cut at the threshold: players there or above it are equal."""
    rank = mms2 // 2 - 30 if settings.by_mms else player.rank
    return min(rank, settings.threshold)


def stones(settings: Handicaps, one: int, other: int) -> int:
    """The handicap between two strengths; positive: ``one`` is stronger, so White.

    >>> stones(Handicaps(), -2, -7), stones(Handicaps(), -10, -2), stones(Handicaps(), -1, -2)
    (4, -7, 0)
    """
    difference = one - other
    if not difference:
        return 0
    size = min(max(abs(difference) - settings.correction, 0), settings.ceiling)
    return size if difference > 0 else -size


def komi_of(handicap: int, even: Fraction) -> Fraction:
    """``even``: the section's komi. In every handicap game it is ½, so that no game is drawn.

    >>> komi_of(0, Fraction(15, 2)), komi_of(1, Fraction(15, 2))
    (Fraction(15, 2), Fraction(1, 2))
    """
    return HALF if handicap else even


def stones_on_board(handicap: int) -> int:
    """With handicap 1 Black only moves first."""
    return handicap if handicap > 1 else 0


def white_moves_first(handicap: int) -> bool:
    return handicap > 1
