"""Teams that meet teams in TRF26: written and read again they are the same, another program reads them as we
do, and what contradicts itself is named with its line."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles import gacrux_teams
from tests.tournaments.exchange.team_sections import NINE, THREE_TEAMS, game, random_section
from tournaments.exchange import trf
from tournaments.exchange.conversion import LossCode
from tournaments.exchange.foreign import numbered
from tournaments.standings.team_tiebreaks import TeamField
from tournaments.state.team_matches import Alone, PenaltyOfTeam, Primary, TeamBye
from tournaments.state.team_section import team_event
from tournaments.state.team_settings import SCHEVENINGEN
from tournaments.state.tournament import Absence, Tournament
from tournaments.wording.exchange import problem_text

SEEDS = st.integers(min_value=0, max_value=10**9)


def through(tournament: Tournament) -> Tournament:
    reading = trf.read(trf.write(tournament).data)
    assert [problem_text(flaw) for flaw in reading.problems] == []
    assert reading.tournament is not None
    return reading.tournament


def in_natural_order(tournament: Tournament) -> Tournament:
    """As a file without tables gives it, and without what everybody's absences follow from."""
    whole = numbered(tournament)
    games = sorted(whole.games, key=lambda item: (item.round, item.table))
    return replace(whole, games=tuple(games), absences=())


@pytest.mark.slow
@given(SEEDS)
def test_it_is_read_as_it_was_written(seed: int) -> None:
    section = random_section(seed)
    assert replace(through(section), absences=()) == in_natural_order(section)


@pytest.mark.slow
@given(SEEDS)
def test_read_and_written_again_it_is_the_same_file(seed: int) -> None:
    data = trf.write(through(random_section(seed))).data
    again = trf.read(data).tournament
    assert again is not None
    assert trf.write(again).data == data


@pytest.mark.slow
def test_another_program_counts_it_as_we_do() -> None:
    compared = 0
    for seed in range(60):
        section = random_section(seed, running=False)
        assert section.teams is not None
        penalties = tuple(replace(penalty, round=1) for penalty in section.teams.penalties)
        section = replace(section, teams=replace(section.teams, penalties=penalties))
        text, last = trf.write(section).data.decode(), section.last_round
        totals = TeamField(team_event(section), last)
        for code, of in (("MPTS", Primary.MATCH), ("GPTS", Primary.BOARD)):
            ours = {number: totals.total(number, of) for number in totals.rows}
            assert gacrux_teams.values(text, last, code) == ours, (seed, code)
            compared += len(ours)
    assert compared > 500


def test_the_records() -> None:
    assert THREE_TEAMS.teams is not None
    teams = tuple(
        replace(team, absences={3: Alone.HALF} if team.number == 2 else {})
        for team in THREE_TEAMS.teams.teams
    )
    answer = replace(THREE_TEAMS.teams, teams=teams, penalties=(PenaltyOfTeam(2, -1, 0, 1),))
    lines = trf.write(replace(THREE_TEAMS, teams=answer)).data.decode().splitlines()
    assert "092 Team Swiss: xiangqi wmsg2008" in lines
    assert "192 CUSTOM_TEAM_SWISS_MP" in lines
    assert "352 WBW" in lines
    assert "362 TW 2.0   TD 1.0   TL 0.0" in lines
    assert "240 H 003    2" in lines
    assert "299    -1.0   0.0  001    2" in lines
    # Of round 1 both line-ups are those of the rosters.
    assert [line for line in lines if line.startswith("300")] == ["300 002 002 003    6    4    5"]
    assert "320  2.0  6.0 003 001" in lines
    (head,) = (line for line in lines if line.startswith("310   2"))
    assert [head[8:40].strip(), head[54:60], head[61:67], head[68:71]] == [
        "Blacks",
        "   3.0",
        "   8.0",
        "  1",
    ]
    assert head[73:] == "   4    5    6"
    assert any(line.startswith("013 Blacks") for line in lines)


