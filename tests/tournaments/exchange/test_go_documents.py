"""Files of OpenGotha and MacMahon as McMahon tournaments, and these as files of go federations."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.tournaments.exchange.congresses import juvisy
from tournaments.exchange import congress, go_documents, tournament_file
from tournaments.exchange.conversion import LossCode
from tournaments.exchange.file_errors import TournamentFileError
from tournaments.exchange.formats import read_in_format
from tournaments.exchange.opengotha import read_document, write_document
from tournaments.exchange.opengotha.document import BoardSeat, GothaTeam
from tournaments.pairing import DifferenceCode, pair, verify
from tournaments.standings.ranking import standings
from tournaments.state.gotha.values import GoGame, GoOutcome, GoPlayer
from tournaments.state.tournament import Absence, Entry
from tournaments.state.tournament import Game as SectionGame
from tournaments.wording.exchange import problem_text


def test_a_whole_tournament_comes_and_goes():
    document = juvisy()
    reading = read_in_format(write_document(document), "opengotha")
    assert (reading.problems, reading.losses) == ((), ())
    tournament = reading.tournament
    assert (tournament.system, tournament.rounds, str(tournament.time_control)) == (
        "mcmahon",
        4,
        "60 min, 1 × 30 s byo-yomi",
    )
    # Through the tournament file and out again nothing is lost: the federations get the same bytes.
    again = tournament_file.loads(tournament_file.dumps(tournament))
    whole = go_documents.document_of(again, document.event_info)
    assert congress.egd.write(whole) == congress.egd.write(document)
    assert congress.ffg.write(whole).data == congress.ffg.write(document).data
    assert congress.aga.write(whole).data == congress.aga.write(document).data
    back = read_in_format(write_document(whole), "opengotha").tournament
    assert replace(back, name=tournament.name) == tournament


def test_what_no_tournament_here_holds_survives():
    """Every attribute, team and registration comes back through a section's values and our file."""
    document = juvisy()
    first_one, two, *others = document.event.players
    players = (
        replace(
            first_one, ffg_status="L", rating_origin="FFG : -379", grade=" 4K", away=frozenset({3, 4, 5, 20})
        ),
        replace(two, country="kr", grade="2D", aga_expiry="2020-01-01"),
        *others,
        GoPlayer(len(others) + 3, "Zz", "Preliminary", country="FR", grade="30K", final=False),
    )
    games = (replace(document.event.games[0], colour_known=False), *document.event.games[1:])
    there = replace(
        document,
        event=replace(
            document.event, players=players, games=games, clubs_groups=(frozenset({"75Al", "92Le"}),)
        ),
        event_info=replace(document.event_info, director="Somebody", komi="6.5"),
        teams=(GothaTeam("Olga's team", 1, (BoardSeat(0, 1, 2), BoardSeat(1, 2, 3))),),
        team_criteria=("TEAMP", "BDW"),
        clubs_groups=(("Near Paris", ("75Al", "92Le")),),
        extra_attributes={
            "DPParameterSet": {"playerSortType": "grade"},
            "GeneralParameterSet": {"bInternetGame": "false"},
            f"Game 1 {games[1].white} {games[1].black}": {"remark": "late"},
            "Player MINIERIDAVIDE": {"odd": "x"},
        },
    )
    data = write_document(there)
    read = read_document(data).document
    tournament = read_in_format(data, "opengotha").tournament
    again = tournament_file.loads(tournament_file.dumps(tournament))
    assert again == tournament
    assert read_document(write_document(go_documents.document_of(again))).document == read
    # What was changed here is written as it stands here.
    later = replace(again, entries=tuple(replace(entry, declared_grade="9d") for entry in again.entries))
    assert {p.grade for p in go_documents.document_of(later).event.players} == {"9D"}


