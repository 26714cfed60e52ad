"""The teams of a section in the round that is on: whose line-up is in, and what each match stands at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Section, Team
from tournaments.queries.teams.desk_matches import MatchRow, match_rows
from tournaments.queries.teams.line_ups import STILL_ON
from tournaments.text.name_search import fits_query, name_search_key


@dataclass(frozen=True, slots=True)
class TeamMatchNow:
    """Hold a team's match; ``score``: its own points first, ``line_up``: None where none is waited for."""

    match: int
    score: str = ""
    line_up: bool | None = None


@dataclass(frozen=True, slots=True)
class TeamsNow:
    """Hold the newest public round that is on, by team; ``until``: the next line-up is due."""

    round: int
    by_team: Mapping[int, TeamMatchNow]
    until: str = ""

    @property
    def missing(self) -> frozenset[int]:
        """The teams whose line-up is waited for."""
        return frozenset(team for team, match in self.by_team.items() if match.line_up is False)

    @property
    def waited_for(self) -> int:
        return sum(match.line_up is not None for match in self.by_team.values())

    @property
    def handed_in(self) -> int:
        return self.waited_for - len(self.missing)


def teams_now(section: Section) -> TeamsNow | None:
    """None where no round is on. As many queries for any number of teams, none where players meet players."""
    if not section.of_teams:
        return None
    rounds = section.round_set.filter(state__in=STILL_ON).select_related("section__event")
    newest = rounds.order_by("-number").first()
    if newest is None:
        return None
    rows = match_rows(newest)
    due = [row.waiting.until for row in rows if row.waiting and row.waiting.missing and row.waiting.until]
    by_team = {key: now for row in rows for key, now in _sides(row)}
    return TeamsNow(newest.number, by_team, min(due).isoformat() if due else "")


def _sides(row: MatchRow) -> list[tuple[int, TeamMatchNow]]:
    """Of a team without an opponent there is nothing to tell."""
    if row.score is None or row.match.second_id is None or row.match.table is None:
        return []
    line_ups = {side.team.pk: side.at is not None for side in row.waiting.sides} if row.waiting else {}
    return [
        (
            team,
            TeamMatchNow(
                row.match.table, f"{score.first} : {score.second}" if score.done else "", line_ups.get(team)
            ),
        )
        for team, score in ((row.match.first_id, row.score), (row.match.second_id, row.score.turned))
    ]


def team_fits(team: Team, words: str) -> bool:
    """Tell whether each of ``words`` is in a name of the team or a member, its number or federation."""
    players = [entry.player for entry in team.entries.all()]
    names = [team.name, team.native_name, *(name for p in players for name in (p.name, p.native_name))]
    return all(
        fits_query(name_search_key(*names), word)
        or word.upper() == team.federation_id
        or word == str(team.number)
        for word in words.split()
    )
