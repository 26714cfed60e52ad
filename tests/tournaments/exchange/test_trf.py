"""TRF16 and TRF26: columns as the FIDE Handbook has them, round trips, faults with their places."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.exchange.carried import check_reading, check_rows, damaged, lost, simulated, states
from tournaments.exchange.carrying import CannotWrite, FlawCode, LossCode
from tournaments.exchange.foreign import lines_of
from tournaments.exchange.trf import read, write
from tournaments.pairing import pair
from tournaments.pairing.simulation import simulate
from tournaments.state.points import Points
from tournaments.state.tournament import (
    Absence,
    Bye,
    Entry,
    FixedPair,
    Foul,
    Game,
    Result,
    Superseded,
    Tournament,
)
from tournaments.wording.exchange import flaw_text, loss_text

RULER = "         1         2         3         4         5         6         7         8         9"


def player(number, name="", cells="", *, points="", rating="", federation="", more="", rank=""):
    """A 001 line by the Handbook's columns."""
    line = f"001 {number:>4} {more:<4} {name:<33} {rating:>4} {federation:<3} {'':22} {points:>4} {rank:>4}"
    assert len(line) == 89
    return f"{line}{cells}"


def cell(opponent, colour="-", code=" "):
    return f"  {opponent:>4} {colour} {code}"


def file_of(*lines):
    return "\r\n".join(lines).encode()


FOUR = (
    "012 Kleines Turnier",
    "092 Swiss: xiangqi wxc2015",
    "XXR 3",
    player(1, "Alice", cell(2, "w", "1") + cell(3, "b", "="), points="1.5", rating="2100", federation="GER"),
    player(2, "Bob", cell(1, "b", "0") + cell(4, "w", "+"), points="1.0", federation="VIE"),
    player(3, "Charlie", cell(4, "w", "-") + cell(1, "w", "="), points="0.5"),
    player(4, "Đoàn", cell(3, "b", "+") + cell(2, "b", "-"), points="1.0"),
)


def changed(line, text):
    return file_of(*FOUR[:line], text, *FOUR[line + 1 :])


def the_flaw(data, **options):
    reading = read(data, **options)
    assert reading.tournament is None
    return reading.flaws[0]


def test_columns_of_the_handbook_are_read():
    reading = read(file_of(*FOUR))

    assert reading.flaws == ()
    assert reading.losses == ()
    tournament = reading.tournament
    assert tournament.name == "Kleines Turnier"
    assert (tournament.system, tournament.game, tournament.rounds) == ("wxc2015", "xiangqi", 3)
    assert tournament.points.as_table() == {"win": "1", "draw": "0.5", "loss": "0", "absence": "0"}
    assert tournament.entries[0] == Entry(1, "Alice", federation="GER", rating=2100)
    assert tournament.entries[3].name == "Đoàn"
    assert tournament.games == (
        Game(1, 1, 1, 2, Result.FIRST),
        Game(1, 2, 3, 4, Result.SECOND, forfeit=True),
        Game(2, 1, 2, 4, Result.FIRST, forfeit=True),
        Game(2, 2, 3, 1, Result.DRAW),
    )


def test_what_is_written_stands_in_the_columns_of_the_handbook():
    tournament = Tournament(
        "wmsg2008",
        (Entry(1, "A" * 40, federation="GER", team="Red", rating=2400), Entry(12, "Bob", team="Red")),
        (Game(1, 1, 12, 1, Result.SECOND),),
        name="Two",
        rounds=2,
        forbidden=((1, 12),),
    )

    lines = lines_of(write(tournament, 26).data.decode())

    first = next(line for line in lines if line.startswith("001    1"))
    assert first[14:47] == "A" * 33
    assert (first[48:52], first[53:56], first[80:84], first[85:89]) == ("2400", "GER", " 2.0", "   1")
    assert (first[91:95], first[96], first[98]) == ("  12", "b", "1")
    assert "162  W 2.0    D 1.0    L 0.0    A 0.0    P 2.0    X 0.0" in lines
    assert "260 001 002    1   12" in lines
    assert "142 2" in lines
    assert f"013 {'Red':<32}   1   12" in lines
    old = lines_of(write(tournament, 16).data.decode())
    assert "XXR 2" in old
    assert "XXP 1 12" in old
    assert "XXS W=2 D=1 WL=0 BL=0 FL=0 ZPB=0 PAB=2" in old
    assert not any(line.startswith(("142", "162", "260")) for line in old)


