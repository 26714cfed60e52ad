"""Any legal game, in any notation and container, back to the same game."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.records.detect import read
from games.records.game import Game, Variation
from games.records.writing import NOTATIONS, to_dhtmlxq, to_list, to_pgn, to_xqf
from games.xiangqi.board import Board
from games.xiangqi.fen import START_POSITION, Position
from games.xiangqi.moves import legal_moves
from games.xiangqi.notation import coordinates
from games.xiangqi.values import Move
from tests.games.facts import championship_games, moves_of
from tests.games.records.binary import KEYS, cbl, cbr, xqf


def named(game: dict[str, str]) -> str:
    return f"{game['event']}-{game['round']}-{game['table']}"


WRITERS: dict[str, Callable[[Game], str]] = {"dhtmlxq": to_dhtmlxq}
for _notation in NOTATIONS:
    for _traditional in (False, True):
        _name = f"{_notation}-{'traditional' if _traditional else 'simplified'}"
        WRITERS[f"pgn-{_name}"] = lambda game, n=_notation, t=_traditional: to_pgn(game, n, traditional=t)
        WRITERS[f"list-{_name}"] = lambda game, n=_notation, t=_traditional: to_list(game, n, traditional=t)


def random_moves(start: Position, seed: int, plies: int) -> tuple[Move, ...]:
    chance = random.Random(seed)
    board = Board(start)
    for _ in range(plies):
        moves = legal_moves(board)
        if not moves:
            break
        soldiers = [move for move in moves if board.squares[move.origin] & 7 == 7]
        board.push(chance.choice(soldiers if soldiers and chance.random() < 0.4 else moves))
    return tuple(made.move for made in board.history)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game, sometimes from the middle of another, with comments and variations."""
    seed = draw(st.integers(0, 100_000))
    start = START_POSITION
    if draw(st.booleans()):
        board = Board()
        for move in random_moves(start, seed, draw(st.integers(1, 61))):
            board.push(move)
        start = Position(bytes(board.squares), board.side)
    moves = random_moves(start, seed + 1, draw(st.integers(1, 80)))
    variations = []
    if len(moves) > 2 and draw(st.booleans()):
        ply = draw(st.integers(1, len(moves)))
        board = Board(start)
        for move in moves[: ply - 1]:
            board.push(move)
        at = Position(bytes(board.squares), board.side)
        line = random_moves(at, seed + 2, 5)
        variations = [Variation(ply, line, {ply: "so?"}, ())]
    comments = {1: "a word\non two lines", len(moves): "（the last） 结束"} if len(moves) > 1 else {}
    return Game({"Red": "李 & 王", "Result": "*"}, start, moves, comments, tuple(variations))


@pytest.mark.parametrize("name", WRITERS)
@given(game=games())
@pytest.mark.slow
def test_text_written_reads_back(name: str, game: Game) -> None:
    if not game.moves:
        return
    text = WRITERS[name](game)
    for codec in ("utf-8", "gb18030"):
        (reading,) = read(text.encode(codec))
        assert reading.faults == ()
        assert (reading.start.squares, reading.start.side) == (game.start.squares, game.start.side)
        assert reading.moves == game.moves
        if not name.startswith("list"):
            assert reading.headers["Red"] == "李 & 王"
            assert reading.comments == game.comments
            assert reading.variations == game.variations


@pytest.mark.slow
@given(game=games())
def test_xqf_written_reads_back_without_its_variations(game: Game) -> None:
    (reading,) = read(to_xqf(replace(game, headers={**game.headers, "Event": "赛" * 60})))
    assert reading.faults == ()
    assert reading.headers["Red"] == "李 & 王"
    assert reading.headers["Event"] == "赛" * 31
    assert (reading.start.squares, reading.start.side) == (game.start.squares, game.start.side)
    assert reading.moves == game.moves
    assert reading.comments == game.comments


@pytest.mark.parametrize("game", championship_games(), ids=named)
def test_championship_games_survive_every_container(game: dict[str, str]) -> None:
    moves = moves_of(game["moves"])
    record = Game({"Result": game["result"]}, START_POSITION, moves)
    texts = {name: write(record) for name, write in WRITERS.items()}
    raws = [text.encode(codec) for text in texts.values() for codec in ("utf-8", "gb18030")]
    raws += [text.encode("big5") for name, text in texts.items() if "traditional" in name]
    raws += [" ".join(coordinates.write(move, rank) for move in moves).encode() for rank in (0, 1)]
    result = {"1-0": 1, "0-1": 2, "1/2-1/2": 3}[game["result"]]
    raws += [xqf(moves, result=result), xqf(moves, version=18, keys=KEYS, comment="评", result=result)]
    raws += [cbr(moves, result=result), cbr(moves, comment="评", result=result), to_xqf(record)]
    for raw in raws:
        (reading,) = read(raw)
        assert (reading.moves, reading.faults) == (moves, ())
        if raw[:1] in b"[XC":
            assert reading.result == game["result"]


def test_a_library_gives_every_record() -> None:
    lines = [moves_of(game["moves"]) for game in championship_games()[:5]]
    long = "字" * 3000
    reading = list(
        read(cbl([cbr(line, comment=long if index == 2 else "") for index, line in enumerate(lines)]))
    )
    assert [game.moves for game in reading] == lines
    assert reading[2].comments == {0: long}


@pytest.mark.slow
def test_games_of_one_file_are_told_apart() -> None:
    records = [
        Game({"Round": str(game["round"])}, moves=moves_of(game["moves"])) for game in championship_games()
    ]
    for notation in NOTATIONS:
        text = "\n".join(to_pgn(record, notation) for record in records)
        reading = list(read(text.encode()))
        assert [game.moves for game in reading] == [record.moves for record in records]
        assert [game.headers["Round"] for game in reading] == [record.headers["Round"] for record in records]
