"""Half-point byes: asked for within the section's limits, scored as draws, and shown with their reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from portal.policy import Refusal
from tests.cast import Cast, entry_of, last
from tests.factories import publish as made_public
from tests.factories import report_all
from tests.working import compute
from tournaments.acts.drafts import pair_round
from tournaments.acts.entering.attendance import reinstate, set_absence, withdraw
from tournaments.acts.rounds import close_round
from tournaments.acts.undo.undo import undo
from tournaments.models import Absence, Round, Section, Standing
from tournaments.pairing import pair as pure_pair
from tournaments.queries.files import section_as_file
from tournaments.queries.public.public_rounds import public_round_page
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.queries.tournament import tournament_of, tournament_seen_by
from tournaments.standings.ranking import standings
from tournaments.state.tournament import Kind, history, points_by_number


def allow(cast: Cast, number: int = 1, until: int | None = None) -> None:
    rules = {"half_byes_allowed": number, "half_byes_until": until}
    Section.objects.filter(pk=cast.section.pk).update(**rules)


def ask(cast: Cast, player: int, round_number: int, **more: Any) -> Any:
    arguments: dict[str, Any] = {"absent": True, "half_point": True} | more
    return set_absence(
        entries=[entry_of(cast, player)], round_number=round_number, by=cast.carol, **arguments
    )


def paired(cast: Cast, number: int) -> Round:
    pair_round(round_=cast.round(number), by=cast.bob)
    compute()
    return cast.round(number)


def closed(cast: Cast, number: int) -> Round:
    report_all(made_public(paired(cast, number)))
    close_round(round_=cast.round(number), by=cast.bob)
    compute()
    return cast.round(number)


def refused(cast: Cast, player: int, round_number: int) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Refusal) as caught:
        ask(cast, player, round_number)
    return caught.value.code, dict(caught.value.params)


def test_the_section_says_how_many_and_until_when(entered: Cast) -> None:
    assert refused(entered, 3, 1)[0] == "half-byes-not-allowed"
    allow(entered, 1, until=2)
    assert refused(entered, 3, 3) == ("half-bye-too-late", {"round": 3, "last": 2})
    assert ask(entered, 3, 2)["half_point"] is True
    named = [str(entered.section.entries.get(number=3))]
    assert refused(entered, 3, 1) == ("half-byes-used", {"names": named, "limit": 1})
    # The same one again is no second one; a plain absence is none.
    ask(entered, 3, 2)
    ask(entered, 3, 1, half_point=False)
    absences = Absence.objects.filter(entry__number=3).order_by("round_number")
    assert list(absences.values_list("round_number", "half_point")) == [(1, False), (2, True)]
    ask(entered, 3, 2, absent=False)
    assert ask(entered, 3, 1)["half_point"] is True


def test_a_round_robin_has_none(entered: Cast) -> None:
    allow(entered)
    Section.objects.filter(pk=entered.section.pk).update(system="round-robin")
    assert refused(entered, 3, 1)[0] == "half-byes-not-allowed"


@pytest.mark.slow
def test_the_round_is_paired_as_the_rule_pairs_those_who_play(entered: Cast) -> None:
    """The stored pairing is the pure engine's, from the tournament file alone."""
    allow(entered)
    ask(entered, 3, 1)
    ask(entered, 6, 1, half_point=False)
    closed(entered, 1)
    section = Section.objects.get(pk=entered.section.pk)
    seen = history(tournament_of(section))
    assert (seen[3][0].kind, seen[3][0].points) == (Kind.HALF_BYE, 1)
    assert (seen[6][0].kind, seen[6][0].points) == (Kind.ABSENT, 0)
    by_rule = pure_pair(section_as_file(section), 2)
    round_ = paired(entered, 2)
    collected = {
        (pairing.table, *(seat.entry.number for seat in pairing.seats.order_by("colour")))
        for pairing in round_.pairings.filter(table__isnull=False)
    }
    assert collected == {(pairing.table, pairing.first, pairing.second) for pairing in by_rule.pairs}
    rows = {row["number"]: row["points"] for row in Standing.objects.get(after_round=1).data["rows"]}
    assert (rows[3], rows[6]) == ("1", "0")


def test_the_public_page_says_who_has_which(entered: Cast) -> None:
    allow(entered)
    ask(entered, 3, 1)
    ask(entered, 6, 1, half_point=False)
    made_public(paired(entered, 1))
    page = public_round_page(entered.section.pk, 1, PublicSnapshot())
    assert [half_bye.number for half_bye in page.half_byes] == [3]
    assert [half_bye.number for half_bye in page.absent] == [6]
    places = {line.person.number: line.place for line in page.lines if line.table is None}
    assert places == {3: "half-bye", 6: "absent"}


@pytest.mark.slow
def test_after_a_withdrawal_it_scores_nothing(entered: Cast) -> None:
    allow(entered)
    ask(entered, 3, 2)
    closed(entered, 1)
    withdraw(entries=[entry_of(entered, 3)], reason="ill", by=entered.alice)
    closed(entered, 2)
    section = Section.objects.get(pk=entered.section.pk)
    assert [seen.points for seen in history(tournament_of(section))[3] if seen.round == 2] == [0]


def test_it_is_undone_to_what_stood_before(entered: Cast) -> None:
    allow(entered)
    ask(entered, 3, 1)
    ask(entered, 3, 1, half_point=False)
    undo(entry=last("set_absence").pk, event=entered.event, by=entered.alice, reason="a slip")
    assert Absence.objects.get(entry__number=3).half_point
    undo(entry=last("set_absence").pk, event=entered.event, by=entered.alice, reason="again")
    assert not Absence.objects.filter(entry__number=3, half_point=True).exists()


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
    near = tournament_seen_by(section, entry_of(entered, 3))
    assert points_by_number(history(near))[3] == before[3]["points"]
    assert not Absence.objects.filter(entry__number=3, round_number=2).exists()
    file_before = section_as_file(section)
    assert points_by_number(history(file_before))[3] == before[3]["points"]