@pytest.mark.parametrize("version", [16, 26])
@settings(max_examples=40, deadline=None)
@given(tournament=st.one_of(states(), simulated("wxc2015"), simulated("round-robin")))
def test_a_tournament_comes_back(version, tournament):
    writing = write(tournament, version)
    reading = read(writing.data)

    assert reading.flaws == ()
    assert {loss.code for loss in reading.losses} <= {LossCode.FORBIDDEN_ROUNDS}
    back = reading.tournament
    check_rows(tournament, back, writing)
    assert back.points.as_table() == tournament.points.as_table()
    for name in ("system", "game", "grouping", "rounds", "name"):
        assert getattr(back, name) == getattr(tournament, name)
    assert set(back.forbidden) == {(min(p), max(p)) for p in tournament.forbidden}
    for old, new in zip(tournament.entries, back.entries, strict=True):
        assert (new.name, new.federation, new.team, new.rating) == (
            old.name,
            old.federation,
            old.team,
            old.rating,
        )
        if version == 26 and old.number not in lost(writing, LossCode.ANNOUNCED):
            assert all(
                new.plays_in(r) == old.plays_in(r) for r in range(back.last_round + 1, back.rounds + 1)
            )


@settings(max_examples=15, deadline=None)
@given(tournament=simulated("wmsg2008"))
def test_the_next_round_is_paired_alike_on_both_sides(tournament):
    back = read(write(tournament, 26).data).tournament
    following = tournament.last_round + 1

    assert pair(back, following, explain=False).pairs == pair(tournament, following, explain=False).pairs


def test_every_kind_of_round_keeps_its_code():
    tournament = Tournament(
        "wxc2015",
        tuple(Entry(n, f"P{n}", withdrawn_after=1 if n == 5 else None) for n in range(1, 8)),
        (
            Game(1, 1, 1, 2, Result.NONE),
            Game(1, 2, 3, 4, Result.NONE, forfeit=True),
            Game(1, 3, 5, 6, Result.SECOND, forfeit=True),
            Game(2, 1, 2, 6, None),
            Game(2, 2, 1, 3, Result.DRAW),
        ),
        (Bye(1, 7), Bye(2, 4)),
        (Absence(2, 7),),
        rounds=3,
    )

    data = write(tournament, 26).data
    cells = {line[4:8].strip(): line[91:] for line in lines_of(data.decode()) if line.startswith("001")}

    assert cells["1"] == "   2 w 0     3 w ="
    assert cells["3"] == "   4 w -     1 b ="
    assert cells["5"] == "   6 w -"
    assert cells["6"] == "   5 b +     2 b"
    assert cells["7"] == "0000 - U  0000 - Z"
    assert read(data).tournament == tournament


def test_losses_are_named_with_the_entries():
    rich = Tournament(
        "wxc2015",
        (
            Entry(1, "Wang", native_name="王", federation="CHINA", group=2, categories=("ncnv",)),
            Entry(2, "Li  Na", rating=0, withdrawn_after=1),
        ),
        (Game(1, 3, 1, 2, Result.FIRST, history=(Superseded(Result.DRAW, 2),)),),
        seed="x",
        tiebreaks=("wins",),
        fixed=(FixedPair(2, 1, 2),),
        fouls=(Foul(1, 2, "technical"),),
        rounds=3,
    )

    losses = {loss.code: loss.numbers for loss in write(rich, 26).losses}

    assert losses == {
        LossCode.CORRECTIONS: (1,),
        LossCode.TABLES: (),
        LossCode.NATIVE_NAMES: (1,),
        LossCode.CATEGORIES: (1,),
        LossCode.GROUPS: (1,),
        LossCode.SEED: (),
        LossCode.FIXED: (1,),
        LossCode.FOULS: (2,),
        LossCode.TIEBREAKS: (),
        LossCode.WITHDRAWALS: (2,),
        LossCode.FEDERATIONS: (1,),
        LossCode.NAMES: (2,),
        LossCode.RATINGS: (2,),
    }


