"""Show running games to everybody: the wall of a round's boards, one board, and files for scripts and
relays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from hashlib import sha256
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.views.decorators.http import require_safe

from games.pages.boards import BOARDS, empty_board
from games.pages.live_files import board_context, moves_in_words, round_pgn, round_sgf
from games.queries.public_live import ON_A_PAGE, PublicGame, clocks_of_round
from games.queries.running_rounds import ReadRound, RoundPlace, are_still, games_of_file, read_round
from games.queries.wall import WallFilter, teams_in
from games.records.writing import NOTATIONS
from games.wording.live import clock_texts
from portal.published.answers import matches
from portal.published.shared_answers import promise
from tournaments.models import Round, Section
from tournaments.queries.public.public import path_of
from tournaments.requests.site_host import site_host

ALL_SITES = {"Access-Control-Allow-Origin": "*"}
PGN = "application/x-chess-pgn; charset=utf-8"
SGF = "application/x-go-sgf"
TEXT = "text/plain; charset=utf-8"
# Moves that an overlay shows.
MOST_MOVES = 40
View = Callable[..., HttpResponse]
Made = Callable[..., tuple[bytes, str]]


def _served(made: Made) -> View:
    """Make the view of what is the same for everybody: its bytes and their type, with an ETag."""

    @require_safe
    @wraps(made)
    def view(request: HttpRequest, *args: Any, **place: Any) -> HttpResponse:
        # Nothing here depends on who reads: made at most twice a second, however many ask
        # (`games.queries.running_rounds`).
        body, kind = made(request, *args, **place)
        etag = f'"{sha256(body).hexdigest()[:20]}"'
        is_known = matches(request.headers.get("If-None-Match", ""), etag)
        response = HttpResponseNotModified() if is_known else HttpResponse(body, content_type=kind)
        response["ETag"] = etag
        response["Cache-Control"] = "public, no-cache"
        for name, value in ALL_SITES.items():
            response[name] = value
        return response

    return view


def _read(place: Mapping[str, Any]) -> ReadRound:
    read = read_round((place["event"], place["section"], place["number"]))
    if read is None:
        raise Http404
    return read


def _promise(request: HttpRequest, round_: Round, games: Sequence[PublicGame], place: slice) -> None:
    """What is made of the round's ``games`` at this place is good for as long as they are as they are."""
    promise(request.META, partial(are_still, _args(round_), games[place], place))


def _part(games: Sequence[PublicGame], part: int) -> Sequence[PublicGame]:
    """Cut out two hundred boards; the first part always is there."""
    boards = games[(part - 1) * ON_A_PAGE : part * ON_A_PAGE]
    if not boards and part > 1:
        raise Http404
    return boards


def _args(round_: Round) -> RoundPlace:
    return round_.section.event.slug, round_.section.slug, round_.number


def _frame(round_: Round) -> dict[str, Any]:
    section = round_.section
    return {
        "event": section.event,
        "section": section,
        "round": round_,
        "game": section.game,
        "delay": section.live_setting.delay,
        "section_path": path_of(section),
        "wall": reverse("wall", args=_args(round_)),
    }


def _html(template: str, context: Mapping[str, Any], path: str) -> tuple[bytes, str]:
    # Without the request: nothing in it asks who reads.
    return render_to_string(
        template, {**site_host(), **context, "path": path}
    ).encode(), "text/html; charset=utf-8"


def _path(request: HttpRequest) -> str:
    """The address without its language."""
    return request.path.partition("/")[2].partition("/")[2]


