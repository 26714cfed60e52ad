"""Teams of a section: players whose ranks are added (WXC 6.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, TypedDict

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.common import changes, check_name
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.acts.register.person_input import tidy
from tournaments.acts.teams.line_ups import check_roster_reason
from tournaments.models import Entry, Federation, Match, Section, Team
from tournaments.policy import Act
from tournaments.queries.teams.team_matches import PUBLIC, matches_in, team_settings_of, teams_with_rosters
from tournaments.state.team_matches import MOST_RANK, MOST_STRENGTH, SHORT_NAME


class TeamAdded(TypedDict):
    team: int


class TeamRemoved(TypedDict):
    removed: int


class TeamDescribed(TypedDict):
    """``changed``: the fields that say something else now."""

    team: int
    changed: list[str]


class Ranked(TypedDict):
    """``ranked``: how many teams have another rank now."""

    ranked: int


class Placed(TypedDict):
    """``placed``: how many players changed teams."""

    placed: int


@act(on=SECTION, right=Act.SET_TEAMS, done=_("team created"))
def add_team(
    *,
    section: Section,
    name: Annotated[str, Field(longest=80, label=_("Team name"))],
    by: User,
    federation: Annotated[str, Field(longest=3)] = "",
    once: str = "",
) -> ActResult[TeamAdded]:
    """Add a team; ``federation``: its code, empty for none."""
    name = tidy(name)
    if not name:
        raise Refusal("team-needs-name", field="name")
    check_name("name", name, most=80)
    if section.teams.filter(name=name).exists():
        raise Refusal("team-name-taken", field="name", name=name)
    if federation and not Federation.objects.filter(code=federation).exists():
        raise Refusal("unknown-federation", field="federation", federation=federation)
    team = Team.objects.create(section=section, name=name, federation_id=federation or None)
    pages.section_changed(section)
    return ActResult({"team": team.pk}, after={"team": team.pk})


@act(on=SECTION, right=Act.SET_TEAMS, done=_("team deleted"))
def remove_team(*, section: Section, team: Id, by: User, once: str = "") -> ActResult[TeamRemoved]:
    """Only a team that has no players, and of which nothing is kept."""
    row = section.teams.filter(pk=team).first()
    if row is None:
        raise Refusal("no-such-team")
    if row.entries.exists():
        raise Refusal("team-has-players", field="team", count=row.entries.count())
    if Match.objects.filter(Q(first=row) | Q(second=row)).exists() or row.penalties.exists():
        raise Refusal("team-kept", field="team")
    row.delete()
    pages.section_changed(section)
    return ActResult({"removed": team}, before={"team": team})


@act(on=SECTION, right=Act.SET_TEAMS, done=_("details of a team saved"))
def describe_team(
    *,
    section: Section,
    team: Id,
    by: User,
    native_name: Annotated[str, Field(longest=80, label=_("Chinese name"))] = "",
    short_name: Annotated[
        str, Field(longest=SHORT_NAME, label=_("Short name"), help=_("Five characters at most."))
    ] = "",
    captain_name: Annotated[
        str, Field(longest=80, label=_("Captain's name"), help=_("On pages and papers."))
    ] = "",
    strength: Annotated[
        int | None,
        Field(
            least=0,
            most=MOST_STRENGTH,
            label=_("Strength"),
            help=_("Empty for the mean rating of its boards."),
        ),
    ] = None,
    once: str = "",
) -> ActResult[TeamDescribed]:
    """What else there is to say of a team. The journal names what was changed, not what it says (law 8)."""
    row = section.teams.filter(pk=team).first()
    if row is None:
        raise Refusal("no-such-team", field="team")
    names = {"native_name": native_name, "short_name": short_name, "captain_name": captain_name}
    wanted: dict[str, str | int | None] = {key: tidy(text) for key, text in names.items()}
    for key, text in names.items():
        check_name(key, tidy(text), most=SHORT_NAME if key == "short_name" else 80)
    wanted["strength"] = strength
    changed = [key for key, value in wanted.items() if getattr(row, key) != value]
    if not changed:
        return no_change({"team": team, "changed": []})
    for key in changed:
        setattr(row, key, wanted[key])
    row.save(update_fields=changed)
    pages.section_changed(section)
    return ActResult({"team": team, "changed": changed}, after={"team": team, "fields": changed})


@act(on=SECTION, right=Act.SET_TEAMS, done=_("ranks of teams at the last event set"))
def rank_teams(
    *,
    section: Section,
    ranks: Mapping[int, int | None],
    by: User,
    seen: Mapping[int, int | None] | None = None,
    once: str = "",
) -> ActResult[Ranked]:
    """Set the ranks of teams at the last event; None for none, ``seen``: as the person's page showed them."""
    if not section.of_teams:
        raise Refusal("no-team-matches")
    # The draw numbers the teams by these ranks where the upper half draws its opponents: afterwards they say
    # nothing.
    if section.lots_drawn_at:
        raise Refusal("teams-numbered")
    teams = {team.pk: team for team in section.teams.all()}
    if ranks.keys() - teams.keys():
        raise Refusal("no-such-team", field="team")
    if any(rank is not None and not 1 <= rank <= MOST_RANK for rank in ranks.values()):
        raise Refusal("last-rank-range", field="ranks", most=MOST_RANK)
    now = {key: team.last_rank for key, team in teams.items()}
    changed = changes(wanted=ranks, now=now, seen=seen)
    if not changed:
        return no_change({"ranked": 0})
    held = Counter(rank for rank in (now | changed).values() if rank is not None)
    if twice := [rank for rank, teams_with_it in held.items() if teams_with_it > 1]:
        raise Refusal("last-rank-twice", field="ranks", rank=min(twice))
    for key, rank in changed.items():
        teams[key].last_rank = rank
    Team.objects.bulk_update([teams[key] for key in changed], ["last_rank"], batch_size=500)
    pages.section_changed(section)
    return ActResult(
        {"ranked": len(changed)},
        before={"last_ranks": {str(key): now[key] for key in changed}},
        after={"last_ranks": {str(key): rank for key, rank in changed.items()}},
    )


