"""Count how often somebody does something: ``ACCOUNT_RATE_LIMITS`` of the settings, by action.

Counting is allauth's, which calls it its own and means to hide it: no other module imports it, and
`tests.portal.web.test_rate_limits` says so when it moves.
"""

from __future__ import annotations

from typing import Any

from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponse

from portal.accounts.models import User

# The app whose settings have the limits.
_OF = "allauth.account"


def refuse_if_often(
    request: HttpRequest, action: str, *, key: str | None = None, user: User | None = None
) -> HttpResponse | None:
    """Count one more ``action`` of an address, ``key`` or ``user``; return the page of too many requests,
    or None."""
    answer: HttpResponse | None = ratelimit.consume_or_429(
        request, app=_OF, action=action, key=key, user=user
    )
    return answer


def is_within(request: HttpRequest, action: str, *, key: str | None = None) -> bool:
    """Count one more; say whether it may be."""
    return bool(counted(request, action, key=key))


def counted(request: HttpRequest, action: str, *, key: str | None = None) -> Any:
    """Count one more; return what allauth's adapter takes back when it was right, None where it may not
    be."""
    return ratelimit.consume(request, app=_OF, action=action, key=key)


def network_address(request: HttpRequest) -> str:
    """Say by which address a request is counted."""
    # Of IPv6 only the network, for a household has millions.
    address: str = ratelimit.get_ip(request)
    return address
