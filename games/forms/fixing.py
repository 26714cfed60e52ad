"""A candidate put in the place of what could not be played: the text of a correction, prefilled."""

from __future__ import annotations

from typing import Any

from games.records.encodings import decode
from games.records.game import FaultCode
from games.weiqi.record import FaultCode as WeiqiFault
from games.weiqi.text import decode as decode_sgf
from games.xiangqi.board import Illegal

_LEFT_OUT = frozenset({str(Illegal.WRONG_SIDE)})
"""Faults where a move is missing before the text, not wrong in it."""
_BROKEN = frozenset({FaultCode.BAD_CHARACTERS, FaultCode.TRUNCATED})


def text_of(raw: bytes, game: str) -> str | None:
    """What was handed in, as a person can correct it; None where it is no text."""
    if game == "weiqi":
        sgf = decode_sgf(raw)
        return sgf.text if sgf.bad_byte is None and "\0" not in sgf.text else None
    decoded = decode(raw)
    if "\0" in decoded.text or raw.startswith((b"XQ", b"CCBridge")):
        return None
    return None if any(fault.code in _BROKEN for fault in decoded.faults) else decoded.text


def fixed(text: str, fault: dict[str, Any], candidate: str) -> str | None:
    """``text`` with the candidate in place of the fault's move, or before it where a move was left out; None
    where the move does not stand in its line any more."""
    lines = text.replace("\r\n", "\n").split("\n")
    line, wrong = fault["line"], fault["text"]
    if line is None or not wrong or not 0 < line <= len(lines) or wrong not in lines[line - 1]:
        return None
    right = f"{candidate} {wrong}" if fault["code"] in _LEFT_OUT else candidate
    if fault["code"] == WeiqiFault.KOMI_IN_STONES:
        right = f"KM[{candidate}]"
    lines[line - 1] = lines[line - 1].replace(wrong, right, 1)
    return "\n".join(lines)
