"""Let in devices without a keyboard: they show a code, a person types it and allows them (RFC 8628)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.core.internal.cryptokit import generate_user_code, normalize_user_code
from allauth.idp.oidc.internal.clientkit import lookup_public_client
from allauth.idp.oidc.internal.oauthlib.utils import get_validator_context
from allauth.idp.oidc.models import Client
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from oauthlib.oauth2.rfc6749.errors import (
    InvalidClientError,
    InvalidGrantError,
    InvalidRequestError,
    UnauthorizedClientError,
)
from oauthlib.oauth2.rfc8628.errors import (
    AccessDenied,
    AuthorizationPendingError,
    ExpiredTokenError,
    SlowDownError,
)

from portal.accounts.models import User
from portal.identity.adapter import scopes_held
from portal.identity.granted import note_allowed, token_digest
from portal.identity.models import DeviceGrant
from portal.policy import Refusal

# Seconds in which a person must have typed the code.
GOOD_FOR = 600
# Seconds between two questions of a device.
INTERVAL = 5
# Devices of one app that wait at a time: more are no hall, but somebody who guesses.
MOST_WAITING = 1000
KIND = Client.GrantType.DEVICE_CODE


# The library keeps these codes in the cache, which each process of a small site has for itself; here they are
# rows, so that any process answers, and a code is good once.
def new_user_code() -> str:
    """Letters that nobody takes for one another, as ``WDJB-MJHT``."""
    return generate_user_code()


def begin(client: Client, *, device_code: str, user_code: str, scopes: list[str]) -> None:
    """Note that a device has asked; raise oauthlib's errors."""
    if KIND not in client.get_grant_types():
        raise UnauthorizedClientError
    waiting = DeviceGrant.objects.filter(client=client, ends_at__gt=timezone.now())
    if waiting.count() >= MOST_WAITING:
        raise SlowDownError
    DeviceGrant.objects.create(
        client=client,
        digest=token_digest(device_code),
        user_code=normalize_user_code(user_code),
        scopes=scopes,
        ends_at=timezone.now() + timedelta(seconds=GOOD_FOR),
    )


def waiting_device(typed: str) -> DeviceGrant | None:
    """The device whose code somebody has typed, in any case and with or without its dash."""
    return _waiting(typed).first()


def _waiting(typed: str) -> QuerySet[DeviceGrant]:
    code = normalize_user_code(typed[:40])
    waiting = DeviceGrant.objects.filter(user_code=code, ends_at__gt=timezone.now(), allowed=None)
    return waiting.select_related("client")


def grantable(grant: DeviceGrant, user: User) -> list[str]:
    held = scopes_held(user)
    return [scope for scope in grant.scopes if scope in held]


def answer_device(*, typed: str, allow: bool, by: User) -> None:
    """The person has answered the device whose code was ``typed``."""
    with transaction.atomic():
        by = User.objects.select_for_update().get(pk=by.pk)
        row = _waiting(typed).select_for_update(of=("self",)).first()
        if row is None or not by.is_active:
            raise Refusal("device-over")
        scopes = grantable(row, by)
        if allow and not scopes:
            raise Refusal("nothing-to-allow")
        row.allowed, row.user, row.scopes = allow, by, scopes
        row.save(update_fields=["allowed", "user", "scopes"])
        if allow:
            note_allowed(user=by, client=row.client, scopes=scopes)


def redeem(client_id: str, device_code: str) -> tuple[User, dict[str, Any]]:
    """Say who has allowed the device, and what; the code is used up. Raise oauthlib's errors."""
    if not client_id or not device_code:
        raise InvalidRequestError
    client = lookup_public_client(client_id)
    if client is None or KIND not in client.get_grant_types():
        raise InvalidClientError
    # Locked: of two questions at one moment only one gets tokens.
    rows = DeviceGrant.objects.select_for_update()
    row = rows.filter(digest=token_digest(device_code), client=client).first()
    if row is None:
        raise InvalidGrantError
    now = timezone.now()
    if row.ends_at <= now:
        raise ExpiredTokenError
    if row.asked_at is not None and row.asked_at + timedelta(seconds=INTERVAL) > now:
        raise SlowDownError
    # In the caller's transaction: what is written stays when this raises.
    row.asked_at = now
    row.save(update_fields=["asked_at"])
    if row.allowed is None:
        raise AuthorizationPendingError
    row.delete()
    user = User.objects.filter(pk=row.user_id or 0, is_active=True).first()
    if not row.allowed or user is None:
        raise AccessDenied
    get_validator_context().authorized_device_code = (client_id, device_code)
    return user, {"scope": row.scopes}
