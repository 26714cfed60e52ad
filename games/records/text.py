"""Read a plain list of moves, as a person types it or a program shows it, with what stands around it."""

from __future__ import annotations

from games.problems import Problem
from games.records.frames import FEN, frame_of
from games.records.game import FaultCode, Game, unreadable
from games.records.listed import Listing, listing_of
from games.records.movetext import LIST_TOKEN, joined
from games.records.pgn import read_game
from games.xiangqi.notation import vietnamese


def read_text(text: str, *, first_line: int = 1, faults: tuple[Problem, ...] = ()) -> Game:
    """Read the game; ``first_line``: where the text begins in its file."""
    text = vietnamese.in_signs(joined(text))
    listing = listing_of(text.split("\n"))
    frame = frame_of(_without(listing, text))
    # A text without any move is no game; lines before the first move are its heading.
    if frame is None:
        first = next((line.strip() for line in text.split("\n") if line.strip()), "")
        none = unreadable(FaultCode.NO_GAME, first[:80], line=first_line)
        kind = "FEN" if FEN.search(text) else "position" if listing else ""
        named = unreadable(FaultCode.UNKNOWN_FORMAT, kind).faults if kind else ()
        return Game(faults=(*faults, *named, *none.faults))
    if listing and "FEN" not in frame.headers:
        frame.headers["FEN"] = listing.position
        frame.fen_line = listing.lines[0] + 1
    return read_game(
        frame.body,
        frame.headers,
        line=frame.line + first_line - 1,
        fen_line=frame.fen_line + first_line - 1,
        pattern=LIST_TOKEN,
        faults=faults,
    )


def _without(listing: Listing | None, text: str) -> str:
    """Blank the lines where pieces are listed: they are neither moves nor names."""
    if listing is None:
        return text
    lines = text.split("\n")
    for number in listing.lines:
        lines[number] = ""
    return "\n".join(lines)
