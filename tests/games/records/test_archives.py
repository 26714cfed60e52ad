"""Files cut into games, and archives looked through before they are unpacked."""

from __future__ import annotations

import pytest

from games.records import archives
from games.records.archives import bodies_of, look_through, parts
from games.records.cutting import cut
from games.records.detect import read
from games.records.game import Game
from games.records.writing import to_dhtmlxq, to_pgn
from games.weiqi.reading import read_file
from tests.games.facts import championship_games, moves_of
from tests.games.records.zips import damaged, link, locked, swollen, zipped

SGF = "(;GM[1]FF[4]SZ[9]PB[%s];B[ee](;W[gc]C[(\\]])(;W[cc]))\n"


def some_games(count: int) -> list[Game]:
    return [
        Game(
            headers={"Event": f"{number}", "Red": "胡榮華", "Result": game["result"]},
            moves=moves_of(game["moves"]),
        )
        for number, game in zip(range(count), championship_games(), strict=False)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "big5", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_file_of_pgn_is_cut_where_its_reader_cuts_it(encoding: str, newline: str) -> None:
    games = some_games(8)
    text = "\n".join(to_pgn(game, traditional=encoding == "big5") for game in games)
    raw = text.replace("\n", newline).encode(encoding)
    pieces = list(cut(raw))
    assert [piece.number for piece in pieces] == list(range(8))
    assert {piece.kind for piece in pieces} == {"pgn"}
    for piece, whole in zip(pieces, read(raw), strict=True):
        [alone] = read(piece.raw, piece.kind)
        assert (alone.moves, alone.headers) == (whole.moves, whole.headers)
        assert text.split("\n")[piece.line - 1].startswith("[Game")


def test_a_fault_stands_on_the_line_of_the_file() -> None:
    first, second = some_games(2)
    broken = to_pgn(second).replace("2.", "2. 馬九進九 ", 1)
    raw = (to_pgn(first) + "\n" + broken).encode()
    whole = list(read(raw))[1].faults[0]
    piece = list(cut(raw))[1]
    alone = next(read(piece.raw)).faults[0]
    assert alone.line is not None
    assert whole.line == piece.line + alone.line - 1


def test_files_of_other_formats_are_cut_too() -> None:
    pages = "\n".join(to_dhtmlxq(game) for game in some_games(3)).encode()
    assert [piece.kind for piece in cut(pages)] == ["dhtmlxq"] * 3
    assert [next(read(piece.raw)).moves for piece in cut(pages)] == [game.moves for game in read(pages)]
    for encoding in ("utf-8", "gb18030"):
        raw = "".join(SGF % name for name in ("柯洁", "許皓鋐", "朴廷桓")).encode(encoding)
        pieces = list(cut(raw))
        assert [piece.line for piece in pieces] == [1, 2, 3]
        assert [next(iter(read_file(piece.raw))).headers["Black"] for piece in pieces] == [
            "柯洁",
            "許皓鋐",
            "朴廷桓",
        ]
    assert [(piece.kind, piece.raw) for piece in cut(b"Read me first.")] == [("text", b"Read me first.")]


def test_an_archive_comes_in_parts_with_the_place_of_each_game() -> None:
    text = to_pgn(some_games(1)[0]).encode()
    raw = zipped(
        {"2009/r1t1.pgn": text + b"\n" + text, "2009/": b"", "__MACOSX/._r1t1.pgn": b"x", ".DS_Store": b"x"}
    )
    assert look_through(raw) is None
    result = parts(raw, 200)
    assert isinstance(result, list)
    [part] = result
    assert [cut[:4] for cut in part.cuts] == [
        ("2009/r1t1.pgn", 0, 1, "pgn"),
        ("2009/r1t1.pgn", 1, text.count(b"\n") + 2, "pgn"),
    ]
    assert bodies_of(part.raw, [cut[4] for cut in part.cuts]) == [text + b"\n", text]


def test_many_games_are_many_parts() -> None:
    raw = zipped({f"{number}.txt": b"1. C2=5 H8+7" for number in range(450)})
    result = parts(raw, 200)
    assert isinstance(result, list)
    assert [len(part.cuts) for part in result] == [200, 200, 50]


BAD = {
    "archive-not-zip": b"PK\3\4 and no more",
    "archive-empty": zipped({"folder/": b"", ".hidden": b"x"}),
    "archive-path": zipped({"../../etc/passwd": b"x"}),
    "archive-encrypted": locked("games.pgn"),
    "archive-inside": zipped({"more/games.ZIP": b"x"}),
    "archive-file-too-large": swollen(zipped({"zeros.pgn": bytes(1000)}), 1 << 30),
}


@pytest.mark.parametrize("code", BAD)
def test_what_is_no_honest_archive_is_refused(code: str) -> None:
    through = look_through(BAD[code])
    assert through is not None
    assert through[0] == code


@pytest.mark.parametrize("name", ["/etc/passwd", "C:\\games.pgn", "a/../../b.pgn", "..\\b.pgn", "n" * 301])
def test_no_name_leads_out_of_the_archive(name: str) -> None:
    assert (look_through(zipped({name: b"x"})) or ("",))[0] == "archive-path"


def test_links_and_bombs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (look_through(link("games.pgn", b"/etc/passwd")) or ("",))[0] == "archive-path"
    bomb = zipped({f"{number}.pgn": bytes(1_000_000) for number in range(3)})
    monkeypatch.setattr(archives, "MOST_UNPACKED", 2_500_000)
    assert look_through(bomb) == ("archive-unpacks-too-large", {"most": 2})
    monkeypatch.setattr(archives, "MOST_FILES", 2)
    assert look_through(bomb) == ("archive-too-many-files", {"files": 3, "most": 2})
    monkeypatch.setattr(archives, "MOST_GAMES", 2)
    assert parts(bomb, 200) == ("archive-too-many-games", {"most": 2})


def test_a_file_that_says_less_than_it_has_is_told_as_broken() -> None:
    """What it says of its size is all that is unpacked."""
    raw = swollen(zipped({"a.pgn": b"1. C2=5 H8+7 " * 100, "b.txt": b"1. C2=5"}), 10)
    assert look_through(raw) is None
    result = parts(raw, 200)
    assert isinstance(result, list)
    first, second = result[0].cuts
    assert (first[0], first[4]) == ("a.pgn", 0)
    assert first[5]
    assert (second[0], second[5]) == ("b.txt", "")


def test_a_file_that_is_damaged_takes_none_with_it() -> None:
    result = parts(damaged("a.pgn"), 200)
    assert isinstance(result, list)
    assert [(path, bool(broken)) for path, *_, broken in result[0].cuts] == [
        ("a.pgn", True),
        ("good.txt", False),
    ]
