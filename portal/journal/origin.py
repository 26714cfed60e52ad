"""Say from where an act comes: the web and a network (never a full address), a worker, a command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import ip_address, ip_network

from django.http import HttpRequest, HttpResponse

_origin: ContextVar[str] = ContextVar("origin", default="command")


def current_origin() -> str:
    return _origin.get()


@contextmanager
def origin(text: str) -> Iterator[None]:
    token = _origin.set(text)
    try:
        yield
    finally:
        _origin.reset(token)


def network_of(address: str) -> str:
    """Write ``192.0.2.7`` as ``192.0.2.0/24``."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return ""
    # Enough to tell the hall from the hotel, too little to be a person.
    return str(ip_network(f"{address}/{24 if parsed.version == 4 else 48}", strict=False))


class OriginMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with origin(f"web {network_of(request.META.get('REMOTE_ADDR', ''))}".strip()):
            return self.get_response(request)
