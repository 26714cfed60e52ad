"""Which boards of a wall somebody wants to see."""

from __future__ import annotations

from typing import Any

import pytest

from games.queries.public_live import PublicGame
from games.queries.wall import WallFilter, teams_in
from tournaments.models import Entry, Player, Team

TEAMS = {number: Team(pk=number, number=number, name=name) for number, name in ((1, "Hà Nội"), (2, "Köln"))}


def entry(key: int, name: str, team: int) -> Entry:
    player = Player(pk=key, name=name, native_name="", federation_id="VIE")
    return Entry(pk=key, number=key, player=player, team=TEAMS.get(team))


def board(table: int, first: Entry, second: Entry, **more: Any) -> PublicGame:
    columns: dict[str, Any] = {"start": "", "first_moves": "first", "moves": (), "position": ""}
    columns |= {"clocks": (None, None), "stopped": False, "result": "", "over": False, **more}
    return PublicGame(table=table, game=1, first=first, second=second, **columns)


BOARDS = [
    board(1, entry(1, "Đặng Hữu Trang", 1), entry(2, "Müller", 2)),
    board(2, entry(3, "Schmidt", 2), entry(4, "Ánh", 1), over=True),
    board(3, entry(5, "Wang", 0), entry(6, "Li", 0)),
]


@pytest.mark.parametrize(
    ("query", "tables"),
    [
        ({}, [1, 2, 3]),
        ({"show": "playing"}, [1, 3]),
        ({"show": "over"}, [2]),
        ({"team": "1"}, [1, 2]),
        ({"team": "7"}, []),
        ({"q": "dang huu"}, [1]),
        ({"q": "koln"}, [1, 2]),
        ({"q": "vie"}, [1, 2, 3]),
        ({"q": " wang ", "show": "playing"}, [3]),
        ({"show": "<b>", "team": "x"}, [1, 2, 3]),
    ],
    ids=str,
)
def test_what_an_address_asks_for(query: dict[str, str], tables: list[int]) -> None:
    assert [game.table for game in WallFilter.of(query).among(BOARDS)] == tables


def test_it_is_written_as_it_is_read() -> None:
    wanted = WallFilter("over", 2, "Hà Nội")
    assert wanted.query == "?show=over&team=2&q=H%C3%A0+N%E1%BB%99i"
    assert WallFilter().query == ""
    assert [team.number for team in teams_in(BOARDS)] == [1, 2]