def test_a_withdrawal_that_no_blank_round_shows_becomes_absences():
    tournament = replace(simulate(4, 1, "wmsg2008", 1), rounds=3)
    leaver = replace(tournament.entries[0], withdrawn_after=1)
    tournament = replace(tournament, entries=(leaver, *tournament.entries[1:]))

    assert read(write(tournament, 26).data).tournament.entries[0].absences == {2, 3}
    assert read(write(tournament, 16).data).tournament.entries[0].absences == {2}


def test_forfeit_losses_that_differ_from_absences_are_abnormal_points_and_come_back():
    tournament = Tournament(
        "wmsg2008",
        tuple(Entry(n, f"P{n}") for n in range(1, 6)),
        (Game(1, 1, 1, 2, Result.FIRST, forfeit=True), Game(1, 2, 3, 4, Result.DRAW)),
        absences=(Absence(1, 5),),
        points=Points(3, 2, 1, absence=2),
    )

    data = write(tournament, 26).data

    assert b"299 -         1.0  001    2\r\n" in data
    reading = read(data)
    assert reading.losses == ()
    assert reading.tournament == tournament


def test_points_given_apart_from_results_are_a_loss():
    reading = read(file_of(*FOUR, "299 W         1.5  001    1", f"299{'-1.0':>14}{2:>10}"))

    losses = {loss.code: loss for loss in reading.losses}
    assert losses[LossCode.ABNORMAL_POINTS].numbers == (1, 2)
    assert losses[LossCode.ABNORMAL_POINTS].line == 8
    assert LossCode.POINTS_DIFFER not in losses


def test_points_that_results_do_not_give_are_told():
    reading = read(changed(3, FOUR[3].replace(" 1.5 ", " 9.5 ")))

    assert [(loss.code, loss.numbers, loss.line) for loss in reading.losses] == [
        (LossCode.POINTS_DIFFER, (1,), 4)
    ]


def test_requested_byes_become_absences_with_a_loss():
    five = player(5, "Eve", cell("0000", "-", "H") + cell("0000", "-", "F"), points="1.5")
    six = player(6, "Finn", cell("0000", "-", "F") + cell("0000", "-", "U"), points="2.0")
    reading = read(file_of(*FOUR, five, six))

    tournament = reading.tournament
    assert tournament.byes == (Bye(1, 6), Bye(2, 6))
    assert tournament.absences == (Absence(1, 5), Absence(2, 5))
    losses = {loss.code: loss.numbers for loss in reading.losses}
    assert losses[LossCode.HALF_POINT_BYES] == (5,)
    assert losses[LossCode.FULL_POINT_BYES] == (5,)
    assert losses[LossCode.POINTS_DIFFER] == (5,)


@pytest.mark.parametrize("record", ["XXZ 2 4", "240 Z 003    2    4"])
def test_who_misses_the_next_round_is_read(record):
    entries = read(file_of(*FOUR, record)).tournament.entries

    assert [entry.number for entry in entries if entry.absences == {3}] == [2, 4]


def test_an_absence_already_entered_for_the_next_round_is_announced():
    lines = [line if not line.startswith("001    3") else line + cell("0000", "-", "Z") for line in FOUR]

    tournament = read(file_of(*lines)).tournament

    assert tournament.last_round == 2
    assert tournament.entries[2].absences == {3}
    assert not tournament.absences


@pytest.mark.parametrize(
    ("record", "pairs", "rounds"),
    [
        ("XXP 1 2 4", ((1, 2), (1, 4), (2, 4)), 0),
        ("260 001 003    1    4", ((1, 4),), 0),
        ("260 001 002    1    4", (), 1),
        ("260 002 003    1    4", ((1, 4),), 1),
    ],
)
def test_forbidden_pairs_still_in_force_are_read(record, pairs, rounds):
    reading = read(file_of(*FOUR, record))

    assert reading.tournament.forbidden == pairs
    assert sum(loss.code is LossCode.FORBIDDEN_ROUNDS for loss in reading.losses) == rounds


