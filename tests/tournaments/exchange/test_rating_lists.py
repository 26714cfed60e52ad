"""The federations' lists: columns, encodings, missing values; who of an event stands in them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.exchange.conversion import ForeignErrorCode
from tournaments.exchange.rating_lists import Matched, matches, read_list
from tournaments.state.gotha.values import Player


def egf_row(*cells):
    pin, name, country, club, grade, rating, last = (*cells, "")[:7]
    return f" {pin:>8}  {name:<38}{country:<3} {club:<5}  {grade:>3}  {'--':>3}   {rating:>4}  {1:>4}  {last}"


EGF_HEAD = """<html><h1>List of WORLD Players</h1>
(22 Feb 2018)
<pre>
   PIN          Name                              Club     Grade P&D    GoR    NT appearance
</b>
"""
ROWS = [
    egf_row("13633719", "Aagren Thomas", "SE", "Upp", "6k", 1484, "T040529C"),
    egf_row("16825589", "Aarle Barbara_van", "NL", "DBos", "17k", 356, "T160516AD"),
    egf_row("16749645", "(undefined) Man_Hai", "XX", "xxxx", "1p", -900),
]


def egf(rows=ROWS, foot=3):
    return (EGF_HEAD + "\n".join(rows) + f"\n</pre>\nNumber of players: {foot}\n").encode()


def test_the_list_of_the_egf():
    listed = read_list(egf(), "egf")
    assert (listed.flaws, listed.dated) == ((), date(2018, 2, 22))
    assert [
        (r.number, r.surname, r.given, r.country, r.club, r.grade, r.rating, r.last_event)
        for r in listed.rows
    ] == [
        ("13633719", "Aagren", "Thomas", "SE", "Upp", "6k", 1484, "T040529C"),
        ("16825589", "Aarle", "Barbara van", "NL", "DBos", "17k", 356, "T160516AD"),
        ("16749645", "(undefined)", "Man Hai", "XX", "xxxx", "1p", -900, ""),
    ]
    assert [r.line for r in listed.rows] == [6, 7, 8]
    assert listed.digest.startswith("sha256:")


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_columns_of_the_egf_are_bytes(encoding):
    """As the page has them: the name takes as many blanks less as it has bytes more."""
    whole = "Boukerrouye Naïm".encode(encoding)
    row = (
        egf_row("17225945", "#" * len(whole), "FR", "38EB", "20k", 100)
        .encode()
        .replace(b"#" * len(whole), whole)
    )
    listed = read_list(egf().replace(ROWS[0].encode(), row), "egf")
    assert listed.flaws == ()
    first = listed.rows[0]
    assert (first.surname, first.given, first.country, first.club, first.rating) == (
        *("Boukerrouye", "Naïm", "FR", "38EB", 100),
    )


def test_what_is_wrong_in_a_list_is_named_and_the_rest_taken():
    listed = read_list(egf([ROWS[0], ROWS[1].replace(" 356", " 3x6"), ROWS[2]]), "egf")
    assert [r.surname for r in listed.rows] == ["Aagren", "(undefined)"]
    assert [(flaw.code, flaw.line) for flaw in listed.flaws] == [
        (ForeignErrorCode.NOT_A_NUMBER, 7),
        (ForeignErrorCode.RESULT_COUNT, 0),  # the footer says three
    ]
    assert read_list(b"nothing", "egf").flaws[0].code is ForeignErrorCode.MISSING


FFG = """#Echelle au 23/02/2018 07:56:59
AAIJ René                               243 e ------- xxxx NL
ABADIE Yves                           -1500 - 0452000 31To FR
ABAT Alexis                           -9999 - 9179004 30NJ FR
DE LA TOUR Jean Marie                   100 L 0000001 75Pa
"""


@pytest.mark.parametrize("encoding", ["utf-8", "iso8859-15"])
def test_the_french_list(encoding):
    listed = read_list(FFG.encode(encoding), "ffg")
    assert (listed.flaws, listed.dated) == ((), date(2018, 2, 23))
    assert [(r.number, r.surname, r.given, r.country, r.club, r.rating, r.status) for r in listed.rows] == [
        ("", "AAIJ", "René", "NL", "xxxx", 2293, "e"),
        ("0452000", "ABADIE", "Yves", "FR", "31To", 550, "-"),
        ("9179004", "ABAT", "Alexis", "FR", "30NJ", None, "-"),
        ("0000001", "DE LA TOUR", "Jean Marie", "", "75Pa", 2150, "L"),
    ]


AGA = (
    " Anderson, Glenn\t23168\tFull\t-13.66602\t3/5/2018\tSEAG\tWA\t0.90598\t3/5/2017\n"
    ", Eric Yang\t23699\tYouth\t5.4\n"
    "Brain, Cocoa\t23323\tFull\t\t5/12/2019\tSPRI\tCO\t\t\n"
    "Odd, One\t7\tFull\t0.5\n"
)


def test_the_american_list():
    listed = read_list(AGA.encode(), "aga")
    assert [(r.number, r.surname, r.given, r.rating, r.club, r.status) for r in listed.rows] == [
        ("23168", "Anderson", "Glenn", 783, "SEAG", "Full"),
        ("23699", "", "Eric Yang", 2490, "", "Youth"),
        ("23323", "Brain", "Cocoa", None, "SPRI", "Full"),
    ]
    assert [(flaw.code, flaw.line) for flaw in listed.flaws] == [(ForeignErrorCode.NOT_A_NUMBER, 4)]


def test_persons_are_matched_by_number_then_by_name_where_it_is_unique():
    listed = read_list(
        egf(
            [
                *ROWS,
                egf_row("10000001", "Roe Jo", "DE", "B", "1k", 2000),
                egf_row("10000002", "Roe Jo", "FR", "P", "1k", 2010),
            ],
            5,
        ),
        "egf",
    )
    players = [
        Player(1, "Renamed", "Somebody", egf_pin="13633719"),
        Player(2, "AARLE", "Barbara_van", country="nl"),
        Player(3, "Roe", "Jo"),  # two in the list
        Player(4, "roe", "jo", country="FR"),  # two in the event
        Player(5, "Aagren", "Thomas"),  # has been taken by number
        Player(6, "Aarle", "Nobody"),
    ]
    assert matches(players, listed) == (
        Matched(1, listed.rows[0], by_number=True),
        Matched(2, listed.rows[1], by_number=False),
    )
    assert matches(players[3:4], listed) == (Matched(4, listed.rows[4], by_number=False),)


@pytest.mark.parametrize("source", ["egf", "ffg", "aga"])
@given(data=st.binary(max_size=300), whole=st.booleans())
def test_no_bytes_make_it_fail(source, data, whole):
    before = {"egf": egf(), "ffg": FFG.encode(), "aga": AGA.encode()}[source] if whole else b""
    read_list(before + data, source)
    read_list(data + before, source)
