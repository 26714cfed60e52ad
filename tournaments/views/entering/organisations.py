"""Organisations: the public page, and at the desk their offices, series and events, and an event offered."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, re_path
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.acts.entering.handovers import accept_event, offer_event, reject_event, withdraw_offer
from tournaments.acts.entering.organisation_marks import remove_mark, set_mark
from tournaments.acts.entering.organisations import (
    OrganisationSaved,
    add_series,
    change_organisation,
    delete_series,
    found_organisation,
    give_office,
    move_organisation,
    rename_series,
    set_federation,
    set_series,
    show_office,
    take_office,
)
from tournaments.forms.base import ActForm
from tournaments.forms.entering.organisations import (
    AcceptEventForm,
    DeleteSeriesForm,
    FederationForm,
    FoundForm,
    MarkForm,
    MoveForm,
    OfferForm,
    OfficeForm,
    OrganisationForm,
    RejectEventForm,
    RemoveMarkForm,
    RenameSeriesForm,
    SeriesEventsForm,
    SeriesForm,
    ShowOfficeForm,
    TakeOfficeForm,
    WithdrawOfferForm,
)
from tournaments.models import Mark
from tournaments.organisation_roles import (
    CREATE,
    ENTER,
    MOVE,
    SEE,
    acts_in_events,
    holds_office,
    looked_after,
)
from tournaments.policy import Act
from tournaments.queries.entering.organisations import lineage, public_organisation, waiting_offers
from tournaments.queries.entering.quotas import quotas_for
from tournaments.queries.notices.logos import mark_of
from tournaments.queries.refereeing.referee_reports import reports_to_answer
from tournaments.requests.access import EventAccess, OrganisationAccess, SiteAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.views.public.public_search import cacheable_page


@require_safe
def public(_request: HttpRequest, slug: str) -> HttpResponse:
    page = public_organisation(slug)
    if page is None:
        raise Http404
    context = {"page": page, "path": f"o/{slug}/"}
    return cacheable_page("tournaments/public/organisation.html", context, findable=True)


@require_safe
def mark(_request: HttpRequest, slug: str, stamp: str) -> HttpResponse:
    """The picture itself. Another one has another address, so this one is kept for ever."""
    mark_row = Mark.objects.filter(organisation__slug=slug).first()
    if mark_row is None or mark_row.stamp != stamp:
        raise Http404
    answer = HttpResponse(bytes(mark_row.body), content_type="image/png")
    patch_cache_control(answer, public=True, max_age=365 * 24 * 3600, immutable=True)
    return answer


def _list(request: HttpRequest, access: SiteAccess, failed: FoundForm | None = None) -> HttpResponse:
    may_create = access.user.is_superuser or holds_office(CREATE, access.user)
    context = {
        "may": access.may,
        "organisations": looked_after(SEE, access.user).select_related("parent"),
        "form": failed or (FoundForm(user=access.user) if may_create else None),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/organisations.html", context, status=status)


def _page(request: HttpRequest, access: OrganisationAccess, failed: ActForm | None = None) -> HttpResponse:
    organisation = access.organisation
    events = list(organisation.events.all())
    may_there = acts_in_events(access.user, organisation.pk)

    def again(kind: type[ActForm], fresh: ActForm) -> ActForm:
        return failed if isinstance(failed, kind) else fresh

    context: dict[str, Any] = {
        "may": access.may,
        "organisation": organisation,
        "above": lineage(organisation),
        "form": again(OrganisationForm, OrganisationForm(initial=OrganisationForm.about(organisation))),
        "mark": mark_of(organisation),
        "mark_form": again(MarkForm, MarkForm()),
        "remove_mark": RemoveMarkForm(),
        "federation": again(FederationForm, FederationForm(organisation=organisation)),
        "offices": list(organisation.offices.select_related("user")),
        "give": again(OfficeForm, OfficeForm()),
        "take": TakeOfficeForm(),
        "show": ShowOfficeForm(),
        "move": again(MoveForm, MoveForm(organisation=organisation)) if MOVE in access.may else None,
        "series": [
            (
                each,
                SeriesEventsForm(organisation=organisation, of=each),
                RenameSeriesForm.about(each),
                next((event for event in events if event.series_id == each.pk), None),
            )
            for each in organisation.series.all()
        ],
        "delete": DeleteSeriesForm(),
        "add": again(SeriesForm, SeriesForm()),
        "offers": list(waiting_offers(organisation)),
        "accept": AcceptEventForm(),
        "reject": RejectEventForm(),
        "events": events,
        "sees_desks": Act.SEE_DESK in may_there,
        "copies": Act.COPY_EVENT in may_there,
        "reports": list(reports_to_answer(organisation)) if Act.ANSWER_REPORT in may_there else [],
        "quotas": quotas_for(organisation) if ENTER in access.may else [],
        "user": access.user,
        "failed": failed if isinstance(failed, SINGLE_BUTTONS) else None,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/organisation.html", context, status=status)


# Forms of a page that are buttons, or stand there several times: what is refused is said above them.
SINGLE_BUTTONS = (
    TakeOfficeForm,
    ShowOfficeForm,
    AcceptEventForm,
    RejectEventForm,
    SeriesEventsForm,
    RenameSeriesForm,
    DeleteSeriesForm,
    RemoveMarkForm,
)


def _offer(request: HttpRequest, access: EventAccess, failed: ActForm | None) -> HttpResponse:
    waiting = access.event.handovers.filter(decided_at=None).select_related("organisation").first()
    context = {
        "may": access.may,
        "event": access.event,
        "owner": access.event.organisation,
        "waiting": waiting,
        "form": failed if isinstance(failed, OfferForm) else OfferForm(),
        "withdraw": WithdrawOfferForm(),
        "failed": failed if isinstance(failed, WithdrawOfferForm) else None,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/event_owner.html", context, status=status)


def _to_page(_request: HttpRequest, answer: OrganisationSaved, _access: SiteAccess) -> HttpResponse:
    return redirect("organisation", answer["slug"])


ORGANISATION_ROUTE = "desk/-/organisations/<slug:organisation>/"
SITE = [
    path("o/<slug:slug>/", public, name="public_organisation"),
    re_path(r"^o/(?P<slug>[a-z0-9-]+)/mark-(?P<stamp>[0-9a-f]{16})\.png$", mark, name="mark"),
    page_url("desk/-/organisations/", "organisations", _list, SEE),
    act_url(
        "desk/-/organisations/found/",
        found_organisation,
        FoundForm,
        page=_list,
        to=_to_page,
        success_message=_("Organisation founded."),
    ),
    page_url(ORGANISATION_ROUTE, "organisation", _page, SEE),
    act_url(
        f"{ORGANISATION_ROUTE}change/",
        change_organisation,
        OrganisationForm,
        page=_page,
        to=_to_page,
        success_message=_("Saved."),
    ),
    act_url(
        f"{ORGANISATION_ROUTE}federation/",
        set_federation,
        FederationForm,
        page=_page,
        to="organisation",
        success_message=_("Saved."),
    ),
    act_url(
        f"{ORGANISATION_ROUTE}mark/set/",
        set_mark,
        MarkForm,
        page=_page,
        to="organisation",
        success_message=_("Saved."),
    ),
    act_url(f"{ORGANISATION_ROUTE}mark/remove/", remove_mark, RemoveMarkForm, page=_page, to="organisation"),
    act_url(
        f"{ORGANISATION_ROUTE}office/give/",
        give_office,
        OfficeForm,
        page=_page,
        to="organisation",
        success_message=_("Saved."),
    ),
    act_url(
        f"{ORGANISATION_ROUTE}office/take/",
        take_office,
        TakeOfficeForm,
        page=_page,
        to="organisation",
        success_message=_("Saved."),
    ),
    act_url(
        f"{ORGANISATION_ROUTE}office/show/",
        show_office,
        ShowOfficeForm,
        page=_page,
        to="organisation",
        success_message=_("Saved."),
    ),
    act_url(
        f"{ORGANISATION_ROUTE}move/",
        move_organisation,
        MoveForm,
        page=_page,
        to="organisation",
        success_message=_("Saved."),
    ),
    act_url(
        f"{ORGANISATION_ROUTE}series/rename/",
        rename_series,
        RenameSeriesForm,
        page=_page,
        to="organisation",
        success_message=_("Saved."),
    ),
    act_url(
        f"{ORGANISATION_ROUTE}series/delete/",
        delete_series,
        DeleteSeriesForm,
        page=_page,
        to="organisation",
        success_message=_("Series deleted; its events stay."),
    ),
    act_url(
        f"{ORGANISATION_ROUTE}series/add/",
        add_series,
        SeriesForm,
        page=_page,
        to="organisation",
        success_message=_("Saved."),
    ),
    act_url(
        f"{ORGANISATION_ROUTE}series/set/",
        set_series,
        SeriesEventsForm,
        page=_page,
        to="organisation",
        success_message=_("Saved."),
    ),
    act_url(
        f"{ORGANISATION_ROUTE}event/accept/",
        accept_event,
        AcceptEventForm,
        page=_page,
        to="organisation",
        success_message=_("The event now belongs to the organisation."),
    ),
    act_url(
        f"{ORGANISATION_ROUTE}event/reject/",
        reject_event,
        RejectEventForm,
        page=_page,
        to="organisation",
        success_message=_("Offer rejected. The event stays with its owner."),
    ),
]
EVENT = [
    act_url(
        "-/owner/",
        offer_event,
        OfferForm,
        page=_offer,
        read=Act.HAND_OVER,
        to="offer_event",
        success_message=_("Event offered. It is handed over once the offer is accepted."),
    ),
    act_url("-/owner/withdraw/", withdraw_offer, WithdrawOfferForm, page=_offer, to="offer_event"),
]
