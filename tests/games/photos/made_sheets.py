"""Sheets that nobody wrote: our printed one filled with fonts of handwriting, and photographed by program.

*hand*     a font. Real pens on real paper read worse, and the network may have been trained on such fonts
*degree*   how badly it is photographed: 1 a good photo, 2 an ordinary one, 3 a bad one

The fonts are looked for in the folder that ``QIYUAN_HANDS`` names, wherever in it they lie (`HANDS` says
which packages bring them); each may be one file or, as packages for the web have
them, one for each range of signs.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from fontTools.ttLib import TTFont
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from games.photos.layout import PATTERNS, WHOLE, Layout
from games.xiangqi.board import Board
from games.xiangqi.notation.writing import chinese, english, in_traditional
from games.xiangqi.values import Move

Grey = NDArray[np.uint8]
GAMES: Final = Path(__file__).resolve().parents[3] / "games" / "fixtures" / "championships_2009_games.json"
SCALE: Final = 8
INK: Final = 150
"""Grey below which a dot is a stroke, and fades in a bad photo; printed lines are paler."""
PAPERS: Final = {
    "simplified": "chinese",
    "traditional": "chinese",
    "english": "english",
}
HANDS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    # Thresholds were set while looking at these.
    "building": {
        "simplified": ("long-cang-", "LXGWWenKai-Light"),
        "traditional": ("kiloji.ttf", "aoyagi-soseki", "KleeOne-Regular"),
        "english": ("kalam-", "caveat-", "patrick-hand-", "rock-salt-", "breipfont"),
    },
    # Reported are these. Three of the simplified ones wrote samples, too; the others were not looked at.
    "reported": {
        "simplified": ("ma-shan-zheng-", "zhi-mang-xing-", "liu-jian-mao-cao-", "ukai"),
        "traditional": ("setofont.ttf", "YuseiMagic", "kouzan-mouhitsu-gyosho", "AoyagiKouzanT"),
        "english": (
            "indie-flower-",
            "shadows-into-light-",
            "architects-daughter-",
            "gochi-hand-",
            "handlee-",
            "reenie-beanie-",
            "femkeklaver",
            "dkg.ttf",
        ),
    },
}
"""By what they are used for and what they can write: how the names of their files begin.

