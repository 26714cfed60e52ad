"""Rankings of teams at earlier events, and which players of a section would come into which group by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q

from tournaments.exchange.ratings.rating_matches import matching_name_key
from tournaments.models import Entry, Section, Standing, Team
from tournaments.queries.public.public_state import TAKEN_BACK, with_sections_back
from tournaments.state.draw_groups import UnrankedGroup, draw_groups

MOST_OFFERED: Final = 200


@dataclass(frozen=True, slots=True)
class EarlierTeam:
    """A team of the earlier event; ``keys``: its names, to be found by; ``federation``: its code, empty where
    it has none."""

    rank: int
    name: str
    keys: frozenset[str]
    federation: str


@dataclass(frozen=True, slots=True)
class Grouped:
    """A player with the team whose rank counts, None where there is none, and the group."""

    entry: Entry
    team: EarlierTeam | None
    group: int


def earlier_rankings(section: Section) -> list[Section]:
    """List finished sections of other events whose teams were ranked, the newest first; one query."""
    ranked = Q(standings__data__teams__0__isnull=False) | Q(
        standings__data__team_table__rows__0__isnull=False
    )
    sections = Section.objects.filter(
        ranked, state=Section.State.FINISHED, game=section.game, event__listed=True
    ).exclude(event=section.event_id)
    # Everybody sees them: a draw must not tell what was taken back.
    public = with_sections_back(sections.distinct()).filter(**{TAKEN_BACK: False})
    return list(public.select_related("event").order_by("-event__starts", "-pk")[:MOST_OFFERED])


def ranked_teams(source: Section) -> list[EarlierTeam]:
    """The teams of a section by the last standings that were frozen, the best first. Two queries."""
    last = Standing.objects.filter(section=source).order_by("-after_round", "-version").first()
    if last is None:
        return []
    teams = list(source.teams.all())
    if source.of_teams:
        by_number = {team.number: team for team in teams}
        ranks = [(row["rank"], by_number[row["team"]].name) for row in last.data["team_table"]["rows"]]
    else:
        ranks = [(row["rank"], row["team"]) for row in last.data["teams"]]
    by_name = {team.name: team for team in teams}
    return [_ranked(rank, name, by_name.get(name)) for rank, name in sorted(ranks)]


def _ranked(rank: int, name: str, team: Team | None) -> EarlierTeam:
    names = [name, team.native_name if team else ""]
    keys = frozenset(key for key in map(matching_name_key, names) if key)
    return EarlierTeam(rank, name, keys, (team.federation_id or "") if team else "")


def ranked_groups(section: Section, source: Section, others: UnrankedGroup) -> list[Grouped]:
    """Group who plays the section as the ranking says; four queries."""
    teams = ranked_teams(source)
    by_name = {key: team for team in teams for key in team.keys}
    sent = Counter(team.federation for team in teams)
    # A player's team is known by its name, else by its or the player's federation, where that sent one team.
    by_federation = {
        team.federation: team for team in teams if team.federation and sent[team.federation] == 1
    }
    entries = section.entries.exclude(status=Entry.Status.WITHDRAWN).select_related("player", "team")
    team_of = {
        entry.pk: _team_of(entry, by_name, by_federation)
        for entry in entries.order_by("player__federation_id", "player__name", "pk")
    }
    groups = draw_groups({key: team.rank if team else None for key, team in team_of.items()}, others)
    by_key = {entry.pk: entry for entry in entries}
    return [Grouped(by_key[key], team, groups[key]) for key, team in team_of.items()]


def _team_of(
    entry: Entry, by_name: Mapping[str, EarlierTeam], by_federation: Mapping[str, EarlierTeam]
) -> EarlierTeam | None:
    if entry.team is not None:
        for name in (entry.team.name, entry.team.native_name):
            if team := by_name.get(matching_name_key(name)):
                return team
    federation: Any = entry.player.federation_id
    if entry.team is not None and entry.team.federation_id:
        federation = entry.team.federation_id
    return by_federation.get(federation)
