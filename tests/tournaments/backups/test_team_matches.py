"""A section of team matches is carried whole: its matches, line-ups, penalties and rosters."""

from __future__ import annotations

from typing import Any

from tests.cast import Cast
from tests.teams_world import match_at, numbers, teams_playing
from tests.tournaments.backups.files import backup_of, restore
from tournaments.acts.team_matches import give_line_up, penalise_team
from tournaments.models import Event, LineUp, Match, TeamPenalty


def kept(event: Event) -> list[object]:
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


def test_a_section_of_team_matches_is_restored_as_it_was(cast: Cast) -> None:
    round_ = teams_playing(cast)
    match = match_at(round_)
    ours = numbers(match.first)
    asked: dict[str, Any] = {"round_": round_, "match": 1, "team": match.first_id, "by": cast.carol}
    give_line_up(players=[ours[0], ours[3], ours[2]], reason="ill", **asked)
    penalise_team(section=round_.section, team=match.first_id, match_points="-1", reason="late", by=cast.bob)
    again = restore(backup_of(cast.event), "again", cast.admin)
    assert kept(again) == kept(cast.event)
    assert len(kept(again)[3]) == len(kept(again)[2]) == 1
