"""A whole OpenGotha file: read, written, read; its oddities; what is refused, with line and element."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.exchange.opengotha_files import FILE, changed, read
from tests.tournaments.pairing.gotha.builders import CATEGORIES, SWISS, played
from tournaments.exchange.conversion import ForeignErrorCode, LossCode
from tournaments.exchange.opengotha import Document, read_document, write_document
from tournaments.exchange.opengotha.document import BoardSeat, GothaTeam
from tournaments.state.gotha.event_info import EventInfo, Overtime, Time
from tournaments.state.gotha.settings import FloatMode, Seeding
from tournaments.state.gotha.values import MCMAHON, GoOutcome
from tournaments.wording.exchange import problem_text


def test_everything_that_stands_in_a_file():
    reading = read(FILE)
    assert reading.problems == ()
    document = reading.document
    grand, rho, two = document.event.players
    assert [p.number for p in document.event.players] == [1, 2, 3]
    assert (grand.surname, grand.given_name, grand.rank, grand.rating) == ("Le_Grand", "Åsa", -4, 1712)
    assert (grand.away, grand.mms_correction, grand.egf_pin) == (frozenset({3}), 1, "12345678")
    assert (two.surname, two.rank, two.country, two.final) == ("Two Names", 1, "kr", True)
    assert (rho.final, rho.rating) == (False, -900)
    first, second = document.event.games
    assert (first.white, first.black, first.handicap, first.outcome) == (3, 1, 5, GoOutcome.WHITE)
    assert (second.outcome, second.by_default, second.table) == (GoOutcome.BOTH_LOSE, True, 4)
    assert (second.white, second.black) == (1, 3)  # without accents, and in lower case
    event = document.event
    assert event.criteria == ("MMS", "STS", "SOSM")
    assert (event.rounds, event.scoring.bar, event.scoring.categories) == (3, 2, (0,))
    assert (event.handicaps.ceiling, event.handicaps.correction, event.handicaps.by_mms) == (5, -1, True)
    assert (event.weights.upper, event.weights.first_seeding) == (FloatMode.BOT, Seeding.SLIP)
    assert (event.weights.colour, event.weights.clubs_group) == (1000, None)  # what OpenGotha takes if absent
    assert event.clubs_groups == (frozenset({"33Ar", "33Bo"}),)
    assert document.event_info == EventInfo(
        name="Cup", komi="6.5", time=Time(45, Overtime.FISCHER, fischer=15)
    )
    assert document.teams == (GothaTeam("A & B", 2, (BoardSeat(0, 2, 3), BoardSeat(1, 1, 2))),)
    assert document.team_criteria == ("TEAMP", "BDW")
    assert {loss.code: loss.place.text for loss in reading.losses} == {
        LossCode.TIEBREAKS: "STS",
        LossCode.SHORT_ATTENDANCE: "Player participating",
    }


def test_what_is_not_understood_comes_back_and_addresses_do_not():
    document = read(FILE).document
    text = write_document(document).decode()
    for stored in (
        'fromMars="yes"',
        'numberOfBZHGroups="4"',
        'gameFormat="short"',
        'teamSize="3"',
        "20240529152656",
    ):
        assert stored in text
    assert "192.0.2.7" not in text
    assert "externalIPAddress" not in text
    assert read(text).document == document
    assert write_document(read(text).document).decode() == text


def test_how_it_is_written():
    lines = write_document(read(FILE).document).decode().splitlines()
    assert lines[1] == '<Tournament dataVersion="201" fullVersionNumber="3.51" saveDT="20240529152656">'
    names = re.findall(r"([A-Za-z]+)=", lines[3])
    assert names == sorted(names)
    assert [line for line in lines if line in ("<Players>", "<Games>", "<ByePlayers>", "<Teams>")] == [
        *("<Players>", "<Games>", "<ByePlayers>", "<Teams>")
    ]


@pytest.mark.parametrize("like", [MCMAHON, SWISS, CATEGORIES])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), size=st.integers(2, 14))
def test_any_tournament_is_read_as_it_was_written(like, seed, size):
    event = played(size, 2, seed, like)
    ordered = sorted(event.players, key=lambda p: (p.surname, p.given_name))
    place = {p.number: i for i, p in enumerate(ordered, 1)}
    event = replace(
        event,
        players=tuple(replace(p, number=place[p.number]) for p in ordered),
        games=tuple(replace(g, white=place[g.white], black=place[g.black]) for g in event.games),
        byes=tuple(replace(b, number=place[b.number]) for b in event.byes),
    )
    event = replace(event, games=tuple(sorted(event.games, key=lambda g: (g.round, g.table, g.white))))
    reading = read_document(write_document(Document(event)))
    search_key = {p.surname + p.given_name for p in event.players}
    if len({text.upper() for text in search_key}) == len(search_key):
        assert reading.problems == ()
        assert reading.document.event == event


def test_the_order_of_the_players_changes_nothing():
    inner = re.search("<Players>\n(.*)</Players>", FILE, re.DOTALL)[1]
    rows = re.findall("<Player .*?/>", inner, re.DOTALL)
    assert len(rows) == 3
    turned = FILE.replace(inner, "\n".join(rows[::-1]) + "\n")
    assert read(turned).document == read(FILE).document


@pytest.mark.parametrize(
    ("head", "rating"),
    [
        ('dataVersion="201"', 100),
        ('dataVersion="200"', 2150),
        ("", 2150),
        ('fullVersionNumber="3.51.02"', 100),
        ('dataVersion="200" fullVersionNumber="3.50"', 100),
        ('gothaVersion="345"', 2150),
    ],
)
def test_ratings_of_old_files(head, rating):
    text = f'<Tournament {head}><Players><Player name="A" firstName="B" rating="100"/></Players></Tournament>'
    assert read(text).document.event.players[0].rating == rating


@pytest.mark.parametrize(
    ("text", "code", "marked", "message"),
    [
        (
            changed('rating="1712"', f'rating="{"9" * 1_000_000}"'),
            ForeignErrorCode.NOT_A_NUMBER,
            "Åsa",
            "Player rating",
        ),
        (
            changed('whitePlayer="TWONAMESBO"', 'whitePlayer="LE_GRANDÅSA"'),
            ForeignErrorCode.AGAINST_HIMSELF,
            "LE_",
            "itself",
        ),
        (
            changed('roundNumber="1"', 'roundNumber="0"'),
            ForeignErrorCode.UNKNOWN_VALUE,
            "<Game",
            "Game roundNumber",
        ),
        (
            changed('roundNumber="1"', 'roundNumber="99"'),
            ForeignErrorCode.UNKNOWN_VALUE,
            "<Game",
            "Game roundNumber",
        ),
        (
            changed('handicap="5"', 'handicap="-3"'),
            ForeignErrorCode.UNKNOWN_VALUE,
            "<Game",
            "Game handicap: “-3”",
        ),
        (
            changed('handicap="5"', 'handicap="12"'),
            ForeignErrorCode.UNKNOWN_VALUE,
            "<Game",
            "Game handicap: “12” is not one of: 0 … 9",
        ),
        (changed('rank="4K"', 'rank="4X"'), ForeignErrorCode.UNKNOWN_VALUE, "Åsa", "Player rank: “4X”"),
        (
            changed('genMMBar="3D"', 'genMMBar="25K"'),
            ForeignErrorCode.UNKNOWN_VALUE,
            "<GeneralP",
            "genMMBar: “25K”",
        ),
        (
            changed('firstName="Cy" name="Rho"', 'firstName="" name=""'),
            ForeignErrorCode.MISSING,
            "30K",
            "Player name",
        ),
        (
            changed('firstName="Cy" name="Rho"', 'firstName="bo" name="TwoNames"'),
            ForeignErrorCode.NAME_TWICE,
            "30K",
            "two",
        ),
        (
            changed('blackPlayer="LE_GRANDÅSA"', 'blackPlayer="X"'),
            ForeignErrorCode.UNKNOWN_PLAYER,
            "<Game",
            "“X”",
        ),
        (
            changed('player="RHOCY"', 'player="TWONAMESBO"'),
            ForeignErrorCode.TWICE_IN_ROUND,
            "<ByePlayer ",
            "round 1",
        ),
        (
            changed("RESULT_WHITEWINS", "RESULT_MAYBE"),
            ForeignErrorCode.UNKNOWN_VALUE,
            "<Game",
            "RESULT_MAYBE",
        ),
        (
            changed('participating="1101"', 'participating="11x1"'),
            ForeignErrorCode.UNKNOWN_VALUE,
            "Åsa",
            "participating",
        ),
        (
            changed('numberOfRounds="3"', 'numberOfRounds="21"'),
            ForeignErrorCode.UNKNOWN_VALUE,
            "<GeneralP",
            "numberOfRounds",
        ),
        (changed('komi="6.5"', 'komi="much"'), ForeignErrorCode.NOT_A_NUMBER, "<GeneralP", "komi"),
        (
            changed('paiMaDUDDUpperMode="bot"', 'paiMaDUDDUpperMode="UP"'),
            ForeignErrorCode.UNKNOWN_VALUE,
            "<Pairing",
            "UP",
        ),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) and len(value) < 60 else "",
)
def test_bad_input_is_named_with_its_line_and_element(text, code, marked, message):
    reading = read(text)
    assert reading.document is None
    flaw = next(flaw for flaw in reading.problems if flaw.code is code)
    assert marked in text.splitlines()[flaw.place.line - 1]
    sentence = problem_text(flaw)
    assert message in sentence
    assert len(sentence) < 300
    assert "\n" not in sentence


def test_what_is_cut_is_reported():
    reading = read(
        changed('participating="1101"', f'participating="{"1" * 20}0"').replace('rank="2d"', 'rank="34k"')
    )
    assert reading.document is not None
    assert {LossCode.LONG_ATTENDANCE, LossCode.GRADES} <= {loss.code for loss in reading.losses}


def test_a_mark_and_a_line_break_in_a_number_are_dropped():
    reading = read(changed('egfPin="12345678"', 'egfPin="\ufeff12345678&#10;"'))
    assert {p.egf_pin for p in reading.document.event.players} == {"12345678", ""}


def test_pairgoths_wrapper_and_text_between_elements():
    text = FILE.replace("ByePlayers>", "ByePlayer>").replace("<Games>", "<Games>[]")
    assert read(text).document == read(FILE).document


@pytest.mark.slow
def test_twenty_thousand_players_are_refused():
    rows = "".join(f'<Player name="P{i}" firstName="x"/>' for i in range(20_000))
    reading = read(f"<Tournament><Players>{rows}</Players></Tournament>")
    assert reading.document is None
    assert [flaw.code for flaw in reading.problems] == [ForeignErrorCode.TOO_MANY_PLAYERS]


@settings(max_examples=200, deadline=None)
@given(data=st.data())
@pytest.mark.slow
def test_no_bytes_make_it_fail(data):
    """A byte changed, a piece doubled or gone: flaws or a document, never an exception."""
    raw = FILE.encode()
    start = data.draw(st.integers(0, len(raw) - 1))
    end = data.draw(st.integers(start, min(len(raw), start + 60)))
    spoilt = raw[:start] + data.draw(st.binary(max_size=8)) + raw[end:]
    reading = read_document(spoilt)
    assert (reading.document is None) == bool(reading.problems)
    for flaw in reading.problems:
        assert problem_text(flaw)


def test_names_stay_as_they_are():
    """Two blanks are two: the letters of a name decide colours."""
    reading = read(changed('name="Two Names"', 'name=" Two  Names&#10;"'))
    assert "Two  Names" in {p.surname for p in reading.document.event.players}
    assert len(reading.document.event.games) == 2
