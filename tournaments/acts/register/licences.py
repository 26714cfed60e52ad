"""Licences: which an organisation gives, issued to persons of the register, suspended, revoked."""

from __future__ import annotations

from datetime import date
from typing import Annotated, TypedDict

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.common import check_name
from tournaments.acts.entering.organisations import NAME_LENGTH, ORGANISATION, Name, NativeName
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.register.person_input import tidy
from tournaments.acts.register.person_particulars import day_of
from tournaments.acts.register.persons import PERSON, check_own_row
from tournaments.models import LICENCE_CODE, LICENCE_CODE_LENGTH, Licence, LicenceKind, Organisation, Person
from tournaments.organisation_roles import KEEP_LICENCES, looked_after
from tournaments.policy import Act

NUMBER_LENGTH = 20


class OfLicenceKind(TypedDict):
    organisation: int
    kind: int


class OfLicence(TypedDict):
    person: int
    licence: int


@act(on=ORGANISATION, right=KEEP_LICENCES, done=_("kind of licence created"))
def make_licence_kind(
    *,
    organisation: Organisation,
    code: Annotated[
        str,
        Field(
            longest=LICENCE_CODE_LENGTH,
            label=_("Code"),
            help=_("By which a section asks for it, such as chn-player. It never changes."),
        ),
    ],
    name: Name,
    native_name: NativeName = "",
    permits: Annotated[LicenceKind.Permits, Field(label=_("Permits"))] = LicenceKind.Permits.PLAY,
    by: User,
    once: str = "",
) -> ActResult[OfLicenceKind]:
    """Refusals: ``bad-licence-code``, ``licence-code-taken``, those of a name."""
    code = code.strip().lower()
    try:
        LICENCE_CODE(code)
    except ValidationError:
        raise Refusal("bad-licence-code", field="code") from None
    name, native_name = _names(name, native_name)
    if LicenceKind.objects.filter(code=code).exists():
        raise Refusal("licence-code-taken", field="code", licence=code)
    made = LicenceKind.objects.create(
        organisation=organisation, code=code, name=name, native_name=native_name, permits=permits
    )
    return ActResult(_of_kind(made), after={"licence_kind": made.pk, "permits": str(permits)})


@act(on=ORGANISATION, right=KEEP_LICENCES, done=_("kind of licence changed"))
def change_licence_kind(
    *,
    organisation: Organisation,
    kind: Id,
    name: Name,
    native_name: NativeName = "",
    closed: Annotated[
        bool, Field(label=_("No longer issued"), help=_("Licences that were issued stay as they are."))
    ] = False,
    by: User,
    once: str = "",
) -> ActResult[OfLicenceKind]:
    """Refusals: ``no-such-licence-kind``, those of a name."""
    row = organisation.licence_kinds.filter(pk=kind).first()
    if row is None:
        raise Refusal("no-such-licence-kind")
    name, native_name = _names(name, native_name)
    wanted = {"name": name, "native_name": native_name, "closed": closed}
    changed = [column for column, value in wanted.items() if getattr(row, column) != value]
    if not changed:
        return no_change(_of_kind(row))
    for column in changed:
        setattr(row, column, wanted[column])
    row.save(update_fields=changed)
    return ActResult(_of_kind(row), after={"licence_kind": row.pk, "fields": changed})


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("licence issued"))
def issue_licence(
    *,
    person: Person,
    kind: Id,
    starts: Annotated[str, Field(longest=10, label=_("First day"), help=_("Such as 2026-11-23."))],
    ends: Annotated[str, Field(longest=10, label=_("Last day"), help=_("On this day it is still valid."))],
    number: Annotated[str, Field(longest=NUMBER_LENGTH, label=pgettext_lazy("of a person", "Number"))] = "",
    by: User,
    once: str = "",
) -> ActResult[OfLicence]:
    """Of an organisation for which ``by`` keeps licences. Refusals: ``player-erased``, ``person-merged``,
    ``no-such-licence-kind``, ``licence-closed``, ``bad-day``, ``licence-ends-before``, ``licence-overlaps``,
    those of a name."""
    check_own_row(person)
    row = issued_by(by).filter(pk=kind).first()
    if row is None:
        raise Refusal("no-such-licence-kind", field="kind")
    if row.closed:
        raise Refusal("licence-closed", field="kind", licence=row.code)
    first, last = day_of(starts, "starts"), day_of(ends, "ends")
    if last < first:
        raise Refusal("licence-ends-before", field="ends")
    number = tidy(number)
    check_name("number", number, most=NUMBER_LENGTH)
    _check_overlap(person, row, first, last)
    made = person.licences.create(kind=row, number=number, starts=first, ends=last)
    _changed(person)
    after = {
        "licence_kind": row.pk,
        "licence": made.pk,
        "starts": first.isoformat(),
        "ends": last.isoformat(),
    }
    return ActResult({"person": person.pk, "licence": made.pk}, after=after)


@act(on=PERSON, right=Act.KEEP_REGISTER, needs_reason=True, done=_("state of a licence changed"))
def set_licence_state(
    *,
    person: Person,
    licence: Id,
    state: Annotated[Licence.State, Field(label=_("State"))],
    by: User,
    reason: Reason,
    once: str = "",
) -> ActResult[OfLicence]:
    """Suspended, revoked, or valid again. Entries stay; check-in asks. Refusals: ``player-erased``,
    ``person-merged``, ``no-such-licence``, ``licence-overlaps`` (it was revoked, and another was issued)."""
    check_own_row(person)
    row = person.licences.select_related("kind").filter(pk=licence, kind__in=issued_by(by)).first()
    if row is None:
        raise Refusal("no-such-licence")
    answer: OfLicence = {"person": person.pk, "licence": row.pk}
    if row.state == state:
        return no_change(answer)
    if row.state == Licence.State.REVOKED:
        _check_overlap(person, row.kind, row.starts, row.ends)
    before, row.state = row.state, state
    row.save(update_fields=["state"])
    _changed(person)
    return ActResult(answer, before={"state": before}, after={"licence": row.pk, "state": str(state)})


def _changed(person: Person) -> None:
    """Categories by rule may have become others."""
    pages.players_changed(list(person.players.all()))


def _check_overlap(person: Person, kind: LicenceKind, first: date, last: date) -> None:
    held = person.licences.filter(kind=kind, starts__lte=last, ends__gte=first)
    other = held.exclude(state=Licence.State.REVOKED).first()
    if other is not None:
        days = {"first": other.starts.isoformat(), "last": other.ends.isoformat()}
        raise Refusal("licence-overlaps", field="starts", licence=kind.code, **days)


def issued_by(by: User) -> QuerySet[LicenceKind]:
    """The kinds of licences that ``by`` may issue, suspend and revoke."""
    return LicenceKind.objects.filter(organisation__in=looked_after(KEEP_LICENCES, by))


def _names(name: str, native_name: str) -> tuple[str, str]:
    name, native_name = tidy(name), tidy(native_name)
    if not name:
        raise Refusal("name-needed", field="name")
    check_name("name", name, most=NAME_LENGTH)
    check_name("native_name", native_name, most=NAME_LENGTH)
    return name, native_name


def _of_kind(row: LicenceKind) -> OfLicenceKind:
    return {"organisation": row.organisation_id, "kind": row.pk}
