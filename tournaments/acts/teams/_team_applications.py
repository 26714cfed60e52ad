"""What a captain applies with: a team and its players in the order of the boards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from portal.policy import Refusal
from tournaments.acts.common import check_latin, check_name
from tournaments.acts.entering.write_entries import (
    NAME_LENGTH,
    NUMBERS,
    PersonInput,
    check_grades,
    check_person,
    tidy,
)
from tournaments.models import Application, Entry, Section, Team
from tournaments.queries.teams.team_matches import team_settings_of
from tournaments.state.applications import PARTICULARS, FieldLevel, member_field, missing
from tournaments.state.lots import canonical
from tournaments.state.numbers import example_of_form

Member = Mapping[str, Any]
"""``name`` and particulars, as `Application.members` keeps them."""


def people_of(application: Application) -> list[PersonInput]:
    """Whom it enters: one player, or those of a team in the order of the boards."""
    federation = application.federation_id
    if not application.members:
        return [PersonInput(name=application.name, federation=federation, **application.particulars)]
    team = application.name
    return [PersonInput(federation=federation, team=team, **member) for member in application.members]


def tidy_members(members: Sequence[Member], wanted: Collection[str]) -> list[dict[str, Any]]:
    """What is kept of them: the name and what is asked; what stands behind the last of them is none."""
    tidied = [
        {
            "name": tidy(member.get("name", "")),
            **{
                name: value
                for name, value in member.items()
                if name in wanted and name in PARTICULARS and value not in (None, "")
            },
        }
        for member in members
    ]
    while tidied and tidied[-1] == {"name": ""}:
        tidied.pop()
    return tidied


def check_numbers(application: Application) -> None:
    """Whether numbers look as their issuers give them. Only here: the desk and files may know better. Raises
    ``number-form``."""
    for place, person in enumerate(people_of(application), 1):
        for column in NUMBERS:
            number = tidy(str(getattr(person, column)))
            if number and (example := example_of_form(column, number)):
                field = member_field(place, column) if application.members else column
                raise Refusal("number-form", field=field, number=number, example=example)


def check_people(application: Application, federations: Collection[str]) -> None:
    """Whether they can be entered at all. Raises what `check_person` and `check_grades` raise, of a member of
    a team for the field of that one."""
    for place, person in enumerate(people_of(application), 1):
        try:
            check_person(person, federations)
            check_grades(application.section, person)
        except Refusal as refusal:
            if not application.members or refusal.field == "federation":
                raise
            field = "name" if refusal.field == "team" else member_field(place, refusal.field)
            raise Refusal(refusal.code, field=field, **refusal.params) from None


def check_names(application: Application, *, but: Collection[str]) -> None:
    """Whether the names of people that are new are in Latin letters. Raises what `check_latin` does. ``but``:
    those that stood there before."""
    for place, person in enumerate(people_of(application), 1):
        if person.name not in but:
            check_latin(person.name, member_field(place, "name") if application.members else "name")


def check_team(application: Application, levels_of_fields: Mapping[str, FieldLevel]) -> None:
    """Whether it is a whole team: as many as must play, no more than may, nobody twice, of each what the form
    requires, under a name that no other team has.

    Refusals: ``team-needs-name``, ``team-name-taken``, ``team-too-small``, ``team-too-large``,
    ``member-twice``, ``application-incomplete``.
    """
    section, members = application.section, application.members
    settings, name = team_settings_of(section), application.name
    if not name:
        raise Refusal("team-needs-name", field="name")
    check_name("name", name, most=NAME_LENGTH)
    check_team_name(application)
    if len(members) < (least := settings.line_ups().needed):
        field = member_field(len(members) + 1, "name")
        raise Refusal("team-too-small", field=field, name=name, count=len(members), least=least)
    if len(members) > (most := settings.most_members):
        raise Refusal("team-too-large", field="name", name=name, count=len(members), most=most)
    seen: set[str] = set()
    for place, member in enumerate(members, 1):
        if (key := canonical(member["name"])) in seen:
            raise Refusal("member-twice", field=member_field(place, "name"), name=member["name"])
        seen.add(key)
        for refusal in missing(levels_of_fields, (), member, {}):
            raise Refusal(refusal.code, field=member_field(place, refusal.field))


def check_team_name(application: Application) -> None:
    """Raises the `Refusal` ``team-name-taken``."""
    there = application.section.teams.filter(name=application.name).values_list("pk", flat=True)
    if set(there) - {application.team_id}:
        raise Refusal("team-name-taken", field="name", name=application.name)


def make_teams(section: Section, entered: Iterable[tuple[Application, Sequence[Entry]]]) -> None:
    """The teams of these applications, which the entries have made, with their boards in order."""
    teams_by_name = {application.name: (application, entries) for application, entries in entered}
    if not teams_by_name:
        return
    for team in Team.objects.filter(section=section, name__in=teams_by_name):
        application, entries = teams_by_name[team.name]
        application.team = team
        for place, entry in enumerate(entries, 1):
            entry.board_order = place
    changed = [entry for _application, entries in teams_by_name.values() for entry in entries]
    Entry.objects.bulk_update(changed, ["board_order"], batch_size=500)
