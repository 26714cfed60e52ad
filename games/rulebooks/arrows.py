"""What a finding draws on the board: ply → the captures that it is about."""

from __future__ import annotations

from collections.abc import Iterable

from games.xiangqi.cycles import Played


def on_piece(played: Played, plies: Iterable[int], piece: int) -> dict[str, list[str]]:
    """The captures of that piece which each ply threatens."""
    found = {}
    for ply in plies:
        captures = [str(one.threat.capture) for one in played.attacks(ply) if one.on == piece]
        if captures:
            found[str(ply)] = captures
    return found
