"""An OpenGotha file becomes a section and goes out again: read, it is the same, whatever stands in it. Files
of one's own are tried as well where ``QIYUAN_GO_EVENTS`` names their folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from portal.policy import Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.tournaments.acts.played import round_of
from tests.tournaments.exchange.congresses import juvisy
from tests.tournaments.exchange.go_team_files import NEXT, ROUND
from tests.tournaments.exchange.go_team_files import file as team_file
from tests.tournaments.exchange.opengotha_files import FILE
from tournaments.acts.import_section import import_section
from tournaments.acts.results import report_result, take_back_result
from tournaments.exchange.congress.rows import last_congress_round
from tournaments.exchange.conversion import LossCode
from tournaments.exchange.federations import read_federations
from tournaments.exchange.formats import read_in_format
from tournaments.exchange.go_documents import is_macmahon
from tournaments.exchange.opengotha import Document, read_document, write_document
from tournaments.exchange.opengotha.document import BoardSeat, GothaTeam
from tournaments.exchange.opengotha.unknown_elements import UnknownElement
from tournaments.management.commands.federations import PACKAGED, load
from tournaments.models import Match, Section
from tournaments.presets import preset_of
from tournaments.queries.files import file_written, section_as_file, section_headings
from tournaments.queries.tournament import tournament_of
from tournaments.state.gotha.criteria import CRITERIA, Criteria
from tournaments.state.gotha.event_info import Overtime, Time
from tournaments.state.gotha.of_tournament import gotha_event
from tournaments.state.gotha.scores import gotha_scores
from tournaments.state.gotha.values import GoOutcome
from tournaments.state.tournament import Bye

FOLDER = os.environ.get("QIYUAN_GO_EVENTS", "")
YOUR_FILES = sorted(Path(FOLDER).rglob("*.xml")) if FOLDER else []


@pytest.fixture
@remembered
def hall(cast: Cast) -> Cast:
    load(read_federations(PACKAGED.read_bytes()).federations)
    return cast


def comes_back(cast: Cast, data: bytes) -> None:
    before = read_document(data).document
    tournament = read_in_format(data, "opengotha").tournament
    assert before is not None
    assert tournament is not None
    preset = preset_of(tournament.paired_by)
    made = import_section(
        event=cast.event, tournament=tournament, slug="there", name="There", preset=preset, by=cast.alice
    )
    section = Section.objects.select_related("event").get(pk=made["section"])
    writing = file_written(section_as_file(section), "opengotha", section_headings(section, public=False))
    after = read_document(writing.data).document
    assert after is not None
    assert after.event == before.event
    assert after == before
    if section.is_by_value:
        counts_as_there(section, before)
    for key in ("json", "csv", "standings-csv", *(("h9", "tou", "aga") if section.is_by_value else ())):
        assert file_written(section_as_file(section), key, section_headings(section, public=False)).data


def counts_as_there(section: Section, document: Document) -> None:
    """Every value of every criterion, after each round, is that of the file for everybody who came."""
    here, there = gotha_event(tournament_of(section)), document.event
    for after in range(1, last_congress_round(there) + 1):
        ours, theirs = Criteria(here, after), Criteria(there, after)
        came = {number for number, score in theirs.scores.items() if score.meetings or score.byes}
        for name in CRITERIA:
            mine, own_rows = ours.column(name), theirs.column(name)
            assert {n: mine[n] for n in came} == {n: own_rows[n] for n in came}, (after, name)


def with_event(document: Document, **changes: object) -> Document:
    return replace(document, event=replace(document.event, **changes))


def rounds_played(document: Document, last: int) -> Document:
    games = tuple(game for game in document.event.games if game.round <= last)
    return with_event(document, games=games)


def scored(document: Document, **changes: object) -> Document:
    return with_event(document, scoring=replace(document.event.scoring, **changes))


def timed(document: Document, time: Time) -> Document:
    return replace(document, event_info=replace(document.event_info, time=time))


def changed_players(document: Document, **by_number: dict[str, object]) -> Document:
    """``p2={"country": "kr"}``."""
    wanted = {int(key[1:]): values for key, values in by_number.items()}
    players = tuple(replace(p, **wanted.get(p.number, {})) for p in document.event.players)
    return with_event(document, players=players)


def changed_games(document: Document, n: int, **changes: object) -> Document:
    """The first game of a round."""
    games = list(document.event.games)
    place = next(i for i, game in enumerate(games) if game.round == n)
    games[place] = replace(games[place], **changes)
    return with_event(document, games=tuple(games))


def with_byes(document: Document) -> Document:
    """Whoever lost the first game of a round by default had a bye there instead; the winner was absent."""
    event = document.event
    first = next(game for game in event.games if game.round == 2)
    games = tuple(game for game in event.games if game is not first)
    players = tuple(replace(p, away=p.away | {2}) if p.number == first.white else p for p in event.players)
    return with_event(document, games=games, players=players, byes=(Bye(2, first.black),))


def swiss(document: Document) -> Document:
    scoring = replace(document.event.scoring, floor=-30, bar=8, categories=(0, -5))
    return with_event(document, criteria=("CAT", "NBW", "EXT", "EXR"), scoring=scoring)


SITUATIONS: dict[str, Callable[[Document], Document]] = {
    "as it ended": lambda d: d,
    "before the first round": lambda d: rounds_played(d, 0),
    "between two rounds": lambda d: rounds_played(d, 2),
    "an open result": lambda d: changed_games(d, 4, outcome=GoOutcome.UNKNOWN),
    "an open result in an earlier round": lambda d: changed_games(d, 1, outcome=GoOutcome.UNKNOWN),
    "both win in an earlier round": lambda d: changed_games(d, 2, outcome=GoOutcome.BOTH_WIN),
    "a draw by default in an earlier round": lambda d: changed_games(
        d, 1, outcome=GoOutcome.EQUAL, by_default=True, handicap=0
    ),
    "both win": lambda d: changed_games(d, 4, outcome=GoOutcome.BOTH_WIN),
    "both lose by default": lambda d: changed_games(d, 2, outcome=GoOutcome.BOTH_LOSE, by_default=True),
    "both lose over the board": lambda d: changed_games(d, 2, outcome=GoOutcome.BOTH_LOSE, handicap=0),
    "a win by default": lambda d: changed_games(d, 1, by_default=True),
    "a draw": lambda d: changed_games(d, 1, outcome=GoOutcome.EQUAL, handicap=0),
    "a draw by default": lambda d: changed_games(d, 4, outcome=GoOutcome.EQUAL, by_default=True, handicap=0),
    "colours that are not on record": lambda d: changed_games(d, 1, colour_known=False),
    "another table": lambda d: changed_games(d, 1, table=77),
    "a handicap by hand": lambda d: changed_games(d, 1, handicap=9),
    "byes": with_byes,
    "a super-group": lambda d: changed_players(d, p1={"mms_correction": 2}, p2={"mms_correction": -3}),
    "not finally registered": lambda d: changed_players(d, p3={"final": False}),
    "absences to come": lambda d: rounds_played(changed_players(d, p1={"away": frozenset({3, 4, 20})}), 2),
    "declared grades": lambda d: changed_players(d, p1={"grade": "6D"}, p2={"grade": "shodan"}),
    "two who were there and were not paired": lambda d: with_event(
        d, games=tuple(game for game in d.event.games if (game.round, game.table) not in {(2, 1), (3, 2)})
    ),
    "both win by default": lambda d: changed_games(d, 2, outcome=GoOutcome.BOTH_WIN, by_default=True),
    "countries": lambda d: changed_players(d, p1={"country": ""}, p2={"country": "kr"}, p3={"country": "UK"}),
    "numbers": lambda d: changed_players(
        d,
        p1={"egf_pin": "12345678", "aga_id": "77", "aga_expiry": "2030-01-01"},
        p2={"ffg_status": "L", "rating_origin": "FFG : -379"},
    ),
    "a name with an underscore and one without given name": lambda d: changed_players(
        d, p1={"surname": "Aa_Le"}, p2={"surname": "Ab", "given_name": "-"}
    ),
    "bar and floor are one": lambda d: scored(d, bar=3, floor=3),
    "zero is 1 dan": lambda d: scored(d, zero=0),
    "games not played count half": lambda d: scored(d, unplayed_half=True, round_down=False),
    "values of absences and byes": lambda d: scored(d, absent_nbw2=1, bye_nbw2=1, absent_mms2=2, bye_mms2=0),
    "Swiss with categories": swiss,
    "criteria that count nothing here": lambda d: with_event(d, criteria=("MMS", "STS", "SOSTS", "SOSM")),
    "criteria with a gap": lambda d: with_event(d, criteria=("MMS", "NULL", "SOSM")),
    "handicap by rank": lambda d: with_event(
        d, handicaps=replace(d.event.handicaps, by_mms=False, threshold=-10, correction=-1, ceiling=4)
    ),
    "weights": lambda d: with_event(d, weights=replace(d.event.weights, random=9, clubs_group=None)),
    "more rounds": lambda d: with_event(d, rounds=7),
    "sudden death": lambda d: timed(d, Time(90)),
    "Canadian": lambda d: timed(d, Time(75, Overtime.CANADIAN, moves=25, canadian=600)),
    "Fischer": lambda d: timed(d, Time(40, Overtime.FISCHER, fischer=20)),
    "the numbers of other times": lambda d: timed(d, Time(75, byo_yomi=77, moves=8, canadian=9, fischer=11)),
    "a small board": lambda d: replace(
        d, event_info=replace(d.event_info, size=13, komi="6.5", internet=True, director="Somebody")
    ),
    "an odd komi and board": lambda d: replace(d, event_info=replace(d.event_info, size=17, komi="3.75")),
    "teams": lambda d: replace(
        d,
        teams=(
            GothaTeam("One", 1, (BoardSeat(0, 1, 1), BoardSeat(0, 2, 2))),
            GothaTeam("Two", 2, (BoardSeat(3, 1, 3),)),
        ),
        team_criteria=("TEAMP", "BDW"),
    ),
    "groups of clubs": lambda d: replace(
        d, clubs_groups=(("Near Paris", ("75Al", "92Le")), ("Empty", ()))
    ).with_clubs(),
    "what nobody understands": lambda d: replace(
        d,
        extra_attributes={
            "DPParameterSet": {"x": "1"},
            "Player MINIERIDAVIDE": {"odd": "y"},
            "Tournament": {"saveDT": "0"},
            "Players": {"count": "9"},
        },
        unknown_elements=(
            UnknownElement(0, "Games", "Odd", {"t": "x" * 3000}, "text"),
            UnknownElement(0, "Player 3", "Odd", {}, ""),
            UnknownElement(1, "Player 3", "Inner", {}, "y"),
        ),
    ),
}


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("situation", SITUATIONS)
def test_each_situation_comes_back(hall: Cast, situation: str) -> None:
    comes_back(hall, write_document(SITUATIONS[situation](juvisy())))


@pytest.mark.slow
@pytest.mark.django_db
def test_a_result_that_was_open_in_an_earlier_round_can_be_entered_later(hall: Cast) -> None:
    document = changed_games(juvisy(), 1, outcome=GoOutcome.UNKNOWN)
    tournament = read_in_format(write_document(document), "opengotha").tournament
    assert tournament is not None
    made = import_section(
        event=hall.event, tournament=tournament, slug="there", name="There", preset="mcmahon", by=hall.alice
    )
    section = Section.objects.select_related("event").get(pk=made["section"])
    game = next(game for game in document.event.games if game.outcome is GoOutcome.UNKNOWN)

    def mms(number: int) -> int:
        after = gotha_scores(gotha_event(tournament_of(section)), 4)
        return after[number].mms2[-1]

    before = mms(game.white)
    assert gotha_scores(document.event, 4)[game.white].mms2[-1] == before
    round_ = round_of(section, 1)
    with pytest.raises(Refusal, match="result-needed"):
        take_back_result(round_=round_, table=game.table, seen=None, reason="x", by=hall.dave)
    report_result(round_=round_, table=game.table, value="0-1", seen=None, reason="found", by=hall.dave)
    assert mms(game.white) == before + 2


@pytest.mark.django_db
def test_that_both_win_counts_until_somebody_enters_another_result(hall: Cast) -> None:
    document = changed_games(juvisy(), 4, outcome=GoOutcome.BOTH_WIN)
    game = next(game for game in document.event.games if game.outcome is GoOutcome.BOTH_WIN)
    tournament = read_in_format(write_document(document), "opengotha").tournament
    assert tournament is not None
    made = import_section(
        event=hall.event, tournament=tournament, slug="there", name="There", preset="mcmahon", by=hall.alice
    )
    section = Section.objects.select_related("event").get(pk=made["section"])
    # It waits for nobody: the round is over, as it is in the file.
    assert section.state == Section.State.FINISHED

    def wins() -> list[int]:
        after = gotha_scores(gotha_event(tournament_of(section)), 4)
        return [after[number].nbw2[4] - after[number].nbw2[3] for number in (game.white, game.black)]

    assert wins() == [2, 2]
    round_ = round_of(section, 4)
    report_result(
        round_=round_, table=game.table, value="0-0", forfeit=True, seen=None, reason="x", by=hall.dave
    )
    assert wins() == [0, 0]


@pytest.mark.django_db
def test_opengotha_gets_a_first_name_of_everybody_and_no_key_twice(hall: Cast) -> None:
    tournament = read_in_format(write_document(juvisy()), "opengotha").tournament
    assert tournament is not None
    item, _, three, *others = tournament.entries
    same = replace(item, name="Li Na", given_name="Na")
    entries = (same, replace(same, number=2), replace(three, name="Ke Jie", given_name=""), *others)
    made = import_section(
        event=hall.event,
        tournament=replace(tournament, entries=entries, opengotha={}),
        slug="there",
        name="There",
        preset="mcmahon",
        by=hall.alice,
    )
    section = Section.objects.select_related("event").get(pk=made["section"])
    writing = file_written(section_as_file(section), "opengotha", section_headings(section, public=False))
    after = read_document(writing.data).document
    assert after is not None
    names = {(p.surname, p.given_name) for p in after.event.players}
    assert {("Li", "Na"), ("Li", "Na 2"), ("Ke Jie", "-")} <= names
    assert [(loss.code, loss.params["numbers"]) for loss in writing.losses] == [(LossCode.NAMES, (2,))]
    assert len(after.event.games) == len(tournament.games)
    again = read_in_format(writing.data, "opengotha").tournament
    assert again is not None
    assert ("Ke Jie", "") in {(entry.name, entry.given_name) for entry in again.entries}


@pytest.mark.django_db
@pytest.mark.slow
def test_a_file_with_everything_comes_back(hall: Cast) -> None:
    comes_back(hall, FILE.encode())


@pytest.mark.django_db
@pytest.mark.slow
def test_a_file_of_teams_comes_back(hall: Cast) -> None:
    comes_back(hall, team_file(*ROUND, *NEXT))
    assert Match.objects.filter(colours="FFS").count() == 1


if YOUR_FILES:

    @pytest.mark.django_db
    @pytest.mark.parametrize("path", YOUR_FILES, ids=lambda path: path.name)
    def test_files_of_a_folder_come_back(hall: Cast, path: Path) -> None:
        data = path.read_bytes()
        if is_macmahon(data) or read_in_format(data, "opengotha").tournament is None:
            pytest.skip("no tournament of OpenGotha")
        comes_back(hall, data)
