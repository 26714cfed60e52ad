"""The rooms that others build on: what they promise, and the page that shows how."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "develop" / "engines.md"
ROOMS = (
    *("games.xiangqi", "games.weiqi", "games.records", "games.rulebooks"),
    *("tournaments.state", "tournaments.pairing", "tournaments.standings", "tournaments.exchange"),
    "tournaments.ratings",
)


def test_the_page_does_what_it_shows() -> None:
    outcome = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 25
    assert outcome.failed == 0


@pytest.mark.parametrize("room", ROOMS)
def test_every_promised_name_is_there(room: str) -> None:
    module = import_module(room)
    assert len(set(module.__all__)) == len(module.__all__)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
