"""Pages of tournaments as a worker makes them and a reader's program reads them."""

from __future__ import annotations

from typing import Any

import html5lib
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tournaments.models import Section
from tournaments.pages.renderers import RENDERERS

KINDS = sorted(set(RENDERERS) - {"screen", "ratings", "boards", "norms"})
"""A screen in the hall has no frame; ``test_screens`` is about it. ``test_ratings``, ``test_team_pages`` and
``views/test_norms`` are about the others, which not every section has."""


def parsed(html: str) -> Any:
    """The document, if it has no parse error; html5lib raises at the first."""
    return html5lib.HTMLParser(
        tree=html5lib.getTreeBuilder("etree"), strict=True, namespaceHTMLElements=False
    ).parse(html)


def render(kind: str, params: dict[str, Any], language: str = "en", preview: Any = None) -> str:
    """A page as a worker makes it."""
    renderer = RENDERERS[kind]
    work = renderer.read(params, preview=preview)
    with translation.override(language):
        return renderer.html(work.data, language=language, version=7, path="e/test-2015/")


def params_of(section: Section) -> dict[str, dict[str, Any]]:
    """Parameters for each kind of page, in the middle of round 3."""
    arguments = {"section": section.pk}
    return {
        "home": {},
        "events": {"game": "xiangqi", "country": "MY", "year": None},
        "event": {"event": section.event_id},
        "schedule": {"event": section.event_id},
        "section": arguments,
        "round": {**arguments, "round": 3},
        "round-by-name": {**arguments, "round": 3},
        "standings": {**arguments, "after": 2},
        "crosstable": {**arguments, "after": 2},
        "teams": arguments,
        "prizes": arguments,
        "player": {**arguments, "number": 1},
        "all-rounds": {"section": section.event.sections.get(slug="league").pk},
        "bracket": {"section": section.event.sections.get(slug="cup").pk},
    }


def text_of(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())


def count_queries(kind: str, params: dict[str, Any]) -> int:
    with CaptureQueriesContext(connection) as queries:
        RENDERERS[kind].read(params)
    return len(queries)
