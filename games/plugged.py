"""Plug in rulebooks of other packages."""

from __future__ import annotations

from typing import Any

from games.rulebooks import registry
from portal import plugged


# Without Django: the child that reads records of strangers loads them too, and dies at its birth of what it
# cannot import.
def load() -> None:
    """Load what other packages offer as `qiyuan.rulebooks`: each is a `Rulebook`."""
    plugged.load("qiyuan.rulebooks", _register)


def _register(name: str, book: Any) -> None:
    if registry.RULEBOOKS.get(name) is book:
        return
    plugged.refuse_taken(name, {**registry.RULEBOOKS, **registry.WEIQI_RULEBOOKS}, "a rulebook")
    if not isinstance(book, registry.Rulebook):
        raise ValueError("it is no Rulebook of games.rulebooks.")
    registry.register_rulebook(name, book)
