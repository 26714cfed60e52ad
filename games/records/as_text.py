"""Say as text what bytes of strangers say: for `portal.sandbox.parent` alone, since nothing else decodes
them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from games.records.encodings import decode_record
from games.records.game import FaultCode
from games.weiqi.sgf import looks_like_sgf
from games.weiqi.text import decode_sgf

_BROKEN: Final = frozenset({FaultCode.BAD_CHARACTERS, FaultCode.TRUNCATED})


class Quotes(Protocol):
    """Recognises a person in texts."""

    def in_text(self, text: str) -> bool: ...

    def names(self, text: str) -> bool: ...


def correctable(raw: bytes, game: str) -> str | None:
    """Give a record as a person can correct it; None where it is no text."""
    if game == "weiqi":
        sgf = decode_sgf(raw)
        return sgf.text if sgf.bad_byte is None and "\0" not in sgf.text else None
    decoded = decode_record(raw)
    if "\0" in decoded.text or raw.startswith((b"XQ", b"CCBridge")):
        return None
    return None if any(fault.code in _BROKEN for fault in decoded.faults) else decoded.text


def sheet(raw: bytes) -> str:
    """A scoresheet that came as a file."""
    return decode_record(raw).text


def quoting(quotes: Quotes, bodies: Sequence[bytes], *, whole: bool) -> list[bool]:
    """Say of each record whether it quotes a person; with ``whole`` only by the whole name."""
    quoted = quotes.names if whole else quotes.in_text
    return [any(map(quoted, _readings(body))) for body in bodies]


def _readings(raw: bytes) -> list[str]:
    text = decode_record(raw).text
    # Of SGF also as its ``CA`` has it: Japanese and Korean encodings are no others'.
    return [text, decode_sgf(raw).text] if looks_like_sgf(raw) else [text]
