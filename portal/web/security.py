"""The headers that every answer carries, the front's as well as Django's."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from portal.web.private_links import SECRET_PATH


def policy(*, frame_ancestors: str = "'none'", form_action: str = "") -> str:
    """Say what a page may load, which sites may frame it, and where answers to its forms may lead."""
    return (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        f"form-action 'self'{form_action and f' {form_action}'}; frame-ancestors {frame_ancestors}"
    )


CONTENT_SECURITY_POLICY = policy()
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=()"


class SecurityHeaders:
    """Add what Django 5.2 has no setting for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        if response.status_code >= 300 and response.status_code != 304:
            # RFC 9111, 4.2.2: without it a proxy or a browser keeps a 301, 404 or 410 as long as it likes,
            # and a page that is public a minute later stays away.
            response.headers.setdefault("Cache-Control", "no-cache")
        if SECRET_PATH.match(request.path) and response.headers.get("Referrer-Policy") != "no-referrer":
            # Of the address only the site: with no-referrer a browser says ``null`` where a form comes from,
            # which the guard against forgery refuses.
            response.headers["Referrer-Policy"] = "strict-origin"
        return response
