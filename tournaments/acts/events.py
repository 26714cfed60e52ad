"""Events: made, made from another one, put away, and their logo."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import date
from functools import partial
from hashlib import sha256
from typing import Annotated, Any, TypedDict
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts._times import Shift
from tournaments.acts.common import check_address, check_name, lock_user, refuse_while_busy
from tournaments.acts.entering.entry_forms import await_deletion
from tournaments.acts.frame import (
    EVENT,
    SITE,
    ActResult,
    Arguments,
    Locked,
    Target,
    act,
    no_change,
    outside_transaction,
)
from tournaments.acts.notices._images import normalised_image
from tournaments.exchange.pictures import Picture
from tournaments.models import (
    Category,
    EntryForm,
    Event,
    FormerAddress,
    Logo,
    Membership,
    Prize,
    Quota,
    Role,
    Round,
    Section,
)
from tournaments.organisation_roles import looked_after, may_for
from tournaments.policy import Act, creates_alone, require
from tournaments.text.addresses import address_of, first_free
from tournaments.wording.names import plain_name

# A copy has these for itself; every other field of a section is taken over.
NOT_COPIED = frozenset({"id", "event", "state", "lots_drawn_at", "seed", "options"}) | {
    "all_rounds_public",
    "rating_class",
    "norms_public",
    "norms_fixed",
    "norms_exemption",
}
# These options name entries of the old section, as the players of a final do: a copy has other entries.
SET_WHILE_PLAYED = frozenset({"seeds", "places"})


class EventCreated(TypedDict):
    event: int
    slug: str


class EventCopied(EventCreated):
    """``sections``: how many came along."""

    sections: int


class EventArchived(TypedDict):
    archived: bool


class OfLogo(TypedDict):
    digest: str


class LogoSet(OfLogo):
    """``width``, ``height``: in pixels."""

    width: int
    height: int


@act(on=SITE, right=Act.CREATE_EVENT, done=_("event created"))
def create_event(
    *,
    name: Annotated[str, Field(longest=120)],
    starts: Annotated[date, Field()],
    ends: Annotated[date, Field()],
    by: User,
    slug: Annotated[str, Field(longest=50)] = "",
    native_name: Annotated[str, Field(longest=120)] = "",
    place: Annotated[str, Field(longest=120)] = "",
    time_zone: Annotated[str, Field(longest=64)] = "UTC",
    organisation: Annotated[int | None, Field()] = None,
    chief_referee: Annotated[bool, Field()] = False,
    once: str = "",
) -> ActResult[EventCreated]:
    """Create an event; an empty ``slug`` is made of the name."""
    if organisation is None and not creates_alone(by):
        raise Refusal("organisation-needed", field="organisation")
    if organisation is not None and not looked_after(Act.CREATE_EVENT, by).filter(pk=organisation).exists():
        raise Refusal("no-such-organisation", field="organisation")
    event = _create(
        organisation_id=organisation,
        slug=slug,
        name=name,
        native_name=native_name,
        place=place,
        starts=starts,
        ends=ends,
        time_zone=time_zone,
    )
    # One person may do all: the organiser of a small event is its referee too.
    roles = [Role.CHIEF_ORGANISER, *([Role.CHIEF_REFEREE] if chief_referee else [])]
    Membership.objects.bulk_create(Membership(event=event, user=by, role=role) for role in roles)
    after = {"slug": event.slug, "starts": starts.isoformat(), "ends": ends.isoformat(), "roles": len(roles)}
    return ActResult({"event": event.pk, "slug": event.slug}, after=after, made=event)


def event_faults(
    *, slug: str, name: str, starts: date, ends: date, native_name: str = "", place: str = "", **_more: Any
) -> list[Refusal]:
    """Everything for which there can be no such event, each naming its field."""
    faults = []
    for check in (
        *(partial(check_name, field, text) for field, text in _names(name, native_name, place)),
        partial(check_dates, starts, ends),
        partial(check_address, slug),
    ):
        try:
            check()
        except Refusal as refusal:
            faults.append(refusal)
    return faults


def _names(name: str, native_name: str, place: str) -> list[tuple[str, str]]:
    return [("name", name), ("native_name", native_name), ("place", place)]


def check_dates(starts: date, ends: date) -> None:
    """Raises the `Refusal` ``event-dates``."""
    if ends < starts:
        raise Refusal("event-dates", field="ends")


def free_event_address(name: str, native_name: str = "") -> str:
    """Of a name, or of the Chinese one where nothing of the name can be written in an address."""
    base = address_of(name) or address_of(native_name) or "event"
    taken = {
        *Event.objects.filter(slug__startswith=base).values_list("slug", flat=True),
        *FormerAddress.objects.filter(slug__startswith=base).values_list("slug", flat=True),
    }
    return first_free(base, taken)


def _create(*, slug: str, name: str, native_name: str = "", **more: Any) -> Event:
    """The event, if there can be such a one. Raises the `Refusal` that names the field."""
    values = {"name": name, "native_name": native_name, **more}
    values["slug"] = slug or free_event_address(name, native_name)
    for refusal in event_faults(**values):
        raise refusal
    return Event.objects.create(**values)


def _lock_copier(arguments: Arguments) -> Locked:
    """Of the old event nothing changes: who copies waits for the own other copies."""
    lock_user(arguments["by"])
    return Locked(arguments["event"], arguments["event"], "")


@act(on=Target("event", _lock_copier), right=Act.COPY_EVENT, done=_("event copied"))
def copy_event(
    *,
    event: Event,
    slug: Annotated[str, Field(longest=50)],
    name: Annotated[str, Field(longest=120)],
    starts: Annotated[date, Field()],
    ends: Annotated[date, Field()],
    by: User,
    native_name: Annotated[str, Field(longest=120)] = "",
    place: Annotated[str, Field(longest=120)] = "",
    time_zone: Annotated[str, Field(longest=64)] = "UTC",
    memberships: Annotated[Collection[int], Field()] = (),
    once: str = "",
) -> ActResult[EventCopied]:
    """Copy how an event is played, not who plays; ``memberships``: ids of roles that hold there too."""
    made = _create(
        slug=slug,
        name=name,
        native_name=native_name,
        place=place,
        starts=starts,
        ends=ends,
        time_zone=time_zone,
        languages=event.languages,
        **_owner(event, by),
    )
    for section in event.sections.order_by("position", "pk"):
        _copy_section(section, made)
    # Whoever copies is its chief organiser; delegations are personal and are not copied.
    held = {(by.pk, Role.CHIEF_ORGANISER.value)}
    chosen = event.memberships.filter(pk__in=memberships, user__is_active=True)
    held |= set(chosen.values_list("user", "role"))
    Membership.objects.bulk_create(
        Membership(event=made, user_id=user, role=role) for user, role in sorted(held)
    )
    after = {"slug": slug, "starts": starts.isoformat(), "ends": ends.isoformat()}
    return ActResult(
        {"event": made.pk, "slug": slug, "sections": made.sections.count()},
        after=after | {"copied": event.slug, "roles": len(held)},
        made=made,
    )


def _owner(event: Event, by: User) -> dict[str, Any]:
    """The next one of a series, where the copier may create events of the organisation."""
    if not event.organisation_id or not may_for(Act.CREATE_EVENT, by, event.organisation):
        return {}
    return {"organisation_id": event.organisation_id, "series_id": event.series_id}


def _copy_entry_form(old: Section, made: Section) -> None:
    """Copy the entry form and the quotas; offices get new links."""
    Quota.objects.bulk_create(
        Quota(
            section=made,
            federation_id=quota.federation_id,
            organisation_id=quota.organisation_id,
            name=quota.name,
            places=quota.places,
        )
        for quota in old.quotas.all()
    )
    form = EntryForm.objects.filter(section=old).first()
    if form is None:
        return
    # As many days before the new event as before the old one, at the same hour of its clock.
    later = Shift(
        ZoneInfo(old.event.time_zone),
        ZoneInfo(made.event.time_zone),
        (made.event.starts - old.event.starts).days,
    )
    for name in ("opens_at", "closes_at", "late_until"):
        at = getattr(form, name)
        setattr(form, name, later(at) if at else None)
    form.pk, form.section = None, made
    form.save(force_insert=True)
    await_deletion()


def _copy_section(old: Section, event: Event) -> None:
    values = {
        field.attname: getattr(old, field.attname)
        for field in Section._meta.concrete_fields
        if field.name not in NOT_COPIED
    }
    options = {key: value for key, value in old.options.items() if key not in SET_WHILE_PLAYED}
    if final := options.get("final"):
        options["final"] = {key: value for key, value in final.items() if key != "players"}
    # A seed that is known beforehand would let its players be chosen by it.
    made = Section.objects.create(event=event, seed=secrets.token_hex(8), options=options, **values)
    _copy_entry_form(old, made)
    Round.objects.bulk_create(Round(section=made, number=number) for number in range(1, old.rounds + 1))
    categories = {
        category.pk: Category.objects.create(
            section=made,
            key=category.key,
            name=category.name,
            native_name=category.native_name,
            rule=category.rule,
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
            currency=prize.currency,
            amounts=prize.amounts,
            sharing=prize.sharing,
        )
    for prize in old.prizes.filter(exclusive_with__isnull=False):
        copy = prizes[prize.pk]
        copy.exclusive_with = prizes[prize.exclusive_with_id or 0]
        copy.save(update_fields=["exclusive_with"])


@act(on=EVENT, right=Act.ARCHIVE_EVENT, done=_("event archived"))
def archive_event(*, event: Event, by: User, once: str = "") -> ActResult[EventArchived]:
    """Out of the front page's list and the staff's list of running events; its pages stay where they are."""
    rounds = Round.objects.filter(section__event=event).select_related("section")
    rounds = rounds.defer("draft_input", "draft_changes").order_by("section__position", "number")
    # Whoever pairs or reopens one at this moment is waited for.
    for round_ in rounds.exclude(state=Round.State.CLOSED).select_for_update(of=("self",)):
        if round_.is_public:
            raise Refusal("archive-round-open", section=plain_name(round_.section), round=round_.number)
        refuse_while_busy(round_)
    return _archive(event, archived=True)


@act(on=EVENT, right=Act.ARCHIVE_EVENT, done=_("event unarchived"))
def unarchive_event(*, event: Event, by: User, once: str = "") -> ActResult[EventArchived]:
    """Into the lists again."""
    return _archive(event, archived=False)


def _archive(event: Event, *, archived: bool) -> ActResult[EventArchived]:
    answer: EventArchived = {"archived": archived}
    if event.archived == archived:
        return no_change(answer)
    event.archived = archived
    event.save(update_fields=["archived"])
    pages.announce_home()
    return ActResult(answer)


@act(on=EVENT, right=Act.SET_LOGO, name="set_logo", done=_("logo changed"))
def _set_logo(*, event: Event, picture: Picture, by: User, once: str) -> ActResult[LogoSet]:
    before = Logo.objects.filter(event=event).values_list("digest", flat=True).first()
    digest = "sha256:" + sha256(picture.body).hexdigest()
    answer: LogoSet = {"digest": digest, "width": picture.width, "height": picture.height}
    if before == digest:
        return no_change(answer)
    Logo.objects.update_or_create(event=event, defaults={"body": picture.body, **answer})
    pages.logo_changed(event)
    return ActResult(answer, before={"digest": before} if before else None, after=dict(answer))


@outside_transaction(_set_logo)
def set_logo(*, event: Event, raw: Annotated[bytes, Field()], by: User, once: str = "") -> LogoSet:
    """On its page, and at the head of its paper. ``raw``: the file as it came, of `KINDS`."""
    require(Act.SET_LOGO, by=by, scope=event)
    # Before the lock: nobody waits while a picture is unpacked.
    return _set_logo(event=event, picture=normalised_image(raw), by=by, once=once)


@act(on=EVENT, right=Act.SET_LOGO, done=_("logo removed"))
def remove_logo(*, event: Event, by: User, once: str = "") -> ActResult[OfLogo]:
    """Remove the logo: its address says that it is gone, and paper is set without it."""
    logo = Logo.objects.filter(event=event).defer("body").first()
    if logo is None:
        raise Refusal("no-logo")
    answer: OfLogo = {"digest": logo.digest}
    logo.delete()
    pages.logo_changed(event)
    return ActResult(answer, before=dict(answer))
