"""Pages behind a player's private link.

The secret stands in the address and is all that opens them: no session, no cookie, and no token against
forgery, for whoever could forge a form of these pages would have to know the address already. So the address
must not travel: no referrer leaves these pages, and no search engine is to keep them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt

from portal.journal import OnceReusedError
from portal.policy import Denied, Refusal
from tournaments.models import PlayerLink, Section
from tournaments.queries.invitations import link_of
from tournaments.wording.refusals import refusal_sentence

logger = logging.getLogger(__name__)
View = Callable[..., HttpResponse]


def private(*methods: str) -> Callable[[View], View]:
    """The decorator of every view behind a private link: it gets the `PlayerLink` in place of the secret.
    Whose link is revoked is told so (410); a secret that never was opens nothing (404)."""
    answered = {*methods, "HEAD"} if "GET" in methods else set(methods)

    def decorate(view: View) -> View:
        @csrf_exempt
        @wraps(view)
        def wrapper(request: HttpRequest, secret: str, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method not in answered:
                return HttpResponseNotAllowed(methods)
            response = _answer(request, view, secret, args, kwargs)
            patch_cache_control(response, private=True, no_cache=True)
            response["Referrer-Policy"] = "no-referrer"
            response["X-Robots-Tag"] = "noindex"
            return response

        return wrapper

    return decorate


def _answer(
    request: HttpRequest, view: View, secret: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> HttpResponse:
    link = link_of(secret)
    if link is None or link.entry.section.state == Section.State.DRAFT:
        logger.warning("A private link that was never given out was tried.")
        return render(request, "tournaments/private/unknown.html", status=404)
    if link.revoked_at is not None:
        logger.warning("The revoked private link %s was tried.", link.pk)
        return render(request, "tournaments/private/revoked.html", status=410)
    try:
        return view(request, link, *args, **kwargs)
    except Denied:
        return _refused(request, link, Refusal("not-yours"), 403)
    except OnceReusedError:
        return _refused(request, link, Refusal("once-reused"), 409)
    except Refusal as refusal:
        return _refused(request, link, refusal, 409)


def _refused(request: HttpRequest, link: PlayerLink, refusal: Refusal, status: int) -> HttpResponse:
    """The sentence, and the way back to the player's page."""
    sentence = refusal_sentence(refusal.code, refusal.params)
    secret = request.resolver_match.kwargs["secret"] if request.resolver_match else ""
    context = {"sentence": sentence, "secret": secret, "link": link}
    return render(request, "tournaments/private/refused.html", context, status=status)
