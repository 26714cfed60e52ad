"""The places of a later stage are filled: who has qualified gets an entry and a number, teams as well."""

from __future__ import annotations

from collections.abc import Sequence

from portal.policy import Refusal
from tournaments.acts.teams._team_lots import check_teams, number_members
from tournaments.exchange.pair_rules import carried_match_row, carried_row
from tournaments.models import Entry, Section, Team
from tournaments.queries.stages import StagePlace, carried_matches, carried_results, identity, stage_places
from tournaments.queries.teams.team_matches import teams_with_rosters

BEGUN = {"not-over": "source-open", "tied": "source-tied"}


def take_places(section: Section) -> dict[int, int]:
    """Number those who come from earlier stages, in the order of the places; the numbers by entry, or by
    team where teams meet."""
    places = stage_places(section)
    in_place: list[int] = []
    taken: set[object] = set()
    for row in places:
        if row.is_open:
            code = BEGUN.get(row.is_open, "source-gone")
            raise Refusal(code, place=row.place, source=row.words)
        if row.entrant is None:
            in_place.append(0)
            continue
        key = identity(row.entrant)
        if key in taken:
            raise Refusal("comes-twice", place=row.place, source=row.words)
        taken.add(key)
        # The section keeps a number for each place: 0 where it stays empty.
        in_place.append(len(taken))
    numbers = _take_teams(section, places) if section.of_teams else _take_players(section, places)
    section.options = {**section.options, "places": in_place}
    return numbers


def _take_players(section: Section, places: Sequence[StagePlace]) -> dict[int, int]:
    entrants = [row.entrant for row in places if isinstance(row.entrant, Entry)]
    here = {entry.player_id: entry for entry in section.entries.all()}
    new: list[Entry] = []
    for number, entrant in enumerate(entrants, 1):
        entry = here.get(entrant.player_id)
        # Who had entered here already keeps that entry.
        if entry is None:
            entry = Entry(section=section, player=entrant.player, rating=entrant.rating)
            new.append(entry)
        entry.number = number
        # Whoever comes from a stage that was played is here.
        if entry.status == Entry.Status.ENTERED:
            entry.status = Entry.Status.CHECKED_IN
        here[entrant.player_id] = entry
    Entry.objects.bulk_update(
        [entry for entry in here.values() if entry.number and entry.pk], ["number", "status"], batch_size=500
    )
    Entry.objects.bulk_create(new, batch_size=500)
    numbers = {
        (entrant.section_id, entrant.number or 0): here[entrant.player_id].number or 0 for entrant in entrants
    }
    if carried := [carried_row(row) for row in carried_results(section, numbers)]:
        section.options = {**section.options, "carried": carried}
    return {entry.pk: entry.number for entry in here.values() if entry.number}


def _take_teams(section: Section, places: Sequence[StagePlace]) -> dict[int, int]:
    """Each with its members as they stood at the end of the stage whence it comes."""
    here = {team.name: team for team in section.teams.all()}
    entries = {entry.player_id: entry for entry in section.entries.all()}
    entrants = [row.entrant for row in places if isinstance(row.entrant, Team)]
    for number, entrant in enumerate(entrants, 1):
        # Which is here already keeps its captain and its link.
        team = here.get(entrant.name) or copy_team(entrant, section)
        team.number = number
        team.save()
        # Members who are here in the team alone follow behind it.
        team.entries.update(board_order=None)
        copy_members(entrant, team, entries)
    teams = [team for team in teams_with_rosters(section) if team.number]
    check_teams(section, teams)
    number_members(section, teams)
    numbers = {(team.section_id, team.number or 0): number for number, team in enumerate(entrants, 1)}
    if carried := [carried_match_row(row) for row in carried_matches(section, numbers)]:
        section.options = {**section.options, "carried_matches": carried}
    return {team.pk: team.number or 0 for team in teams}


def copy_team(team: Team, section: Section) -> Team:
    """Make the same team in another section, without members yet."""
    return Team.objects.create(
        section=section,
        name=team.name,
        native_name=team.native_name,
        short_name=team.short_name,
        captain_name=team.captain_name,
        captain=team.captain,
        strength=team.strength,
        federation=team.federation,
        last_rank=team.last_rank,
    )


def copy_members(former: Team, team: Team, here: dict[int, Entry]) -> None:
    """Seat the members of a team of another section in its copy, in their order; who has withdrawn leaves
    it. ``here``: the entries of the copy's section by player, with those that are made."""
    for place, member in enumerate(former.entries.all(), 1):
        entry = here.setdefault(
            member.player_id, Entry(section=team.section, player=member.player, rating=member.rating)
        )
        stays = member.status != Entry.Status.WITHDRAWN
        entry.team, entry.board_order = (team, place) if stays else (None, None)
        entry.save()
