"""Handicap stones: their places, and counting with them."""

import pytest

from games.weiqi.counting import Count
from games.weiqi.handicap import Placement, Return, compensation_of, fixed_points, given_back
from games.weiqi.reading import read_file
from games.weiqi.settings import Settings
from games.weiqi.values import WHITE, spoken_point
from games.weiqi.writing import empty_record


def spoken(size, handicap):
    return [spoken_point(point, size) for point in fixed_points(size, handicap)]


def test_places():
    assert spoken(19, 2) == ["Q16", "D4"]
    assert spoken(19, 3) == ["Q16", "D4", "Q4"]
    assert spoken(19, 4) == ["Q16", "D4", "Q4", "D16"]
    assert spoken(19, 5) == [*spoken(19, 4), "K10"]
    assert spoken(19, 6) == [*spoken(19, 4), "D10", "Q10"]
    assert spoken(19, 7) == [*spoken(19, 6), "K10"]
    assert spoken(19, 8) == [*spoken(19, 6), "K16", "K4"]
    assert spoken(19, 9) == [*spoken(19, 8), "K10"]
    assert (spoken(9, 2), spoken(13, 5)[-1], spoken(8, 4)[0]) == (["G7", "C3"], "G7", "F6")
    assert fixed_points(19, 0) == fixed_points(19, 1) == ()


@pytest.mark.parametrize("size", [7, 8, 9, 13, 19, 25])
@pytest.mark.parametrize("handicap", range(2, 10))
def test_as_many_places_as_stones(size, handicap):
    if handicap > 4 and (size % 2 == 0 or size < 9):
        with pytest.raises(ValueError, match="no fixed places"):
            fixed_points(size, handicap)
    else:
        assert len(set(fixed_points(size, handicap))) == handicap


@pytest.mark.parametrize(("size", "handicap"), [(19, 10), (19, -1), (5, 2)])
def test_no_such_places(size, handicap):
    with pytest.raises(ValueError, match="no fixed places"):
        fixed_points(size, handicap)


@pytest.mark.parametrize(
    ("rule", "outcome", "sgf"),
    [
        (Return.NONE, "Black + 2¼", "B+4.5"),
        (Return.STONES, "Black + ¼", "B+0.5"),
        (Return.STONES_MINUS_ONE, "Black + ¾", "B+1.5"),
    ],
)
def test_counting_a_handicap_game(rule, outcome, sgf):
    """19 lines, four stones, komi ½, Black's area 183."""
    counted = Count(366, 356, 0, 361, {}).outcome(compensation_of(4, 11), given_back(4, rule))
    assert (str(counted), counted.sgf) == (outcome, sgf)


def test_one_stone_gives_nothing_back():
    assert [given_back(1, rule) for rule in Return] == [given_back(0, rule) for rule in Return] == [0, 0, 0]
    assert (compensation_of(0, 15), compensation_of(1, 15)) == (15, 1)


@pytest.mark.parametrize("stones", range(2, 10))
def test_a_record_that_names_no_points_has_the_fixed_ones(stones: int) -> None:
    raw = f"(;GM[1]SZ[19]HA[{stones}]KM[0.5];W[aa];B[bb])".encode()
    [record] = read_file(raw, Placement.FIXED)
    assert record.setup.black == tuple(sorted(fixed_points(19, stones)))
    assert (record.first, record.handicap, record.faults) == (WHITE, stones, ())
    # Where Black puts them anywhere nobody can know; without a section nothing is asked.
    [free] = read_file(raw, Placement.FREE)
    assert [(fault.code, fault.text) for fault in free.faults] == [("unplaced-handicap", f"HA[{stones}]")]
    assert [fault.code for fault in read_file(raw)[0].faults] == ["handicap-differs"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        # Black begins: the stones are its first moves, or there are none.
        ("SZ[19]HA[2];B[pd];W[aa]", ["unplaced-handicap"]),
        ("SZ[19]HA[12];W[aa]", ["unplaced-handicap"]),
        ("SZ[10]HA[9];W[aa]", ["unplaced-handicap"]),
        ("SZ[19]HA[x];W[aa]", ["bad-handicap", "white-first"]),
        ("SZ[19]HA[3]AB[pd][dp];W[aa]", ["handicap-differs"]),
        ("SZ[19]HA[1];B[aa]", []),
        ("SZ[19]HA[0];B[aa]", []),
        ("SZ[19]HA[4]", []),
    ],
)
def test_stones_are_placed_only_where_that_is_clear(text: str, codes: list[str]) -> None:
    [record] = read_file(f"(;GM[1]{text})".encode(), Placement.FIXED)
    assert [str(fault.code) for fault in record.faults] == codes


def test_an_empty_record_begins_with_the_stones() -> None:
    fixed = Settings(handicap_placement="fixed")
    [record] = read_file(empty_record(fixed, 4))
    assert record.setup.black == tuple(sorted(fixed_points(19, 4)))
    assert (record.first, record.handicap, record.komi, record.faults) == (WHITE, 4, 1, ())
    assert b"AB" not in empty_record(Settings(), 4)
    assert b"HA[4]" in empty_record(Settings(), 4)
    # One stone is none on the board; ten lines have no centre.
    assert b"HA" not in empty_record(fixed, 1)
    assert b"AB" not in empty_record(Settings(size=10, handicap_placement="fixed"), 9)
