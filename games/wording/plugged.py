"""Words of rulebooks that other packages bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.wording.findings import SAYS
from games.wording.rulebooks import TEXTS, TITLES, Text
from portal import plugged


def load() -> None:
    """Load what other packages offer as `qiyuan.words`: mappings."""
    # Of theirs ``rulebooks`` (name → title, source, articles) and ``findings`` (code → sentence with places
    # as ``%(side)s``) are read here.
    plugged.load("qiyuan.words", _register)


def _register(_name: str, words: Any) -> None:
    if not isinstance(words, Mapping):
        raise ValueError("it is no mapping.")
    for name, about in words.get("rulebooks", {}).items():
        TITLES.setdefault(name, str(about["title"]))
        TEXTS.setdefault(
            name, Text(str(about["source"]), [(str(key), str(gist)) for key, gist in about["articles"]])
        )
    for code, sentence in words.get("findings", {}).items():
        SAYS.setdefault(code, str(sentence))
