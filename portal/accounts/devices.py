"""Know the devices on which somebody has signed in before, by a cookie that only this site can make."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from portal.accounts.models import User

COOKIE = "__Host-device" if settings.SECURE else "device"
# Seconds since somebody last signed in on it.
GOOD_FOR = 366 * 24 * 3600
# Who are remembered on one device, those who came last: a laptop at the desk has many.
MOST_PEOPLE = 20
_SALT = "qiyuan.device"


# Each counts its own wrong passwords: whoever types wrong ones elsewhere, even at the same address, cannot
# keep the owner of an account out of it. The cookie opens nothing.
@dataclass(frozen=True, slots=True)
class Device:
    # A random name.
    key: str
    # Ids of accounts.
    people: tuple[int, ...]


def device_of(request: HttpRequest) -> Device | None:
    """The device that sends this, if anybody has signed in on it."""
    return device_in(request.COOKIES.get(COOKIE, ""))


def device_in(cookie: str) -> Device | None:
    """The device that this site has signed the cookie for."""
    try:
        signed_value = signing.loads(cookie, salt=_SALT, max_age=GOOD_FOR)
    except signing.BadSignature:
        return None
    return Device(signed_value["key"], tuple(signed_value["people"]))


def known_device(request: HttpRequest, username: str) -> Device | None:
    """The device that sends this, if the owner of that name has signed in on it."""
    device = device_of(request)
    if device is None:
        return None
    owns = User.objects.filter(username__iexact=username, pk__in=device.people).exists()
    return device if owns else None


def remember_device(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """``user`` has signed in on the device that has sent this."""
    device = device_of(request) or Device(secrets.token_urlsafe(16), ())
    others = [pk for pk in device.people if pk != user.pk]
    payload = {"key": device.key, "people": [user.pk, *others][:MOST_PEOPLE]}
    response.set_cookie(
        COOKIE,
        signing.dumps(payload, salt=_SALT),
        max_age=GOOD_FOR,
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )
