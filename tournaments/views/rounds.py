"""The steps of a round: pair, adjust, publish, close, reopen. What computes is asked for and awaited."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django_htmx.http import HttpResponseClientRefresh

from tournaments.acts.adjust_round import Change, Flip, GiveBye, Swap, adjust_round
from tournaments.acts.attendance import set_absence
from tournaments.acts.drafts import Lifted, Ruled, confirm_players, lift_rule, pair_round, rule_pair
from tournaments.acts.rounds import close_round, publish_round, reopen_round
from tournaments.forms.base import ActForm
from tournaments.forms.rounds import (
    ByeForm,
    CloseForm,
    ConfirmForm,
    FlipForm,
    LiftForm,
    MissForm,
    PairForm,
    PublishForm,
    ReopenForm,
    RuleForm,
    SwapForm,
)
from tournaments.policy import Act
from tournaments.queries.desk import work_in_hand
from tournaments.queries.tables import names_of, table_rows
from tournaments.requests.access import RoundAccess, access_round
from tournaments.requests.acting import acting
from tournaments.requests.frame import attempt, once_of, staff, user_of
from tournaments.views.round_page import frame, job_words, players_of, round_page, tables_of
from tournaments.wording.reasons import changes_text


@staff("GET")
def round_desk(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    return round_page(request, access_round(user_of(request), event, section, number, Act.SEE_DESK))


@staff("GET")
def round_progress(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    """While the worker computes: what it does. When it is done, htmx loads the page anew."""
    access = access_round(user_of(request), event, section, number, Act.SEE_DESK)
    job = work_in_hand([access.round]).get(access.round.pk)
    if job is None:
        return HttpResponseClientRefresh()
    context = frame(access) | {"job": job, "job_words": job_words(access.round, job)}
    return render(request, "tournaments/desk/_working.html", context)


@staff("POST")
def round_adjust(request: HttpRequest, event: str, section: str, number: int, change: str) -> HttpResponse:
    """``change``: swap, flip or bye."""
    access = access_round(user_of(request), event, section, number, Act.ADJUST_ROUND)
    rows = table_rows(access.round, None)
    players = players_of(access, rows)
    form: ActForm
    make: Callable[[dict[str, Any]], Change]
    match change:
        case "swap":
            form = SwapForm(request.POST, players=players)
            make = _swap
        case "flip":
            form = FlipForm(request.POST, tables=tables_of(rows))
            make = _flip
        case _:
            form = ByeForm(request.POST, players=players)
            make = _bye
    return _do(
        request,
        access,
        form,
        lambda: adjust_round(
            round_=access.round,
            change=make(form.cleaned_data),
            reason=form.cleaned_data["reason"],
            by=access.user,
            seen=form.cleaned_data["round_seen"],
            once=once_of(request),
        ),
        gettext("Draft changed. Broken rules are shown next to the tables.")
        if not access.round.is_public
        else gettext("Change published as a new version."),
    )


def _swap(values: dict[str, Any]) -> Change:
    return Swap(values["first"], values["second"])


def _flip(values: dict[str, Any]) -> Change:
    return Flip(values["table"])


def _bye(values: dict[str, Any]) -> Change:
    return GiveBye(values["player"])


@staff("POST")
def round_rule(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    """Fix or forbid a pair; a draft is paired anew."""
    access = access_round(user_of(request), event, section, number, Act.RULE_PAIR)
    form = RuleForm(request.POST, players=players_of(access, table_rows(access.round, None)))
    return _do(
        request,
        access,
        form,
        lambda: rule_pair(
            round_=access.round,
            **form.arguments(),
            by=access.user,
            once=once_of(request),
        ),
        lambda answer: _dropped(answer, access),
    )


def _dropped(answer: Ruled | Lifted, access: RoundAccess) -> str:
    """Says which changes by hand a ruling has done away with."""
    if not answer["dropped"]:
        return ""
    words = gettext("Round paired again. Manual changes discarded: %(changes)s.")
    return words % {"changes": changes_text(answer["dropped"], names_of(access.section))}


@staff("POST")
def round_miss(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    """A player does not play this round; a draft is out of date then, and the page says so."""
    access = access_round(user_of(request), event, section, number, Act.SET_ABSENCE)
    form = MissForm(request.POST, players=players_of(access, table_rows(access.round, None)))
    return _do(
        request,
        access,
        form,
        lambda: set_absence(
            entry=access.section.entries.get(number=form.cleaned_data["player"]),
            round_number=number,
            absent=True,
            reason=form.cleaned_data["reason"],
            by=access.user,
            seen=form.cleaned_data["round_seen"],
            once=once_of(request),
        ),
        gettext("Absence marked. Pair the round again once all absences are in."),
    )


def _page(request: HttpRequest, access: RoundAccess, refused: ActForm) -> HttpResponse:
    """The round as it is by now, with the form that was not accepted."""
    access.round.refresh_from_db()
    return round_page(request, access, refused)


def _do(
    request: HttpRequest,
    access: RoundAccess,
    form: ActForm,
    act: Callable[[], Any],
    said: str | Callable[[Any], str] = "",
) -> HttpResponse:
    """For forms that offer what stands on the page: do it and go back to the round, with ``said`` or what it
    makes of the answer."""
    answer = attempt(form, act, names_of(access.section))
    if answer is None:
        return _page(request, access, form)
    if sentence := said(answer) if callable(said) else said:
        messages.success(request, sentence)
    return redirect("round_desk", access.event.slug, access.section.slug, access.round.number)


round_pair = acting(pair_round, PairForm, page=_page, to="round_desk")
round_confirm = acting(confirm_players, ConfirmForm, page=_page, to="round_desk")
round_lift = acting(lift_rule, LiftForm, page=_page, to="round_desk", said=_dropped)
round_publish = acting(publish_round, PublishForm, page=_page, to="round_desk")
round_close = acting(close_round, CloseForm, page=_page, to="round_desk")
round_reopen = acting(
    reopen_round,
    ReopenForm,
    page=_page,
    to="round_desk",
    said=gettext_lazy("Round reopened. Its standings are kept as a version; closing adds a new one."),
)
