"""What was done at an event, by whom, and why; and undoing it where an act has an inverse."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from tournaments.acts._inverses import INVERSES
from tournaments.acts.undo import undo
from tournaments.forms.journal import JournalFilter, UndoForm
from tournaments.policy import Act
from tournaments.queries.journal import Line, acts_in, journal_of, lines, people_in
from tournaments.requests.access import EventAccess, access_event
from tournaments.requests.frame import attempt, once_of, staff, user_of

ON_A_PAGE = 50


@staff("GET")
def journal(request: HttpRequest, event: str) -> HttpResponse:
    return _page(request, access_event(user_of(request), event, Act.READ_JOURNAL))


@staff("POST")
def journal_undo(request: HttpRequest, event: str) -> HttpResponse:
    """The inverse act decides whether this person may, and whether it is still possible."""
    access = access_event(user_of(request), event, Act.READ_JOURNAL)
    form = UndoForm(request.POST)
    answer = attempt(
        form,
        lambda: undo(
            event=access.event,
            entry=form.cleaned_data["entry"],
            reason=form.cleaned_data["reason"],
            by=access.user,
            once=once_of(request),
        ),
    )
    if answer is None:
        return _page(request, access, form)
    messages.success(request, gettext("Undone. The journal keeps both entries."))
    return redirect("journal", event)


def _page(request: HttpRequest, access: EventAccess, failed: UndoForm | None = None) -> HttpResponse:
    """Fifty on a page, the newest first; a form that was not accepted above them."""
    filters = JournalFilter(
        request.GET,
        acts=acts_in(access.event),
        people=people_in(access.event),
        sections=access.event.sections.all(),
    )
    page = Paginator(journal_of(access.event, filters.asked()), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "event": access.event,
        "may": access.may,
        "page": page,
        "filters": filters,
        "filtered": urlencode(
            {name: value for name, value in filters.data.items() if name != "page" and value}
        ),
        "lines": [
            {"line": line, "form": _undo_form(access, line)}
            for line in lines(page.object_list, access.event.time_zone)
        ],
        "failed": failed,
    }
    return render(request, "tournaments/desk/journal.html", context, status=failed.status if failed else 200)


def _undo_form(access: EventAccess, line: Line) -> UndoForm | None:
    """Where the act has an inverse that this person may do, and was not undone."""
    inverse = INVERSES.get(line.code)
    if inverse is None or line.undone or not line.decides or inverse.act not in access.acts:
        return None
    return UndoForm(initial={"entry": line.key}, auto_id=f"undo{line.key}-%s")
