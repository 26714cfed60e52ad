"""Write running games for pages and for relays: PGN for xiangqi, SGF for weiqi, growing during the round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.live.playing import PASS
from games.pages.boards import record_board_context
from games.pages.files import ending_headers
from games.queries.public_games import PlayedMoves
from games.queries.public_live import PublicGame
from games.records.game import Game
from games.records.writing import both_languages, to_pgn
from games.rulebooks.findings import SIDES
from games.rulebooks.weiqi_reading import change_texts
from games.weiqi.board import Board
from games.weiqi.positions import placed_stones
from games.weiqi.record import Setup, WeiqiRecord
from games.weiqi.values import BLACK, WHITE, Move, parse_point
from games.weiqi.writing import write_sgf
from games.wording.live import clock_text, clock_texts
from games.xiangqi.fen import START_POSITION, read_fen
from games.xiangqi.values import Move as XiangqiMove
from tournaments.models import Entry, Round, Section
from tournaments.state.causes import sgf_result
from tournaments.state.clocks import OvertimeLeft
from tournaments.wording.names import reads_chinese

RESULTS: Mapping[str, str] = {"1/2": "1/2-1/2", "1-0": "1-0", "0-1": "0-1"}
# Ply → the side whose clock was noted after it, and its seconds.
Clocks = Mapping[int, tuple[str, int]]


def played_so_far(section: Section, live: PublicGame) -> PlayedMoves:
    """A running game as a reading, which pages draw."""
    if section.game == Section.Game.WEIQI:
        board, moves = _weiqi(live)
        return _played(live, {"sgf": [str(move) for move in moves]}, plays=change_texts(board), turn=" b")
    english, chinese = both_languages(_start(live), _moves(live))
    moves_in = {"iccs": list(live.moves), "english": english, "chinese": chinese}
    turn = "b" if live.first_moves == "second" else "w"
    return _played(live, moves_in, turn=f" {turn} - - 0 1")


def _played(live: PublicGame, moves: Any, *, turn: str = "", plays: Sequence[str] = ()) -> PlayedMoves:
    return PlayedMoves(
        plies=live.head,
        moves=moves,
        start_fen=f"{live.start}{turn}",
        final_fen=f"{live.position}{turn}",
        ending="undecided",
        result="*",
        result_contradicted=False,
        faults=[],
        rest=[],
        findings=[],
        plays=plays,
        captures={"first": 0, "second": 0},
    )


def board_context(section: Section, live: PublicGame) -> dict[str, Any]:
    """What the templates of a game draw, in the reader's language."""
    return {
        **record_board_context(section.game, played_so_far(section, live)),
        "live": live,
        "clocks": clock_texts(live.clocks, live.overtime),
    }


def moves_in_words(section: Section, live: PublicGame) -> Sequence[str]:
    """Write the moves as the reader does; in weiqi as SGF names the points."""
    if section.game == Section.Game.WEIQI:
        return live.moves
    english, chinese = both_languages(_start(live), _moves(live))
    return chinese if reads_chinese() else english


# What was cut from a line never stands in them; comments and variations are not written before the end.
def round_pgn(
    round_: Round,
    games: Sequence[PublicGame],
    clocks: Mapping[tuple[int, int], Clocks],
    notation: str = "iccs",
) -> str:
    return "\n".join(
        to_pgn(_pgn(round_, live, clocks.get((live.table, live.game), {})), notation) for live in games
    )


def round_sgf(round_: Round, games: Sequence[PublicGame], clocks: Mapping[tuple[int, int], Clocks]) -> bytes:
    return b"\n".join(_sgf(round_, live, clocks.get((live.table, live.game), {})) for live in games)


def _headers(round_: Round, live: PublicGame) -> dict[str, str]:
    section = round_.section
    starts = round_.starts_at
    return {
        "Event": f"{section.event.name}: {section.name}",
        "Site": section.event.place,
        "Date": f"{starts:%Y.%m.%d}" if starts else "????.??.??",
        "Round": f"{round_.number}.{live.table}",
    }


def _id(round_: Round, live: PublicGame) -> str:
    section = round_.section
    place = f"{section.event.slug}/{section.slug}/{round_.number}/{live.table}"
    return place if live.game == 1 else f"{place}/{live.game}"


