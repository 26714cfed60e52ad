"""Work on a whole section without the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_disabled() -> Iterator[None]:
    """The collector rests, and works again afterwards if it did before.

    Pairing and standings make many small values and no reference cycles: counting references frees all of
    them, and the collector would only pass again and again over everything that lives, the longer the larger
    the field. The rows of a section live until all are read: with 2,000 players half of the time went into
    passing over them. Another thread goes without it meanwhile, for a few seconds at most.
    """
    working = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if working:
            gc.enable()
