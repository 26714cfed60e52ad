"""Tables of a round on line that show no sign of play ten minutes after the start, and who has lost there."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from tournaments.acts._absent import is_awaited, is_ruled_by_program, ruled_at
from tournaments.acts.refereeing.no_shows import PlayerAwaited, await_player, forfeit_absent
from tournaments.acts.results import Reported
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.rounds import AbsentForm
from tournaments.policy import Act
from tournaments.queries.presence import PATIENCE, idle_tables, is_due
from tournaments.requests.access import RoundAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.views.rounds.round_page import frame
from tournaments.wording.appeals import link_article
from tournaments.wording.causes import reported_text

AwaitForm = form_of(await_player)


def _page(request: HttpRequest, access: RoundAccess, failed: ActForm | None = None) -> HttpResponse:
    if not access.section.online or not access.round.is_public:
        # Only a public round that is played on line has this page.
        raise Http404
    starts = access.round.starts_at
    ruled = is_ruled_by_program(access.round)
    tables = [
        {
            "table": table,
            "form": AbsentForm(auto_id=f"t{table.table}-%s"),
            "await_form": AwaitForm(auto_id=f"w{table.table}-%s"),
            "awaited": ruled and starts is not None and is_awaited(access.round, table.table, since=starts),
        }
        for table in idle_tables(access.round)
    ]
    context = frame(access) | {
        "tables": tables,
        # A match of teams may be due before its round is.
        "due": is_due(access.round) or bool(tables),
        "due_at": starts + PATIENCE if starts else None,
        "failed": failed,
        "ruled_at": ruled_at(access.round, None) if ruled else None,
        "reasons": [
            gettext("The connection has failed"),
            gettext("Agreed with the referee"),
            gettext("The player is there"),
        ],
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/absentees.html", context, status=status)


def _awaited(answer: PlayerAwaited, _access: RoundAccess) -> str:
    return gettext("Table %(table)s: nothing is entered automatically.") % {"table": answer["table"]}


def _result_sentence(answer: Reported, access: RoundAccess) -> str:
    return link_article(reported_text(answer), access.section.rulebook, answer.get("article", ""))


ROUND = [
    page_url("absentees/", "absentees", _page, Act.SEE_DESK),
    # A person confirms who is not there: that side has lost.
    act_url(
        "absentees/forfeit/",
        forfeit_absent,
        AbsentForm,
        page=_page,
        to="absentees",
        success_message=_result_sentence,
    ),
    act_url(
        "absentees/await/", await_player, AwaitForm, page=_page, to="absentees", success_message=_awaited
    ),
]
