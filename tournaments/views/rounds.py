"""The steps of a round: pair, adjust, publish, close, reopen. What computes is asked for and awaited."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django_htmx.http import HttpResponseClientRefresh

from tournaments.acts.adjust_round import Change, Flip, GiveBye, Swap, adjust_round
from tournaments.acts.close_round import close_round
from tournaments.acts.confirm_players import confirm_players
from tournaments.acts.lift_rule import lift_rule
from tournaments.acts.pair_round import pair_round
from tournaments.acts.publish_round import publish_round
from tournaments.acts.reopen_round import reopen_round
from tournaments.acts.rule_pair import rule_pair
from tournaments.acts.set_absence import set_absence
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
from tournaments.queries.entries import playing
from tournaments.queries.tables import names_of, table_rows
from tournaments.views.access import RoundAccess, access_round
from tournaments.views.frame import attempt, once_of, staff, user_of
from tournaments.views.round_page import frame, job_words, players_of, round_page, tables_of
from tournaments.wording.changes import changes_text


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
def round_pair(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    access = access_round(user_of(request), event, section, number, Act.PAIR_ROUND)
    form = PairForm(request.POST)
    return _do(
        request,
        access,
        form,
        lambda: pair_round(
            round_=access.round,
            allow_rematch=form.cleaned_data["allow_rematch"],
            reason=form.cleaned_data["reason"],
            by=access.user,
            seen=form.cleaned_data["round_seen"],
            once=once_of(request),
        ),
    )


@staff("POST")
def round_confirm(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    """Who of those whom nobody has seen plays the round, and who does not."""
    access = access_round(user_of(request), event, section, number, Act.SET_ABSENCE)
    form = ConfirmForm(request.POST, players=[entry.number or 0 for entry in playing(access.round)])

    def act() -> dict[str, Any]:
        here, away = form.split()
        return confirm_players(
            round_=access.round,
            here=here,
            away=away,
            by=access.user,
            seen=form.cleaned_data["round_seen"],
            once=once_of(request),
        )

    return _do(request, access, form, act)


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
        gettext("The draft is changed. What that breaks stands beside its tables.")
        if not access.round.is_public
        else gettext("The change is published as a further version."),
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
            kind=form.cleaned_data["kind"],
            first=form.cleaned_data["first"],
            second=form.cleaned_data["second"],
            reason=form.cleaned_data["reason"],
            by=access.user,
            seen=form.cleaned_data["round_seen"],
            once=once_of(request),
        ),
        _dropped(access),
    )


@staff("POST")
def round_lift(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    access = access_round(user_of(request), event, section, number, Act.RULE_PAIR)
    form = LiftForm(request.POST)
    return _do(
        request,
        access,
        form,
        lambda: lift_rule(
            round_=access.round,
            rule=form.cleaned_data["rule"],
            by=access.user,
            seen=form.cleaned_data["round_seen"],
            once=once_of(request),
        ),
        _dropped(access),
    )


def _dropped(access: RoundAccess) -> Callable[[dict[str, Any]], str]:
    """Says which changes by hand a ruling has done away with."""

    def said(answer: dict[str, Any]) -> str:
        if not answer["dropped"]:
            return ""
        words = gettext("The round is paired anew. Changes by hand that were dropped: %(changes)s.")
        return words % {"changes": changes_text(answer["dropped"], names_of(access.section))}

    return said


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
        gettext("The absence is noted. Pair the round again when all absences are in."),
    )


@staff("POST")
def round_publish(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    access = access_round(user_of(request), event, section, number, Act.PUBLISH_ROUND)
    form = PublishForm(request.POST)
    return _do(
        request,
        access,
        form,
        lambda: publish_round(
            round_=access.round, seen=form.cleaned_data["seen"], by=access.user, once=once_of(request)
        ),
    )


@staff("POST")
def round_close(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    access = access_round(user_of(request), event, section, number, Act.CLOSE_ROUND)
    form = CloseForm(request.POST)
    return _do(
        request,
        access,
        form,
        lambda: close_round(
            round_=access.round,
            by=access.user,
            seen=form.cleaned_data["round_seen"],
            once=once_of(request),
        ),
    )


@staff("POST")
def round_reopen(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    access = access_round(user_of(request), event, section, number, Act.REOPEN_ROUND)
    form = ReopenForm(request.POST)
    return _do(
        request,
        access,
        form,
        lambda: reopen_round(
            round_=access.round,
            reason=form.cleaned_data["reason"],
            by=access.user,
            seen=form.cleaned_data["round_seen"],
            once=once_of(request),
        ),
        gettext("The round is open again. Its standings stay as a version; closing adds another."),
    )


def _do(
    request: HttpRequest,
    access: RoundAccess,
    form: ActForm,
    act: Callable[[], dict[str, Any]],
    said: str | Callable[[dict[str, Any]], str] = "",
) -> HttpResponse:
    """Do it and go back to the round, with ``said`` or what it makes of the answer; or show the round with
    the form that was not accepted."""
    answer = attempt(form, act, names_of(access.section))
    if answer is None:
        access.round.refresh_from_db()
        return round_page(request, access, form)
    if sentence := said(answer) if callable(said) else said:
        messages.success(request, sentence)
    return redirect("round_desk", access.event.slug, access.section.slug, access.round.number)
