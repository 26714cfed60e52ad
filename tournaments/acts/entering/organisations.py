"""Organisations: founded, described, their offices and series of events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.accounts.addresses import check_address
from portal.accounts.models import User
from portal.policy import Denied, Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import AccountName, Id, Reason
from tournaments.acts.common import changes, check_name, check_slug_form
from tournaments.acts.frame import ActResult, Arguments, Locked, Target, act, no_change
from tournaments.acts.register.person_input import tidy
from tournaments.models import Federation, FormerOrganisationAddress, Office, Organisation, Series
from tournaments.models.organisations import COLOUR
from tournaments.organisation_roles import CREATE, EDIT, FEDERATION, MOVE, NAME, SEE, gives_federations
from tournaments.pages import organisation_renamed
from tournaments.pages.webhook_events import notify_organisation
from tournaments.state.colours import LEAST_CONTRAST, contrast

NAME_LENGTH, TEXT_LENGTH, EMAIL_LENGTH = 120, 4000, 254
# From the widest level to the narrowest.
LEVELS = list(Organisation.Level)

Name = Annotated[str, Field(longest=NAME_LENGTH, label=pgettext_lazy("of a thing", "Name"))]
NativeName = Annotated[str, Field(longest=NAME_LENGTH, label=pgettext_lazy("of a thing", "Native name"))]


class OrganisationSaved(TypedDict):
    organisation: int
    slug: str


class OfOffice(TypedDict):
    organisation: int
    office: int


class OfSeries(TypedDict):
    organisation: int
    series: int


def _lock_organisation(arguments: Arguments) -> Locked:
    """Nobody else changes it; events and persons of it can be made meanwhile, by who holds its events."""
    row = Organisation.objects.select_for_update(no_key=True).get(pk=arguments["organisation"].pk)
    return Locked(row, None, f"organisation:{row.pk}")


ORGANISATION = Target("organisation", _lock_organisation)


def _lock_parent(arguments: Arguments) -> Locked:
    """The one that it becomes a part of; of what stands for itself only administrators decide."""
    above = arguments.get("parent")
    parent = Organisation.objects.select_for_update(no_key=True).filter(pk=above).first() if above else None
    if above and parent is None:
        raise Refusal("no-such-organisation", field="parent")
    return Locked(parent or Organisation(), None, f"organisation:{parent.pk}" if parent else "site:1")


def _lock_place(arguments: Arguments) -> Locked:
    """Together with what it becomes a part of: else two could become parts of one another at once."""
    keys = [arguments["organisation"].pk, *([above] if (above := arguments.get("parent")) else [])]
    rows = Organisation.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk")
    row = {row.pk: row for row in rows}[keys[0]]
    return Locked(row, None, f"organisation:{row.pk}")


@act(on=Target("", _lock_parent), right=CREATE, done=_("organisation founded"))
def found_organisation(
    *,
    name: Name,
    native_name: NativeName = "",
    slug: Annotated[str, Field(longest=50)],
    level: Annotated[str, Field(choices=Organisation.Level.values)],
    parent: Annotated[int | None, Field(least=0)] = None,
    federation: Annotated[str, Field(longest=3)] = "",
    by: User,
    once: str = "",
) -> ActResult[OrganisationSaved]:
    """Found an organisation below `parent`, which reaches further."""
    name, native_name = _names(name, native_name)
    above = _above(parent, level)
    # Without a parent only site administrators found any.
    if federation:
        if not gives_federations(by):
            raise Refusal("federation-from-above", field="federation")
        _check_federation(federation, level)
    _check_slug(slug)
    made = Organisation(
        # A nation's organisation keeps the persons of its federation.
        name=name,
        native_name=native_name,
        slug=slug,
        level=level,
        parent=above,
        federation_id=federation or None,
    )
    _save(made)
    # Who founds one below an own is its first officer.
    if not by.is_superuser:
        Office.objects.create(organisation=made, user=by, role=Office.Role.OFFICER)
    answer: OrganisationSaved = {"organisation": made.pk, "slug": slug}
    return ActResult(answer, after={"organisation": made.pk, "slug": slug, "level": level})


def _above(parent: int | None, level: str) -> Organisation | None:
    """What something of this level becomes a part of. Raises `Refusal`."""
    row = Organisation.objects.filter(pk=parent).first() if parent else None
    if parent and row is None:
        raise Refusal("no-such-organisation", field="parent")
    if row and LEVELS.index(Organisation.Level(row.level)) >= LEVELS.index(Organisation.Level(level)):
        raise Refusal("level-of-parent", field="level")
    return row


def _check_federation(federation: str, level: str) -> None:
    if level != Organisation.Level.NATION:
        raise Refusal("federation-of-nation", field="federation")
    if not Federation.objects.select_for_update(no_key=True).filter(code=federation).exists():
        raise Refusal("unknown-federation", field="federation", federation=federation)
    if Organisation.objects.filter(federation=federation).exists():
        raise Refusal("federation-kept", field="federation")


def _check_slug(slug: str, organisation: Organisation | None = None) -> None:
    check_slug_form(slug)
    taken = Organisation.objects.filter(slug=slug)
    former = FormerOrganisationAddress.objects.filter(slug=slug)
    if organisation:
        taken, former = taken.exclude(pk=organisation.pk), former.exclude(organisation=organisation)
    if taken.exists() or former.exists():
        raise Refusal("organisation-slug-taken", field="slug", slug=slug)


def _save(organisation: Organisation) -> None:
    """Of two who take one address at once, the second is told so. Raises `Refusal`."""
    try:
        with transaction.atomic():
            organisation.save()
    except IntegrityError:
        raise Refusal("organisation-slug-taken", field="slug", slug=organisation.slug) from None


def _names(name: str, native_name: str) -> tuple[str, str]:
    names = tidy(name), tidy(native_name)
    if not names[0]:
        raise Refusal("name-needed", field="name")
    for field, text in zip(("name", "native_name"), names, strict=True):
        check_name(field, text, most=NAME_LENGTH)
    return names


@act(on=ORGANISATION, right=EDIT, done=_("organisation changed"))
def change_organisation(
    *,
    organisation: Organisation,
    name: Name,
    native_name: NativeName = "",
    slug: Annotated[str, Field(longest=50)],
    text: Annotated[str, Field(longest=TEXT_LENGTH, label=_("Text of the public page"))] = "",
    email: Annotated[str, Field(longest=EMAIL_LENGTH)] = "",
    ground: Annotated[str, Field(longest=7)],
    ink: Annotated[str, Field(longest=7)],
    by: User,
    seen: Mapping[str, Any] | None = None,
    once: str = "",
) -> ActResult[OrganisationSaved]:
    name, native_name = _names(name, native_name)
    _check_slug(slug, organisation)
    text = text.replace("\r\n", "\n").strip()
    email = email.strip()
    if email:
        check_address(email)
    for field, colour in (("ground", ground), ("ink", ink)):
        try:
            COLOUR(colour)
        except ValidationError:
            raise Refusal("bad-colour", field=field, colour=colour[:20]) from None
    wanted = {
        "name": name,
        "native_name": native_name,
        "slug": slug,
        "text": text,
        "email": email,
        "ground": ground,
        "ink": ink,
    }
    now = {column: getattr(organisation, column) for column in wanted}
    mine = changes(wanted=wanted, now=now, seen=seen)
    after = now | mine
    if contrast(after["ground"], after["ink"]) < LEAST_CONTRAST:
        raise Refusal("contrast-too-low", field="ink")
    answer: OrganisationSaved = {"organisation": organisation.pk, "slug": after["slug"]}
    if not mine:
        return no_change(answer)
    before = organisation.slug
    for column, value in mine.items():
        setattr(organisation, column, value)
    _save(organisation)
    if "slug" in mine:
        FormerOrganisationAddress.objects.filter(slug=organisation.slug).delete()
        FormerOrganisationAddress.objects.create(organisation=organisation, slug=before)
    if mine.keys() & {"name", "native_name", "slug"}:
        organisation_renamed(organisation)
    notify_organisation(organisation)
    address_alone = {key: value for key, value in mine.items() if key == "slug"}
    return ActResult(answer, after={**address_alone, "texts": [key for key in mine if key != "slug"]})


@act(on=Target("organisation", _lock_place), right=MOVE, done=_("place of an organisation changed"))
def move_organisation(
    *,
    organisation: Organisation,
    level: Annotated[str, Field(choices=Organisation.Level.values)],
    parent: Annotated[int | None, Field(least=0)] = None,
    by: User,
    reason: Reason = "",
    once: str = "",
) -> ActResult[OrganisationSaved]:
    """Another level, or another one that it is a part of: that reaches further, its own parts less far."""
    above = _above(parent, level)
    reach = LEVELS.index(Organisation.Level(level))
    if any(LEVELS.index(Organisation.Level(part.level)) <= reach for part in organisation.parts.all()):
        raise Refusal("level-of-parts", field="level")
    if organisation.federation_id and level != Organisation.Level.NATION:
        raise Refusal("federation-of-nation", field="level")
    answer: OrganisationSaved = {"organisation": organisation.pk, "slug": organisation.slug}
    before = {"level": organisation.level, "parent": organisation.parent_id}
    after = {"level": level, "parent": above.pk if above else None}
    if before == after:
        return no_change(answer)
    organisation.level, organisation.parent = level, above
    organisation.save(update_fields=["level", "parent"])
    organisation_renamed(organisation)
    notify_organisation(organisation)
    return ActResult(answer, before=before, after=after)


@act(on=ORGANISATION, right=FEDERATION, done=_("federation of an organisation set"))
def set_federation(
    *,
    organisation: Organisation,
    federation: Annotated[str, Field(longest=3)] = "",
    by: User,
    reason: Reason = "",
    once: str = "",
) -> ActResult[OrganisationSaved]:
    """Whose persons it keeps from now on; empty: nobody's but those of its own events."""
    answer: OrganisationSaved = {"organisation": organisation.pk, "slug": organisation.slug}
    before = organisation.federation_id or ""
    if federation == before:
        return no_change(answer)
    if federation:
        _check_federation(federation, organisation.level)
    organisation.federation_id = federation or None
    organisation.save(update_fields=["federation"])
    notify_organisation(organisation)
    return ActResult(answer, before={"federation": before}, after={"federation": federation})


