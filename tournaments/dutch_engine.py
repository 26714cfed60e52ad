"""Run the engine of FIDE's Dutch system in a child of its own, which nobody has to survive."""

from __future__ import annotations

from portal.sandbox import parent
from tournaments.pairing.dutch.engine import Answer, pair_file
from tournaments.pairing.values import CannotPair, RefusalCode

# Seconds of processor time for a round: one of a thousand players takes up to twenty (measured).
MOST_SECONDS = 300
# Bytes: the same round takes up to 570 MB.
MOST_MEMORY = 1024 * 1024 * 1024


def in_a_child(text: str, round_number: int, *, check: bool = False) -> Answer:
    """`pair_file` under limits. Raises `CannotPair` where they end it."""
    try:
        return parent.run_sandboxed(
            pair_file, text, round_number, check=check, seconds=MOST_SECONDS, memory=MOST_MEMORY
        )
    except parent.Stopped as stopped:
        raise CannotPair(RefusalCode.ENGINE_STOPPED, kind=str(stopped.code)) from None
