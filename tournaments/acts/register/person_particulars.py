"""What the register holds of a person besides the names in force: numbers, titles, ratings, further names.

A number, title or rating is entered with who gave it, when and where that is to be read; entered again it is
put right. What was there before stays in the journal, ratings and numbers also as the person's history.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.common import check_name
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.register._new_persons import fold_anew
from tournaments.acts.register.person_input import NAME_LENGTH, check_person_name, tidy
from tournaments.acts.register.persons import PERSON, PersonChanged, check_own_row
from tournaments.models import (
    ISSUER,
    Person,
    PersonName,
    PersonNumber,
    PersonRating,
    PersonTitle,
)
from tournaments.pages.webhook_events import notify_person
from tournaments.policy import Act
from tournaments.state.gotha.ranks import LEAST_RATING
from tournaments.text.titles import LONGEST, grade_of, title_of

MOST_RATING = 100_000
SOURCE_LENGTH = 200
# A person can have several of each.
HELD: Mapping[str, type[Model]] = {
    "names": PersonName,
    "numbers": PersonNumber,
    "titles": PersonTitle,
    "ratings": PersonRating,
}
# The journal keeps these of a row: no names, no numbers (law 8).
FACTS: Mapping[str, tuple[str, ...]] = {
    "names": (),
    "numbers": ("issuer", "former"),
    "titles": ("title", "issuer", "awarded"),
    "ratings": ("rating", "issuer", "on"),
}

Issuer = Annotated[
    str,
    Field(longest=12, label=_("Issuer"), help=_("wxf, axf, egf, aga, ffg, fide or a federation's code.")),
]
Source = Annotated[str, Field(longest=SOURCE_LENGTH, label=_("Source"), help=_("Where that can be read."))]


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("number of a person entered"))
def set_person_number(
    *,
    person: Person,
    issuer: Issuer,
    number: Annotated[str, Field(longest=20, label=_("Number"))],
    by: User,
    once: str = "",
) -> ActResult[PersonChanged]:
    """It is in force from now on; what the issuer gave before is a former one."""
    check_own_row(person)
    issuer, number = issuer_of(issuer), tidy(number)
    if not number:
        raise Refusal("number-needed", field="number")
    check_name("number", number, most=20)
    if not put_in_force(person, issuer, number):
        return no_change({"person": person.pk, "fields": []})
    return _changed(person, "numbers", after={"issuer": issuer})


def put_in_force(person: Person, issuer: str, number: str) -> bool:
    """Whether it was not. Raises ``number-taken``."""
    held = row_of_number(issuer, number)
    if held is not None and held.person_id != person.pk:
        raise Refusal("number-taken", field="number", issuer=issuer.upper(), number=number)
    if held is not None and not held.former:
        return False
    person.numbers.filter(issuer=issuer).update(former=True)
    row = held or PersonNumber(person=person, issuer=issuer, number=number)
    row.former = False
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        # Another person has just got it.
        raise Refusal("number-taken", field="number", issuer=issuer.upper(), number=number) from None
    fold_anew(person)
    return True


def row_of_number(issuer: str, number: str) -> PersonNumber | None:
    return PersonNumber.objects.filter(issuer=issuer, number=number).first()


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("number of a person no longer in force"))
def end_person_number(
    *, person: Person, number: Id, by: User, reason: Reason = "", once: str = ""
) -> ActResult[PersonChanged]:
    """End a number of a person: it stays as a former one."""
    check_own_row(person)
    held = person.numbers.filter(pk=number).first()
    if held is None:
        raise Refusal("gone-from-person")
    if held.former:
        return no_change({"person": person.pk, "fields": []})
    # Nobody else gets it, and two persons who each had a number of one issuer can then be merged.
    held.former = True
    held.save(update_fields=["former"])
    return _changed(person, "numbers", after={"issuer": held.issuer, "former": True})


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("title of a person entered"))
def set_person_title(
    *,
    person: Person,
    title: Annotated[
        str, Field(longest=LONGEST, label=_("Title or grade"), help=_("Such as GM, NM, 特级大师 or 5 dan."))
    ],
    issuer: Issuer = "",
    awarded: Annotated[str, Field(longest=10, label=_("Awarded on"), help=_("Such as 2026-11-23."))] = "",
    proof: Source = "",
    by: User,
    once: str = "",
) -> ActResult[PersonChanged]:
    """The same title of the same issuer is put right."""
    check_own_row(person)
    title = grade_of(title_of(tidy(title)))
    if not title:
        raise Refusal("title-needed", field="title")
    check_name("title", title, most=LONGEST)
    check_name("proof", proof, most=SOURCE_LENGTH)
    issuer = issuer_of(issuer) if issuer.strip() else ""
    values = {"awarded": checked_day(awarded, "awarded") if awarded else None, "proof": proof.strip()}
    return _enter(person, "titles", {"title": title, "issuer": issuer}, values)


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("rating of a person entered"))
def set_person_rating(
    *,
    person: Person,
    issuer: Issuer,
    value: Annotated[int, Field(least=LEAST_RATING, most=MOST_RATING, label=_("Rating"))],
    on: Annotated[str, Field(longest=10, label=_("As of"), help=_("Such as 2026-11-23."))],
    source: Source = "",
    by: User,
    once: str = "",
) -> ActResult[PersonChanged]:
    """Of each list a history: the newest day is in force; the value of a day that is there is put right."""
    check_own_row(person)
    check_name("source", source, most=SOURCE_LENGTH)
    key = {"issuer": issuer_of(issuer), "on": checked_day(on, "on")}
    return _enter(person, "ratings", key, {"value": value, "source": source.strip()})


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("further name of a person entered"))
def add_person_name(
    *,
    person: Person,
    name: Annotated[str, Field(longest=NAME_LENGTH, label=_("Name"), help=_("In any script."))],
    kind: Annotated[str, Field(choices=PersonName.Kind.values)] = PersonName.Kind.OTHER,
    by: User,
    once: str = "",
) -> ActResult[PersonChanged]:
    """By which the person is found as well."""
    check_own_row(person)
    name = tidy(name)
    if not name:
        raise Refusal("name-needed", field="name")
    check_person_name("name", name)
    if name in (person.name, person.native_name):
        return no_change({"person": person.pk, "fields": []})
    return _enter(person, "names", {"name": name}, {"kind": kind})


@act(
    on=PERSON,
    right=Act.KEEP_REGISTER,
    needs_reason=True,
    done=_("wrong entry removed from a person"),
)
def remove_from_person(
    *,
    person: Person,
    what: Annotated[str, Field(choices=list(HELD))],
    row: Id,
    by: User,
    reason: Reason,
    once: str = "",
) -> ActResult[PersonChanged]:
    """A name, number, title or rating that never was the person's."""
    check_own_row(person)
    if what not in HELD:
        raise Refusal("gone-from-person")
    held = HELD[what]._base_manager.filter(person=person, pk=row).first()
    if held is None:
        raise Refusal("gone-from-person")
    before = _facts(what, held)
    held.delete()
    _follow(person, what)
    return _changed(person, what, before=before)


