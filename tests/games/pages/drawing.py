"""Pages of games as they are read back."""

from __future__ import annotations

from typing import Any

from django.utils import translation

from games.pages.renderers import RENDERERS
from tests.tournaments.pages.rendered import parsed

PATH = "e/test-2015/men/round/1/table/1/"


def render(pairing: int, language: str = "en") -> Any:
    work = RENDERERS["game"].read({"pairing": pairing, "game": 1})
    with translation.override(language):
        return parsed(RENDERERS["game"].html(work.data, language=language, version=3, path=PATH))


def text_of(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())


def drawn(document: Any, name: str) -> list[Any]:
    """Elements of the drawing."""
    return list(document.iter(f"{{http://www.w3.org/2000/svg}}{name}"))


def by_class(document: Any, name: str) -> list[Any]:
    return [e for e in document.iter() if name in (e.get("class") or "").split()]
