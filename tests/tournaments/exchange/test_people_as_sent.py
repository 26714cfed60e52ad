"""Lists as people really send them: a title above, no federations, doubtful cells, dates for years."""

import pytest

from tests.tournaments.exchange.reading import codes, only_row, read, usable
from tournaments.exchange.faults import ListErrorCode
from tournaments.exchange.problems import Severity


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_headings_stand_below_a_title(delimiter: str) -> None:
    title = "Berlin Open 2026, list of 12 March;;;\n\nas of noon; provisional\n"
    text = title + "No.;Name;Federation;Rating\n1;Li Wei;CHN;2400\n".replace(";", delimiter)
    report = read(text)
    assert [(row.line, row.name, row.federation, row.rating) for row in report.rows] == [
        (5, "Li Wei", "CHN", 2400)
    ]
    (above,) = report.problems
    assert (above.code, above.params, above.place.text) == (
        ListErrorCode.ABOVE_HEADINGS,
        {"lines": 2},
        "Berlin Open 2026, list of 12 March",
    )
    assert (above.severity, report.heading_line) == (Severity.WARNING, 4)
    chinese = "2026年全国象棋锦标赛报名表\n姓名,协会\n王天一,CHN\n".encode("gb18030")
    assert [row.name for row in usable(read(chinese))] == ["王天一"]


@pytest.mark.slow
def test_five_thousand_rows_below_a_letterhead_of_six_lines() -> None:
    rows = "".join(f"Li Wei {number},CHN,{1000 + number % 1000}\n" for number in range(5_000))
    report = read("China Xiangqi Association\n\n\n\n\n\nName,Fed,Rtg\n" + rows)
    assert (report.heading_line, len(usable(report)), report.rows[-1].line) == (7, 5_000, 5_007)


def test_a_list_that_names_no_federation_takes_the_one_it_is_given() -> None:
    text = "name,rating\nLi Wei,2400\n"
    assert (only_row(text).federation, only_row(text).problems) == ("", ())
    row = only_row(text, federation="GER")
    assert (row.federation, row.problems) == ("GER", ())
    mixed = read("name,fed\nLi Wei,CHN\nMax Muster,—\n", federation="GER")
    assert [row.federation for row in usable(mixed)] == ["CHN", "GER"]


@pytest.mark.parametrize(
    ("cell", "rating", "code"),
    [
        ("—", None, None),
        ("-", None, None),
        ("n/a", None, None),
        ("2,480", 2480, None),
        ("2 480", 2480, None),
        ("2480.0", 2480, None),
        ("2490*", 2490, ListErrorCode.NUMBER_DOUBTFUL),
        ("2490 (P)", 2490, ListErrorCode.NUMBER_DOUBTFUL),
        ("2.480", None, ListErrorCode.NOT_A_NUMBER),
        ("24,80", None, ListErrorCode.NOT_A_NUMBER),
        ("strong", None, ListErrorCode.NOT_A_NUMBER),
        ("99999", None, ListErrorCode.NOT_A_NUMBER),
    ],
)
def test_a_doubtful_rating_costs_nobody_the_entry(
    cell: str, rating: int | None, code: ListErrorCode | None
) -> None:
    row = only_row(f'name,fed,rating\nLi Wei,CHN,"{cell}"\n')
    assert (row.is_usable, row.rating, codes(row.problems)) == (True, rating, [code] if code else [])


@pytest.mark.parametrize("cell", ["ENG", "sco", "WLS"])
def test_a_part_that_plays_as_another_is_read_and_asked_about(cell: str) -> None:
    """ENG → GBR? What is merely spelled otherwise is not asked about."""
    row = read(f"name,fed\nLi Wei,{cell}\n", federations=["GBR", "GER"]).rows[0]
    assert (row.is_usable, row.federation) == (True, "GBR")
    (problem,) = row.problems
    assert (problem.code, problem.params["federation"]) == (ListErrorCode.FEDERATION_DOUBTFUL, "GBR")
    other = read("name,fed\nLi Wei,DEU\n", federations=["GBR", "GER"]).rows[0]
    assert (other.federation, other.problems) == ("GER", ())


@pytest.mark.parametrize("cell", ["1988", "1988-05-01", "01.05.1988", "5/1/1988"])
def test_a_date_of_birth_gives_the_year(cell: str) -> None:
    row = only_row(f"name,fed,born\nLi Wei,CHN,{cell}\n")
    assert (row.birth_year, row.problems) == (1988, ())
