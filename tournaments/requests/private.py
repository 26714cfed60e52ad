"""The doors of the pages behind private links: a player's, a captain's, an applicant's, an
office's.

The secret stands in the address and is all that opens them: no session, no cookie, and no token against
forgery, for whoever could forge a form of these pages would have to know the address already. So the address
must not travel: no referrer leaves these pages, and no search engine is to keep them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt

from portal.journal import OnceReusedError
from portal.policy import Denied, Refusal
from tournaments.models import Application, CaptainLink, Entry, PlayerLink, Round, Section
from tournaments.policy import Act
from tournaments.queries.entering.applications import application_of
from tournaments.queries.entering.quotas import quota_of
from tournaments.queries.invitations import link_of
from tournaments.queries.teams.captains import captain_link_of
from tournaments.requests.access import Access, QuotaAccess, first_or_404
from tournaments.requests.act_urls import Entrance
from tournaments.requests.captains import CaptainAccess
from tournaments.requests.frame import View, answered_form, is_queued
from tournaments.wording.refusals import refusal_sentence

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LinkAccess(Access):
    """What a player's private link opens: ``secret`` as it stands in its address."""

    address = ("secret",)
    link: PlayerLink
    secret: str
    entry: Entry
    section: Section

    @property
    def by(self) -> PlayerLink:
        return self.link

    @property
    def person(self) -> str:
        """Whose the forms are that a page behind the link keeps on its device."""
        return f"link-{self.link.pk}"

    def find(self, name: str, key: Any) -> Any:
        return (
            first_or_404(Round.objects.filter(section=self.section, number=key)) if name == "round_" else key
        )


@dataclass(frozen=True, slots=True)
class ApplicationAccess(Access):
    """What the private link of an application opens: that, and nothing else."""

    address = ("secret",)
    application: Application
    secret: str
    section: Section

    @property
    def by(self) -> Application:
        return self.application


@dataclass(frozen=True, slots=True)
class LinkKind:
    """A kind of private links. ``find``: the link of a secret, valid or revoked; ``open``: what it opens;
    ``page``: the name of the address of its first page."""

    find: Callable[[str], Any]
    open: Callable[[Any, str], Access]
    page: str


PLAYERS = LinkKind(
    link_of, lambda link, secret: LinkAccess(link, secret, link.entry, link.entry.section), "my_page"
)
CAPTAINS = LinkKind(
    captain_link_of,
    lambda link, secret: CaptainAccess(link, link.team, link.team.section, secret),
    "captain_page",
)

APPLICANTS = LinkKind(
    application_of,
    lambda application, secret: ApplicationAccess(application, secret, application.section),
    "application_page",
)
QUOTAS = LinkKind(
    quota_of, lambda quota, secret: QuotaAccess(quota, quota, quota.section, secret), "quota_page"
)


def behind_private_link(kind: LinkKind, *methods: str) -> Callable[[View], View]:
    """Decorate a view behind a private link: it gets what the link opens in place of the secret."""
    answered = {*methods, "HEAD"} if "GET" in methods else set(methods)

    def decorate(view: View) -> View:
        @csrf_exempt
        @wraps(view)
        def wrapper(request: HttpRequest, secret: str, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method not in answered:
                return HttpResponseNotAllowed(methods)
            # A revoked link is told so (410); a secret that never was opens nothing (404).
            response = keep_private(_answer(request, kind, view, secret, args, kwargs))
            return answered_form(request, response) if is_queued(request) else response

        return wrapper

    return decorate


def keep_private(response: HttpResponse) -> HttpResponse:
    """No cache, no search engine and no other site is to have the page or its address."""
    patch_cache_control(response, private=True, no_cache=True)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


private = partial(behind_private_link, PLAYERS)
captains = partial(behind_private_link, CAPTAINS)
applicants = partial(behind_private_link, APPLICANTS)
offices = partial(behind_private_link, QUOTAS)


def _answer(  # noqa: PLR0917 - as it came
    request: HttpRequest,
    kind: LinkKind,
    view: View,
    secret: str,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> HttpResponse:
    link = _opened(request, kind, secret)
    if isinstance(link, HttpResponse):
        return link
    refused = partial(_refused, request, reverse(kind.page, args=[secret]))
    try:
        return view(request, kind.open(link, secret), *args, **kwargs)
    except Denied as denied:
        # It may have been revoked while the act waited for its lock.
        again = _opened(request, kind, secret)
        code = "ruling-of-others" if denied.act == Act.APPEAL else "not-yours"
        return again if isinstance(again, HttpResponse) else refused(Refusal(code), 403)
    except OnceReusedError:
        return refused(Refusal("once-reused"), 409)
    except Refusal as refusal:
        return refused(refusal, 409)


def _opened(request: HttpRequest, kind: LinkKind, secret: str) -> Any:
    """The link of a secret, or the page that says why it opens nothing."""
    link = kind.find(secret)
    if link is None or _section_of(link).state == Section.State.DRAFT:
        logger.warning("A private link that was never given out was tried.")
        return render(request, "tournaments/private/unknown.html", status=404)
    if link.revoked_at is not None:
        logger.warning("The revoked private link %s was tried.", link.pk)
        return render(request, "tournaments/private/revoked.html", status=410)
    return link


def _section_of(link: Any) -> Section:
    """Of a player's or a captain's link by whose it is; any other belongs to a section itself."""
    if isinstance(link, PlayerLink):
        return link.entry.section
    section: Section = link.team.section if isinstance(link, CaptainLink) else link.section
    return section


def _refused(request: HttpRequest, back: str, refusal: Refusal, status: int) -> HttpResponse:
    """The sentence, and the way back to the page."""
    context = {"sentence": refusal_sentence(refusal.code, refusal.params), "back": back}
    return render(request, "tournaments/private/refused.html", context, status=status)


LINK = Entrance(private, lambda _request, opened, _right, _place: opened)
APPLICANT = Entrance(applicants, lambda _request, opened, _right, _place: opened)
OFFICE = Entrance(offices, lambda _request, opened, _right, place: opened.at(place))
CAPTAIN = Entrance(captains, lambda _request, opened, _right, _place: opened)
