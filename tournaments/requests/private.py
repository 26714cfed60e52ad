"""The door of the pages behind a player's private link.

The secret stands in the address and is all that opens them: no session, no cookie, and no token against
forgery, for whoever could forge a form of these pages would have to know the address already. So the address
must not travel: no referrer leaves these pages, and no search engine is to keep them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt

from portal.journal import OnceReusedError
from portal.policy import Denied, Refusal
from tournaments.models import Entry, PlayerLink, Round, Section
from tournaments.queries.invitations import link_of
from tournaments.requests.access import Access, first_of
from tournaments.requests.acting import Door
from tournaments.requests.frame import View, decided, is_queued
from tournaments.wording.refusals import refusal_sentence

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LinkAccess(Access):
    """What a private link opens: ``secret`` as it stands in its address."""

    link: PlayerLink
    secret: str
    entry: Entry
    section: Section

    @property
    def by(self) -> PlayerLink:
        return self.link

    @property
    def place(self) -> list[str | int]:
        return [self.secret]

    @property
    def person(self) -> str:
        """Whose the forms are that a page behind the link keeps on its device."""
        return f"link-{self.link.pk}"

    def find(self, name: str, key: Any) -> Any:
        return first_of(Round.objects.filter(section=self.section, number=key)) if name == "round_" else key


def private(*methods: str) -> Callable[[View], View]:
    """The decorator of every view behind a private link: it gets a `LinkAccess` in place of the secret.
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
            return decided(request, response) if is_queued(request) else response

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
        return view(request, LinkAccess(link, secret, link.entry, link.entry.section), *args, **kwargs)
    except Denied:
        return _refused(request, link, secret, Refusal("not-yours"), 403)
    except OnceReusedError:
        return _refused(request, link, secret, Refusal("once-reused"), 409)
    except Refusal as refusal:
        return _refused(request, link, secret, refusal, 409)


def _refused(
    request: HttpRequest, link: PlayerLink, secret: str, refusal: Refusal, status: int
) -> HttpResponse:
    """The sentence, and the way back to the player's page."""
    sentence = refusal_sentence(refusal.code, refusal.params)
    context = {"sentence": sentence, "secret": secret, "link": link}
    return render(request, "tournaments/private/refused.html", context, status=status)


LINK = Door(private, lambda _request, opened, _right, _place: opened)
