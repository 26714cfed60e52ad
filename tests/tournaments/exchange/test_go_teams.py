"""Teams that meet teams in OpenGotha's files: read, written and read again they are the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.exchange.go_team_files import NEXT, PLAYERS, ROUND, boards, file, game
from tests.tournaments.exchange.team_sections import NAMES, THREE_TEAMS, random_section
from tournaments.exchange import go_teams
from tournaments.exchange.conversion import CannotWrite, LossCode
from tournaments.exchange.formats import read_in_format
from tournaments.exchange.opengotha import read_document, write_document
from tournaments.exchange.tournament_file import dumps, loads
from tournaments.standings.team_tiebreaks import TeamField
from tournaments.state.points import Points
from tournaments.state.team_matches import Alone, PenaltyOfTeam, Primary, TeamBye
from tournaments.state.team_section import team_event
from tournaments.state.tournament import Result, Tournament


def read(data: bytes, system: str | None = None) -> Tournament:
    reading = read_in_format(data, "opengotha", system=system)
    assert reading.problems == ()
    assert reading.tournament is not None
    return reading.tournament


def test_a_file_of_teams_is_a_section_of_teams() -> None:
    tournament = read(file(*ROUND, *NEXT))
    teams = tournament.teams
    assert teams is not None
    assert [(team.number, team.name, team.members) for team in teams.teams] == [
        (4, "Rot", (1, 2, 3)),
        (5, "Blau", (4, 5, 6)),
        (6, "Grau", (7, 8)),
    ]
    first, second = teams.matches
    # Black, Black, White of Red: board 2 is not as colours alternate.
    assert (first.first, first.second, first.colours) == (4, 5, "FFS")
    assert (second.first, second.second, second.colours) == (6, 4, "")
    assert second.line_ups == ((7, 8, None), (1, 2, 3))
    assert [team.absences for team in teams.teams] == [{}, {2: Alone.ZERO}, {1: Alone.ZERO}]
    assert teams.settings.boards == 3
    assert teams.settings.tiebreaks[:3] == ("match-points", "board-points", "bottom-out")
    assert [(item.table, item.handicap, item.result) for item in tournament.games] == [
        (1, 0, Result.FIRST),
        (2, 4, Result.SECOND),
        (3, 0, Result.DRAW),
        (1, 0, Result.SECOND),
        (2, 0, Result.NONE),
    ]


def test_whatever_stands_in_the_file_comes_back() -> None:
    data = file(*ROUND, *NEXT)
    through = loads(dumps(read(data)))
    writing = go_teams.write(through)
    assert read_document(writing.data).document == read_document(data).document
    assert read(writing.data) == through
    assert [loss.code for loss in writing.losses] == []


def test_what_has_changed_here_is_written_as_it_stands_here() -> None:
    tournament = read(file(*ROUND, *NEXT))
    assert tournament.teams is not None
    settings = replace(tournament.teams.settings, tiebreaks=("board-points", "match-points", "emgsb"))
    games = (replace(tournament.games[0], result=Result.SECOND), *tournament.games[1:])
    changed = replace(tournament, games=games, teams=replace(tournament.teams, settings=settings))
    document, _ = go_teams.document_of(changed)
    assert document.team_criteria == ("BDW", "TEAMP")
    assert str(next(g for g in document.event.games if g.table == 21).outcome) == "white"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(file(*ROUND, game(2, 1, "AB", "BLACKWINS")), id="one team"),
        pytest.param(file(*ROUND, game(2, 1, "AE", "BLACKWINS")), id="other boards"),
        pytest.param(
            file(*ROUND, game(2, 1, "AG", "BLACKWINS"), game(2, 2, "BE", "BLACKWINS")), id="two opponents"
        ),
        pytest.param(file(*ROUND, teams=boards(3, {**PLAYERS, "Grau": "GA"})), id="in two teams"),
        pytest.param(file(*ROUND, teams=boards(3, {"Rot": "AB", "Blau": "DE"})), id="in no team"),
        pytest.param(
            file(*ROUND, NEXT[0], byes='<ByePlayer player="HX" roundNumber="2"/>'), id="a match and a bye"
        ),
        pytest.param(
            file(
                *ROUND,
                teams='<Team teamName="Rot" teamNumber="1"><Board boardNumber="1" player="AX"/></Team>',
            ),
            id="in every round",
        ),
    ],
)
def test_where_teams_are_only_names_players_meet(data: bytes) -> None:
    tournament = read(data)
    assert (tournament.teams, tournament.system) == (None, "mcmahon")


def test_who_asks_for_mcmahon_gets_the_players() -> None:
    tournament = read(file(*ROUND), "mcmahon")
    assert (tournament.teams, tournament.system) == (None, "mcmahon")
    assert [entry.team for entry in tournament.entries][:4] == ["Rot", "Rot", "Rot", "Blau"]


def test_a_bye_is_that_of_the_team_and_a_system_can_be_named() -> None:
    bye = '<ByePlayer player="GX" roundNumber="1"/>'
    tournament = read(file(*ROUND, byes=bye), "fide-team")
    assert tournament.teams is not None
    assert (tournament.teams.system, tournament.teams.byes) == ("fide-team", (TeamBye(1, 6),))
    written = go_teams.write(tournament).data
    assert read(written, "fide-team") == tournament


def as_go(tournament: Tournament) -> Tournament:
    """The same in weiqi, with strengths."""
    entries = (replace(entry, grade="1d", federation="GER") for entry in tournament.entries)
    return replace(tournament, game="weiqi", points=Points(), entries=tuple(entries))


@pytest.mark.slow
@given(st.integers(min_value=0, max_value=10**9))
def test_sections_come_back(seed: int) -> None:
    section = as_go(random_section(seed))
    writing = go_teams.write(section)
    assert section.teams is not None
    if section.teams.settings.boards == 1 or writing.lost(LossCode.MATCHES):
        return
    back = read(writing.data, section.teams.system)
    assert back.teams is not None
    assert [team.members for team in back.teams.teams] == [team.members for team in section.teams.teams]
    played = {(match.round, match.first): match for match in section.teams.matches if match.line_ups}
    for match in back.teams.matches:
        if (match.round, match.first) in played:
            assert match.line_ups == played[match.round, match.first].line_ups
            assert match.table == played[match.round, match.first].table
    if not {LossCode.FULL_POINT_BYES, LossCode.HALF_POINT_BYES} & {loss.code for loss in writing.losses}:
        ours, theirs = (
            TeamField(
                replace(team_event(item), penalties=(), rules=team_event(section).rules), item.last_round
            )
            for item in (section, back)
        )
        for number in ours.rows:
            for of in Primary:
                assert theirs.total(number, of) == ours.total(number, of), (number, of)
    again = go_teams.write(back).data
    assert read(again, section.teams.system) == back
    document = read_document(again).document
    assert document is not None
    assert read_document(write_document(document)).document == document


def test_what_stays_behind_is_said() -> None:
    section = as_go(THREE_TEAMS)
    assert section.teams is not None
    secret = replace(section.teams.matches[1], line_ups=None)
    answer = replace(
        section.teams,
        matches=(section.teams.matches[0], secret),
        settings=replace(section.teams.settings, order="fixed"),
        penalties=(PenaltyOfTeam(1, -1, 0),),
        forbidden=((1, 2),),
    )
    losses = {
        loss.code for loss in go_teams.write(replace(section, games=section.games[:3], teams=answer)).losses
    }
    assert losses >= {
        *(LossCode.NOT_REVEALED, LossCode.LINE_UP_RULES, LossCode.ABNORMAL_POINTS),
        *(LossCode.FORBIDDEN, LossCode.RATINGS),
    }
    assert NAMES[0].encode() in go_teams.write(section).data
    with pytest.raises(CannotWrite):
        go_teams.write(THREE_TEAMS)
