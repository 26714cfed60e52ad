"""The foul register of an event: to be read, filtered, printed, taken along."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Foul
from tournaments.policy import Act
from tournaments.queries.refereeing.fouls import filtered, foul_lines
from tournaments.requests.access import EventAccess
from tournaments.requests.act_urls import page_url
from tournaments.requests.tables import table_file
from tournaments.wording.grounds import stored_reason_text

ON_A_PAGE = 100
COLUMNS = (
    *("section", "round", "table", "game", "number", "name", "federation", "kind", "offence", "article"),
    *("ply", "penalty", "status", "count", "reason", "logged_by", "at"),
)


def _fouls(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The register with its running counts; filtered by ``section`` and ``status``."""
    filters = _filters(request, access)
    sections = list(access.event.sections.all())
    page = Paginator(filtered(access.event, **filters), ON_A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "event": access.event,
        "may": access.may,
        "page": page,
        "lines": foul_lines(page.object_list),
        "sections": sections,
        "section": next((item for item in sections if item.slug == filters["section"]), None),
        "status": filters["status"],
        "filtered": urlencode(filters),
        "statuses": Foul.Status.choices,
    }
    return render(request, "tournaments/desk/fouls.html", context)


def _file(request: HttpRequest, access: EventAccess, *, ending: str) -> HttpResponse:
    """The same as a file, all pages of it."""
    table: list[tuple[str | int, ...]] = [COLUMNS]
    for line in foul_lines(filtered(access.event, **_filters(request, access))):
        foul = line.foul
        round_ = foul.pairing.round
        player = foul.entry.player
        table.append(
            (
                *(round_.section.slug, round_.number, foul.pairing.table or "", foul.game),
                *(foul.entry.number or "", player.name, player.federation_id, foul.kind, foul.offence),
                *(
                    foul.article,
                    foul.ply or "",
                    foul.penalty,
                    foul.status,
                    line.count,
                    stored_reason_text(foul.reason),
                ),
                *(str(foul.logged_by or ""), foul.at.isoformat()),
            )
        )
    return table_file(table, f"{access.event.slug}-fouls", ending)


def _filters(request: HttpRequest, access: EventAccess) -> dict[str, str]:
    """The filters; one that is not known shows everything."""
    section, status = request.GET.get("section", ""), request.GET.get("status", "")
    slugs = set(access.event.sections.values_list("slug", flat=True))
    return {
        "section": section if section in slugs else "",
        "status": status if status in Foul.Status.values else "",
    }


EVENT = [
    page_url("-/fouls/", "fouls", _fouls, Act.SEE_DESK),
    page_url("-/fouls/csv/", "fouls_csv", partial(_file, ending="csv"), Act.SEE_DESK),
    page_url("-/fouls/xlsx/", "fouls_xlsx", partial(_file, ending="xlsx"), Act.SEE_DESK),
]
