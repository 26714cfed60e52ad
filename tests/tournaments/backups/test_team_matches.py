"""A section of team matches is carried whole: its matches, line-ups, penalties and rosters."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal import outbox
from portal.outbox import Job
from tests.cast import Cast
from tests.teams_world import captain_link, match_at, numbers, round_of, teams_playing, waiting_round
from tests.tournaments.backups.files import backup_of, restore
from tests.working import compute
from tournaments.acts.teams.line_ups import give_line_up, hand_in_line_up
from tournaments.acts.teams.team_matches import penalise_team
from tournaments.models import Event, LineUp, Match, Round, TeamPenalty

DAY = timedelta(days=1)


def stored_rows(event: Event) -> list[object]:
    """What teams have, without ids."""
    matches = Match.objects.filter(round__section__event=event).order_by("table")
    penalties = TeamPenalty.objects.filter(team__section__event=event)
    line_ups = LineUp.objects.filter(match__round__section__event=event)
    section = event.sections.get(slug="teams")
    boards = section.round_set.get(number=1).pairings.order_by("table")
    return [
        section.team_rules,
        list(matches.values_list("table", "first__name", "second__name", "first_line_up", "second_line_up")),
        list(penalties.values_list("team__name", "match_points", "board_points", "reason")),
        list(line_ups.values_list("match__table", "team__name", "version", "players", "reason")),
        list(boards.values_list("table", "match__table", "board")),
        list(section.entries.order_by("number").values_list("number", "board_order", "team__number")),
    ]


@pytest.mark.slow
def test_a_section_of_team_matches_is_restored_as_it_was(cast: Cast) -> None:
    round_ = teams_playing(cast)
    match = match_at(round_)
    ours = numbers(match.first)
    arguments: dict[str, Any] = {"round_": round_, "match": 1, "team": match.first_id, "by": cast.carol}
    give_line_up(players=[ours[0], ours[3], ours[2]], reason="ill", **arguments)
    penalise_team(section=round_.section, team=match.first_id, match_points="-1", reason="late", by=cast.bob)
    again = restore(backup_of(cast.event), "again", cast.admin)
    assert stored_rows(again) == stored_rows(cast.event)
    assert len(stored_rows(again)[3]) == len(stored_rows(again)[2]) == 1


@pytest.mark.slow
def test_a_round_that_waits_for_line_ups_goes_on_waiting_where_it_is_restored(cast: Cast) -> None:
    round_ = waiting_round(cast)
    team = match_at(round_).first
    players = [numbers(team)[place] for place in (3, 1, 0)]
    hand_in_line_up(round_=round_, team=team.pk, players=players, by=captain_link(team))
    again = restore(backup_of(cast.event), "again", cast.admin)
    copy = round_of(again.sections.get(slug="teams"), 1)
    assert not match_at(copy).is_seated
    assert LineUp.objects.get(match__round=copy).players == players
    assert outbox.pending(f"reveal:round:{copy.pk}") is not None
    Round.objects.filter(pk=copy.pk).update(starts_at=timezone.now(), published_at=timezone.now() - DAY)
    Job.objects.filter(key=f"reveal:round:{copy.pk}").update(due_at=timezone.now())
    compute()
    match = match_at(copy)
    assert players in (match.first_line_up, match.second_line_up)
