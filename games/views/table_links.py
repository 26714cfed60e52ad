"""Links of the phones at a section's tables: cards to be printed and put up, each renewed or revoked."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.acts.table_links import issue_table_links, renew_table_link, revoke_table_link
from games.queries.table_links import table_cards
from tournaments.forms.base import ActForm
from tournaments.policy import Act
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import act_url, page_url


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    cards = table_cards(access.section)
    context: dict[str, Any] = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "cards": [
            {"table": card.table, "link": card.link, "url": card.address, "form": ActForm()} for card in cards
        ],
        "waiting": sum(card.link is None for card in cards),
        "failed": failed,
        "form": ActForm(),
    }
    return render(request, "games/desk/table_links.html", context, status=failed.status if failed else 200)


SECTION = [
    page_url("", "table_links", _page, Act.ISSUE_LINKS),
    act_url("issue/", issue_table_links, page=_page, to="table_links"),
    act_url("<int:table>/renew/", renew_table_link, page=_page, to="table_links"),
    act_url("<int:table>/revoke/", revoke_table_link, page=_page, to="table_links"),
]
