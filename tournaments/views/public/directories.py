"""Show what the site's menu leads to, and an organisation's players and documents.

The pages depend on nothing but the address."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.models import Organisation
from tournaments.queries.entering.organisations import find_organisation, organisation_head, public_events_of
from tournaments.queries.public.directories import (
    best_of_lists,
    document_lines,
    documents_of_events,
    event_lines,
    events_of_organisations,
    events_with_games,
    games_of_champions,
    latest_champions,
    organisations_page,
    player_lines,
    players_of,
)
from tournaments.queries.public.public import listed_events
from tournaments.queries.ratings.rated_lists import first_rated, published_lists
from tournaments.views.public.public_search import cacheable_page


@require_safe
def organisations(request: HttpRequest) -> HttpResponse:
    rows = organisations_page(_number(request))
    context = {"lines": rows.object_list, "beside": events_of_organisations()}
    return _page("organisations", "organisations/", rows, context)


@require_safe
def players(_request: HttpRequest) -> HttpResponse:
    champions = latest_champions(listed_events())
    context = {"lists": best_of_lists(), "champions": champions, "path": "players/"}
    return cacheable_page("tournaments/public/players.html", context, findable=True)


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    rows = events_with_games(_number(request))
    context = {"lines": event_lines(rows), "won": games_of_champions()}
    return _page("games", "games/", rows, context)


@require_safe
def organisation_players(request: HttpRequest, slug: str) -> HttpResponse:
    organisation = _organisation(slug)
    rows = players_of(organisation, _number(request))
    lists = published_lists(organisation)
    context = {
        "page": organisation_head(organisation),
        "lines": player_lines(rows),
        "best": first_rated(lists[0].newest) if lists else [],
        "list_path": lists[0].path if lists else "",
        "champions": latest_champions(public_events_of(organisation)),
    }
    return _page("organisation_players", f"o/{slug}/players/", rows, context)


@require_safe
def organisation_documents(request: HttpRequest, slug: str) -> HttpResponse:
    organisation = _organisation(slug)
    rows = documents_of_events(organisation, _number(request))
    context = {"page": organisation_head(organisation), "lines": document_lines(rows)}
    return _page("organisation_documents", f"o/{slug}/documents/", rows, context)


def _organisation(slug: str) -> Organisation:
    organisation = find_organisation(slug)
    if organisation is None:
        raise Http404
    return organisation


def _number(request: HttpRequest) -> str:
    return request.GET.get("page", "1")


def _page(name: str, at: str, rows: Page[Any], context: dict[str, Any]) -> HttpResponse:
    first = rows.number == 1
    whole = context | {"rows": rows, "folder": at, "path": at if first else f"{at}?page={rows.number}"}
    return cacheable_page(f"tournaments/public/{name}.html", whole, findable=first)


SITE = [
    path("organisations/", organisations, name="public_organisations"),
    path("players/", players, name="public_players"),
    path("games/", games, name="public_games"),
    path("o/<slug:slug>/players/", organisation_players, name="public_organisation_players"),
    path("o/<slug:slug>/documents/", organisation_documents, name="public_organisation_documents"),
]
