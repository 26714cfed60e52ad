"""Work on a whole section without the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_disabled() -> Iterator[None]:
    """Let the collector rest, and work again afterwards if it did before."""
    working = gc.isenabled()
    # Pairing and standings make many small values and no reference cycles: counting references frees all of
    # them, and the collector would only pass over everything that lives, again and again. With 2,000 players
    # half of the time went into that. Another thread goes without it for a few seconds at most.
    gc.disable()
    try:
        yield
    finally:
        if working:
            gc.enable()