def test_the_colours_of_scheveningen_are_those_of_its_table() -> None:
    """Of three boards the first team begins on two in round 1: not in turn, as elsewhere."""
    assert THREE_TEAMS.teams is not None
    games = (game(1, 1, 1, 4, "1-0"), game(1, 2, 2, 5, "1-0"), game(1, 3, 6, 3, "0-1"))
    answer = replace(
        THREE_TEAMS.teams,
        system="scheveningen",
        settings=replace(SCHEVENINGEN, boards=3, reserves=0),
        teams=THREE_TEAMS.teams.teams[:2],
        matches=THREE_TEAMS.teams.matches[:1],
        byes=(),
    )
    whole = replace(THREE_TEAMS, system="scheveningen", entries=NINE[:6], games=games, teams=answer)
    text = trf.write(whole).data.decode()
    assert "352 WWB" in text.splitlines()
    again = through(whole).teams
    assert again is not None
    assert again.settings.colours == ""


def test_another_programs_tables_of_scheveningen_are_read_as_they_were_played() -> None:
    """Here round 1 is 1-5, 2-6, 3-4, and the second team's player begins at the first two boards."""
    assert THREE_TEAMS.teams is not None
    games = (game(1, 1, 5, 1, "1-0"), game(1, 2, 6, 2, "1-0"), game(1, 3, 3, 4, "0-1"))
    match = replace(THREE_TEAMS.teams.matches[0], line_ups=((1, 2, 3), (5, 6, 4)), colours="SSF")
    answer = replace(
        THREE_TEAMS.teams,
        system="scheveningen",
        settings=replace(SCHEVENINGEN, boards=3, reserves=0),
        teams=THREE_TEAMS.teams.teams[:2],
        matches=(match,),
        byes=(),
    )
    whole = replace(THREE_TEAMS, system="scheveningen", entries=NINE[:6], games=games, teams=answer)
    text = trf.write(whole).data
    # As a program writes it that says the colours of round 1 by its own tables and has no line-ups.
    without = b"".join(line for line in text.splitlines(keepends=True) if not line.startswith(b"300"))
    for data in (text, b"352 WBW\r\n" + without):
        tournament = trf.read(data).tournament
        assert tournament is not None
        assert tournament.teams is not None
        assert tournament.teams.matches == (match,)


def test_without_their_record_the_colours_are_those_that_were_played() -> None:
    assert THREE_TEAMS.teams is not None
    games = (game(1, 1, 4, 1, "1-0"), *THREE_TEAMS.games[1:])
    mine = replace(THREE_TEAMS.teams.matches[0], colours="SSF")
    answer = replace(THREE_TEAMS.teams, matches=(mine, THREE_TEAMS.teams.matches[1]))
    text = trf.write(replace(THREE_TEAMS, games=games, teams=answer)).data
    assert b"\n352" not in text
    again = trf.read(text).tournament
    assert again is not None
    assert again.teams is not None
    assert [match.colours for match in again.teams.matches] == ["SSF", ""]


def test_a_match_that_was_lost_without_play() -> None:
    assert THREE_TEAMS.teams is not None
    lost = replace(THREE_TEAMS.teams.matches[1], line_ups=None, lost_by="first")
    answer = replace(THREE_TEAMS.teams, matches=(THREE_TEAMS.teams.matches[0], lost))
    section = replace(THREE_TEAMS, games=THREE_TEAMS.games[:3], teams=answer)
    assert b"330 -+ 002 003 002\r\n" in trf.write(section).data
    again = through(section).teams
    assert again is not None
    assert again.matches[1] == lost


