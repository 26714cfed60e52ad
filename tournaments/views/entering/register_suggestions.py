"""While the name of a new player is typed: who of that name is in the register and may be read in public."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.policy import Act
from tournaments.queries.register.persons import look_up_persons, registered
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import page_url

LEAST, MOST = 2, 8
PUBLIC = Q(listed=True)


def _suggestions(request: HttpRequest, access: SectionAccess) -> HttpResponse:
    name, native = (request.GET.get(field, "").strip()[:100] for field in ("name", "native_name"))
    query = name if len(name) >= LEAST else native
    persons = look_up_persons(query, within=PUBLIC)[:MOST] if query else []
    context = {"persons": persons, "event": access.event, "section": access.section}
    return render(request, "tournaments/desk/_register_suggestions.html", context)


def chosen_person(request: HttpRequest) -> dict[str, Any]:
    """Return what everybody may read of the person that was chosen, for a fresh form."""
    try:
        code = UUID(request.GET.get("person", ""))
    except ValueError:
        return {}
    person = registered().filter(PUBLIC, uid=code).first()
    if person is None:
        return {}
    # The particulars follow when the player is entered: who is known from another event comes with what
    # stands there.
    return {"name": person.name, "native_name": person.native_name, "federation": person.federation_id}


SECTION = [
    page_url("register-suggestions/", "register_suggestions", _suggestions, Act.ENTER_PLAYER),
]
