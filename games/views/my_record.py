"""The record of the own game, behind a player's private link: hand it in, see what the reader makes of it,
correct it until a referee has accepted it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRefresh

from games.forms.records import RecordForm
from games.pages.paths import game_path
from games.policy import RecordAct
from games.queries.mine import my_pairing, my_table
from games.queries.records import accepted_record, current_record, record_key
from games.views.mine import frame, secret_in
from games.views.record_forms import hand_in, prefilled, read_live, record_context
from portal import outbox
from portal.policy import Conflict
from tournaments.models import Pairing, PlayerLink, Seat
from tournaments.requests.private import private

GAME = 1
"""Replays of a match are handed in at the desk."""
ADDRESSES = {
    "record": "my_record",
    "submit_record": "submit_my_record",
    "prefill_record": "prefill_my_record",
    "record_progress": "my_record_progress",
    "read_record": "read_my_record",
}
"""The desk's name of each address → the player's."""


@private("GET")
def record(request: HttpRequest, link: PlayerLink, number: int) -> HttpResponse:
    return _page(request, link, _pairing(link, number))


@private("GET")
def progress(request: HttpRequest, link: PlayerLink, number: int) -> HttpResponse:
    """While the worker reads: that it does. When it is done, htmx loads the page anew."""
    pairing = _pairing(link, number)
    current = current_record(pairing, GAME)
    if current is None or outbox.pending(record_key(current)) is None:
        return HttpResponseClientRefresh()
    return render(request, "games/desk/_reading.html", _frame(request, link, pairing))


@private("POST")
def submit(request: HttpRequest, link: PlayerLink, number: int) -> HttpResponse:
    pairing = _pairing(link, number)
    form = RecordForm(request.POST, request.FILES, game=link.entry.section.game)
    taken = hand_in(request, form, pairing=pairing, game=GAME, by=link)
    if taken is True:
        return redirect("my_record", secret_in(request), number)
    conflict = taken if isinstance(taken, Conflict) else None
    return _page(request, link, pairing, form, conflict=conflict)


@private("POST")
def prefill(request: HttpRequest, link: PlayerLink, number: int) -> HttpResponse:
    """The page with a candidate written into the correction; nothing is handed in yet."""
    pairing = _pairing(link, number)
    form, said = prefilled(request, current_record(pairing, GAME), link.entry.section.game)
    return _page(request, link, pairing, form, said=said, correcting=True)


@private("POST")
def read(request: HttpRequest, link: PlayerLink, number: int) -> HttpResponse:
    """What is being typed, read at each pause."""
    _pairing(link, number)
    address = reverse("read_my_record", args=[secret_in(request), number])
    return read_live(request, link.entry.section, address)


def _pairing(link: PlayerLink, number: int) -> Pairing:
    found = my_pairing(link.entry, number)
    if found is None:
        raise Http404
    return found


def _frame(request: HttpRequest, link: PlayerLink, pairing: Pairing) -> dict[str, Any]:
    place = [secret_in(request), pairing.round.number]
    return frame(request, link) | {
        "round": pairing.round,
        "table": pairing.table,
        "to": {name: reverse(mine, args=place) for name, mine in ADDRESSES.items()},
    }


def _page(
    request: HttpRequest,
    link: PlayerLink,
    pairing: Pairing,
    form: RecordForm | None = None,
    *,
    conflict: Conflict | None = None,
    said: str = "",
    correcting: bool = False,
) -> HttpResponse:
    mine = my_table(link.entry, pairing.round)
    row = mine.row
    if row is None:
        raise Http404
    report = next((report for report in row.reports if report.game == GAME), None)
    context = _frame(request, link, pairing) | {
        "mine": mine,
        "players": (row.first, row.second),
        "report": report,
        "flipped": mine.colour == Seat.Colour.SECOND,
    }
    context |= record_context(
        pairing, GAME, section=link.entry.section, report=report, form=form, conflict=conflict
    )
    bound = form is not None and form.is_bound
    accepted = accepted_record(pairing.pk, GAME) is not None
    context |= {
        "said": said,
        "correcting": bound or correcting,
        # Until a referee has accepted a record, either player may hand one in.
        "may": frozenset() if accepted else frozenset({RecordAct.SUBMIT_RECORD}),
        "of_another": context["current"] is not None and context["current"].by_entry_id != link.entry_id,
        "public_path": game_path(pairing, GAME) if accepted else "",
    }
    status = form.status if form is not None and bound else 200
    return render(request, "games/mine/record.html", context, status=409 if conflict else status)