@act(on=ORGANISATION, right=NAME, done=_("office assigned"))
def give_office(
    *,
    organisation: Organisation,
    user: AccountName,
    role: Annotated[Office.Role, Field()],
    by: User,
    once: str = "",
) -> ActResult[OfOffice]:
    made, new = Office.objects.get_or_create(organisation=organisation, user=user, role=role)
    if not new:
        raise Refusal("office-held-already", field="user")
    answer: OfOffice = {"organisation": organisation.pk, "office": made.pk}
    return ActResult(answer, after={"user": user.pk, "office": str(role)})


@act(on=ORGANISATION, right=NAME, done=_("office removed"))
def take_office(*, organisation: Organisation, office: Id, by: User, once: str = "") -> ActResult[OfOffice]:
    """The last officer goes only when a site administrator says so."""
    held = organisation.offices.filter(pk=office).first()
    if held is None:
        raise Refusal("no-such-office")
    if held.role == Office.Role.OFFICER and officers_of(organisation) == 1 and not by.is_superuser:
        raise Refusal("last-officer")
    before = {"user": held.user_id, "office": held.role}
    held.delete()
    return ActResult({"organisation": organisation.pk, "office": office}, before=before)


def officers_of(organisation: Organisation) -> int:
    return organisation.offices.filter(role=Office.Role.OFFICER).count()


