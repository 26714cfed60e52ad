"""``read-sheets FOLDER`` on photos of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.photos.model import model_path
from tests.games.commands import inside, objects
from tests.games.photos.made_sheets import Hand, games, photographed, written
from tests.games.photos.photographing import packed

PRESS = Path("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc")


def test_a_folder_without_photos_is_refused(tmp_path: Path) -> None:
    code, _out, err = inside("read_sheets", str(tmp_path))
    assert code == 2
    assert "no JPEG or PNG" in err or "qiyuan-portal[ocr]" in err


@pytest.mark.slow
@pytest.mark.skipif(model_path() is None, reason="pip install 'qiyuan-portal[ocr]'")
def test_photos_are_measured_alone_and_in_pairs(tmp_path: Path) -> None:
    game = games()[1]
    hand = Hand("wqy-microhei", [PRESS])
    for side, paper in (("red", "simplified"), ("black", "english")):
        photo = photographed(written(game.texts(paper)[:12], hand, 3), 1, 3)
        (tmp_path / f"1-{side}.jpg").write_bytes(packed(photo))
    (tmp_path / "1-red.txt").write_text(" ".join(game.moves[:12]))
    (tmp_path / "cat.png").write_bytes(b"meow")
    code, out, _err = inside("read_sheets", str(tmp_path), "--json")
    assert code == 1
    black, red, cat, pair = objects(out)
    assert cat == {"photo": "cat.png", "trouble": "photo-not-picture"}
    assert (black["photo"], black["plies"]) == ("1-black.jpg", 12)
    assert (red["right"], red["played"], red["unmarked"]) == (12, 12, 0)
    assert pair["photo"] == "1-red + 1-black"
    assert pair["moves"] == list(game.moves[:12])
    assert pair["marked"] == 0
