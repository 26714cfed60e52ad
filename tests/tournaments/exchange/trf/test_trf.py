"""TRF16 and TRF26: columns as the FIDE Handbook has them, round trips, faults with their places."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.exchange.carried import check_rows, lost, simulated, states
from tests.tournaments.exchange.trf_lines import FOUR, cell, changed, file_of, player
from tournaments.exchange.conversion import LossCode
from tournaments.exchange.foreign import split_lines
from tournaments.exchange.trf import read, write
from tournaments.pairing import CannotPair, pair
from tournaments.pairing.simulation import simulate
from tournaments.pairing.values import RefusalCode
from tournaments.state.points import Points
from tournaments.state.tournament import (
    Absence,
    Bye,
    Entry,
    FixedPair,
    ForbiddenPair,
    Foul,
    Game,
    Result,
    Superseded,
    Tournament,
    history,
    points_by_number,
)
from tournaments.wording.exchange import problem_text

HALF_LOST = (
    player(1, "Alice", cell(2, "w", "="), points="0.5"),
    player(2, "Bob", cell(1, "b", "0"), points="0.0"),
)


def test_columns_of_the_handbook_are_read():
    reading = read(file_of(*FOUR))

    assert reading.problems == ()
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

    lines = split_lines(write(tournament, 26).data.decode())

    first = next(line for line in lines if line.startswith("001    1"))
    assert first[14:47] == "A" * 33
    assert (first[48:52], first[53:56], first[80:84], first[85:89]) == ("2400", "GER", " 2.0", "   1")
    assert (first[91:95], first[96], first[98]) == ("  12", "b", "1")
    assert "162  W 2.0    D 1.0    L 0.0    A 0.0    P 2.0    X 0.0" in lines
    assert "260 001 002    1   12" in lines
    assert "142 2" in lines
    assert f"013 {'Red':<32}   1   12" in lines
    once = replace(tournament, forbidden=(), forbidden_once=(ForbiddenPair(2, 12, 1),))
    assert "260 002 002   12    1" in split_lines(write(once, 26).data.decode())
    assert write(once, 16).lost(LossCode.FORBIDDEN)
    assert b"XXP" not in write(once, 16).data
    old = split_lines(write(tournament, 16).data.decode())
    assert "XXR 2" in old
    assert "XXP 1 12" in old
    assert "XXS W=2 D=1 WL=0 BL=0 FL=0 ZPB=0 PAB=2" in old
    assert not any(line.startswith(("142", "162", "260")) for line in old)


@pytest.mark.slow
@pytest.mark.parametrize("version", [16, 26])
@given(tournament=st.one_of(states(), simulated("wxc2015"), simulated("round-robin")))
def test_a_tournament_comes_back(version, tournament):
    writing = write(tournament, version)
    reading = read(writing.data)

    assert reading.problems == ()
    assert {loss.code for loss in reading.losses} <= {LossCode.FORBIDDEN_ROUNDS}
    back = reading.tournament
    check_rows(tournament, back, writing)
    assert back.points.as_table() == tournament.points.as_table()
    for name in ("system", "game", "grouping", "rounds", "name"):
        assert getattr(back, name) == getattr(tournament, name)
    assert set(back.forbidden) == {(min(p), max(p)) for p in tournament.forbidden}
    for old, new in zip(tournament.entries, back.entries, strict=True):
        team = "" if old.number in lost(writing, LossCode.TEAMS) else old.team
        assert (new.name, new.federation, new.team, new.rating) == (
            old.name,
            old.federation,
            team,
            old.rating,
        )
        if version == 26 and old.number not in lost(writing, LossCode.ANNOUNCED):
            assert all(
                new.plays_in(r) == old.plays_in(r) for r in range(back.last_round + 1, back.rounds + 1)
            )


def paired(tournament, number):
    """The pairs of a round or, when it cannot be paired, the code and whom it names."""
    try:
        return pair(tournament, number, explain=False).pairs
    except CannotPair as refusal:
        return refusal.code, refusal.params


@pytest.mark.slow
@given(tournament=simulated("wmsg2008"))
def test_the_next_round_is_paired_alike_on_both_sides(tournament):
    back = read(write(tournament, 26).data).tournament
    following = tournament.last_round + 1

    assert paired(back, following) == paired(tournament, following)


def test_a_round_that_cannot_be_paired_is_refused_alike_on_both_sides():
    tournament = simulate(4, 3, "wmsg2008", "1")
    back = read(write(tournament, 26).data).tournament

    assert paired(tournament, 4)[0] == RefusalCode.NO_PAIRING
    assert paired(back, 4) == paired(tournament, 4)


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
    cells = {line[4:8].strip(): line[91:] for line in split_lines(data.decode()) if line.startswith("001")}

    assert cells["1"] == "   2 w 0     3 w ="
    assert cells["3"] == "   4 w -     1 b ="
    assert cells["5"] == "   6 w -"
    # The game that is still played has an unknown result.
    assert cells["6"] == "   5 b +     2 b ?"
    assert cells["7"] == "0000 - U  0000 - Z"
    assert read(data).tournament == tournament


@pytest.mark.slow
@pytest.mark.parametrize("version", [16, 26])
def test_one_side_may_have_half_a_point_and_the_other_nothing(version):
    games = (Game(1, 1, 1, 3, Result.FIRST_HALF), Game(1, 2, 4, 2, Result.SECOND_HALF))
    entries = tuple(Entry(number) for number in range(1, 5))
    tournament = Tournament("fide-dutch", entries, games, rounds=3, points=Points(win=2, draw=1, unit=2))
    writing = write(tournament, version)
    back = read(writing.data).tournament

    assert (writing.losses, back.games) == ((), games)
    assert points_by_number(history(back)) == {1: 1, 2: 1, 3: 0, 4: 0}
    assert paired(back, 2) == paired(tournament, 2)


def test_who_goes_on_from_a_match_has_won_it():
    reading = read(file_of("092 Knock-out: xiangqi knock-out", *HALF_LOST))

    assert [problem.code for problem in reading.problems] == ["results-clash"]


def test_a_knock_out_keeps_its_byes_and_the_deciding_game():
    tournament = Tournament(
        "knock-out",
        tuple(Entry(n, f"P{n}") for n in range(1, 7)),
        (
            Game(1, 1, 1, 2, Result.DRAW),
            Game(1, 1, 2, 1, Result.FIRST, game=2),
            Game(1, 2, 3, 4, Result.SECOND),
        ),
        (Bye(1, 5), Bye(1, 6)),
        rounds=3,
    )

    writing = write(tournament, 26)

    assert [loss.code for loss in writing.losses] == [LossCode.REPLAYS]
    back = read(writing.data).tournament
    assert back.byes == tournament.byes
    assert back.games == (Game(1, 1, 2, 1, Result.FIRST), Game(1, 2, 3, 4, Result.SECOND))


def test_losses_are_named_with_the_entries():
    rich = Tournament(
        "wxc2015",
        (
            Entry(1, "Wang", native_name="王", federation="CHINA", group=2, categories=("ncnv",)),
            Entry(2, "Li  Na", rating=0, withdrawn_after=1),
        ),
        (Game(1, 3, 1, 2, Result.FIRST, history=(Superseded(Result.DRAW, 2),)),),
        seed="x",
        official=((1, True),),
        tiebreaks=("wins",),
        fixed=(FixedPair(2, 1, 2),),
        fouls=(Foul(1, 2, "technical"),),
        rounds=3,
    )

    losses = {loss.code: loss.params["numbers"] for loss in write(rich, 26).losses}

    assert losses == {
        LossCode.CORRECTIONS: (1,),
        LossCode.TABLES: (),
        LossCode.NATIVE_NAMES: (1,),
        LossCode.CATEGORIES: (1,),
        LossCode.GROUPS: (1,),
        LossCode.SEED: (),
        LossCode.OFFICIAL: (),
        LossCode.FIXED: (1,),
        LossCode.FOULS: (2,),
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
    assert losses[LossCode.ABNORMAL_POINTS].params["numbers"] == (1, 2)
    assert losses[LossCode.ABNORMAL_POINTS].place.line == 8
    assert LossCode.POINTS_DIFFER not in losses


def test_points_that_results_do_not_give_are_told():
    reading = read(changed(3, FOUR[3].replace(" 1.5 ", " 9.5 ")))

    assert [(loss.code, loss.params["numbers"], loss.place.line) for loss in reading.losses] == [
        (LossCode.POINTS_DIFFER, (1,), 4)
    ]


def test_half_point_byes_and_full_ones_are_read_and_written():
    five = player(5, "Eve", cell("0000", "-", "H") + cell("0000", "-", "F"), points="1.5")
    six = player(6, "Finn", cell("0000", "-", "F") + cell("0000", "-", "U"), points="2.0")
    reading = read(file_of(*FOUR, five, six))

    tournament = reading.tournament
    assert tournament.byes == (Bye(2, 6),)
    assert set(tournament.absences) == {
        Absence(1, 5, half=True),
        Absence(2, 5, full=True),
        Absence(1, 6, full=True),
    }
    codes = {loss.code for loss in reading.losses}
    assert not codes & {LossCode.HALF_POINT_BYES, LossCode.FULL_POINT_BYES, LossCode.POINTS_DIFFER}
    again = read(write(tournament, 26).data).tournament
    assert (again.byes, set(again.absences)) == (tournament.byes, set(tournament.absences))


def test_signs_without_an_opponent_as_older_files_write_them():
    five, six, seven, eight = (player(n, "P", cell("0000", "-", c)) for n, c in enumerate("+-=+", 5))

    tournament = read(file_of(*FOUR, five, six, seven, eight)).tournament

    assert [(bye.round, bye.number) for bye in tournament.byes] == [(1, 5)]
    assert [a.number for a in tournament.absences if a.round == 1] == [6, 7, 8]


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
        ("XXP 1 2 4", ((1, 2), (1, 4), (2, 4)), ()),
        ("260 001 003    1    4", ((1, 4),), ()),
        ("260 001 002    4    1", (), (1, 2)),
        ("260 002 003    1    4", (), (2, 3)),
    ],
)
def test_forbidden_pairs_are_read_with_their_rounds(record, pairs, rounds):
    reading = read(file_of(*FOUR, record))

    assert reading.tournament.forbidden == pairs
    assert reading.tournament.forbidden_once == tuple(ForbiddenPair(number, 1, 4) for number in rounds)
    assert not any(loss.code is LossCode.FORBIDDEN_ROUNDS for loss in reading.losses)


def test_pairs_of_more_rounds_than_can_be_are_refused_before_they_fill_the_memory():
    people = [player(number, f"Player {number}", "") for number in range(1, 16)]

    def line_of(rounds):
        return read(file_of(*people, f"260 {rounds}" + "".join(f" {n:>4}" for n in range(1, 16))))

    assert len(line_of("001 999").tournament.forbidden) == 15 * 14 // 2
    assert [row.place.text for row in line_of("002 999").losses if row.code is LossCode.FORBIDDEN_ROUNDS] == [
        "2-999"
    ]
    assert [flaw.code for flaw in line_of("001 998").problems] == ["too-many-in-line"]


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


@pytest.mark.parametrize("answer", [("1.5", "1.0"), ("3.0", "2.0"), ("4.0", "3.0")])
def test_points_of_results_are_found_out_from_the_totals(answer):
    lines = [line.replace(" 1.5 ", f" {answer[0]} ").replace(" 1.0 ", f" {answer[1]} ") for line in FOUR]
    lines = [
        line.replace(" 0.5 ", {"3.0": " 1.0 ", "4.0": " 1.0 "}.get(answer[0], " 0.5 ")) for line in lines
    ]

    reading = read(file_of(*lines))

    assert reading.losses == ()
    assert reading.tournament.points.as_table()["win"] == {"1.5": "1", "3.0": "2", "4.0": "3"}[answer[0]]


def test_teams_of_both_versions_are_read():
    old = file_of(*FOUR, f"013 {'Die Roten':<32}   1    3")
    new = file_of(*FOUR, f"310   1 {'Die Roten':<32} {'RED':5} {'':6} {'':6} {'':6} {'1':>3}     1    3")

    for data in (old, new):
        assert [entry.team for entry in read(data).tournament.entries] == ["Die Roten", "", "Die Roten", ""]


def test_a_file_with_fewer_players_than_it_counts_is_told():
    assert read(file_of(*FOUR, "062 4")).losses == ()
    (loss,) = read(file_of(*FOUR, "062 249")).losses
    assert (loss.code, loss.place.text) == (LossCode.PLAYER_COUNT, "249")


def test_headings_about_the_event_go_through():
    headings = {"022": "Hamburg", "042": "2026/05/01", "112": "Ann\nBen", "132": "26/05/01  26/05/02"}
    tournament = simulate(4, 1, "wmsg2008", 1)

    data = write(tournament, 26, headings=headings).data

    assert read(data).headings == headings
    dates = next(line for line in split_lines(data.decode()) if line.startswith("132"))
    assert (dates[91:99], dates[101:109]) == ("26/05/01", "26/05/02")


def test_what_a_tournament_has_no_place_for_is_told():
    reading = read(file_of(*FOUR, "192 FIDE_DUBOV", "### a comment", "XXA    1  1.0", "XXA    2  1.0"))

    assert [
        (loss.code, loss.place.text, loss.params["count"], loss.place.line) for loss in reading.losses
    ] == [
        (LossCode.RECORD, "XXA", 2, 10),
        (LossCode.RECORD, "192", 1, 8),
    ]
    assert problem_text(reading.losses[0]) == (
        "records with no equivalent in a tournament: XXA (2), first in line 10"
    )
