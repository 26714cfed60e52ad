"""The crosstable: one cell for each round of each player."""

from tests.tournaments.standings.builders import played
from tournaments.standings.crosstable import CellOutcome, CrosstableCell, crosstable
from tournaments.standings.ranking import standings
from tournaments.state.tournament import Entry, Game, Kind, Result, Side, Tournament


def test_rows_stand_in_the_order_of_the_standings_and_cells_in_that_of_the_rounds() -> None:
    t = played("1<2 3b", "2=3 1f>4", "1?2", players=4)
    table = crosstable(t, 3)
    assert [(row.rank, row.number) for row in table] == [
        (row.rank, row.number) for row in standings(t, 3).rows
    ]
    ranks = {row.number: row.rank for row in table}
    cells = {row.number: row.cells for row in table}
    assert cells[1] == (
        CrosstableCell(1, Kind.PLAYED, 2, ranks[2], Side.FIRST, CellOutcome.LOSS, 0, 1),
        CrosstableCell(2, Kind.FORFEIT, 4, ranks[4], Side.FIRST, CellOutcome.WIN, 2, 2),
        CrosstableCell(3, Kind.PENDING, 2, ranks[2], Side.FIRST, None, 0, 1),
    )
    assert cells[3] == (
        CrosstableCell(1, Kind.BYE, outcome=CellOutcome.WIN, points=2),
        CrosstableCell(2, Kind.PLAYED, 2, ranks[2], Side.SECOND, CellOutcome.DRAW, 1, 1),
        CrosstableCell(3, None),
    )


def test_a_double_forfeit_is_lost_by_both() -> None:
    table = crosstable(played("1f#2"))
    assert [row.cells[0].outcome for row in table] == [CellOutcome.LOSS, CellOutcome.LOSS]
    assert [row.points for row in table] == [0, 0]


def test_absences_and_free_rounds_have_no_outcome() -> None:
    table = crosstable(played("1>2 3b 4a", system="round-robin"))
    cells = {row.number: row.cells[0] for row in table}
    assert cells[3] == CrosstableCell(1, Kind.FREE)
    assert cells[4] == CrosstableCell(1, Kind.ABSENT)


def test_of_replayed_games_the_deciding_one_is_shown() -> None:
    t = Tournament(
        system="knock-out",
        entries=(Entry(1), Entry(2)),
        games=(Game(1, 1, 1, 2, Result.DRAW), Game(1, 1, 2, 1, Result.FIRST, game=2)),
    )
    assert [(row.number, row.cells[0].outcome) for row in crosstable(t)] == [
        (2, CellOutcome.WIN),
        (1, CellOutcome.LOSS),
    ]


def test_standings_that_are_at_hand_can_be_handed_in() -> None:
    t = played("1>2", "2>1")
    assert crosstable(t, table=standings(t, 1)) == crosstable(t, 1)
