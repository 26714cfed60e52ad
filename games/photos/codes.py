"""Write and read the code of a printed scoresheet: for which game, side and layout it was printed."""

from __future__ import annotations

from base64 import b32decode, b32encode
from binascii import Error
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

# What stands before the code in its address.
MARK: Final = "/s/"
_DIGEST: Final = 6
_MOST: Final = {"round": 0xFF, "table": 0xFFFF, "layout": 0x7F}


# A code stands for the sheet and opens nothing: whoever comes with it is asked for their rights as ever. It
# names the section by a digest of its address, so it needs no table of its own, holds no name, and a sheet
# that was printed before an event was restored from a backup is still known.
@dataclass(frozen=True, slots=True)
class SheetCode:
    round: int
    table: int
    # ``first`` or ``second``, whose sheet it is.
    side: str
    layout: int

    def text(self, event: str, section: str) -> str:
        """Write sixteen capitals and digits; raise ValueError for a round or table beyond what a code
        holds."""
        if not (0 < self.round <= _MOST["round"] and 0 < self.table <= _MOST["table"]):
            raise ValueError(f"round {self.round}, table {self.table}")
        seat = self.layout << 1 | (self.side == "second")
        place = bytes([self.round, *self.table.to_bytes(2), seat])
        return b32encode(place + _digest(event, section, place)).decode()

    def is_of(self, text: str, event: str, section: str) -> bool:
        """Whether ``text``, from which this was parsed, names this section."""
        return self.text(event, section) == text


def _digest(event: str, section: str, place: bytes) -> bytes:
    return sha256(f"{event}/{section}/".encode() + place).digest()[:_DIGEST]


def parse_code(text: str) -> SheetCode | None:
    """Read the place that a code names, of whatever section; None for what is no code of a sheet."""
    try:
        data = b32decode(text)
    except (Error, ValueError):
        return None
    if len(data) != 4 + _DIGEST or not data[0] or not (table := int.from_bytes(data[1:3])):
        return None
    return SheetCode(data[0], table, "second" if data[3] & 1 else "first", data[3] >> 1)


def code_in(address: str) -> str:
    """Find the code at the end of an address; empty where there is none."""
    head, mark, code = address.rpartition(MARK)
    return code if head and mark and parse_code(code) else ""
