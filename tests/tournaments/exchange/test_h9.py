"""EGD tables: what OpenGotha writes is read, round trips up to the order of players, faults with places."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.exchange.carried import check_reading, check_rows, damaged, lost, simulated, states
from tournaments.exchange import h9
from tournaments.exchange.conversion import CannotWrite, ForeignErrorCode, LossCode
from tournaments.exchange.foreign import declared_places, split_lines
from tournaments.exchange.weiqi_codes import nearest_grade, rating_of
from tournaments.pairing.simulation import simulate
from tournaments.state.points import Points
from tournaments.state.tournament import Absence, Bye, Entry, Game, Result, Tournament
from tournaments.wording.exchange import problem_text

# The layout of a file that OpenGotha 3.45 wrote for a European congress; the people are made up. The second
# player of a tie has no place; by default is "!"; a half in a score came out as "?".
FILE = """\
; CL[A]
; EV[Autumn]
; PC[,Olsztyn]
; KM[6.5]
;
; Pl Name                            Rk Co Club  MMS  SOS
   1 Ahl Anna                        7D FR 75Op   44  404 0 0    2+/w0    3+/b2    0+
   2 le_Beau Bo_Ben                  6D UK 16Kz  39? 389? 0 0    1-/b0    4+!w0    3=/w0
     Cho Chen                        1K KR Xxxx   40  391 0 0    4?/b0    1-/w2    2=/b0   |12345678
   4 Dee Dora                       30K XX  eGo   39  390 0 0    3?/w0    2-!b0    0=
