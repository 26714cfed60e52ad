"""Show the board of a running game to whoever writes its plies: the phone at the table, a player, the
desk."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path, reverse

from games.acts.live import (
    MOST_ITEMS,
    Written,
    call_referee,
    refusal_of,
    report_outcome,
    take_back,
    write_plies,
)
from games.forms.mine import OutcomeForm
from games.live.stream import PlyItem
from games.models.live import LONGEST_KEY
from games.pages.live_boards import board_script, board_template, start_board
from games.policy import RecordAct
from games.queries.live import players_of
from games.queries.live_boards import Viewer, current_live, live_board
from games.queries.records import has_game
from games.requests import TABLE_LINKS, OwnGameAccess, TableAccess, TableLinkAccess, reach_own, reach_table
from games.views.mine import frame
from games.wording.live import answer_params, answer_text
from portal.policy import Denied, Refusal
from tournaments.forms.causes import cause_chips
from tournaments.models import Seat, Section
from tournaments.queries.tables import table_row
from tournaments.requests.frame import staff, user_of
from tournaments.requests.private import LinkAccess, behind_private_link, private
from tournaments.state.clocks import OvertimeLeft
from tournaments.wording.refusals import refusal_sentence
from tournaments.wording.sides import side_word

# Characters of a request; a ply has some hundred.
MOST_SENT: Final = 100_000
LONGEST_MOVE: Final = 24
GameAccess = TableAccess | OwnGameAccess | TableLinkAccess
MUST = {
    "ply": int,
    "move": str,
    "key": str,
    "seen": int,
    "clock_first": int,
    "clock_second": int,
    "overtime_first": str,
    "overtime_second": str,
}
TIMES = ("clock_first", "clock_second", "overtime_first", "overtime_second")


def _viewer(access: GameAccess) -> Viewer:
    if isinstance(access, TableLinkAccess):
        return Viewer.TABLE
    if isinstance(access, TableAccess):
        return Viewer.STAFF
    seat = Seat.objects.get(pairing=access.pairing, entry=access.entry)
    is_first = (seat.colour == Seat.Colour.FIRST) == bool(access.game % 2)
    return Viewer.FIRST if is_first else Viewer.SECOND


# The page draws the board and keeps itself current; its script sends what is tapped as JSON and asks for what
# stands (``static/portal/live_table.js``). What it keeps while there is no network it sends later, each ply
# under a key, so that nothing counts twice.
def _page(
    request: HttpRequest, access: GameAccess, template: str, context: Mapping[str, Any]
) -> HttpResponse:
    """Show the board, drawn by a script from what `_state` answers; without one nothing is tapped."""
    pairing, game, section = access.pairing, access.game, access.section
    viewer = _viewer(access)
    players = players_of(pairing, game)
    row = table_row(access.round, pairing.table or 0)
    if players is None or row is None:
        raise Http404
    live = current_live(pairing, game, players)
    page = {
        **context,
        "event": section.event,
        "section": section,
        "round": access.round,
        "table": pairing.table,
        "number": game,
        "game": section.game,
        "players": players,
        "sides": [side_word(side, section.game) for side in ("first", "second")],
        "row": row,
        "board": start_board(section, pairing, live),
        "board_template": board_template(section.game),
        "board_script": board_script(section.game),
        "state": _board_answer(access),
        "viewer": str(viewer),
        "online": section.online,
        "flipped": viewer is Viewer.SECOND,
        "overtime": _overtime_of(section),
        **_reporting(section, viewer),
    }
    return render(request, template, page)


def _overtime_of(section: Section) -> str:
    """Write how overtime begins, as it is typed; empty where there is none."""
    control = section.time_control
    if control.moves:
        return str(OvertimeLeft(moves=control.moves, of=control.moves))
    return str(OvertimeLeft(periods=control.periods, period=control.period)) if control.periods else ""


def _reporting(section: Section, viewer: Viewer) -> dict[str, Any]:
    """Give what the phone at the table says the result with."""
    if viewer is not Viewer.TABLE:
        # Staff and players have pages for it.
        return {}
    return {
        "form": OutcomeForm(),
        "causes": cause_chips(section.game, section.rulebook, of_players=True),
    }


def _board_answer(access: GameAccess) -> dict[str, Any]:
    board = live_board(access.pairing, access.game, _viewer(access))
    if board is None:
        raise Http404
    return asdict(board)


def _state(request: HttpRequest, access: GameAccess) -> HttpResponse:
    """Say what stands; 204 while that is what the page shows (``seq``, and why the game is over)."""
    state = _board_answer(access)
    if request.GET.get("seen") == f"{state['seq']}-{state['over']}":
        return HttpResponse(status=204)
    return JsonResponse(state)


def _send(request: HttpRequest, access: GameAccess) -> HttpResponse:
    """Take plies, or take the line back; answer what became of each and what stands."""
    place: dict[str, Any] = {"pairing": access.pairing, "game": access.game, "by": access.by}
    try:
        sent = _read(request)
        _check_players(access, sent)
        if sent.get("call") is True:
            plies = [0]
            written = call_referee(**place)
        elif "outcome" in sent:
            plies = [0]
            cause = str(sent.get("cause", ""))[:LONGEST_MOVE]
            written = report_outcome(value=str(sent["outcome"])[:LONGEST_MOVE], cause=cause, **place)
        elif "back" in sent:
            plies = [_number(sent["back"])]
            written = take_back(ply=plies[0], reason=str(sent.get("reason", ""))[:200], **place)
        else:
            items = [_item(item) for item in _list(sent.get("plies"))]
            plies = [item.ply for item in items]
            written = write_plies(items=items, **place)
    except Denied:
        raise
    except Refusal as refusal:
        words = refusal_sentence(refusal.code, refusal.params)
        return JsonResponse({"refused": words, "state": _board_answer(access)}, status=409)
    return JsonResponse({"answers": _answers(written, plies), "state": _board_answer(access)})


def _answers(written: Written, plies: list[int]) -> list[dict[str, Any]]:
    lines = []
    for ply, answer in zip(plies, written.answers, strict=False):
        words = (
            refusal_of(written.live, answer, ply).params
            if answer.is_refused
            else answer_params(answer, ply=ply)
        )
        lines.append(
            {
                "code": str(answer.code),
                "refused": answer.is_refused,
                "text": answer_text(answer, words),
                "clocks_refused": list(answer.clocks_refused),
            }
        )
    return lines


def _read(request: HttpRequest) -> dict[str, Any]:
    """Read the JSON in the form that was sent."""
    text = request.POST.get("sent", "")
    if len(text) > MOST_SENT:
        raise Refusal("live-unreadable-request")
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise Refusal("live-unreadable-request") from None
    if not isinstance(values, dict):
        raise Refusal("live-unreadable-request")
    return values


def _list(values: Any) -> list[Any]:
    if not isinstance(values, list) or not 0 < len(values) <= MOST_ITEMS:
        raise Refusal("live-unreadable-request")
    return values


def _item(values: Any) -> PlyItem:
    if not isinstance(values, dict) or set(values) - set(MUST):
        raise Refusal("live-unreadable-request")
    ply, move, key = _number(values.get("ply")), values.get("move"), values.get("key", "")
    seen = values.get("seen")
    if (
        not isinstance(move, str)
        or not isinstance(key, str)
        or len(move) > LONGEST_MOVE
        or len(key) > LONGEST_KEY
    ):
        raise Refusal("live-unreadable-request")
    clocks = {name: values.get(name) for name in TIMES}
    return PlyItem(ply, move, key, seen=None if seen is None else _number(seen), **clocks)


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 1_000_000_000:
        raise Refusal("live-unreadable-request")
    return value


def _check_players(access: GameAccess, sent: Mapping[str, Any]) -> None:
    players = players_of(access.pairing, access.game)
    if players is None or sent.get("players") != [entry.pk for entry in players]:
        raise Refusal("live-other-players")


@behind_private_link(TABLE_LINKS, "GET")
def table_page(request: HttpRequest, access: TableLinkAccess) -> HttpResponse:
    context = {
        "secret": access.secret,
        "person": access.person,
        "send": reverse("table_send", args=[access.secret]),
        "look": reverse("table_state", args=[access.secret]),
    }
    return _page(request, access, "games/live/table.html", context)


@behind_private_link(TABLE_LINKS, "GET")
def table_state(request: HttpRequest, access: TableLinkAccess) -> HttpResponse:
    return _state(request, access)


@behind_private_link(TABLE_LINKS, "POST")
def table_send(request: HttpRequest, access: TableLinkAccess) -> HttpResponse:
    return _send(request, access)


def _own_online_game(opened: LinkAccess, place: Mapping[str, Any]) -> OwnGameAccess:
    """Reach a game of a section that is played on line, where a player's own device writes."""
    access = reach_own(opened, place)
    if not access.section.online or not has_game(access.pairing, access.round, access.game):
        raise Http404
    return access


