"""How well made sheets are read, as it is said in public: by degree and notation, one sheet and both.

The hands are fonts that were not looked at while thresholds were set, the games another half of the fixtures.
**Real hands will be worse.**
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Final

import pytest
from PIL import Image

from games.photos.intake import take_in
from games.photos.model import model_path
from games.photos.reading import CellsRead, read_cells
from games.scoresheets.costed import CostedCell
from games.scoresheets.layers import WIDEST, follow
from games.scoresheets.photographed import WIDEST_OF_TWO
from tests.games.photos.made_sheets import Hand, Played, files, games, hands, photographed, written

SHEETS: Final = int(os.environ.get("QIYUAN_SHEETS", "6"))
"""Games of each degree and paper; each is written by two hands."""
NO_HANDS: Final = "QIYUAN_HANDS names no folder of fonts (tests/games/photos/made_sheets.py says which)"
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(model_path() is None, reason="pip install 'qiyuan-portal[ocr]'"),
    pytest.mark.skipif(not files(), reason=NO_HANDS),
]


@dataclass
class Tally:
    plies: int = 0
    right: int = 0
    marked: int = 0
    unmarked: int = 0
    whole: int = 0
    sheets: int = 0
    refused: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, sheets: Sequence[CellsRead], moves: Sequence[str]) -> None:
        cells = [[CostedCell(sheet.notation, costs) for costs in sheet.cells] for sheet in sheets]
        game = follow(cells, widest=WIDEST if len(sheets) == 1 else WIDEST_OF_TWO)
        right = [str(ply.move) == move for ply, move in zip(game.plies, moves, strict=False)]
        self.sheets += 1
        self.plies += len(moves)
        self.right += sum(right)
        self.whole += sum(right) == len(moves)
        self.marked += sum(ply.doubtful for ply in game.plies)
        self.unmarked += sum(
            not fits and not ply.doubtful for fits, ply in zip(right, game.plies, strict=False)
        )

    def __str__(self) -> str:
        if not self.plies:
            return f"{self.refused} refused"
        shares = [100 * each / self.plies for each in (self.right, self.marked, self.unmarked)]
        words = "{} sheets, {} plies: right {:.1f} %, marked {:.1f} %, wrong and unmarked {:.2f} %, whole {}"
        text = words.format(self.sheets, self.plies, *shares, self.whole)
        return text + (f", refused {self.refused}" if self.refused else "")


def read(
    game: Played, paper: str, hand: Hand, degree: int, seed: int, *, slips: bool = False
) -> CellsRead | None:
    """None where the photo is refused."""
    texts = game.texts(paper)
    if slips:
        chance = random.Random(seed)
        for at in range(len(texts) - 2):
            if chance.random() < 1 / 25:
                texts[at] = "" if chance.random() < 0.5 else texts[at + 2]
    stream = BytesIO()
    Image.fromarray(photographed(written(texts, hand, seed), degree, seed)).save(stream, "JPEG", quality=95)
    sheets = take_in(stream.getvalue()).sheets
    return read_cells(sheets[0].picture, sheets[0].layout, sheets[0].lines) if sheets else None


def reported() -> list[Played]:
    """Half of the games: thresholds were set on the other."""
    shuffled = list(games())
    random.Random(8).shuffle(shuffled)
    return shuffled[69:]


def tallies(degree: int, paper: str, slips: bool = False) -> tuple[Tally, Tally]:
    """Of one sheet, and of both."""
    alone, both = Tally(), Tally()
    writers = hands("reported", paper)
    for number in range(SHEETS):
        game = reported()[number * 3 % 69]
        pair = []
        for which in range(2):
            begun = time.process_time()
            hand = writers[(number + which) % len(writers)]
            cells = read(game, paper, hand, degree, number * 100 + degree * 10 + which, slips=slips)
            if cells is None:
                alone.refused += 1
                continue
            alone.add([cells], game.moves)
            alone.seconds.append((time.process_time() - begun) * 100 / len(game.moves))
            pair.append(cells)
        if len(pair) == 2:
            both.add(pair, game.moves)
    return alone, both


@pytest.mark.parametrize("paper", ["simplified", "traditional", "english"])
@pytest.mark.parametrize("degree", [1, 2, 3])
def test_made_sheets(degree: int, paper: str, record_property: Callable[[str, object], None]) -> None:
    alone, both = tallies(degree, paper)
    record_property("one sheet", str(alone))
    record_property("both", str(both))
    record_property("seconds for 100 plies", round(sum(alone.seconds) / max(1, len(alone.seconds)), 1))
    assert alone.plies
    assert alone.unmarked <= 0.015 * alone.plies
    assert both.unmarked <= 0.01 * both.plies


def test_slips_of_the_writer(record_property: Callable[[str, object], None]) -> None:
    """One cell in 25 is empty or holds another move."""
    for paper in ("simplified", "english"):
        alone, both = tallies(1, paper, slips=True)
        record_property(f"{paper}, one sheet", str(alone))
        record_property(f"{paper}, both", str(both))
        assert alone.unmarked <= 0.015 * alone.plies
