"""The one way in which a form of the desk reaches an act (law 2): what is accessed, which act, which form,
which page.

    team_add = acting(add_team, TeamForm, page=_page, to="teams")

is the view of a form that is posted: its target is fetched by the address and authorised by the act's own row
of the tables; the form is read; its cleaned fields are the act's arguments; what the form or the act refuses
is shown on ``page`` with what was typed; who succeeds is led ``to`` an address of the same place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise

from portal.accounts.models import User
from tournaments.acts.frame import FramedAct
from tournaments.forms.base import ActForm
from tournaments.views.access import (
    EventAccess,
    access_entry,
    access_event,
    access_round,
    access_section,
)
from tournaments.views.frame import View, attempt, once_of, staff, user_of

ACCESS: Mapping[str, Callable[..., EventAccess]] = {
    "event": access_event,
    "section": access_section,
    "round_": access_round,
    "entry": access_entry,
}
"""How the target of an act is fetched, by the argument that it is."""

Page = Callable[[HttpRequest, Any, ActForm], HttpResponse]
Sentence = str | Promise | Callable[[Any, Mapping[str, Any]], str]
"""What is said of success: a text, or made of the act's answer and its arguments."""


def acting(
    act: FramedAct[..., Any], form: type[ActForm], *, page: Page, to: str, said: Sentence = ""
) -> View:
    """``page`` gets the request, what was accessed and the form that was not accepted; ``to``: the name of
    an address that has the arguments of the act's own target."""

    @staff("POST")
    def view(request: HttpRequest, **place: Any) -> HttpResponse:
        access = _access(act, user_of(request), place)
        filled = form.sent(request, access)
        arguments: dict[str, Any] = {}

        def do() -> Any:
            arguments.update(filled.arguments())
            target = {act.on.argument: getattr(access, act.on.argument.rstrip("_"))}
            return act(**target, **arguments, by=access.user, once=once_of(request))

        answer = attempt(filled, do)
        if answer is None:
            return page(request, access, filled)
        if sentence := said(answer, arguments) if callable(said) else said:
            messages.success(request, str(sentence))
        return redirect(to, **place)

    return view


def _access(act: FramedAct[..., Any], user: User, place: Mapping[str, Any]) -> EventAccess:
    if act.right is None:
        raise Http404
    return ACCESS[act.on.argument](user, *place.values(), act.right)
