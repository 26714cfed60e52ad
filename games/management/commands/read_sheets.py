"""``read_sheets FOLDER``: how well photos of a federation's own sheets are read."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from games.photos.intake import take_in
from games.photos.model import model_path
from games.photos.reading import read_cells
from games.scoresheets.photographed import Sheet, follow_sheets
from tournaments.management.commands._plain import PlainCommand, to_json

PHOTOS = {".jpg", ".jpeg", ".png"}


class Command(PlainCommand):
    help = (
        "Read photos of scoresheets and say how well: every JPEG and PNG of a folder, one sheet each. Beside "
        "a photo NAME.jpg the file NAME.txt says which moves were played, in ICCS (h2e2 h9g7 …), if anybody "
        "knows. Files NAME-red and NAME-black are read together as well. Nothing is written and nothing "
        "leaves the machine. Exit code 1 where a photo cannot be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", metavar="FOLDER", help="with the photos")
        parser.add_argument("--json", action="store_true", help="one JSON object for each photo")

    def handle(self, *_args: Any, **options: Any) -> None:
        folder = Path(options["folder"])
        if model_path() is None:
            self._unusable("needs more: pip install 'qiyuan-portal[ocr]'")
        if not folder.is_dir():
            self._unusable(f"{folder}: no folder")
        photos = sorted(path for path in folder.iterdir() if path.suffix.lower() in PHOTOS)
        if not photos:
            self._unusable(f"{folder}: no JPEG or PNG in it")
        sheets: dict[str, Sheet] = {}
        failed = False
        for photo in photos:
            intake = take_in(photo.read_bytes())
            if len(intake.sheets) != 1 or not intake.sheets[0].layout:
                failed = True
                self._say(options["json"], photo.name, {"trouble": intake.trouble or "photo-two-sheets"})
                continue
            (picture,) = intake.sheets
            cells = read_cells(picture.picture, picture.layout, picture.lines)
            sheets[photo.stem] = (cells.notation, cells.cells)
            game = follow_sheets({"first": sheets[photo.stem]}, {})
            self._say(options["json"], photo.name, measured(game, played(folder, photo.stem)))
        for stem, red in sheets.items():
            other = stem.removesuffix("-red") + "-black"
            if stem.endswith("-red") and other in sheets:
                game = follow_sheets({"first": red, "second": sheets[other]}, {})
                moves = played(folder, stem) or played(folder, other)
                self._say(options["json"], f"{stem} + {other}", measured(game, moves))
        if failed:
            raise SystemExit(1)

    def _say(self, as_json: bool, name: str, figures: dict[str, Any]) -> None:
        if as_json:
            self.stdout.write(to_json({"photo": name, **figures}))
            return
        words = ", ".join(f"{key} {json.dumps(value)}" for key, value in figures.items() if key != "moves")
        self.stdout.write(f"{name}: {words}\n  {' '.join(figures.get('moves', ()))}".rstrip())

    def _unusable(self, cause: str) -> NoReturn:
        self.stderr.write(f"read_sheets: {cause}")
        raise SystemExit(2)


def played(folder: Path, stem: str) -> list[str]:
    """The moves that were played, if a file says them."""
    path = folder / f"{stem}.txt"
    return path.read_text().lower().split() if path.exists() else []


def measured(game: dict[str, Any], moves: Sequence[str]) -> dict[str, Any]:
    """``right`` and ``unmarked`` (wrong, and no person would look at it) only where the game is known."""
    plies = game["plies"]
    figures: dict[str, Any] = {
        "plies": len(plies),
        "marked": sum(ply["doubtful"] for ply in plies),
        "lost_at": game["lost_at"],
        "moves": [ply["move"] for ply in plies],
    }
    if moves:
        right = [ply["move"] == move for ply, move in zip(plies, moves, strict=False)]
        figures |= {
            "played": len(moves),
            "right": sum(right),
            "unmarked": sum(not ok and not ply["doubtful"] for ok, ply in zip(right, plies, strict=False)),
        }
    return figures
