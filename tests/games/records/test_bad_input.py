"""What is wrong with a record: where, the text, the cause, what would be legal; and nothing is lost."""

import time
import tracemalloc

import pytest

from games.problems import Problem
from games.records import game as limits
from games.records.detect import read
from games.records.game import Game
from games.xiangqi.values import Move
from portal.sandbox.parent import SECONDS as MOST_SECONDS
from tests.games.facts import championship_games, moves_of
from tests.games.records.binary import cbl, cbr, xqf

SQUARES = moves_of(championship_games()[0]["moves"])


def only_game(text: str | bytes, kind: str = "auto") -> Game:
    (game,) = read(text if isinstance(text, bytes) else text.encode(), kind)
    return game


def brief(fault: Problem) -> tuple[str, str, int | None, int | None, str]:
    return str(fault.cause), str(fault.code), fault.line, fault.ply, fault.text


def unplayed_texts(game: Game) -> list[str]:
    return [str(unplayed.move) if unplayed.move else "-" for unplayed in game.unplayed]


@pytest.mark.parametrize(
    ("text", "fault", "played", "after"),
    [
        (
            "1. C2=5\n2. H2+3 H8+7\n3. R1=2 R9=8",
            ("unreadable", "missing-ply", 2, 2, "2."),
            1,
            ["-", "h0g2", "h9g7", "i0h0", "i9h9"],
        ),
        (
            "1. 炮二平五 馬８進７\n2. 車９平８ 馬二進三",
            ("illegal", "wrong-side", 2, 3, "車９平８"),
            2,
            ["-", "i9h9", "h0g2"],
        ),
        ("1. H2+3 H8+7\n2. C3=5 R9=8", ("illegal", "no-such-piece", 2, 3, "C3=5"), 2, ["-", "i9h9"]),
        ("1. C2=5 H8+7\n2. C2=5 R9=8", ("illegal", "no-such-piece", 2, 3, "C2=5"), 2, ["-", "i9h9"]),
        ("1. C2=9 H8+7", ("illegal", "way-blocked", 1, 1, "C2=9"), 0, ["-", "h9g7"]),
        ("1. C2=5 xyzzy\n2. H2+3", ("unreadable", "not-notation", 1, 2, "xyzzy"), 1, ["-", "h0g2"]),
        ("1. C2=5 ?\n2. H2+3", ("unreadable", "missing-ply", 1, 2, "?"), 1, ["-", "h0g2"]),
        ("1. h2e2 a0a1\n2. h0g2", ("illegal", "wrong-side", 1, 2, "a0a1"), 1, ["-", "a0a1", "-", "h0g2"]),
        (
            "1. C2=5 C8=5\n2. C5+4 H8+7\n3. H2+3",
            ("illegal", "check-not-answered", 2, 4, "H8+7"),
            3,
            ["h9g7", "h0g2"],
        ),
    ],
)
def test_each_fault_says_where_and_the_rest_is_read(
    text: str, fault: tuple[str, str, int, int, str], played: int, after: list[str]
) -> None:
    game = only_game(text)
    assert brief(game.faults[0]) == fault
    assert not game.is_valid
    assert len(game.moves) == played
    assert unplayed_texts(game) == after
    assert game.faults[0].fen


def test_candidates_are_near_and_legal() -> None:
    (fault,) = only_game("1. H2+3 H8+7\n2. C3=5 R9=8").faults
    assert fault.candidates[0] == "C8=5"
    (fault,) = only_game("1. 炮二平五 馬８進７\n2. 馬二進五").faults
    assert fault.candidates[:2] == ("馬二進三", "馬二進一")
    (fault,) = only_game("1. h2e2 h9g7\n2. h0g3").faults
    assert fault.candidates[0] == "h0g2"


def test_ambiguity_lists_the_candidates() -> None:
    text = '[FEN "3k5/9/9/4R4/9/9/4R4/9/9/3K5 b - - 0 1"]\n\n1... K4+1 2. R5=6'
    assert only_game(text).faults[0].code == "bad-start"
    text = '[FEN "3k5/9/9/4R4/9/9/4R4/9/9/4K4 b - - 0 1"]\n\n1... K4+1 2. R5=4'
    (fault,) = only_game(text).faults
    assert brief(fault) == ("ambiguous", "ambiguous", 3, 2, "R5=4")
    assert set(fault.candidates) == {"R+=4", "R-=4"}


