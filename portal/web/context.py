"""What every template knows without being told."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    return {
        "unencrypted": not settings.SECURE and not settings.ON_THIS_MACHINE,
        "passkeys": settings.MFA_PASSKEY_LOGIN_ENABLED,
    }
