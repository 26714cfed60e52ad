"""Make a new event from an old one: how it is played, not who plays."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import date
from typing import Any

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from tournaments.acts.common import Answer, scope_of
from tournaments.acts.create_event import check_event
from tournaments.models import Category, Event, Membership, Prize, Role, Round, Section
from tournaments.policy import Act, require

OWN = frozenset({"id", "event", "state", "lots_drawn_at", "seed", "options"})
"""Fields of a section that a copy has for itself; every other one is taken over."""
SET_WHILE_PLAYED = frozenset({"seeds"})
"""Options that name entries of the old section, as the players of a final do."""


def copy_event(
    *,
    event: Event,
    slug: str,
    name: str,
    starts: date,
    ends: date,
    by: User,
    native_name: str = "",
    place: str = "",
    time_zone: str = "UTC",
    memberships: Collection[int] = (),
    once: str = "",
) -> Answer:
    """Sections with all their settings, categories and prizes, their rounds planned anew and without a start;
    the lots get fresh seeds. ``memberships``: ids of those of the old event that hold at the new one too,
    without delegations. Whoever copies is its chief organiser. Nothing of it is public before a section is
    opened. Answers ``{"event": id, "slug": …, "sections": n}``.

    Refusals: those of `create_event`.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=by.pk)
        if earlier := journal.answered(by=by, once=once, act=Act.COPY_EVENT, target=""):
            return earlier
        require(Act.COPY_EVENT, by=by, scope=event)
        values: dict[str, Any] = {
            "slug": slug,
            "name": name,
            "native_name": native_name,
            "place": place,
            "starts": starts,
            "ends": ends,
        }
        check_event(**values)
        made = Event.objects.create(**values, time_zone=time_zone, languages=event.languages)
        for section in event.sections.order_by("position", "pk"):
            _copy_section(section, made)
        held = {(by.pk, Role.CHIEF_ORGANISER.value)}
        chosen = event.memberships.filter(pk__in=memberships, user__is_active=True)
        held |= set(chosen.values_list("user", "role"))
        Membership.objects.bulk_create(
            Membership(event=made, user_id=user, role=role) for user, role in sorted(held)
        )
        answer: Answer = {"event": made.pk, "slug": slug, "sections": made.sections.count()}
        journal.record(
            Act.COPY_EVENT,
            by=by,
            scope=scope_of(made),
            target=f"event:{made.pk}",
            after={
                "slug": slug,
                "starts": starts.isoformat(),
                "ends": ends.isoformat(),
                "copied": event.slug,
                "roles": len(held),
            },
            once=once,
            answer=answer,
        )
        return answer


def _copy_section(old: Section, event: Event) -> None:
    kept = {
        field.attname: getattr(old, field.attname)
        for field in Section._meta.concrete_fields
        if field.name not in OWN
    }
    options = {key: value for key, value in old.options.items() if key not in SET_WHILE_PLAYED}
    if final := options.get("final"):
        options["final"] = {key: value for key, value in final.items() if key != "players"}
    # A seed that is known beforehand would let its players be chosen by it.
    made = Section.objects.create(event=event, seed=secrets.token_hex(8), options=options, **kept)
    Round.objects.bulk_create(Round(section=made, number=number) for number in range(1, old.rounds + 1))
    categories = {
        category.pk: Category.objects.create(
            section=made, key=category.key, name=category.name, native_name=category.native_name
        )
        for category in old.categories.all()
    }
    prizes: dict[int, Prize] = {}
    for prize in old.prizes.order_by("position", "pk"):
        prizes[prize.pk] = Prize.objects.create(
            section=made,
            name=prize.name,
            native_name=prize.native_name,
            category=categories.get(prize.category_id or 0),
            places=prize.places,
            position=prize.position,
        )
    for prize in old.prizes.filter(exclusive_with__isnull=False):
        copy = prizes[prize.pk]
        copy.exclusive_with = prizes[prize.exclusive_with_id or 0]
        copy.save(update_fields=["exclusive_with"])
