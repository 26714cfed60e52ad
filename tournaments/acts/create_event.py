"""Create an event; its maker becomes its chief organiser."""

from __future__ import annotations

from datetime import date

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, check_name, scope_of
from tournaments.models import Event, Membership, Role
from tournaments.policy import Act, require


def create_event(
    *,
    slug: str,
    name: str,
    starts: date,
    ends: date,
    by: User,
    native_name: str = "",
    place: str = "",
    time_zone: str = "UTC",
    once: str = "",
) -> Answer:
    """Answers ``{"event": id, "slug": …}``. Refusals: ``event-slug-taken``, ``event-dates``,
    ``name-not-printable``, ``name-invisible``."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=by.pk)
        if earlier := journal.answered(by=by, once=once, act=Act.CREATE_EVENT, target=""):
            return earlier
        require(Act.CREATE_EVENT, by=by)
        check_event(slug=slug, name=name, native_name=native_name, place=place, starts=starts, ends=ends)
        event = Event.objects.create(
            slug=slug,
            name=name,
            native_name=native_name,
            place=place,
            starts=starts,
            ends=ends,
            time_zone=time_zone,
        )
        Membership.objects.create(event=event, user=by, role=Role.CHIEF_ORGANISER)
        answer: Answer = {"event": event.pk, "slug": slug}
        journal.record(
            Act.CREATE_EVENT,
            by=by,
            scope=scope_of(event),
            target=f"event:{event.pk}",
            after={"slug": slug, "starts": starts.isoformat(), "ends": ends.isoformat()},
            once=once,
            answer=answer,
        )
        return answer


def check_event(*, slug: str, name: str, native_name: str, place: str, starts: date, ends: date) -> None:
    """Whether there can be such an event. Raises the `Refusal` that names the field."""
    for field, text in (("name", name), ("native_name", native_name), ("place", place)):
        check_name(field, text)
    if ends < starts:
        raise Refusal("event-dates", field="ends")
    if Event.objects.filter(slug=slug).exists():
        raise Refusal("event-slug-taken", field="slug", slug=slug)
