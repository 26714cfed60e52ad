"""Let an office enter its own players within its quota; who comes beyond it waits as a reserve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import lock_section
from tournaments.acts.entering.admission import admit, move_up, save_and_notify
from tournaments.acts.entering.applications import leave
from tournaments.acts.entering.filled_in import Typed, fill
from tournaments.acts.frame import ActResult, Arguments, Locked, Target, act
from tournaments.acts.register.person_input import PersonInput
from tournaments.models import Application, Entry, EntryForm, Quota
from tournaments.policy import Act
from tournaments.queries.entering.applications import check_entries_open, form_of_section, in_line, namesakes
from tournaments.queries.entering.quotas import quota_federation
from tournaments.state.applications import PARTICULARS
from tournaments.state.quotas import MOST_AT_ONCE

State = Application.State


class OwnEntered(TypedDict):
    """How many of those who were sent are what now; ``applications``: their ids, in the order sent."""

    accepted: int
    waiting: int
    submitted: int
    applications: list[int]


class Replaced(TypedDict):
    application: int
    state: str


def _lock_quota(arguments: Arguments) -> Locked:
    """The section is locked: places and turns are its business."""
    named_quota: Quota = arguments["quota"]
    section = lock_section(named_quota.section)
    quota = Quota.objects.select_related("organisation").filter(pk=named_quota.pk).first()
    if quota is None:
        raise Refusal("no-such-quota")
    quota.section = section
    return Locked(quota, section, f"quota:{quota.pk}")


QUOTA = Target("quota", _lock_quota)


@act(on=QUOTA, right=Act.ENTER_OWN, done=_("players entered by their office"))
def enter_under_quota(
    *, quota: Quota, people: Sequence[PersonInput], by: User | Quota, once: str = ""
) -> ActResult[OwnEntered]:
    """Enter players under a quota: all of them or none."""
    # Where the form approves at once they are entered while the quota has places, and are reserves beyond it.
    return _enter(quota, people)


@act(on=QUOTA, right=Act.ENTER_OWN, logged_as="enter_under_quota")
def enter_one_under_quota(
    *, quota: Quota, person: PersonInput, by: User | Quota, once: str = ""
) -> ActResult[OwnEntered]:
    """One player, as a form or a program sends it."""
    return _enter(quota, [person])


def _enter(quota: Quota, people: Sequence[PersonInput]) -> ActResult[OwnEntered]:
    if quota.section.of_teams:
        raise Refusal("teams-are-entered")
    if not people:
        raise Refusal("nobody-selected", field="people")
    if len(people) > MOST_AT_ONCE:
        raise Refusal("too-many-at-once", field="people", limit=MOST_AT_ONCE)
    made = write_under(quota, [_typed(quota, person) for person in people])
    approve(quota, made)
    states = [application.state for application in made]
    answer: OwnEntered = {
        "accepted": states.count(State.ACCEPTED),
        "waiting": states.count(State.WAITING),
        "submitted": states.count(State.SUBMITTED),
        "applications": [application.pk for application in made],
    }
    return ActResult(
        answer, after={"applications": {str(application.pk): str(application.state) for application in made}}
    )


def write_under(quota: Quota, entering: Sequence[Typed]) -> list[Application]:
    """Write the applications of players under a quota, confirmed by this press."""
    section = quota.section
    form = form_of_section(section)
    late = check_entries_open(form)
    turn = section.applications.aggregate(last=Max("turn"))["last"] or 0
    made = []
    # One after the other, so that one who is named twice is found.
    for place, typed in enumerate(entering, 1):
        application = Application(
            section=section,
            quota=quota,
            state=State.SUBMITTED,
            turn=turn + place,
            confirmed_at=timezone.now(),
            late=late,
        )
        fill(application, form, typed)
        if namesakes(application).exists():
            raise Refusal("applied-already", field="name", name=application.name)
        application.save()
        made.append(application)
    return made


def _typed(quota: Quota, person: PersonInput) -> Typed:
    return Typed(
        name=person.name,
        federation=federation_under(quota, person.federation),
        particulars={name: getattr(person, name) for name in PARTICULARS},
    )


def federation_under(quota: Quota, chosen: str) -> str:
    """Of whom the office enters; ``chosen``: where the quota is no federation's own."""
    return quota.federation_id or chosen or quota_federation(quota)


def approve(quota: Quota, made: Sequence[Application]) -> None:
    """Nobody who is entered now passes a reserve who waits."""
    section = quota.section
    if form_of_section(section).approval == EntryForm.Approval.AUTOMATIC:
        if in_line(section, quota.pk).exists():
            for application in made:
                application.state = State.WAITING
        else:
            admit(section, made, passing=True)
    save_and_notify(made, ["state", "entry", "team"])


@act(on=QUOTA, right=Act.ENTER_OWN, done=_("player replaced by the office"))
def replace_under_quota(
    *, quota: Quota, application: Application, person: PersonInput, by: User | Quota, once: str = ""
) -> ActResult[Replaced]:
    """Enter somebody else in place of a player under a quota, until entries close."""
    row = quota.applications.select_related("entry").filter(pk=application.pk).first()
    if row is None:
        raise Refusal("no-such-application")
    plays = row.entry is not None and row.entry.status != Entry.Status.WITHDRAWN
    if row.state != State.ACCEPTED or not plays:
        raise Refusal("application-state", state=str(row.state), name=row.name)
    section = row.section = quota.section
    [made] = write_under(quota, [_typed(quota, person)])
    # The new one is admitted before anybody moves up: no reserve takes the place.
    leave(row)
    if form_of_section(section).approval == EntryForm.Approval.AUTOMATIC:
        admit(section, [made], passing=True)
    save_and_notify([made], ["state", "entry", "team"])
    # Where an organiser approves, the new one waits for that, and the place goes to the first reserve.
    move_up(section, by=by)
    return ActResult(
        {"application": made.pk, "state": str(made.state)},
        before={"applications": {str(row.pk): str(State.ACCEPTED)}},
        after={"applications": {str(row.pk): str(row.state), str(made.pk): str(made.state)}},
    )
