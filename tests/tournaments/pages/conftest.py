"""A section in the middle of round 3, all its pages announced: two rounds closed, the third published."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import html5lib
import pytest
from django.utils import translation

from tests import factories
from tests.remembered import remembered
from tournaments.models import Event, Section
from tournaments.pages.renderers import RENDERERS


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


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A request of another test may have left its language behind."""
    with translation.override("en"):
        yield


@pytest.fixture
@remembered
def section(db: None) -> Section:
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 7, teams=True)
    factories.make_prizes(section)
    factories.play(section, 2)
    round_ = factories.publish(factories.pair(section, 3))
    factories.report(round_, 1, "1-0")
    factories.report(round_, 2, "0-1", forfeit=True)
    make_cup(section.event)
    section.refresh_from_db()
    return section


def make_cup(event: Event, players: int = 5) -> Section:
    """A knock-out of five to eight in its second round: one of the two games is drawn."""
    cup = factories.make_section(
        event, "cup", name="Cup", system="knock-out", rounds=3, tiebreaks=[], options={"third_place": True}
    )
    factories.make_entries(cup, players)
    first = factories.publish(factories.pair(cup, 1))
    for table in range(1, players - 3):
        factories.report(first, table, "1-0")
    factories.close(first)
    second = factories.publish(factories.pair(cup, 2))
    factories.report(second, 1, "1/2")
    factories.report(second, 2, "0-1")
    return cup


def params_of(section: Section) -> dict[str, dict[str, Any]]:
    """Parameters for each kind of page, in the middle of round 3."""
    one = {"section": section.pk}
    return {
        "home": {},
        "event": {"event": section.event_id},
        "schedule": {"event": section.event_id},
        "section": one,
        "round": {**one, "round": 3},
        "round-by-name": {**one, "round": 3},
        "standings": {**one, "after": 2},
        "crosstable": {**one, "after": 2},
        "teams": one,
        "player": {**one, "number": 1},
        "bracket": {"section": section.event.sections.get(slug="cup").pk},
    }