def test_short_names_and_strengths_come_back_and_802_says_it_for_people() -> None:
    assert THREE_TEAMS.teams is not None
    answer = THREE_TEAMS.teams
    first, second, third = answer.teams
    teams = (replace(first, short_name="RED", strength=2410), replace(second, captain="Somebody"), third)
    lost = replace(answer.matches[1], line_ups=None, lost_by="second")
    answer = replace(answer, teams=teams, matches=(answer.matches[0], lost))
    written = trf.write(replace(THREE_TEAMS, games=THREE_TEAMS.games[:3], teams=answer))
    lines = [line for line in written.data.decode().splitlines() if line.startswith("802")]
    head = "802 TTT NNNNN MMMMMM GGGGGG T01 C GGGGf  T02 C GGGGf"
    assert [len(line) <= len(head) for line in lines] == [True] * 3
    assert lines[0] == "802   1 RED      2.0    8.0   2 w  2.0   PAB    6.0"
    assert lines[1] == "802   2          2.0    4.0   1 b  4.0     3 b  0.0f"
    assert lines[2] == "802   3          4.0   12.0 PAB    6.0     2 w  6.0f"
    assert LossCode.CAPTAINS in {loss.code for loss in written.losses}
    read = trf.read(written.data)
    assert read.tournament is not None
    assert read.tournament.teams is not None
    assert read.tournament.teams.teams[:2] == (replace(teams[0], native_name=""), replace(second, captain=""))
    assert "802" not in {loss.place.text for loss in read.losses}
    assert trf.write(read.tournament).data == written.data


def test_what_a_bye_gives_comes_back() -> None:
    """Record 320, whatever its points; more than a match gives is told."""
    assert THREE_TEAMS.teams is not None
    settings = replace(THREE_TEAMS.teams.settings, bye_points="1-4")
    section = replace(
        THREE_TEAMS, teams=replace(THREE_TEAMS.teams, settings=settings, byes=(TeamBye(2, 1), TeamBye(1, 3)))
    )
    written = trf.write(section)
    assert b"320  1.0  4.0 003 001" in written.data
    assert LossCode.LINE_UP_RULES not in {loss.code for loss in written.losses}
    read = trf.read(written.data)
    assert read.tournament is not None
    assert read.tournament.teams is not None
    assert read.tournament.teams.settings == settings
    spoilt = trf.read(written.data.replace(b"320  1.0  4.0", b"320  9.0  4.0"))
    assert LossCode.ABNORMAL_POINTS in {loss.code for loss in spoilt.losses}


def test_what_a_match_gives_that_is_won_without_play() -> None:
    """Record 299 without teams; the totals of the file are then those of its matches."""
    assert THREE_TEAMS.teams is not None
    teams = THREE_TEAMS.teams
    settings = replace(teams.settings, forfeit_points="5")
    lost = replace(teams.matches[1], line_ups=None, lost_by="first")
    teams = replace(teams, settings=settings, matches=(teams.matches[0], lost))
    section = replace(THREE_TEAMS, games=THREE_TEAMS.games[:3], teams=teams)
    written = trf.write(section)
    assert b"299 +   2.0   5.0  000\r\n" in written.data
    assert LossCode.LINE_UP_RULES not in {loss.code for loss in written.losses}
    read = trf.read(written.data)
    assert not {LossCode.TEAM_POINTS, LossCode.ABNORMAL_POINTS} & {loss.code for loss in read.losses}
    assert read.tournament is not None
    assert read.tournament.teams is not None
    assert read.tournament.teams.settings == settings
    assert trf.write(read.tournament).data == written.data

    # Without the record the totals are others; more than the boards can give is told.
    without = trf.read(written.data.replace(b"299 +   2.0   5.0  000\r\n", b""))
    assert LossCode.TEAM_POINTS in {loss.code for loss in without.losses}
    for spoilt in (
        b"299 +   2.0  99.0  000",
        b"299 +   1.0   5.0  000",
        b"299 +   2.0   2.3  000",
        b"299 +   2.0  -2.0  000",
    ):
        reading = trf.read(written.data.replace(b"299 +   2.0   5.0  000", spoilt))
        assert LossCode.ABNORMAL_POINTS in {loss.code for loss in reading.losses}, spoilt


def test_what_stays_behind_is_said() -> None:
    assert THREE_TEAMS.teams is not None
    teams = THREE_TEAMS.teams
    secret = replace(teams.matches[1], line_ups=None)
    section = replace(
        THREE_TEAMS,
        games=THREE_TEAMS.games[:3],
        teams=replace(
            teams,
            settings=replace(teams.settings, order="fixed"),
            matches=(teams.matches[0], secret),
            byes=(TeamBye(1, 3),),
            teams=(replace(teams.teams[0], native_name="红队"), *teams.teams[1:]),
        ),
    )
    losses = {loss.code for loss in trf.write(section).losses}
    assert {LossCode.NOT_REVEALED, LossCode.LINE_UP_RULES, LossCode.NATIVE_NAMES} <= losses
    assert LossCode.MATCHES in {loss.code for loss in trf.write(section, 16).losses}


