"""Cut a sheet that was put straight into its cells, and say which of them are empty.

Only a child of the sandbox imports this module: it needs OpenCV and NumPy (the extra ``ocr``).

*view*   a cell as the network looks at it: whole, or cut to its ink; 48 dots high, ink dark on white
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from games.photos.layout import Layout

Grey = NDArray[np.uint8]

# Height and width in dots, as the network wants them.
VIEW: Final = (48, 256)
# Millimetres around a cell that are looked at as well: hands do not stay inside.
_AROUND: Final = 0.8
# Per cent of all dots of the page that are as dark as ink.
_INK: Final = 0.7
# Grey below which a dot counts as ink, once ink is 0 and paper 255.
_DARK: Final = 150
_EMPTY: Final = 0.003
_MOST_ENLARGED: Final = 2.0
# Dots; what is smaller is no stroke.
_SPECK: Final = 12
# Millimetres: a line that is as long is printed, no stroke of a hand.
_LONG: Final = 14.0


@dataclass(frozen=True, slots=True)
class Views:
    whole: Grey
    cut: Grey


def views_of(picture: Grey, layout: Layout, lines: Sequence[Sequence[float]]) -> list[Views | None]:
    """Cut every cell out, by ply; None for an empty one. ``lines``: as `SheetPicture` has them."""
    scale = picture.shape[1] / layout.width
    boxes = [_box(layout, ply, lines, scale) for ply in range(layout.plies)]
    inner = round(_AROUND * scale)
    ink, paper = _levels([picture[top:foot, left:right] for left, top, right, foot in boxes])
    stretched = np.clip((picture.astype(np.float32) - ink) / max(1.0, paper - ink) * 255, 0, 255)
    page = _without_lines(stretched.astype(np.uint8), round(_LONG * scale))
    views: list[Views | None] = []
    for left, top, right, foot in boxes:
        inside = cv2.GaussianBlur(page[top + inner : foot - inner, left + inner : right - inner], (0, 0), 1)
        if (inside < _DARK).mean() < _EMPTY:
            views.append(None)
            continue
        cell = page[max(0, top - inner) : foot + inner, max(0, left - inner) : right + inner].copy()
        views.append(_views(_without_neighbours(cell, 2 * inner), 2 * inner))
    return views


def _box(
    layout: Layout, ply: int, lines: Sequence[Sequence[float]], scale: float
) -> tuple[int, int, int, int]:
    box = layout.cell_of(ply)
    block, row = divmod(ply // 2, layout.rows)
    left, right = box.left * scale, (box.left + box.width) * scale
    return round(left), round(lines[block][row]), round(right), round(lines[block][row + 1])


def _levels(cells: Sequence[Grey]) -> tuple[float, float]:
    """Measure how dark ink and paper are, over all cells."""
    # Never a fixed value, for a blurred page is pale.
    dots = np.concatenate([cell[::2, ::2].ravel() for cell in cells])
    return float(np.percentile(dots, _INK)), float(np.median(dots))


def _without_lines(page: Grey, long: int) -> Grey:
    """The page with its printed lines taken out of the light, not out of the strokes that cross them."""
    for size, across in (((long, 1), (1, 3)), ((1, long), (3, 1))):
        # A closing leaves of what is dark only what is longer than it; a little width lets lines lean.
        wide = cv2.erode(page, np.ones(across[::-1], np.uint8))
        lines = cv2.morphologyEx(wide, cv2.MORPH_CLOSE, np.ones(size[::-1], np.uint8))
        page = np.asarray(cv2.divide(page, np.maximum(lines, 1), scale=255), dtype=np.uint8)
    return page


def _without_neighbours(cell: Grey, margin: int) -> Grey:
    """Take out of a cell what hangs in from beside it."""
    height, width = cell.shape
    dark = (cell < _DARK).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    for label in range(1, count):
        left, top, wide, high, area = map(int, stats[label])
        edge = left == 0 or top == 0 or left + wide == width or top + high == height
        near = (
            top + high <= margin or top >= height - margin or left + wide <= margin or left >= width - margin
        )
        # Ink that touches the edge, is small, and stays near it.
        if edge and (near or area < 0.004 * height * width):
            around = cv2.dilate((labels == label).astype(np.uint8), np.ones((5, 5), np.uint8))
            cell[around > 0] = 255
    return cell


def _views(cell: Grey, margin: int) -> Views:
    scale = VIEW[0] / cell.shape[0]
    _, _, stats, _ = cv2.connectedComponentsWithStats((cell < _DARK).astype(np.uint8), connectivity=8)
    strokes = stats[1:][stats[1:, cv2.CC_STAT_AREA] >= _SPECK]
    if not len(strokes):
        return Views(_laid(cell, scale), _laid(cell, scale))
    room = max(2, margin // 3)
    left, top = np.maximum(0, strokes[:, :2].min(axis=0) - room)
    right, foot = (strokes[:, :2] + strokes[:, 2:4]).max(axis=0) + room
    ink = cell[top:foot, left:right]
    return Views(_laid(cell, scale), _laid(ink, min(VIEW[0] / ink.shape[0], _MOST_ENLARGED * scale)))


def _laid(picture: Any, scale: float) -> Grey:
    """On white, at the left edge and half way up."""
    height, width = picture.shape
    scale = min(scale, VIEW[0] / height)
    size = (max(1, min(VIEW[1], round(width * scale))), max(1, min(VIEW[0], round(height * scale))))
    shape = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    smaller = cv2.resize(picture, size, interpolation=shape)
    view = np.full(VIEW, 255, np.uint8)
    top = (VIEW[0] - size[1]) // 2
    view[top : top + size[1], : size[0]] = smaller
    return view
