"""Answer search engines: ``robots.txt``, and the site map with every page that may be found."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime

from django.conf import settings
from django.db.models import BigIntegerField, ExpressionWrapper, F, Max, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from portal.published.models import Page
from portal.published.pages import withheld
from portal.published.renderers import kinds_with_cards, languages
from portal.web.languages import WordlessResponse
from portal.web.private_links import PLACES

# Addresses in one part (sitemaps.org).
MOST = 50_000
# Below a language: not for search engines. A page with a question in its address is not either.
PRIVATE = ("account/", "admin/", "desk/", "offline/", "search/", *(f"{place}/" for place in PLACES))
XML = "application/xml; charset=utf-8"
SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9"
# Seconds for which a crawler may keep an answer.
KEPT_FOR = 3600

# The part with the pages that are made when somebody asks.
COMPUTED = "computed"

_computed: list[Callable[[int], Collection[str]]] = []
_unlisted: list[Callable[[], Collection[str]]] = []


def register_unlisted(provider: Callable[[], Collection[str]]) -> None:
    """Have ``provider`` asked below which prefixes pages are only for those who know their address; one
    query."""
    if provider not in _unlisted:
        _unlisted.append(provider)


def register_computed(provider: Callable[[int], Collection[str]]) -> None:
    """Have ``provider`` asked for the paths of pages that nobody publishes and that may be found; one
    query."""
    if provider not in _computed:
        _computed.append(provider)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    closed = [f"Disallow: /{language}/{path}" for language in languages() for path in PRIVATE]
    machines = [f"Disallow: {path}" for path in ("/api/", *(f"/{place}/" for place in PLACES), "/*?")]
    lines = ["User-agent: *", *machines, *closed, ""]
    text = "\n".join([*lines, f"Sitemap: {settings.PUBLIC_URL}/sitemap.xml", ""])
    return _cacheable(WordlessResponse(text, content_type="text/plain; charset=utf-8"))


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the parts of the site map, in one query, and one of each provider."""
    part = ExpressionWrapper(F("pk") / _in_a_part(), output_field=BigIntegerField())
    parts = _pages().annotate(part=part).values_list("part").annotate(newest=Max("changed_at"))
    rows = (
        f"<sitemap><loc>{settings.PUBLIC_URL}/sitemap-{number}.xml</loc>{_changed(newest)}</sitemap>"
        for number, newest in parts.order_by("part")
    )
    computed = [f"<sitemap><loc>{settings.PUBLIC_URL}/sitemap-{COMPUTED}.xml</loc></sitemap>"]
    return _xml("sitemapindex", [*rows, *(computed if _computed_paths(1) else [])])


@gzip_page
@require_safe
def part(request: HttpRequest, number: int) -> HttpResponse:
    """List the pages of one part, each in every language, in as many queries for any number of pages."""
    size = _in_a_part()
    pages = _pages().filter(pk__gte=number * size, pk__lt=(number + 1) * size).order_by("pk")
    path_rows = list(pages.values_list("path", "changed_at"))
    if not path_rows:
        raise Http404
    hidden = tuple(prefix for provider in _unlisted for prefix in provider())
    rows = (
        f"<url><loc>{settings.PUBLIC_URL}/{language}/{path}</loc>{_changed(at)}</url>"
        for path, at in path_rows
        if not path.startswith(hidden)
        for language in languages()
    )
    return _xml("urlset", rows)


@gzip_page
@require_safe
def computed(request: HttpRequest) -> HttpResponse:
    """The pages that are made when somebody asks, each in every language."""
    rows = (
        f"<url><loc>{settings.PUBLIC_URL}/{language}/{path}</loc></url>"
        for path in _computed_paths(_in_a_part())
        for language in languages()
    )
    return _xml("urlset", rows)


def _computed_paths(most: int) -> list[str]:
    return [path for provider in _computed for path in provider(most)][:most]


# A part of the map holds the pages of a range of keys, each in every language: it never has more than 50,000
# addresses, and a page stays in its part for ever.
def _in_a_part() -> int:
    return MOST // len(languages())


def _pages() -> QuerySet[Page]:
    return Page.objects.filter(~withheld(), kind__in=kinds_with_cards(), withdrawn=False)


def _changed(at: datetime) -> str:
    return f"<lastmod>{at.astimezone(UTC).isoformat(timespec='seconds')}</lastmod>"


def _xml(element: str, rows: Iterable[str]) -> HttpResponse:
    text = "\n".join(rows)
    document = f'<?xml version="1.0" encoding="UTF-8"?>\n<{element} xmlns="{SCHEMA}">\n{text}\n</{element}>\n'
    return _cacheable(WordlessResponse(document, content_type=XML))


def _cacheable(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, public=True, max_age=KEPT_FOR)
    return response
