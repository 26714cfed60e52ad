"""Likely twins of the register that are two persons: somebody has looked, and they are named no more."""

from __future__ import annotations

from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.published.documents import component
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.register.persons import PERSON, check_own_row, kept_by
from tournaments.models import Distinct, Person
from tournaments.policy import Act


@component("Told")
class TwinsToldApart(TypedDict):
    """``distinct``: whether the two are named no more."""

    person: int
    other: int
    distinct: bool


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("likely duplicates are two persons"))
def tell_apart(
    *, person: Person, other: Id, by: User, reason: Reason = "", once: str = ""
) -> ActResult[TwinsToldApart]:
    """They can be merged nevertheless."""
    row = kept_by(by, other).exclude(pk=person.pk).first()
    if row is None:
        raise Refusal("no-such-person", field="other")
    check_own_row(person)
    check_own_row(row)
    _made, new = Distinct.objects.get_or_create(**_pair(person, other), defaults={"by": by})
    answer: TwinsToldApart = {"person": person.pk, "other": other, "distinct": True}
    return ActResult(answer, after={"other": other}) if new else no_change(answer)


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("likely duplicates listed again"))
def doubt_again(
    *, person: Person, other: Id, by: User, reason: Reason = "", once: str = ""
) -> ActResult[TwinsToldApart]:
    """Whether they are one person is open again."""
    if not kept_by(by, other).exists():
        raise Refusal("no-such-person", field="other")
    answer: TwinsToldApart = {"person": person.pk, "other": other, "distinct": False}
    gone, _tables = Distinct.objects.filter(**_pair(person, other)).delete()
    return ActResult(answer, before={"other": other}) if gone else no_change(answer)


def _pair(person: Person, other: int) -> dict[str, int]:
    """The older row first."""
    return {"one_id": min(person.pk, other), "other_id": max(person.pk, other)}
