"""From the desk's first page, and from an event's, each setting is changed in at most four clicks: the links
to its page, "save", and "save" once more where a reason is asked for."""

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
from tournaments.state.team_settings import DEFAULT, as_json

pytestmark = pytest.mark.matrix  # some twenty pages, for each system

MOST = 4
SAVING = 2
"""Every change is taken to be one that is asked back about."""
CONTROLS = {"input", "select", "textarea"}


def visible_elements(element: Any) -> Iterator[Any]:
    """What stands below ``element`` and is seen before anything is unfolded."""
    for child in element:
        if (child.tag == "details" and "open" not in child.attrib) or child.get("type") == "hidden":
            continue
        yield child
        yield from visible_elements(child)


def page(client: Client, address: str) -> tuple[set[str], set[str]]:
    """Where the links that are seen lead to, and the names of what can be filled in."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    document = html5lib.HTMLParser(namespaceHTMLElements=False).parse(answer.content.decode())
    seen = list(visible_elements(document))
    links = {urlsplit(item.get("href") or "").path for item in seen if item.tag == "a"}
    return links, {item.get("name", "") for item in seen if item.tag in CONTROLS}


def by_links(client: Client, *way: str) -> set[str]:
    """What can be filled in on the last page of ``way``, each of which has a link to the next one."""
    assert len(way) - 1 + SAVING <= MOST
    for here, following in pairwise(way):
        assert following in page(client, here)[0], (here, following)
    return page(client, way[-1])[1]


def is_of(control: str, setting: str) -> bool:
    return control == setting or control.startswith((f"{setting}_", f"{setting}-"))


def test_any_setting_in_four_clicks(world: World) -> None:
    client, slug = world.client("alice"), world.event.slug
    start, first = reverse("desk"), reverse("event_desk", args=[slug])
    sections = [make_section(world.event, system, system=system) for system in SYSTEMS]
    sections.append(make_section(world.event, "weiqi", game="weiqi", rulebook="weiqi"))
    for system in TEAM_SYSTEMS:
        name = f"teams-{system}"
        sections.append(make_section(world.event, name, system=system, team_rules=as_json(DEFAULT)))
    of_event = by_links(client, start, first, reverse("event_settings", args=[slug]))
    # From the start it is no longer than from the event's page: both lead to every section.
    assert {reverse("section_desk", args=[slug, item.slug]) for item in sections} <= page(client, start)[0]
    of_sections = {
        control
        for section in sections
        for control in by_links(
            client,
            first,
            reverse("section_desk", args=[slug, section.slug]),
            reverse("section_settings", args=[slug, section.slug]),
        )
    }
    for settings, controls in ((EVENT_SETTINGS, of_event), (SECTION_SETTINGS, of_sections)):
        assert [name for name in settings if not any(is_of(item, name) for item in controls)] == []
