"""Sheets made from real games, with faults that are known: the game comes back, or it is said that it does
not; a wrong one is never called complete."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.scoresheets.answer import sheets_answer
from games.scoresheets.sheet import CellKind, TooLongError, plies_of, read_sheet
from games.xiangqi.values import Move
from tests.games.scoresheets.making import GAMES, Sheet, doubts, make, rows, texts_of

LAYOUTS = ((True, " "), (True, "\t"), (False, " "))


def pair_of(moves: tuple[Move, ...], chance: random.Random, neither: tuple[int, ...]) -> tuple[Sheet, Sheet]:
    """Both sheets; but for ``neither`` every ply stands, in its place, on one of them."""
    tied: frozenset[int] = frozenset()
    sheets = []
    for _ in range(2):
        sheet = make(
            moves,
            chance,
            language=chance.choice(("english", "chinese")),
            omitted=chance.randint(0, 12),
            skipped=chance.choice((0, 0, 1, 2)),
            renumbered=chance.random() < 0.4,
            transposed=chance.choice((0, 0, 1)),
            misreads=chance.choice((0, 0, 1, 2, 3)),
            neither=neither,
            standing=tied,
        )
        tied = frozenset(sheet.lacking)
        sheets.append(sheet)
    return sheets[0], sheets[1]


def trial(seed: int, games: list[tuple[Move, ...]], most_on_neither: int) -> tuple[str, bool, bool]:
    """One pair: the status, whether the true game is among those that are told, and whether it is the first
    of them. Where it alone fits best, the counts are those of the sheets."""
    chance = random.Random(seed)
    moves = games[seed % len(games)]
    neither = tuple(
        chance.sample(range(1, len(moves) + 1), chance.randint(min(1, most_on_neither), most_on_neither))
    )
    sheets = pair_of(moves, chance, neither)
    texts = []
    for sheet in sheets:
        numbered, separator = chance.choice(LAYOUTS)
        texts.append(sheet.text(numbered=numbered, separator=separator))
    answer_found = sheets_answer(*texts)
    truth = [str(move) for move in moves]
    assert answer_found["status"] != "complete" or answer_found["moves"] == truth, seed
    if answer_found["best"] == 1 and answer_found["proved"] and answer_found["moves"] == truth:
        for sheet, side in zip(sheets, ("first", "second"), strict=True):
            assert len(answer_found["sheets"][side]["missed"]) == len(sheet.missed), seed
            assert len(answer_found["sheets"][side]["wrong"]) == len(sheet.wrong), seed
    return answer_found["status"], truth in doubts(answer_found), answer_found["moves"] == truth


@pytest.mark.slow
@pytest.mark.parametrize(("most_on_neither", "pairs", "least"), [(0, 20, 0.95), (3, 6, 0.8)])
def test_the_true_game_comes_back(most_on_neither: int, pairs: int, least: float) -> None:
    counter = Counter(trial(seed, GAMES, most_on_neither)[1] for seed in range(pairs))
    assert counter[True] >= least * pairs


@pytest.mark.long
@pytest.mark.parametrize(("most_on_neither", "pairs", "least"), [(0, 600, 0.99), (3, 300, 0.8)])
def test_the_true_game_comes_back_at_length(
    most_on_neither: int, pairs: int, least: float, record_property: Any
) -> None:
    collected = [trial(seed, GAMES, most_on_neither) for seed in range(pairs)]
    record_property("pairs", pairs)
    record_property("recovered", f"{sum(right for _, right, _ in collected) / pairs:.2%}")
    record_property("told first", f"{sum(first for _, _, first in collected) / pairs:.2%}")
    record_property("complete", f"{sum(status == 'complete' for status, _, _ in collected) / pairs:.2%}")
    assert sum(right for _, right, _ in collected) >= least * pairs


@pytest.mark.slow
def test_counts_name_the_plies() -> None:
    moves = GAMES[0]
    mine, theirs = texts_of(moves), texts_of(moves, "chinese")
    for ply in (12, 13, 20, 21):
        mine[ply - 1] = "…"
    mine[39] = "K5+1" if mine[39] != "K5+1" else "K5-1"
    answer_found = sheets_answer(rows(mine), rows(theirs))
    assert (answer_found["best"], answer_found["moves"]) == (1, [str(move) for move in moves])
    first, second = answer_found["sheets"]["first"], answer_found["sheets"]["second"]
    assert (first["missed"], first["wrong"], first["fouls"]) == ([12, 13, 20, 21], [40], 1)
    assert (second["missed"], second["wrong"], second["fouls"]) == ([], [], 0)
    assert first["texts"]["40"] == mine[39]


def test_one_sheet_alone_and_two_hundred_plies() -> None:
    moves = max(GAMES, key=len)
    texts = texts_of(moves)
    assert sheets_answer(rows(texts), "")["moves"] == [str(move) for move in moves]
    assert sheets_answer("", rows(texts))["sheets"]["first"]["fouls"] == 2


@pytest.mark.slow
def test_where_it_cannot_be_repeated_it_says_what_stood_there() -> None:
    texts = texts_of(GAMES[0])[:40]
    both = [*texts[:20], "C1+9", "K1=9", "C9-9", *texts[23:]]
    answer_found = sheets_answer(rows(both), rows(both))
    assert (answer_found["status"], answer_found["broken_at"]) == ("broken", 21)
    assert answer_found["stood"] == {"first": "C1+9", "second": "C1+9"}
    assert len(answer_found["moves"]) == 20


@pytest.mark.slow
def test_what_is_not_proved_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("C1+9 K1=9")
    with pytest.raises(SystemExit):
        call_command("reconcile", "--first", str(sheet), "--second", str(sheet))
    out = capsys.readouterr().out
    assert "No game found (search incomplete)" in out
    assert "Compare these scoresheets by hand." in out


def test_a_single_ply_on_neither_sheet_is_one_of_several() -> None:
    texts = texts_of(GAMES[0])[:10]
    texts[9] = "…"
    answer_found = sheets_answer(rows(texts), rows(texts))
    assert answer_found["status"] == "ambiguous"
    assert answer_found["differ_at"] == 10
    assert answer_found["alternatives"] == len({tuple(game) for game in answer_found["games"]}) > 20
    assert {tuple(game[:9]) for game in answer_found["games"]} == {tuple(map(str, GAMES[0][:9]))}


@pytest.mark.parametrize(
    ("first", "second", "cause"),
    [
        ("", "", "nothing-readable"),
        ("hello", "\n".join(["…"] * 5), "nothing-readable"),
        (rows(texts_of(GAMES[0])), rows(texts_of(GAMES[8])), "different-games"),
    ],
    ids=["empty", "no move", "different games"],
)
def test_what_gives_no_game(first: str, second: str, cause: str) -> None:
    answer_found = sheets_answer(first, second)
    assert (answer_found["status"], answer_found["cause"]) == ("broken", cause)


def test_five_thousand_lines_are_refused_at_once() -> None:
    with pytest.raises(TooLongError):
        sheets_answer("\n".join("C2=5 H8+7" for _ in range(5000)), "")
    with pytest.raises(TooLongError):
        sheets_answer("x" * 1_000_000, "")


def test_numbers_that_are_glued_are_read_one_after_the_other() -> None:
    assert plies_of("1." * 5000) == 0
    kinds = [cell.kind for cell in read_sheet("1." * 500 + "C2=5 H8+7 1-0")]
    assert kinds[-2:] == [CellKind.READABLE, CellKind.READABLE]


@pytest.mark.parametrize(
    "text",
    [
        "1. C2=5 H8+7\n2. ... R9=8",
        "1.\tC2=5\tH8+7\n2.\t\tR9=8",
        "1 C2=5 H8+7 2 □ R9=8",
        "| 1 | C2=5 | H8+7 |\n| 2 | ? | R9=8 |",
        '[Event "x"]\n1. 炮二平五 马８进７ 2. … 车９平８',
        "1.炮二平五马8进7\n2... 车9平8 1-0",
        "1. C2=5 H8+7\n2.            R9=8",
        "C2=5 H8+7\n-- R9=8",
        "C2=5\nH8+7\n?\nR9=8",
    ],
)
def test_how_a_sheet_may_look(text: str) -> None:
    kinds = [cell.kind for cell in read_sheet(text)]
    assert kinds == [CellKind.READABLE, CellKind.READABLE, CellKind.BLANK, CellKind.READABLE]


@pytest.mark.slow
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = texts_of(GAMES[1])
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_bytes(rows(texts_of(GAMES[1], "chinese")).encode("gb18030"))
    bad.write_text(rows([*texts[:4], "…", "…", "…", "…", *texts[8:]]))
    same = tmp_path / "same.txt"
    same.write_text(rows(texts))
    call_command("reconcile", "--first", str(good), "--second", str(same), "--json")
    reading = json.loads(capsys.readouterr().out)
    assert (reading["status"], reading["alternatives"], reading["games"]) == ("complete", 1, [])
    call_command("reconcile", "--first", str(good), "--second", str(same))
    assert "complete: 67 plies" in capsys.readouterr().out
    call_command("reconcile", "--first", str(good), "--second", str(bad), "--json")
    reading = json.loads(capsys.readouterr().out)
    assert (reading["status"], reading["moves"]) == ("complete", [str(move) for move in GAMES[1]])
    assert reading["sheets"]["second"]["missed"] == [5, 6, 7, 8]
    assert reading["sheets"]["second"]["fouls"] == 1
    careless = tmp_path / "careless.txt"
    careless.write_text(rows([*texts[:20], "#" + texts[20][1:], *texts[21:]]))
    for more in (["--json"], []):
        with pytest.raises(SystemExit) as ended:
            call_command("reconcile", "--first", str(bad), "--second", str(careless), *more)
        assert ended.value.code == 1
    lines = capsys.readouterr().out.splitlines()
    reading = json.loads(lines[0])
    assert (reading["status"], reading["best"]) == ("ambiguous", 1)
    assert reading["moves"] == [str(move) for move in GAMES[1]]
    assert lines[2].strip() == "One best match; others are close and differ from move 3 of Red on"
    with pytest.raises(SystemExit) as ended:
        call_command("reconcile", "--first", str(good), "--second", str(tmp_path / "none"))
    assert ended.value.code == 2
    assert "none" in capsys.readouterr().err
    bad.write_text("nothing")
    with pytest.raises(SystemExit) as ended:
        call_command("reconcile", "--first", str(bad), "--second", str(bad))
    assert ended.value.code == 1
