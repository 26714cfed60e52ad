"""Type the moves of many tables at the technical desk: one line to type, all boards below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.acts.live import Written, refusal_of, report_outcome, take_back, write_plies
from games.live.desk_line import DeskLine, DeskLineError, read_desk_line
from games.live.stream import Code, PlyItem
from games.models import LiveGame
from games.pages.boards import empty_board
from games.policy import RecordAct
from games.queries.desk_tables import desk_tables, oldest_table
from games.queries.live import game_of, live_of, players_of
from games.queries.live_boards import texts_of
from games.queries.public_live import ON_A_PAGE
from games.queries.records import has_game, record_place
from games.wording.live import answer_params, answer_text, clock_texts
from games.wording.prompts import prompt_of
from portal.policy import Denied, Refusal
from tournaments.models import Pairing, Round
from tournaments.requests.access import RoundAccess, access_round
from tournaments.requests.frame import staff, user_of
from tournaments.state.causes import ResultCause
from tournaments.wording.refusals import refusal_sentence

LONGEST_TYPED = 700
# Plies of the table that stand beside the line.
LAST = 6


def _reach(request: HttpRequest, place: dict[str, Any]) -> RoundAccess:
    access = access_round(
        user_of(request), place["event"], place["section"], place["number"], RecordAct.SEND_PLIES
    )
    if not access.round.is_public:
        raise Http404
    return access


@staff("GET")
def live_desk(request: HttpRequest, **place: Any) -> HttpResponse:
    access = _reach(request, place)
    return render(request, "games/live/many.html", _frame(access) | _boards(access))


def _boards(access: RoundAccess) -> dict[str, Any]:
    """Show the first boards of the round; the line reaches every table."""
    args = [access.event.slug, access.section.slug, access.round.number]
    return {
        "lines": reverse("live_desk_lines", args=args),
        "board": empty_board(access.section.game),
        "games": [
            {
                "live": live,
                "key": f"{live.table}.{live.game}",
                "line": live.as_line(),
                "url": reverse("desk_board", args=record_place(access.round, live.table, live.game)),
                "clocks": clock_texts(live.clocks, live.overtime),
            }
            for live in desk_tables(access.round)[:ON_A_PAGE]
        ],
    }


@staff("GET")
def live_desk_lines(request: HttpRequest, **place: Any) -> HttpResponse:
    """Write the boards, a line each, as the wall draws them; without the public's delay."""
    access = _reach(request, place)
    text = "".join(f"{live.as_line()}\n" for live in desk_tables(access.round)[:ON_A_PAGE])
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@staff("POST")
def live_desk_type(request: HttpRequest, **place: Any) -> HttpResponse:
    access = _reach(request, place)
    typed = request.POST.get("typed", "")[:LONGEST_TYPED]
    table = _number(request.POST.get("table", ""))
    game = _number(request.POST.get("game", "")) or 1
    sentences: list[str] = []
    try:
        line = read_desk_line(typed, access.section.game)
        if line.oldest:
            table, game = oldest_table(access.round) or table, 1
        else:
            table, game = (line.table, line.game) if line.table is not None else (table, game)
            sentences = _written(access, table, game, line)
            typed = ""
    except DeskLineError as error:
        sentences = [refusal_sentence(error.code, {"text": error.text})]
    except Denied:
        raise
    except Refusal as refusal:
        sentences = [refusal_sentence(refusal.code, refusal.params)]
    context = _frame(access) | {
        "typed": "" if typed.strip() == "/" else typed,
        "sentences": sentences,
        "failed": bool(typed.strip() not in ("", "/")),
        **_so_far(access.round, table, game),
    }
    if request.headers.get("HX-Request") == "true":
        return render(request, "games/live/_many_typed.html", context)
    return render(request, "games/live/many.html", context | _boards(access))


def _frame(access: RoundAccess) -> dict[str, Any]:
    return {
        "event": access.event,
        "section": access.section,
        "round": access.round,
        "game": access.section.game,
        "may": access.may,
        "typed": "",
    }


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def _pairing(round_: Round, table: int | None, game: int) -> Pairing:
    if table is None:
        raise Refusal("desk-line-no-table")
    pairing = Pairing.objects.filter(round=round_, table=table).first()
    if pairing is None or not has_game(pairing, round_, game):
        raise Refusal("no-such-table", field="table", table=table, round=round_.number)
    pairing.round = round_
    return pairing


def _written(access: RoundAccess, table: int | None, game: int, line: DeskLine) -> list[str]:
    """Write a line as the board of its table writes, and say what became of it, a sentence each."""
    # One that is refused says so; what stands before it stays.
    pairing = _pairing(access.round, table, game)
    live = _live(pairing, game)
    head = live.head if live else 0
    place: dict[str, Any] = {"pairing": pairing, "game": game, "by": access.user}
    if line.back:
        ply = max(0, head - line.back)
        return _sentences(take_back(ply=ply, **place), [ply])
    if line.ended is not None or line.resigned:
        return _sentences(_reported(live, line, place), [head])
    if line.clocks is not None:
        if live is None or head == 0:
            raise Refusal("desk-line-no-ply")
        first, second = line.clocks
        # The same move again, with the clocks that it lacked.
        item = PlyItem(
            head,
            live.moves[head - 1],
            clock_first=first.seconds,
            clock_second=second.seconds,
            overtime_first=first.overtime or None,
            overtime_second=second.overtime or None,
        )
        return _sentences(write_plies(items=[item], **place), [head])
    items = [PlyItem(ply, move) for ply, move in enumerate(line.moves, head + 1)]
    return _sentences(write_plies(items=items, **place), [item.ply for item in items])


def _reported(live: LiveGame | None, line: DeskLine, place: Mapping[str, Any]) -> Written:
    """Says the referee how the game ended."""
    if line.ended is not None:
        return report_outcome(value=line.ended.choice, cause=line.ended.cause, **place)
    if live is None or live.head == 0:
        raise Refusal("desk-line-no-ply")
    loser = game_of(live).side(live.head + 1)
    return report_outcome(value="1-0" if loser else "0-1", cause=ResultCause.RESIGNATION, **place)


def _sentences(written: Written, plies: Sequence[int]) -> list[str]:
    sentences = []
    for ply, answer in zip(plies, written.answers, strict=False):
        if answer.is_refused:
            raise refusal_of(written.live, answer, ply)
        if answer.code not in (Code.TAKEN, Code.THERE) or answer.clocks_refused:
            sentences.append(answer_text(answer, answer_params(answer, ply=ply)))
    return sentences + [prompt_of(finding) for finding in written.prompted]


def _live(pairing: Pairing, game: int) -> LiveGame | None:
    players = players_of(pairing, game)
    return live_of(pairing, game, players) if players else None


def _so_far(round_: Round, table: int | None, game: int) -> dict[str, Any]:
    """The table that the next line is for, and how its game stands."""
    if table is None:
        return {}
    try:
        pairing = _pairing(round_, table, game)
    except Refusal:
        return {}
    live = _live(pairing, game)
    texts = [] if live is None else [*(texts_of(live) or live.moves)]
    first = max(0, len(texts) - LAST)
    return {
        "table": table,
        "game_number": game,
        "last": [{"ply": ply, "text": text} for ply, text in enumerate(texts[first:], first + 1)],
        "clocks": [] if live is None else clock_texts((live.clock_first, live.clock_second), live.overtime),
        "next_ply": (live.head if live else 0) + 1,
    }
