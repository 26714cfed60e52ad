"""Real tournaments: what was published, and what the specification asks to be found again."""

import json
from pathlib import Path

import pytest

from tournaments.exchange.tournament_file import dumps, loads
from tournaments.standings.crosstable import CellOutcome, crosstable
from tournaments.standings.ranking import standings
from tournaments.standings.tiebreaks import value_text
from tournaments.state.points import Points
from tournaments.state.tournament import Entry, Game, Result, Side, Tournament

FIXTURES = Path(__file__).parents[3] / "tournaments" / "fixtures"
WYGC = json.loads((Path(__file__).parents[2] / "fixtures" / "wygc2006.json").read_text())["tables"]


def championship(name: str) -> Tournament:
    return loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["axf2009_men", "axf2009_women", "wxc2009_women"])
def test_fixtures_are_in_the_writers_own_form(name: str) -> None:
    text = (FIXTURES / f"{name}.json").read_text(encoding="utf-8")
    assert dumps(loads(text)) == text


def test_world_women_2009() -> None:
    t = championship("wxc2009_women")
    table = standings(t)
    assert (len(t.entries), table.after) == (12, 7)
    assert [row.points for row in table.rows] == [13, 12, 11, 8, 8, 8, 7, 6, 5, 2, 2, 2]
    assert [row.tiebreaks["buchholz"] for row in table.rows] == [
        58,
        55,
        56,
        53,
        53,
        49,
        42,
        50,
        48,
        45,
        41,
        38,
    ]
    assert table.rows[0].tiebreaks["wins"] == 6
    native = {entry.number: entry.native_name for entry in t.entries}
    assert native[table.rows[0].number] == "尤穎欽"
    # Ranks 4 and 5 have equal Buchholz, have not met, and have four wins each: wins with Black decide.
    assert [row.separated_by for row in table.rows] == [
        *("points", "points", "points", "points", "black-wins", "buchholz"),
        *("points", "points", "points", "points", "buchholz", "buchholz"),
    ]
    assert [row.rank for row in table.rows] == list(range(1, 13))


def test_asian_women_2009_two_ties_are_separated_by_wins_with_black() -> None:
    t = championship("axf2009_women")
    table = standings(t)
    assert (len(t.entries), table.after) == (9, 9)
    assert [row.points for row in table.rows] == [15, 13, 12, 8, 8, 7, 7, 2, 0]
    assert [row.separated_by for row in table.rows].count("black-wins") == 2
    native = {entry.number: entry.native_name for entry in t.entries}
    tied = [(native[row.number], dict(row.tiebreaks)) for row in table.rows[3:7]]
    assert tied == [
        ("林嘉欣", {"direct": 1, "wins": 3, "black-wins": 3, "fewer-fouls": 0}),
        ("常虹", {"direct": 1, "wins": 3, "black-wins": 1, "fewer-fouls": 0}),
        ("張桂敏", {"direct": 1, "wins": 3, "black-wins": 2, "fewer-fouls": 0}),
        ("詹敏珠", {"direct": 1, "wins": 3, "black-wins": 1, "fewer-fouls": 0}),
    ]


def test_asian_men_2009_as_a_swiss_of_seven_rounds() -> None:
    t = championship("axf2009_men")
    table = standings(t)
    assert (len(t.entries), len(t.games), table.after) == (18, 63, 7)
    assert [row.points for row in table.rows] == [12, 10, 9, 9, 8, 8, 8, 7, 7, 7, 7, 7, 7, 5, 5, 4, 4, 2]
    native = {entry.number: entry.native_name for entry in t.entries}
    assert [native[row.number] for row in table.rows[:3]] == ["呂欽", "洪智", "阮陳杜寧"]


@pytest.mark.parametrize("name", ["axf2009_men", "wxc2009_women"])
def test_swiss_numbers_follow_from_the_tables_of_round_1(name: str) -> None:
    for game in championship(name).games:
        if game.round == 1:
            numbers = [2 * game.table - 1, 2 * game.table]
            assert [game.first, game.second] == (numbers if game.table % 2 else numbers[::-1])


def test_the_asian_women_played_the_berger_table_of_ten() -> None:
    t = championship("axf2009_women")
    for game in t.games:
        # Berger: in round r the two numbers of a pair add up to r + 1 modulo 9.
        assert (game.first + game.second) % 9 == (game.round + 1) % 9
    free = {bye.round: bye.number for bye in t.byes}
    assert free == {1: 1, 2: 6, 3: 2, 4: 7, 5: 3, 6: 8, 7: 4, 8: 9, 9: 5}


@pytest.mark.parametrize("name", ["axf2009_men", "axf2009_women", "wxc2009_women"])
def test_every_game_stands_in_the_crosstable_twice(name: str) -> None:
    t = championship(name)
    cells = {(row.number, cell.round): cell for row in crosstable(t) for cell in row.cells}
    for game in t.games:
        first, second = cells[game.first, game.round], cells[game.second, game.round]
        assert (first.side, first.opponent) == (Side.FIRST, game.second)
        assert (second.side, second.opponent) == (Side.SECOND, game.first)
        outcomes = {
            Result.FIRST: (CellOutcome.WIN, CellOutcome.LOSS),
            Result.SECOND: (CellOutcome.LOSS, CellOutcome.WIN),
            Result.DRAW: (CellOutcome.DRAW, CellOutcome.DRAW),
        }
        assert game.result is not None
        assert (first.outcome, second.outcome) == outcomes[game.result]


@pytest.mark.parametrize("published", WYGC, ids=lambda table: table["name"])
def test_world_youth_weiqi_2006_sums_and_places(published) -> None:  # type: ignore[no-untyped-def]
    t = Tournament(
        system="wmsg2008",
        game="weiqi",
        entries=tuple(Entry(player["number"]) for player in published["players"]),
        games=tuple(
            Game(round_number, table, winner, loser, Result.FIRST)
            for round_number, pairs in enumerate(published["winner_and_loser_by_round"], start=1)
            for table, (winner, loser) in enumerate(pairs, start=1)
        ),
        points=Points.parse({"win": "1", "draw": "0.5", "loss": "0"}),
        tiebreaks=("sodos", "sos", "sosos"),
    )
    collected = [
        {
            "number": row.number,
            "points": t.points.text(row.points),
            **{key: value_text(key, row.tiebreaks[key], t.points) for key in ("sodos", "sos", "sosos")},
        }
        for row in standings(t).rows
    ]
    assert collected == published["players"]
