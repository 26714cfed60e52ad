"""Tables are given to referees."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from tournaments.acts.refereeing.table_duties import give_tables
from tournaments.forms.base import ActForm, form_of
from tournaments.models import TableDuty
from tournaments.policy import Act
from tournaments.queries.refereeing.table_duties import referees_of
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import act_url, page_url

GiveForm = form_of(give_tables)


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    """Who looks after which tables; a form for each."""
    duties = dict(TableDuty.objects.filter(section=access.section).values_list("membership", "tables"))
    rows = []
    for referee in referees_of(access.section):
        initial = {"referee": referee.pk, "tables": duties.get(referee.pk, "")}
        form: ActForm = GiveForm(initial=initial, auto_id=f"r{referee.pk}-%s")
        if failed is not None and failed.data.get("referee") == str(referee.pk):
            form = failed
        rows.append({"referee": referee, "form": form})
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "rows": rows,
        # Of a referee who is not on the page.
        "failed": None if any(row["form"] is failed for row in rows) else failed,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/table_duties.html", context, status=status)


SECTION = [
    page_url("table-duties/", "table_duties", _page, Act.SEE_DESK),
    act_url(
        "table-duties/give/",
        give_tables,
        GiveForm,
        page=_page,
        to="table_duties",
        success_message=gettext_lazy("Tables saved."),
    ),
]