``npm install @fontsource/NAME`` brings those that end in a hyphen; ``apt-get download`` and ``dpkg -x`` those
of fonts-kiloji, fonts-aoyagi-soseki, fonts-aoyagi-kouzan-t, fonts-kouzan-mouhitsu, fonts-seto, fonts-klee,
fonts-yusei-magic, fonts-lxgw-wenkai, fonts-arphic-ukai, fonts-breip, fonts-femkeklaver,
fonts-dkg-handwriting.
"""


@cache
def files() -> Sequence[Path]:
    folder = os.environ.get("QIYUAN_HANDS")
    if not folder:
        return ()
    kinds = {".ttf", ".ttc", ".otf", ".woff"}
    return sorted(path for path in Path(folder).rglob("*") if path.suffix.lower() in kinds)


@cache
def _chars(path: Path) -> frozenset[int]:
    return frozenset(TTFont(path, fontNumber=0).getBestCmap())


@cache
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size)


class Hand:
    """A font; ``writes``: whether it has every sign of a text."""

    def __init__(self, name: str, paths: Sequence[Path] | None = None) -> None:
        self.name = name.rstrip("-")
        named = [path for path in paths or files() if path.name.startswith(name)]
        regular = [path for path in named if "-400-" in path.name]
        self.paths = regular or named

    def path_of(self, sign: str) -> Path | None:
        return next((path for path in self.paths if ord(sign) in _chars(path)), None)

    def writes(self, text: str) -> bool:
        return all(self.path_of(sign) for sign in set(text))


def hands(use: str, paper: str) -> list[Hand]:
    """Those that are there and can write on this paper."""
    signs = {
        "simplified": "车马相仕帅炮兵卒象士将进退平一二三四五六七八九123456789",
        "traditional": "車馬相仕炮兵卒象士進退平一二三四五六七八九123456789",
        "english": "RHEAKCP123456789+-=",
    }[paper]
    return [hand for hand in map(Hand, HANDS[use][paper]) if hand.paths and hand.writes(signs)]


@dataclass(frozen=True, slots=True)
class Played:
    moves: tuple[str, ...]

    def texts(self, paper: str) -> list[str]:
        board, texts = Board(), []
        for each in self.moves:
            move = Move.parse(each)
            text = english(board.squares, move) if paper == "english" else chinese(board.squares, move)
            text = text.translate(str.maketrans("１２３４５６７８９", "123456789"))
            texts.append(in_traditional(text) if paper == "traditional" else text)
            board.push(move)
        return texts


@cache
def games(most: int = WHOLE.plies) -> Sequence[Played]:
    """Those of the fixtures, cut at what a sheet holds."""
    sections = json.loads(GAMES.read_text())["sections"]
    rows: list[Any] = [sections]
    played = []
    while rows:
        row = rows.pop()
        if isinstance(row, dict) and "moves" in row:
            moves = row["moves"].split() if isinstance(row["moves"], str) else row["moves"]
            if len(moves) >= 30:
                played.append(Played(tuple(moves[:most])))
        elif isinstance(row, dict):
            rows += row.values()
        elif isinstance(row, list):
            rows += row
    return sorted(played, key=lambda game: game.moves)


def paper_of(layout: Layout) -> Image.Image:
    """The printed sheet, without words."""
    page = Image.new("L", (round(layout.width * SCALE), round(layout.height * SCALE)), 255)
    draw = ImageDraw.Draw(page)
    for number, (left, top) in zip(layout.marks, layout.corners, strict=True):
        step = layout.mark / 6
        draw.rectangle([v * SCALE for v in (left, top, left + layout.mark, top + layout.mark)], fill=0)
        for down, row in enumerate(PATTERNS[number]):
            for along, dot in enumerate(row):
                if dot == "1":
                    x, y = left + (along + 1) * step, top + (down + 1) * step
                    draw.rectangle([v * SCALE for v in (x, y, x + step, y + step)], fill=255)
    for block in layout.blocks:
        cells, right = block + layout.number, block + layout.block_width
        for row in range(layout.rows + 1):
            y = layout.line(row) * SCALE
            draw.line([cells * SCALE, y, right * SCALE, y], fill=195, width=2)
        for place in range(3):
            x = (cells + place * layout.cell[0]) * SCALE
            draw.line([x, layout.top * SCALE, x, layout.line(layout.rows) * SCALE], fill=195, width=2)
    return page


def written(
    texts: Sequence[str], hand: Hand, seed: int, layout: Layout = WHOLE, paper: Grey | None = None
) -> Grey:
    """The sheet with a text in every cell; an empty text leaves it empty. ``paper``: one that was printed."""
    chance = random.Random(seed)
    page = paper_of(layout) if paper is None else Image.fromarray(paper.copy())
    size = layout.cell[1] * SCALE * chance.uniform(0.5, 0.62)
    ink = chance.randint(25, 70)
    for ply, text in enumerate(texts):
        box = layout.cell_of(ply)
        x = (box.left + chance.uniform(1.5, 6)) * SCALE
        base = (box.top + box.height / 2) * SCALE + chance.uniform(-0.5, 0.5) * SCALE
        gap = chance.uniform(0.02, 0.16) * size
        for sign in text:
            path = hand.path_of(sign)
            assert path is not None, (hand.name, sign)
            large = round(size * chance.uniform(0.93, 1.07))
            font = _font(path, large)
            left, top, right, foot = font.getbbox(sign)
            glyph = Image.new("L", (right - left + 24, foot - top + 24), 0)
            ImageDraw.Draw(glyph).text((12 - left, 12 - top), sign, fill=255, font=font)
            glyph = glyph.rotate(chance.uniform(-5, 5), resample=Image.Resampling.BILINEAR)
            # Where the font has the sign on its line, so that a minus stays low and small.
            y = base - large * 0.5 + (top - (font.getmetrics()[0] - large * 0.8)) - 12
            y += chance.uniform(-0.04, 0.04) * size
            page.paste(ink, (round(x - 12), round(y)), glyph)
            x += (right - left) + gap
    return np.asarray(page)


def photographed(paper: Grey, degree: int, seed: int) -> Grey:
    """1500 × 2000 dots and more, as the table of the specification has its degrees."""
    chance = np.random.default_rng(seed)
    turn = np.deg2rad(chance.uniform(-1, 1) * {1: 3, 2: 8, 3: 14}[degree])
    height, width = 2600, 1950
    scale = 0.86 * min(width / paper.shape[1], height / paper.shape[0]) / (1 + abs(turn))
    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * paper.shape[::-1] * scale
    rotation = np.array([(np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))])
    seen = corners @ rotation.T + (width / 2, height / 2)
    seen += chance.uniform(-1, 1, seen.shape) * 20 * degree
    flat = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * (np.array(paper.shape[::-1]) - 1)
    back = cv2.getPerspectiveTransform(seen.astype(np.float32), flat.astype(np.float32))
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    points = cv2.perspectiveTransform(np.stack([x, y], -1).reshape(-1, 1, 2), back).reshape(height, width, 2)
    bent = {1: 0.2, 2: 0.8, 3: 1.7}[degree] * SCALE
    wave = np.sin(points[..., 0] / paper.shape[1] * np.pi * chance.uniform(0.8, 1.6) + chance.uniform(0, 3))
    points[..., 1] += bent * wave * np.sin(points[..., 1] / paper.shape[0] * np.pi)
    photo = cv2.remap(
        paper, points[..., 0], points[..., 1], cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=110
    ).astype(np.float32)
    if degree == 3:
        fade = cv2.resize(chance.uniform(0.55, 1.0, (12, 9)).astype(np.float32), (width, height))
        photo = np.where(photo < INK, 255 - (255 - photo) * fade, photo)
    photo = cv2.GaussianBlur(photo, (0, 0), {1: 0.7, 2: 1.5, 3: 2.1}[degree])
    reach = int(chance.integers(1, {1: 2, 2: 4, 3: 7}[degree]))
    if reach > 1:
        kernel = np.zeros((reach, reach), np.float32)
        cv2.line(
            kernel, (0, int(chance.integers(0, reach))), (reach - 1, int(chance.integers(0, reach))), 1.0
        )
        photo = cv2.filter2D(photo, -1, kernel / kernel.sum())
    shade = {1: 0.1, 2: 0.4, 3: 0.6}[degree]
    way = chance.uniform(0, 2 * np.pi)
    light = 1 - shade * np.clip((np.cos(way) * x / width + np.sin(way) * y / height + 1) / 2, 0, 1)
    photo = photo * light + chance.normal(0, {1: 2, 2: 4, 3: 7}[degree], photo.shape)
    quality = {1: 88, 2: 75, 3: 60}[degree]
    body = cv2.imencode(".jpg", np.clip(photo, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])[
        1
    ]
    return np.asarray(cv2.imdecode(body, cv2.IMREAD_GRAYSCALE))
