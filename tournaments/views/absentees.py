"""Tables of a round on line that show no sign of play ten minutes after the start, and who has lost there."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from tournaments.acts.results import forfeit_absent
from tournaments.forms.absentees import AbsentForm
from tournaments.policy import Act
from tournaments.queries.absentees import PATIENCE, is_due, silent_tables
from tournaments.queries.tables import names_of
from tournaments.templatetags.tournaments import result_text
from tournaments.views.access import RoundAccess, access_round
from tournaments.views.frame import attempt, once_of, staff, user_of
from tournaments.views.round_page import frame


@staff("GET")
def absentees_page(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    access = access_round(user_of(request), event, section, number, Act.SEE_DESK)
    return _page(request, _online(access))


@staff("POST")
def forfeit(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    """A person confirms who is not there: that side has lost."""
    access = _online(access_round(user_of(request), event, section, number, Act.REPORT_RESULT))
    form = AbsentForm(request.POST)
    answer = attempt(
        form,
        lambda: forfeit_absent(
            round_=access.round,
            table=form.cleaned_data["table"],
            absent=form.cleaned_data["absent"],
            by=access.user,
            seen=form.cleaned_data["round_seen"],
            once=once_of(request),
        ),
        names_of(access.section),
    )
    if answer is None:
        return _page(request, access, form)
    said = gettext("Table %(table)s: %(result)s")
    messages.success(
        request, said % {"table": answer["table"], "result": result_text(answer["value"], answer["forfeit"])}
    )
    return redirect("absentees", event, section, number)


def _online(access: RoundAccess) -> RoundAccess:
    """Only a public round that is played on line has this page."""
    if not access.section.online or not access.round.is_public:
        raise Http404
    return access


def _page(request: HttpRequest, access: RoundAccess, failed: AbsentForm | None = None) -> HttpResponse:
    starts = access.round.starts_at
    context = frame(access) | {
        "tables": [
            {"table": table, "form": AbsentForm(auto_id=f"t{table.table}-%s")}
            for table in silent_tables(access.round)
        ],
        "due": is_due(access.round),
        "due_at": starts + PATIENCE if starts else None,
        "failed": failed,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/absentees.html", context, status=status)
