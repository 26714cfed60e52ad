"""``check_record``, ``convert`` and ``perft`` keep the promises of their options, keys and exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.management.commands import check_record
from games.records.game import Game
from games.records.writing import to_pgn
from tests.command_line import ROOT, run
from tests.games.commands import inside, objects
from tests.games.facts import championship_games, moves_of

KEYS = [
    *("file", "index", "game", "headers", "valid", "plies", "moves", "final_fen", "ending", "result"),
    *("result_contradicted", "quiet_plies", "faults", "findings"),
]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = championship_games()[0]
    path = tmp_path / "game.pgn"
    headers = {"Red": "甲", "Result": game["result"]}
    path.write_bytes(to_pgn(Game(headers, moves=moves_of(game["moves"])), traditional=True).encode("big5"))
    return path


def test_a_valid_record_as_json(record: Path) -> None:
    code, out, err = inside("check_record", str(record), "--json")
    (result,) = objects(out)
    game = championship_games()[0]
    assert (code, err) == (0, "")
    assert list(result) == KEYS
    assert result["file"] == str(record)
    assert (result["index"], result["game"], result["valid"]) == (0, "xiangqi", True)
    assert result["headers"]["Red"] == "甲"
    assert result["moves"]["iccs"] == game["moves"]
    assert (result["plies"], result["ending"], result["result"]) == (
        len(game["moves"]), game["ending"], game["result"],
    )  # fmt: skip
    assert {len(texts) for texts in result["moves"].values()} == {result["plies"]}
    assert (result["faults"], result["findings"], result["result_contradicted"]) == ([], [], False)


def test_an_invalid_record(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("1. C2=5 H8+7\n2. C5=9 R9=8")
    code, out, _err = inside("check_record", str(path), "--json")
    (result,) = objects(out)
    assert code == 1
    (fault,) = result["faults"]
    assert list(fault)[:6] == ["line", "ply", "text", "cause", "message", "candidates"]
    assert (fault["line"], fault["ply"], fault["text"], fault["cause"]) == (2, 3, "C5=9", "illegal")
    assert fault["candidates"][:2] == ["C5=7", "C5=6"]
    code, out, _err = inside("check_record", str(path))
    assert code == 1
    assert "line 2, ply 3: illegal: “C5=9”" in out


def test_every_file_yields_an_answer(record: Path, tmp_path: Path) -> None:
    binary = tmp_path / "noise.bin"
    binary.write_bytes(bytes(range(256)) * 4)
    missing = tmp_path / "missing.pgn"
    code, out, err = inside("check_record", str(record), str(binary), str(missing), "--json")
    assert [result["valid"] for result in objects(out)] == [True, False, False]
    assert code == 2
    assert err == f"{missing}: No such file or directory\n"


@pytest.mark.slow
def test_standard_input_and_many_games() -> None:
    games = [Game({"Result": "*"}, moves=moves_of(game["moves"])) for game in championship_games()[:3]]
    text = "\n".join(to_pgn(game, "wxf") for game in games)
    done = run("check_record", "-", "--json", stdin=text.encode())
    result = objects(done.stdout.decode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert [(answer["file"], answer["index"]) for answer in result] == [("-", 0), ("-", 1), ("-", 2)]


@pytest.mark.slow
def test_jobs_give_the_same_answers_in_order(record: Path, tmp_path: Path) -> None:
    files = [str(record)] * 3
    for number in range(20):
        path = tmp_path / f"{number}.txt"
        path.write_text(" ".join(championship_games()[number]["moves"][: 10 + number]))
        files.append(str(path))
    item = run("check_record", *files, "--json")
    two = run("check_record", *files, "--json", "--jobs", "2")
    assert item.returncode == two.returncode == 0
    assert two.stdout == item.stdout
    assert two.stderr.splitlines()[-1] == b"23 of 23 files"


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (["--rulebook", "nonsense"], "unknown rulebook 'nonsense'"),
        (["--claim", "third:4"], "'third:4' is not first:PLY or second:PLY"),
        (["--claim", "first:0"], "'first:0' is not"),
        (["--clock", "first:x"], "'first:x' is not"),
        (["--jobs", "0"], "--jobs 0 is not between 1 and 256"),
        (["--format", "doc"], "invalid choice: 'doc'"),
    ],
)
@pytest.mark.slow
def test_wrong_options_end_in_one_line(record: Path, words: list[str], cause: str) -> None:
    done = run("check_record", str(record), *words)
    assert done.returncode == 2
    assert cause in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1


def test_claims_and_clocks_are_accepted(record: Path) -> None:
    options = ["--claim=first:60", "--claim=second:61", "--clock=second:300"]
    assert inside("check_record", str(record), *options)[0] == 0


def test_a_record_that_takes_too_long_is_given_up(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_record, "MOST_SECONDS", 0.000_001)
    code, out, _err = inside("check_record", str(record), "--json")
    assert code == 1
    assert objects(out)[0]["faults"][0]["code"] == "too-slow"


@pytest.mark.slow
def test_no_database_is_needed(record: Path) -> None:
    env = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "PATH": "", "ENV_FILE": "/dev/null"}
    process = subprocess.run(
        [sys.executable, "manage.py", "check_record", str(record)],
        cwd=ROOT,
        env={**env, "PYTHONPROFILEIMPORTTIME": "1"},
        capture_output=True,
        check=False,
    )
    assert process.returncode == 0
    assert b"games.records.detect" in process.stderr
    # Nor the interface for programs: it takes a third of a second to load.
    assert b"rest_framework.response" not in process.stderr
    assert run("perft", "1").stdout == b"44\n"


@pytest.mark.parametrize("target", ["pgn", "wxf", "chinese", "iccs", "dhtmlxq"])
@pytest.mark.parametrize("traditional", [False, True])
def test_what_is_converted_reads_back(record: Path, tmp_path: Path, target: str, traditional: bool) -> None:
    words = ["--to", target, *(["--traditional"] if traditional else [])]
    code, text, err = inside("convert", str(record), *words)
    assert (code, err) == (0, "")
    assert ("馬" in text) == (traditional and target in {"pgn", "chinese"})
    path = tmp_path / "converted"
    path.write_text(text)
    (result,) = objects(inside("check_record", str(path), "--json")[1])
    assert result["moves"]["iccs"] == championship_games()[0]["moves"]


def test_convert_to_json_is_the_answer_of_check_record(record: Path) -> None:
    assert inside("convert", str(record), "--to", "json") == inside("check_record", str(record), "--json")


def test_convert_keeps_what_could_be_read(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("1. C2=5 H8+7\n2. C5=9 R9=8")
    code, out, err = inside("convert", str(path), "--to", "iccs")
    assert (code, out) == (1, "1. H2-E2 H9-G7\n")
    assert err == f"{path}, line 2: “C5=9”: the way is blocked\n"
    path.write_text("nothing")
    assert inside("convert", str(path), "--to", "iccs")[:2] == (2, "")


def test_perft() -> None:
    code, out, _err = inside("perft", "2", "--json")
    reading = json.loads(out)
    assert (code, list(reading), reading["depth"], reading["nodes"]) == (
        0,
        ["depth", "nodes", "seconds"],
        2,
        1920,
    )
    assert inside("perft", "1", "--fen", "3k5/9/9/9/9/9/9/9/9/4K4 w")[1] == "2\n"


def test_perft_refuses_what_is_no_position() -> None:
    code, out, err = inside("perft", "1", "--fen", "9/9/9 w")
    assert (code, out) == (2, "")
    assert err == "perft: 9/9/9 w: not a position: rank-count 3\n"
    assert inside("perft", "99")[0] == 2


def test_perft_in_batches(tmp_path: Path) -> None:
    path = tmp_path / "positions.jsonl"
    start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
    lines = [{"id": "a", "fen": start, "depth": 2}, {"fen": start}, {"id": "b", "fen": "x"}]
    path.write_text("\n".join([*map(json.dumps, lines), "nonsense"]))
    result = objects(inside("perft", "1", "--fen", str(path))[1])
    assert [(answer.get("id"), answer.get("nodes")) for answer in result] == [
        ("a", 1920), (None, 44), ("b", None), (None, None),
    ]  # fmt: skip
    assert [answer.get("line") for answer in result] == [None, None, 3, 4]
