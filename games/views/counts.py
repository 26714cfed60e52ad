"""The counting page of a weiqi table at the desk: the final board, who agrees, the result."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from games.acts.counts import agree_count, count_board, enter_count, rule_count
from games.forms.counts import ConsentForm, CountForm, EnterForm
from games.models import CountConsent
from games.policy import RecordAct
from games.queries.counts import current_count
from games.requests import TableAccess, access_table
from games.views.count_pages import Context, asked_work, count_of, in_force, marking, record_of, shown
from games.views.records import match_of
from tournaments.models import Section
from tournaments.policy import Act
from tournaments.requests.frame import attempt, once_of, staff, user_of

ADDRESSES = ("count", "propose_count", "consent_count", "enter_count", "record")


@staff("GET")
def count_page(
    request: HttpRequest, event: str, section: str, number: int, *, table: int, game: int
) -> HttpResponse:
    """The count in force; or, as the address says, a position to be typed in or one to be marked."""
    access = _access(request, RecordAct.SEE_RECORDS, event, section, number=number, table=table, game=game)
    context, status = shown(access.pairing, access.game, request.GET)
    return _page(request, access, context, status=status)


@staff("POST")
def count_propose(
    request: HttpRequest, event: str, section: str, number: int, *, table: int, game: int
) -> HttpResponse:
    access = _access(request, RecordAct.COUNT_BOARD, event, section, number=number, table=table, game=game)
    form = CountForm(request.POST)
    answer = attempt(
        form,
        lambda: count_board(
            pairing=access.pairing,
            game=access.game,
            position=form.cleaned_data["position"],
            dead=form.cleaned_data["dead"],
            handicap=form.cleaned_data["handicap"],
            record=record_of(access.pairing, access.game, form.cleaned_data["record"]),
            seen=form.cleaned_data["seen"],
            reason=form.cleaned_data["reason"],
            by=access.user,
            once=once_of(request),
        ),
    )
    if answer is not None:
        return redirect("count", *access.place)
    context = marking(access.pairing, access.game, asked_work(request.POST), form)
    form.ask_again(context["current"])
    return _page(request, access, context, status=form.status)


@staff("POST")
def count_consent(
    request: HttpRequest, event: str, section: str, number: int, *, table: int, game: int
) -> HttpResponse:
    ruling = request.POST.get("voice") == CountConsent.Voice.REFEREE
    act = RecordAct.RULE_COUNT if ruling else RecordAct.COUNT_BOARD
    access = _access(request, act, event, section, number=number, table=table, game=game)
    form = ConsentForm(request.POST)

    def consent() -> Any:
        values = form.cleaned_data
        told, once = count_of(access.pairing, access.game, values["count"]), once_of(request)
        if not ruling:
            return agree_count(count=told, side=values["voice"], by=access.user, once=once)
        return rule_count(
            count=told, ruling=values["ruling"], by=access.user, reason=values["reason"], once=once
        )

    if attempt(form, consent) is not None:
        return redirect("count", *access.place)
    return _again(request, access, consent=form)


@staff("POST")
def count_enter(
    request: HttpRequest, event: str, section: str, number: int, *, table: int, game: int
) -> HttpResponse:
    """What the count says becomes the result of the table, by the act that everybody uses."""
    access = _access(request, RecordAct.COUNT_BOARD, event, section, number=number, table=table, game=game)
    form = EnterForm(request.POST)

    def enter() -> Any:
        told = count_of(access.pairing, access.game, form.cleaned_data["count"])
        return enter_count(
            count=told,
            seen=form.cleaned_data["seen"],
            reason=form.cleaned_data["reason"],
            by=access.user,
            once=once_of(request),
        )

    if attempt(form, enter) is not None:
        messages.success(request, gettext("Result entered from the count."))
        return redirect("count", *access.place)
    return _again(request, access, enter=form)


def _access(request: HttpRequest, act: RecordAct, event: str, section: str, **table: int) -> TableAccess:
    """Raises Http404, also for a game that is not weiqi, or `Denied`."""
    access = access_table(user_of(request), event, section, table.pop("number"), act=act, **table)
    if access.section.game != Section.Game.WEIQI:
        raise Http404
    return access


def _again(request: HttpRequest, access: TableAccess, **forms: ConsentForm | EnterForm) -> HttpResponse:
    """The count in force, with a form that was refused; where there is none any more, what there is to do."""
    current = current_count(access.pairing, access.game)
    if current is None:
        for error in (error for form in forms.values() for error in form.non_field_errors()):
            messages.error(request, str(error))
        return redirect("count", *access.place)
    status = next(form.status for form in forms.values())
    return _page(request, access, in_force(current) | forms, status=status)


def _page(request: HttpRequest, access: TableAccess, shown: Context, *, status: int) -> HttpResponse:
    context = access.frame(*ADDRESSES) | match_of(access, "count")
    if shown["stage"] == "counted":
        current, report = shown["current"], context["report"]
        context |= {
            "is_entered": report is not None and not report.forfeit and report.value == shown["value"],
            "may_enter": (Act.REPORT_RESULT if report is None else Act.CORRECT_RESULT) in access.may,
            "consent": ConsentForm(initial={"count": current.pk}),
            "enter": EnterForm(initial={"count": current.pk, "seen": report.pk if report else None}),
        }
    return render(request, "games/desk/count.html", context | shown, status=status)
