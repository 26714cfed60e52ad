"""The federations' lists: columns, encodings, missing values; who of an event stands in them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.exchange.ratings.rating_texts import AGA, CSV, FFG, ROWS, egf, egf_row
from tournaments.exchange.conversion import ForeignErrorCode
from tournaments.exchange.ratings.rating_lists import read_rating_list
from tournaments.exchange.ratings.rating_matches import MatchQuality, Proposal, Sought, propose
from tournaments.exchange.ratings.rating_tables import FIELDS, LOWER, read_table, recognise_table


def test_the_list_of_the_egf():
    listed = read_rating_list(egf(), "egf")
    assert (listed.problems, listed.dated) == ((), date(2018, 2, 22))
    assert [(r.number, r.surname, r.given, r.country, r.club, r.grade, r.rating) for r in listed.rows] == [
        ("13633719", "Aagren", "Thomas", "SE", "Upp", "6k", 1484),
        ("16825589", "Aarle", "Barbara van", "NL", "DBos", "17k", 356),
        ("16749645", "(undefined)", "Man Hai", "XX", "xxxx", "1p", -900),
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
    listed = read_rating_list(egf().replace(ROWS[0].encode(), row), "egf")
    assert listed.problems == ()
    first = listed.rows[0]
    assert (first.surname, first.given, first.country, first.club, first.rating) == (
        *("Boukerrouye", "Naïm", "FR", "38EB", 100),
    )


def test_what_is_wrong_in_a_list_is_named_and_the_rest_taken():
    listed = read_rating_list(egf([ROWS[0], ROWS[1].replace(" 356", " 3x6"), ROWS[2]]), "egf")
    assert [r.surname for r in listed.rows] == ["Aagren", "(undefined)"]
    assert [(flaw.code, flaw.place.line) for flaw in listed.problems] == [
        (ForeignErrorCode.NOT_A_NUMBER, 7),
        (ForeignErrorCode.ROW_COUNT, 0),  # the footer says three
    ]
    assert read_rating_list(b"nothing", "egf").problems[0].code is ForeignErrorCode.MISSING


@pytest.mark.parametrize("encoding", ["utf-8", "iso8859-15"])
def test_the_french_list(encoding):
    listed = read_rating_list(FFG.encode(encoding), "ffg")
    assert (listed.problems, listed.dated) == ((), date(2018, 2, 23))
    assert [(r.number, r.surname, r.given, r.country, r.club, r.rating, r.status) for r in listed.rows] == [
        ("", "AAIJ", "René", "NL", "xxxx", 2293, "e"),
        ("0452000", "ABADIE", "Yves", "FR", "31To", 550, "-"),
        ("9179004", "ABAT", "Alexis", "FR", "30NJ", None, "-"),
        ("0000001", "DE LA TOUR", "Jean Marie", "", "75Pa", 2150, "L"),
    ]


def test_the_american_list():
    listed = read_rating_list(AGA.encode(), "aga")
    assert [(r.number, r.surname, r.given, r.rating, r.club, r.status) for r in listed.rows] == [
        ("23168", "Anderson", "Glenn", 783, "SEAG", "Full"),
        ("23699", "", "Eric Yang", 2490, "", "Youth"),
        ("23323", "Brain", "Cocoa", None, "SPRI", "Full"),
    ]
    assert [(flaw.code, flaw.place.line) for flaw in listed.problems] == [(ForeignErrorCode.NOT_A_NUMBER, 4)]


def test_persons_are_matched_by_number_then_by_name():
    listed = read_rating_list(
        egf(
            [
                *ROWS,
                egf_row("10000001", "Roe Jo", "DE", "B", "1k", 2000),
                egf_row("10000002", "Roe Jo", "FR", "P", "1k", 2010),
                egf_row("10000003", "Dürer Albrecht", "DE", "N", "1d", 2100),
            ],
            6,
        ),
        "egf",
    )
    rows = listed.rows
    players = [
        Sought(1, "Somebody Renamed", "13633719"),
        Sought(2, "Barbara van AARLE", country="NL"),
        Sought(3, "Roe Jo"),  # two in the list
        Sought(4, "jo roe", country="FR"),  # two in the event
        Sought(5, "Aagren Thomas"),  # has been taken by number
        Sought(6, "Aarle Nobody"),
        Sought(7, "Durer Albrecht", number="99999999", country="FR"),  # another country, an unknown number
    ]
    assert propose(players, rows) == [
        Proposal(1, MatchQuality.NUMBER, (rows[0],)),
        Proposal(2, MatchQuality.NAME, (rows[1],)),
        Proposal(3, MatchQuality.DOUBTFUL, rows[3:5]),
        Proposal(4, MatchQuality.DOUBTFUL, (rows[4],)),
        Proposal(5, MatchQuality.NONE),
        Proposal(6, MatchQuality.NONE),
        Proposal(7, MatchQuality.DOUBTFUL, (rows[5],)),
    ]
    assert propose(players[3:4], rows) == [Proposal(4, MatchQuality.NAME, (rows[4],))]
    assert propose([Sought(8, "陈", number="")], rows) == [Proposal(8, MatchQuality.NONE)]


def test_a_number_that_stands_twice_is_named():
    listed = read_rating_list(egf([*ROWS, ROWS[0]], 4), "egf")
    assert len(listed.rows) == 3
    assert [(flaw.code, flaw.place.line, flaw.params["number"]) for flaw in listed.problems] == [
        (ForeignErrorCode.TWICE, 9, "13633719")
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_any_table_with_its_columns(encoding):
    data = CSV.encode(encoding)
    table = recognise_table(data)
    assert table.fields == ("number", "surname", "given", "grade", "rating", "country", "club", "skip")
    assert (table.rows, table.headings[0], len(table.sample)) == (7, "PIN", 5)
    listed = read_table(data, table.fields)
    assert [(r.number, r.surname, r.given, r.grade, r.rating, r.country, r.club) for r in listed.rows] == [
        ("1", "Roe", "Jo", "3k", 1800, "DE", "Ulm"),
        ("2", "Doe", "Al", "1d", 2150, "FR", ""),
        ("6", "Max", "", "", None, "XX", ""),
    ]
    assert sorted((flaw.place.line, flaw.code) for flaw in listed.problems) == [
        (4, ForeignErrorCode.TWICE),
        (5, ForeignErrorCode.NO_NAME),
        (6, ForeignErrorCode.UNKNOWN_VALUE),
        (7, ForeignErrorCode.NOT_A_NUMBER),
    ]


def test_columns_are_remembered_by_their_headings_and_somebody_has_to_say_where_the_names_are():
    data = CSV.encode()
    shape = recognise_table(data).shape
    message = ("skip", "name", "skip", "skip", "rating", "skip", "skip", "number")
    assert recognise_table(data, {shape: message}).fields == message
    listed = read_table(data, message)
    assert (listed.rows[0].number, listed.rows[0].surname) == ("x", "Roe")
    [flaw] = read_table(data, ["rating"]).problems
    assert (flaw.code, flaw.params) == (ForeignErrorCode.MISSING, {"field": "name"})


@given(st.binary(max_size=300))
def test_no_bytes_make_a_table_fail(data):
    read_table(data, recognise_table(data).fields or ("name",))
    read_table(data, ("name", "rating", "grade", "number"))


@pytest.mark.parametrize("source", ["egf", "ffg", "aga"])
@given(data=st.binary(max_size=300), whole=st.booleans())
def test_no_bytes_make_it_fail(source, data, whole):
    before = {"egf": egf(), "ffg": FFG.encode(), "aga": AGA.encode()}[source] if whole else b""
    read_rating_list(before + data, source)
    read_rating_list(data + before, source)


NATIONAL = """编号;Name;姓名;Title;Elo;Sex;Born;Games;K;Status
1;Xu Yinchuan;许银川;特级大师;2555;男;1975-07-15;64;10;
2;Tang Dan;唐丹;GM;2300;F;1990;12;20;inactive
3;Nguyen An;;kiện tướng;1500;?;75;many;-1;
"""


def test_a_national_table_is_mapped_with_title_birth_gender_games_and_k():
    data = NATIONAL.encode()
    fields = recognise_table(data).fields
    assert fields[3:] == ("title", "rating", "gender", "born", "games", "k", "inactive")
    columns = ("number", "name", "native", *fields[3:])
    values = [
        (row.surname, row.native, row.title, row.rating, row.gender, row.born, row.games, row.k, row.inactive)
        for row in read_table(data, columns).rows
    ]
    assert values == [
        ("Xu Yinchuan", "许银川", "GM", 2555, "m", 1975, 64, 10, False),
        ("Tang Dan", "唐丹", "GM", 2300, "f", 1990, 12, 20, True),
        ("Nguyen An", "", "NM", 1500, "", None, None, None, False),
    ]


INGO = """Nr;Name;Index
1;Best;12-40
2;Middle;98,9-10
3;Beginner;300-1
4;No rating;
5;Beyond;401-3
6;Elo;2100
7;Words;good
"""


def test_where_a_lower_number_is_better_its_scale_goes_and_the_index_is_kept():
    columns = ("number", "name", "rating")
    listed = read_table(INGO.encode(), columns, LOWER)
    assert [(row.surname, row.rating, row.index) for row in listed.rows] == [
        ("Best", 12, "40"),
        ("Middle", 99, "10"),
        ("Beginner", 300, "1"),
        ("No rating", None, ""),
    ]
    assert [(flaw.code, flaw.place.line) for flaw in listed.problems] == [
        (ForeignErrorCode.NOT_A_NUMBER, line) for line in (6, 7, 8)
    ]


@given(st.binary(max_size=300))
def test_no_bytes_make_a_table_of_lower_ratings_fail(data):
    read_table(data, FIELDS, LOWER)
