"""The lots of a section of team matches: teams draw them, and players are numbered by team."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from portal.policy import Refusal
from tournaments.models import Entry, Section, Team
from tournaments.pairing.scheveningen import TEAMS
from tournaments.queries.recommended_rounds import most_rounds
from tournaments.queries.teams.team_matches import team_settings_of, teams_with_rosters
from tournaments.state.lots import LotTicket, number_by_lot


def teams_to_number(section: Section) -> list[Team]:
    """List the teams that take part, as `check_teams` lets them."""
    teams = [team for team in teams_with_rosters(section) if team.withdrawn_after is None]
    check_teams(section, teams)
    return teams


def check_teams(section: Section, teams: Sequence[Team]) -> None:
    """Raise the `Refusal` of teams that are too few, or have too few or too many members who have not
    withdrawn."""
    settings = team_settings_of(section)
    if len(teams) < 2:
        raise Refusal("too-few-teams", count=len(teams))
    if section.system == Section.System.SCHEVENINGEN and len(teams) != TEAMS:
        raise Refusal("two-teams", count=len(teams))
    for team in teams:
        members = [entry for entry in team.entries.all() if entry.status != Entry.Status.WITHDRAWN]
        least = settings.line_ups().needed
        if len(members) < least:
            raise Refusal("team-too-small", name=team.name, count=len(members), least=least)
        if len(members) > settings.most_members:
            raise Refusal("team-too-large", name=team.name, count=len(members), most=settings.most_members)
    most = most_rounds(len(teams))
    if section.is_swiss and section.rounds > most:
        raise Refusal("too-few-teams-for-rounds", count=len(teams), rounds=section.rounds, most=most)


def number_teams(section: Section, teams: list[Team]) -> dict[int, int]:
    """Number the teams by lot, and everybody in them; return the teams' numbers by their ids."""
    tickets = [LotTicket(team.pk, team.name, team.federation_id or "") for team in teams]
    numbers = number_by_lot(tickets, section.seed, two_groups=False)
    settings = team_settings_of(section)
    # Where the upper half draws its first opponents, teams are numbered by their ranks at the last event; who
    # has none follows by rating, those with equal ones by lot.
    if settings.first_round:
        ranked = sorted(
            teams,
            key=lambda team: (
                team.last_rank is None,
                team.last_rank or -strength_of(team, settings.boards),
                numbers[team.pk],
            ),
        )
        numbers = {team.pk: place for place, team in enumerate(ranked, 1)}
    for team in teams:
        team.number = numbers[team.pk]
    Team.objects.bulk_update(teams, ["number"], batch_size=500)
    in_teams = number_members(section, teams)
    # Then who is in none.
    others = list(section.entries.exclude(status=Entry.Status.WITHDRAWN).exclude(pk__in=in_teams))
    _number(others, start=len(in_teams) + 1)
    return numbers


def number_members(section: Section, teams: Sequence[Team]) -> list[int]:
    """Number those in numbered teams, team by team in the order of the rosters; return their ids."""
    staying = section.entries.exclude(status=Entry.Status.WITHDRAWN)
    members = {entry.pk: entry for entry in staying}
    order = [
        entry.pk
        for team in sorted(teams, key=lambda team: team.number or 0)
        for entry in team.entries.all()
        if entry.pk in members
    ]
    _number([members[key] for key in order], start=1)
    return order


def _number(entries: Sequence[Entry], *, start: int) -> None:
    for number, entry in enumerate(entries, start):
        entry.number = number
    Entry.objects.bulk_update(entries, ["number"], batch_size=500)


def strength_of(team: Team, boards: int) -> Fraction:
    """What is typed, or the mean rating of those at its boards; who has none counts as 0."""
    if team.strength is not None:
        return Fraction(team.strength)
    staying = [entry for entry in team.entries.all() if entry.status != Entry.Status.WITHDRAWN][:boards]
    ratings = [entry.player.rating if entry.rating is None else entry.rating for entry in staying]
    return Fraction(sum(rating or 0 for rating in ratings), len(staying) or 1)
