"""Let an office enter its teams within its quota, and change them until entries close."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.deleting import delete_idle
from tournaments.acts.entering.admission import charge_applicants, move_up
from tournaments.acts.entering.filled_in import Typed, check_team, fill, people_of
from tournaments.acts.entering.quota_entries import QUOTA, approve, federation_under, write_under
from tournaments.acts.entering.write_entries import (
    check_not_entered,
    entered_in,
    fill_players,
    find_among,
    known_players,
    write_entries,
)
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.money._fees import cancel
from tournaments.acts.register.person_input import NAME_LENGTH, PersonInput
from tournaments.acts.teams.team_matches import check_of_teams
from tournaments.models import Application, Entry, Player, Quota, Team
from tournaments.pages.webhook_events import notify_applications
from tournaments.policy import Act
from tournaments.queries.entering.applications import check_entries_open, form_of_section, namesakes
from tournaments.queries.entering.quotas import room_of
from tournaments.queries.teams.team_matches import roster_order
from tournaments.state.applications import OPEN, PARTICULARS, levels, member_field
from tournaments.state.lots import canonical

State = Application.State


class OwnTeam(TypedDict):
    """``state``: who waits is a reserve."""

    application: int
    state: Annotated[str, Application.State]


@act(on=QUOTA, right=Act.ENTER_OWN, done=_("team entered by its office"))
def enter_team_under_quota(
    *,
    quota: Quota,
    name: Annotated[str, Field(longest=NAME_LENGTH, label=_("Team name"))],
    federation: Annotated[str, Field(longest=3)] = "",
    players: Sequence[PersonInput],
    by: User | Quota,
    once: str = "",
) -> ActResult[OwnTeam]:
    """Enter a team under a quota; ``players``: in the order of the boards, reserves last."""
    check_of_teams(quota.section)
    typed = Typed(name=name, federation=federation_under(quota, federation), members=_members(players))
    made = write_under(quota, [typed])
    # It takes one place of the quota, of the section as many as it has players; beyond the places it is a
    # reserve, and where the form does not approve at once an organiser decides.
    approve(quota, made)
    [application] = made
    state = str(application.state)
    return ActResult(
        {"application": application.pk, "state": state}, after={"applications": {str(application.pk): state}}
    )


@act(on=QUOTA, right=Act.ENTER_OWN, done=_("team changed by its office"))
def change_team_under_quota(
    *,
    quota: Quota,
    application: Application,
    name: Annotated[str, Field(longest=NAME_LENGTH, label=_("Team name"))],
    players: Sequence[PersonInput],
    by: User | Quota,
    once: str = "",
) -> ActResult[OwnTeam]:
    """Change name, players or order of a team under a quota, until entries close."""
    section = quota.section
    check_of_teams(section)
    row = quota.applications.select_related("team").filter(pk=application.pk).first()
    if row is None:
        raise Refusal("no-such-application")
    if row.state not in OPEN or (row.team is not None and row.team.withdrawn_after is not None):
        raise Refusal("application-state", state=str(row.state), name=row.name)
    row.section = section
    form = form_of_section(section)
    check_entries_open(form)
    before, called = str(row.state), (row.name, row.members)
    fill(row, form, Typed(name=name, federation=row.federation_id, members=_members(players)))
    levels_of_fields = levels(form.asks)
    check_team(row, {field: levels_of_fields[field] for field in PARTICULARS})
    if namesakes(row).exists():
        raise Refusal("applied-already", field="name", name=row.name)
    # Who is named no more is not entered any more, and owes nothing; of who stays only what was empty is
    # filled in.
    was, now = _seat(row, row.team) if row.team is not None else ([], [])
    if before != State.CORRECTION and called == (row.name, row.members) and was == now:
        return no_change({"application": row.pk, "state": before})
    # What an organiser has asked to correct is to be decided again.
    if row.state == State.CORRECTION:
        row.state, row.note = State.SUBMITTED, ""
    row.save(update_fields=["name", "key", "members", "state", "note"])
    if row.state != before:
        notify_applications(section, [row])
    # A team that is smaller now may leave places to others, or fit itself.
    move_up(section, by=by)
    row.refresh_from_db(fields=["state"])
    return ActResult(
        {"application": row.pk, "state": str(row.state)},
        before={"applications": {str(row.pk): before}, **({"entries": was} if was else {})},
        after={"applications": {str(row.pk): str(row.state)}, **({"entries": now} if now else {})},
    )


def _members(players: Sequence[PersonInput]) -> list[dict[str, Any]]:
    return [{field: getattr(person, field) for field in ("name", *PARTICULARS)} for person in players]


def _seat(application: Application, team: Team) -> tuple[list[int], list[int]]:
    """Make the team as the application has it now; the ids of its entries before and after."""
    section, people = application.section, people_of(application)
    playing = team.entries.exclude(status=Entry.Status.WITHDRAWN).select_related("player")
    stood = list(roster_order(playing))
    keys = {canonical(person.name) for person in people}
    staying = {
        key: stood_entry for stood_entry in stood if (key := canonical(stood_entry.player.name)) in keys
    }
    _check_growth(application, len(people) - len(stood))
    was = [stood_entry.pk for stood_entry in stood]
    # Before the lots nobody of it has sat at a table, so entries can go.
    for stood_entry in stood:
        if stood_entry not in staying.values():
            cancel(stood_entry)
            stood_entry.delete()
    delete_idle(Player.objects.filter(pk__in=[stood_entry.player_id for stood_entry in stood]))
    _rename(team, application.name)
    known_by_name = known_players(section.event, [(person.name, person.federation) for person in people])
    entered = entered_in(section)
    fresh: list[tuple[PersonInput, Player | None]] = []
    for place, person in enumerate(people, 1):
        if canonical(person.name) in staying:
            continue
        player = find_among(known_by_name, person)
        try:
            check_not_entered(person, player, entered)
        except Refusal as refusal:
            raise Refusal(refusal.code, field=member_field(place, "name"), **refusal.params) from None
        fresh.append((person, player))
    made = [stood_entry.entry for stood_entry in write_entries(section, fresh)]
    fill_players(
        [
            (stood_entry, staying[key].player)
            for stood_entry in people
            if (key := canonical(stood_entry.name)) in staying
        ],
        but=section,
    )
    charge_applicants(section, [(stood_entry, application) for stood_entry in made])
    new = iter(made)
    order = [staying.get(canonical(person.name)) or next(new) for person in people]
    for place, entry in enumerate(order, 1):
        entry.board_order = place
    Entry.objects.bulk_update(order, ["board_order"], batch_size=500)
    pages.section_changed(section)
    return was, [stood_entry.pk for stood_entry in order]


def _check_growth(application: Application, more: int) -> None:
    """Check that there are places for ``more`` players that are kept for nobody else."""
    room = room_of(application.section)
    if more > 0 and not room.fits(more):
        raise Refusal("section-full", most=room.capacity, entries=room.entered, room=room.free() or 0)


def _rename(team: Team, name: str) -> None:
    if team.name != name:
        team.name = name
        team.save(update_fields=["name"])
