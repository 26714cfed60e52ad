"""Amounts and results in words, and weiqi files as sites and programs write them."""

import pytest

from games.weiqi.judging import judge
from games.weiqi.reading import read_file
from games.weiqi.results import parse_claim
from games.weiqi.sgf import looks_like_sgf

KOMI = {
    "3.5": "350",
    "5.5": "550|2又3/4子|덤 5집반|5目半コミ出し",
    "6.5": "650|65|6.50|６．５|6,5|6½|6·5|6・5目|6目半|六目半|"
    "コミ六目半|互先 先番六目半コミ出し|덤 6집반|6.5 points",
    "7": "700|七目",
    "7.5": "750|3又3/4子|三又四分之三子|黑贴3又3/4子|贴3 3/4子|3¾子|3.75子|7目半|7目半棋|"
    "7.5目(3又3/4子)|黑贴7.5目（3¾子）|7·5",
    "0": "0|none|コミなし|不贴目",
    "-5.5": "-5.5",
}


@pytest.mark.parametrize(("komi", "text"), [(komi, text) for komi in KOMI for text in KOMI[komi].split("|")])
def test_a_komi_in_every_form(komi: str, text: str) -> None:
    (record,) = read_file(f"(;SZ[19]KM[{text}];B[pd])".encode())
    assert (record.headers["Komi"], record.faults) == (komi, ())


RESULTS = {
    (
        "1-0",
        "resignation",
        None,
    ): "B+R|B+Resign|黑中盘胜|黒番中押し勝ち|흑불계승|白投了|Black wins by resignation|B+中盘|"
    "Schwarz gewinnt durch Aufgabe|Белые сдались|Noir gagne par abandon|1-0 (R)|1-0 res|"
    "黑不计|黑不计胜|백 돌던짐|백 돌 던짐|Đen thắng do đối thủ đầu hàng|Trắng bỏ cuộc|黑胜，白认输",
    (
        "0-1",
        "resignation",
        None,
    ): "W+Res|白中盤勝|257手止、白番中押し勝ち|백 불계승|白不计|白不計|"
    "黑不计负|흑 돌던짐|0-1 (Resign)|0-1+R|黑认输|Black resigns",
    (
        "1-0",
        "time",
        None,
    ): "B+T|1-0 (T)|黑超时胜|白超时负|黒時間切れ勝ち|흑시간승|黑胜（白超时）|Trắng hết giờ",
    ("0-1", "time", None): "W+Time|黑超时|黒時間切れ負け|흑 시간패|White wins on time",
    ("0-1", "forfeit", None): "W+F|黒反則負け|白不戦勝|흑기권패",
    ("0-1", "count", 15): "白胜7目半棋|白胜7·5目",
    ("1-0", "count", 3): "B+1.5|黑胜3/4子|黑胜四分之三子|흑 1집반 승",
    ("0-1", "count", 1): "W+0.5|白番半目勝ち|백 반집승|白胜1/4子|黑贴3又3/4子，白胜1/4子|"
    "黑贴3又3/4子 白胜1/4子|白胜1/4子（黑贴3又3/4子）|Trắng thắng 0,5 điểm",
    ("1-0", "count", 7): "B+3.5|黑胜1又3/4子|黑勝1¾子|Black wins by 3.5 points|Ч+3.5|Negras ganan 3.5",
    ("1-0", "unspecified", None): "黑胜|1-0|黑胜白负|白負け|B+",
    ("1/2-1/2", "draw", None): "0|和棋|持碁|ジゴ|무승부|Draw",
    ("*", "no-result", None): "Void|无胜负|無勝負|무효|三劫循环无胜负",
    ("0-0", "both-lose", None): "Both lost|双败|両負け",
    ("*", "unknown", None): "?|未完|白黑",
}


@pytest.mark.parametrize(
    ("claim", "text"), [(claim, text) for claim in RESULTS for text in RESULTS[claim].split("|")]
)
def test_a_result_in_every_form(claim: tuple[str, str, int | None], text: str) -> None:
    read = parse_claim(text)
    assert (read.score, str(read.ended), read.margin) == claim


