"""How well made sheets are read, as it is said in public: by degree and notation, one sheet and both.

The hands are fonts that were not looked at while thresholds were set, the games another half of the fixtures.
**Real hands will be worse.**
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

import pytest

from games.photos.model import model_path
from tests.games.photos.made_sheets import files
from tests.games.photos.proof import KINDS, Kind, of_kind

SHEETS: Final = int(os.environ.get("QIYUAN_SHEETS", "6"))
"""Games of each degree and paper; each is written by two hands."""
NO_HANDS: Final = "QIYUAN_HANDS names no folder of fonts (tests/games/photos/made_sheets.py says which)"
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(model_path() is None, reason="pip install 'qiyuan-portal[ocr]'"),
    pytest.mark.skipif(not files(), reason=NO_HANDS),
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.degree}-{kind.paper}{'-slips' * kind.slips}")
def test_made_sheets(kind: Kind, record_property: Callable[[str, object], None]) -> None:
    alone, both = of_kind(kind, SHEETS)
    record_property("one sheet", str(alone))
    record_property("both", str(both))
    assert alone.plies
    assert alone.unmarked <= 0.015 * alone.plies
    assert both.unmarked <= 0.01 * both.plies