@pytest.mark.parametrize("codec", ["utf-8", "big5", "gb18030"])
def test_a_list_that_stops_inside_a_character(codec: str) -> None:
    game = only_game("1. 炮二平五 炮８平５\n2. 兵三平三".encode(codec)[:-1])
    assert brief(game.faults[0])[:3] == ("unreadable", "truncated", 2)
    assert brief(game.faults[1])[:4] == ("unreadable", "not-notation", 2, 3)
    assert len(game.moves) == 2


def test_big5_that_says_it_is_utf_8() -> None:
    body = '[Event "x"]\n\n1. 炮二平五 馬８進７ *\n'.encode("big5")
    page = b'<meta charset="utf-8"><p>' + b"[DhtmlXQ][DhtmlXQ_red]" + "馬進車平".encode("big5")
    for raw, line in (
        (b"\xef\xbb\xbf" + body, 3),
        (page + b"[/DhtmlXQ_red][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]", 1),
    ):
        game = only_game(raw)
        assert len(game.moves) == 2
        assert game.is_valid
        assert [(fault.code, fault.line) for fault in game.faults] == [("declared-encoding", line)]


def test_a_result_that_contradicts_a_mate() -> None:
    mated = next(game for game in championship_games() if game["ending"] == "mate")
    wrong = {"1-0": "0-1", "0-1": "1-0"}[mated["result"]]
    for claimed in (wrong, "1/2-1/2"):
        game = only_game(f'[Result "{claimed}"]\n\n' + " ".join(mated["moves"]))
        assert game.is_valid
        assert [(fault.code, fault.candidates) for fault in game.faults] == [
            ("result-contradicted", (mated["result"],))
        ]
    assert only_game(f'[Result "{mated["result"]}"]\n\n' + " ".join(mated["moves"])).faults == ()


def test_a_tag_and_the_text_that_differ() -> None:
    game = only_game('[Result "1-0"]\n\n1. C2=5 0-1')
    assert [fault.code for fault in game.faults] == ["results-differ"]
    assert (game.result, game.is_valid) == ("1-0", True)


