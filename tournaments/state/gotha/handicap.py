"""Handicap, colours and komi of one game (OpenGotha's settings; EGF General Tournament Rules)."""

from __future__ import annotations

from tournaments.state.gotha.settings import Handicaps
from tournaments.state.gotha.values import GoPlayer

MOST_HANDICAP = 9
# Of one game, in half points.
MOST_KOMI = 400


def strength(settings: Handicaps, player: GoPlayer, mms2: int) -> int:
    """As a rank, cut at the threshold: players there or above it are equal."""
    rank = mms2 // 2 - 30 if settings.by_mms else player.rank
    return min(rank, settings.threshold)


def stones(settings: Handicaps, strength: int, other: int) -> int:
    """The handicap between two strengths; positive: ``strength`` is stronger, so White.

    >>> stones(Handicaps(), -2, -7), stones(Handicaps(), -10, -2), stones(Handicaps(), -1, -2)
    (4, -7, 0)
    """
    difference = strength - other
    if not difference:
        return 0
    size = min(max(abs(difference) - settings.correction, 0), settings.ceiling)
    return size if difference > 0 else -size


def may_draw(handicap: int, komi: int | None) -> bool:
    """Where half a point is given nobody draws. ``komi``: the game's own, in half points, else it is ½ with a
    handicap, and the section's without.

    >>> may_draw(4, None), may_draw(4, 0), may_draw(0, 13), may_draw(0, None)
    (False, True, False, True)
    """
    return not handicap if komi is None else komi % 2 == 0


def stones_on_board(handicap: int) -> int:
    """With handicap 1 Black only moves first."""
    return handicap if handicap > 1 else 0
