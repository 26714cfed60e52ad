"""Answer the teams of a section, ranked by their players, or meeting teams with rosters and matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from portal.published.documents import component, extended
from tournaments.models import Entry, Section, Team
from tournaments.queries.public import public_parts
from tournaments.queries.public.public import Framed, PartOfTable, PublicPerson, framing, person, section_of
from tournaments.queries.public.public_matches import TeamRoster, team_rosters
from tournaments.queries.public.public_parts import (
    PlacesPage,
    place,
    places_page,
    ranges,
    rows_of_part,
    rows_with_parts,
    table_part,
)
from tournaments.queries.public.public_state import PublicSnapshot


@component("Member")
@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMember(PublicPerson):
    rank: Annotated[int | None, _("In the individual standings; null before there are any.")]
    counted: Annotated[bool, _("Whether this rank counts (WXC 6.2).")]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedTeam:
    rank: Annotated[int | None, _("null if the team has too few players.")]
    team: str
    native_team: Annotated[str, _("In Chinese; may be empty.")]
    federation: Annotated[str | None, _("Three-letter code.")]
    sum: int | None
    members: Sequence[TeamMember]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamsPage(Framed):
    after: Annotated[int | None, _("The round of the standings; null before there are any.")]
    counted: Annotated[int, _("How many players' ranks are added.")]
    teams: Annotated[Sequence[RankedTeam], _("Ranked by their players; empty where teams meet teams.")]
    rosters: Annotated[Sequence[TeamRoster], _("Of teams that meet teams; else empty.")]
    part: PartOfTable = None


def teams(key: int, moment: PublicSnapshot) -> TeamsPage:
    """Answer the teams by rank in the newest standings, then by name; five queries more than the frame."""
    section = section_of(key)
    after = max(moment.standings_after(section), default=None)
    frozen = moment.standing(section, after)[1] if after else {"rows": [], "teams": []}
    if section.of_teams:
        rows = team_rosters(section, frozen, list(moment.rounds(section)))
        return TeamsPage(**framing(section, moment), after=after, counted=0, teams=[], rosters=rows)
    ranks = {row["number"]: row["rank"] for row in frozen["rows"]}
    ranked = {row["team"]: row for row in frozen["teams"]}
    members: dict[int, list[Entry]] = defaultdict(list)
    for entry in section.entries.filter(team__isnull=False).select_related("player").order_by("number", "pk"):
        members[entry.team_id or 0].append(entry)
    ranked_teams = [
        _team(section, team, members[team.pk], ranked.get(team.name, {}), ranks)
        for team in section.teams.order_by("name")
    ]
    return TeamsPage(
        **framing(section, moment),
        after=after,
        counted=section.counted_players,
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
    window = rows_of_part(part.number, size)
    return replace(whole, part=part, teams=whole.teams[window], rosters=whole.rosters[window])


def _size(whole: TeamsPage) -> int:
    """Teams of one part."""
    return public_parts.ROWS // 2 if whole.rosters else public_parts.ROWS


@rows_with_parts.register
def _in_teams(whole: TeamsPage) -> PlacesPage:
    """Everybody who has a number, in the part with the team."""
    size = _size(whole)
    members: list[Sequence[PublicPerson]] = [roster.members for roster in whole.rosters]
    members += [roster.members for roster in whole.teams]
    places = [
        place(who, index // size + 1, "entered")
        for index, people in enumerate(members)
        for who in people
        if who.number
    ]
    return places_page(whole, places)


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
            TeamMember,
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
        members=sorted(members, key=lambda member: (member.rank is None, member.rank or 0)),
    )