def _enter(
    person: Person, kind: str, key: Mapping[str, Any], values: Mapping[str, Any]
) -> ActResult[PersonChanged]:
    """A row of this ``key`` with these values, new or put right."""
    rows = HELD[kind]._base_manager
    held = rows.filter(person=person, **key).first()
    if held is None:
        made = rows.create(person=person, **key, **values)
        _follow(person, kind)
        return _changed(person, kind, after=_facts(kind, made))
    if all(getattr(held, column) == value for column, value in values.items()):
        return no_change({"person": person.pk, "fields": []})
    before = _facts(kind, held)
    for column, value in values.items():
        setattr(held, column, value)
    held.save()
    return _changed(person, kind, before=before, after=_facts(kind, held))


def _follow(person: Person, kind: str) -> None:
    """By what the person is found."""
    if kind in ("names", "numbers"):
        fold_anew(person)
    if kind == "names":
        pages.players_changed(list(person.players.all()))


def _facts(kind: str, row: Any) -> dict[str, Any]:
    values = {name: getattr(row, "value" if name == "rating" else name) for name in FACTS[kind]}
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in values.items()
        if value != ""
    }


def _changed(
    person: Person,
    kind: str,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> ActResult[PersonChanged]:
    notify_person(person)
    fields = [kind]
    facts = {"fields": fields, **(after or {})}
    return ActResult({"person": person.pk, "fields": fields}, before=before, after=facts)


def issuer_of(text: str) -> str:
    """Raises `Refusal` ``bad-issuer``."""
    issuer = text.strip().lower()
    try:
        ISSUER(issuer)
    except ValidationError:
        raise Refusal("bad-issuer", field="issuer") from None
    return issuer


def checked_day(text: str, field: str) -> date:
    """Raises `Refusal` ``bad-day``."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise Refusal("bad-day", field=field, text=text[:20]) from None