"""


def read_text(text, **options):
    return h9.read(text.encode(), **options)


def test_a_table_as_opengotha_writes_it_is_read():
    reading = read_text(FILE)

    assert reading.problems == ()
    assert reading.headings == {"CL": "A", "EV": "Autumn", "PC": ",Olsztyn", "KM": "6.5"}
    tournament = reading.tournament
    assert tournament.entries == (
        Entry(1, "Ahl Anna", federation="FRA", rating=2700),
        Entry(2, "le Beau Bo Ben", federation="GBR", rating=2600),
        Entry(3, "Cho Chen", federation="KOR", rating=2000),
        Entry(4, "Dee Dora", rating=-900),
    )
    assert {(g.round, g.first, g.second, g.result, g.forfeit) for g in tournament.games} == {
        (1, 2, 1, Result.SECOND, False),
        (1, 3, 4, None, False),
        (2, 1, 3, Result.FIRST, False),
        (2, 4, 2, Result.SECOND, True),
        (3, 3, 2, Result.DRAW, False),
    }
    assert tournament.byes == (Bye(3, 1),)
    assert tournament.absences == (Absence(3, 4, half=True),)
    assert (tournament.system, tournament.game, tournament.rounds) == ("wmsg2008", "weiqi", 3)
    assert {
        loss.code: (loss.params["count"], loss.params["numbers"], loss.place.line) for loss in reading.losses
    } == {
        LossCode.PEOPLE: (4, (1, 2, 3, 4), 7),
        LossCode.HANDICAPS: (1, (1,), 7),
    }


def test_places_that_are_all_there_count_in_any_order():
    lines = [
        "2 Beta B 1D DE X 1 1-/b 0+",
        "1 Alpha A 1D DE X 1 2+/w 0-",
        "3 Gamma C 1D DE X 1 0+ 0-",
    ]

    tournament = read_text("\n".join(lines)).tournament

    assert [entry.name for entry in tournament.entries] == ["Alpha A", "Beta B", "Gamma C"]
    assert tournament.games == (Game(1, 1, 2, 1, Result.SECOND),)


def test_without_colours_the_smaller_number_is_first_and_it_is_told():
    reading = read_text("1 A B 1D DE X 1 2+\n2 C D 1K DE X 0 1-")

    assert reading.tournament.games == (Game(1, 1, 1, 2, Result.FIRST),)
    assert [loss.code for loss in reading.losses] == [LossCode.PEOPLE, LossCode.COLOURS]


@given(tournament=st.one_of(states(game="weiqi"), simulated("wmsg2008", game="weiqi")))
def test_a_tournament_comes_back_in_order_of_rank(tournament):
    writing = h9.write(tournament)
    reading = h9.read(writing.data)

    assert reading.problems == ()
    ranks, _ = declared_places(tournament, tournament.last_round)
    order = sorted(tournament.entries, key=lambda entry: (ranks[entry.number], entry.number))
    place = {entry.number: number for number, entry in enumerate(order, 1)}
    renumbered = replace(
        tournament,
        entries=tuple(replace(entry, number=place[entry.number]) for entry in order),
        games=tuple(replace(g, first=place[g.first], second=place[g.second]) for g in tournament.games),
        byes=tuple(replace(bye, number=place[bye.number]) for bye in tournament.byes),
        absences=tuple(replace(a, number=place[a.number]) for a in tournament.absences),
    )
    back = reading.tournament
    # What the format says of later rounds is nothing.
    here = replace(renumbered, entries=tuple(replace(e, absences=frozenset()) for e in renumbered.entries))
    here = replace(here, absences=tuple(sorted(renumbered.all_absences(), key=lambda a: (a.round, a.number))))
    check_rows(here, back, writing, ahead=False)
    for old, new in zip(order, back.entries, strict=True):
        if old.number not in lost(writing, LossCode.NAMES):
            assert new.name == old.name
        if old.number not in lost(writing, LossCode.RATINGS):
            assert new.rating == old.rating
        if old.number not in lost(writing, LossCode.FEDERATIONS):
            assert new.federation == old.federation


def test_what_is_written_is_the_table_of_the_database():
    tournament = Tournament(
        "wmsg2008",
        (
            Entry(1, "Fan Hui", federation="FRA", rating=2700),
            Entry(2, "Nguyen Thanh Bao", federation="VIE", rating=2120, withdrawn_after=1),
            Entry(3, "Solo"),
        ),
        (Game(1, 1, 1, 2, Result.FIRST, forfeit=True), Game(2, 1, 3, 1, None)),
        (Bye(1, 3),),
        name="Cup; [open]",
        game="weiqi",
        rounds=3,
    )

    writing = h9.write(tournament, headings={"CL": "B", "PC": "fr,Lyon"})

    assert split_lines(writing.data.decode()) == [
        "; CL[B]",
        "; EV[Cup; [open]]",
        "; PC[fr,Lyon]",
        "; HA[h9]",
        ";",
        "; Pl Name                            Rk Co Club   Pts",
        "   1 Fan Hui                         7D FR Xxxx     2  3+!b0    2?/w0",
        "   2 Solo                           30K XX Xxxx     2  0+       1?/b0",
        "   3 Nguyen Thanh_Bao                1D VN Xxxx     0  1-!w0    0-",
        "",
    ]
    assert {loss.code: loss.params["numbers"] for loss in writing.losses} == {
        LossCode.ROUNDS: (),
        LossCode.NAMES: (),
        LossCode.WITHDRAWALS: (2,),
        LossCode.NUMBERS: (2, 3),
        LossCode.RATINGS: (3, 2),
    }
    assert h9.read(writing.data).tournament.entries[2].name == "Nguyen Thanh Bao"


def test_both_win_stays_open_and_is_told():
    """As a referee may rule; this house knows no such result."""
    reading = read_text(FILE.replace("2+/w0", "2+!w0").replace("1-/b0", "1+!b0"))

    assert reading.problems == ()
    [game] = [game for game in reading.tournament.games if (game.round, game.second) == (1, 1)]
    assert (game.result, game.forfeit) == (None, False)
    [loss] = [loss for loss in reading.losses if loss.code is LossCode.RESULTS]
    assert (loss.place.text, loss.params["numbers"]) == ("+:+", (1,))


def test_only_weiqi_goes_to_the_database():
    with pytest.raises(CannotWrite) as refused:
        h9.write(simulate(4, 1, "wxc2015", 1))
    assert problem_text(refused.value.problems[0]) == "a xiangqi tournament cannot be exported as h9"


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ("7D FR", "7X FR", ForeignErrorCode.NO_GRADE, (7, 1)),
        ("2+/w0    3+/b2    0+", "2+/w0    3+/b2", ForeignErrorCode.RESULT_COUNT, (8, 0)),
        ("4+!w0", "9+!w0", ForeignErrorCode.UNKNOWN_PLAYER, (8, 75)),
        ("4+!w0", "2+!w0", ForeignErrorCode.AGAINST_HIMSELF, (8, 75)),
        ("4+!w0", "3+!w0", ForeignErrorCode.NOT_MUTUAL, (8, 75)),
        ("4+!w0", "4+!b0", ForeignErrorCode.COLOURS_CLASH, (8, 75)),
        ("4+!w0", "4=!w0", ForeignErrorCode.RESULTS_CLASH, (8, 75)),
        ("3+/b2", "3+/b4", ForeignErrorCode.RESULTS_CLASH, (7, 75)),
    ],
)
def test_a_wrong_line_is_named_with_its_place(old, new, code, place):
    reading = read_text(FILE.replace(old, new))

    assert reading.tournament is None
    assert reading.problems[0].code is code
    assert (reading.problems[0].place.line, reading.problems[0].place.column) == place


def test_both_lines_of_a_contradiction_are_named():
    flaw = read_text(FILE.replace("3+/b2", "3+/b4")).problems[0]
    text = problem_text(flaw)
    assert text.startswith("line 7, column 75: round 2: the results of numbers 1 and 3 do not match: b4:w2")
    assert text.endswith("(and line 9)")
    assert problem_text(read_text(FILE.replace("4+!w0", "3+!w0")).problems[0]).endswith("(and line 9)")


@pytest.mark.parametrize(
    ("written", "other"),
    [
        ("3=/w0", "3=w0"),
        ("3=/w0", "3=/W0"),
        ("3=/w0", "3=/w"),
        ("4+!w0", "4+/w0!"),
        ("4+!w0", "4+w!"),
        ("0=\n", "0=0\n"),
        ("0+\n", "0+0\n"),
        ("4?/b0", "4?b0"),
    ],
)
def test_other_ways_of_writing_are_read(written, other):
    assert written in FILE
    assert read_text(FILE.replace(written, other)).tournament == read_text(FILE).tournament


def test_an_unknown_colour_by_default_is_read():
    both = FILE.replace("4+!w0", "4+!").replace("2-!b0", "2-!")
    game = next(g for g in read_text(both).tournament.games if g.forfeit)
    assert (game.round, {game.first, game.second}) == (2, {2, 4})


def test_encodings_and_line_ends():
    expected = read_text(FILE.replace("Cho Chen", "赵 晨")).tournament
    text = FILE.replace("Cho Chen", "赵 晨")

    assert h9.read(text.encode("utf-8-sig")).tournament == expected
    assert h9.read(text.replace("\n", "\r\n").encode("gb18030"), encoding="gb18030").tournament == expected
    flaw = h9.read(text.encode("gb18030")).problems[0]
    assert (flaw.code, flaw.place.line, flaw.place.column) == (ForeignErrorCode.UNREADABLE, 9, 6)


def test_files_that_are_none_are_refused():
    assert read_text("; CL[A]\n").problems[0].code is ForeignErrorCode.NO_PLAYERS
    assert h9.read(b"x" * 50_000_000).problems[0].code is ForeignErrorCode.TOO_LARGE


@pytest.mark.parametrize("count", [201, 2_000_000])
def test_a_line_of_too_many_rounds_is_refused(count):
    (flaw,) = read_text("1 A B 1D DE X 1" + " 0-" * count).problems

    assert (flaw.code, flaw.place.line) == (ForeignErrorCode.TOO_MANY_ROUNDS, 1)


def test_grades_and_ratings():
    assert [rating_of(grade) for grade in ("30k", "1K", "1d", "9D", "1P", "4p", "9p")] == [
        *(-900, 2000, 2100, 2900, 2700, 2800, 2900)
    ]
    assert [nearest_grade(rating) for rating in (-2000, 1949, 1950, 2049, 2050, 2149, 4000)] == [
        *("30K", "2K", "1K", "1K", "1D", "1D", "9D")
    ]
    assert all(nearest_grade(rating_of(grade)) == grade for grade in ("30K", "12K", "1K", "1D", "9D"))
    with pytest.raises(ValueError, match="no grade"):
        rating_of("D1")


def test_points_of_another_table_are_a_loss():
    tournament = replace(simulate(4, 1, "wmsg2008", 1), game="weiqi", points=Points(3, 1))

    assert h9.write(tournament).lost(LossCode.POINTS)


@given(st.integers(0, 10**9), st.integers(1, 12))
def test_no_damage_makes_the_reader_raise(seed, strokes):
    check_reading(h9.read(damaged(FILE.encode(), seed, strokes)))


@given(
    st.one_of(st.binary(max_size=300), st.text("0123456789+-=/!bw?kdA ;\n|", max_size=200).map(str.encode))
)
def test_no_bytes_make_the_reader_raise(data):
    check_reading(h9.read(data))
