"""Forgetting a person: what goes and what stays, then the name typed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from tournaments.acts._erasure import events_of
from tournaments.acts.players import PlayerErased, erase_player
from tournaments.forms.base import ActForm
from tournaments.forms.entries import EraseForm
from tournaments.policy import Act
from tournaments.requests.access import EntryAccess
from tournaments.requests.acting import acting


def _page(request: HttpRequest, access: EntryAccess, failed: ActForm | None) -> HttpResponse:
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "entry": access.entry,
        "form": failed or EraseForm(),
        "where": events_of(access.entry.player),
    }
    return render(request, "tournaments/desk/erase.html", context, status=failed.status if failed else 200)


def _erased(request: HttpRequest, answer: PlayerErased, access: EntryAccess) -> HttpResponse:
    messages.success(request, gettext("Personal data erased. Public pages are being updated."))
    if answer["named"]:
        messages.warning(
            request,
            gettext("The name also appears in the name of an event, section or team, which is not changed."),
        )
    return redirect("erase_player", *access.place)


ENTRY = [
    acting("<int:entry>/forget/", erase_player, EraseForm, page=_page, read=Act.ERASE_PLAYER, to=_erased),
]
