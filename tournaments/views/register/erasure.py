"""Show all that is kept of a person, and forget the person once the name is typed."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from portal.policy import Refusal
from tournaments.acts._person_data import KeptRow, data_of_person
from tournaments.acts.entering.players import PlayerErased, erase_player
from tournaments.acts.register._erasure import events_of
from tournaments.forms.base import ActForm
from tournaments.forms.entering.entries import EraseForm
from tournaments.policy import Act, acts_of
from tournaments.requests.access import EntryAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.wording.register.kept_columns import kept_label
from tournaments.wording.register.kept_rows import kept_title


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


def _data_of(access: EntryAccess) -> list[KeptRow]:
    """Whoever may forget the person, which is at every event, may read it all. Raises Refusal."""
    player = access.entry.player
    if any(Act.ERASE_PLAYER not in acts_of(access.user, event) for event in events_of(player)):
        raise Refusal("erase-elsewhere")
    return data_of_person(player)


def _data_page(request: HttpRequest, access: EntryAccess) -> HttpResponse:
    tables: dict[str, list[list[tuple[str, Any]]]] = {}
    for row in _data_of(access):
        model = apps.get_model(row.table)
        columns = {field.attname: kept_label(field) for field in model._meta.concrete_fields}
        title = kept_title(model)
        tables.setdefault(title, []).append([(columns[name], value) for name, value in row.columns.items()])
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "entry": access.entry,
        "tables": [{"title": title, "rows": rows} for title, rows in tables.items()],
    }
    return render(request, "tournaments/desk/person_data.html", context)


def _data_file(request: HttpRequest, access: EntryAccess) -> HttpResponse:
    rows = [row.document() for row in _data_of(access)]
    response = JsonResponse({"rows": rows}, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = (
        f'attachment; filename="person-{access.entry.player.person.uid.hex}.json"'
    )
    return response


ENTRY = [
    page_url("<int:entry>/data/", "person_data", _data_page, Act.ERASE_PLAYER),
    page_url("<int:entry>/data.json", "person_data_file", _data_file, Act.ERASE_PLAYER),
    act_url("<int:entry>/forget/", erase_player, EraseForm, page=_page, read=Act.ERASE_PLAYER, to=_erased),
]