@pytest.mark.parametrize(
    ("records", "table"),
    [
        (["XXS W=3 D=1", "XXS PAB=3"], ("3", "1", "0", "0")),
        (["162  W 2.0    D 1.0    L 0.0    P 2.0"], ("2", "1", "0", "0")),
        (["162  W12.5    D 1.0    P12.5"], ("12.5", "1", "0", "0")),
        (["BBW 2.0", "BBD 1.0", "BBZ 1.0"], ("2", "1", "0", "1")),
    ],
)
def test_points_of_results_are_read(records, table):
    points = read(file_of(*records, *FOUR)).tournament.points

    assert tuple(points.as_table().values()) == table


@pytest.mark.parametrize("told", [("1.5", "1.0"), ("3.0", "2.0"), ("4.0", "3.0")])
def test_points_of_results_are_found_out_from_the_totals(told):
    lines = [line.replace(" 1.5 ", f" {told[0]} ").replace(" 1.0 ", f" {told[1]} ") for line in FOUR]
    lines = [line.replace(" 0.5 ", {"3.0": " 1.0 ", "4.0": " 1.0 "}.get(told[0], " 0.5 ")) for line in lines]

    reading = read(file_of(*lines))

    assert reading.losses == ()
    assert reading.tournament.points.as_table()["win"] == {"1.5": "1", "3.0": "2", "4.0": "3"}[told[0]]


def test_teams_of_both_versions_are_read():
    old = file_of(*FOUR, f"013 {'Die Roten':<32}   1    3")
    new = file_of(*FOUR, f"310   1 {'Die Roten':<32} {'RED':5} {'':6} {'':6} {'':6} {'1':>3}     1    3")

    for data in (old, new):
        assert [entry.team for entry in read(data).tournament.entries] == ["Die Roten", "", "Die Roten", ""]


def test_a_file_with_fewer_players_than_it_counts_is_told():
    assert read(file_of(*FOUR, "062 4")).losses == ()
    (loss,) = read(file_of(*FOUR, "062 249")).losses
    assert (loss.code, loss.about) == (LossCode.PLAYER_COUNT, "249")


def test_headings_about_the_event_go_through():
    headings = {"022": "Hamburg", "042": "2026/05/01", "112": "Ann\nBen", "132": "26/05/01  26/05/02"}
    tournament = simulate(4, 1, "wmsg2008", 1)

    data = write(tournament, 26, headings=headings).data

    assert read(data).headings == headings
    dates = next(line for line in lines_of(data.decode()) if line.startswith("132"))
    assert (dates[91:99], dates[101:109]) == ("26/05/01", "26/05/02")


def test_what_a_tournament_has_no_place_for_is_told():
    reading = read(file_of(*FOUR, "192 FIDE_DUTCH", "### a comment", "XXA    1  1.0", "XXA    2  1.0"))

    assert [(loss.code, loss.about, loss.count, loss.line) for loss in reading.losses] == [
        (LossCode.RECORD, "192", 1, 8),
        (LossCode.RECORD, "XXA", 2, 10),
    ]
    assert loss_text(reading.losses[1]) == "records that a tournament has no place for: XXA (2)"


