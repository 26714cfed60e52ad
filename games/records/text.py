"""A plain list of moves, as a person types it: with or without numbers, in one or two columns."""

from __future__ import annotations

from games.records.game import Fault, FaultCode, Game, unreadable
from games.records.movetext import LIST_TOKEN, is_plain_move, result_of, split_glued
from games.records.pgn import read_game
from games.xiangqi.notation import tokens


def read_text(text: str, *, faults: tuple[Fault, ...] = ()) -> Game:
    """The game. Lines before the first move are its heading; a text without any move is no game."""
    lines = text.split("\n")
    first = next((index for index, line in enumerate(lines) if _has_move(line)), None)
    if first is None:
        shown = next((line.strip() for line in lines if line.strip()), "")
        found = unreadable(FaultCode.NO_GAME, shown[:80], line=1)
        return Game(faults=(*faults, *found.faults))
    heading = " ".join(" ".join(lines[:first]).split())
    headers = {"Heading": heading} if heading else {}
    return read_game("\n".join(lines[first:]), headers, line=first + 1, pattern=LIST_TOKEN, faults=faults)


def _has_move(line: str) -> bool:
    """Whether a line holds a move, or a number before something that should be one."""
    for token in LIST_TOKEN.findall(line[:2000]):
        digits = token.lstrip("0123456789０１２３４５６７８９")
        bare = digits.lstrip(".．…。:：")
        if digits not in (token, bare) and not bare and result_of(token) is None:
            return True
        if is_plain_move(token) or (bare and (is_plain_move(bare) or split_glued(bare))):
            return True
        if tokens.parse(token):
            return True
    return False
