"""The teams of a section, ranked by the ranks of their players; or teams that meet teams, with their rosters
and matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from portal.published.documents import extended
from tournaments.models import Entry, Section, Team
from tournaments.queries import public_parts
from tournaments.queries.public import Framed, PartOfTable, Person, framing, person, section_of
from tournaments.queries.public_matches import TeamRoster, team_rosters
from tournaments.queries.public_parts import (
    PlacesPage,
    place,
    places,
    places_page,
    ranges,
    rows_of,
    table_part,
)
from tournaments.queries.public_state import Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Member(Person):
    rank: Annotated[int | None, _("In the individual standings; null before there are any.")]
    counted: Annotated[bool, _("Whether this rank counts (WXC 6.2).")]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedTeam:
    rank: Annotated[int | None, _("null if the team has too few players.")]
    team: str
    native_team: Annotated[str, _("In Chinese; may be empty.")]
    federation: Annotated[str | None, _("Three-letter code.")]
    sum: int | None
    members: Sequence[Member]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamsPage(Framed):
    after: Annotated[int | None, _("The round of the standings; null before there are any.")]
    counted: Annotated[int, _("How many players' ranks are added.")]
    teams: Annotated[Sequence[RankedTeam], _("Ranked by their players; empty where teams meet teams.")]
    rosters: Annotated[Sequence[TeamRoster], _("Of teams that meet teams; else empty.")]
    part: PartOfTable = None


def teams(key: int, moment: Moment) -> TeamsPage:
    """The teams by rank in the newest frozen standings, then by name; members by individual rank, then by
    number. Five queries more than the frame for any number."""
    found = section_of(key)
    after = max(moment.standings_after(found), default=None)
    frozen = moment.standing(found, after)[1] if after else {"rows": [], "teams": []}
    if found.of_teams:
        rows = team_rosters(found, frozen, list(moment.rounds(found)))
        return TeamsPage(**framing(found, moment), after=after, counted=0, teams=[], rosters=rows)
    ranks = {row["number"]: row["rank"] for row in frozen["rows"]}
    ranked = {row["team"]: row for row in frozen["teams"]}
    members: dict[int, list[Entry]] = defaultdict(list)
    for entry in found.entries.filter(team__isnull=False).select_related("player").order_by("number", "pk"):
        members[entry.team_id or 0].append(entry)
    ranked_teams = [
        _team(found, team, members[team.pk], ranked.get(team.name, {}), ranks)
        for team in found.teams.order_by("name")
    ]
    return TeamsPage(
        **framing(found, moment),
        after=after,
        counted=found.counted_players,
        teams=sorted(ranked_teams, key=lambda team: team.rank or len(ranked_teams) + 1),
        rosters=[],
    )


def cut_teams(whole: TeamsPage, number: int) -> TeamsPage:
    """So many teams; of those that meet teams half as many, with their rosters and matches."""
    size = _size(whole)
    rows = max(len(whole.rosters), len(whole.teams))
    part = table_part(number, rows, ranges(rows, size), f"{whole.section.url}/teams")
    if part is None:
        return whole
    shown = rows_of(part.number, size)
    return replace(whole, part=part, teams=whole.teams[shown], rosters=whole.rosters[shown])


def _size(whole: TeamsPage) -> int:
    """Teams of one part."""
    return public_parts.ROWS // 2 if whole.rosters else public_parts.ROWS


@places.register
def _in_teams(whole: TeamsPage) -> PlacesPage:
    """Everybody who has a number, in the part with the team."""
    size = _size(whole)
    members: list[Sequence[Person]] = [one.members for one in whole.rosters]
    members += [one.members for one in whole.teams]
    found = [
        place(who, index // size + 1, "entered")
        for index, people in enumerate(members)
        for who in people
        if who.number
    ]
    return places_page(whole, found)


def _team(
    section: Section,
    team: Team,
    entries: list[Entry],
    frozen: Mapping[str, Any],
    ranks: Mapping[int, int],
) -> RankedTeam:
    counted = set(frozen.get("members", ()))
    members = [
        extended(
            Member,
            person(entry, section.namesakes, titled=section.event.titles_shown),
            rank=ranks.get(entry.number or 0),
            # A team of too few players adds nothing up (WXC 6.2 (2)).
            counted=frozen.get("rank") is not None and entry.number in counted,
        )
        for entry in entries
    ]
    return RankedTeam(
        rank=frozen.get("rank"),
        team=team.name,
        native_team=team.native_name,
        federation=team.federation_id or None,
        sum=frozen.get("sum"),
        members=sorted(members, key=lambda one: (one.rank is None, one.rank or 0)),
    )
