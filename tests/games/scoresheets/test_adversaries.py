"""Two sheets that tell a wrong game without a contradiction: it is never called complete, and the game that
was played stands beside it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games.scoresheets import reconstruct
from games.scoresheets.answer import sheets_answer
from games.xiangqi.board import Board
from games.xiangqi.notation import tokens
from games.xiangqi.notation.reading import moves_of
from games.xiangqi.values import Move
from tests.games.scoresheets.making import GAMES, doubts, rows, written

LETTERS = {
    "english": ("123456789", "+-=", "KAEHRCP"),
    "chinese": ("一二三四五六七八九１２３４５６７８９", "进退平", "帅仕相马车炮兵将士象卒"),
}
"""By language, the characters that are taken for one another."""
Pair = tuple[list[str], list[str]]
Adversary = Callable[[tuple[Move, ...], random.Random], Pair]


def one_letter_off(texts: list[str], moves: tuple[Move, ...], ply: int, language: str) -> list[str]:
    """Every legal move that differs from what was written for ``ply`` (from 0) in one character."""
    board = Board()
    for move in moves[:ply]:
        board.push(move)
    collected = []
    for place, letter in enumerate(texts[ply]):
        for other in next((kind for kind in LETTERS[language] if letter in kind), ""):
            text = texts[ply][:place] + other + texts[ply][place + 1 :]
            token = tokens.parse(text) if other != letter else None
            meant = (
                {move for reading in token.readings for move in moves_of(board, reading)} if token else set()
            )
            if meant - {moves[ply]} and any(board.is_legal(move) for move in meant):
                collected.append(text)
    return collected


def misread_where_it_stands_alone(moves: tuple[Move, ...], chance: random.Random) -> Pair:
    """A legal move in the place of another, a character away, of which the other sheet has nothing. What is
    written badly once is written badly elsewhere: the sheet has a cell that cannot be read as well."""
    language = chance.choice(("english", "chinese"))
    first, second = written(moves, language), written(moves, chance.choice(("english", "chinese")))
    for ply in chance.sample(range(len(moves) - 1), len(moves) - 1):
        if others := one_letter_off(first, moves, ply, language):
            first[ply] = chance.choice(others)
            break
    for gap in {ply, *chance.sample(range(len(moves) - 1), 4)}:
        second[gap] = "…"
    smudged = chance.choice([at for at, text in enumerate(second) if text != "…"])
    first[smudged] = "#" + first[smudged][1:]
    return first, second


def transposed_and_skipped(moves: tuple[Move, ...], chance: random.Random) -> Pair:
    """Two rows in the other order, of which the other sheet skips one or both, without a hole."""
    first, second = (written(moves, chance.choice(("english", "chinese"))) for _ in range(2))
    at = 2 * chance.randrange(len(moves) // 2 - 2)
    first[at : at + 4] = [*first[at + 2 : at + 4], *first[at : at + 2]]
    gone = chance.choice(((at, at + 1), (at + 2, at + 3), range(at, at + 4)))
    return first, [text for place, text in enumerate(second) if place not in gone]


def both(moves: tuple[Move, ...], chance: random.Random) -> Pair:
    """A row that is transposed here and skipped there, and a gap elsewhere on either side."""
    first, second = transposed_and_skipped(moves, chance)
    for texts in (first, second):
        texts[chance.randrange(len(texts) - 1)] = "…"
    return first, second


ADVERSARIES: tuple[Adversary, ...] = (misread_where_it_stands_alone, transposed_and_skipped, both)


def trial(adversary: Adversary, seed: int) -> tuple[bool, bool, bool]:
    """Whether a wrong game was called complete, whether any was, and whether the true one was told."""
    chance = random.Random(seed)
    moves = GAMES[seed % len(GAMES)]
    sheets = list(adversary(moves, chance))
    chance.shuffle(sheets)
    answer_found = sheets_answer(*map(rows, sheets))
    truth = [str(move) for move in moves]
    complete = answer_found["status"] == "complete"
    return complete and answer_found["moves"] != truth, complete, truth in doubts(answer_found)


@pytest.mark.slow
@pytest.mark.parametrize("adversary", ADVERSARIES)
def test_a_wrong_game_is_never_complete(adversary: Adversary) -> None:
    collected = [trial(adversary, seed) for seed in range(6)]
    assert [seed for seed, (wrong, _, _) in enumerate(collected) if wrong] == []
    assert all(right for _, _, right in collected)


@pytest.mark.parametrize("seed", range(len(GAMES)))
@pytest.mark.slow
def test_sheets_with_nothing_but_holes_are_believed(seed: int) -> None:
    chance, moves = random.Random(seed), GAMES[seed]
    first, second = (written(moves, chance.choice(("english", "chinese"))) for _ in range(2))
    for gap in chance.sample(range(len(moves)), 16):
        chance.choice((first, second))[gap] = "…"
    answer_found = sheets_answer(rows(first), rows(second))
    assert (answer_found["status"], answer_found["moves"]) == ("complete", [str(move) for move in moves])


@pytest.mark.slow
def test_who_errs_is_not_believed_alone_and_the_other_is() -> None:
    """Plies that the careless sheet lacks stand on the careful one."""
    moves = GAMES[0]
    careless, careful = written(moves, "english"), written(moves, "chinese")
    careless[39] = "C1+9"
    careless[11] = careless[12] = "…"
    answer_found = sheets_answer(rows(careless), rows(careful))
    assert (answer_found["status"], answer_found["moves"]) == ("complete", [str(move) for move in moves])
    assert answer_found["sheets"]["first"]["wrong"] == [40]


@pytest.mark.parametrize("adversary", ADVERSARIES[:2])
def test_without_rivals_it_would_be(adversary: Adversary, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sheets of these tests do deceive: whoever takes the game that costs least takes a wrong one."""
    monkeypatch.setattr(reconstruct, "MARGIN", 0)
    assert any(trial(adversary, seed)[0] for seed in range(12))


@pytest.mark.long
@pytest.mark.parametrize("adversary", ADVERSARIES)
def test_a_wrong_game_is_never_complete_at_length(adversary: Adversary, record_property: Any) -> None:
    pairs = 400
    counts = Counter[str]()
    for seed in range(pairs):
        wrong, complete, right = trial(adversary, seed)
        assert not wrong, seed
        counts["complete"] += complete
        counts["told"] += right
    record_property("pairs", pairs)
    record_property("the true game told", f"{counts['told'] / pairs:.2%}")
    record_property("complete", f"{counts['complete'] / pairs:.2%}")
    # Gaps on both sides may meet in a ply that then stands on neither.
    assert counts["told"] >= 0.95 * pairs
