"""The public pages and files of computed ratings. Like the search they depend on nothing but the address."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, re_path
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from tournaments.exchange.ratings.rated_list_files import egf_text, fide_text, spreadsheet_rows, trf_players
from tournaments.models import ListVersion
from tournaments.queries.ratings.rated_games import input_in_force, system_with
from tournaments.queries.ratings.rated_lists import (
    exported,
    find_version,
    list_page,
    listed_systems,
    number_page,
)
from tournaments.queries.ratings.rating_runs import list_of_version, unpacked_run
from tournaments.ratings.files import list_document
from tournaments.ratings.values import Formula
from tournaments.requests.tables import table_file
from tournaments.views.public.public_search import cacheable, cacheable_page

MOST_SEARCHED = 80


@require_safe
def rating_lists(_request: HttpRequest) -> HttpResponse:
    context = {"systems": listed_systems(), "path": "ratings/"}
    return cacheable_page("tournaments/public/rating_systems.html", context, findable=True)


def _version(code: str, day: str, number: str) -> ListVersion:
    """Raises Http404."""
    try:
        on = date.fromisoformat(day) if day else None
    except ValueError:
        raise Http404 from None
    version = find_version(code, on, int(number) if number else None)
    if version is None:
        raise Http404
    return version


@require_safe
def rated_list(request: HttpRequest, code: str, day: str = "", number: str = "") -> HttpResponse:
    """``all``: with who is inactive or has no rating; ``q``: a number or a part of a name."""
    search = "".join(filter(str.isprintable, request.GET.get("q", "")[:MOST_SEARCHED])).strip()
    page = list_page(
        _version(code, day, number),
        page=request.GET.get("page", "")[:6],
        everybody="all" in request.GET or bool(search),
        search=search,
    )
    context = {"page": page, "path": page.path, "filtered": "all=1" if page.everybody else ""}
    return cacheable_page("tournaments/public/rated_list.html", context, findable=not search)


@require_safe
def rated_number(request: HttpRequest, code: str, number: str) -> HttpResponse:
    """``opponent``: a rating, against which a win, a draw and a loss are shown."""
    opponent = request.GET.get("opponent", "")[:6].strip()
    page = number_page(code, number, opponent)
    if page is None:
        raise Http404
    context = {"page": page, "path": page.path, "asked": opponent}
    return cacheable_page("tournaments/public/rated_number.html", context)


def _name(version: ListVersion) -> str:
    return f"{version.period.system.code}-{version.period.list_date.isoformat()}-v{version.number}"


def _bytes(body: bytes, name: str, content_type: str) -> HttpResponse:
    answer = HttpResponse(body, content_type=content_type)
    answer.headers["Content-Disposition"] = content_disposition_header(True, name) or ""
    return answer


def _json(document: Any, name: str) -> HttpResponse:
    return _bytes(json.dumps(document, ensure_ascii=False).encode(), name, "application/json")


def _system_json(version: ListVersion) -> HttpResponse:
    return _json(version.rules.document, "system.json")


def _games_json(version: ListVersion) -> HttpResponse:
    body = unpacked_run(bytes(input_in_force(version).games))
    return _bytes(body, f"{_name(version)}-games.json", "application/json")


def _list_json(version: ListVersion) -> HttpResponse:
    rules = system_with(version.rules)
    return _json(list_document(rules, list_of_version(version, rules)), f"{_name(version)}-list.json")


def _table(ending: str) -> Callable[[ListVersion], HttpResponse]:
    return lambda version: table_file(spreadsheet_rows(exported(version)), _name(version), ending)


def _fide(version: ListVersion) -> HttpResponse:
    body = fide_text(exported(version), version.period.list_date)
    return _bytes(body, f"{_name(version)}.txt", "text/plain; charset=iso-8859-1")


def _egf(version: ListVersion) -> HttpResponse:
    """Raises Http404 for a scale that is not the EGF's."""
    if system_with(version.rules).formula is not Formula.GOR:
        raise Http404
    body = egf_text(exported(version), version.period.list_date)
    return _bytes(body, f"{_name(version)}-egf.txt", "text/plain; charset=utf-8")


def _trf(version: ListVersion) -> HttpResponse:
    body = trf_players(exported(version), version.period.system.name, version.period.list_date)
    return _bytes(body, f"{_name(version)}.trf", "text/plain; charset=utf-8")


FILES: Mapping[str, Callable[[ListVersion], HttpResponse]] = {
    "system.json": _system_json,
    "games.json": _games_json,
    "list.json": _list_json,
    "list.csv": _table("csv"),
    "list.xlsx": _table("xlsx"),
    "fide.txt": _fide,
    "egf.txt": _egf,
    "players.trf": _trf,
}


@require_safe
def rated_list_file(_request: HttpRequest, code: str, day: str, number: str, file: str) -> HttpResponse:
    write = FILES.get(file)
    if write is None:
        raise Http404
    return cacheable(write(_version(code, day, number)))


_CODE, _DAY, _NUMBER = r"(?P<code>[a-z0-9-]{1,12})", r"(?P<day>\d{4}-\d\d-\d\d)", r"v(?P<number>\d{1,4})"
SITE = [
    path("ratings/", rating_lists, name="public_rating_systems"),
    re_path(rf"^ratings/{_CODE}/$", rated_list, name="public_rating_system"),
    re_path(rf"^ratings/{_CODE}/{_DAY}/$", rated_list, name="public_rated_list"),
    re_path(rf"^ratings/{_CODE}/{_DAY}/{_NUMBER}/$", rated_list, name="public_list_version"),
    re_path(
        rf"^ratings/{_CODE}/{_DAY}/{_NUMBER}/(?P<file>[a-z.]{{1,12}})$",
        rated_list_file,
        name="public_list_file",
    ),
    re_path(rf"^ratings/{_CODE}/number/(?P<number>[^/]{{1,20}})/$", rated_number, name="public_rated_number"),
]
