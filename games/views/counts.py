"""The counting page of a weiqi table at the desk: the final board, who agrees, the result."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext_lazy

from games.acts.counts import agree_count, count_board, enter_count, rule_count
from games.forms.counts import ConsentForm, CountForm, EnterForm
from games.models import CountConsent
from games.policy import RecordAct
from games.queries.counts import current_count
from games.requests import WEIQI_TABLE, TableAccess
from games.views.count_pages import Context, count_page, in_force, marked
from games.views.records import match_of
from tournaments.policy import Act
from tournaments.requests.act_urls import act_url, form_view, page_url

ADDRESSES = ("count", "propose_count", "consent_count", "enter_count", "record")


def _count(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Show the count in force; or, as the address says, a position to be typed in or one to be marked."""
    context, status = count_page(access.pairing, access.game, request.GET)
    return _page(request, access, context, status=status)


def _marking(request: HttpRequest, access: TableAccess, form: CountForm) -> HttpResponse:
    context, status = marked(access.pairing, access.game, request.POST, form)
    return _page(request, access, context, status=status)


def _again(request: HttpRequest, access: TableAccess, form: ConsentForm | EnterForm) -> HttpResponse:
    """Show the count in force with a form that was refused; without one, what there is to do."""
    current = current_count(access.pairing, access.game)
    if current is None:
        for error in form.non_field_errors():
            messages.error(request, str(error))
        return redirect("count", *access.place)
    return _page(request, access, in_force(current) | {form.ids: form}, status=form.status)


def _page(request: HttpRequest, access: TableAccess, count_context: Context, *, status: int) -> HttpResponse:
    context = access.frame(*ADDRESSES) | match_of(access, "count")
    if count_context["stage"] == "counted":
        current, report = count_context["current"], context["report"]
        context |= {
            "is_entered": report is not None
            and not report.forfeit
            and report.value == count_context["value"],
            "may_enter": (Act.REPORT_RESULT if report is None else Act.CORRECT_RESULT) in access.may,
            "consent": ConsentForm(initial={"count": current.pk}),
            "enter": EnterForm(initial={"count": current.pk, "seen": report.pk if report else None}),
        }
    return render(request, "games/desk/count.html", context | count_context, status=status)


_agree = form_view(agree_count, ConsentForm, page=_again, to="count", entrance=WEIQI_TABLE)
_rule = form_view(rule_count, ConsentForm, page=_again, to="count", entrance=WEIQI_TABLE)


@wraps(_agree)
def count_consent(request: HttpRequest, **place: Any) -> HttpResponse:
    """Agree for a side, or rule as the referee: one form, with a button for each."""
    rules = request.POST.get("voice") == CountConsent.Voice.REFEREE
    return (_rule if rules else _agree)(request, **place)


COUNT = [
    page_url("", "count", _count, RecordAct.SEE_RECORDS, entrance=WEIQI_TABLE),
    act_url(
        "propose/",
        count_board,
        CountForm,
        name="propose_count",
        page=_marking,
        to="count",
        entrance=WEIQI_TABLE,
    ),
    path("consent/", count_consent, name="consent_count"),
    # What the count says becomes the result of the table, by the act that everybody uses.
    act_url(
        "enter/",
        enter_count,
        EnterForm,
        page=_again,
        to="count",
        success_message=gettext_lazy("Result entered from the count."),
        entrance=WEIQI_TABLE,
    ),
]