def _pgn(round_: Round, live: PublicGame, clocks: Clocks) -> Game:
    first, second = str(live.first.player), str(live.second.player)
    headers = {
        **_headers(round_, live),
        "Board": str(live.table),
        "GameId": _id(round_, live),
        "Red": first,
        "Black": second,
        # Programs that know chess alone look for these.
        "White": first,
        "RedTeam": _federation(live.first),
        "BlackTeam": _federation(live.second),
        "Result": RESULTS.get(live.result, "*"),
        "Variant": "Xiangqi",
        **_time_control(round_.section),
        **_ending_headers(live),
    }
    for name, seconds in zip(("WhiteClock", "BlackClock"), live.clocks, strict=True):
        if seconds is not None:
            headers[name] = clock_text(seconds)
    to_move = (live.head + (live.first_moves == "second")) % 2
    if not live.over and (running := live.clocks[to_move]) is not None:
        headers["Clock"] = f"{'WB'[to_move]}/{clock_text(running)}"
    comments = {
        ply: f"[%clk {clock_text(seconds)}]" for ply, (_, seconds) in clocks.items() if ply <= live.head
    }
    return Game(headers, _start(live), tuple(_moves(live)), comments)


def _ending_headers(live: PublicGame) -> dict[str, str]:
    value = RESULTS.get(live.result, live.result or "*")
    return ending_headers(value, live.forfeit, live.cause, live.article)


# PGN has words for a main time with an increment, and for none of overtime.
def _time_control(section: Section) -> dict[str, str]:
    control = section.time_control
    if control.periods or control.moves:
        return {}
    return {"TimeControl": f"{control.main}+{control.increment}" if control.increment else str(control.main)}


def _federation(entry: Entry) -> str:
    return str(entry.player.federation_id or "")


def _start(live: PublicGame) -> Any:
    turn = "b" if live.first_moves == "second" else "w"
    return read_fen(f"{live.start} {turn} - - 0 1")[0] or START_POSITION


def _moves(live: PublicGame) -> list[XiangqiMove]:
    return [XiangqiMove.parse(move) for move in live.moves]


def _weiqi(live: PublicGame) -> tuple[Board, list[Move]]:
    size, held = placed_stones(f"{live.start} b")
    board = Board(size, first=WHITE if live.first_moves == "white" else BLACK)
    if black := [point for point, colour in held.items() if colour == BLACK]:
        board.set_up(black=black)
    moves = []
    for text in live.moves:
        moves.append(Move(board.turn, None if text == PASS else parse_point(text)))
        board.play(moves[-1])
    return board, moves


def _sgf(round_: Round, live: PublicGame, clocks: Clocks) -> bytes:
    board, moves = _weiqi(live)
    _, held = placed_stones(f"{live.start} b")
    black = tuple(point for point, colour in held.items() if colour == BLACK)
    headers = _headers(round_, live)
    properties = {
        "EV": headers["Event"],
        "PC": headers["Site"],
        "DT": headers["Date"].replace(".", "-") if round_.starts_at else "",
        "RO": headers["Round"],
        "GN": _id(round_, live),
        "PB": str(live.first.player),
        "PW": str(live.second.player),
        "RE": sgf_result(live.result, live.forfeit, live.cause, live.margin),
        "OT": _overtime_rule(live),
    }
    record = WeiqiRecord(
        properties={key: value for key, value in properties.items() if value},
        size=board.size,
        first=board.first,
        setup=Setup(black=black) if black else Setup(),
        moves=tuple(moves),
        handicap=len(black),
        clocks={ply: seconds for ply, (_, seconds) in clocks.items() if ply <= live.head},
        overtime=_overtime_left(live, moves),
    )
    return write_sgf(record)


def _overtime_rule(live: PublicGame) -> str:
    """What is known of it, from what is left."""
    for side in SIDES:
        if left := OvertimeLeft.from_json(live.overtime.get(side)):
            return f"{left.of} moves Canadian" if left.moves else f"{left.period} s byo-yomi"
    return ""


def _overtime_left(live: PublicGame, moves: Sequence[Move]) -> dict[int, int]:
    """By the last ply of a side, the periods or moves that are left to it."""
    by_ply = {}
    for colour, side in ((BLACK, SIDES[0]), (WHITE, SIDES[1])):
        left = OvertimeLeft.from_json(live.overtime.get(side))
        plies = [ply for ply, move in enumerate(moves, 1) if move.colour == colour]
        if left is not None and plies:
            by_ply[plies[-1]] = left.moves or left.periods
    return by_ply
