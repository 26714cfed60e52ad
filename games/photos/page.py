"""Find scoresheets in a picture by their marks, and put each straight.

Only a child of the sandbox imports this module: it needs OpenCV and NumPy (the extra ``ocr``).

*straight*  a grey picture of the sheet alone, `SCALE` dots to the millimetre, light flattened
*lines*     where the printed lines of each block really are: paper bends, so rows lie up to 2 mm beside
            where four marks put them, and not everywhere by as much: what is bent is laid flat first
*strip*     a part of a column of cells, so narrow that a bent line is nearly straight in it
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from games.photos.layout import LAYOUTS, Layout

Grey = NDArray[np.uint8]
Floats = NDArray[np.float64]

SCALE: Final = 8
# Marks: with three the sheet lies nearly as well as with four, with two it does not.
FEWEST: Final = 3
# Millimetres that a corner of a mark may lie beside where the others put it.
_OFF: Final = 1.5
# How long one side of the sheet may look beside the opposite one.
_SIDES: Final = (0.5, 2.0)
# Millimetres that a line is looked for above and below its place.
_BENT: Final = 3.0
_NEIGHBOURS: Final = 3
# Millimetres that a strip is wide at most.
_STRIP: Final = 14.0
# Per cent of a strip's width that are dark where a line is printed: letters vanish.
_MOSTLY: Final = 60
# Over how many strips and rows a bend is looked at together.
_SMOOTH: Final = (0.8, 2.0)
# By how much a printed line has to be darker than the paper around it, in the noise of that.
_CONTRAST: Final = 3.0


@dataclass(frozen=True, slots=True)
class Straight:
    layout: Layout
    picture: Grey
    lines: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Search:
    sheets: tuple[Straight, ...]
    # The numbers of all marks.
    seen: frozenset[int]
    twice: frozenset[int]


def find_sheets(grey: Grey, layouts: Iterable[Layout] = LAYOUTS.values()) -> Search:
    """Every sheet of these layouts that lies in the picture and can be believed."""
    cv2.setNumThreads(1)
    marks, twice = _marks(grey)
    # One that is seen twice is none: two sheets of one kind lie in the picture.
    single = {number: four for number, four in marks.items() if number not in twice}
    enough = [layout for layout in layouts if len(single.keys() & set(layout.marks)) >= FEWEST]
    sheets = [sheet for layout in enough if (sheet := _straight(grey, layout, single)) is not None]
    return Search(tuple(sheets), frozenset(marks), twice)


def _marks(grey: Grey) -> tuple[dict[int, Floats], frozenset[int]]:
    """Find the corners of each mark, clockwise from its own upper left, in dots; and which were seen
    twice."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(grey)
    marks: dict[int, Floats] = {}
    twice: set[int] = set()
    for number, four in zip([] if numbers is None else map(int, numbers.flatten()), corners, strict=True):
        if number in marks:
            twice.add(number)
        marks[number] = np.asarray(four, dtype=np.float64).reshape(4, 2)
    return marks, frozenset(twice)