@pytest.mark.parametrize(
    ("line", "text", "code", "place", "sentence"),
    [
        (3, " " + FOUR[3], None, None, ""),
        (3, FOUR[3][:13] + " " + FOUR[3][13:], FlawCode.COLUMN, (4, 53), "columns are shifted"),
        (3, FOUR[3][:90] + FOUR[3][91:], FlawCode.COLUMN, (4, 96), "record 001 must be blank here"),
        (3, FOUR[3].replace("2100", "2l00"), FlawCode.NOT_A_NUMBER, (4, 49), "rating: “2l00” is no number"),
        (3, FOUR[3].replace(" 1.5 ", " 1,x "), FlawCode.NOT_A_NUMBER, (4, 81), "points"),
        (3, FOUR[3].replace("2 w 1", "2 x 1"), FlawCode.UNKNOWN_VALUE, (4, 97), "colour: “x”"),
        (3, FOUR[3].replace("2 w 1", "2 w 7"), FlawCode.UNKNOWN_VALUE, (4, 99), "result: “7”"),
        (3, FOUR[3].replace("2 w 1", "9 w 1"), FlawCode.UNKNOWN_PLAYER, (4, 92), "there is no player “9”"),
        (3, FOUR[3].replace("2 w 1", "1 w 1"), FlawCode.AGAINST_HIMSELF, (4, 92), "meets himself"),
        (3, FOUR[3].replace("2 w 1", "3 w 1"), FlawCode.NOT_MUTUAL, (4, 92), "names 3 as opponent"),
        (3, FOUR[3].replace("2 w 1", "2 b 1"), FlawCode.COLOURS_CLASH, (4, 97), "same colour"),
        (3, FOUR[3].replace("2 w 1", "2 w ="), FlawCode.RESULTS_CLASH, (4, 99), "do not fit: =:0"),
        (4, FOUR[4].replace("001    2", "001    1"), FlawCode.TWICE, (5, 5), "number 1 stands in the file"),
        (4, FOUR[4].replace("001    2", "001     "), FlawCode.NOT_A_NUMBER, (5, 5), "starting rank number"),
        (4, FOUR[4] + "\t", FlawCode.COLUMN, (5, 110), "columns are shifted"),
        (2, "XXS W=3 Q=1", FlawCode.UNKNOWN_VALUE, (3, 9), "“Q=1”"),
        (2, "XXS W=1 D=3", FlawCode.BAD_POINTS, (3, 0), "a win must not give less"),
        (2, "XXP 1 99", FlawCode.UNKNOWN_PLAYER, (3, 0), "no player “99”"),
        (2, "240 Q 003 1", FlawCode.UNKNOWN_VALUE, (3, 5), "type of bye"),
        (2, "XXR three", FlawCode.NOT_A_NUMBER, (3, 4), "rounds: “three”"),
    ],
)
def test_a_wrong_line_is_named_with_its_place(line, text, code, place, sentence):
    reading = read(changed(line, text))

    if code is None:  # a line that begins with a blank is no player's line: opponents miss him
        assert reading.flaws[0].code is FlawCode.UNKNOWN_PLAYER
        return
    assert reading.tournament is None
    flaw = reading.flaws[0]
    assert flaw.code is code
    assert (flaw.line, flaw.column) == place
    assert sentence in flaw_text(flaw)


def test_every_wrong_line_is_named_not_only_the_first():
    lines = [line.replace(" w ", " x ") for line in FOUR]

    assert [flaw.line for flaw in read(file_of(*lines)).flaws] == [4, 5, 6, 6]


def test_two_allocated_byes_in_a_round_are_refused():
    five, six = (player(n, "P", cell("0000", "-", "U")) for n in (5, 6))

    flaw = the_flaw(file_of(*FOUR, five, six))

    assert (flaw.code, flaw.line, flaw.column) == (FlawCode.BYE_TWICE, 9, 92)


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
    assert (flaw.code, flaw.line, flaw.column) == (FlawCode.UNREADABLE, 7, 15)
    assert the_flaw(text.encode(), encoding="klingon").code is FlawCode.UNKNOWN_ENCODING


def test_files_that_are_none_are_refused_in_one_sentence():
    assert the_flaw(b"").code is FlawCode.EMPTY
    assert the_flaw(b"012 Nobody came").code is FlawCode.NO_PLAYERS
    assert the_flaw(b"x" * 50_000_000).code is FlawCode.TOO_LARGE


def test_what_does_not_fit_is_refused():
    with pytest.raises(CannotWrite) as refused:
        write(Tournament("wmsg2008", (Entry(10_000),)))
    assert refused.value.flaws[0].code is FlawCode.NUMBER_TOO_LARGE
    with pytest.raises(CannotWrite) as refused:
        write(Tournament("wmsg2008", (Entry(1),), points=Points.parse({"win": "100.5"})))
    assert refused.value.flaws[0].code is FlawCode.POINTS_TOO_LONG
    with pytest.raises(ValueError, match="TRF version 6"):
        write(Tournament("wmsg2008", (Entry(1),)), 6)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 12))
def test_no_damage_makes_the_reader_raise(seed, strokes):
    check_reading(read(damaged(RICH, seed, strokes)))


@settings(max_examples=60, deadline=None)
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