@act(on=ORGANISATION, right=SEE, done=_("officer shown or hidden in public"))
def show_office(
    *,
    organisation: Organisation,
    office: Id,
    shown: Annotated[bool, Field(label=_("Show my name on the public page"))],
    by: User,
    once: str = "",
) -> ActResult[OfOffice]:
    """As the holder wishes, and nobody else. Raises `Denied`."""
    held = organisation.offices.filter(pk=office).first()
    if held is None:
        raise Refusal("no-such-office")
    if held.user_id != by.pk:
        raise Denied(SEE)
    answer: OfOffice = {"organisation": organisation.pk, "office": held.pk}
    if held.shown == shown:
        return no_change(answer)
    held.shown = shown
    held.save(update_fields=["shown"])
    return ActResult(answer, after={"user": by.pk, "shown": shown})


@act(on=ORGANISATION, right=EDIT, done=_("series of events added"))
def add_series(
    *, organisation: Organisation, name: Name, native_name: NativeName = "", by: User, once: str = ""
) -> ActResult[OfSeries]:
    name, native_name = _names(name, native_name)
    _check_series(organisation, name)
    made = Series.objects.create(organisation=organisation, name=name, native_name=native_name)
    answer: OfSeries = {"organisation": organisation.pk, "series": made.pk}
    return ActResult(answer, after={"series": made.pk})


