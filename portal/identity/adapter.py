"""Tell allauth's provider what this site does differently."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Literal

from allauth.account.internal.userkit import user_id_to_str
from allauth.account.models import EmailAddress
from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.internal.private_keys import filter_keys
from allauth.idp.oidc.models import Client, PrivateKey
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.accounts.tokens import SCOPES
from portal.identity.keys import signing_keys

# What tells an app who somebody is; every account has them.
IDENTITY_SCOPES: Mapping[str, str | Promise] = {
    "openid": _("Know who you are, by a number that stays the same"),
    "profile": _("See your name and username"),
    "email": _("See your e-mail address"),
}

_held: list[Callable[[User], Collection[str]]] = []


def register_held(scopes_of: Callable[[User], Collection[str]]) -> None:
    """Have it asked which of `SCOPES` an account can make use of; called from ``AppConfig.ready()``."""
    _held.append(scopes_of)


_keepers: list[Callable[[str], str]] = []


def register_keepers(name_of: Callable[[str], str]) -> None:
    """Have it asked what a keeper of apps, as ``organisation:3``, is called; from ``AppConfig.ready()``."""
    _keepers.append(name_of)


def keeper_name(client: Client) -> str:
    """Name who has registered the app; empty where nobody knows."""
    keeper = (client.data or {}).get("keeper", "")
    return next((name for name_of in _keepers if (name := name_of(keeper))), "")


def scope_words() -> dict[str, str | Promise]:
    """Scope → what it allows, all that there are."""
    return {**IDENTITY_SCOPES, **SCOPES}


def scopes_held(user: User) -> frozenset[str]:
    """List the scopes that ``user`` can give away: those under which the account may do something at all."""
    return frozenset(IDENTITY_SCOPES) | {scope for scopes_of in _held for scope in scopes_of(user)}


class IdentityAdapter(DefaultOIDCAdapter):
    def generate_client_id(self) -> str:
        # It stands in the journal and in addresses: short, and known again.
        return f"app-{secrets.token_hex(6)}"

    def get_issuer(self) -> str:
        """Give one name for the site, whichever of its hosts is asked."""
        return settings.PUBLIC_URL

    def list_private_keys(
        self, *, did_activate: Literal[True] | None = None, is_active: Literal[True] | None = None
    ) -> list[PrivateKey]:
        return filter_keys(signing_keys(), did_activate=did_activate, is_active=is_active)

    def get_claims(
        self,
        purpose: Literal["id_token", "userinfo"],
        user: AbstractBaseUser,
        client: Client,
        scopes: Iterable[str],
        email: str | None = None,
        **kwargs: Any,
    ) -> dict[str, Any]:
        """Say what the library says, and the address also when nobody has confirmed it."""
        scopes = set(scopes)
        claims = super().get_claims(purpose, user, client, scopes, email=email, **kwargs)
        if "email" in scopes and "email" not in claims and isinstance(user, User) and user.email:
            confirmed = EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True)
            # Whoever reads it is told that it is not.
            claims |= {"email": user.email, "email_verified": confirmed.exists()}
        return claims

    def get_user_sub(self, client: Client, user: AbstractBaseUser) -> str:
        return user_id_to_str(user)
