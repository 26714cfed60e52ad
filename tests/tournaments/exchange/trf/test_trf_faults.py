"""TRF files that are wrong: every fault with its place, whatever the bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.exchange.carried import check_reading, damaged, lost
from tests.tournaments.exchange.trf_lines import FOUR, RULER, cell, changed, file_of, player, the_flaw
from tournaments.exchange.conversion import CannotWrite, ForeignErrorCode, LossCode
from tournaments.exchange.trf import read, write
from tournaments.pairing.simulation import simulate
from tournaments.state.points import Points
from tournaments.state.tournament import Absence, Bye, Entry, Game, Result, Tournament
from tournaments.wording.exchange import problem_text


@pytest.mark.parametrize(
    ("line", "text", "code", "place", "sentence"),
    [
        (3, " " + FOUR[3], None, None, ""),
        (3, FOUR[3][:13] + " " + FOUR[3][13:], ForeignErrorCode.COLUMN, (4, 53), "columns are shifted"),
        (3, FOUR[3][:30] + "2000" + FOUR[3][34:], ForeignErrorCode.COLUMN, (4, 31), "columns are shifted"),
        (3, FOUR[3][:90] + FOUR[3][91:], ForeignErrorCode.COLUMN, (4, 96), "record 001 must be blank here"),
        (
            3,
            FOUR[3].replace("2100", "2l00"),
            ForeignErrorCode.NOT_A_NUMBER,
            (4, 49),
            "rating: “2l00” is not a valid number",
        ),
        (3, FOUR[3].replace(" 1.5 ", " 1,x "), ForeignErrorCode.NOT_A_NUMBER, (4, 81), "points"),
        (3, FOUR[3].replace("2 w 1", "2 x 1"), ForeignErrorCode.UNKNOWN_VALUE, (4, 97), "colour: “x”"),
        (3, FOUR[3].replace("2 w 1", "2 w 7"), ForeignErrorCode.UNKNOWN_VALUE, (4, 99), "result: “7”"),
        (
            3,
            FOUR[3].replace("2 w 1", "9 w 1"),
            ForeignErrorCode.UNKNOWN_PLAYER,
            (4, 92),
            "there is no player “9”",
        ),
        (
            3,
            FOUR[3].replace("2 w 1", "1 w 1"),
            ForeignErrorCode.AGAINST_HIMSELF,
            (4, 92),
            "is paired with itself",
        ),
        (3, FOUR[3].replace("2 w 1", "3 w 1"), ForeignErrorCode.NOT_MUTUAL, (4, 92), "lists opponent 3"),
        (3, FOUR[3].replace("2 w 1", "2 b 1"), ForeignErrorCode.COLOURS_CLASH, (4, 97), "same colour"),
        (4, FOUR[4].replace("1 b 0", "1 b ="), ForeignErrorCode.RESULTS_CLASH, (4, 99), "do not match: 1:="),
        (
            4,
            FOUR[4].replace("001    2", "001    1"),
            ForeignErrorCode.TWICE,
            (5, 5),
            "number 1 appears twice in the file",
        ),
        (
            4,
            FOUR[4].replace("001    2", "001     "),
            ForeignErrorCode.NOT_A_NUMBER,
            (5, 5),
            "starting rank number",
        ),
        (4, FOUR[4] + "\t", ForeignErrorCode.COLUMN, (5, 110), "columns are shifted"),
        (2, "XXS W=3 Q=1", ForeignErrorCode.UNKNOWN_VALUE, (3, 9), "“Q=1”"),
        (2, "XXS W=1 D=3", ForeignErrorCode.BAD_POINTS, (3, 0), "a win must not give less"),
        (2, "XXP 1 99", ForeignErrorCode.UNKNOWN_PLAYER, (3, 0), "no player “99”"),
        (2, "240 Q 003 1", ForeignErrorCode.UNKNOWN_VALUE, (3, 5), "type of bye"),
        (2, "XXR three", ForeignErrorCode.NOT_A_NUMBER, (3, 4), "rounds: “three”"),
    ],
)
def test_a_wrong_line_is_named_with_its_place(line, text, code, place, sentence):
    reading = read(changed(line, text))

    if code is None:  # a line that begins with a blank is no player's line: opponents miss him
        assert reading.problems[0].code is ForeignErrorCode.UNKNOWN_PLAYER
        return
    assert reading.tournament is None
    flaw = reading.problems[0]
    assert flaw.code is code
    assert (flaw.place.line, flaw.place.column) == place
    assert sentence in problem_text(flaw)


def test_every_wrong_line_is_named_not_only_the_first():
    lines = [line.replace(" w ", " x ") for line in FOUR]

    assert [flaw.place.line for flaw in read(file_of(*lines)).problems] == [4, 5, 6, 6]


def test_of_several_allocated_byes_in_a_round_one_stays_and_the_others_are_told():
    five, six = (player(n, "P", cell("0000", "-", "U")) for n in (5, 6))

    reading = read(file_of(*FOUR, five, six))

    assert reading.problems == ()
    assert reading.tournament.byes == (Bye(1, 5),)
    assert Absence(1, 6, full=True) in reading.tournament.absences
    [loss] = [loss for loss in reading.losses if loss.code is LossCode.SECOND_BYES]
    assert (loss.params["numbers"], loss.place.line) == ((6,), 9)


def test_encodings():
    text = file_of(*FOUR).decode().replace("Đoàn", "陈强  ")
    utf_8 = read(text.encode())

    assert utf_8.tournament.entries[3].name == "陈强"
    for data, options in (
        (text.encode("utf-8-sig"), {}),
        (text.encode("utf-16"), {}),
        (text.encode("gb18030"), {"encoding": "GB18030"}),
        (text.replace("\r\n", "\n").encode(), {}),
        (text.replace("\r\n", "\r").encode(), {}),
    ):
        assert read(data, **options).tournament == utf_8.tournament
    flaw = the_flaw(text.encode("gb18030"))
    assert (flaw.code, flaw.place.line, flaw.place.column) == (ForeignErrorCode.UNREADABLE, 7, 15)
    assert the_flaw(text.encode(), encoding="klingon").code is ForeignErrorCode.UNKNOWN_ENCODING


def test_files_that_are_none_are_refused_in_one_sentence():
    assert the_flaw(b"").code is ForeignErrorCode.EMPTY
    assert the_flaw(b"012 Nobody came").code is ForeignErrorCode.NO_PLAYERS
    assert the_flaw(b"x" * 50_000_000).code is ForeignErrorCode.TOO_LARGE


def test_what_does_not_fit_is_refused():
    with pytest.raises(CannotWrite) as refused:
        write(Tournament("wmsg2008", (Entry(10_000),)))
    assert refused.value.problems[0].code is ForeignErrorCode.NUMBER_TOO_LARGE
    with pytest.raises(CannotWrite) as refused:
        write(Tournament("wmsg2008", (Entry(1),), points=Points.parse({"win": "100.5"})))
    assert refused.value.problems[0].code is ForeignErrorCode.POINTS_TOO_LONG
    with pytest.raises(ValueError, match="TRF version 6"):
        write(Tournament("wmsg2008", (Entry(1),)), 6)


@given(st.integers(0, 10**9), st.integers(1, 12))
def test_no_damage_makes_the_reader_raise(seed, strokes):
    check_reading(read(damaged(RICH, seed, strokes)))


@given(st.binary(max_size=400), st.sampled_from([b"", b"001    1", RULER.encode(), file_of(*FOUR)]))
def test_no_bytes_make_the_reader_raise(tail, head):
    check_reading(read(head + b"\r\n" + tail))


RICH = write(simulate(9, 4, "wxc2015", 3), 26).data + file_of(
    "240 H 005    1",
    "260 001 005    1    4",
    "299 W         1.5  001    1",
    "XXS W=2",
    "XXZ 1",
    "310   1 Red",
)


@pytest.mark.parametrize("version", [16, 26])
def test_titles_of_the_format_come_back_and_others_are_lost(version):
    tournament = Tournament(
        "wmsg2008",
        (
            Entry(1, "Ann", title="WIM"),
            Entry(2, "Bob", title="NM", club="Kuching"),
            Entry(3, "Cy", title="GM"),
        ),
        (Game(1, 1, 1, 2, Result.FIRST),),
        (Bye(1, 3),),
    )

    writing = write(tournament, version)

    assert lost(writing, LossCode.PEOPLE) == {2}
    reading = read(writing.data)
    assert [entry.title for entry in reading.tournament.entries] == ["WIM", "", "GM"]
    assert reading.losses == ()
    odd = read(writing.data.replace(b" WIM ", b"wXY1 "))
    assert [(loss.code, loss.params["numbers"]) for loss in odd.losses] == [(LossCode.PEOPLE, (1,))]
