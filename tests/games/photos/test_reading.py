"""Seven made photos, read: cells to costs, costs to the game that was played, or to where it was lost."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest
from PIL import Image

from games.photos.costs import KEYS, SIGNS, alphabet_of, costs_of, likelihood_of, signs_in
from games.photos.layout import Box, Layout
from games.photos.model import model_path
from games.photos.page import SCALE, find_sheets
from games.photos.reading import CellsRead, read_cells
from games.scoresheets.costed import KEY_OF, CostedCell
from games.scoresheets.layers import FollowedGame, follow
from games.xiangqi.board import Board
from games.xiangqi.values import Move
from tests.games.photos.made_sheets import games

FOLDER: Final = Path(__file__).resolve().parents[2] / "fixtures" / "photos"
SAMPLES: Final = json.loads((FOLDER / "sheets.json").read_text())["sheets"]
DRAFT: Final = Layout(
    version=99,
    marks=(0, 1, 2, 3),
    width=210,
    height=297,
    corners=((8, 8), (190, 8), (190, 277), (8, 277)),
    mark=12,
    blocks=(10, 107),
    number=9,
    cell=(42, 9.2),
    top=46,
    rows=25,
    head=Box(26, 8, 128, 30),
    foot=Box(26, 275, 158, 16),
    code=Box(158, 8, 26, 26),
)
"""The layout of the samples, which was never printed."""
NEEDS = pytest.mark.skipif(model_path() is None, reason="pip install 'qiyuan-portal[ocr]'")
LONG = pytest.mark.long


def read(sample: dict[str, Any]) -> CellsRead:
    photo = np.asarray(Image.open(FOLDER / sample["file"]).convert("L"))
    (sheet,) = find_sheets(photo, [DRAFT]).sheets
    size = (DRAFT.width * 6, DRAFT.height * 6)
    stream = BytesIO()
    Image.fromarray(cv2.resize(sheet.picture, (int(size[0]), int(size[1])))).save(stream, "JPEG", quality=80)
    lines = [[line * 6 / SCALE for line in block] for block in sheet.lines]
    return read_cells(stream.getvalue(), DRAFT.version, lines, DRAFT)


def costed(cells: CellsRead) -> list[CostedCell]:
    return [CostedCell(cells.notation, costs) for costs in cells.cells]


def right(game: FollowedGame, sample: dict[str, Any]) -> int:
    return sum(str(ply.move) == move for ply, move in zip(game.plies, sample["moves"], strict=True))


def unmarked(game: FollowedGame, sample: dict[str, Any]) -> int:
    return sum(
        str(ply.move) != move and not ply.doubtful
        for ply, move in zip(game.plies, sample["moves"], strict=True)
    )


@NEEDS
@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "least"),
    [(0, 44), *(pytest.param(*more, marks=LONG) for more in ((1, 44), (2, 90), (3, 57), (4, 99)))],
)
def test_a_sample_is_read(number: int, least: int) -> None:
    sample = SAMPLES[number]
    cells = read(sample)
    assert cells.notation == sample["notation"]
    assert [costs is None for costs in cells.cells] == [False] * len(sample["moves"])
    game = follow([costed(cells)])
    assert right(game, sample) >= least
    assert unmarked(game, sample) == 0
    assert sum(ply.doubtful for ply in game.plies) <= 0.45 * len(game.plies)


@pytest.mark.long
@NEEDS
@pytest.mark.parametrize("number", [5, 6])
def test_a_sample_that_cannot_be_read_says_from_where(number: int) -> None:
    sample = SAMPLES[number]
    game = follow([costed(read(sample))])
    assert game.lost_at is not None
    assert game.lost_at <= 10
    assert all(ply.doubtful for ply in game.plies[game.lost_at - 1 :])
    assert unmarked(game, sample) <= 1


@NEEDS
@pytest.mark.slow
@pytest.mark.parametrize("first", [0, pytest.param(4, marks=LONG)])
def test_two_sheets_of_one_game_are_read_better(first: int) -> None:
    """Of the second pair one alone is hopeless."""
    sample = SAMPLES[first]
    game = follow([costed(read(sample)), costed(read(SAMPLES[first + 1]))])
    assert right(game, sample) == len(sample["moves"])
    assert sum(ply.doubtful for ply in game.plies) <= 0.06 * len(game.plies)


@pytest.mark.parametrize("notation", SIGNS)
def test_every_move_has_a_key(notation: str) -> None:
    """Of all games of the fixtures: what a move is called in the search has a cost from the reader."""
    keys = set(KEYS[notation])
    for game in games(400):
        board = Board()
        for text in game.moves:
            move = Move.parse(text)
            assert KEY_OF[notation](board.squares, move) in keys
            board.push(move)


def test_a_cost_is_that_of_all_ways_to_lay_a_text() -> None:
    """Against the sum over every way, written out: of five steps those with a blank or a sign that
    goes on."""
    alphabet = alphabet_of("english", "RHEAKCP123456789+-=x")
    likely = np.random.default_rng(3).dirichlet(np.ones(21), 5).astype(np.float32)
    signs = signs_in(likely, alphabet)
    assert signs.sum(axis=1) == pytest.approx(np.ones(5), abs=1e-4)
    costs = costs_of(signs, alphabet)

    def sum_of_ways(key: str) -> float:
        numbers = [int(number) for number in alphabet.numbers[alphabet.keys.index(key)]]
        ways = set()
        for at in range(5):
            ways.add((*numbers[:at], 0, *numbers[at:]))
        for at in range(4):
            ways.add((*numbers[: at + 1], *numbers[at:]))
        apart = [way for way in ways if _merged(way) == tuple(numbers)]
        return sum(float(np.prod([signs[step, sign] for step, sign in enumerate(way)])) for way in apart)

    for key in ("C2=5", "P7+1", "++-1", "R1+1"):
        apart = costs[alphabet.keys.index(key)] - costs[alphabet.keys.index("H2+3")]
        assert apart == pytest.approx(0.5 * np.log(sum_of_ways("H2+3") / sum_of_ways(key)), abs=1e-3)


def _merged(way: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sign for at, sign in enumerate(way) if sign and (not at or way[at - 1] != sign))


def test_the_notation_is_the_one_whose_signs_stand_there() -> None:
    """Its best is likely in itself; in the other alphabet the best is as far from the next."""
    characters = "".join(dict.fromkeys("".join([*SIGNS["chinese"].values(), *SIGNS["english"].values()])))
    for notation, text in (("english", "P7+1"), ("chinese", "炮2平5"), ("chinese", "前车进1")):
        likely = np.full((8, len(characters) + 1), 1e-4, dtype=np.float32)
        for at, sign in enumerate(text):
            likely[2 * at, characters.index(sign) + 1] = 1.0
            likely[2 * at + 1, 0] = 1.0
        likely /= likely.sum(axis=1, keepdims=True)
        best = {}
        for each in SIGNS:
            alphabet = alphabet_of(each, characters)
            best[each] = likelihood_of(signs_in(likely, alphabet), alphabet)
        assert max(best, key=best.__getitem__) == notation, best


@pytest.mark.long
@NEEDS
def test_reading_and_searching_a_hundred_plies_needs_less_than_half_a_gigabyte() -> None:
    lines = (
        "import re",
        "from pathlib import Path",
        "from tests.games.photos.test_reading import SAMPLES, costed, follow, read",
        "follow([costed(read(SAMPLES[4]))])",
        # Its own peak: that of getrusage begins with what the process had that started it.
        "print(re.search(r'VmHWM:\\s+(\\d+)', Path('/proc/self/status').read_text())[1])",
    )
    child = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True
    )
    assert int(child.stdout) < 500 * 1024
