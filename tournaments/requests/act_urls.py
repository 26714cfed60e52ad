"""The one way in which a form of the desk, one behind a private link and a body of the interface reach an act
(law 2): what is accessed, which act, which form, which page.

    act_url("teams/add/", add_team, TeamForm, page=_page, to="teams")

is the address of a form that is posted, and its view: what the address names is fetched and authorised by the
act's own row of the tables; the form is read; its cleaned fields are the act's arguments; what the form or
the act refuses is shown on ``page`` with what was typed; who succeeds is led ``to`` an address of the same
place.

*Entrance*: who is let in how, and what the address then opens: the desk here, a table of games, a private
link.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.functional import Promise

from portal.web.fields import parameters_of
from tournaments.acts.frame import AnyAct
from tournaments.forms.base import ActForm
from tournaments.queries.tables import Name, entry_namer
from tournaments.requests.access import Access, reach
from tournaments.requests.frame import View, attempt, once_of, staff, user_of

Place = Mapping[str, Any]
Page = Callable[[HttpRequest, Any, Any], HttpResponse]
# What is said of success: a text, or made of the act's answer and of what was accessed.
Sentence = str | Promise | Callable[[Any, Any], str]
# Where success leads: the name of an address of the place, or what is made of request, answer and access.
Onward = str | Callable[[HttpRequest, Any, Any], HttpResponse]


@dataclass(frozen=True, slots=True)
class Entrance:
    """``view``: the decorator of its views, by method; ``reach``: what an address opens to who asks, with a
    right, by what the decorator hands on and the parts of the address. Raises Http404 or `Denied`."""

    view: Callable[..., Callable[[View], View]]
    reach: Callable[..., Access]


DESK = Entrance(staff, lambda request, right, place: reach(user_of(request), right, place))


def perform(act: AnyAct, access: Access, url_kwargs: Place, values: Mapping[str, Any], once: str) -> Any:
    """Do ``act`` with what was accessed, what the address says and what was sent."""
    arguments = {**values}
    for name in parameters_of(act):
        # The address goes before what was sent, and what was accessed before both.
        if name in url_kwargs:
            arguments[name] = url_kwargs[name]
        if (value := access.has(name)) is not None:
            arguments[name] = value
        by_key = name == "entries" or (name == "user" and isinstance(arguments.get(name), str))
        # What belongs to the access and is named by its key is looked up there.
        if type(arguments.get(name)) is int or (by_key and name in values):
            arguments[name] = access.find(name, arguments[name])
    return act(**arguments, by=access.by, once=once)


def act_url(
    address: str, act: AnyAct, form: type[ActForm] = ActForm, *, name: str = "", **how: Any
) -> URLPattern:
    """Make an address at which a form does ``act``, called like it unless it has a ``name``."""
    return path(address, form_view(act, form, **how), name=name or act.__name__)


def form_view(
    act: AnyAct,
    form: type[ActForm] = ActForm,
    *,
    page: Page | None = None,
    to: Onward,
    success_message: Sentence = "",
    extra_arguments: Callable[[Any, Any], Mapping[str, Any]] = lambda _access, _form: {},
    read: str | None = None,
    entrance: Entrance = DESK,
) -> View:
    """Make the view of a form; ``page`` gets the request, what was accessed and the form that was not
    accepted.

    Without a page a refusal gets a page of its own. ``extra_arguments``: made of what was accessed and the
    form. ``read``: the right with which ``page`` is read at the same address; it gets None for a form
    then."""

    @entrance.view("POST", *(["GET"] if read else []))
    def view(request: HttpRequest, *opened: Any, **place: Any) -> HttpResponse:
        if page and read and request.method != "POST":
            return page(request, entrance.reach(request, *opened, read, place), None)
        access = entrance.reach(request, *opened, act.right, place)
        filled = form.sent(request, access)

        def do() -> Any:
            values = {**filled.arguments(), **extra_arguments(access, filled)}
            return perform(act, access, place, values, once_of(request))

        if page is None and not filled.is_valid():
            raise BadRequest
        answer = attempt(filled, do, _names(access)) if page else do()
        if answer is None and page:
            return page(request, access, filled)
        if sentence := success_message(answer, access) if callable(success_message) else success_message:
            messages.success(request, str(sentence))
        return to(request, answer, access) if callable(to) else redirect(to, *access.place)

    return view


def page_url(
    address: str,
    name: str,
    page: Callable[[HttpRequest, Any], HttpResponse],
    right: str | None,
    *,
    entrance: Entrance = DESK,
) -> URLPattern:
    """An address at which a page is only read, with the right to it."""

    @entrance.view("GET")
    def view(request: HttpRequest, *opened: Any, **place: Any) -> HttpResponse:
        return page(request, entrance.reach(request, *opened, right, place))

    return path(address, view, name=name)


def _names(access: Access) -> Name | None:
    """The names by which a refusal calls the entries it is about."""
    section = access.has("section")
    if section is None:
        return None
    # Nobody is looked up before a refusal is worded.
    names = cache(lambda: entry_namer(section))

    def name(number: int) -> str:
        return names()(number)

    return name
