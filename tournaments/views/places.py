"""What the public gets of an event: taken back with a reason, and put back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from tournaments.acts.publication import republish, unpublish
from tournaments.forms.base import ActForm
from tournaments.forms.places import RepublishForm, UnpublishForm
from tournaments.pages.places import places
from tournaments.policy import Act
from tournaments.views.access import EventAccess, access_event
from tournaments.views.frame import attempt, once_of, staff, user_of


@staff("GET")
def public_places(request: HttpRequest, event: str) -> HttpResponse:
    return _page(request, access_event(user_of(request), event, Act.UNPUBLISH))


@staff("POST")
def place_unpublish(request: HttpRequest, event: str) -> HttpResponse:
    access = access_event(user_of(request), event, Act.UNPUBLISH)
    form = UnpublishForm(request.POST, places=places(access.event))
    answer = attempt(
        form,
        lambda: unpublish(
            event=access.event,
            what=form.cleaned_data["what"],
            reason=form.cleaned_data["reason"],
            by=access.user,
            once=once_of(request),
        ),
    )
    if answer is None:
        return _page(request, access, form)
    messages.success(request, gettext("Taken back: these addresses say so from now on."))
    return redirect("public_places", event)


@staff("POST")
def place_republish(request: HttpRequest, event: str) -> HttpResponse:
    access = access_event(user_of(request), event, Act.UNPUBLISH)
    form = RepublishForm(request.POST)
    answer = attempt(
        form,
        lambda: republish(
            event=access.event, what=form.cleaned_data["what"], by=access.user, once=once_of(request)
        ),
    )
    if answer is None:
        return _page(request, access, failed=form)
    messages.success(request, gettext("Put back: the public gets it again."))
    return redirect("public_places", event)


def _page(
    request: HttpRequest,
    access: EventAccess,
    form: UnpublishForm | None = None,
    *,
    failed: ActForm | None = None,
) -> HttpResponse:
    found = places(access.event)
    back = [
        {"place": place, "form": RepublishForm(initial={"what": place.key}, auto_id=f"r{number}-%s")}
        for number, place in enumerate(found)
        if place.withheld
    ]
    context = {
        "event": access.event,
        "may": access.may,
        "form": form or UnpublishForm(places=found),
        "failed": failed,
        "back": back,
        "any": any(not place.withheld for place in found) and access.event.listed,
    }
    sent = failed or form
    return render(
        request, "tournaments/desk/public.html", context, status=sent.status if sent is not None else 200
    )
