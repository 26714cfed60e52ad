"""Show the entry form that everybody can fill in, and the page behind an application's private link."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from portal.policy import Refusal
from portal.web.rate_limits import is_within, network_address, refuse_if_often
from tournaments.acts.entering.applications import (
    change_application,
    confirm_application,
    hand_in,
    withdraw_application,
)
from tournaments.acts.entering.own_absences import ask_absence
from tournaments.forms.base import ActForm
from tournaments.forms.entering.applying import (
    ApplicantAbsenceForm,
    ApplyForm,
    ChangeApplicationForm,
    ToldAbsenceForm,
)
from tournaments.models import Application, EntryForm, Section
from tournaments.pages import paths
from tournaments.queries.categories import open_to
from tournaments.queries.entering.applications import (
    applicant_address,
    can_leave,
    check_entries_open,
    in_line,
    kept_until,
    places_left,
    public_applicants,
    rounds_to_ask,
)
from tournaments.queries.invitations import own_secret
from tournaments.queries.money.fees import fee_grid, owed_by_team, prices_of, terms_of_fees
from tournaments.queries.notices.entrant_messages import received_messages
from tournaments.requests.act_urls import act_url
from tournaments.requests.frame import attempt, once_of, sent
from tournaments.requests.paying import own_fee, paying
from tournaments.requests.private import APPLICANT, ApplicationAccess
from tournaments.requests.stored_pages import OF_APPLICANTS, changes_after, stored_page_url
from tournaments.state.applications import DRAFT_DAYS, MOVES, Move
from tournaments.state.fees import grouped_number
from tournaments.views.money.receipts import own_receipts
from tournaments.views.public.public_search import cacheable_page
from tournaments.wording.conditions import condition_text
from tournaments.wording.money.money import money_text
from tournaments.wording.refusals import refusal_sentence

logger = logging.getLogger(__name__)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def apply(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """Show the form of a section, and take what is handed in."""
    form = _form_of(event, section)
    closed = ""
    try:
        check_entries_open(form)
    except Refusal as refusal:
        closed = refusal_sentence(refusal.code, refusal.params)
    filled = ApplyForm(sent(request), request.FILES or None, form=form)
    # No session and no cookie: whoever forges the form hands in nothing that could not be handed in here.
    if request.method == "POST":
        if (refused := refuse_if_often(request, "apply")) is not None:
            return HttpResponse(refused.content, status=429)
        # A program that fills in what no person sees gets the answer that everybody gets, and nothing is
        # kept.
        if filled.is_of_a_program():
            logger.warning("An application that a program has filled in was dropped.")
            return _handed_in(request, form.section, None)
        application = attempt(filled, partial(_hand_in, request, form.section, filled))
        if application is not None:
            return _handed_in(request, form.section, application)
    context = {
        **_about(form.section),
        "form": filled,
        "closes": form.closes_at.isoformat(),
        "late_until": form.late_until.isoformat() if form.late_until else "",
        "closed": closed,
        "places": places_left(form.section),
        "waiting": in_line(form.section).count(),
        "open_to": condition_text(open_to(form.section)),
        "surcharge": _surcharge_of(form.section),
        "prices": prices_of(form.section),
        "team": filled.roster,
        "days": DRAFT_DAYS,
        "kept_until": kept_until(form),
    }
    status = filled.status if request.method == "POST" else 200
    return _unkept(render(request, "tournaments/public/apply.html", context, status=status))


def _surcharge_of(section: Section) -> dict[str, Any]:
    """What is added for who enters late, and from which day on; empty where nothing is."""
    table, terms = fee_grid(section), terms_of_fees(section.event)
    if table is None or terms is None or table.late_from is None or not table.surcharge:
        return {}
    return {"amount": money_text(table.surcharge, terms.currency), "day": table.late_from}


@require_safe
def applicants(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """Show who has applied, in order of confirmation, with the state."""
    form = _form_of(event, section)
    context = {**_about(form.section), "applicants": public_applicants(form.section)}
    # It depends on nothing but the address, and may be kept for half a minute: made anew for each who
    # confirms it would be made for nobody.
    return cacheable_page("tournaments/public/applicants.html", context)


def _form_of(event: str, section: str) -> EntryForm:
    """Of a section that is public. Raises Http404."""
    forms = EntryForm.objects.filter(section__event__slug=event, section__slug=section)
    form = forms.select_related("section__event").first()
    if form is None or form.section.state == Section.State.DRAFT or not form.section.event.listed:
        raise Http404
    return form


def _hand_in(request: HttpRequest, section: Section, form: ApplyForm) -> Application:
    """Hand in what was filled in, unless this address has done so too often."""
    language, typed = get_language() or settings.LANGUAGE_CODE, form.typed()
    # Who confirms by the page alone could take place after place.
    if not (typed.email and settings.SENDS_MAIL):
        key = f"{section.pk} {network_address(request)}"
        if not is_within(request, "apply_unsent", key=key):
            raise Refusal("applied-too-often")
    # Files are kept: of them fewer can be handed in.
    if typed.files and not is_within(request, "apply_files"):
        raise Refusal("applied-too-often")
    return hand_in(section=section, typed=typed, language=language, key=once_of(request))


def _handed_in(request: HttpRequest, section: Section, application: Application | None) -> HttpResponse:
    """To the letter, where there is one and the site can send it; else to the page with the code."""
    if application is not None and not (application.email and settings.SENDS_MAIL):
        return redirect(applicant_address(application))
    context = {**_about(section), "days": DRAFT_DAYS}
    return _unkept(render(request, "tournaments/public/applied.html", context))


def _about(section: Section) -> dict[str, Any]:
    return {
        "section": section,
        "event": section.event,
        "game": section.game,
        "section_path": paths.section_path(section),
    }


def _unkept(response: HttpResponse) -> HttpResponse:
    """It holds a key of its own, by which it is handed in once."""
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _page(request: HttpRequest, access: ApplicationAccess, failed: ActForm | None = None) -> HttpResponse:
    """Show what has become of an application, and what its applicant can do now."""
    application, section = access.application, access.section
    entry = application.entry if application.state == Application.State.ACCEPTED else None
    # Behind the player's page the same stands (`own_entry`): one link from the form to the last round.
    if request.method != "POST" and entry is not None and (secret := own_secret(entry)):
        return redirect("my_page", secret)
    fee = own_fee(access, failed)
    team = application.team
    context = {
        **own_entry(access, failed),
        **fee,
        "to": {
            "change_application": reverse("change_application", args=access.place),
            "ask_absence": reverse("ask_absence", args=access.place),
            "withdraw": reverse("withdraw_application", args=access.place),
        },
        "address": applicant_address(application),
        "confirm": ActForm(auto_id="confirm-%s"),
        "is_draft": application.state == Application.State.DRAFT,
        "of_team": section.of_teams,
        "team_fees": [(account, grouped_number(account.reference)) for account in owed_by_team(team)]
        if team
        else [],
        "terms": terms_of_fees(section.event),
        "received": received_messages(Q(application=application) | Q(team__application=application)),
    }
    if failed is not None and failed in (context["change"], context["absence"], fee.get("pay")):
        context["above"] = None
    status = failed.status if failed is not None else 200
    return render(request, "tournaments/applicant/page.html", context, status=status)


def own_entry(access: ApplicationAccess, failed: ActForm | None) -> dict[str, Any]:
    """Gather what stands of an application, and the forms with which it is changed."""
    application, section = access.application, access.section
    state = Application.State(application.state)
    if state == Application.State.DRAFT:
        changes_after(application.made_at + timedelta(days=DRAFT_DAYS))
    change = change_form(application, failed)
    entry = application.entry
    absence = failed if isinstance(failed, ToldAbsenceForm) else ApplicantAbsenceForm(application=application)
    return {
        **_about(section),
        "application": application,
        "is_entered": entry is not None,
        "state": state.label,
        "secret": access.secret,
        "withdraw": ActForm(auto_id="withdraw-%s"),
        "change": change,
        "may_withdraw": state in MOVES[Move.WITHDRAW][0] and (entry is None or can_leave(section)),
        "plays_on": entry is not None and section.lots_drawn_at,
        "absence": absence if rounds_to_ask(entry) else None,
        "absences": entry.absences.order_by("round_number") if entry else [],
        # Refused, and none of the forms that show it themselves.
        "above": failed if failed is not None and failed not in (change, absence) else None,
    }


def change_form(application: Application, failed: ActForm | None) -> ActForm | None:
    """With what it can be changed; None where nothing can any more."""
    section = application.section
    form = EntryForm.objects.filter(section=section).first()
    if form is None or Application.State(application.state) not in MOVES[Move.WITHDRAW][0]:
        return None
    form.section = section
    if isinstance(failed, ChangeApplicationForm):
        return failed
    return ChangeApplicationForm(application=application, form=form)


on_page = partial(act_url, page=_page, to="application_page", entrance=APPLICANT)
APPLICANTS_LINK = [
    stored_page_url("application_page", _page, OF_APPLICANTS),
    on_page("confirm/", confirm_application),
    on_page("change/", change_application, ChangeApplicationForm),
    on_page("withdraw/", withdraw_application),
    on_page("absence/", ask_absence, ApplicantAbsenceForm),
    paying("pay_as_applicant", page=_page, door=APPLICANT),
    *own_receipts("receipt_as_applicant", door=APPLICANT),
]
PUBLIC = [
    path("e/<slug:event>/<slug:section>/enter/", apply, name="apply"),
    path("e/<slug:event>/<slug:section>/enter/list/", applicants, name="applicants"),
]
