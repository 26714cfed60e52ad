"""Records in the kinds that people exchange: each is read, or named for what it is."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.records.detect import read
from games.records.game import Game, outcome
from games.scoresheets.sheet import read_sheet
from tests.games.commands import inside

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "records"
FILES = [json.loads(line) for line in (FOLDER / "expected.jsonl").read_text("utf-8").splitlines() if line]

PLACED = "4k4/9/9/9/9/9/9/9/4A4/R3K4"
FEN = f"{PLACED} w - - 0 1"
AFTER = "9/4k4/9/9/9/9/9/9/R3A4/4K4"
"""After the chariot's and the general's step."""


def game_of(text: str | bytes) -> Game:
    game, *_ = read(text if isinstance(text, bytes) else text.encode())
    return game


@pytest.mark.parametrize("expected", FILES, ids=lambda case: case["file"])
def test_a_file_from_the_field(expected: dict[str, Any]) -> None:
    _, out, _ = inside("check_record", "--json", str(FOLDER / expected["file"]))
    line = out.splitlines()[0]
    answer = json.loads(line)
    for key in ("valid", "plies", "result", "game"):
        if expected.get(key) is not None:
            assert answer[key] == expected[key], answer["faults"]
    assert answer["headers"].items() >= expected.get("headers", {}).items()
    assert answer["headers"].get("Komi") == expected.get("komi", answer["headers"].get("Komi"))
    moves = expected.get("iccs", [])
    assert answer["moves"].get("iccs", [])[: len(moves)] == moves
    if "final" in expected:
        assert answer["final_fen"].split()[0] == expected["final"]
    assert expected.get("says", "") in line
    assert "not_text" not in expected or expected["not_text"] not in line
    assert len(answer["faults"]) >= expected.get("faults_at_least", 0)


@pytest.mark.parametrize(
    "text",
    [
        *(
            f'[{tag} "{FEN}"]\n\n1. R9+1 K5+1 *'
            for tag in ("FEN", "Fen", "fen", "StartFEN", "Position", "局面")
        ),
        f'[SetUp "1"]\n[fen "{PLACED}"]\n\n1. R9+1 K5+1',
        f"[FEN “{FEN}”]\n1. R9+1 K5+1",
        f"[FEN {FEN}]\n1. R9+1 K5+1",
        f'[FEN "{FEN.replace(" ", "_")}"]\n\n1. R9+1 K5+1',
        f'[FEN "{PLACED}[-] w - - 0 1"]\n\n1. R9+1 K5+1',
        f'[FEN "{FEN} moves a0a1 e9e8"]\n',
        f"FEN: {FEN}\n1. R9+1 K5+1",
        f"fen={FEN}\r\n1. R9+1 K5+1\r\n",
        f"局面：{FEN}\n1. 车九进一 将5进1",
        f"局面：{PLACED} 红先\n1. 车九进一 将5进1",
        f"Problem 3\n{PLACED} r\n\nR9+1 K5+1",
        f"{PLACED} w 1. R9+1 K5+1",
        f"{FEN} moves a0a1 e9e8",
        f"{PLACED}[] w - - 0 1\n1. R9+1 K5+1",
        f"position fen {PLACED}[] w - - 0 1 moves a0a1 e9e8",
        f"ucci\nposition fen {FEN} moves a0a1\ngo\nposition fen {FEN} moves a0a1 e9e8\nbestmove a1a2",
        f"FORMAT WXF\nFEN: {FEN}\nSTART{{\nR9+1 K5+1\n}}END",
        f"FORMAT\tWXF\nFEN\t{PLACED} b\nSTART{{\n 1. ... K5+1 2. R9+1\n}}END",
        *(
            f"{head}{FEN}{tail}\n1. R9+1 K5+1"
            for head, tail in (
                ('[fEn "', '"]'),
                ("[FEN '", "']"),
                ('[FEN="', '"]'),
                ('[FEN:"', '"]'),
                ('[Setup "', '"]'),
                ('[Event "x"]\n\n', "\n"),
                ('[Event "x"]\n\n{', "}\n"),
                ('[Event "x"]\nFEN: ', "\n"),
                ("FEN\n", ""),
                ('"', '"'),
                ("<", ">"),
                ("`", "`"),
                ("{", "}"),
                ("# ", ""),
                ("// ", ""),
                ("setboard ", ""),
                ("FEN码：", ""),
                ("http://example.com/?fen=", ""),
            )
        ),
        f"{PLACED}\n车九进一\n将5进1",
        f"position {FEN} moves a0a1 e9e8",
        f'position fen "{FEN}" moves a0a1 e9e8',
        f"position fen {FEN}\nmoves a0a1 e9e8",
        f"POSITION FEN {FEN} MOVES A0A1 E9E8 ponder",
        f"position fen {FEN} moves a1-a2 e10-e9",
        f"Position: {FEN}\nMoves: 1. R9+1 K5+1",
        f"局面：{FEN}\n着法：a0a1 e9e8",
        f"FORMAT WXF\nFEN {FEN}\n\nSTART\n{{\nR9+1 K5+1\n}}\nEND",
        f"[DhtmlXQ]\n[DhtmlXQ_fen]{FEN}[/DhtmlXQ_fen]\n[DhtmlXQ_movelist]09084041[/DhtmlXQ_movelist]",
        f"FEN {PLACED} black\n1... K5+1 2. R9+1",
    ],
)
def test_a_start_position_in_every_form(text: str) -> None:
    game = game_of(text)
    assert game.is_valid, game.faults
    assert (len(game.moves), outcome(game).final.placement()) == (2, AFTER)


LISTED = [
    "红方：帅五1，车九1，仕五2\n黑方：将5·1",
    "红方：帅五1 车九1 仕五2 黑方：将5 1 红先",
    "帅五1，车九1，仕五2；将5 1",
    "红方：帅(五,1) 车(九,1) 仕(五,2)\n黑方：将(5,1)",
    "红方：帅五1，车九1，仕五2\n黑方：将5·10",
    "红：帅e0 车a0 仕e1 黑：将e9",
    "红帅：e0\n红车：a0\n红仕：e1\n黑将：e9",
    "红 帅 五.1 车 九.1 仕 五.2 黑 将 5.1",
    "红方 (3子)：帅5,1 车9,1 仕5,2\n黑方(1子)：将5,1",
    "排局\n紅方：帥五一　車九一　仕五二\n黑方：將五一",
    "Red: Ke0 Ra0 Ae1\nBlack: Ke9",
    "Red: K e0, R a0, A e1; Black: K e9\nRed to move and win",
    "White: Ke1 Ra1 Ae2; Black: Ke10",
]


@pytest.mark.parametrize("listed", LISTED)
@pytest.mark.parametrize("moves", ["1. 车九进一 将5进1", "\nR9+1 K5+1", "a0a1 e9e8"])
def test_a_position_listed_piece_by_piece(listed: str, moves: str) -> None:
    game = game_of(f"{listed}\n{moves}")
    assert game.is_valid, game.faults
    assert outcome(game).final.placement() == AFTER
    assert not {"Red", "Black"} & game.headers.keys()


def test_who_begins_is_said_beside_the_pieces() -> None:
    game = game_of("黑先 红方：帅五1 仕五2 车九1\n黑方：将5 1\n1. 将5进1 车九进一")
    assert (game.is_valid, str(game.moves[0])) == (True, "e9e8"), game.faults


@pytest.mark.parametrize(
    "listed",
    [
        # Ranks from 0 or from 1: either gives a position.
        "Red: Ke1 Ra5\nBlack: Kd8",
        # Whose the second chariot is nobody says.
        "帅五1，车九1，车8 1；将5 1",
        # No position of a game: the generals face each other.
        "红方：帅五1 车九1\n黑方：将5 1",
        "红方：帅五1 车九1 车九1\n黑方：将4 1",
        "红帅五路底线，红车九路底线；黑将4路底线",
        "Đỏ: Tg5.1 Xe9.1\nĐen: Tg4.1",
    ],
)
def test_a_listed_position_in_doubt_is_a_fault_and_no_game_from_the_usual_start(listed: str) -> None:
    game = game_of(f"{listed}\n1. 车九进一 将5进1")
    assert ([str(fault.code) for fault in game.faults], game.moves) == (["bad-start"], ())


def test_pieces_without_moves_are_named() -> None:
    first, *_ = game_of(LISTED[0]).faults
    assert (str(first.code), first.text) == ("unknown-format", "position")


@pytest.mark.parametrize(
    "text",
    [
        "红方：杨帅\n黑方：将军\n1. 炮二平五 马8进7",
        "第5届将帅杯\n1. 炮二平五 马8进7",
        "Red: Kb1 club\nBlack: Ke9\n1. C2=5 H8+7",
    ],
)
def test_names_are_no_pieces(text: str) -> None:
    game = game_of(text)
    assert (game.is_valid, len(game.moves)) == (True, 2), game.faults


@pytest.mark.parametrize(
    "text",
    [
        "1. 炮25 马87\n2. 马23 车98",
        "炮25 马87 马23 车98",
        "1. 炮二五 马八七\n2. 马二三 车九八",
        "1. 炮二五 马87 2. 马二三 车98",
        "1. C25 H87 2. H23 R98",
        "1.c25 h87 2.h23 r98",
        # A dash for every direction.
        "1. C2-5 H8-7 2. H2-3 R9-8",
        "1. c2–5 h8–7 2. h2–3 r9–8",
        # The letters of Vietnam.
        "1. P25 M87 2. M23 X98",
        "P25 M87 M23 X98",
    ],
)
def test_moves_without_signs_are_read_where_the_board_leaves_no_doubt(text: str) -> None:
    game = game_of(text)
    assert game.is_valid, game.faults
    assert [str(move) for move in game.moves] == ["h2e2", "h9g7", "h0g2", "i9h9"]
    (soldiers,) = read("1.兵七一 卒71".encode())
    assert [str(move) for move in soldiers.moves] == ["c3c4", "g6g5"]


def test_a_dash_stays_a_retreat_beside_other_signs() -> None:
    game = game_of("1. C2+4 H8+7 2. C2-2 R9+1")
    assert game.is_valid, game.faults
    assert str(game.moves[2]) == "h6h4"


@pytest.mark.parametrize(
    "names",
    [
        "帅方：张三\n将方：李四",
        "帥方 张三\n將方 李四",
        "红帅：张三  黑将：李四",
        "执红：张三\n执黑：李四",
        "帅 张三 先胜 将 李四",
        "帅方 张三 先胜 将方 李四",
    ],
)
def test_players_are_named_by_their_generals(names: str) -> None:
    game = game_of(f"{names}\n1. 炮二平五 马8进7 2. 马二进三 车9平8")
    assert game.is_valid, game.faults
    assert (game.headers["Red"], game.headers["Black"]) == ("张三", "李四")


def test_a_move_without_sign_that_may_go_two_ways_is_ambiguous() -> None:
    (fault,) = game_of("3k5/9/9/9/9/9/9/9/4A4/R3K4 w\n1. 仕56").faults
    assert (fault.cause, fault.ply, fault.text, len(fault.candidates)) == ("ambiguous", 1, "仕56", 2)


def test_a_position_that_nobody_reads_is_a_fault_and_no_game_from_the_usual_start() -> None:
    game = game_of("4将4/9/9/9/9/9/9/9/4仕4/车3帅4 w\n1. R9+1 K5+1")
    assert ([str(fault.code) for fault in game.faults], game.moves) == (["bad-start"], ())


WXF = (
    "FORMAT\tWXF\nGAME\tCup\nRED\tAlice;;;China\nBLACK\tBob;;;\nRESULT\t1-0\n\n"
    "START{\n1. C2.5 h8+7\n2. H2+3\n}END\n"
)
PAGE = (
    "标题: 甲 胜 乙\n赛事: 测试杯\n红方: Alice\n黑方：Bob\n结果: 红方胜\n日期: 2026.08.31\n\n"
    "  1.炮二平五      马８进７\n  2.马二进三\n\n棋谱由 http://www.dpxq.com/ 生成\n"
)


@pytest.mark.parametrize(
    "text",
    [
        WXF,
        WXF.replace("\t", "     ").replace("\n", "\r\n"),
        WXF.replace("}END\n", ""),
        WXF.replace("START{", "REMARK{\nsaid 1. C2=5\n}END\nstart {") + "COMMENT{\nR9+1 was good\n}END\n",
        WXF.replace("FORMAT\tWXF\n", ""),
        PAGE,
        PAGE.replace("马２", "馬２").replace("红方胜", "红胜"),
        PAGE.replace("结果: 红方胜\n", "") + "结果: 红胜\n",
        '[WHITE "Alice"]\n[black "Bob"]\n[RESULT "1-0"]\n\n1. C2=5 H8+7 2. H2+3',
        '[Red "Alice"][Black "Bob"][Result "1-0"]\n1. C2=5 H8+7 2. H2+3',
        '[Red "Alice"]\n[Result "1-0"]\n[Black "Bob"] 1. C2=5 H8+7 2. H2+3',
        '[红方 "Alice"]\n[黑方 "Bob"]\n[结果 "红胜"]\n\n1. 炮二平五 马8进7 2. 马二进三',
        "【红方】Alice\n【黑方】Bob\n【结果】红胜\n1. 炮二平五 马8进7 2. 马二进三",
        "【红方 “Alice”】\n【黑方 “Bob”】\n1. 炮二平五 马8进7 2. 马二进三 红胜",
        "[Red Alice]\n[Black Bob]\n\n1. C2=5 H8+7 2. H2+3 1-0",
        "Red: Alice\nBlack: Bob\nResult: 1-0\n\n1. C2=5 H8+7 2. H2+3",
        "Đỏ: Alice\nĐen: Bob\nKết quả: Đỏ thắng\n1. P2-5 M8.7\n2. M2.3",
        *(
            f"{head}\n1. 炮二平五 马8进7 2. 马二进三"
            for head in (
                "红方:Alice 黑方:Bob\n结果:红胜",
                "红方：Alice　黑方：Bob　结果：红胜",
                "红方 Alice\n黑方 Bob\n结果 红胜",
                "红方\tAlice\n黑方\tBob\n结果\t红胜",
                "<红方>Alice</红方>\n<黑方>Bob</黑方>\n<结果>红胜</结果>",
                "「红方」Alice\n「黑方」Bob\n「结果」红胜",
                "Alice 先胜 Bob",
                "Alice (先胜) Bob",
                "Alice 胜 Bob",
                "红方 Alice 胜 黑方 Bob",
                "Alice (红) 胜 Bob (黑)",
                "Alice 1-0 Bob",
                "Rot: Alice\nSchwarz: Bob\nErgebnis: Rot gewinnt",
                "Rouge : Alice\nNoir : Bob\nRésultat : 1-0",
                "Rojas: Alice\nNegras: Bob\nResultado: 1:0",
                "Vermelhas: Alice\nPretas: Bob\nResultado: 1-0",
                "Красные: Alice\nЧёрные: Bob\nРезультат: красные выиграли",
                "赤：Alice\n黒：Bob\n結果：赤の勝ち",
                "홍: Alice\n흑: Bob\n결과: 홍승",
                "Trắng: Alice\nĐen: Bob\nKết quả: Đỏ thắng",
                '[Bên đỏ "Alice"]\n[Bên đen "Bob"]\n[Kết quả "1-0"]\n',
                '[Red Player "Alice"]\n[Black Player "Bob"]\n[Result "1-0"]\n',
                "【轮次】第3轮 【台次】2\n【红方】Alice【黑方】Bob\n【结果】红先胜",
                "**Red:** Alice\n**Black:** Bob\n**Result:** 1-0",
                "Red - Alice\nBlack - Bob\nResult - 1-0",
                'Red "Alice"\nBlack "Bob"\nResult "1-0"',
                "# Red: Alice\n# Black: Bob\n# Result: 1-0",
                "* Red: Alice\n* Black: Bob\n* Result: 1-0",
                "; Red: Alice\n; Black: Bob\n; Result: 1-0",
                '[red"Alice"]\n[black"Bob"]\n[result"1-0"]',
                '[Red="Alice"]\n[Black="Bob"]\n[Result="1-0"]',
                '[Red "Alice"];\n[Black "Bob"];\n[Result "1-0"];',
                "[Red:Alice]\n[Black:Bob]\n[Result:1-0]",
                "【红方：Alice】\n【黑方：Bob】\n【结果：红胜】",
                '% exported\n[Red "Alice"]\n[Black "Bob"]\n[Result "1-0"]\n\n% moves',
            )
        ),
        '[Red\xa0"Alice"]\n[Black\xa0"Bob"]\n[Result\xa0"1-0"]\n\n1. C2=5\xa0H8+7 2. H2+3',
        '[Red"Alice"][Black"Bob"][Result"1-0"]1.C2=5H8+7 2.H2+3',
        '```\n[Red "Alice"]\n[Black "Bob"]\n[Result "1-0"]\n1. C2=5 H8+7 2. H2+3\n```',
        "> Red: Alice\n> Black: Bob\n> Result: 1-0\n> 1. C2=5 H8+7 2. H2+3",
        *(PAGE.replace("\n", end) for end in ("\r", "\v", "\f", "\x85", "\u2028", "\u2029", "\r\n\x1a")),
        PAGE + "\x1a",
        PAGE.replace("红方", "\u200b红方\u200e").replace("炮", "\ufeff炮").replace("马", "\u200b马"),
        PAGE.encode("gb18030"),
        WXF.encode("utf-16"),
        WXF.encode("utf-16-le"),
    ],
)
def test_names_and_result_in_every_frame(text: str | bytes) -> None:
    game = game_of(text)
    assert game.is_valid, game.faults
    assert (len(game.moves), game.result) == (3, "1-0")
    assert (game.headers["Red"], game.headers["Black"]) == ("Alice", "Bob")


@pytest.mark.parametrize(
    "text",
    [
        '[Variant "xiangqi"]\n\n1. Che2 Hg7 2. Hg2 Rh9',
        '[Variant "xiangqi"]\n\n1. Che3 {+0.1/12} Ng8 {-0.2} 2. Ng3 Rh10',
        "Che2 Hg7 Hg2 Rh9",
        "１．Ｈ２－Ｅ２　Ｈ９－Ｇ７\n２．Ｈ０－Ｇ２　Ｉ９－Ｈ９",
        "１．Ｃ２＝５　Ｈ８＋７\n２．Ｈ２＋３　Ｒ９＝８",
        "1. C2~5 H8+7 2. H2+3 R9~8",
        "1-C2=5 H8+7\n2-H2+3 R9=8",
        "C2=5 / H8+7\nH2+3 / R9=8",
        "Red: C2=5 Black: H8+7 Red: H2+3 Black: R9=8",
        "1/ P2-5 M8.7\n2/ M2.3 X9-8",
        "Nr. 1 C2=5 H8+7\nNr. 2 H2+3 R9=8",
        "1) Pháo 2 bình 5, Mã 8 tiến 7; 2) Mã 2 tiến 3, Xe 9 bình 8.",
        "1. Cannon 2 = 5, Horse 8 + 7 2. Horse 2 + 3, Chariot 9 = 8",
        "1. Cannon 2 traverses 5, Knight 8 advances 7.\n2. Horse 2 forward 3, Rook 9 to 8.",
        "1. Ch2-e2 Hh9-g7 2. Hh0-g2 Ri9-h9",
        "1. Pháo hai bình năm, Mã 8 tấn 7\n2. Mã nhị tấn tam, Xe chín bình tám",
        "1. C2=5 (0:12) H8+7 (0:30)\n2. H2+3 (1:05) R9=8 (12:00:01)",
        "1. 炮二平五（0:12） 马8进7 [00:30]\n2. 马二进三 (1:05.2) 车9平8",
        "moves:\n  - C2=5\n  - H8+7\n  - H2+3\n  - R9=8",
        "* 炮二平五\n* 马8进7\n* 马二进三\n* 车9平8",
        "position startpos moves h3e3 h10g8 h1g3 i10h10",
        ">> startpos moves h2e2 h9g7 h0g2 i9h9",
        "position startpos moves h2e2 h9g7 h0g2 i9h9 banmoves i0h0",
        "1.炮二平五馬8進72.馬二進三車9平8",
        "1、炮二平五马８进７2、马二进三车９平８",
        "1.炮二平五，马8进7；2.马二进三，车9平8。",
        "9.炮二平五马8进710.马二进三车9平8",
        "1.C2=5H8+72.H2+3R9=8",
        "C2=5H8+7H2+3R9=8",
        "h2e2h9g7h0g2i9h9",
        "1.H2-E2H9-G72.H0-G2I9-H9",
        "7747 7062 7967 8070",
        "1. P2-5 M8.7\n2. M2.3 X9-8",
        "1. p2=5 m8+7 2. m2+3 x9=8",
        "1. Pháo 2 bình 5 Mã 8 tiến 7\n2. Mã 2 tiến 3 Xe 9 bình 8",
        "1. 炮二平五 马八进七\n2. 马二进三 车九平八",
        "1. 炮2平5 马8进7 2. 马2进3 车9平8",
        "1. C25 H8+7 2. H2+3 R98",
        "1. C2 = 5 H8 + 7 2. H2 + 3 R9 = 8",
        "1. 炮 二 平 五 马 8 进 7\n2. 马 二 进 三 车 9 平 8",
        *(
            f"{word}\n1. 炮二平五 马8进7 2. 马二进三 车9平8"
            for word in ("XQF", "XQ 说明", "PK", "ID3", "CCBridge")
        ),
        "1.炮二平五 马8进7\n注：红方此着稳健可取\n2.马二进三 车9平8",
        *(
            form.format(*["炮二平五", "马8进7", "马二进三", "车9平8"])
            for form in (
                "第1回合 {} {}\n第2回合 {} {}",
                "第一回合：{} {}\n第二回合：{} {}",
                "1{} {} 2{} {}",
                "1{}{}2{}{}",
                "①{} {} ②{} {}",
                "⒈{} {} ⒉{} {}",
                "⑴{} {}\n⑵{} {}",
                "❶{} {} ❷{} {}",
                "➀{} {} ➁{} {}",
                "1) {} {}\n2) {} {}",
                "1/ {} {}\n2/ {} {}",
                "#1 {} {}\n#2 {} {}",
                "Move 1: {} {}\nMove 2: {} {}",
                "[00:01] {}\n[00:05] {}\n[00:09] {}\n[1:00:12] {}",
                "On Monday somebody wrote:\n> 1. {} {}\n> 2. {} {}\n>\n",
                '"1. {} {} 2. {} {}"',
                "1)　{}，{}；2)　{}，{}。",
                "1、{}，{}。2、{}，{}。",
                "1- {} {}\n2- {} {}",
                "红：{} 黑：{} 红：{} 黑：{}",
                "红 {}\n黑 {}\n红 {}\n黑 {}",
                "红方：{}\n黑方：{}\n红方：{}\n黑方：{}",
                "红方 黑方\n1. {} {}\n2. {} {}",
                "1. {}/{} 2. {}/{}",
                "{}-{}-{}-{}",
                "{}→{}→{}→{}",
                "“{}”“{}”“{}”“{}”",
                "1.{} 0:05 {} 0:10\n2.{} 0:05 {} 1:02:03",
                "| 1 | {} | {} |\n| 2 | {} | {} |",
                "【着法】{} {} {} {}",
                "着法：{} {} {} {}",
                "走法:1.{} {} 2.{} {}",
                "<p>1.{} {}</p><p>2.{} {}</p>",
                "1.{} {}<br>2.{} {}<br/>",
                "&nbsp;1.{}&nbsp;{}&nbsp;2.{}&nbsp;{}",
                "```\n1. {} {}\n2. {} {}\n```",
            )
        ),
        *(
            form.format("h2", "e2", "h9", "g7", "h0", "g2", "i9", "h9")
            for form in (
                "{} {} {} {} {} {} {} {}",
                "{}:{} {}:{} {}:{} {}:{}",
                "{}->{} {}->{} {}->{} {}->{}",
                "{}→{} {}→{} {}→{} {}→{}",
                "[{}{}, {}{}, {}{}, {}{}]",
                "['{}{}', '{}{}', '{}{}', '{}{}']",
                '"{}{}" "{}{}" "{}{}" "{}{}"',
                "moves {}{} {}{} {}{} {}{}",
                "Moves: {}{} {}{} {}{} {}{}",
                "position startpos moves {}{} {}{} {}{} {}{} ponder a0a1",
            )
        ),
        "h3-e3 h10-g8 h1-g3 i10-h10",
        "Moves: C2=5 H8+7 H2+3 R9=8",
        *(
            form.format("7747", "7062", "7967", "8070")
            for form in ("{},{},{},{}", "{}-{}-{}-{}", "movelist: {}{}{}{}")
        ),
        "77 47 70 62 79 67 80 70",
    ],
)
def test_moves_in_every_notation(text: str) -> None:
    game = game_of(text)
    assert game.is_valid, game.faults
    assert [str(move) for move in game.moves] == ["h2e2", "h9g7", "h0g2", "i9h9"]


@pytest.mark.parametrize(
    ("move", "squares"),
    [
        ("一兵平四", "g7f7"),
        ("二兵平四", "g6f6"),
        ("三兵平六", "c7d7"),
        ("四兵平六", "c6d6"),
        ("3P=6", "c7d7"),
    ],
)
def test_soldiers_on_two_files_are_numbered_through(move: str, squares: str) -> None:
    game = game_of(f'[FEN "4k4/9/2P3P2/2P3P2/9/9/9/9/9/3K5 w - - 0 1"]\n\n1. {move}')
    assert [str(move) for move in game.moves] == [squares]


RESULTS = {
    "1-0": (
        "1 - 0",
        "1–0",
        "1:0",
        "２-０",
        "红方胜",
        "（红胜）",
        "[1-0]",
        "Red wins",
        "Black resigns",
        "黑方超时负",
    ),
    "0-1": ("0 : 1", "黑 胜", "红方认输", "结果：黑胜", "Result: 0-1", "Red resigned.", "0-1 (time)", "紅負"),
    "1/2-1/2": (
        "1/2 - 1/2",
        "½–½",
        "和",
        "Draw",
        "双方议和",
        "Kết quả: Hòa",
        "Unentschieden",
        "引き分け",
        "Ничья",
    ),
}


@pytest.mark.parametrize(
    ("result", "text"), [(result, text) for result in RESULTS for text in RESULTS[result]]
)
@pytest.mark.parametrize(
    "form", ["1. 炮二平五 马8进7 {}", "1. 炮二平五 马8进7\n{}\n", '[Result "{}"]\n\n1. 炮二平五 马8进7']
)
def test_a_result_in_every_form(result: str, text: str, form: str) -> None:
    game = game_of(form.format(text))
    assert (game.is_valid, len(game.moves), game.result) == (True, 2, result), game.faults


@pytest.mark.parametrize("codec", ["gb18030", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_an_encoding_without_a_tag(codec: str) -> None:
    text = '[Event "第三届测试赛"]\n[Red "许银川"]\n\n1. C2=5 H8+7\n'
    assert game_of(text.encode(codec)).headers["Event"] == "第三届测试赛"
    assert game_of('[Red "許銀川"]\n[Black "呂欽"]\n\n1. h2e2 h9g7'.encode("big5")).headers["Red"] == "許銀川"


@pytest.mark.parametrize(
    ("codec", "text"),
    [
        ("cp949", "홍: 김철수\n흑: 이영희\n1. C2=5 H8+7"),
        ("cp932", "先手：田中\n後手：鈴木\n1. 炮二平五 馬8進7"),
        ("euc_jp", "先手：たなか\n後手：すずき\n1. 炮二平五 馬8進7"),
        ("cp1251", "Красные: Иванов\nЧёрные: Петров\n1. C2=5 H8+7"),
        ("cp1252", '[White "Jürgen Müller"]\n[Black "José Núñez"]\n\n1. C2=5 H8+7'),
        ("cp1252", '[White "Müller"]\n\n1. C2=5 H8+7'),
        ("gb18030", "红方: A队 Zhou周\n黑方: B组\n1. C2=5 H8+7"),
    ],
)
def test_an_encoding_of_another_land(codec: str, text: str) -> None:
    game, plain = game_of(text.encode(codec)), game_of(text)
    assert game.is_valid
    assert (game.headers, game.moves) == (plain.headers, plain.moves)
    assert {fault.code for fault in game.faults} == ({"guessed-encoding"} if codec[:4] == "cp12" else set())


def test_letters_with_accents_whose_set_nobody_can_tell_are_said_to_be_guessed() -> None:
    """`Dvořák` in windows-1250 is `Dvoøák` in windows-1252."""
    game = game_of('[Red "Dvořák Jiří"]\n[Black "Novák"]\n\n1. C2=5 H8+7'.encode("cp1250"))
    assert [str(fault.code) for fault in game.faults] == ["guessed-encoding"]
    assert (game.is_valid, game.headers["Black"]) == (True, "Novák")


WXF_WITHOUT_FORMAT = WXF.replace("FORMAT\tWXF\n", "") + "COMMENT{\nRED was better\n}END\n"


@pytest.mark.parametrize(
    "text",
    [
        WXF,
        WXF_WITHOUT_FORMAT,
        PAGE,
        "红方：Alice\n黑方：Bob\n1. 炮二平五 马8进7 2. 马二进三 红胜\n\n",
        "Red: Alice\nBlack: Bob\n\n1. C2=5 H8+7\n2. H2+3 1-0\n\n",
        "【红方】Alice【黑方】Bob\n1. 炮二平五 马8进7 2. 马二进三\n结果：红胜\n",
    ],
)
def test_every_game_of_a_text_is_read(text: str) -> None:
    games = list(read((text + text.replace("Alice", "Cara") + text.replace("Alice", "Eve")).encode()))
    assert [game.headers["Red"] for game in games] == ["Alice", "Cara", "Eve"]
    assert all(game.is_valid and len(game.moves) == 3 and game.result == "1-0" for game in games), games


def test_a_fault_of_a_later_game_names_its_line_in_the_file() -> None:
    *_, last = read((PAGE + PAGE.replace("马二进三", "马二进四")).encode())
    assert [fault.line for fault in last.faults] == [PAGE.count("\n") + 9]


def test_who_plays_said_again_between_and_below_moves_begins_no_game() -> None:
    text = "红方：Alice\n黑方：Bob\n红方：炮二平五\n黑方：马8进7\n红方：马二进三\n红方：Alice 黑方：Bob\n"
    (game,) = read(text.encode())
    assert (game.is_valid, len(game.moves), game.headers["Red"]) == (True, 3, "Alice")


FOREIGN = {
    "GIB": "\\HS\n\\[GAMEBLACKNAME=a\\]\n\\HE\n\\GS\nSTO 0 2 1 15 3\n",
    "NGF": "Title\n19\nWhite\nBlack\nPMABBQDQD\nPMACWDPDP\n",
    "UGF": "[Header]\nTitle=x\n[Data]\nQD,B1,0,0\n",
    "KIF": "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n",
    "KI2": "▲７六歩 △３四歩 ▲２六歩",
    "CSA": "V2.2\nN+A\nPI\n+\n+7776FU\n-3334FU\n",
    "USI": "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f",
    "Chess": '[White "a"]\n[Black "b"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n',
    "Crazyhouse": '[Variant "Crazyhouse"]\n\n1. e4 e5',
    "Janggi": '[초대국자 "a"]\n[한대국자 "b"]\n1. 79졸78 2. 41졸42',
    "Draughts": '[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 14x23',
    "Gomoku": "Piskvorky 15x15, 11:11, 0\n8,8,0\n",
    "JSON": '{"moves": []}',
    "JSON (a list)": '["炮二平五", "马8进7"]',
    "GTP": "boardsize 19\nkomi 7.5\nplay black D4\nplay white Q16\n",
    "Go (D4": "1. D4 Q16\n2. D16 Q4\n3. R14\n",
    "Go (D4 Q16)": "B D4\nW Q16\nB C3",
    "URL": "https://games.example/view_m_12345.html\n",
    "UCI": "info depth 12 score cp 30 pv h2e2 h9g7 h0g2\nbestmove h2e2 ponder h9g7\n",
    "FEN": FEN + "\n",
    "SGF": "（;GM[1]SZ[19];B[pd];W[dp]）",
    "XML": '<?xml version="1.0"?><x/>',
    "HTML": "<!DOCTYPE html><html><body>Hello</body></html>",
    "PNG": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "PDF": b"%PDF-1.4\n",
    "ZIP": b"PK\3\4\0\0",
    "XQR": b"\0\2\x20\x17\1\1\1",
    "CHE": bytes(range(256)),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_a_foreign_kind_is_named(name: str) -> None:
    raw = FOREIGN[name]
    game = game_of(raw)
    assert not game.is_valid
    assert any(name.removesuffix(" (a list)") in fault.text for fault in game.faults), game.faults


@pytest.mark.parametrize(
    "text",
    [
        "1. 炮二平五 马八进七\n2. 马二进三 车九平八",
        "1. C25 H8+7\n2. H2+3 R98",
        "1. C2 = 5 H8 + 7\n2. H2 + 3 R9 = 8",
        "1. 炮 二 平 五 马 8 进 7\n2. 马 二 进 三 车 9 平 8",
    ],
)
def test_a_scoresheet_in_the_same_spellings(text: str) -> None:
    cells = read_sheet(text)
    assert len(cells) == 4
    assert all(cell.is_readable for cell in cells), cells
