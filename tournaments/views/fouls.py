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
from tournaments.queries.fouls import filtered, lines
from tournaments.requests.access import EventAccess
from tournaments.requests.acting import showing
from tournaments.requests.tables import table_file
from tournaments.wording.grounds import reason_text

ON_A_PAGE = 100
COLUMNS = (
    *("section", "round", "table", "game", "number", "name", "federation", "kind", "offence", "article"),
    *("ply", "penalty", "status", "count", "reason", "logged_by", "at"),
)


def _fouls(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The register with its running counts; filtered by ``section`` and ``status``."""
    asked = _asked(request, access)
    sections = list(access.event.sections.all())
    page = Paginator(filtered(access.event, **asked), ON_A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "event": access.event,
        "may": access.may,
        "page": page,
        "lines": lines(page.object_list),
        "sections": sections,
        "section": next((one for one in sections if one.slug == asked["section"]), None),
        "status": asked["status"],
        "filtered": urlencode(asked),
        "statuses": Foul.Status.choices,
    }
    return render(request, "tournaments/desk/fouls.html", context)


def _file(request: HttpRequest, access: EventAccess, *, ending: str) -> HttpResponse:
    """The same as a file, all pages of it."""
    table: list[tuple[str | int, ...]] = [COLUMNS]
    for line in lines(filtered(access.event, **_asked(request, access))):
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
                    reason_text(foul.reason),
                ),
                *(str(foul.logged_by or ""), foul.at.isoformat()),
            )
        )
    return table_file(table, f"{access.event.slug}-fouls", ending)


def _asked(request: HttpRequest, access: EventAccess) -> dict[str, str]:
    """The filters; one that is not known shows everything."""
    section, status = request.GET.get("section", ""), request.GET.get("status", "")
    known = set(access.event.sections.values_list("slug", flat=True))
    return {
        "section": section if section in known else "",
        "status": status if status in Foul.Status.values else "",
    }


EVENT = [
    showing("-/fouls/", "fouls", _fouls, Act.SEE_DESK),
    showing("-/fouls/csv/", "fouls_csv", partial(_file, ending="csv"), Act.SEE_DESK),
    showing("-/fouls/xlsx/", "fouls_xlsx", partial(_file, ending="xlsx"), Act.SEE_DESK),
]