def test_who_was_entered_here_was_away_before():
    """OpenGotha gives half a point for a round missed only where somebody had signed off."""
    tournament = read_in_format(write_document(juvisy()), "opengotha").tournament
    number = len(tournament.entries) + 1
    late = Entry(number, "Late Comer", given_name="Comer", grade="5k")
    absences = (*tournament.absences, *(Absence(n, number) for n in range(1, 5)))
    whole = go_documents.document_of(
        replace(tournament, entries=(*tournament.entries, late), absences=absences)
    )
    assert next(p.away for p in whole.event.players if p.number == number) == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("carried", "where"),
    [
        ([], "opengotha"),
        ({"odd": 1}, "opengotha.odd"),
        ({"bag": {"x": 3}}, "opengotha.bag"),
        ({"players": {"Minieri": {}}}, "opengotha.players"),
        ({"games": [[1, 2]]}, "opengotha.games"),
        ({"teams": [["a", 1, [[1, 2]]]]}, "opengotha.teams"),
        ({"general": {"komi": []}}, "opengotha.general"),
        ({"unpaired": [[1]]}, "opengotha.unpaired"),
        ({"known": "many"}, "opengotha.known"),
    ],
)
def test_what_cannot_have_come_from_such_a_file_is_named(carried, where):
    data = {"system": "mcmahon", "game": "weiqi", "entries": [{"number": 1}], "results": []}
    with pytest.raises(TournamentFileError) as error:
        tournament_file.loads(json.dumps(data | {"opengotha": carried}))
    assert [defect.place.path for defect in error.value.problems] == [where]


def test_standings_are_opengothas():
    tournament = read_in_format(write_document(juvisy()), "opengotha").tournament
    table = standings(tournament, 4)
    best = table.rows[0]
    name = next(entry.name for entry in tournament.entries if entry.number == best.number)
    assert (name, table.criteria) == ("Minieri Davide", ("SOSM", "SOSOSM"))
    assert (tournament.points.text(best.points), best.tiebreaks["SOSM"]) == ("36", 256)


def test_what_is_not_held_is_reported():
    document = juvisy()
    first, second, *others = document.event.games
    games = (
        replace(first, outcome=GoOutcome.BOTH_WIN, by_default=True),
        replace(second, colour_known=False),
        *others,
    )
    reading = read_in_format(
        write_document(replace(document, event=replace(document.event, games=games))), "opengotha"
    )
    assert {loss.code for loss in reading.losses} == {LossCode.ODD_RESULTS, LossCode.COLOURS}


def test_settings_beyond_what_can_be_are_one_sentence():
    document = juvisy()
    handicaps = replace(document.event.handicaps, correction=7)
    data = write_document(replace(document, event=replace(document.event, handicaps=handicaps)))
    reading = read_in_format(data, "opengotha")
    assert reading.tournament is None
    (flaw,) = reading.problems
    line = data.decode().splitlines()[flaw.place.line - 1]
    assert line.startswith("<HandicapParameterSet")
    assert "HandicapParameterSet hdCorrection: “7” is not one of: -1 … 3" in problem_text(flaw)


def test_tables_that_are_missing_are_counted():
    document = juvisy()
    games = tuple(
        GoGame(g.round, 0, g.white, g.black, g.outcome, handicap=g.handicap) for g in document.event.games
    )
    data = write_document(replace(document, event=replace(document.event, games=games)))
    tournament = read_in_format(data, "opengotha").tournament
    assert [g.table for g in tournament.games if g.round == 1] == list(
        range(1, 1 + sum(g.round == 1 for g in games))
    )


def _round_by_rule(result, n):
    """The tournament with round ``n`` as the rule pairs it, on the tables of the rule."""
    before = replace(result, games=tuple(game for game in result.games if game.round < n))
    pairs = pair(before, n).pairs
    games = tuple(SectionGame(n, p.table, p.first, p.second, handicap=p.handicap) for p in pairs)
    return replace(before, games=(*before.games, *games))


def test_only_what_somebody_changed_is_named_where_the_pairs_are_as_good():
    tournament = read_in_format(write_document(juvisy()), "opengotha").tournament
    made = _round_by_rule(tournament, 3)
    assert verify(made, 3).ok
    *others, even, stones = sorted(made.games, key=lambda g: (g.round == 3, g.handicap > 0, g.table))
    assert stones.handicap
    assert not even.handicap or even.round == 3
    turned = replace(even, first=even.second, second=even.first)
    more = replace(stones, handicap=stones.handicap - 1)
    changed = replace(made, games=(*others, turned, more))
    codes = {
        (difference.code, difference.params.get("found")) for difference in verify(changed, 3).differences
    }
    assert (DifferenceCode.HANDICAP, more.handicap) in codes
    assert (DifferenceCode.COLOURS, None) in codes or turned.handicap
    assert {code for code, _ in codes} <= {DifferenceCode.HANDICAP, DifferenceCode.COLOURS}
