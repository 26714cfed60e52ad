"""No page on which something is deleted for ever is without a way back, whether it may be deleted or not."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.addresses import TABLE, address
from tests.world import World

PAGES = [name for name, row in TABLE.items() if name.startswith(("delete_", "erase_")) and row.get == 200]
"""Found in the table of all addresses; what is deleted by a button answers no GET."""


@pytest.mark.parametrize("name", PAGES)
def test_every_page_of_deletion_leads_back(name: str, drawn: World) -> None:
    page = drawn.client("alice").get(address(drawn, name))
    assert page.status_code == 200
    links = dict(
        re.findall(r'<a class="btn btn-quiet" href="([^"]+)">\s*([^<]+?)\s*</a>', page.content.decode())
    )
    [back] = [href for href, words in links.items() if words == "Cancel"]
    assert drawn.client("alice").get(back).status_code == 200


def test_where_nothing_may_be_deleted_there_is_a_way_back(drawn: World, text: Callable[[Any], str]) -> None:
    """Of an event that was public the page only says why not."""
    drawn.published()
    page = drawn.client("alice").get(address(drawn, "delete_event"))
    assert "Delete permanently" not in text(page)
    assert "Cancel" in text(page)


def test_the_pages_are_found() -> None:
    assert {"delete_event", "delete_section", "delete_entry", "erase_player"} <= set(PAGES)
