"""A section that FIDE's Dutch system pairs: numbers by rating, full-point byes, acceleration, the question
why."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.cast import Cast, entry_of
from tests.tournaments.acts.played import finish, make, round_of, start
from tests.working import compute
from tests.world import ValidClient
from tournaments.acts.change_section import change_section
from tournaments.acts.drafts import pair_round
from tournaments.acts.entering.attendance import set_absence
from tournaments.acts.undo.undo import undo
from tournaments.models import Absence, Section
from tournaments.pairing import pair, verify, verify_published
from tournaments.queries.files import section_as_file
from tournaments.queries.seats import options_of
from tournaments.queries.tournament import tournament_of
from tournaments.state.lots import LotTicket, number_by_rating
from tournaments.state.tournament import Kind, history

pytestmark = pytest.mark.slow


def test_numbers_follow_rating_then_title_then_name_then_the_lot() -> None:
    tickets = [LotTicket(key, name, "CHN") for key, name in enumerate(("Bo", "Al", "Cy", "Di", "Al"))]
    strength = {0: (2100, ""), 1: (2100, "FM"), 2: (2300, ""), 3: (None, "GM"), 4: (2100, "FM")}
    numbers = number_by_rating(strength, tickets, "seed")
    assert (numbers[2], numbers[0], numbers[3]) == (1, 4, 5)
    assert {numbers[1], numbers[4]} == {2, 3}
    assert numbers == number_by_rating(strength, tickets[::-1], "seed")


def test_an_event_is_played_with_every_kind_of_bye_and_can_be_computed_again(cast: Cast) -> None:
    section = make(cast, 7, "fide-dutch", rounds=4)
    set_absence(
        entries=[section.entries.get(number=2)],
        round_number=1,
        absent=True,
        full_point=True,
        by=cast.bob,
    )
    finish(cast, start(cast, section, 1))
    for number in (2, 3, 4):
        finish(cast, start(cast, section, number))
    tournament = tournament_of(section)
    first = history(tournament)[2][0]
    assert (first.kind, first.points, first.won) == (Kind.BYE, tournament.points.win, True)
    assert all(verify(tournament, number).ok for number in range(1, 5))
    assert all(verify(section_as_file(section), number).ok for number in range(1, 5))
    for round_ in section.round_set.all():
        version = round_.versions.latest("number")
        rows = [(p["table"], p["first"], p["second"]) for p in version.pairs if p.get("second")]
        byes = [p["bye"] for p in version.pairs if p.get("bye")]
        outcome = verify_published(version.input, rows, byes, version.digest, allow_rematch=False)
        assert outcome.ok, outcome.differences
    # The bye was not for who had scored a win without playing.
    assert all(bye.number != 2 for bye in tournament.byes)


def test_a_full_point_bye_is_undone_and_other_systems_refuse_it(cast: Cast, entered: Cast) -> None:
    section = make(cast, 6, "fide-dutch", rounds=3)
    entry = section.entries.get(number=3)
    set_absence(entries=[entry], round_number=1, absent=True, full_point=True, by=cast.bob)
    assert Absence.objects.get(entry=entry).full_point
    last = JournalEntry.objects.filter(act="set_absence").latest("pk")
    undo(event=cast.event, entry=last.pk, reason="Mistaken", by=cast.bob)
    assert not Absence.objects.filter(entry=entry).exists()
    with pytest.raises(Refusal) as refused:
        set_absence(
            entries=[entry_of(entered, 1)], round_number=1, absent=True, full_point=True, by=entered.bob
        )
    assert refused.value.code == "full-byes-not-known"


def test_points_that_it_cannot_pair_are_refused_when_they_are_set(cast: Cast) -> None:
    section = make(cast, 6, "fide-dutch", rounds=3)
    with pytest.raises(Refusal) as refused:
        change_section(
            section=section,
            wanted={"points": {"win": "3", "draw": "2", "loss": "1"}},
            reason="As elsewhere",
            by=cast.alice,
        )
    assert refused.value.code == "points-of-dutch"


def test_who_is_lent_points_stays_as_round_one_had_it(cast: Cast) -> None:
    section = make(cast, 8, "fide-dutch", rounds=6, settings={"accelerated": True})
    assert section.options["acceleration"] == "baku"
    finish(cast, start(cast, section, 1))
    section = Section.objects.get(pk=section.pk)
    assert options_of(section).accelerated_to == 4
    tournament = tournament_of(section)
    more = replace(
        tournament,
        entries=(*tournament.entries, *(replace(tournament.entries[0], number=n) for n in (9, 10))),
    )
    assert pair(tournament, 2).pairs
    assert pair(more, 2).digest != pair(tournament, 2).digest
    assert more.options.accelerated_to == 4


def test_staff_ask_why_two_players_do_not_meet(cast: Cast) -> None:
    section = make(cast, 7, "fide-dutch", rounds=4)
    finish(cast, start(cast, section, 1))
    pair_round(round_=round_of(section, 2), by=cast.bob)
    compute()
    client = ValidClient()
    client.force_login(cast.bob)
    address = reverse("why_not", args=[cast.event.slug, section.slug, 2])

    def answered(**numbers: Any) -> str:
        answer = client.get(address, numbers)
        assert answer.status_code == 200
        return answer.content.decode()

    tournament = tournament_of(section)
    game = tournament.games[0]
    assert "in round 1 (C1)" in answered(player=game.first, other=game.second)
    assert "The chief" not in answered(player=1, other=0)
    assert "in round 1" not in answered()
    assert answered(player="x", other="y")
    desk = client.get(reverse("round_desk", args=[cast.event.slug, section.slug, 2])).content.decode()
    assert address in desk
