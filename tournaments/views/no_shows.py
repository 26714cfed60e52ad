"""Tables of a round on line that show no sign of play ten minutes after the start, and who has lost there."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from tournaments.acts.no_shows import forfeit_absent
from tournaments.acts.results import Reported
from tournaments.forms.base import ActForm
from tournaments.forms.rounds import AbsentForm
from tournaments.policy import Act
from tournaments.queries.presence import PATIENCE, idle_tables, is_due
from tournaments.requests.access import RoundAccess
from tournaments.requests.acting import act_url, page_url
from tournaments.views.round_page import frame
from tournaments.wording.options import result_text


def _page(request: HttpRequest, access: RoundAccess, failed: ActForm | None = None) -> HttpResponse:
    if not access.section.online or not access.round.is_public:
        # Only a public round that is played on line has this page.
        raise Http404
    starts = access.round.starts_at
    tables = [
        {"table": table, "form": AbsentForm(auto_id=f"t{table.table}-%s")}
        for table in idle_tables(access.round)
    ]
    context = frame(access) | {
        "tables": tables,
        # A match of teams may be due before its round is.
        "due": is_due(access.round) or bool(tables),
        "due_at": starts + PATIENCE if starts else None,
        "failed": failed,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/absentees.html", context, status=status)


def _said(answer: Reported, access: RoundAccess) -> str:
    result = result_text(answer["value"], answer["forfeit"])
    return gettext("Table %(table)s: %(result)s") % {"table": answer["table"], "result": result}


ROUND = [
    page_url("absentees/", "absentees", _page, Act.SEE_DESK),
    # A person confirms who is not there: that side has lost.
    act_url(
        "absentees/forfeit/", forfeit_absent, AbsentForm, page=_page, to="absentees", success_message=_said
    ),
]
