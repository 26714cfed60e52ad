"""Comments of a TRF26 about acts that its records do not show."""

from __future__ import annotations

from dataclasses import replace

from tournaments.exchange.checking import RoundState, RoundSummary
from tournaments.exchange.trf import read, write
from tournaments.exchange.trf.remarks import remarks_of
from tournaments.state.tournament import Absence, Entry, Game, Result, Superseded, Tournament

ENTRIES = tuple(Entry(number) for number in range(1, 6))
CORRECTED = Game(1, 1, 1, 4, Result.SECOND, history=(Superseded(Result.FIRST, 2),))
TOURNAMENT = Tournament(
    "fide-dutch",
    ENTRIES,
    (CORRECTED, Game(1, 2, 5, 2, Result.FIRST), Game(2, 1, 3, 1), Game(2, 2, 2, 4)),
    absences=(Absence(1, 3, full=True), Absence(2, 5)),
    rounds=3,
    official=((1, True), (2, False)),
)


def test_granted_byes_corrections_pairs_by_hand_and_the_mode_are_told() -> None:
    remarks = remarks_of(
        TOURNAMENT, rule_pairs={2: [(1, 3), (2, 4)], 3: [(1, 2)]}, departures={2: ["adjusted"]}
    )

    assert remarks == [
        "FPB @ Round 1: 3=FPB",
        "Correction @ Round 1: 1-4: 1-0 => 0-1",
        "FIDE mode left @ Round 2: adjusted",
        "MPA @ Round 2: 1-3 => 3-1",
    ]


def test_a_round_as_the_rule_pairs_it_is_not_told() -> None:
    plain = replace(TOURNAMENT, games=TOURNAMENT.games[1:], absences=(), official=())
    assert remarks_of(plain, rule_pairs={2: [(3, 1), (2, 4)]}) == []


def test_they_are_comments_of_trf26_alone_and_read_again() -> None:
    remarks = "\n".join(remarks_of(TOURNAMENT))
    text = write(TOURNAMENT, 26, headings={"###": remarks}).data
    assert b"\r\n### FPB @ Round 1: 3=FPB\r\n" in text
    assert read(text).headings["###"] == remarks
    assert b"###" not in write(TOURNAMENT, 16, headings={"###": remarks}).data


def test_what_the_check_of_an_imported_file_found_is_told() -> None:
    plain = replace(TOURNAMENT, games=TOURNAMENT.games[1:], absences=(), official=())
    rows = (RoundSummary(2, RoundState.ILLEGAL, (2,)), RoundSummary(1, RoundState.DIFFERENT))
    assert remarks_of(plain, imported=rows) == [
        "Import @ Round 1: bye (different)",
        "Import @ Round 2: 2-4 (illegal)",
    ]
