"""Read a sheet that was put straight: of every cell, what each text that a move can have would cost.

Runs in a child of the sandbox and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from games.photos.layout import LAYOUTS, Layout

if TYPE_CHECKING:
    from games.photos.cells import Views
    from games.photos.costs import Alphabet

# Seconds of processor time that reading a sheet may need.
SECONDS: Final = 30
# Bytes, those included that libraries only reserve.
MEMORY: Final = 1 << 30
# Cells from which one tells the notation.
_TRIED: Final = 12
# Of a cell, the cheapest: what is beyond is as good as not there.
MOST_KEYS: Final = 400


@dataclass(frozen=True, slots=True)
class CellsRead:
    notation: str
    # Key → cost, by ply; None where nothing stands. Those at the end are left out.
    cells: tuple[Mapping[str, float] | None, ...]


# No text comes out of here: which move stands in a cell is decided by `games.scoresheets.layers`, for of all
# texts only few are legal.
def read_cells(
    picture: bytes, version: int, lines: Sequence[Sequence[float]], layout: Layout | None = None
) -> CellsRead:
    """Read a `SheetPicture`, its ``picture`` in JPEG; raise KeyError for a layout that was never printed."""
    import cv2
    import numpy as np
    from PIL import Image

    from games.photos.cells import views_of
    from games.photos.costs import alphabets, likelihood_of, signs_in
    from games.photos.network import characters, probabilities

    cv2.setNumThreads(1)
    with Image.open(BytesIO(picture), formats=("JPEG",)) as opened:
        grey = np.asarray(opened.convert("L"))
    views = views_of(grey, layout or LAYOUTS[version], lines)
    while views and views[-1] is None:
        views.pop()
    written = [view for view in views if view is not None]
    if not written:
        return CellsRead("chinese", ())
    alphabet_by_notation = alphabets(characters())
    tried = list(probabilities([view.cut for view in written[:_TRIED]]))
    likely = {
        notation: sum(likelihood_of(signs_in(each, alphabet), alphabet) for each in tried)
        for notation, alphabet in alphabet_by_notation.items()
    }
    notation = max(likely, key=likely.__getitem__)
    costs = iter(_costs(written, alphabet_by_notation[notation]))
    return CellsRead(notation, tuple(None if view is None else next(costs) for view in views))


def _costs(views: Sequence[Views], alphabet: Alphabet) -> list[dict[str, float]]:
    """Of each cell, from both of its views."""
    from games.photos.costs import MOST, costs_of, signs_in
    from games.photos.network import probabilities

    both = [picture for view in views for picture in (view.whole, view.cut)]
    each: list[Any] = [costs_of(signs_in(likely, alphabet), alphabet) for likely in probabilities(both)]
    answers = []
    for whole, cut in zip(each[::2], each[1::2], strict=True):
        costs = (whole + cut) / 2
        cheap = costs.argsort()[:MOST_KEYS]
        answers.append({alphabet.keys[at]: round(float(costs[at]), 2) for at in cheap if costs[at] < MOST})
    return answers
