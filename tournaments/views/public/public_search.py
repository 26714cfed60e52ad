"""The search for everybody: a page, and for its script the first lines of what the page would show.

Like a published page it depends on nothing but the address: no session, no cookie. Browsers and proxies may
keep an answer for `KEPT_FOR` seconds, so that what a hall types again is not looked up again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import path
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_safe

from portal.published.documents import plain_value
from portal.templatetags.site import root
from tournaments.queries.public.public_search import LONGEST, SearchPage, public_search_page
from tournaments.requests.site_host import site_host
from tournaments.wording.names import both_names, name_lang, plain_name

# Players on the page; lines below the field, of them events and federations at most so many each.
MOST, AT_ONCE, MOST_OTHERS = 60, 8, 3
KEPT_FOR = 30


@dataclass(frozen=True, slots=True)
class NamePart:
    text: str
    lang: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One line below the field: what it is called, what it is and where, and the page it leads to."""

    names: list[NamePart]
    about: str
    url: str


@require_safe
def public_search(request: HttpRequest) -> HttpResponse:
    """``q``: what is looked for."""
    query = _search_text(request)
    context = {
        "page": public_search_page(query, MOST),
        "search_text": query,
        "path": f"search/?{urlencode({'q': query})}" if query else "search/",
    }
    return cacheable_page("tournaments/public/search.html", context)


@require_safe
def suggestions(request: HttpRequest) -> HttpResponse:
    """The first lines for what has been typed so far; ``more`` is the page with the rest, if there is one."""
    query = _search_text(request)
    page = public_search_page(query, AT_ONCE)
    lines = list(_lines(page))
    more = f"/{get_language()}/search/?{urlencode({'q': query})}"
    return cacheable(
        JsonResponse(
            {
                "lines": [plain_value(line) for line in lines[:AT_ONCE]],
                "more": more if page.more or len(lines) > AT_ONCE else "",
            }
        )
    )


def _search_text(request: HttpRequest) -> str:
    return "".join(filter(str.isprintable, request.GET.get("q", "")[:LONGEST])).strip()


def cacheable(answer: HttpResponse, *, findable: bool = False) -> HttpResponse:
    """Let an answer that depends on nothing but its address be kept for a moment."""
    answer.headers["Cache-Control"] = f"public, max-age={KEPT_FOR}"
    # `findable`: search engines may list it.
    if not findable:
        answer.headers["X-Robots-Tag"] = "noindex"
    return answer


def cacheable_page(template: str, context: Mapping[str, Any], *, findable: bool = False) -> HttpResponse:
    """Render a page that may be kept; its links begin at ``root``, the reader's language."""
    # Without the request: nothing on the page depends on who asks.
    page = render_to_string(template, {"root": root(), **site_host(), **context})
    return cacheable(HttpResponse(page), findable=findable)


def _lines(page: SearchPage) -> Iterator[Suggestion]:
    home = root()
    for event in page.events[:MOST_OTHERS]:
        about = " · ".join(filter(None, (gettext("event"), event.place, event.starts[:4])))
        yield Suggestion(_parts(event), about, f"{home}e/{event.slug}/")
    for owner in page.organisations[:MOST_OTHERS]:
        yield Suggestion(
            _parts(owner), f"{gettext('organisation')} · {owner.level_name}", f"{home}{owner.path}"
        )
    for federation in page.federations[:MOST_OTHERS]:
        url = f"{home}search/?{urlencode({'q': federation.code})}"
        about = f"{gettext('federation')} · {federation.code}"
        yield Suggestion([NamePart(federation.name, get_language() or "")], about, url)
    for person in page.persons:
        if person.events > 1:
            about = ngettext("%(count)s event", "%(count)s events", person.events) % {"count": person.events}
            line = " · ".join(filter(None, (gettext("person"), person.federation, about)))
            yield Suggestion(_parts(person, person.federation), line, f"{home}{person.path}")
    for player in page.players:
        where = (player.federation, plain_name(player.section), plain_name(player.event))
        yield Suggestion(
            _parts(player, player.federation), " · ".join(filter(None, where)), f"{home}{player.path}"
        )


def _parts(named_object: object, federation: str = "") -> list[NamePart]:
    return [NamePart(name, name_lang(name, federation)) for name in both_names(named_object)]


SITE = [
    path("search/", public_search, name="public_search"),
    path("search/suggestions/", suggestions, name="suggestions"),
]
