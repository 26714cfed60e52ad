"""Register apps: what kinds there are, where they may be led back to, and their secrets."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.models import Client
from django.db import models
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.identity.adapter import IDENTITY_SCOPES, scope_words
from portal.policy import Refusal

MOST_ADDRESSES, LONGEST_ADDRESS = 10, 300
MOST_APPS = 50
_LOOPBACK = ("127.0.0.1", "::1")
_REFRESH = Client.GrantType.REFRESH_TOKEN


class AppKind(models.TextChoices):
    """What an app is, which says how it gets its tokens."""

    WEBSITE = "website", _("Website: people sign in with this site")
    PROGRAM = "program", _("App on a phone, on a computer or in the browser, without a secret")
    DEVICE = "device", _("Device without a keyboard: it shows a code")
    SERVER = "server", _("Program that acts by itself, for the person who answers for it")


GRANTS: dict[AppKind, tuple[str, ...]] = {
    AppKind.WEBSITE: (Client.GrantType.AUTHORIZATION_CODE, _REFRESH),
    AppKind.PROGRAM: (Client.GrantType.AUTHORIZATION_CODE, _REFRESH),
    AppKind.DEVICE: (Client.GrantType.DEVICE_CODE, _REFRESH),
    AppKind.SERVER: (Client.GrantType.CLIENT_CREDENTIALS,),
}
WITH_SECRET = frozenset({AppKind.WEBSITE, AppKind.SERVER})
LED_BACK = frozenset({AppKind.WEBSITE, AppKind.PROGRAM})


def kind_of(client: Client) -> AppKind:
    return AppKind((client.data or {}).get("kind", AppKind.WEBSITE))


def apps_of(keeper: str) -> QuerySet[Client]:
    """Those that ``keeper``, as ``organisation:3``, has registered."""
    return Client.objects.select_related("owner").filter(data__keeper=keeper).order_by("name", "pk")


def new_app(
    *, keeper: str, name: str, kind: AppKind, addresses: Sequence[str], scopes: Collection[str], by: User
) -> Client:
    if not scopes or not set(scopes) <= set(scope_words()):
        raise Refusal("app-scopes", field="scopes")
    if kind == AppKind.SERVER and not set(scopes).isdisjoint(IDENTITY_SCOPES):
        # There is nobody whose name it could be told.
        raise Refusal("app-nobody-signs-in", field="scopes")
    if kind in LED_BACK and not 1 <= len(addresses) <= MOST_ADDRESSES:
        raise Refusal("app-addresses", field="addresses", limit=MOST_ADDRESSES)
    for address in addresses:
        check_address(address)
    if apps_of(keeper).count() >= MOST_APPS:
        raise Refusal("too-many-apps", limit=MOST_APPS)
    made = Client(
        name=name,
        owner=by,
        type=Client.Type.CONFIDENTIAL if kind in WITH_SECRET else Client.Type.PUBLIC,
        data={"keeper": keeper, "kind": str(kind)},
    )
    made.set_scopes(sorted(set(scopes)))
    made.set_grant_types(list(GRANTS[kind]))
    made.set_response_types(["code"] if kind in LED_BACK else [])
    if kind in LED_BACK:
        made.set_redirect_uris(list(addresses))
        web = [urlsplit(address) for address in addresses if address.startswith("http")]
        # Of a script in a browser: it asks for its tokens from its own site.
        made.set_cors_origins(sorted({f"{parts.scheme}://{parts.netloc}" for parts in web}))
    if kind == AppKind.SERVER:
        made.set_default_scopes(sorted(set(scopes)))
    give_secret(made)
    made.save(force_insert=True)
    return made


def check_address(address: str) -> None:
    """Check that people may be led there: https, this machine, or an app's own scheme (RFC 8252, 7)."""
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        raise Refusal("app-address", field="addresses", address=address[:80]) from None
    plain = address.isascii() and address.isprintable() and not set(address) & set(" *<>\"'\\#")
    own_scheme = "." in parts.scheme and not parts.netloc
    fits = (parts.scheme == "https" and host) or (parts.scheme == "http" and host in _LOOPBACK) or own_scheme
    if not plain or not fits or parts.username is not None or len(address) > LONGEST_ADDRESS:
        raise Refusal("app-address", field="addresses", address=address[:80])


def give_secret(client: Client) -> None:
    """Give another secret, where its kind has one; what it had opens nothing any more."""
    client.data = {**(client.data or {}), "salt": secrets.token_hex(16)}
    has_secret = kind_of(client) in WITH_SECRET
    client.set_secret(app_secret(client) if has_secret else get_adapter().generate_client_secret())


def app_secret(client: Client) -> str:
    """Give the secret, to be shown to who has just registered the app."""
    # Made of the site's key and a salt, so that it stands nowhere.
    return salted_hmac("qiyuan.app", client.data["salt"], algorithm="sha256").hexdigest()
