"""Komi and results as records write them in China, Japan, Korea and elsewhere, and what `valid` means."""

from __future__ import annotations

import pytest

from games.weiqi.judging import judge
from games.weiqi.reading import read_file
from games.weiqi.record import WeiqiRecord
from games.weiqi.results import parse_claim

KOMI = {
    "7": "350 3.5 3,5 3½ 三目半 3目半 3집반 コミ3目半",
    "11": "550 55 5.5 5.5目 五目半 5目半コミ出し 黑贴2又3/4子 2.75子 黑贴2¾子 先番5目半コミだし 덤_5집반",
    "13": "互先、コミ6目半 互先，コミ6目半 黒コミ6目半 덤_6집_반 06.5 "
    "650 65 6.5 6,5 +6.5 6½ 6.5_points komi_6.5 六目半 ６目半 コミ六目半 黒番6目半コミ出し 6호_반",
    "14": "700 7 7目 七目 7_points 黑贴3又1/2子",
    "15": "375子 先贴7目半 贴目：7.5目 三子四分之三 "
    "750 75 7.5 七目半 黑贴七目半 黑贴3又3/4子 3.75子 三又四分之三子 黑贴3¾子 贴3子又3/4 七点五目",
    "0": "0 定先 정선 无贴目 コミなし None 不贴目 덤없음",
    "-13": "コミもらい6目半 -650 -6.5 倒贴6目半 逆コミ6目半",
}


def record_of(properties: str) -> WeiqiRecord:
    (record,) = read_file(f"(;GM[1]SZ[19]{properties};B[pd];W[dd])".encode())
    return record


@pytest.mark.parametrize(
    ("halves", "text"),
    [(int(halves), text.replace("_", " ")) for halves in KOMI for text in KOMI[halves].split(" ")],
)
def test_a_komi_in_every_writing(halves: int, text: str) -> None:
    record = record_of(f"RU[Chinese]KM[{text}]")
    assert (record.komi, record.faults) == (halves, ())


@pytest.mark.parametrize("komi", ["350", "550", "650", "700", "750"])
def test_a_komi_in_hundredths_never_wins_a_game(komi: str) -> None:
    """A board that White holds alone: what is written ``W+650`` would be a komi of 650 points."""
    record = record_of(f"KM[{komi}]")
    assert record.komi == int(komi) // 50


RESULTS = {
    "1-0 resignation": (
        "中押し勝ち_黒 불계승_흑 흑불계 黑不計點勝 "
        "B+R B+Resign B+Resignation 黑中盘胜 黑方中盘胜 黑中盤勝 黒中押し勝ち 先番中押し勝ち 흑불계승 "
        "흑_불계승 黑不计点胜 257手黑中盘胜 白认输 白方中盘认输 Black_wins_by_resignation White_resigns"
    ),
    "0-1 resignation": (
        "白番の中押し勝ち W+불계 백불계 W+R W+Resign 白中盘胜 白番中押し勝ち 백불계승 黑认输 Black_resigns"
    ),
    "1-0 time": "時間切れ負け_白 B+T B+Time 白超时负 黑超时胜 白時間切れ負け 흑시간승 Black_wins_on_time",
    "0-1 time": "W+T W+Time 黑超时负 黒時間切れ負け 백시간승",
    "1-0 forfeit": "黒反則勝ち 白方犯规负 不戦勝_黒 흑_기권승 백반칙패",
    "1-0 unspecified": "胜者：黑 负者:白 Winner:_Black B+ 1-0 黑胜 黑方胜 黑先胜 白负 흑승",
    "0-1 unspecified": "W+ 0-1 白胜 白方胜 黑负 백승",
    "1/2-1/2 draw": "0 Draw Jigo 和棋 ジゴ 持碁 무승부",
    "0-0 both-lose": "双败 双方负 両負け",
    "* no-result": "三コウ無勝負 長生無勝負 Void 无胜负 無勝負 무효",
    "* unknown": "? 中盘胜 勝負_黒 七番胜负_黑 打挂 打掛 中盘胜黑",
}


@pytest.mark.parametrize(
    ("meant", "text"),
    [(meant, text.replace("_", " ")) for meant in RESULTS for text in RESULTS[meant].split()],
)
def test_a_result_in_every_writing(meant: str, text: str) -> None:
    claim = parse_claim(text)
    assert f"{claim.score} {claim.ended}" == meant


@pytest.mark.parametrize(
    ("quarters", "score", "texts"),
    [
        (1, "1-0", "B+0.5 黑胜1/4子 黑胜四分之一子 黑1/4子胜 黑胜半目 黒半目勝ち 흑_반집승"),
        (3, "1-0", "B+1.5 B+1½ 黑胜3/4子 黑胜1目半 黒番1目半勝ち"),
        (5, "0-1", "W+2.5 白胜二目半 白２目半勝ち 백_2집반승 White_wins_by_2.5_points"),
        (15, "1-0", "黑胜3又3/4子 黑胜三又四分之三子"),
    ],
)
def test_a_count_in_every_writing(quarters: int, score: str, texts: str) -> None:
    for text in texts.split():
        claim = parse_claim(text.replace("_", " "))
        assert (claim.score, claim.ended, claim.margin) == (score, "count", quarters), text


@pytest.mark.parametrize(
    ("properties", "more", "valid"),
    [
        ("KM[6.3]", "", True),
        ("KM[seven]RE[whoever]HA[x]", "", True),
        ("", ";B[pd]", False),
        ("", ";B[!!]", False),
    ],
)
def test_valid_says_that_every_move_was_read_and_is_legal_and_nothing_else(
    properties: str, more: str, valid: bool
) -> None:
    (record,) = read_file(f"(;GM[1]SZ[19]{properties};B[pd];W[dd]{more})".encode())
    judged = judge(record)
    assert judged.faults
    assert judged.is_valid is valid
