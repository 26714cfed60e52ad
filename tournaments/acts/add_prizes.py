"""Add a list of prizes to a section, exclusive with another if wanted (WXC 6.1 (4))."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_section, scope_of, target_of
from tournaments.models import Prize, Section
from tournaments.policy import Act, require


def add_prizes(
    *,
    section: Section,
    name: str,
    places: int,
    by: User,
    native_name: str = "",
    category: int | None = None,
    exclusive_with: int | None = None,
    once: str = "",
) -> Answer:
    """A list of prizes behind those there are: of all, or of a ``category`` (id). Who holds a place of the
    list ``exclusive_with`` (id) is skipped in it. Frozen standings get it when they are frozen again.

    Answers ``{"prize": id}``. Refusals: ``places-out-of-range``, ``no-such-category``, ``no-such-prizes``.
    """
    with transaction.atomic():
        section = lock_section(section)
        if earlier := journal.answered(by=by, once=once, act="add_prizes", target=target_of(section)):
            return earlier
        require(Act.EDIT_EVENT, by=by, scope=section)
        if not 1 <= places <= 100:
            raise Refusal("places-out-of-range", field="places", places=places)
        if category is not None and not section.categories.filter(pk=category).exists():
            raise Refusal("no-such-category", field="category")
        if exclusive_with is not None and not section.prizes.filter(pk=exclusive_with).exists():
            raise Refusal("no-such-prizes", field="exclusive_with")
        last = section.prizes.aggregate(last=Max("position"))["last"] or 0
        prize = Prize.objects.create(
            section=section,
            name=name,
            native_name=native_name,
            category_id=category,
            places=places,
            position=last + 1,
            exclusive_with_id=exclusive_with,
        )
        answer: Answer = {"prize": prize.pk}
        journal.record(
            "add_prizes",
            by=by,
            scope=scope_of(section.event),
            target=target_of(section),
            after={"places": places},
            once=once,
            answer=answer,
        )
        return answer
