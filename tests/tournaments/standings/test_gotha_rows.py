"""Rows of European go: what each value is made of, as the standings show it."""

import pytest

from tests.tournaments.exchange.congresses import juvisy
from tournaments.exchange.formats import read_in_format
from tournaments.exchange.opengotha import write_document
from tournaments.standings.gotha_rows import by_criteria

TOURNAMENT = read_in_format(write_document(juvisy()), "opengotha").tournament


def rows(*keys):
    """By number."""
    return {row.number: row for row in by_criteria(TOURNAMENT, 4, keys)}


def terms(row, key):
    return [
        (item.round, str(item.kind), item.opponent, item.points, item.counted) for item in row.arithmetic[key]
    ]


def test_games_among_the_level_make_the_simple_direct_confrontation():
    made = rows("MMS", "SDC")
    assert (made[11].tiebreaks["SDC"], made[15].tiebreaks["SDC"]) == (2, 0)
    assert terms(made[11], "SDC") == [(2, "played", 15, 2, True)]
    assert terms(made[15], "SDC") == [(2, "played", 11, 0, True)]
    # Of 3, 5 and 6 not all have met: the game that there was is shown, and why it does not count.
    assert {made[number].tiebreaks["SDC"] for number in (3, 5, 6)} == {0}
    assert terms(made[5], "SDC") == [(1, "played", 6, 2, False), (0, "not-all-met", None, 0, True)]
    assert terms(made[7], "SDC") == []  # level with nobody


def test_who_beat_whom_and_the_places_below_make_the_direct_confrontation():
    made = rows("MMS", "DC")
    assert terms(made[5], "DC") == [(1, "beat", 6, 1, True), (0, "ranks-below", None, 1, True)]
    assert terms(made[6], "DC") == [(1, "lost-to", 5, 0, True), (0, "ranks-below", None, 0, True)]
    assert terms(made[3], "DC") == [(0, "ranks-below", None, 0, True)]
    assert terms(made[7], "DC") == []


@pytest.mark.parametrize("first", ["MMS", "NBW", "NULL"])
def test_the_last_line_of_a_direct_confrontation_is_its_value(first):
    for row in rows(first, "DC", "SOSM").values():
        message = terms(row, "DC")
        assert (message[-1][3] if message else 0) == row.tiebreaks["DC"]


@pytest.mark.parametrize(
    ("key", "number", "page"),
    [
        # Minieri gave 4 stones, Pinchard took 1 and thrice 4.
        ("SOSM", 7, ["", "", "", "25 + 4"]),
        ("SOSM", 12, ["28 − 1", "33 − 4", "31 − 4", "36 − 4"]),
        # A lost game counts nothing, and says of what.
        ("SODOSM", 8, ["25 + 1", "0 × 31", "0 × (33 − 1)", "0 × (33 − 1)"]),
        ("SOSOSM", 7, ["", "", "", ""]),
    ],
)
def test_handicap_stands_in_the_summands(key, number, page):
    assert [item.working for item in rows("MMS", key)[number].arithmetic[key]] == page