@private("GET")
def my_board(request: HttpRequest, opened: LinkAccess, **place: Any) -> HttpResponse:
    access = _own_online_game(opened, place)
    context = {
        **frame(access),
        "send": reverse("my_board_send", args=access.place),
        "look": reverse("my_board_state", args=access.place),
        "result_page": reverse("my_page", args=[opened.secret]),
    }
    return _page(request, access, "games/live/mine.html", context)


@private("GET")
def my_board_state(request: HttpRequest, opened: LinkAccess, **place: Any) -> HttpResponse:
    return _state(request, _own_online_game(opened, place))


@private("POST")
def my_board_send(request: HttpRequest, opened: LinkAccess, **place: Any) -> HttpResponse:
    return _send(request, _own_online_game(opened, place))


def _desk(request: HttpRequest, place: Mapping[str, Any]) -> TableAccess:
    return reach_table(user_of(request), RecordAct.SEND_PLIES, place)


@staff("GET")
def desk_board(request: HttpRequest, **place: Any) -> HttpResponse:
    """The board for the desk and the referee, with what only the referee is told."""
    access = _desk(request, place)
    context = {
        **access.frame("referee", "record"),
        "send": reverse("desk_board_send", args=access.place),
        "look": reverse("desk_board_state", args=access.place),
        "result_page": f"{reverse('referee', args=access.place)}#result-title",
    }
    return _page(request, access, "games/live/desk.html", context)


@staff("GET")
def desk_board_state(request: HttpRequest, **place: Any) -> HttpResponse:
    return _state(request, _desk(request, place))


@staff("POST")
def desk_board_send(request: HttpRequest, **place: Any) -> HttpResponse:
    return _send(request, _desk(request, place))


TABLE_LINK = [
    path("", table_page, name="table_page"),
    path("state/", table_state, name="table_state"),
    path("plies/", table_send, name="table_send"),
]
MINE = [
    path("", my_board, name="my_board"),
    path("state/", my_board_state, name="my_board_state"),
    path("plies/", my_board_send, name="my_board_send"),
]
DESK = [
    path("", desk_board, name="desk_board"),
    path("state/", desk_board_state, name="desk_board_state"),
    path("plies/", desk_board_send, name="desk_board_send"),
]