@_served
def wall(request: HttpRequest, part: int = 1, **place: Any) -> tuple[bytes, str]:
    """Show the boards of a round, two hundred on a page; with ``?screen`` for the hall's, some at a time."""
    round_, begun = _read(place)
    wanted = WallFilter.of(request.GET)
    games = wanted.among(begun)
    boards = _part(games, part)
    _promise(request, round_, begun, slice(None))
    context = _frame(round_) | {
        "wanted": wanted,
        "begun": len(begun),
        "teams": teams_in(begun) if round_.section.of_teams else [],
        "games": [
            {
                "live": live,
                "key": f"{live.table}.{live.game}",
                "url": _board_address(round_, live),
                "line": live.as_line(),
                "clocks": clock_texts(live.clocks, live.overtime),
            }
            for live in boards
        ],
        "part": part,
        "parts": range(1, max(1, -(-len(games) // ON_A_PAGE)) + 1),
        "lines": reverse("wall_lines", args=[*_args(round_), part]) + wanted.query,
        "board": _drawn(round_.section, boards),
        "games_file": reverse("round_games", args=[*_args(round_), _ending(round_)]),
    }
    is_screen = "screen" in request.GET
    return _html(f"games/public/{'wall_screen' if is_screen else 'wall'}.html", context, _path(request))


def _ending(round_: Round) -> str:
    return "sgf" if round_.section.game == Section.Game.WEIQI else "pgn"


def _board_address(round_: Round, live: PublicGame) -> str:
    more = [live.table, live.game] if live.game > 1 else [live.table]
    return reverse("live_board", args=[*_args(round_), *more])


def _drawn(section: Section, games: Sequence[PublicGame]) -> dict[str, Any] | None:
    """What the pieces of xiangqi look like."""
    return empty_board(section.game)


@_served
def wall_lines(request: HttpRequest, part: int, **place: Any) -> tuple[bytes, str]:
    """Write a line for each board of a page of the wall, of those that are wanted (`WallFilter`)."""
    wanted = WallFilter.of(request.GET)
    round_, begun = _read(place)
    games = _part(wanted.among(begun), part)
    # Which boards are wanted, any of them may change.
    promised = slice(None) if wanted.query else slice((part - 1) * ON_A_PAGE, part * ON_A_PAGE)
    _promise(request, round_, begun, promised)
    return "".join(f"{live.as_line()}\n" for live in games).encode(), TEXT


def _number(games: Sequence[PublicGame], place: Mapping[str, Any]) -> int:
    """Find the game at an address among those of the round."""
    wanted = place["table"], place.get("game", 1)
    number = next((n for n, live in enumerate(games) if (live.table, live.game) == wanted), None)
    if number is None:
        raise Http404
    return number


def _board(request: HttpRequest, template: str, place: Mapping[str, Any]) -> tuple[bytes, str]:
    round_, games = _read(place)
    number = _number(games, place)
    live = games[number]
    _promise(request, round_, games, slice(number, number + 1))
    more = [live.table, live.game] if live.game > 1 else [live.table]
    context = {
        **_frame(round_),
        **board_context(round_.section, live),
        "kind": BOARDS[round_.section.game],
        "fragment": reverse("live_board_now", args=[*_args(round_), *more]),
    }
    return _html(template, context, _path(request))


@_served
def live_board(request: HttpRequest, **place: Any) -> tuple[bytes, str]:
    """Show one running game, move by move; with ``?overlay`` over the picture of a stream."""
    if "overlay" in request.GET:
        # Transparent, no more than board, players, clocks, result and the last ``moves``, seen from the other
        # side with ``flip``.
        return _overlay(request, place)
    return _board(request, "games/public/live_board.html", place)


def _overlay(request: HttpRequest, place: Mapping[str, Any]) -> tuple[bytes, str]:
    round_, games = _read(place)
    number = _number(games, place)
    live = games[number]
    _promise(request, round_, games, slice(number, number + 1))
    count_text = request.GET.get("moves", "")
    count = (
        min(int(count_text), MOST_MOVES)
        if count_text.isascii() and count_text.isdigit() and len(count_text) < 4
        else 1
    )
    first = max(0, live.head - count)
    texts = moves_in_words(round_.section, live)[first:]
    context = _frame(round_) | {
        "live": live,
        "line": live.as_line(),
        "clocks": clock_texts(live.clocks, live.overtime),
        "flipped": "flip" in request.GET,
        "last": [{"ply": ply, "text": text} for ply, text in enumerate(texts, first + 1)],
    }
    return _html("games/public/overlay.html", context, _path(request))


@_served
def live_board_now(request: HttpRequest, **place: Any) -> tuple[bytes, str]:
    """Show what of it changes: an open page asks for it every two seconds."""
    return _board(request, "games/public/_live_board_now.html", place)


@_served
def round_games(request: HttpRequest, **place: Any) -> tuple[bytes, str]:
    """Write every game of a round in one file, for relays: as it grows; PGN in another notation by
    ``format``."""
    read = _read(place)
    round_ = read.round
    if place["ending"] != _ending(round_):
        raise Http404
    games, clocks = games_of_file(read), clocks_of_round(round_)
    if place["ending"] == "sgf":
        return round_sgf(round_, games, clocks), SGF
    notation = request.GET.get("format", "iccs")
    if notation not in NOTATIONS:
        raise Http404
    return round_pgn(round_, games, clocks, notation).encode(), PGN


_ROUND = "boards/<slug:event>/<slug:section>/round/<int:number>/"
_TABLE = f"{_ROUND}table/<int:table>/"
# In the reader's language.
PAGES = [
    path(_ROUND, wall, name="wall"),
    path(f"{_ROUND}part/<int:part>/", wall, name="wall_part"),
    path(_TABLE, live_board, name="live_board"),
    path(f"{_TABLE}<int:game>/", live_board, name="live_board"),
    path(f"{_TABLE}now/", live_board_now, name="live_board_now"),
    path(f"{_TABLE}<int:game>/now/", live_board_now, name="live_board_now"),
]
# Without a language.
FILES = [
    path(f"{_ROUND}<int:part>.txt", wall_lines, name="wall_lines"),
    path(f"{_ROUND}round.<slug:ending>", round_games, name="round_games"),
]
