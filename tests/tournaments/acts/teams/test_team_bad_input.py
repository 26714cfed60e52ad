"""What people get wrong with teams: each is answered by one clear sentence, and nothing is changed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal.policy import Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.teams_world import (
    captain_link,
    drawn_teams,
    match_at,
    numbers,
    round_of,
    teams_playing,
    waiting_round,
)
from tests.waiting import waiting_in
from tournaments.acts.entering.players import enter_player
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.teams.line_ups import hand_in_line_up
from tournaments.acts.teams.team_matches import forfeit_match, withdraw_team
from tournaments.acts.teams.teams import place_in_teams
from tournaments.models import Entry, LineUp, Round, Section, Team
from tournaments.queries.tables import entry_namer
from tournaments.todo import about
from tournaments.wording.refusals import refusal_sentence


@pytest.fixture
@remembered
def waiting(cast: Cast) -> Round:
    """Line-ups in the order of the roster, until half an hour before the round."""
    return waiting_round(cast, settings={"team_order": "fixed"})


def refusal_text(do: Callable[[], Any], section: Section) -> str:
    """The sentence of the refusal."""
    with pytest.raises(Refusal) as refusal:
        do()
    return refusal_sentence(refusal.value.code, refusal.value.params, entry_namer(section))


def hand_in(round_: Round, team: Team, *players: int | None) -> None:
    collected = [player or 0 for player in players]
    link = captain_link(team)
    hand_in_line_up(round_=round_of(round_.section, 1), team=team.pk, players=collected, by=link)


def gone(section: Section) -> list[str]:
    """What the desk is told of teams that have left."""
    needs = waiting_in(about(round_of(section, 1)))
    return [need.text for need in needs if need.kind == "team-gone"]


@pytest.mark.slow
def test_a_line_up_that_cannot_be(waiting: Round) -> None:
    section, match = waiting.section, match_at(waiting)
    assert match.second is not None
    first_one, two, three, four = numbers(match.first)
    stranger = numbers(match.second)[0]
    name = entry_namer(section)
    wrong: list[tuple[tuple[int | None, ...], str]] = [
        ((first_one, first_one, two), f"{name(first_one)} sits at board 1 already, not at board 2 as well."),
        (
            (first_one, three, two),
            f"The order is fixed: {name(two)} is above {name(three)} in the roster and cannot sit below, "
            "at board 3.",
        ),
        ((first_one, None, three), "Board 2 is empty above a filled one. Empty boards come last."),
        ((first_one, stranger, three), f"{name(stranger)} is not in this team and cannot sit at board 2."),
        ((first_one, None, None), "A team must field at least 2 players; this line-up has 1."),
        ((first_one, two), "A line-up names 3 boards, not 2."),
    ]
    for players, sentence in wrong:
        assert refusal_text(lambda: hand_in(waiting, match.first, *players), section) == sentence  # noqa: B023
    assert not LineUp.objects.exists()
    hand_in(waiting, match.first, first_one, three, four)


def test_a_line_up_after_the_deadline(waiting: Round) -> None:
    team = match_at(waiting).first
    now = timezone.now()
    times = {"starts_at": now + timedelta(minutes=20), "published_at": now - timedelta(hours=2)}
    Round.objects.filter(pk=waiting.pk).update(**times)
    sentence = refusal_text(lambda: hand_in(waiting, team, *numbers(team)[:3]), waiting.section)
    assert sentence.startswith("The deadline was ")
    assert sentence.endswith(": this line-up comes too late. Go to a referee.")


@pytest.mark.slow
def test_a_player_in_two_teams(cast: Cast) -> None:
    round_ = teams_playing(cast)
    section = round_.section
    team, other = (section.teams.get(number=number) for number in (1, 2))
    player = Entry.objects.get(section=section, number=numbers(team)[0])
    moved = {player.pk: other.pk}
    sentence = refusal_text(lambda: place_in_teams(section=section, teams=moved, by=cast.alice), section)
    name = entry_namer(section)(player.number or 0)
    assert sentence == (
        f"{name} has played for the team {team.name} in this section and cannot leave it for another one."
    )
    person = PersonInput(name=player.player.name, federation=player.player.federation_id, team=other.name)
    twice = refusal_text(lambda: enter_player(section=section, person=person, by=cast.alice), section)
    assert twice.endswith("is already entered in this section.")


def test_a_team_that_leaves_with_its_match_published(cast: Cast, waiting: Round) -> None:
    section, match = waiting.section, match_at(waiting)
    withdraw_team(section=section, team=match.first_id, reason="ill", by=cast.bob)
    line = f"{match.first.name} has withdrawn: decide how match 1 is lost"
    assert gone(section) == [line]
    team = section.teams.get(pk=match.first_id)
    sentence = refusal_text(lambda: hand_in(waiting, team, *numbers(team)[:3]), section)
    assert sentence == f"The team {team.name} has already withdrawn."
    forfeit_match(round_=round_of(section, 1), match=1, lost_by="first", reason="left", by=cast.bob)
    assert gone(section) == []


def test_nobody_is_told_of_a_team_that_left_before_the_round(cast: Cast) -> None:
    section = drawn_teams(cast)
    team = section.teams.get(number=1)
    withdraw_team(section=section, team=team.pk, reason="ill", by=cast.bob)
    assert gone(section) == []
