"""The one way in which a form of the desk reaches an act (law 2): what is accessed, which act, which form,
which page.

    team_add = acting(add_team, TeamForm, page=_page, to="teams")

is the view of a form that is posted: its target is fetched by the address and authorised by the act's own row
of the tables; the form is read; its cleaned fields are the act's arguments; what the form or the act refuses
is shown on ``page`` with what was typed; who succeeds is led ``to`` an address of the same place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise

from portal.accounts.models import User
from tournaments.acts.frame import FramedAct
from tournaments.forms.base import ActForm
from tournaments.queries.tables import Name, names_of
from tournaments.requests.access import (
    EventAccess,
    SectionAccess,
    access_entry,
    access_event,
    access_round,
    access_section,
)
from tournaments.requests.frame import View, attempt, once_of, staff, user_of

ACCESS: Mapping[str, Callable[..., EventAccess]] = {
    "event": access_event,
    "section": access_section,
    "round_": access_round,
    "entry": access_entry,
}
"""How the target of an act is fetched, by the argument that it is."""

Page = Callable[[HttpRequest, Any, ActForm], HttpResponse]
Sentence = str | Promise | Callable[[Any, Any], str]
"""What is said of success: a text, or made of the act's answer and of what was accessed."""


def acting(
    act: FramedAct[..., Any], form: type[ActForm], *, page: Page, to: str, said: Sentence = ""
) -> View:
    """``page`` gets the request, what was accessed and the form that was not accepted; ``to``: the name of
    an address that has the arguments of the act's own target."""

    @staff("POST")
    def view(request: HttpRequest, **place: Any) -> HttpResponse:
        access = _access(act, user_of(request), place)
        filled = form.sent(request, access)

        def do() -> Any:
            target = {act.on.argument: getattr(access, act.on.argument.rstrip("_"))}
            return act(**target, **filled.arguments(), by=access.user, once=once_of(request))

        answer = attempt(filled, do, _names(access))
        if answer is None:
            return page(request, access, filled)
        if sentence := said(answer, access) if callable(said) else said:
            messages.success(request, str(sentence))
        return redirect(to, **place)

    return view


def _access(act: FramedAct[..., Any], user: User, place: Mapping[str, Any]) -> EventAccess:
    if act.right is None:
        raise Http404
    return ACCESS[act.on.argument](user, *place.values(), act.right)


def _names(access: EventAccess) -> Name | None:
    """The names by which a refusal calls the entries it is about."""
    if not isinstance(access, SectionAccess):
        return None
    section = access.section
    # Nobody is looked up before a refusal is worded.
    names = cache(lambda: names_of(section))

    def name(number: int) -> str:
        return names()(number)

    return name
