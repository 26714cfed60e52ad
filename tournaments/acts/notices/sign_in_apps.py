"""Register apps that sign people in with this site, or act for them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, TypedDict

from allauth.idp.oidc.models import Client, Token
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.identity.adapter import IDENTITY_SCOPES
from portal.identity.registered import (
    LONGEST_ADDRESS,
    MOST_ADDRESSES,
    WITH_SECRET,
    AppKind,
    apps_of,
    give_secret,
    kind_of,
    new_app,
)
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.common import check_name
from tournaments.acts.frame import ActResult, Arguments, Locked, Target, act, no_change
from tournaments.acts.notices.site import lock_site
from tournaments.models import Organisation
from tournaments.organisation_roles import KEEP_APPS
from tournaments.policy import scopes_of


class OfApp(TypedDict):
    app: str


def _lock_keeper(arguments: Arguments) -> Locked:
    """The organisation, or the site: there only administrators keep apps."""
    organisation: Organisation | None = arguments.get("organisation")
    if organisation is None:
        return Locked(Organisation(), None, lock_site().target)
    row = Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
    return Locked(row, None, f"organisation:{row.pk}")


KEEPER = Target("", _lock_keeper)
LONGEST_ADDRESSES = MOST_ADDRESSES * (LONGEST_ADDRESS + 2)
AppId = Annotated[str, Field(longest=100)]


def keeper_of(organisation: Organisation | None) -> str:
    """As apps say who keeps them."""
    return f"organisation:{organisation.pk}" if organisation else "site:1"


@act(on=KEEPER, right=KEEP_APPS, done=_("app registered"))
def register_app(
    *,
    name: Annotated[str, Field(longest=60, label=_("Name of the app"))],
    kind: Annotated[str, Field(choices=AppKind.values)],
    addresses: Annotated[str, Field(longest=LONGEST_ADDRESSES)] = "",
    scopes: Annotated[Collection[str], Field(item=Field(longest=40))],
    organisation: Organisation | None = None,
    by: User,
    once: str = "",
) -> ActResult[OfApp]:
    """``addresses``: where people are led back to, one a line."""
    check_name("name", name.strip(), most=60)
    if not name.strip():
        raise Refusal("name-invisible", field="name")
    if kind not in AppKind.values:
        raise Refusal("unknown-app-kind", field="kind")
    if kind == AppKind.SERVER:
        _check_held(scopes, by)
    made = new_app(
        keeper=keeper_of(organisation),
        name=name.strip(),
        kind=AppKind(kind),
        addresses=[line.strip() for line in addresses.splitlines() if line.strip()],
        scopes=scopes,
        by=by,
    )
    return ActResult({"app": made.pk}, after={"app": made.pk, "kind": kind, "scopes": made.get_scopes()})


def _check_held(scopes: Collection[str], by: User) -> None:
    """Whether ``by`` could do at all what the app is to do in this name."""
    if not set(scopes) - set(IDENTITY_SCOPES) <= scopes_of(by):
        raise Refusal("app-scopes-held", field="scopes")


@act(on=KEEPER, right=KEEP_APPS, done=_("secret of an app renewed"))
def renew_app_secret(
    *, app: AppId, organisation: Organisation | None = None, by: User, once: str = ""
) -> ActResult[OfApp]:
    """The former one opens nothing any more, nor do tokens that the app has by itself."""
    row = _app(app, organisation)
    if kind_of(row) not in WITH_SECRET:
        raise Refusal("app-without-secret")
    give_secret(row)
    row.save(update_fields=["secret", "data"])
    Token.objects.filter(client=row, user=None).delete()
    return ActResult({"app": row.pk}, after={"app": row.pk})


@act(on=KEEPER, right=KEEP_APPS, done=_("answers for an app from now on"))
def answer_for_app(
    *, app: AppId, organisation: Organisation | None = None, by: User, once: str = ""
) -> ActResult[OfApp]:
    """What acts by itself acts with the rights of who answers for it."""
    row = _app(app, organisation)
    if row.owner_id == by.pk:
        return no_change({"app": row.pk})
    if kind_of(row) == AppKind.SERVER:
        _check_held(row.get_scopes(), by)
    before = {"user": row.owner_id}
    row.owner = by
    row.save(update_fields=["owner"])
    Token.objects.filter(client=row, user=None).delete()
    return ActResult({"app": row.pk}, before=before, after={"app": row.pk, "user": by.pk})


@act(on=KEEPER, right=KEEP_APPS, done=_("app deleted"))
def delete_app(
    *, app: AppId, organisation: Organisation | None = None, by: User, once: str = ""
) -> ActResult[OfApp]:
    """It opens nothing any more, for nobody."""
    row = _app(app, organisation)
    key = row.pk
    row.delete()
    return ActResult({"app": key}, before={"app": key})


def _app(key: str, organisation: Organisation | None) -> Client:
    row = apps_of(keeper_of(organisation)).filter(pk=key).first()
    if row is None:
        raise Refusal("no-such-app")
    return row
