"""Draw a finding on the board: ply → the captures that the ply threatens, as texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.xiangqi.cycles import Attack, Played
from games.xiangqi.values import LETTERS, SQUARE_NAMES, kind_of

Arrows = dict[str, list[str]]


def on_general(played: Played, plies: Iterable[int]) -> Arrows:
    """The checks of each ply that checks."""
    return {str(ply): list(map(str, played.checking(ply))) for ply in plies if played.checks[ply]}


def on_piece(played: Played, plies: Iterable[int], piece: int) -> Arrows:
    """The captures of that piece which each ply threatens."""
    return on_pieces(played, plies, lambda attack: attack.on == piece)


def on_pieces(played: Played, plies: Iterable[int], wanted: Callable[[Attack], bool]) -> Arrows:
    """The captures among each ply's attacks that are wanted."""
    captures_by_ply = {
        str(ply): [str(attack.threat.capture) for attack in played.attacks(ply) if wanted(attack)]
        for ply in plies
    }
    return {ply: captures for ply, captures in captures_by_ply.items() if captures}


def threatened(played: Played, plies: Iterable[int], is_chase: Callable[[Attack], bool]) -> Arrows:
    """The checks of the plies that check, and what the others chase."""
    each = list(plies)
    quiet = [ply for ply in each if not played.checks[ply]]
    return on_general(played, each) | on_pieces(played, quiet, is_chase)


def named_piece(played: Played, piece: int, ply: int) -> dict[str, str]:
    """Where a piece stands after the ply, and its kind as a letter, as the sentence about it names it."""
    square = played.square_of(piece, ply)
    return {"piece": SQUARE_NAMES[square], "victim": LETTERS[kind_of(played.stills[ply].squares[square])]}
