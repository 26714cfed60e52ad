"""What the public gets of an event: taken back with a reason, and put back."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from tournaments.acts.public.publication import republish, unpublish
from tournaments.forms.base import ActForm
from tournaments.forms.notices.handouts import RepublishForm, UnpublishForm
from tournaments.pages.publication import published_places
from tournaments.policy import Act
from tournaments.requests.access import EventAccess
from tournaments.requests.act_urls import act_url, page_url


def _page(
    request: HttpRequest,
    access: EventAccess,
    refused: ActForm | None = None,
) -> HttpResponse:
    places_of_event = published_places(access.event)
    back = [
        {"place": place, "form": RepublishForm(initial={"what": place.key}, auto_id=f"r{number}-%s")}
        for number, place in enumerate(places_of_event)
        if place.withheld
    ]
    context = {
        "event": access.event,
        "may": access.may,
        "form": refused if isinstance(refused, UnpublishForm) else UnpublishForm(places=places_of_event),
        "failed": refused if isinstance(refused, RepublishForm) else None,
        "back": back,
        "any": any(not place.withheld for place in places_of_event) and access.event.listed,
    }
    status = refused.status if refused is not None else 200
    return render(request, "tournaments/desk/public.html", context, status=status)


on_page = partial(act_url, page=_page, to="public_places")
EVENT = [
    page_url("-/public/", "public_places", _page, Act.UNPUBLISH),
    on_page(
        "-/public/unpublish/",
        unpublish,
        UnpublishForm,
        success_message=gettext_lazy("Unpublished. These pages now say so."),
    ),
    on_page(
        "-/public/republish/", republish, RepublishForm, success_message=gettext_lazy("Published again.")
    ),
]
