"""Add a category to a section: a named filter on entries (WXC 6.1 (3))."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_section, scope_of, target_of
from tournaments.models import Category, Section
from tournaments.policy import Act, require


def add_category(
    *, section: Section, key: str, name: str, by: User, native_name: str = "", once: str = ""
) -> Answer:
    """A named filter on entries. Answers ``{"category": id}``. Refusals: ``category-key-taken``."""
    with transaction.atomic():
        section = lock_section(section)
        if earlier := journal.answered(by=by, once=once, act="add_category", target=target_of(section)):
            return earlier
        require(Act.EDIT_EVENT, by=by, scope=section)
        if section.categories.filter(key=key).exists():
            raise Refusal("category-key-taken", field="key", key=key)
        category = Category.objects.create(section=section, key=key, name=name, native_name=native_name)
        answer: Answer = {"category": category.pk}
        journal.record(
            "add_category",
            by=by,
            scope=scope_of(section.event),
            target=target_of(section),
            after={"slug": key},
            once=once,
            answer=answer,
        )
        return answer
