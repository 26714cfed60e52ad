"""Long computations on plain values without the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """The collector rests, and works again afterwards if it did before.

    Pairing and standings make many small values and no reference cycles: counting references frees all of
    them, and the collector would only pass again and again over everything that lives, the longer the larger
    the field. Another thread goes without it meanwhile, for two seconds at most with 10,000 players.
    """
    working = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if working:
            gc.enable()