@act(on=SECTION, right=Act.SET_TEAMS, name="set_teams", done=_("players assigned to teams"))
def place_in_teams(
    *,
    section: Section,
    teams: Annotated[Mapping[int, int | None], Field()],
    by: User,
    seen: Annotated[Mapping[int, int | None] | None, Field()] = None,
    reason: Reason = "",
    places: Annotated[Mapping[int, int] | None, Field()] = None,
    once: str = "",
) -> ActResult[Placed]:
    """Place entries in teams; ``teams``: by id of the entry the id of its team, None for none.

    ``seen``: the teams as the person's page showed them. ``places``: when a change is undone,
    `Entry.board_order` by entry."""
    entries = {entry.pk: entry for entry in section.entries.filter(pk__in=teams)}
    if len(entries) < len(teams):
        raise Refusal("no-such-entry", field="entries")
    team_ids = set(section.teams.values_list("pk", flat=True))
    if {team for team in teams.values() if team is not None} - team_ids:
        raise Refusal("no-such-team", field="team")
    now = {key: entry.team_id for key, entry in entries.items()}
    changed = [entries[key] for key in changes(wanted=teams, now=now, seen=seen)]
    if not changed:
        return no_change({"placed": 0})
    if section.of_teams:
        check_roster_reason(section, reason)
        _check_played(section, [entry for entry in changed if entry.team_id is not None])
    # Who changes teams comes last in the new one's roster.
    before: dict[str, dict[str, int | None]] = {"teams": {str(entry.pk): entry.team_id for entry in changed}}
    if held := {str(entry.pk): entry.board_order for entry in changed if entry.board_order is not None}:
        before["roster_places"] = {**held}
    stand = section.system == Section.System.SCHEVENINGEN and section.state == Section.State.RUNNING
    boards = _places(section) if stand else {}
    for entry in changed:
        entry.team_id, entry.board_order = teams[entry.pk], (places or {}).get(entry.pk)
    Entry.objects.bulk_update(changed, ["team", "board_order"], batch_size=500)
    if stand and any(now[: len(boards[team])] != boards[team] for team, now in _places(section).items()):
        raise Refusal("places-stand", field="team")
    # Pairing of players knows no teams, so drafts and rounds stay; frozen standings keep the teams of their
    # time.
    pages.section_changed(section)
    after = {str(entry.pk): entry.team_id for entry in changed}
    return ActResult({"placed": len(changed)}, before=before, after={"teams": after})


def _places(section: Section) -> dict[int, list[int]]:
    """By id of the team, the ids of the members at its boards, in the order of the roster."""
    boards = team_settings_of(section).boards
    return {
        team.pk: [entry.pk for entry in team.entries.all()][:boards] for team in teams_with_rosters(section)
    }


def _check_played(section: Section, leaving: Sequence[Entry]) -> None:
    """A member plays for one team only. Raises the `Refusal` ``member-played``."""
    public = section.round_set.filter(state__in=PUBLIC)
    numbers = {
        number
        for match in matches_in(public)
        for number in (*(match.first_line_up or ()), *(match.second_line_up or ()))
    }
    for entry in leaving:
        if entry.number in numbers:
            raise Refusal("member-played", field="team", player=entry.number, name=str(entry.team))