@pytest.mark.parametrize("size", [1, 3, 500, 1023, 1024, 1027, 1030, 1041])
def test_an_xqf_that_is_cut_off(size: int) -> None:
    raw = xqf(SQUARES)[:size]
    game = only_game(raw, "xqf")
    assert not game.is_valid
    assert game.faults[0].code in {"truncated", "no-game"}
    assert game.moves == SQUARES[: max(0, (size - 1032) // 8)]


def test_a_cbl_that_is_cut_off() -> None:
    whole = cbl([cbr(SQUARES), cbr(SQUARES)])
    for size in (20, 70_000, 67_728 + 2000, 67_728 + 4096 + 2300):
        games = list(read(whole[:size]))
        assert not games[-1].is_valid
        assert games[-1].faults[0].code == "truncated"


def test_a_bad_move_in_a_binary_file_is_named() -> None:
    broken = [*SQUARES[:6], Move.parse("a5a6"), *SQUARES[7:]]
    for raw in (xqf(broken), cbr(broken)):
        game = only_game(raw)
        assert brief(game.faults[0]) == ("illegal", "no-piece-there", None, 7, "a5a6")
        assert game.moves == SQUARES[:6]
        assert len(game.moves) + len(game.unplayed) == len(SQUARES)


@pytest.mark.parametrize(
    ("head", "size"),
    [
        pytest.param(b"", 19_000_000, marks=pytest.mark.long),
        (b'[Event "x"]\n\n', 200_000),
        (b"[DhtmlXQ]", 200_000),
        (b"", 100_000_000),
    ],
)
@pytest.mark.slow
def test_brackets_without_end(head: bytes, size: int) -> None:
    raw = head + b"(" * size
    tracemalloc.start()
    game = only_game(raw)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert game.faults
    assert peak < 200_000_000


def test_a_file_of_too_many_games() -> None:
    games = list(read(b'[Event "x"]\n\n*\n' * 25, most=20))
    assert len(games) == 21
    assert [fault.code for fault in games[-1].faults] == ["too-many-games"]
    assert not games[0].faults


@pytest.mark.slow
def test_limits() -> None:
    long = " ".join(["h2e2 h7e7 e2h2 e7h7"] * 500)
    game = only_game(long)
    assert [fault.code for fault in game.faults] == ["too-many-plies"]
    assert len(game.moves) >= limits.MOST_PLIES
    assert only_game(b"h2e2 " * 300_000).faults[0].code == "game-too-large"
    assert only_game(b"\0" * (limits.MOST_BYTES_OF_A_FILE + 1)).faults[0].code == "file-too-large"
    assert only_game(b"XQ" + bytes(limits.MOST_BYTES_OF_A_GAME)).faults[0].code == "game-too-large"
    deep = "1. C2=5 " + "(1. C8=5 " * 100 + ")" * 100
    game = only_game(f'[Event "x"]\n\n{deep} H8+7')
    assert [fault.code for fault in game.faults] == ["too-deep"]
    assert len(game.moves) == 2


def test_a_general_that_was_left_in_check_is_not_captured() -> None:
    game = only_game("1. C2=5 C8=5\n2. C5+4 H8+7\n3. C5+3 R9=8")
    assert [(fault.ply, fault.code) for fault in game.faults][:2] == [
        (4, "check-not-answered"),
        (5, "general-is-never-captured"),
    ]
    assert unplayed_texts(game) == ["h9g7", "-", "i9h9"]


def test_faults_are_counted_when_they_are_too_many() -> None:
    game = only_game('[Event "x"]\n\n' + "xyzzy " * 500)
    assert len(game.faults) == limits.MOST_FAULTS + 1
    assert game.faults[-1].params == {"count": 500 - limits.MOST_FAULTS}


@pytest.mark.parametrize("raw", [b"", b" \n", b"hello", b"1-0", "只有字".encode(), bytes(range(256))])
def test_what_is_no_game(raw: bytes) -> None:
    game = only_game(raw)
    assert not game.is_valid
    assert game.moves == ()
    assert any(fault.code == "no-game" for fault in game.faults)


def test_a_bad_start_names_all_its_defects() -> None:
    (fault,) = only_game('[Red "a"]\n[FEN "RRR6/9/9/9/9/9/9/9/9/9 w"]\n\n1. R1+1').faults
    assert fault.code == "bad-start"
    assert fault.line == 2
    assert fault.params["defects"] == ("no-general K", "too-many R", "no-general k")


BAD_FEN = """[Event "A"]
[Red "a"]
[FEN "RRR6/9/9/9/9/9/9/9/9/9 w"]

1. R1+1 K5=4 {seen}
2. R1+8 nothing
*

[Event "B"]
[Result "1-0"]

1. C2=5 H8+7 1-0
"""


def test_a_bad_start_names_its_own_line_and_keeps_every_move() -> None:
    game, after = read(BAD_FEN.encode())
    (fault,) = game.faults
    assert (fault.code, fault.line, game.is_valid) == ("bad-start", 3, False)
    assert (game.moves, game.headers["Event"], dict(game.comments)) == ((), "A", {2: "seen"})
    collected = [(late.ply, late.text, late.move) for late in game.unplayed]
    assert collected == [(1, "R1+1", None), (2, "K5=4", None), (3, "R1+8", None), (4, "nothing", None)]
    assert (after.is_valid, len(after.moves)) == (True, 2)


def test_a_bad_start_of_dhtmlxq_keeps_its_moves() -> None:
    fields = "[DhtmlXQ_binit]77[/DhtmlXQ_binit]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"
    text = f"[DhtmlXQ]\n{fields}\n[/DhtmlXQ]"
    game = only_game(text)
    assert [fault.code for fault in game.faults] == ["bad-start"]
    assert [late.ply for late in game.unplayed] == [1, 2]


@pytest.mark.parametrize("broken", ["World\nCup", "a\nb\n\nc", "ends\n"])
def test_a_tag_that_goes_over_lines_costs_nothing(broken: str) -> None:
    text = f'[Game "Chinese Chess"]\n[Event "{broken}"]\n[Result "1-0"]\n\n1. C2=5 H8+7\n2. H2+3 R9=8 1-0\n'
    game = only_game(text)
    assert (game.is_valid, len(game.moves), game.result) == (True, 4, "1-0")
    assert game.headers["Event"].split() == broken.split()
    [wrong] = only_game(text.replace("H2+3", "H2+5")).faults
    assert wrong.line == next(n for n, line in enumerate(text.split("\n"), 1) if "H2+3" in line)


def test_what_people_type() -> None:
    for text in (
        "C2=5 H8+7 H2+3 R9=8",
        "1. C2=5 H8+7\n2. H2+3 R9=8",
        "1.C2=5 H8+7 2.H2+3 R9=8",
        "1. C2=5\n2. H8+7\n3. H2+3\n4. R9=8",
        "Final, table 3\nZhang - Li\n\n1. C2=5, H8+7; 2. H2+3, R9=8",
        "1.炮二平五马8进7 2.马二进三车9平8",
        "炮2平5 马8进7 马2进3 车9平8",
        "１．炮二平五　马８进７　２．马二进三　车９平８",
        "h2e2 h9g7 h0g2 i9h9",
        "h3e3 h10g8 h1g3 i10h10",
        "H2-E2 H9-G7 H0-G2 I9-H9",
    ):
        game = only_game(text)
        assert (game.faults, [str(move) for move in game.moves]) == ((), ["h2e2", "h9g7", "h0g2", "i9h9"])
    black = only_game("1. ... H8+7\n2. C2=5")
    assert (black.start.side, black.faults, len(black.moves)) == (1, (), 2)


def test_comments_and_variations_are_kept() -> None:
    game = only_game(
        '[Event "x"]\n\n{start} 1. C2=5 {centre} (1. C8=5 {other} H2+3 (1... H8+7)) 1... H8+7 $1 *'
    )
    assert game.faults == ()
    assert game.comments == {0: "start", 1: "centre"}
    (variation,) = game.variations
    assert (variation.ply, [str(move) for move in variation.moves]) == (1, ["b2e2", "b9c7"])
    assert variation.comments == {1: "other"}
    assert [str(move) for move in variation.variations[0].moves] == ["h9g7"]


def test_a_fault_in_a_variation_leaves_the_game_valid() -> None:
    game = only_game('[Event "x"]\n\n1. C2=5 (1. C5=5 H2+3) H8+7')
    assert [(fault.code, fault.variation, fault.ply) for fault in game.faults] == [("no-such-piece", True, 1)]
    assert game.is_valid
    assert len(game.moves) == 2


def test_a_mark_after_a_lost_ply_is_no_ply() -> None:
    game = only_game("1. xyzzy $1 C8=5 $4\n2. H2+3 !")
    assert [fault.ply for fault in game.faults] == [1]
    assert unplayed_texts(game) == ["-", "h7e7", "h0g2"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "plies", "listed"),
    [
        ("1. C2=5 " + "2. " * 300_000, 1, 0),
        ('[Game ""]\n1. C2=5 ' + "(X9=9) " * 30_000, 1, limits.MOST_FAULTS),
    ],
    ids=["one number again and again", "variations that cannot be read"],
)
def test_what_repeats_takes_its_length_in_time(text: str, plies: int, listed: int) -> None:
    began = time.process_time()
    game = only_game(text)
    assert time.process_time() - began < MOST_SECONDS
    assert len(game.moves) == plies
    assert len([fault for fault in game.faults if fault.code != limits.FaultCode.MORE_FAULTS]) == listed


@pytest.mark.slow
def test_games_are_read_one_by_one() -> None:
    """A file of hundreds of thousands of tags gives its first game before it has looked at the last."""
    raw = b'[Game ""]\n1. C2=5\n*\n' * 100_000
    tracemalloc.start()
    games = read(raw)
    first = next(games)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(first.moves) == 1
    assert peak < 5 * len(raw)
