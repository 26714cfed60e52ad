"""Two scoresheets of a table at the desk: handed in, reconciled by the worker, their fouls proposed, the game
taken as the record of the table."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django_htmx.http import HttpResponseClientRefresh

from games.acts.submit_record import submit_record
from games.acts.submit_scoresheets import submit_scoresheets
from games.forms.scoresheets import ScoresheetsForm, TakeForm
from games.policy import RecordAct
from games.queries.records import current_record
from games.queries.scoresheets import current_sheets, recording_fouls_of, sheets_key
from games.scoresheets.reconstruct import Status
from games.views.access import TableAccess, access_table
from games.wording.scoresheets import broken_text
from games.xiangqi.board import Board
from games.xiangqi.notation import chinese, english
from games.xiangqi.values import Move
from portal import outbox
from tournaments.forms.base import ActForm
from tournaments.fouls import MISSED_MOVES
from tournaments.policy import Act
from tournaments.queries.fouls import tallies
from tournaments.views.frame import attempt, once_of, staff, user_of
from tournaments.wording.sides import side_word

MOST_SHOWN = 24
"""Games that are offered one by one; more are only counted."""
Place = Any


@staff("GET")
def scoresheets(request: HttpRequest, **place: Place) -> HttpResponse:
    """Where the sheets stand, and the form for handing them in."""
    return _page(request, access_table(user_of(request), **place, act=RecordAct.SEE_RECORDS))


@staff("GET")
def scoresheets_progress(request: HttpRequest, **place: Place) -> HttpResponse:
    """While the worker reconciles; when it is done, htmx loads the page anew."""
    access = access_table(user_of(request), **place, act=RecordAct.SEE_RECORDS)
    current = current_sheets(access.pairing, access.game)
    if current is None or outbox.pending(sheets_key(current)) is None:
        return HttpResponseClientRefresh()
    return render(request, "games/desk/_reconciling.html", _frame(access))


@staff("POST")
def scoresheets_submit(request: HttpRequest, **place: Place) -> HttpResponse:
    access = access_table(user_of(request), **place, act=RecordAct.SUBMIT_RECORD)
    form = ScoresheetsForm(request.POST, request.FILES)
    done = attempt(
        form,
        lambda: submit_scoresheets(
            pairing=access.pairing,
            first=form.cleaned_data["first"],
            second=form.cleaned_data["second"],
            game=access.game,
            by=access.user,
            once="" if request.FILES else once_of(request),
        ),
    )
    if done is None:
        return _page(request, access, form)
    return redirect(reverse("scoresheets", args=access.place))


@staff("POST")
def scoresheets_take(request: HttpRequest, **place: Place) -> HttpResponse:
    """The chosen game becomes the record of the table; its page accepts it."""
    access = access_table(user_of(request), **place, act=RecordAct.SUBMIT_RECORD)
    form = TakeForm(request.POST)
    done = attempt(
        form,
        lambda: submit_record(
            pairing=access.pairing,
            raw=_game(access, form.cleaned_data["which"]).encode(),
            filename="scoresheets.txt",
            seen=form.cleaned_data["seen"],
            game=access.game,
            reason=gettext("from both scoresheets"),
            by=access.user,
            once=once_of(request),
        ),
    )
    if done is None:
        return _page(request, access, failed=form)
    messages.success(request, gettext("The game is handed in as the record of this table."))
    return redirect(reverse("record", args=access.place))


def _game(access: TableAccess, which: int) -> str:
    """The moves of one of the games that fit, as a record."""
    current = current_sheets(access.pairing, access.game)
    games = _games(current.answer.data) if current is not None and hasattr(current, "answer") else []
    if which >= len(games):
        raise Http404
    return " ".join(games[which]) + "\n"


def _games(found: dict[str, Any]) -> list[list[str]]:
    if found["status"] == Status.COMPLETE:
        return [found["moves"]]
    return list(found["games"])


def _frame(access: TableAccess) -> dict[str, Any]:
    names = ("scoresheets", "scoresheets_submit", "scoresheets_take", "scoresheets_progress")
    others = ("record", "referee", "referee_foul")
    return {
        "event": access.event,
        "section": access.section,
        "round": access.round,
        "table": access.pairing.table,
        "number": access.game,
        "game": access.section.game,
        "may": access.offered,
        "to": {
            name.removeprefix("scoresheets_"): reverse(name, args=access.place) for name in (*names, *others)
        },
    }


def _page(
    request: HttpRequest,
    access: TableAccess,
    form: ScoresheetsForm | None = None,
    *,
    failed: TakeForm | None = None,
) -> HttpResponse:
    current = current_sheets(access.pairing, access.game)
    found = current.answer.data if current is not None and hasattr(current, "answer") else None
    record = current_record(access.pairing, access.game)
    initial = {"first": current.first, "second": current.second} if current else {}
    context = _frame(access) | {
        "current": current,
        "job": outbox.pending(sheets_key(current)) if current and found is None else None,
        "form": form or ScoresheetsForm(initial=initial),
        "failed": failed,
        "found": found,
    }
    if found is not None:
        context |= {
            "broken": broken_text(found) if found["status"] == Status.BROKEN else "",
            "sheets": _sheets(access, found),
            "choices": _choices(found),
            "more": max(0, len(found["games"]) - MOST_SHOWN),
            "take": TakeForm(initial={"seen": record.pk if record else None}),
        }
    status = (form or failed or ActForm()).status if form or failed else 200
    return render(request, "games/desk/scoresheets.html", context, status=status)


def _sheets(access: TableAccess, found: dict[str, Any]) -> list[dict[str, Any]]:
    """Both players with what their sheets lack, and the fouls that are proposed and not logged yet."""
    both = {one.moves: one for one in tallies(access.section, access.pairing, access.game)}
    shown = []
    for side in ("first", "second"):
        sheet, tally = found["sheets"][side], both[side]
        there = recording_fouls_of(access.pairing, tally)
        word = side_word(side, access.section.game)
        shown.append(
            {
                **sheet,
                "moves": side,
                "side": word,
                "player": tally.entry.player,
                "number": tally.entry.number,
                "left": max(0, sheet["fouls"] - there),
                "forms": [ActForm(auto_id=f"{side}-{n}-%s") for n in range(max(0, sheet["fouls"] - there))],
                "offence": MISSED_MOVES.key,
                "may": Act.CONFIRM_FOUL in access.acts,
                "reason": gettext("%(count)s plies missed") % {"count": len(sheet["missed"])},
                "lines": [
                    {"ply": ply, "text": sheet["texts"].get(str(ply), ""), "wrong": ply in sheet["wrong"]}
                    for ply in sorted({*sheet["missed"], *sheet["wrong"]})
                ],
            }
        )
    return shown


def _choices(found: dict[str, Any]) -> list[dict[str, Any]]:
    """The games that fit, each with the plies in which it is not the first one."""
    games = _games(found)
    if not games:
        return []
    head = games[0]
    plies = {
        ply
        for game in games[:MOST_SHOWN]
        for ply in range(min(len(game), len(head)))
        if game[ply] != head[ply]
    }
    return [
        {
            "which": which,
            "plies": len(game),
            "moves": [
                {"ply": ply + 1, **_written(game, ply)} for ply in sorted(plies)[:8] if ply < len(game)
            ],
        }
        for which, game in enumerate(games[:MOST_SHOWN])
    ]


def _written(game: list[str], ply: int) -> dict[str, str]:
    board = Board()
    for text in game[:ply]:
        board.push(Move.parse(text))
    move = Move.parse(game[ply])
    return {"english": english(board.squares, move), "chinese": chinese(board.squares, move)}
