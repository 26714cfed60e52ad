"""A McMahon section through the acts: settings, handicaps, standings, changes by hand, files."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from portal.policy import Refusal
from tests.cast import Cast, all_here
from tests.tournaments.acts.played import (
    finish,
    handicaps,
    number_of,
    round_of,
    section_of_grades,
    start,
)
from tests.tournaments.exchange.congresses import juvisy
from tests.working import compute
from tournaments.acts.adjust_round import Flip, Swap, adjust_round
from tournaments.acts.change_section import change_section, correct_start
from tournaments.acts.drafts import pair_round
from tournaments.acts.entering.players import enter_player
from tournaments.acts.import_section import import_section
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.results import report_result
from tournaments.acts.rounds import publish_round
from tournaments.exchange import tournament_file
from tournaments.exchange.formats import read_in_format
from tournaments.exchange.opengotha import read_document, write_document
from tournaments.models import Federation, Round, RoundVersion, Section
from tournaments.pairing import recompute, verify
from tournaments.queries.files import file_written, section_as_file, section_headings
from tournaments.queries.public.public_rounds import points_before
from tournaments.queries.tournament import tournament_of
from tournaments.queries.verified import pairing_holds


@pytest.mark.slow
def test_three_rounds_with_handicap_bye_and_standings(cast: Cast) -> None:
    section = section_of_grades(cast, bar="2d", handicap_correction=0)
    assert section.options["go"] == {"scoring": {"bar": 1}, "handicaps": {"correction": 0}}
    first = start(cast, section, 1)
    # By score: equals above 1d are even, the others get the difference.
    assert handicaps(first) == [0, 0, 2, 2]
    assert points_before(section, 1)[number_of(section, "4d")] == "31"
    with pytest.raises(Refusal, match="draw-with-handicap"):
        report_result(round_=first, table=4, value="1/2", seen=None, by=cast.carol)
    finish(cast, first)
    bye = first.pairings.get(table__isnull=True)
    assert bye.reasons[0]["code"] == "bye"
    for number in (2, 3):
        finish(cast, start(cast, section, number))
    section.refresh_from_db()
    assert section.state == Section.State.FINISHED
    whole = tournament_of(section)
    assert all(verify(whole, number).ok for number in (1, 2, 3))
    # Each round is computed again from what is stored with it, where there is no name.
    for version in RoundVersion.objects.filter(round__section=section):
        assert "Guest" not in str(version.input)
        assert recompute(version.input).digest == version.digest
    data = section.standings.get(after_round=3).data
    assert data["criteria"] == ["SOSM", "SOSOSM"]
    assert [float(row["points"]) for row in data["rows"]] == sorted(
        (float(row["points"]) for row in data["rows"]), reverse=True
    )
    best = data["rows"][0]
    assert sum(float(term["points"]) for term in best["arithmetic"]["SOSM"]) == float(
        best["tiebreaks"]["SOSM"]
    )
    # The file holds all of it, and says the same.
    reading = tournament_file.loads(tournament_file.dumps(section_as_file(section)))
    assert (reading.options.go, [g.handicap for g in reading.games]) == (
        whole.options.go,
        [g.handicap for g in whole.games],
    )
    assert all(verify(reading, number).ok for number in (1, 2, 3))


@pytest.mark.slow
def test_the_pairing_is_explained_by_nine_terms(cast: Cast) -> None:
    section = section_of_grades(cast, "swiss-opengotha")
    first = start(cast, section, 1)
    codes = [reason["code"] for reason in first.pairings.get(table=1).reasons]
    assert codes[:9] == [
        *("duplicate", "random", "colour", "category", "score"),
        *("dudd", "seed", "handicap", "geo"),
    ]
    assert handicaps(first) == [0, 0, 0, 0]
    seated = [
        (p.table or 0, *p.seats.order_by("colour").values_list("entry__number", flat=True))
        for p in first.pairings.filter(table__isnull=False)
    ]
    byes = first.pairings.filter(table__isnull=True).values_list("seats__entry__number", flat=True)
    assert (
        pairing_holds(first, [(t, a or 0, b or 0, 0) for t, a, b in seated], [b or 0 for b in byes]) is True
    )


@pytest.mark.slow
def test_a_change_by_hand_brings_its_handicap(cast: Cast) -> None:
    section = section_of_grades(cast, handicap_correction=0)
    pair_round(round_=round_of(section, 1), by=cast.bob)
    compute()
    draft = round_of(section, 1)
    strongest, weak = number_of(section, "4d"), number_of(section, "8k")
    by_rule = draft.draft_digest
    other = draft.seats.exclude(entry__number=strongest).filter(
        pairing=draft.seats.get(entry__number=strongest).pairing
    )
    opponent = other.get().entry.number or 0
    adjust_round(round_=draft, change=Swap(opponent, weak), reason="x", by=cast.bob)
    table = draft.seats.get(entry__number=strongest).pairing
    assert (table.handicap, table.by_hand) == (8, True)
    assert draft.seats.get(entry__number=weak).colour == "first"
    answer = adjust_round(round_=round_of(section, 1), change=Flip(table.table or 0), reason="x", by=cast.bob)
    assert "other-colours" in [notice["code"] for notice in answer["notices"]]
    adjust_round(round_=round_of(section, 1), change=Flip(table.table or 0), reason="x", by=cast.bob)
    adjust_round(round_=round_of(section, 1), change=Swap(opponent, weak), reason="x", by=cast.bob)
    assert round_of(section, 1).draft_digest == by_rule


@pytest.mark.slow
def test_a_correction_pairs_the_draft_again(cast: Cast) -> None:
    section = section_of_grades(cast)
    entry = section.entries.get(player__grade="4d")
    correct_start(entry=entry, mms_correction=1, by=cast.alice)
    pair_round(round_=round_of(section, 1), by=cast.bob)
    compute()
    seen = round_of(section, 1).draft_digest
    assert points_before(section, 1)[entry.number or 0] == "34"
    correct_start(entry=section.entries.get(pk=entry.pk), mms_correction=2, by=cast.alice)
    compute()
    with pytest.raises(Refusal):
        publish_round(round_=round_of(section, 1), seen=seen, by=cast.bob)
    Section.objects.filter(pk=section.pk).update(system="swiss-opengotha")
    with pytest.raises(Refusal, match="no-mcmahon"):
        correct_start(entry=section.entries.get(pk=entry.pk), mms_correction=1, by=cast.alice)


@pytest.mark.anywhere
@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"bar": "5k", "floor": "1d"}, "floor"),
        ({"bar": "40x"}, "bar"),
        ({"handicap_ceiling": 12}, "handicap_ceiling"),
        ({"clubs_groups": "Lyon"}, "clubs_groups"),
        ({"clubs_groups": "Lyon, Grenoble\nJena, lyon"}, "clubs_groups"),
        ({"grade_categories": "5k, 1d"}, "grade_categories"),
        ({"tiebreaks": ["MMS", "buchholz"]}, "tiebreaks"),
    ],
)
def test_settings_that_cannot_be(cast: Cast, wanted: dict[str, Any], field: str) -> None:
    section = section_of_grades(cast)
    with pytest.raises(Refusal) as refused:
        change_section(section=section, wanted=wanted, reason="x", by=cast.alice)
    assert refused.value.field == field


@pytest.mark.slow
def test_who_has_neither_grade_nor_rating_is_named(cast: Cast) -> None:
    section = section_of_grades(cast)
    enter_player(section=section, person=PersonInput(name="Nobody", federation="GER"), by=cast.alice)
    all_here(round_of(section, 1), by=cast.bob)
    pair_round(round_=round_of(section, 1), by=cast.bob)
    compute()
    assert round_of(section, 1).state == Round.State.PLANNED


@pytest.mark.slow
def test_a_running_tournament_comes_from_opengotha_and_goes_back(cast: Cast) -> None:
    """Between two rounds: three are played there, the fourth here."""
    document = juvisy()
    played = tuple(game for game in document.event.games if game.round < 4)
    bag = {"DPParameterSet": {"playerSortType": "grade"}, "Player MINIERIDAVIDE": {"odd": "x"}}
    there = replace(document, event=replace(document.event, games=played), extra_attributes=bag)
    tournament = read_in_format(write_document(there), "opengotha").tournament
    assert tournament is not None
    Federation.objects.get_or_create(code="FRA", defaults={"name_en": "France"})
    made = import_section(
        event=cast.event, tournament=tournament, slug="juvisy", name="Juvisy", preset="mcmahon", by=cast.alice
    )
    section = Section.objects.select_related("event").get(pk=made["section"])
    assert tournament_of(section).options == tournament.options
    section.check_in_needed = False
    section.save()
    fourth = start(cast, section, 4)
    assert any(handicaps(fourth))
    finish(cast, fourth)
    writing = file_written(section_as_file(section), "opengotha", section_headings(section, public=False))
    back = read_document(writing.data).document
    assert back is not None
    assert {(g.round, g.handicap, g.outcome) for g in back.event.games if g.round < 4} == {
        (g.round, g.handicap, g.outcome) for g in played
    }
    assert {p.ffg_licence for p in back.event.players} == {p.ffg_licence for p in there.event.players}
    assert back.event.weights == there.event.weights
    assert (back.extra_attributes, back.event_info) == (bag, there.event_info)
    assert section.options["weiqi"] == {"compensation": 15}
    table = file_written(section_as_file(section), "h9", section_headings(section, public=False)).data.decode(
        "iso8859-15"
    )
    assert "Minieri Davide" in table
    assert "/w" in table
