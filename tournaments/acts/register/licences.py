"""Licences: which an organisation gives, issued to persons of the register, suspended, revoked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Annotated, Any, TypedDict

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
from tournaments.acts.register.person_particulars import checked_day
from tournaments.acts.register.persons import PERSON, check_own_row
from tournaments.models import LICENCE_CODE, LICENCE_CODE_LENGTH, Licence, LicenceKind, Organisation, Person
from tournaments.models.licences import fee_typed
from tournaments.organisation_roles import KEEP_LICENCES, looked_after
from tournaments.policy import Act
from tournaments.queries.notices.logos import portrait_of
from tournaments.wording.lists import listed
from tournaments.wording.money.money import is_currency, read_amounts

NUMBER_LENGTH = 20
FEE_LENGTH, PROOF_LENGTH = 20, 200
OF_AGE = 18
# A year without 29 February: a season that begins then would begin every fourth year only.
COMMON_YEAR = 2023
Paper = LicenceKind.Paper
# A kind can ask for these; the fee is asked for wherever there is one.
KIND_PAPERS = (Paper.DECLARATION, Paper.PHOTO, Paper.GUARDIAN)
Validity = Annotated[LicenceKind.Validity, Field(label=pgettext_lazy("from day to day", "Valid"))]
SeasonFrom = Annotated[
    str, Field(longest=5, label=_("Season begins"), help=_("Month and day, such as 09-01."))
]
Fee = Annotated[
    str,
    Field(
        longest=FEE_LENGTH,
        label=pgettext_lazy("of a licence", "Fee"),
        help=_("Such as 20 SGD. Whoever issues the licence notes that it is paid."),
    ),
]
KindPapers = Annotated[
    Sequence[str], Field(longest=len(KIND_PAPERS), item=Field(choices=[str(paper) for paper in KIND_PAPERS]))
]
HeldPapers = Annotated[
    Sequence[str], Field(longest=len(Paper), item=Field(choices=[str(paper) for paper in Paper]))
]
Starts = Annotated[str, Field(longest=10, label=_("First day"), help=_("Such as 2026-11-23."))]
Ends = Annotated[
    str,
    Field(
        longest=10,
        label=_("Last day"),
        help=_("On this day it is still valid. Leave empty: the end of the year or the season."),
    ),
]
Number = Annotated[str, Field(longest=NUMBER_LENGTH, label=pgettext_lazy("of a person", "Number"))]
Proof = Annotated[
    str,
    Field(longest=PROOF_LENGTH, label=_("Proof"), help=_("Where the papers are, such as a file number.")),
]


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
    validity: Validity = LicenceKind.Validity.DATES,
    season_from: SeasonFrom = "",
    fee: Fee = "",
    papers: KindPapers = (),
    by: User,
    once: str = "",
) -> ActResult[OfLicenceKind]:
    """``papers``: without which none is issued."""
    code = code.strip().lower()
    try:
        LICENCE_CODE(code)
    except ValidationError:
        raise Refusal("bad-licence-code", field="code") from None
    name, native_name = _names(name, native_name)
    if LicenceKind.objects.filter(code=code).exists():
        raise Refusal("licence-code-taken", field="code", licence=code)
    made = LicenceKind.objects.create(
        organisation=organisation,
        code=code,
        name=name,
        native_name=native_name,
        permits=permits,
        **_terms(validity, season_from, fee, papers),
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
    validity: Validity = LicenceKind.Validity.DATES,
    season_from: SeasonFrom = "",
    fee: Fee = "",
    papers: KindPapers = (),
    by: User,
    once: str = "",
) -> ActResult[OfLicenceKind]:
    row = organisation.licence_kinds.filter(pk=kind).first()
    if row is None:
        raise Refusal("no-such-licence-kind")
    name, native_name = _names(name, native_name)
    wanted = {"name": name, "native_name": native_name, "closed": closed}
    wanted |= _terms(validity, season_from, fee, papers)
    changed = [column for column, value in wanted.items() if getattr(row, column) != value]
    if not changed:
        return no_change(_of_kind(row))
    for column in changed:
        setattr(row, column, wanted[column])
    row.save(update_fields=changed)
    return ActResult(_of_kind(row), after={"licence_kind": row.pk, "fields": changed})


def _terms(validity: str, season_from: str, fee: str, papers: Sequence[str]) -> dict[str, Any]:
    season_from = season_from.strip()
    amount, currency = _fee(fee)
    if validity == LicenceKind.Validity.SEASON:
        _season_day(season_from, COMMON_YEAR)
    return {
        "validity": validity,
        "season_from": season_from if validity == LicenceKind.Validity.SEASON else "",
        "fee_amount": amount,
        "fee_currency": currency,
        "papers": [str(paper) for paper in KIND_PAPERS if paper in papers],
    }


def _fee(text: str) -> tuple[int | None, str]:
    """Read amount and currency of ``20 SGD`` or ``SGD 20``."""
    words = text.split()
    if not words:
        return None, ""
    codes = [word.upper() for word in words if is_currency(word.upper())]
    if len(words) != 2 or len(codes) != 1:
        raise Refusal("bad-licence-fee", field="fee")
    [amount] = [word for word in words if word.upper() != codes[0]]
    try:
        return read_amounts(amount, codes[0])[0], codes[0]
    except Refusal as refusal:
        raise Refusal(refusal.code, field="fee", **refusal.params) from None


def _season_day(text: str, year: int) -> date:
    """Raises the `Refusal` ``bad-season-day``; so does 29 February, which most years lack."""
    try:
        if len(text) == 5 and text.replace("-", "").isdecimal():
            return date.fromisoformat(f"{COMMON_YEAR}-{text}").replace(year=year)
    except ValueError:
        pass
    raise Refusal("bad-season-day", field="season_from")


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("licence issued"))
def issue_licence(
    *,
    person: Person,
    kind: Id,
    starts: Starts,
    ends: Ends = "",
    number: Number = "",
    papers: HeldPapers = (),
    proof: Proof = "",
    by: User,
    once: str = "",
) -> ActResult[OfLicence]:
    """Of an organisation for which ``by`` keeps licences. ``papers``: that are there."""
    check_own_row(person)
    row = issued_by(by).filter(pk=kind).first()
    made = _new(person, row, starts, ends, papers=papers, proof=proof)
    made.number = tidy(number)
    check_name("number", made.number, most=NUMBER_LENGTH)
    _check_papers(made)
    made.save()
    _changed(person)
    return ActResult({"person": person.pk, "licence": made.pk}, after=_facts(made))


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("licence asked for"))
def ask_for_licence(
    *,
    person: Person,
    kind: Id,
    starts: Starts,
    ends: Ends = "",
    papers: HeldPapers = (),
    proof: Proof = "",
    by: User,
    once: str = "",
) -> ActResult[OfLicence]:
    """Of any organisation, by who keeps the person in the register; its issuer decides."""
    check_own_row(person)
    row = LicenceKind.objects.filter(pk=kind).first()
    made = _new(person, row, starts, ends, papers=papers, proof=proof)
    made.state = Licence.State.ASKED
    made.save()
    return ActResult({"person": person.pk, "licence": made.pk}, after=_facts(made))


def _new(
    person: Person, kind: LicenceKind | None, starts: str, ends: str, *, papers: Sequence[str], proof: str
) -> Licence:
    """Not saved yet."""
    if kind is None:
        raise Refusal("no-such-licence-kind", field="kind")
    if kind.closed:
        raise Refusal("licence-closed", field="kind", licence=kind.code)
    first = checked_day(starts, "starts")
    last = checked_day(ends, "ends") if ends.strip() else _last_day(kind, first)
    if last < first:
        raise Refusal("licence-ends-before", field="ends")
    proof = tidy(proof)
    check_name("proof", proof, most=PROOF_LENGTH)
    _check_overlap(person, kind, first, last)
    there = [str(paper) for paper in Paper if paper in papers]
    return Licence(
        person=person,
        kind=kind,
        starts=first,
        ends=last,
        fee_amount=kind.fee_amount,
        fee_currency=kind.fee_currency,
        papers=there,
        proof=proof,
    )


def _last_day(kind: LicenceKind, first: date) -> date:
    """Raises the `Refusal` ``bad-day`` where the kind says none."""
    match kind.validity:
        case LicenceKind.Validity.YEAR:
            return date(first.year, 12, 31)
        case LicenceKind.Validity.SEASON:
            begins = _season_day(kind.season_from, first.year)
            if begins <= first:
                begins = begins.replace(year=first.year + 1)
            return begins - timedelta(days=1)
    raise Refusal("bad-day", field="ends")


def _check_papers(licence: Licence) -> None:
    """Check that the papers are there that the kind of licence asks for."""
    kind, person = licence.kind, licence.person
    # A guardian is asked for of a minor, and of whom no year of birth is known.
    needed = [Paper(paper) for paper in kind.papers]
    if person.birth_year is not None and licence.starts.year - person.birth_year >= OF_AGE:
        needed = [paper for paper in needed if paper is not Paper.GUARDIAN]
    # A photo that the person has put up is one.
    if Paper.PHOTO in needed and portrait_of(person) is not None:
        needed.remove(Paper.PHOTO)
    if licence.fee_amount:
        needed.append(Paper.FEE)
    lacks = [str(paper.label) for paper in needed if paper not in licence.papers]
    if lacks:
        raise Refusal("licence-lacks", field="papers", licence=kind.code, lacks=listed(lacks))


def _facts(licence: Licence) -> dict[str, Any]:
    return {
        "licence_kind": licence.kind_id,
        "licence": licence.pk,
        "starts": licence.starts.isoformat(),
        "ends": licence.ends.isoformat(),
        "papers": licence.papers,
    } | ({"fee": fee_typed(licence.fee_amount, licence.fee_currency)} if licence.fee_amount else {})


@act(on=PERSON, right=Act.KEEP_REGISTER, needs_reason=True, done=_("state of a licence changed"))
def set_licence_state(
    *,
    person: Person,
    licence: Id,
    state: Annotated[Licence.State, Field(label=_("State"))],
    number: Number = "",
    papers: HeldPapers = (),
    by: User,
    reason: Reason,
    once: str = "",
) -> ActResult[OfLicence]:
    """Set a licence issued, suspended, revoked, or valid again; ``papers``: beside those that were there."""
    check_own_row(person)
    row = person.licences.select_related("kind").filter(pk=licence, kind__in=issued_by(by)).first()
    if row is None:
        raise Refusal("no-such-licence")
    number = tidy(number)
    check_name("number", number, most=NUMBER_LENGTH)
    answer: OfLicence = {"person": person.pk, "licence": row.pk}
    if row.state == state:
        return no_change(answer)
    # Nobody goes back to having asked.
    if state == Licence.State.ASKED:
        raise Refusal("licence-not-asked", field="state")
    if row.state == Licence.State.REVOKED:
        _check_overlap(person, row.kind, row.starts, row.ends)
    before = row.state
    row.papers = [str(paper) for paper in Paper if paper in papers or paper in row.papers]
    row.number = row.number or number
    if before == Licence.State.ASKED and state == Licence.State.ISSUED:
        row.person = person
        _check_papers(row)
    row.state = state
    # Entries stay: check-in asks.
    row.save(update_fields=["state", "papers", "number"])
    _changed(person)
    after = {"licence": row.pk, "state": str(state), "papers": row.papers}
    return ActResult(answer, before={"state": before}, after=after)


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
