"""Photos of the scoresheets of a table, cut to their rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from games.models import LiveSetting, SheetPhoto
from games.photos.layout import LAYOUTS
from tournaments.models import Pairing

# Dots above and below a row: tails of letters hang out of it.
_ROOM = 4.0


@dataclass(frozen=True, slots=True)
class PhotoRow:
    # Of the move.
    number: int
    left: float
    top: float
    width: float
    height: float

    @property
    def view_box(self) -> str:
        return f"{self.left:g} {self.top:g} {self.width:g} {self.height:g}"


@dataclass(frozen=True, slots=True)
class ShownPhoto:
    photo: SheetPhoto
    rows: Sequence[PhotoRow]


def photos_kept_until(setting: LiveSetting) -> date | None:
    """Return the last day on which a section's photos are kept; None: as long as the event is."""
    days = setting.photo_days
    return None if days is None else setting.section.event.ends + timedelta(days=days)


def cell_of(photo: SheetPhoto, ply: int) -> PhotoRow | None:
    """Say what of a sheet of ours shows a ply, from 1; None where it has no room for it."""
    layout = LAYOUTS.get(photo.layout)
    if layout is None or ply > layout.plies:
        return None
    scale = photo.width / layout.width
    box = layout.cell_of(ply - 1)
    block, row = divmod((ply - 1) // 2, layout.rows)
    top, foot = photo.lines[block][row], photo.lines[block][row + 1]
    return PhotoRow(
        ply,
        round(box.left * scale - _ROOM, 1),
        round(top - _ROOM, 1),
        round(box.width * scale + 2 * _ROOM, 1),
        round(foot - top + 2 * _ROOM, 1),
    )


def photos_of(pairing: Pairing, game: int) -> dict[str, ShownPhoto]:
    """Find the newest photo of each side, without its bytes, in one query."""
    photos = SheetPhoto.objects.filter(pairing=pairing, game=game).defer("body").order_by("pk")
    return {photo.side: ShownPhoto(photo, rows_of(photo)) for photo in photos}


def rows_of(photo: SheetPhoto) -> list[PhotoRow]:
    """Cut a sheet of ours into rows, from the first move on; none of a photo as it came."""
    layout = LAYOUTS.get(photo.layout)
    if layout is None:
        return []
    scale = photo.width / layout.width
    rows: list[PhotoRow] = []
    for left, lines in zip(layout.blocks, photo.lines, strict=True):
        rows += [
            PhotoRow(
                len(rows) + row,
                round(left * scale, 1),
                round(top - _ROOM, 1),
                round(layout.block_width * scale, 1),
                round(foot - top + 2 * _ROOM, 1),
            )
            for row, (top, foot) in enumerate(pairwise(lines), start=1)
        ]
    return rows
