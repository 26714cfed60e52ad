"""Apps that sign people in with this site, as the desk shows them."""

from __future__ import annotations

from dataclasses import dataclass

from allauth.idp.oidc.models import Client
from django.utils.functional import Promise

from portal.identity.adapter import scope_words
from portal.identity.registered import WITH_SECRET, AppKind, apps_of, kind_of
from tournaments.models import Organisation
from tournaments.models.site import the_site
from tournaments.wording.names import plain_name


@dataclass(frozen=True, slots=True)
class AppRow:
    """``answers``: who answers for it; empty where that account is closed."""

    client: Client
    kind: AppKind
    scopes: tuple[str | Promise, ...]
    addresses: tuple[str, ...]
    answers: str
    has_secret: bool


def app_rows(keeper: str) -> list[AppRow]:
    """One query."""
    words = scope_words()
    return [
        AppRow(
            client,
            kind_of(client),
            tuple(words.get(scope, scope) for scope in client.get_scopes()),
            tuple(client.get_redirect_uris()),
            str(client.owner) if client.owner is not None and client.owner.is_active else "",
            kind_of(client) in WITH_SECRET,
        )
        for client in apps_of(keeper)
    ]


def keeper_name(keeper: str) -> str:
    """What a keeper of apps is called. One query."""
    kind, _colon, key = keeper.partition(":")
    if kind == "site":
        return str(the_site())
    organisation = Organisation.objects.filter(pk=key).first() if kind == "organisation" else None
    return plain_name(organisation) if organisation is not None else ""
