"""What was done at an event, by whom, and why."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.policy import Act
from tournaments.queries.journal import acts_in, journal_of, lines, people_in
from tournaments.views.access import access_event
from tournaments.views.frame import staff, user_of

ON_A_PAGE = 50


@staff("GET")
def journal(request: HttpRequest, event: str) -> HttpResponse:
    """Filtered by ``act`` and ``by``, fifty on a page; an unknown filter shows everything."""
    access = access_event(user_of(request), event, Act.READ_JOURNAL)
    acts, people = acts_in(access.event), people_in(access.event)
    act = request.GET.get("act", "")
    by = request.GET.get("by", "")
    if act not in {code for code, _ in acts}:
        act = ""
    if by not in {str(person.pk) for person in people}:
        by = ""
    found = journal_of(access.event, act=act, by=int(by) if by else None)
    page = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "event": access.event,
        "may": access.may,
        "page": page,
        "lines": lines(page.object_list, access.event.time_zone),
        "acts": acts,
        "people": people,
        "act": act,
        "by": by,
    }
    return render(request, "tournaments/desk/journal.html", context)