ROOT = "GM[1]FF[4]SZ[19]"


@pytest.mark.parametrize(
    "text",
    [
        f"{ROOT};B[pd];W[dd]",
        f";{ROOT};B[pd];W[dd])",
        f"({ROOT};B[pd];W[dd])",
        "(\nTE[名人战]\nKO[7.5]\n;B[pd]\n;W[dd])",
        f"Hello,\nhere it is:\n\n(;{ROOT};B[pd];W[dd])\n",
        "(;(;B[pd];W[dd])(;B[dp]))",
        "(;;B[pd];W[dd])",
        f"(;{ROOT}HA[2];C[they sit down];AB[dd][pp]PL[B];B[pd];W[dp])",
        f"(;{ROOT};B[pd];W[dd]",
        f"(;{ROOT};B[pd];W[dd]C[a good mov",
        f"(;{ROOT}PB[Kim [7d]]PW[Lee [9p]];B[pd]C[see [1]; good (really)];W[dd])",
        f"(;{ROOT};B[pd];W[dd]C[black [a] wins [b]])",
        f"(;{ROOT};B[pd];AW[aa];W[dd])",
        "(;SZ[19x19];B[pd];W[dd])",
        f"(;{ROOT};B[PD];W[DD])",
        f"(;{ROOT};B[Q16];W[d16])",
        "(;gm[1]sz[19]pb[a];b[pd];w[dd])",
        f"(;{ROOT};B[pd];W[dd])".encode("utf-16-be"),
        f"(;{ROOT};B[pd];W[dd])".encode("utf-16"),
    ],
)
def test_a_file_whose_moves_are_read_and_legal_is_valid(text: str | bytes) -> None:
    raw = text if isinstance(text, bytes) else text.encode()
    assert looks_like_sgf(raw)
    record, *_ = read_file(raw)
    judged = judge(record)
    assert judged.is_valid, judged.faults
    assert (str(record.moves[0]), len(record.moves)) == ("B[pd]", 2)


def test_a_move_that_ends_with_the_file_was_not_read() -> None:
    (record,) = read_file(f"(;{ROOT};B[pd];W[d".encode())
    assert not judge(record).is_valid


@pytest.mark.parametrize("word", ["", "tt", "pass", "PASS", "Pass"])
def test_a_pass_in_every_form(word: str) -> None:
    (record,) = read_file(f"(;{ROOT};B[pd];W[{word}];B[dd])".encode())
    assert judge(record).is_valid
    assert str(record.moves[1]) == "W[]"


@pytest.mark.parametrize("move", ["I5", "Q0", "Q20", "T99", "A", "Q-1"])
def test_what_is_no_point_is_a_fault(move: str) -> None:
    (record,) = read_file(f"(;{ROOT};B[{move}])".encode())
    assert not judge(record).is_valid


@pytest.mark.parametrize(
    ("codec", "name"), [("cp1251", "Шикшин"), ("cp1252", "Müller"), ("cp1252", "René Ørsted")]
)
def test_a_set_of_the_west_is_guessed_and_said_to_be(codec: str, name: str) -> None:
    (record,) = read_file(f"(;{ROOT}PB[{name}]RE[B+R];B[pd])".encode(codec))
    assert record.headers["Black"] == name
    assert [str(fault.code) for fault in record.faults] == ["bad-characters"]


@pytest.mark.parametrize(
    ("codec", "name"),
    [
        ("gb18030", "古力"),
        ("big5", "許皓鋐"),
        ("cp932", "井山裕太"),
        ("euc_jp", "井山裕太"),
        ("cp949", "이창호"),
    ],
)
def test_an_encoding_without_a_tag(codec: str, name: str) -> None:
    (record,) = read_file(f"(;{ROOT}PB[{name}]RE[B+R];B[pd])".encode(codec))
    assert record.headers["Black"] == name