def _straight(grey: Grey, layout: Layout, marks: dict[int, Floats]) -> Straight | None:
    """Put the sheet straight; None if it cannot be."""
    printed, seen = [], []
    for number, (left, top) in zip(layout.marks, layout.corners, strict=True):
        if number in marks:
            right, foot = left + layout.mark, top + layout.mark
            printed += [(left, top), (right, top), (right, foot), (left, foot)]
            seen += list(marks[number])
    paper, photo = np.array(printed, dtype=np.float64), np.array(seen, dtype=np.float64)
    onto, _ = cv2.findHomography(photo, paper)
    if onto is None:
        return None
    off = np.abs(_moved(photo, onto) - paper).max()
    outline = np.array(
        [(0, 0), (layout.width, 0), (layout.width, layout.height), (0, layout.height)], dtype=np.float64
    )
    # Corners that do not agree, or no outline that a sheet can have.
    if off > _OFF or not _plausible(_moved(outline, np.linalg.inv(onto))):
        return None
    to_dots = np.diag([SCALE, SCALE, 1.0]) @ onto
    size = (round(layout.width * SCALE), round(layout.height * SCALE))
    laid = cv2.warpPerspective(grey, to_dots, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    picture = _unbent(_flat(np.asarray(laid, dtype=np.uint8)), layout)
    lines = [_lines(picture, layout, block) for block in range(len(layout.blocks))]
    # Without its printed grid it is no sheet.
    believed = tuple(line for line in lines if line is not None)
    return Straight(layout, picture, believed) if len(believed) == len(lines) else None


def _moved(points: Floats, by: Any) -> Floats:
    moved = cv2.perspectiveTransform(points.reshape(-1, 1, 2), by)
    return np.asarray(moved, dtype=np.float64).reshape(-1, 2)


def _plausible(corners: Floats) -> bool:
    """Say whether a sheet can look like this: convex, not mirrored, opposite sides of similar length."""
    sides = np.roll(corners, -1, axis=0) - corners
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    if turns.min() <= 0 or lengths.min() <= 0:
        return False
    ratios = lengths[:2] / lengths[2:]
    return bool(ratios.min() > _SIDES[0] and ratios.max() < _SIDES[1])


def _flat(picture: Grey) -> Grey:
    """Divide the light out of the picture: paper is white wherever a shadow lies on it."""
    height, width = picture.shape
    background = cv2.dilate(picture, np.ones((9, 9), np.uint8))
    small = cv2.resize(background, (max(1, width // 8), max(1, height // 8)), interpolation=cv2.INTER_AREA)
    light = cv2.resize(cv2.medianBlur(small, 15), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.divide(picture, np.maximum(light, 1), scale=240), dtype=np.uint8)


def _unbent(picture: Grey, layout: Layout) -> Grey:
    """Move every line to where it was printed."""
    reach = round(_BENT * SCALE)
    places = np.array([round(layout.line(row) * SCALE) for row in range(layout.rows + 1)])
    middles, fits = [], []
    # One place for a row of a whole block is not enough: across it a bent line leaves its place by more than
    # a millimetre, and its median vanishes.
    for left, right in _strips(layout):
        dots = np.percentile(picture[:, round(left * SCALE) : round(right * SCALE)], _MOSTLY, axis=1)
        edge = _edges(255.0 - dots)
        fits.append([edge[place - reach : place + reach + 1] for place in places])
        middles.append((left + right) / 2 * SCALE)
    fit = np.array(fits, dtype=np.float32).transpose(1, 0, 2)
    together = [
        cv2.GaussianBlur(each, (0, 0), _SMOOTH[0], sigmaY=_SMOOTH[1], borderType=cv2.BORDER_REPLICATE)
        for each in np.ascontiguousarray(fit.transpose(2, 0, 1))
    ]
    off = cv2.medianBlur((np.argmax(together, axis=0) - reach).astype(np.float32), 5)
    off = cv2.GaussianBlur(off, (0, 0), _SMOOTH[0], borderType=cv2.BORDER_REPLICATE)
    height, width = picture.shape
    along, down = np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)
    rows = np.stack([np.interp(along, middles, row) for row in off])
    above = np.clip(np.searchsorted(places, down) - 1, 0, len(places) - 2)
    share = np.clip((down - places[above]) / np.diff(places)[above], 0, 1)[:, None]
    bend = rows[above] * (1 - share) + rows[above + 1] * share
    moved = cv2.remap(
        picture,
        np.tile(along, (height, 1)),
        (down[:, None] + bend).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(moved, dtype=np.uint8)


def _strips(layout: Layout) -> list[tuple[float, float]]:
    """From where to where each lies, less a millimetre beside the upright lines."""
    wide = layout.cell[0]
    count = ceil(wide / _STRIP)
    return [
        (left + (part == 0) + part * wide / count, left + (part + 1) * wide / count - (part == count - 1))
        for block in layout.blocks
        for left in (block + layout.number, block + layout.number + wide)
        for part in range(count)
    ]


def _edges(dark: Floats) -> Floats:
    """By how much each row of dots is darker than those around it."""
    smooth = np.convolve(dark, np.ones(3) / 3, mode="same")
    around = np.ones(4 * SCALE + 1) / (4 * SCALE + 1)
    return np.asarray(smooth - np.convolve(smooth, around, mode="same"))


def _lines(picture: Grey, layout: Layout, block: int) -> tuple[float, ...] | None:
    """Find the upper edges of a block's rows and the lower edge of its last, in dots; None without printed
    lines."""
    dark = np.zeros(picture.shape[0])
    for column in range(2):
        cell = layout.cell_of(2 * block * layout.rows + column)
        left, right = round((cell.left + 1) * SCALE), round((cell.left + cell.width - 1) * SCALE)
        # The median along a row: letters vanish, a printed line stays.
        dark += 255.0 - np.median(picture[:, left:right], axis=1)
    edge = _edges(dark / 2)
    reach = round(_BENT * SCALE)
    places = np.array([round(layout.line(row) * SCALE) for row in range(layout.rows + 1)])
    windows = np.stack([edge[place - reach : place + reach + 1] for place in places])
    lines, peaks = [], []
    for row, place in enumerate(places):
        fit = windows[max(0, row - _NEIGHBOURS) : row + _NEIGHBOURS + 1].mean(axis=0)
        best = int(fit.argmax())
        lines.append(float(place + best - reach))
        peaks.append(fit[best])
    noise = (
        float(np.abs(np.median(edge[places[0] : places[-1]]) - edge[places[0] : places[-1]]).mean()) or 1.0
    )
    return tuple(lines) if float(np.median(peaks)) > _CONTRAST * noise else None
