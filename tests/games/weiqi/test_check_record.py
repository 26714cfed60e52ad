"""``check_record`` on SGF: the same object as for xiangqi, with the moves as SGF, areas and captures."""

import json

import pytest
from django.core.management import call_command

from games.records.game import BROKEN_DOWN
from games.rulebooks.weiqi import IN_REGISTER, OFFENCE_OF, Offence, findings
from games.weiqi.board import Illegal, Repetition
from games.weiqi.judging import judge
from games.weiqi.reading import read_file
from games.weiqi.record import CAUSES, FaultCode
from games.wording.weiqi import FAULTS, FINDINGS
from tests.games.weiqi.games import load, sgf


def check(capsys, *arguments: str) -> tuple[int, list[dict]]:
    try:
        call_command("check_record", *arguments, "--json")
    except SystemExit as stopped:
        code = stopped.code
    else:
        code = 0
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def by_source(name: str) -> dict:
    (facts,) = [facts for facts in load("games") if facts["source"] == f"unusual/{name}.sgf"]
    return facts


@pytest.fixture
def file_of(tmp_path):
    def write(content: bytes) -> str:
        path = tmp_path / "game.sgf"
        path.write_bytes(content)
        return str(path)

    return write


def test_the_object_has_the_promised_keys(capsys, file_of):
    name = file_of(b"(;SZ[9]KM[7.5]RU[Chinese]PB[A]PW[B]RE[B+73.5];B[ba];W[aa];B[ab];W[];B[])")
    code, (result,) = check(capsys, name, "--format", "sgf")
    assert code == 0
    assert result == {
        "file": name,
        "index": 0,
        "game": "weiqi",
        "headers": {
            "Black": "A", "White": "B", "Size": "9", "Komi": "7.5", "Rules": "Chinese", "SgfResult": "B+73.5",
            "Result": "1-0",
        },
        "valid": True,
        "plies": 5,
        "moves": {"sgf": ["B[ba]", "W[aa]", "B[ab]", "W[]", "B[]"]},
        "final_fen": "1b7/b8/9/9/9/9/9/9/9 w",
        "ending": "passes",
        "result": "1-0",
        "result_contradicted": False,
        "quiet_plies": 2,
        "captures": {"first": 1, "second": 0},
        "area": {
            "first": 81, "second": 0, "shared": 0,
            "compensation": "3¾", "result": "B+73.5", "difference": "0",
        },
        "faults": [],
        "findings": [],
    }  # fmt: skip


def test_a_count_is_shown_against_the_claim_never_held_against_it(capsys, file_of):
    code, (result,) = check(capsys, file_of(b"(;SZ[9]KM[7.5]RE[W+2.5];B[ba];W[];B[])"))
    assert (code, result["valid"], result["result"], result["result_contradicted"]) == (0, True, "0-1", False)
    assert result["area"]["difference"] == "38"


def test_every_game_of_a_file_has_its_object_and_one_bad_game_makes_the_answer_no(capsys, file_of):
    code, result = check(capsys, file_of(b"(;SZ[9];B[aa])(;SZ[9];B[aa];W[aa])"))
    assert code == 1
    assert [(item["index"], item["valid"]) for item in result] == [(0, True), (1, False)]
    fault = result[1]["faults"][0]
    assert (fault["cause"], fault["ply"], fault["text"], fault["code"]) == ("illegal", 2, "W[aa]", "occupied")
    assert "the point is occupied" in fault["message"]


def test_what_is_no_sgf_is_said(capsys, file_of):
    code, (result,) = check(capsys, file_of(b"hello"), "--format", "sgf")
    assert (code, result["valid"], [fault["code"] for fault in result["faults"]]) == (
        1, False, ["outside-game", "no-game"],
    )  # fmt: skip


def test_a_cycle_is_a_finding_and_under_the_letter_illegal(capsys, file_of):
    name = file_of(sgf(by_source("eternal_life_4")))
    code, (result,) = check(capsys, name)
    assert code == 0
    (finding,) = result["findings"]
    assert finding["message"].startswith("B[da] repeats the position after move 83, 4 moves earlier")
    assert {key: finding[key] for key in ("rulebook", "article", "kind", "side", "ply")} == {
        "rulebook": "weiqi", "article": "6, 20", "kind": "warning", "side": "first", "ply": 87,
    }  # fmt: skip
    assert finding["evidence"]["until"] == 89
    assert finding["evidence"]["rulings"] == ["no-result", "replay", "draw", "play-on"]
    code, (strict,) = check(capsys, name, "--rulebook", "weiqi-strict")
    assert (code, strict["valid"], strict["faults"][0]["ply"]) == (1, False, 87)


def test_plain_text_names_line_ply_and_area(capsys, file_of):
    with pytest.raises(SystemExit) as stopped:
        call_command("check_record", file_of(b"(;SZ[9]KM[3.75];B[aa]\n;W[aa])"))
    assert stopped.value.code == 1
    out = capsys.readouterr().out
    assert "area as it stands: Black 81, White 0, shared 0" in out
    assert "line 2, ply 2: illegal" in out
    assert "(meant: 7.5?)" in out


@pytest.mark.parametrize(
    ("source", "code", "article", "ply"),
    [
        ("illegal_ko_11", Offence.RECAPTURE, "6, 20", 169),
        ("suicide_2", Offence.FORBIDDEN_POINT, "5, 19", 214),
        ("two_moves_1", Offence.TWO_PLAYS, "2.1, 19", 189),
    ],
)
def test_offences_that_a_record_shows(source, code, article, ply):
    (record,) = read_file(sgf(by_source(source)))
    (finding,) = findings(judge(record))
    assert (finding.code, finding.article, finding.ply, finding.kind) == (code, article, ply, "foul")


def test_cycles_that_go_on_are_one_finding():
    (record,) = read_file(sgf(by_source("triple_ko_19")))
    collected = [(finding.ply, finding.evidence["until"]) for finding in findings(judge(record))]
    assert collected == [(265, 267), (275, 288)]
    assert findings(judge(record, Repetition.STRICT))[0].rulebook == "weiqi-strict"


def test_every_code_has_words_and_every_offence_an_article():
    assert {*FaultCode, *Illegal, *BROKEN_DOWN} == set(FAULTS)
    assert {*Offence, "cycle"} == set(FINDINGS)
    assert set(IN_REGISTER) == set(Offence)
    assert set(OFFENCE_OF) <= set(FAULTS)
    assert set(CAUSES) <= set(FAULTS)
