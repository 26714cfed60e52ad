"""Hand in the record of the own game behind a player's private link, see it read, and correct it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils import timezone
from django_htmx.http import HttpResponseClientRefresh, reselect, retarget

from games.acts.photos import add_sheet_photo
from games.acts.records import submit_record
from games.forms.photos import OwnSheetPhotoForm
from games.forms.records import RecordForm
from games.pages.paths import game_path
from games.policy import RecordAct
from games.queries.mine import my_table
from games.queries.photo_games import own_sheets
from games.queries.records import accepted_record, current_record, record_key
from games.requests import OWN_GAME, OwnGameAccess, reach_own
from games.views.mine import frame, is_current
from games.views.record_forms import prefilled, read_live, record_context
from portal import outbox
from tournaments.models import Seat, Section
from tournaments.requests.act_urls import act_url, page_url
from tournaments.requests.private import LinkAccess, private
from tournaments.requests.stored_pages import OF_PLAYERS, changes_after, stored_page_url

OWN_SHEET = "#own-sheet"
# Replays of a match are handed in at the desk.
GAME = 1
# The desk's name of each address → the player's.
ADDRESSES = {
    "record": "my_record",
    "submit_record": "submit_my_record",
    "prefill_record": "prefill_my_record",
    "record_progress": "my_record_progress",
    "read_record": "read_my_record",
    "photo": "submit_my_photo",
    "reading": "my_photo_reading",
}


def _frame(access: OwnGameAccess) -> dict[str, Any]:
    return frame(access) | {
        "round": access.round,
        "table": access.pairing.table,
        "handicap": access.pairing.handicap,
        "komi": access.pairing.komi,
        "to": {name: reverse(mine, args=access.place) for name, mine in ADDRESSES.items()},
    }


def own_record_page(
    request: HttpRequest,
    access: OwnGameAccess,
    form: RecordForm | None = None,
    *,
    photo_form: OwnSheetPhotoForm | None = None,
    message: str = "",
    correcting: bool = False,
) -> HttpResponse:
    """Show where the record stands, and the form; ``correcting``: the form shows what is not submitted
    yet."""
    if request.method == "GET" and is_current(request, access):
        return HttpResponse(status=204)
    context = _frame(access)  # its version before the rows
    pairing = access.pairing
    mine = my_table(access.entry, access.round)
    row = mine.row
    if row is None:
        raise Http404
    report = next((report for report in row.reports if report.game == GAME), None)
    context |= {
        "mine": mine,
        "players": (row.first, row.second),
        "flipped": mine.colour == Seat.Colour.SECOND,
    }
    rulebook = request.GET.get("rulebook", "")
    context |= record_context(
        pairing, GAME, section=access.section, report=report, form=form, rulebook=rulebook
    )
    if context["current"] is not None and context["reading"] is None:
        # What becomes of a reading that fails is told by nobody.
        changes_after(timezone.now())
    bound = form is not None and form.is_bound
    accepted = accepted_record(pairing.pk, GAME) is not None
    current = context["current"]
    sight = f"{current.pk if current else 0}-{int(accepted)}"
    sight_seen = request.GET.get("sight", sight)
    is_newer = current is not None and not sight_seen.startswith(f"{current.pk}-")
    of_another = current is not None and current.by_entry_id != access.entry.pk
    debtor = mine.owes_record(report.value) if report is not None and not report.forfeit else None
    context |= {
        "sight": sight_seen,
        "accepted_meanwhile": accepted and sight_seen.endswith("-0"),
        # One's own: the answer to what was sent from here was lost, or it was sent from elsewhere.
        "arrived_meanwhile": is_newer and not of_another,
        "another_meanwhile": is_newer and of_another,
        "debtor": debtor,
        "i_owe": debtor == access.entry,
        "said": message,
        "correcting": bound or correcting,
        # Until a referee has accepted a record, either player may hand one in.
        "may": frozenset() if accepted else frozenset({RecordAct.SUBMIT_RECORD}),
        "of_another": of_another,
        "public_path": game_path(pairing, GAME) if accepted else "",
    }
    if access.section.game == Section.Game.XIANGQI and not accepted:
        sheets = own_sheets(pairing, GAME, mine.colour)
        if sheets.job is not None:
            changes_after(timezone.now())
        context |= {"sheets": sheets, "photo_form": photo_form or OwnSheetPhotoForm()}
    refused = photo_form or (form if bound else None)
    status = refused.status if refused is not None else 200
    return render(request, "games/mine/record.html", context, status=status)


def _progress(request: HttpRequest, access: OwnGameAccess) -> HttpResponse:
    """Say that the worker reads, while it does."""
    current = current_record(access.pairing, GAME)
    if current is None or outbox.pending(record_key(current)) is None:
        # It is done: htmx loads the page anew.
        return HttpResponseClientRefresh()
    return render(request, "games/desk/_reading.html", _frame(access))


def _with_photo(request: HttpRequest, access: OwnGameAccess, form: OwnSheetPhotoForm) -> HttpResponse:
    return own_record_page(request, access, photo_form=form)


def _own_side(access: OwnGameAccess, _form: OwnSheetPhotoForm) -> dict[str, str]:
    return {"side": my_table(access.entry, access.round).colour}


def _photo_reading(request: HttpRequest, access: OwnGameAccess) -> HttpResponse:
    """Say how many photos are before these, while a worker reads them."""
    sheets = own_sheets(access.pairing, GAME, my_table(access.entry, access.round).colour)
    if sheets.job is None:
        # It is done: htmx shows what became of them, and what is being typed beside it stays.
        return reselect(retarget(own_record_page(request, access), OWN_SHEET), OWN_SHEET)
    context = _frame(access) | {"before": sheets.before}
    return render(request, "games/desk/_photos_waiting.html", context)


@private("POST")
def prefill(request: HttpRequest, opened: LinkAccess, **place: Any) -> HttpResponse:
    """Show the page with a candidate written into the correction; nothing is handed in yet."""
    access = reach_own(opened, place)
    form, message = prefilled(request, current_record(access.pairing, GAME), access.section.game)
    return own_record_page(request, access, form, message=message, correcting=True)


@private("POST")
def read(request: HttpRequest, opened: LinkAccess, **place: Any) -> HttpResponse:
    """What is being typed, read at each pause."""
    access = reach_own(opened, place)
    return read_live(request, access.section, access.pairing, reverse("read_my_record", args=access.place))


RECORD = [
    stored_page_url("my_record", own_record_page, OF_PLAYERS, reach=OWN_GAME.reach),
    act_url(
        "submit/",
        submit_record,
        RecordForm,
        name="submit_my_record",
        page=own_record_page,
        to="my_record",
        entrance=OWN_GAME,
    ),
    act_url(
        "photo/",
        add_sheet_photo,
        OwnSheetPhotoForm,
        name="submit_my_photo",
        extra_arguments=_own_side,
        page=_with_photo,
        to="my_record",
        entrance=OWN_GAME,
    ),
    page_url("photo/reading/", "my_photo_reading", _photo_reading, None, entrance=OWN_GAME),
    path("prefill/", prefill, name="prefill_my_record"),
    path("read/", read, name="read_my_record"),
    page_url("progress/", "my_record_progress", _progress, None, entrance=OWN_GAME),
]
