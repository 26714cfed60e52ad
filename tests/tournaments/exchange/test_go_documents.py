"""Files of OpenGotha and MacMahon as McMahon tournaments, and these as files of go federations."""

from __future__ import annotations

from dataclasses import replace

from tests.tournaments.exchange.congresses import juvisy
from tournaments.exchange import congress, go_documents, tournament_file
from tournaments.exchange.conversion import LossCode
from tournaments.exchange.formats import read_tournament
from tournaments.exchange.opengotha import write_document
from tournaments.standings.ranking import standings
from tournaments.state.gotha.values import Game, Outcome


def test_a_whole_tournament_comes_and_goes():
    document = juvisy()
    reading = read_tournament(write_document(document), "opengotha")
    assert (reading.flaws, reading.losses) == ((), ())
    found = reading.tournament
    assert (found.system, found.rounds, str(found.time_control)) == (
        "mcmahon",
        4,
        "60 min, 1 × 30 s byo-yomi",
    )
    # Through the tournament file and out again nothing is lost: the federations get the same bytes.
    again = tournament_file.loads(tournament_file.dumps(found))
    whole = go_documents.document_of(again, document.occasion)
    assert congress.egd.write(whole) == congress.egd.write(document)
    assert congress.ffg.write(whole).data == congress.ffg.write(document).data
    assert congress.aga.write(whole).data == congress.aga.write(document).data
    back = read_tournament(write_document(whole), "opengotha").tournament
    assert replace(back, name=found.name) == found


def test_standings_are_opengothas():
    found = read_tournament(write_document(juvisy()), "opengotha").tournament
    table = standings(found, 4)
    best = table.rows[0]
    name = next(entry.name for entry in found.entries if entry.number == best.number)
    assert (name, table.criteria) == ("Minieri Davide", ("SOSM", "SOSOSM"))
    assert (found.points.text(best.points), best.tiebreaks["SOSM"]) == ("36", 256)


def test_what_is_not_held_is_reported():
    document = juvisy()
    first, second, *rest = document.event.games
    games = (
        replace(first, outcome=Outcome.BOTH_WIN, by_default=True),
        replace(second, colour_known=False),
        *rest,
    )
    reading = read_tournament(
        write_document(replace(document, event=replace(document.event, games=games))), "opengotha"
    )
    assert {loss.code for loss in reading.losses} == {LossCode.RESULTS, LossCode.COLOURS}


def test_settings_beyond_what_can_be_are_one_sentence():
    document = juvisy()
    handicaps = replace(document.event.handicaps, correction=7)
    data = write_document(replace(document, event=replace(document.event, handicaps=handicaps)))
    reading = read_tournament(data, "opengotha")
    assert reading.tournament is None
    assert [flaw.params["field"] for flaw in reading.flaws] == ["handicaps.correction"]


def test_tables_that_are_missing_are_counted():
    document = juvisy()
    games = tuple(
        Game(g.round, 0, g.white, g.black, g.outcome, handicap=g.handicap) for g in document.event.games
    )
    data = write_document(replace(document, event=replace(document.event, games=games)))
    found = read_tournament(data, "opengotha").tournament
    assert [g.table for g in found.games if g.round == 1] == list(
        range(1, 1 + sum(g.round == 1 for g in games))
    )
