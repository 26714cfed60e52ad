"""The ``judge`` command: its keys, batches, exit codes."""

import json
from pathlib import Path

import pytest

from games.rulebooks.findings import Kind
from games.wording.findings import FOLLOWS
from tests.games.commands import inside, objects
from tests.games.rulebooks.facts import diagrams

SHUFFLE = ["h0g2", "h9g7", "g2h0", "g7h9"]
CHECKS = next(diagram for diagram in diagrams() if diagram["loser"] == "first")


def test_one_series_as_json() -> None:
    line = f"{CHECKS['lead']} {CHECKS['cycle']} {CHECKS['cycle']}"
    code, out, err = inside(
        "judge", "--fen", CHECKS["position"], "--moves", line, "--rulebook", "axf", "--json"
    )
    (answer,) = objects(out)
    assert (code, err) == (0, "")
    assert answer["verdict"] == "second-wins"
    assert [(finding["kind"], finding["side"], finding["article"]) for finding in answer["findings"]] == [
        ("must-change", "first", "1"),
        ("loss", "first", "1"),
    ]
    assert answer["findings"][-1]["message"] == "perpetual check by Red: Red loses"
    assert {"rulebook", "article", "kind", "side", "ply", "message", "evidence"} <= set(answer["findings"][0])


def test_text_names_rulebook_and_article() -> None:
    code, out, _ = inside("judge", "--moves", " ".join(SHUFFLE * 2), "--rulebook", "axf")
    assert code == 0
    assert out.splitlines() == [
        "8 plies, 1 findings, verdict draw",
        "  ply 8: draw: repetition without check or chase: a draw (axf 11)",
    ]


def test_a_batch_answers_line_by_line(tmp_path: Path) -> None:
    lines = [
        {
            "id": number,
            "fen": diagram["position"],
            "moves": f"{diagram['lead']} {diagram['cycle']} {diagram['cycle']}".split(),
        }
        for number, diagram in enumerate(diagrams())
    ]
    path = tmp_path / "batch.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    code, out, _ = inside("judge", "--batch", str(path), "--rulebook", "axf", "--json")
    answer = objects(out)
    assert code == 0
    assert [diagram["id"] for diagram in answer] == list(range(len(lines)))
    wanted = {"first": "second-wins", "second": "first-wins", None: "draw"}
    assert [diagram["verdict"] for diagram in answer[1:]] == [
        wanted[diagram["loser"]] for diagram in diagrams()[1:]
    ]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("nonsense", "not JSON"),
        ("[]", "not an object"),
        ('{"id": 5, "fen": 7}', "fen: not a text"),
        ('{"id": 5, "fen": "9/9/9/9/9/9/9/9/9/4K4 w"}', "not a position: no-general k"),
        ('{"id": 5, "fen": "4k4/9/9/9/K8/9/9/9/9/9 w"}', "not a position: misplaced a5"),
        ('{"id": 5, "moves": [1]}', "moves: not a list"),
        (r'{"id": 5, "fen": "9/9 \ud800"}', "not a position: rank-count 2"),
        ('{"id": 5, "moves": ["h2e2", "xx"]}', "ply 2: 'xx' is not a move in ICCS"),
    ],
)
def test_a_line_that_cannot_be_judged(tmp_path: Path, line: str, error: str) -> None:
    path = tmp_path / "batch.jsonl"
    path.write_text(f'{line}\n{{"moves": ["h2e2"]}}\n')
    code, out, _ = inside("judge", "--batch", str(path), "--json")
    assert out.encode(), "every stream of UTF-8 takes it"
    bad, good = objects(out)
    assert code == 0
    assert error in bad["error"]
    assert bad["line"] == 1
    assert bad.get("id") == (5 if '"id"' in line else None)
    assert good["plies"] == 1


def test_an_illegal_move_ends_it_with_what_was_found_up_to_there() -> None:
    line = [*SHUFFLE, *SHUFFLE, "a0a9"]
    code, out, err = inside("judge", "--moves", " ".join(line), "--rulebook", "axf", "--json")
    (answer,) = objects(out)
    assert code == 1
    assert answer["plies"] == 8
    assert [finding["kind"] for finding in answer["findings"]] == ["draw"]
    assert answer["error"].startswith("ply 9: “a0a9”")
    assert err.strip() == answer["error"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--rulebook", "nope"], "unknown rulebook 'nope' (there are: axf"),
        (["--fen", "9/9/9/9/9/9/9/9/9/4K4 w"], "not a position: no-general k"),
        (["--moves", "h2e2 zz"], "ply 2: 'zz' is not a move"),
        (["--moves", "h2e2 " * 1501], "moves: 1501 plies are more than 1500"),
        (["--batch", "/nowhere"], "/nowhere: No such file"),
    ],
)
def test_what_cannot_be_judged_at_all(words: list[str], error: str) -> None:
    code, out, err = inside("judge", *words)
    assert (code, out) == (2, "")
    assert error in err
    assert err.count("\n") == 1


@pytest.mark.slow
def test_fifteen_hundred_plies_of_shuffling_end_soon() -> None:
    code, out, _ = inside("judge", "--moves", " ".join(SHUFFLE * 375), "--json")
    assert code == 0
    assert objects(out)[0]["plies"] == 1500


def test_every_kind_has_words() -> None:
    assert set(FOLLOWS) == set(Kind)
