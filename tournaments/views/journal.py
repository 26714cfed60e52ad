"""What was done at an event, by whom, and why; and undoing it where an act has an inverse."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from portal.journal.models import JournalEntry
from tournaments.acts.money.payments import BOOKED
from tournaments.acts.undo._inverses import INVERSES
from tournaments.acts.undo.superseded import superseded
from tournaments.acts.undo.undo import undo
from tournaments.forms.journal import JournalFilter, UndoForm
from tournaments.models import Event, Round
from tournaments.policy import REFUSED, Act, round_permits
from tournaments.queries.journal import JournalLine, acts_in, is_id, journal_lines, journal_of, people_in
from tournaments.requests.access import EventAccess
from tournaments.requests.act_urls import act_url, page_url

ON_A_PAGE = 50


def _page(request: HttpRequest, access: EventAccess, failed: UndoForm | None = None) -> HttpResponse:
    """Fifty on a page, the newest first; a form that was not accepted above them."""
    filters = JournalFilter(
        request.GET,
        acts=acts_in(access.event),
        people=people_in(access.event),
        sections=access.event.sections.all(),
    )
    page = Paginator(journal_of(access.event, filters.selection()), ON_A_PAGE).get_page(
        request.GET.get("page")
    )
    entries = list(page.object_list)
    rounds = _rounds_of(entries, access.event)
    too_late = superseded(entries)
    lines = zip(entries, journal_lines(entries, access.event.time_zone), strict=True)
    context = {
        "event": access.event,
        "may": access.may,
        "page": page,
        "filters": filters,
        "filtered": urlencode(
            {name: value for name, value in filters.data.items() if name != "page" and value}
        ),
        "lines": [
            {
                "line": line,
                "form": None
                if entry.pk in too_late
                else _undo_form(access, entry, line, rounds.get(entry.target)),
                "of_provider": line.code == BOOKED,
            }
            for entry, line in lines
        ],
        "failed": failed,
    }
    return render(request, "tournaments/desk/journal.html", context, status=failed.status if failed else 200)


def _rounds_of(entries: list[JournalEntry], event: Event) -> dict[str, Round]:
    """The rounds to which something was done, as the journal names them."""
    targets = (entry.target.partition(":") for entry in entries)
    keys = {int(key) for kind, _, key in targets if kind == "round" and is_id(key)}
    return {f"round:{row.pk}": row for row in Round.objects.filter(section__event=event, pk__in=keys)}


def _undo_form(
    access: EventAccess, entry: JournalEntry, line: JournalLine, round_: Round | None
) -> UndoForm | None:
    """Where the act has an inverse that this person may do, that its round allows, and was not undone."""
    inverse = INVERSES.get(line.code)
    if inverse is None or line.undone or not line.decides or inverse.act not in access.acts:
        return None
    # What would be refused is not offered.
    if not inverse.is_complete(entry) or (round_ and round_permits(inverse.act, round_) is REFUSED):
        return None
    return UndoForm(initial={"entry": line.key}, auto_id=f"undo{line.key}-%s")


EVENT = [
    page_url("-/journal/", "journal", _page, Act.READ_JOURNAL),
    # The inverse act decides whether this person may, and whether it is still possible.
    act_url(
        "-/journal/undo/",
        undo,
        UndoForm,
        page=_page,
        to="journal",
        success_message=gettext_lazy("Undone. The journal keeps both entries."),
    ),
]
