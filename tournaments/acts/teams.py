"""Teams of a section: players whose ranks are added (WXC 6.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypedDict

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.fields import Field
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.arguments import Id
from tournaments.acts.common import changes, check_name
from tournaments.acts.entering import tidy
from tournaments.acts.frame import SECTION, Done, act, unchanged
from tournaments.models import Entry, Federation, Match, Section, Team
from tournaments.policy import Act


class TeamAdded(TypedDict):
    team: int


class TeamRemoved(TypedDict):
    removed: int


class Placed(TypedDict):
    """``placed``: how many players changed teams."""

    placed: int


@act(on=SECTION, right=Act.SET_TEAMS, done=_("team created"))
def add_team(
    *,
    section: Section,
    name: Annotated[str, Field(longest=80, label=_("Team name"))],
    by: User,
    federation: str = "",
    once: str = "",
) -> Done[TeamAdded]:
    """``federation``: its code, empty for none. Entries and lists that name a team which is not there yet
    make it as well.

    Refusals: ``team-needs-name``, ``team-name-taken``, ``name-too-long``, ``name-not-printable``,
    ``name-invisible``, ``unknown-federation``, ``section-over``.
    """
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
    return Done({"team": team.pk}, after={"team": team.pk})


@act(on=SECTION, right=Act.SET_TEAMS, done=_("team deleted"))
def remove_team(*, section: Section, team: Id, by: User, once: str = "") -> Done[TeamRemoved]:
    """Only a team that has no players, and of which nothing is kept. Refusals: ``no-such-team``,
    ``team-has-players``, ``team-kept`` (it was in a match, or penalised), ``section-over``."""
    found = section.teams.filter(pk=team).first()
    if found is None:
        raise Refusal("no-such-team")
    if found.entries.exists():
        raise Refusal("team-has-players", field="team", count=found.entries.count())
    if Match.objects.filter(Q(first=found) | Q(second=found)).exists() or found.penalties.exists():
        raise Refusal("team-kept", field="team")
    found.delete()
    pages.section_changed(section)
    return Done({"removed": team}, before={"team": team})


@act(on=SECTION, right=Act.SET_TEAMS, name="set_teams", done=_("players assigned to teams"))
def place_in_teams(
    *,
    section: Section,
    teams: Mapping[int, int | None],
    by: User,
    seen: Mapping[int, int | None] | None = None,
    once: str = "",
) -> Done[Placed]:
    """``teams``: by id of the entry the id of its team, None for none. Pairing knows no teams: drafts and
    published rounds stay as they are. Frozen standings keep the teams with which they were frozen. ``seen``:
    the teams as the person's page showed them.

    Refusals: ``no-such-entry``, ``no-such-team``, ``section-over``; `Conflict` ``changed-meanwhile``, by id
    of the entry.
    """
    entries = {entry.pk: entry for entry in section.entries.filter(pk__in=teams)}
    if len(entries) < len(teams):
        raise Refusal("no-such-entry", field="entries")
    known = set(section.teams.values_list("pk", flat=True))
    if {team for team in teams.values() if team is not None} - known:
        raise Refusal("no-such-team", field="team")
    now = {key: entry.team_id for key, entry in entries.items()}
    changed = [entries[key] for key in changes(wanted=teams, now=now, seen=seen)]
    if not changed:
        return unchanged({"placed": 0})
    before = {str(entry.pk): entry.team_id for entry in changed}
    for entry in changed:
        entry.team_id = teams[entry.pk]
    Entry.objects.bulk_update(changed, ["team"], batch_size=500)
    pages.section_changed(section)
    after = {str(entry.pk): entry.team_id for entry in changed}
    return Done({"placed": len(changed)}, before={"teams": before}, after={"teams": after})
