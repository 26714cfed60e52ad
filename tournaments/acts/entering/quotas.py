"""Set the quotas of a section, and give their offices private links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, TypedDict

from django.db.models import Sum
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from portal.web.private_links import new_secret
from tournaments.acts.arguments import Id
from tournaments.acts.entering.admission import move_up
from tournaments.acts.entering.players import LinksIssued
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.models import Federation, Organisation, Quota, Section
from tournaments.policy import Act
from tournaments.queries.entering.quotas import QUOTA_LINK, room_of
from tournaments.state.quotas import MOST_PLACES, MOST_QUOTAS


class QuotasSet(TypedDict):
    """``quotas``: by code of the federation or address of the organisation, its places; None: none is set."""

    quotas: dict[str, int | None]


class QuotaRef(TypedDict):
    quota: int


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("quotas set"))
def set_quotas(
    *,
    section: Section,
    places: Annotated[int, Field(least=0, most=MOST_PLACES, label=_("Places"))],
    federations: Annotated[
        Sequence[str], Field(longest=MOST_QUOTAS, item=Field(longest=3), help=_("Three-letter codes."))
    ] = (),
    organisations: Annotated[
        Sequence[int], Field(longest=MOST_QUOTAS, item=Field(least=1), help=_("Ids of organisations."))
    ] = (),
    by: User,
    once: str = "",
) -> ActResult[QuotasSet]:
    """Set how many places each of these has; where teams meet teams, a place is a team's."""
    if not federations and not organisations:
        raise Refusal("quota-of-nobody", field="federations")
    codes = set(federations)
    federations_by_code = {row.pk: row for row in Federation.objects.exclude(code="").filter(pk__in=codes)}
    if unknown := codes - federations_by_code.keys():
        raise Refusal("unknown-federation", field="federations", federation=min(unknown)[:40])
    wanted: dict[str, int | None] = dict.fromkeys(sorted(federations_by_code), places)
    of = {row.slug: row for row in Organisation.objects.filter(pk__in=set(organisations))}
    if len(of) < len(set(organisations)):
        raise Refusal("no-such-organisation", field="organisations")
    # Who is entered stays when a quota is lowered; the next reserve moves up only when fewer play than it
    # allows.
    return _set(section, wanted | dict.fromkeys(sorted(of), places), by)


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("quotas put back"))
def restore_quotas(
    *, section: Section, quotas: Mapping[str, int | None], by: User, once: str = ""
) -> ActResult[QuotasSet]:
    """The opposite of `set_quotas`. ``quotas``: as the answer has them."""
    return _set(section, quotas, by)


def _set(section: Section, wanted: Mapping[str, int | None], by: User) -> ActResult[QuotasSet]:
    standing = {key_of(row): row for row in section.quotas.select_related("organisation")}
    before = {key: standing[key].places if key in standing else None for key in wanted}
    after = dict(wanted)
    if before == after:
        return no_change({"quotas": after})
    missing = room_of(section).missing
    organisations = {row.slug: row for row in Organisation.objects.filter(slug__in=after)}
    for key, places in after.items():
        quota = standing.get(key)
        if places is None:
            if quota is not None:
                _remove(quota)
            continue
        if quota is None:
            organisation = organisations.get(key)
            if organisation is None and not key.isupper():
                raise Refusal("no-such-quota")
            quota = Quota(
                section=section,
                organisation=organisation,
                federation_id=None if organisation else key,
                name=organisation.name if organisation else "",
            )
        quota.places = places
        quota.save()
    _check_sum(section, missing)
    move_up(section, by=by)
    return ActResult({"quotas": after}, before={"quotas": before}, after={"quotas": after})


def key_of(quota: Quota) -> str:
    """Name a quota for acts and the journal: the code of a federation, the address of an organisation."""
    # In a restored event it may have neither.
    return quota.federation_id or (quota.organisation.slug if quota.organisation else f"-{quota.pk}")


def _check_sum(section: Section, missing: int) -> None:
    """``missing``: how many places too many were promised before, which may become less step by step."""
    if section.quotas.count() > MOST_QUOTAS:
        raise Refusal("too-many-quotas", field="federations", limit=MOST_QUOTAS)
    room = room_of(section)
    total = room.size * (section.quotas.aggregate(total=Sum("places"))["total"] or 0)
    if section.capacity is not None and total > section.capacity:
        raise Refusal("quotas-exceed-places", field="places", total=total, most=section.capacity)
    if room.missing > missing:
        free = room.reserved - room.missing
        raise Refusal(
            "quotas-exceed-free", field="places", kept=room.reserved, free=free, most=section.capacity
        )


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("quota removed"))
def remove_quota(*, section: Section, quota: Id, by: User, once: str = "") -> ActResult[QuotaRef]:
    """Only of whom nobody was ever entered under it; else it is set to 0."""
    row = find_quota(section, quota)
    before = {key_of(row): row.places}
    _remove(row)
    move_up(section, by=by)
    return ActResult({"quota": quota}, before={"quotas": before})


def _remove(quota: Quota) -> None:
    if quota.applications.exists():
        raise Refusal("quota-in-use", name=str(quota))
    quota.delete()


@act(on=SECTION, right=Act.ISSUE_LINKS, done=_("links of offices issued"))
def issue_quota_links(
    *, section: Section, by: User, quota: Annotated[int | None, Field(least=0)] = None, once: str = ""
) -> ActResult[LinksIssued]:
    """Issue private links to every office that has none, or a new one to this ``quota``."""
    bare = section.quotas.filter(secret_digest="")
    rows = list(bare) if quota is None else [find_quota(section, quota)]
    for row in rows:
        # What the office had before opens nothing any more.
        secret = new_secret(QUOTA_LINK)
        row.salt, row.secret_digest = secret["salt"], secret["secret_digest"]
    Quota.objects.bulk_update(rows, ["salt", "secret_digest"])
    if not rows:
        return no_change({"issued": 0})
    return ActResult({"issued": len(rows)}, after={"quota": quota, "links": len(rows)})


@act(on=SECTION, right=Act.ISSUE_LINKS, done=_("link of an office revoked"))
def revoke_quota_link(*, section: Section, quota: Id, by: User, once: str = "") -> ActResult[QuotaRef]:
    """From then on it opens nothing."""
    row = find_quota(section, quota)
    if not row.secret_digest:
        raise Refusal("no-quota-link")
    row.salt = row.secret_digest = ""
    row.save(update_fields=["salt", "secret_digest"])
    return ActResult({"quota": quota}, after={"quota": quota})


def find_quota(section: Section, key: int) -> Quota:
    """Raises the `Refusal` ``no-such-quota``."""
    row = section.quotas.select_related("organisation").filter(pk=key).first()
    if row is None:
        raise Refusal("no-such-quota")
    return row
