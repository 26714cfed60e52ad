"""The steps of a round: pair, adjust, publish, close, reopen. What computes is asked for and awaited."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django_htmx.http import HttpResponseClientRefresh

from tournaments.acts.adjust_round import adjust_round
from tournaments.acts.drafts import confirm_players, pair_round
from tournaments.acts.entering.attendance import require_check_in, set_absence
from tournaments.acts.refereeing.rulings import Lifted, Ruled, lift_rule, rule_pair
from tournaments.acts.rounds import close_round, publish_round, reopen_round
from tournaments.forms.base import ActForm, form_of
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
from tournaments.models import Round
from tournaments.policy import Act
from tournaments.queries.entering.entries import next_round
from tournaments.queries.event_overview import work_in_hand
from tournaments.queries.tables import entry_namer
from tournaments.queries.teams.desk_matches import who_is_paired
from tournaments.requests.access import RoundAccess, SectionAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.views.rounds.round_frame import frame, job_words
from tournaments.views.rounds.round_page import round_page
from tournaments.wording.reasons import changes_text


def _missed(_answer: object, access: RoundAccess) -> str:
    if access.round.state == Round.State.PLANNED:
        return gettext("Absence marked. Pair the round once all absences are in.")
    return gettext("Absence marked. Pair the round again once all absences are in.")


def _progress(request: HttpRequest, access: RoundAccess) -> HttpResponse:
    """While the worker computes: what it does. When it is done, htmx loads the page anew."""
    job = work_in_hand([access.round]).get(access.round.pk)
    if job is None:
        return HttpResponseClientRefresh()
    context = frame(access) | {"job": job, "job_words": job_words(access.round, job)}
    return render(request, "tournaments/desk/_working.html", context)


def _page(request: HttpRequest, access: RoundAccess, refused: ActForm) -> HttpResponse:
    """The round as it is by now, with the form that was not accepted."""
    access.round.refresh_from_db()
    return round_page(request, access, refused)


def _changed(_answer: object, access: RoundAccess) -> str:
    if access.round.is_public:
        return gettext("Change published as a new version.")
    return gettext("Draft changed. Broken rules are shown next to the tables.")


def _dropped(answer: Ruled | Lifted, access: RoundAccess) -> str:
    """Says which changes by hand a ruling has done away with."""
    if not answer["dropped"]:
        return ""
    name = who_is_paired(access.section, entry_namer(access.section))
    words = gettext("Round paired again. Manual changes discarded: %(changes)s.")
    return words % {"changes": changes_text(answer["dropped"], name)}


def _to_round(_request: HttpRequest, _answer: object, access: SectionAccess) -> HttpResponse:
    return redirect("round_desk", *access.place, next_round(access.section) or access.section.rounds)


SECTION = [act_url("check-in/", require_check_in, form_of(require_check_in), to=_to_round)]

on_page = partial(act_url, page=_page, to="round_desk")
ROUND = [
    page_url("", "round_desk", round_page, Act.SEE_DESK),
    page_url("progress/", "round_progress", _progress, Act.SEE_DESK),
    on_page("pair/", pair_round, PairForm),
    on_page("confirm/", confirm_players, ConfirmForm),
    on_page("swap/", adjust_round, SwapForm, name="swap_players", success_message=_changed),
    on_page("flip/", adjust_round, FlipForm, name="flip_colours", success_message=_changed),
    on_page("bye/", adjust_round, ByeForm, name="give_bye", success_message=_changed),
    # Fix or forbid a pair; a draft is paired anew.
    on_page("rule/", rule_pair, RuleForm, success_message=_dropped),
    on_page("rule/lift/", lift_rule, LiftForm, success_message=_dropped),
    # A player does not play this round; a draft is out of date then, and the page says so.
    on_page(
        "absence/",
        set_absence,
        MissForm,
        name="miss_round",
        extra_arguments=lambda access, _form: {"round_number": access.round.number},
        success_message=_missed,
    ),
    on_page("publish/", publish_round, PublishForm),
    on_page("close/", close_round, CloseForm),
    on_page(
        "reopen/",
        reopen_round,
        ReopenForm,
        success_message=gettext_lazy(
            "Round reopened. Its standings are kept as a version; closing adds a new one."
        ),
    ),
]
