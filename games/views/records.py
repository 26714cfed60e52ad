"""Show the record of a table at the desk: hand it in, see it read, correct it, accept it."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.translation import gettext_lazy
from django_htmx.http import HttpResponseClientRefresh

from games.acts.records import accept_record, submit_record
from games.forms.records import AcceptForm, RecordForm
from games.models import RecordReading, RecordSource
from games.pages.paths import game_path
from games.policy import RecordAct
from games.queries.live import StreamDifference, differences, live_of, moves_of_reading, players_of
from games.queries.records import accepted_record, current_record, record_key, record_place
from games.requests import TABLE, TableAccess, reach_table
from games.views.record_forms import prefilled, read_live, record_context
from portal import outbox
from tournaments.models import Section
from tournaments.queries.tables import table_row
from tournaments.requests.act_urls import act_url, page_url
from tournaments.requests.frame import staff, user_of

ADDRESSES = ("record", "submit_record", "prefill_record", "record_progress", "accept_record", "read_record")


def match_of(access: TableAccess, page: str) -> dict[str, Any]:
    """Who plays whom in this game, its result, and ``page`` of the other games of the match."""
    row = table_row(access.round, access.pairing.table or 0)
    if row is None:
        raise Http404
    games = {1, access.game, *(report.game for report in row.reports), *filter(None, [row.next_game])}
    return {
        "players": (row.first, row.second) if access.game % 2 else (row.second, row.first),
        "report": next((report for report in row.reports if report.game == access.game), None),
        "games": [
            {
                "number": number,
                "url": reverse(page, args=record_place(access.round, row.table or 0, number)),
            }
            for number in sorted(games)
        ],
    }


def _page(
    request: HttpRequest,
    access: TableAccess,
    form: RecordForm | None = None,
    *,
    accept: AcceptForm | None = None,
    message: str = "",
    correcting: bool = False,
) -> HttpResponse:
    match = match_of(access, "record")
    context = (
        access.frame(*ADDRESSES)
        | match
        | record_context(
            access.pairing,
            access.game,
            section=access.section,
            report=match["report"],
            form=form,
            rulebook=request.GET.get("rulebook", ""),
        )
    )
    current, reading = context["current"], context["reading"]
    bound = form is not None and form.is_bound
    status = form.status if form is not None and bound else accept.status if accept else 200
    context |= {
        "accept": accept or AcceptForm(initial={"record": current.pk if current else None}),
        "said": message,
        "stream_differs": _stream_differs(access, reading),
        "correcting": bound or correcting,
        "may_accept": reading is not None
        and context["acceptance"] is None
        and reading.state != RecordReading.State.UNREADABLE
        and RecordAct.ACCEPT_RECORD in access.acts,
        "public_path": game_path(access.pairing, access.game)
        if accepted_record(access.pairing.pk, access.game)
        else "",
    }
    return render(request, "games/desk/record.html", context, status=status)


MOST_DIFFERENCES = 12


def _stream_differs(access: TableAccess, reading: RecordReading | None) -> list[StreamDifference]:
    """Find where the record is another game than was entered during play; the first dozen plies."""
    players = players_of(access.pairing, access.game) if reading is not None else None
    live = live_of(access.pairing, access.game, players) if players else None
    if live is None or reading is None or not live.head:
        return []
    return differences(live.moves, moves_of_reading(reading.data["moves"]))[:MOST_DIFFERENCES]


def _refused(request: HttpRequest, access: TableAccess, form: AcceptForm) -> HttpResponse:
    return _page(request, access, accept=form)


def _progress(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Say that the worker reads, while it does."""
    current = current_record(access.pairing, access.game)
    if current is None or outbox.pending(record_key(current)) is None:
        # It is done: htmx loads the page anew.
        return HttpResponseClientRefresh()
    return render(request, "games/desk/_reading.html", access.frame(*ADDRESSES))


@staff("POST")
def record_prefill(request: HttpRequest, **place: Any) -> HttpResponse:
    """Show the page with a candidate written into the correction; nothing is handed in yet."""
    access = reach_table(user_of(request), RecordAct.SUBMIT_RECORD, place)
    form, message = prefilled(request, current_record(access.pairing, access.game), access.section.game)
    return _page(request, access, form, message=message, correcting=True)


@staff("POST")
def record_read(request: HttpRequest, **place: Any) -> HttpResponse:
    """What is being typed, read at each pause."""
    access = reach_table(user_of(request), RecordAct.SUBMIT_RECORD, place)
    address = reverse("read_record", args=access.place)
    return read_live(request, access.section, access.pairing, address, judged=True)


@staff("GET")
def record_source(request: HttpRequest, key: int, **place: Any) -> HttpResponse:
    """What was handed in, byte by byte."""
    access = reach_table(user_of(request), RecordAct.SEE_RECORDS, place)
    source = RecordSource.objects.filter(record=key, record__pairing=access.pairing).first()
    if source is None:
        raise Http404
    ending = "sgf" if access.section.game == Section.Game.WEIQI else "txt"
    name = source.filename or f"round-{access.round.number}-table-{access.pairing.table}.{ending}"
    # Never shown by a browser: it comes from anybody and may be anything.
    answer = HttpResponse(bytes(source.raw), content_type="application/octet-stream")
    answer["Content-Disposition"] = "attachment; filename*=UTF-8''" + quote(name, safe="")
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


RECORD = [
    page_url("", "record", _page, RecordAct.SEE_RECORDS, entrance=TABLE),
    act_url("submit/", submit_record, RecordForm, page=_page, to="record", entrance=TABLE),
    path("prefill/", record_prefill, name="prefill_record"),
    path("read/", record_read, name="read_record"),
    page_url("progress/", "record_progress", _progress, RecordAct.SEE_RECORDS, entrance=TABLE),
    act_url(
        "accept/",
        accept_record,
        AcceptForm,
        page=_refused,
        to="record",
        success_message=gettext_lazy("Record accepted. The game is now public."),
        entrance=TABLE,
    ),
]
