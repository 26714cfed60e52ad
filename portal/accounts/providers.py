"""Read the providers with which people sign in here from ``SIGN_IN_PROVIDERS``, before Django starts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from django.core.exceptions import ImproperlyConfigured

OPENID = "openid_connect"
ROOM = "allauth.socialaccount.providers"
_NAME = re.compile(r"[a-z0-9-]{1,40}")
_OURS = frozenset({"provider", "label", "client_id", "secret", "server", "addresses_confirmed", "settings"})


def read_providers(named: Mapping[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """Give the apps to install and ``SOCIALACCOUNT_PROVIDERS``; raise `ImproperlyConfigured`, which names
    no secret."""
    apps = [f"{ROOM}.{OPENID}"]
    # OpenID Connect is always there: its addresses depend on no setting.
    by_kind: dict[str, Any] = {OPENID: {"APPS": [], "OAUTH_PKCE_ENABLED": True}}
    for name, options in named.items():
        _check(name, options)
        kind = options.get("provider", OPENID)
        if (app := f"{ROOM}.{kind}") not in apps:
            if not kind.isidentifier() or find_spec(app) is None:
                raise ImproperlyConfigured(f"SIGN_IN_PROVIDERS: {name}: there is no provider {kind!r}.")
            apps.append(app)
        further = {"server_url": options["server"]} if kind == OPENID else {}
        if options.get("addresses_confirmed"):
            further["verified_email"] = True
        settings = by_kind.setdefault(kind, {"APPS": [], "OAUTH_PKCE_ENABLED": True})
        settings["APPS"].append(
            {
                "provider_id": name,
                "name": options.get("label") or name,
                "client_id": options["client_id"],
                "secret": options.get("secret", ""),
                "settings": {**options.get("settings", {}), **further},
            }
        )
    for kind, settings in by_kind.items():
        if kind != OPENID and len(settings["APPS"]) > 1:
            raise ImproperlyConfigured(f"SIGN_IN_PROVIDERS: {kind} is there twice, and has one address.")
    return apps, by_kind


def _check(name: str, options: Any) -> None:
    if not _NAME.fullmatch(name):
        raise ImproperlyConfigured(f"SIGN_IN_PROVIDERS: {name!r} is no name of small letters and digits.")
    if not isinstance(options, Mapping) or (unknown := set(options) - _OURS):
        wrong = sorted(unknown) if isinstance(options, Mapping) else "what it says"
        raise ImproperlyConfigured(f"SIGN_IN_PROVIDERS: {name}: {wrong} is not known.")
    needed = ("client_id", "server") if options.get("provider", OPENID) == OPENID else ("client_id",)
    if missing := [key for key in needed if not options.get(key)]:
        raise ImproperlyConfigured(f"SIGN_IN_PROVIDERS: {name} needs {', '.join(missing)}.")
