"""Name an opening, from the first moves alone.

An *opening* is Red's first move and, where it has a name of its own, how Black's pieces stand against it:
中炮 by the cannon's move to the middle, 屏风马 by two horses that guard the middle pawn. A game and its
mirror image have the same name. Only games from the usual start have one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from games.xiangqi.fen import START_POSITION, Position
from games.xiangqi.values import Move

# So many of Black's moves say how he stands.
LOOKED_AT: Final = 6


class FirstMoves(StrEnum):
    CENTRAL_CANNON = "central-cannon"
    PALACE_CORNER_CANNON = "palace-corner-cannon"
    CROSS_PALACE_CANNON = "cross-palace-cannon"
    GOLDEN_HOOK_CANNON = "golden-hook-cannon"
    PAWN_BASE_CANNON = "pawn-base-cannon"
    ELEPHANT = "elephant"
    HORSE = "horse"
    EDGE_HORSE = "edge-horse"
    PAWN = "pawn"
    EDGE_PAWN = "edge-pawn"
    CENTRAL_PAWN = "central-pawn"
    ADVISOR = "advisor"
    OTHER = "other"


class Reply(StrEnum):
    NONE = ""
    SAME_CANNONS = "same-direction-cannons"
    OPPOSITE_CANNONS = "opposite-direction-cannons"
    LATE_SAME_CANNONS = "late-same-direction-cannons"
    LATE_OPPOSITE_CANNONS = "late-opposite-direction-cannons"
    SCREEN_HORSES = "screen-horses"
    SANDWICHED_HORSES = "sandwiched-horses"
    SINGLE_HORSE = "single-horse"
    THREE_STEP_TIGER = "three-step-tiger"
    FACING_PAWNS = "facing-pawns"
    PAWN_BASE_CANNON = "against-pawn-base-cannon"


class Opening(NamedTuple):
    first: FirstMoves
    reply: Reply = Reply.NONE

    def __str__(self) -> str:
        return f"{self.first}/{self.reply}" if self.reply else self.first.value


# On Red's right; what begins on the left is turned over first.
_FIRST: Final[Mapping[str, FirstMoves]] = {
    "h2e2": FirstMoves.CENTRAL_CANNON,
    "h2f2": FirstMoves.PALACE_CORNER_CANNON,
    "h2d2": FirstMoves.CROSS_PALACE_CANNON,
    "h2c2": FirstMoves.GOLDEN_HOOK_CANNON,
    "h2g2": FirstMoves.PAWN_BASE_CANNON,
    "g0e2": FirstMoves.ELEPHANT,
    "h0g2": FirstMoves.HORSE,
    "h0i2": FirstMoves.EDGE_HORSE,
    "g3g4": FirstMoves.PAWN,
    "i3i4": FirstMoves.EDGE_PAWN,
    "e3e4": FirstMoves.CENTRAL_PAWN,
    "f0e1": FirstMoves.ADVISOR,
}
_TURNED: Final = str.maketrans("abcdefghi", "ihgfedcba")
_CANNONS: Final[Mapping[str, tuple[Reply, Reply]]] = {
    "h7e7": (Reply.SAME_CANNONS, Reply.LATE_SAME_CANNONS),
    "b7e7": (Reply.OPPOSITE_CANNONS, Reply.LATE_OPPOSITE_CANNONS),
}
_AGAINST_PAWN: Final[Mapping[str, Reply]] = {"c6c5": Reply.FACING_PAWNS, "h7g7": Reply.PAWN_BASE_CANNON}
_INNER: Final = frozenset({"b9c7", "h9g7"})
_OUTER: Final = frozenset({"b9a7", "h9i7"})
_CORNER: Final = frozenset({"b7d7", "h7f7"})
_TIGER: Final = frozenset({"h9g7", "i9h9", "h7i7"})


def opening_of(moves: Sequence[Move], start: Position = START_POSITION) -> Opening | None:
    """Name the opening of a game; None for one without moves or from another start."""
    if not moves or start != START_POSITION:
        return None
    texts = [str(move) for move in moves[: 2 * LOOKED_AT]]
    if texts[0] not in _FIRST:
        texts = [text.translate(_TURNED) for text in texts]
    first = _FIRST.get(texts[0], FirstMoves.OTHER)
    black = texts[1::2]
    if first is FirstMoves.CENTRAL_CANNON:
        return Opening(first, _against_cannon(black))
    if first is FirstMoves.PAWN and black:
        return Opening(first, _AGAINST_PAWN.get(black[0], Reply.NONE))
    return Opening(first)


def _against_cannon(black: Sequence[str]) -> Reply:
    # What stands first decides: cannons that face each other, the tiger's three steps, then the horses.
    for place, text in enumerate(black):
        if text in _CANNONS:
            return _CANNONS[text][place > 0]
    made = set(black)
    if set(black[:3]) == _TIGER or set(black[:3]) == {text.translate(_TURNED) for text in _TIGER}:
        return Reply.THREE_STEP_TIGER
    if made >= _INNER:
        return Reply.SANDWICHED_HORSES if made & _CORNER else Reply.SCREEN_HORSES
    if made & _INNER and made & _OUTER:
        return Reply.SINGLE_HORSE
    return Reply.NONE
