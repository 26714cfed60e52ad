"""Show the rating officer systems, periods, what counts, previews, publication and corrections."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy, ngettext
from django_htmx.http import HttpResponseClientRefresh

from tournaments.acts.ratings.rating_periods import (
    NumbersGiven,
    check_rating_lists,
    correct_rating_lists,
    count_sections,
    give_numbers,
    preview_rating_list,
    publish_rating_list,
    set_game_rated,
    stop_counting_section,
)
from tournaments.acts.ratings.rating_systems import (
    OfSystem,
    change_rating_rules,
    delete_rating_period,
    make_rating_system,
    open_rating_period,
    remove_set_rating,
    set_ratings,
)
from tournaments.forms.base import ActForm
from tournaments.forms.rating_systems import (
    CheckForm,
    CorrectListsForm,
    CountForm,
    DeletePeriodForm,
    GameRatedForm,
    GiveNumbersForm,
    MakeSystemForm,
    PeriodForm,
    PreviewForm,
    PublishListForm,
    RemoveRatingForm,
    RulesForm,
    SetRatingsForm,
    StopCountingForm,
    next_period,
)
from tournaments.models import ListVersion, RatingPeriod, RatingSystem
from tournaments.organisation_roles import KEEP_RATINGS
from tournaments.queries.ratings.rated_games import corrects_late, newest_list_version, rules_on, system_with
from tournaments.queries.ratings.rating_desk import (
    Worked,
    check_key,
    correct_key,
    list_publish_key,
    missing_numbers,
    offered_in,
    preview_key,
    touched_since,
    worked,
)
from tournaments.ratings.presets import PRESETS
from tournaments.ratings.values import Formula
from tournaments.requests.access import OrganisationAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.wording.ratings import flaw_sentence
from tournaments.wording.refusals import refusal_sentence

MOST_ADJUSTMENTS = 100
# Of a system without a period: its newest rules.
_FAR = date.max


def _place(request: HttpRequest) -> dict[str, Any]:
    return dict(request.resolver_match.kwargs) if request.resolver_match else {}


def _system(request: HttpRequest, access: OrganisationAccess) -> RatingSystem:
    """Raises Http404."""
    match = access.organisation.rating_systems.filter(code=_place(request)["system"]).first()
    if match is None:
        raise Http404
    match.organisation = access.organisation
    return match


def _period(request: HttpRequest, system: RatingSystem) -> RatingPeriod:
    """Raises Http404."""
    match = system.periods.filter(pk=_place(request)["period"]).first()
    if match is None:
        raise Http404
    match.system = system
    return match


def _again(failed: ActForm | None, kind: type[ActForm], fresh: Callable[[], ActForm]) -> ActForm:
    return failed if isinstance(failed, kind) else fresh()


def _outcome_context(work: Worked) -> dict[str, Any]:
    """What came of the worker's work, in words."""
    why = ""
    if work.why is not None:
        code, params = work.why
        why = refusal_sentence(code, dict(params))
    elif work.failed:
        why = gettext("The computation failed. Try again; if it fails again, tell the site's administrator.")
    return {
        "work": work,
        "why": why,
        "flaws": [flaw_sentence(flaw) for flaw in work.flaws],
        "more_flaws": work.outcome.get("flaw_count", 0) - len(work.flaws),
    }


