"""Forgetting a person: what goes and what stays, then the name typed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from tournaments.acts._forgetting import events_of
from tournaments.acts.players import erase_player
from tournaments.forms.entries import EraseForm
from tournaments.policy import Act
from tournaments.requests.access import access_entry
from tournaments.requests.frame import attempt, once_of, sent, staff, user_of


@staff("GET", "POST")
def entry_erase(request: HttpRequest, event: str, section: str, entry: int) -> HttpResponse:
    access = access_entry(user_of(request), event, section, entry, Act.ERASE_PLAYER)
    form = EraseForm(sent(request))
    if request.method == "POST":
        answer = attempt(
            form,
            lambda: erase_player(
                entry=access.entry,
                confirm=form.cleaned_data["confirm"],
                by=access.user,
                once=once_of(request),
            ),
        )
        if answer is not None:
            messages.success(request, gettext("Personal data erased. Public pages are being updated."))
            if answer["named"]:
                messages.warning(
                    request,
                    gettext(
                        "The name also appears in the name of an event, section or team, which is not "
                        "changed."
                    ),
                )
            return redirect("erase_player", event, section, entry)
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "entry": access.entry,
        "form": form,
        "where": events_of(access.entry.player),
    }
    status = form.status if request.method == "POST" else 200
    return render(request, "tournaments/desk/erase.html", context, status=status)
