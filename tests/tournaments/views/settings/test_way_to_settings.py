"""Each setting is changed in at most four clicks, counted by the links to its page, the group in which it is
folded, "save", and "save" once more where a reason is asked for: an event's from the desk's first page, a
section's from the section's page, and from the desk's first page as long as no reason is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

import html5lib
import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_section
from tests.world import World
from tournaments.pairing.registry import SYSTEMS, TEAM_SYSTEMS
from tournaments.setting_rules import EVENT_SETTINGS, SECTION_SETTINGS
from tournaments.state.team_settings import DEFAULT, team_settings_as_json

pytestmark = pytest.mark.matrix  # some twenty pages, for each system

MOST = 4
SAVING, SAVING_WITH_REASON = 1, 2
CONTROLS = {"input", "select", "textarea"}


def with_folds(element: Any, folds: int = 0) -> Iterator[tuple[Any, int]]:
    """What stands below ``element``, and how many folds have to be opened before it is seen."""
    for child in element:
        if child.get("type") == "hidden":
            continue
        yield child, folds
        yield from with_folds(child, folds + (child.tag == "details" and "open" not in child.attrib))


def page(client: Client, address: str) -> tuple[set[str], dict[str, int]]:
    """Where the links that are seen lead to, and what can be filled in: name → folds before it."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    document = html5lib.HTMLParser(namespaceHTMLElements=False).parse(answer.content.decode())
    elements = list(with_folds(document))
    links = {
        urlsplit(item.get("href") or "").path for item, folds in elements if item.tag == "a" and not folds
    }
    return links, {item.get("name", ""): folds for item, folds in elements if item.tag in CONTROLS}


def by_links(client: Client, *way: str, saving: int) -> set[str]:
    """What is changed in few clicks on the last page of ``way``, each of which has a link to the next one."""
    for here, following in pairwise(way):
        assert following in page(client, here)[0], (here, following)
    links = len(way) - 1
    return {name for name, folds in page(client, way[-1])[1].items() if links + folds + saving <= MOST}


def is_of(control: str, setting: str) -> bool:
    return control == setting or control.startswith((f"{setting}_", f"{setting}-"))


@pytest.mark.long
def test_any_setting_in_four_clicks(world: World) -> None:
    client, slug = world.client("alice"), world.event.slug
    start, first = reverse("desk"), reverse("event_desk", args=[slug])
    sections = [make_section(world.event, system, system=system) for system in SYSTEMS]
    sections.append(make_section(world.event, "weiqi", game="weiqi", rulebook="weiqi"))
    for system in TEAM_SYSTEMS:
        name = f"teams-{system}"
        sections.append(
            make_section(world.event, name, system=system, team_rules=team_settings_as_json(DEFAULT))
        )
    of_event = by_links(
        client, start, first, reverse("event_settings", args=[slug]), saving=SAVING_WITH_REASON
    )
    of_sections: set[str] = set()
    for section in sections:
        desk = reverse("section_desk", args=[slug, section.slug])
        settings_page = reverse("section_settings", args=[slug, section.slug])
        from_section = by_links(client, desk, settings_page, saving=SAVING_WITH_REASON)
        # Both the start and the event's page lead to every section.
        for page_before in (start, first):
            assert by_links(client, page_before, desk, settings_page, saving=SAVING) == from_section
        of_sections |= from_section
    for settings, controls in ((EVENT_SETTINGS, of_event), (SECTION_SETTINGS, of_sections)):
        assert [name for name in settings if not any(is_of(item, name) for item in controls)] == []