def _systems_page(
    request: HttpRequest, access: OrganisationAccess, failed: ActForm | None = None
) -> HttpResponse:
    context = {
        "may": access.may,
        "organisation": access.organisation,
        "systems": list(access.organisation.rating_systems.all()),
        "form": failed or MakeSystemForm(),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/rating_systems.html", context, status=status)


def _system_page(
    request: HttpRequest, access: OrganisationAccess, failed: ActForm | None = None
) -> HttpResponse:
    system = _system(request, access)
    rules = system_with(rules_on(system, next_period(system).get("first") or _FAR))
    periods = list(system.periods.prefetch_related("versions").order_by("-first"))
    published = [row for row in periods if row.versions.all()]
    context: dict[str, Any] = {
        "may": access.may,
        "organisation": access.organisation,
        "system": system,
        "rules": rules,
        "own_rules": rules.formula is Formula.ELO,
        "no_k": rules.formula is not Formula.GOR and not rules.k,
        "unsure": rules.cuts and rules.cuts[0].at == PRESETS["chinese-style"].cuts[0].at and not rules.k,
        "periods": [(row, _newest(row)) for row in periods],
        "rules_form": _again(failed, RulesForm, lambda: RulesForm(initial=RulesForm.about(rules))),
        "period_form": _again(failed, PeriodForm, lambda: PeriodForm(initial=next_period(system))),
        "published": bool(published),
        "touched": touched_since(system) if published else [],
        "check": CheckForm(),
        "correct": _again(failed, CorrectListsForm, CorrectListsForm),
        "failed": failed if isinstance(failed, CheckForm) else None,
        **_outcome_context(worked(system.numbers, check_key(system), correct_key(system))),
    }
    if isinstance(context["correct"], CorrectListsForm) and not context["correct"].is_bound:
        context["correct"].initial["seen"] = context["work"].outcome.get("input", "")
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/rating_system.html", context, status=status)


def _newest(row: RatingPeriod) -> ListVersion | None:
    return max(row.versions.all(), key=lambda version: version.number, default=None)


def _period_page(
    request: HttpRequest, access: OrganisationAccess, failed: ActForm | None = None
) -> HttpResponse:
    system = _system(request, access)
    period = _period(request, system)
    version = newest_list_version(period)
    rules = system_with(rules_on(system, period.first))
    corrects = corrects_late(system)
    rateable = [] if version and not corrects else offered_in(period, rules, corrects=corrects)
    offered = [item for item in rateable if item.accepted]
    adjustments = system.adjustments.filter(day__gte=period.first, day__lt=period.end)
    set_form = SetRatingsForm(initial={"day": period.first})
    context: dict[str, Any] = {
        "may": access.may,
        "organisation": access.organisation,
        "system": system,
        "period": period,
        "version": version,
        "sections": list(period.sections.select_related("section__event")),
        "offered": offered,
        "waiting": [item.section for item in rateable if not item.accepted],
        "open_to_sections": corrects or version is None,
        "count": _again(failed, CountForm, lambda: CountForm(offered=offered)),
        "stop": StopCountingForm(),
        "game": _again(failed, GameRatedForm, lambda: GameRatedForm(period=period)),
        "missing": missing_numbers(period),
        "own_numbers": system.numbers == system.code,
        "numbers": GiveNumbersForm(),
        "adjustments": list(adjustments[:MOST_ADJUSTMENTS]),
        "adjustment_count": adjustments.count(),
        "set": _again(failed, SetRatingsForm, lambda: set_form),
        "remove": RemoveRatingForm(),
        "preview": PreviewForm(),
        "delete": DeletePeriodForm(),
        **_outcome_context(worked(system.numbers, preview_key(period), list_publish_key(period))),
    }
    for name, form in (("count", CountForm), ("game", GameRatedForm)):
        bound = context[name]
        if isinstance(bound, form) and bound.is_bound:
            _offer_again(bound, form(offered=offered) if form is CountForm else GameRatedForm(period=period))
    context["publish"] = PublishListForm(initial={"seen": context["work"].outcome.get("input", "")})
    alone = (
        PublishListForm,
        PreviewForm,
        DeletePeriodForm,
        GiveNumbersForm,
        StopCountingForm,
        RemoveRatingForm,
    )
    context["failed"] = failed if isinstance(failed, alone) else None
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/rating_period.html", context, status=status)


def _offer_again(bound: ActForm, fresh: ActForm) -> None:
    """What was refused is shown with what can be chosen now."""
    for name, field in fresh.fields.items():
        if hasattr(field, "choices"):
            bound.fields[name].choices = field.choices  # type: ignore[attr-defined]


def _progress(request: HttpRequest, access: OrganisationAccess) -> HttpResponse:
    """While the worker is at it; when it is done, htmx loads the page anew."""
    system = _system(request, access)
    keys = [check_key(system), correct_key(system)]
    if "period" in _place(request):
        period = _period(request, system)
        keys = [preview_key(period), list_publish_key(period)]
    work = worked(system.numbers, *keys)
    if not work.working:
        return HttpResponseClientRefresh()
    context = {"to": request.path, "job": work.job}
    return render(request, "tournaments/desk/_rating_working.html", context)


def _to_made(_request: HttpRequest, answer: OfSystem, access: OrganisationAccess) -> HttpResponse:
    return redirect("rating_system", access.organisation.slug, answer["system"])


def _to_system(request: HttpRequest, _answer: Any, access: OrganisationAccess) -> HttpResponse:
    return redirect("rating_system", access.organisation.slug, _place(request)["system"])


def _to_period(request: HttpRequest, answer: Any, access: OrganisationAccess) -> HttpResponse:
    place = _place(request)
    key = place.get("period") or answer["period"]
    return redirect("rating_period", access.organisation.slug, place["system"], key)


def _numbers_sentence(answer: NumbersGiven, _access: OrganisationAccess) -> str:
    count = answer["persons"]
    return ngettext("%(count)s number given.", "%(count)s numbers given.", count) % {"count": count}


_SAVED = gettext_lazy("Saved.")
_ALL = "desk/-/organisations/<slug:organisation>/ratings/"
_SYSTEM = f"{_ALL}<slug:system>/"
_PERIOD = f"{_SYSTEM}<int:period>/"
SITE = [
    page_url(_ALL, "rating_systems", _systems_page, KEEP_RATINGS),
    act_url(
        f"{_ALL}-/make/",
        make_rating_system,
        MakeSystemForm,
        page=_systems_page,
        to=_to_made,
        success_message=gettext_lazy("Rating system created."),
    ),
    page_url(_SYSTEM, "rating_system", _system_page, KEEP_RATINGS),
    page_url(f"{_SYSTEM}progress/", "rating_system_progress", _progress, KEEP_RATINGS),
    act_url(
        f"{_SYSTEM}rules/",
        change_rating_rules,
        RulesForm,
        page=_system_page,
        to=_to_system,
        success_message=_SAVED,
    ),
    act_url(
        f"{_SYSTEM}open/",
        open_rating_period,
        PeriodForm,
        page=_system_page,
        to=_to_period,
        success_message=_SAVED,
    ),
    act_url(f"{_SYSTEM}check/", check_rating_lists, CheckForm, page=_system_page, to=_to_system),
    act_url(f"{_SYSTEM}correct/", correct_rating_lists, CorrectListsForm, page=_system_page, to=_to_system),
    page_url(_PERIOD, "rating_period", _period_page, KEEP_RATINGS),
    page_url(f"{_PERIOD}progress/", "rating_period_progress", _progress, KEEP_RATINGS),
    act_url(
        f"{_PERIOD}count/",
        count_sections,
        CountForm,
        page=_period_page,
        to=_to_period,
        success_message=_SAVED,
    ),
    act_url(
        f"{_PERIOD}stop/",
        stop_counting_section,
        StopCountingForm,
        page=_period_page,
        to=_to_period,
        success_message=_SAVED,
    ),
    act_url(
        f"{_PERIOD}game/",
        set_game_rated,
        GameRatedForm,
        page=_period_page,
        to=_to_period,
        success_message=_SAVED,
    ),
    act_url(
        f"{_PERIOD}numbers/",
        give_numbers,
        GiveNumbersForm,
        page=_period_page,
        to=_to_period,
        success_message=_numbers_sentence,
    ),
    act_url(
        f"{_PERIOD}set/",
        set_ratings,
        SetRatingsForm,
        page=_period_page,
        to=_to_period,
        success_message=_SAVED,
    ),
    act_url(
        f"{_PERIOD}remove/",
        remove_set_rating,
        RemoveRatingForm,
        page=_period_page,
        to=_to_period,
        success_message=_SAVED,
    ),
    act_url(f"{_PERIOD}preview/", preview_rating_list, PreviewForm, page=_period_page, to=_to_period),
    act_url(f"{_PERIOD}publish/", publish_rating_list, PublishListForm, page=_period_page, to=_to_period),
    act_url(
        f"{_PERIOD}delete/",
        delete_rating_period,
        DeletePeriodForm,
        page=_period_page,
        to=_to_system,
        success_message=gettext_lazy("Rating period deleted."),
    ),
]
