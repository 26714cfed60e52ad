"""Where everybody meets everybody, the crosstable has a table of players, or teams, against each other."""

from __future__ import annotations

from typing import Any

import pytest

from tests import factories
from tests.cast import Cast
from tests.teams_world import all_reported, closed, teams_playing
from tests.tournaments.pages.rendered import parsed, render
from tournaments.models import Section

Texts = list[list[str]]
SCHEVENINGEN = {
    "preset": "scheveningen",
    "teams": 2,
    "members": 3,
    "rounds": 1,
    "settings": {"team_boards": 3, "team_primary": "board", "team_tiebreaks": ["board-points"]},
}


def tables(html: str) -> dict[str, Texts]:
    """The texts of each table's rows, its heads first, by what the table is called."""
    return {
        node.find("caption").get("id"): [
            [" ".join("".join(cell.itertext()).split()) for cell in row if cell.tag in {"td", "th"}]
            for row in node.iter("tr")
        ]
        for node in parsed(html).iter("table")
    }


def crosstable(section: Section, after: int) -> dict[str, Texts]:
    return tables(render("crosstable", {"section": section.pk, "after": after}))


@pytest.mark.slow
@pytest.mark.parametrize(("system", "rounds", "games"), [("round-robin", 3, 1), ("double-round-robin", 6, 2)])
def test_everybody_against_everybody(db: None, system: str, rounds: int, games: int) -> None:
    section = factories.make_section(factories.make_event(), system=system, rounds=rounds)
    factories.make_entries(section, 4)
    factories.play(section, rounds)
    head, *rows = crosstable(section, rounds)["matrix"]
    assert head[2:6] == ["1", "2", "3", "4"]
    assert len(rows) == 4
    for place, row in enumerate(rows, 2):
        assert row[place] == "×"
        assert [len([sign for sign in cell if sign in "+=−"]) for cell in row[2:6]].count(games) == 3


@pytest.mark.slow
def test_a_swiss_has_none(db: None) -> None:
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 4)
    factories.play(section, 2)
    assert "matrix" not in crosstable(section, 2)


@pytest.mark.slow
@pytest.mark.parametrize(("settings", "first"), [(SCHEVENINGEN, "BP"), ({}, "MP")])
def test_teams(cast: Cast, settings: dict[str, Any], first: str) -> None:
    """Two teams each of whose players meets each of the other; and what ranks the teams stands in front."""
    round_ = teams_playing(cast, **settings)
    all_reported(round_, cast.bob)
    closed(round_, cast.bob)
    pages = crosstable(round_.section, 1)
    assert ("matrix" in pages) == bool(settings)
    if settings:
        head, *rows = pages["matrix"]
        assert (len(head), len(rows)) == (6, 3)
        assert all(len([cell for cell in row[2:5] if cell]) == 1 for row in rows)
    assert pages["team-crosstable"][0][2] == first
