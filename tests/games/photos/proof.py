"""How well made sheets are read: one game after the other, of every kind in turn, each measured once.

    QIYUAN_HANDS=FONTS QIYUAN_PROOF=FOLDER python -m tests.games.photos.proof GAMES

measures so many games of each degree and paper, and with slips, and prints the table. What stands in the
folder is not measured again while the code that reads is the same, so it can be ended at any time, gone on
with, and done by several processes at once. `test_proof_of_reading` asks for the same.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image

from games.photos.intake import take_in
from games.photos.reading import CellsRead, read_cells
from games.scoresheets.costed import CostedCell
from games.scoresheets.layers import WIDEST, follow
from games.scoresheets.photographed import WIDEST_OF_TWO
from tests.games.photos.made_sheets import Hand, Played, games, hands, photographed, written

PAPERS: Final = ("simplified", "traditional", "english")
ROOT: Final = Path(__file__).resolve().parents[3]
READS: Final = (
    "games/photos/*.py",
    "games/scoresheets/costed.py",
    "games/scoresheets/layers.py",
    "tests/games/photos/made_sheets.py",
    "tests/games/photos/proof.py",
)
"""What a figure depends on."""


class Kind(NamedTuple):
    """``slips``: whether one cell in 25 is empty or holds another move."""

    degree: int
    paper: str
    slips: bool = False


KINDS: Final = (
    *(Kind(degree, paper) for degree, paper in product((1, 2, 3), PAPERS)),
    Kind(1, "simplified", slips=True),
    Kind(1, "english", slips=True),
)


@dataclass(slots=True)
class Figures:
    """Of one search; added up of many. ``unmarked``: wrong and not marked."""

    sheets: int = 0
    plies: int = 0
    right: int = 0
    marked: int = 0
    unmarked: int = 0
    whole: int = 0
    refused: int = 0
    seconds: float = 0.0

    def add(self, other: Figures) -> None:
        for name, value in asdict(other).items():
            setattr(self, name, getattr(self, name) + value)

    def __str__(self) -> str:
        if not self.plies:
            return f"{self.refused} refused"
        shares = [100 * each / self.plies for each in (self.right, self.marked, self.unmarked)]
        words = "{} sheets, {} plies: right {:.1f} %, marked {:.1f} %, wrong and unmarked {:.2f} %, whole {}"
        text = words.format(self.sheets, self.plies, *shares, self.whole)
        text += f", {100 * self.seconds / self.plies:.1f} s for 100 plies"
        return text + (f", refused {self.refused}" if self.refused else "")


def of_kind(kind: Kind, count: int) -> tuple[Figures, Figures]:
    """Of one sheet, and of both, over so many games."""
    alone, both = Figures(), Figures()
    for number in range(count):
        for figures, sums in zip(_measured(kind, number), (alone, both), strict=True):
            sums.add(figures)
    return alone, both


def _measured(kind: Kind, number: int) -> tuple[Figures, Figures]:
    """Of one game; remembered in the folder that ``QIYUAN_PROOF`` names."""
    folder = os.environ.get("QIYUAN_PROOF")
    if not folder:
        return _measure(kind, number)
    name = f"{_version()}-{kind.degree}-{kind.paper}{'-slips' * kind.slips}-{number}.json"
    there = Path(folder) / name
    if not there.exists():
        rows = [asdict(each) for each in _measure(kind, number)]
        part = there.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps(rows))
        part.rename(there)
    alone, both = json.loads(there.read_text())
    return Figures(**alone), Figures(**both)


@cache
def _version() -> str:
    paths = sorted(path for pattern in READS for path in ROOT.glob(pattern))
    return sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:10]


def _measure(kind: Kind, number: int) -> tuple[Figures, Figures]:
    game = _reported()[number * 5 % len(_reported())]
    writers = hands("reported", kind.paper)
    alone, both, pair = Figures(), Figures(), []
    for which in range(2):
        hand = writers[(number + which) % len(writers)]
        seed = number * 100 + kind.degree * 10 + which
        photo = _photo(game, kind, hand, seed)
        begun = time.process_time()
        cells = _read(photo)
        if cells is None:
            alone.refused += 1
            continue
        figures = _followed([cells], game.moves)
        figures.seconds = time.process_time() - begun
        alone.add(figures)
        pair.append(cells)
    if len(pair) == 2:
        both = _followed(pair, game.moves)
    return alone, both


@cache
def _reported() -> Sequence[Played]:
    """Half of the games: thresholds were set on the other."""
    shuffled = list(games())
    random.Random(8).shuffle(shuffled)
    return shuffled[len(shuffled) // 2 :]


def _photo(game: Played, kind: Kind, hand: Hand, seed: int) -> bytes:
    texts = game.texts(kind.paper)
    if kind.slips:
        chance = random.Random(seed)
        for at in range(len(texts) - 2):
            if chance.random() < 1 / 25:
                texts[at] = "" if chance.random() < 0.5 else texts[at + 2]
    stream = BytesIO()
    picture = Image.fromarray(photographed(written(texts, hand, seed), kind.degree, seed))
    picture.save(stream, "JPEG", quality=95)
    return stream.getvalue()


def _read(photo: bytes) -> CellsRead | None:
    """None where the photo is refused."""
    sheets = take_in(photo).sheets
    return read_cells(sheets[0].picture, sheets[0].layout, sheets[0].lines) if sheets else None


def _followed(sheets: Sequence[CellsRead], moves: Sequence[str]) -> Figures:
    cells = [[CostedCell(sheet.notation, costs) for costs in sheet.cells] for sheet in sheets]
    game = follow(cells, widest=WIDEST if len(sheets) == 1 else WIDEST_OF_TWO)
    right = [str(ply.move) == move for ply, move in zip(game.plies, moves, strict=False)]
    marked = [ply.doubtful for ply in game.plies]
    return Figures(
        sheets=1,
        plies=len(moves),
        right=sum(right),
        marked=sum(marked),
        unmarked=sum(not fits and not mark for fits, mark in zip(right, marked, strict=False)),
        whole=sum(right) == len(moves),
    )


def table(count: int) -> Iterator[str]:
    for kind in KINDS:
        for words, figures in zip(("one sheet", "both"), of_kind(kind, count), strict=True):
            yield f"degree {kind.degree}, {kind.paper}{', slips' * kind.slips}, {words}: {figures}"


if __name__ == "__main__":
    for upto in range(1, int(sys.argv[1]) + 1):
        for each in KINDS:
            _measured(each, upto - 1)
    sys.stdout.write("".join(f"{line}\n" for line in table(int(sys.argv[1]))))