def _check_series(organisation: Organisation, name: str, but: int = 0) -> None:
    """That no other series of the organisation has the name."""
    if organisation.series.filter(name=name).exclude(pk=but).exists():
        raise Refusal("series-named-already", field="name")


def _series(organisation: Organisation, series: int) -> Series:
    row = organisation.series.filter(pk=series).first()
    if row is None:
        raise Refusal("no-such-series")
    return row


@act(on=ORGANISATION, right=EDIT, done=_("series of events renamed"))
def rename_series(
    *,
    organisation: Organisation,
    series: Id,
    name: Name,
    native_name: NativeName = "",
    by: User,
    once: str = "",
) -> ActResult[OfSeries]:
    row = _series(organisation, series)
    name, native_name = _names(name, native_name)
    _check_series(organisation, name, row.pk)
    answer: OfSeries = {"organisation": organisation.pk, "series": row.pk}
    if (row.name, row.native_name) == (name, native_name):
        return no_change(answer)
    row.name, row.native_name = name, native_name
    row.save(update_fields=["name", "native_name"])
    return ActResult(answer, after={"series": row.pk})


@act(on=ORGANISATION, right=EDIT, done=_("series of events deleted"))
def delete_series(*, organisation: Organisation, series: Id, by: User, once: str = "") -> ActResult[OfSeries]:
    """Its events stay the organisation's, in no series."""
    row = _series(organisation, series)
    answer: OfSeries = {"organisation": organisation.pk, "series": row.pk}
    before = {"series": row.pk, "events": row.events.count()}
    row.delete()
    return ActResult(answer, before=before)


@act(on=ORGANISATION, right=EDIT, done=_("events of a series set"))
def set_series(
    *,
    organisation: Organisation,
    series: Id,
    events: Annotated[Sequence[int], Field(longest=1000, item=Field(least=0))] = (),
    by: User,
    once: str = "",
) -> ActResult[OfSeries]:
    """Which of the organisation's events are of the series, all others of it no more."""
    row = _series(organisation, series)
    events_of_organisation = organisation.events.select_for_update().order_by("pk")
    wanted = set(events_of_organisation.filter(pk__in=events).values_list("pk", flat=True))
    now = set(events_of_organisation.filter(series=row).values_list("pk", flat=True))
    answer: OfSeries = {"organisation": organisation.pk, "series": row.pk}
    if wanted == now:
        return no_change(answer)
    organisation.events.filter(pk__in=now - wanted).update(series=None)
    organisation.events.filter(pk__in=wanted).update(series=row)
    return ActResult(answer, before={"series": row.pk, "events": len(now)}, after={"events": len(wanted)})
