"""Rounds missed between a withdrawal and a reinstatement score nothing: nobody's tie-breaks change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cast import Cast, entry_of
from tests.tournaments.acts.test_half_byes import allow, ask, closed
from tournaments.acts.attendance import reinstate, set_absence, withdraw
from tournaments.models import Absence, Section
from tournaments.queries.files import file_of
from tournaments.queries.tournament import around, tournament_of
from tournaments.standings.ranking import standings
from tournaments.state.tournament import history, scores


def tie_breaks(cast: Cast) -> dict[int, dict[str, object]]:
    tournament = tournament_of(Section.objects.get(pk=cast.section.pk))
    rows = standings(replace(tournament, tiebreaks=("buchholz", "cut-1", "median"))).rows
    return {row.number: {"points": row.points, **row.tiebreaks} for row in rows}


@pytest.mark.slow
@pytest.mark.parametrize("asked_for", ["nothing", "half-point bye", "absence"])
def test_withdrawing_and_reinstating_changes_nobodys_tie_breaks(entered: Cast, asked_for: str) -> None:
    """Absences score half a win here; what was asked for before the withdrawal is worth nothing either."""
    points = {"win": "2", "draw": "1", "loss": "0", "absence": "1"}
    Section.objects.filter(pk=entered.section.pk).update(points=points)
    allow(entered)
    closed(entered, 1)
    if asked_for == "half-point bye":
        ask(entered, 3, 2)
    elif asked_for == "absence":
        set_absence(entries=[entry_of(entered, 3)], round_number=2, absent=True, by=entered.carol)
    withdraw(entries=[entry_of(entered, 3)], reason="ill", by=entered.alice)
    closed(entered, 2)
    before = tie_breaks(entered)
    reinstate(entries=[entry_of(entered, 3)], reason="well again", by=entered.alice)

    assert tie_breaks(entered) == before
    section = Section.objects.prefetch_related("round_set").get(pk=entered.section.pk)
    near = around(section, entry_of(entered, 3))
    assert scores(history(near))[3] == before[3]["points"]
    assert not Absence.objects.filter(entry__number=3, round_number=2).exists()
    told = file_of(section)
    assert scores(history(told))[3] == before[3]["points"]