def test_totals_that_the_boards_do_not_give() -> None:
    text = trf.write(THREE_TEAMS).data.replace(b"   4.0    8.0   1     4", b"   5.0    8.0   1     4")
    assert [loss.place.text for loss in trf.read(text).losses if loss.code is LossCode.TEAM_POINTS] == ["2"]


def test_a_team_of_players_stays_a_name() -> None:
    """Record 310 without match points, in a file of players."""
    text = trf.write(replace(THREE_TEAMS, teams=None)).data
    tournament = trf.read(text + b"310   1 Reds" + b" " * 62 + b"   1    2    3\r\n").tournament
    assert tournament is not None
    assert tournament.teams is None
    assert [entry.team for entry in tournament.entries[:4]] == ["Reds", "Reds", "Reds", "Blacks"]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        # In round 1 number 1 sits at board 1, number 4 at board 2.
        (
            "300 002 002",
            "300 001 002 001    5    4    6\r\n300 002 002",
            "round 1: number 1 sits at board 1, the opponent 4 at board 2",
        ),
        (
            "300 002 002 003    6    4    5",
            "300 002 002 003    6    5    4",
            "round 2: number 4 sits at board 3, the opponent 8 at board 2",
        ),
        (
            "300 002 002 003    6    4    5",
            "300 002 002 003    5    4 0000",
            "round 2: number 6 has a game, but is not in the line-up of team 2",
        ),
        (
            "300 002 002 003",
            "300 002 002 001",
            "round 2: team 2 meets team 1 here, but team 3 elsewhere",
        ),
        ("352 WBW", "352 WWW", "the colours of numbers"),
        ("320  2.0  6.0 003 001", "320  2.0  6.0 003 002", "round 2: team 2 has a match and a bye"),
        ("320  2.0  6.0 003", "320  2.0  6.0 009", "no team has number 9"),
        ("   7    8    9\r\n", "   7    8    1\r\n", "number 1 is in two teams, or in one twice"),
        ("   7    8    9\r\n", "   7    9\r\n", "round 2: number 8 has a game, but is in no team"),
        ("310   3", "310   2", "two teams have number 2"),
        ("362 TW 2.0", "362 TW 0.0", "teams cannot meet like this: match_points"),
        ("320  2.0", "330 ++ 002 003 002\r\n320  2.0", "type: “++” is not one of: +- -+ --"),
        ("320  2.0", "299    -0.3   0.0  001    2\r\n320  2.0", "points: “-0.3   0.0” is not a valid number"),
        ("320  2.0", "240 H 001    2\r\n320  2.0", "round 1: team 2 has a match and a bye"),
    ],
)
def test_a_contradiction_is_one_sentence_with_its_line(old: str, new: str, sentence: str) -> None:
    text = trf.write(THREE_TEAMS).data.decode()
    assert old in text
    # 013 has the rosters as well, before 310.
    head, _, tail = text.partition("310   1")
    spoilt = text.replace(old, new, 1) if old in head else f"{head}310   1{tail.replace(old, new, 1)}"
    reading = trf.read(spoilt.encode())
    assert reading.tournament is None
    collected = [problem_text(flaw) for flaw in reading.problems]
    assert any(sentence in item for item in collected), collected
    assert all(item.startswith("line ") for item in collected if "teams cannot" not in item), collected


@pytest.mark.slow
@given(st.integers(0, 3000), st.integers(1, 255))
def test_damage_never_raises(place: int, byte: int) -> None:
    data = bytearray(trf.write(THREE_TEAMS).data)
    data[place % len(data)] ^= byte
    reading = trf.read(bytes(data))
    assert reading.tournament is not None or reading.problems


def test_absent_players_of_a_round_come_back_as_absent() -> None:
    result = through(THREE_TEAMS)
    assert Absence(1, 7) in result.absences
    assert Fraction(sum(absence.round == 1 for absence in result.absences)) == 3
