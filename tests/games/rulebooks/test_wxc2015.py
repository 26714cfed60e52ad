"""Article 5 of the rules of 2015, sentence by sentence, and its counts against a slow recount."""

import random

import pytest

from games.rulebooks.findings import Claim, Finding, Kind, OutOfPlayError, Question
from games.rulebooks.wxc2015 import findings, natural_count
from games.xiangqi.board import Board
from games.xiangqi.cycles import Played
from games.xiangqi.moves import legal_moves
from games.xiangqi.values import Move
from tests.games.facts import championship_games, moves_of
from tests.games.rulebooks.facts import moves, play
from tests.games.rulebooks.series import quiet_game
from tests.oracles.recount import Recount

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
CHARIOTS = "4k4/9/9/9/9/9/R8/9/r8/3K5"


def kinds(result: list[Finding]) -> list[tuple[str, int | None, int]]:
    return [(str(item.kind), item.side, item.ply) for item in result if item.article == "5"]


def wandering(plies: int, captures: int = 0) -> Played:
    """Chariots that go round their files, with so many captures at the start."""
    return play(START + " w", quiet_game(plies, captures))


def claims(played: Played, *ones: tuple[int, int], clocks: dict[int, float] | None = None) -> list[Finding]:
    return findings(played, Question(tuple(Claim(*findings_found) for findings_found in ones), clocks or {}))


def test_fifty_rounds_without_a_capture_are_a_draw_and_the_claimed_ply_counts() -> None:
    played = wandering(101)
    assert natural_count(played, Claim(0, 100)).quiet == 100
    assert kinds(claims(played, (1, 99))) == [("claim-wrong", 1, 99), ("foul", 1, 99)]
    checks = natural_count(played, Claim(0, 100)).checks
    assert checks <= 10
    assert kinds(claims(played, (0, 100))) == [("claim-right", 0, 100)]


def test_nothing_is_found_without_a_claim() -> None:
    assert kinds(findings(wandering(120))) == []


def test_a_capture_starts_anew() -> None:
    played = wandering(120, captures=1)
    last = max(ply for ply in range(121) if played.quiet[ply] == 0)
    assert natural_count(played, Claim(0, last + 99)).counted <= 99
    assert kinds(claims(played, (0, last + 99)))[0][0] == "claim-wrong"


def checking_game(rounds: int, checks: int) -> Played:
    """Red checks ``checks`` times by going to and fro, then walks; Black's general steps aside."""
    to_and_fro = ["a3e3", "e9f9", "e3f3", "f9e9", "f3e3", "e9f9", "e3f3", "f9e9"]
    line = [to_and_fro[0], to_and_fro[1]]
    at = "f9"
    while len(line) // 2 < checks:
        red = "e3f3" if line[-2].endswith("e3") else "f3e3"
        black = "f9e9" if at == "f9" else "e9f9"
        line += [red, black]
        at = black[2:]
    walk = 0
    chariot = line[-2][2:]
    while len(line) // 2 < rounds:
        target = ("i3", "h3")[walk % 2]
        line += [chariot + target, ("a1a2", "a2a1")[walk % 2]]
        chariot = target
        walk += 1
    return play(CHARIOTS + " w", moves(" ".join(line)))


@pytest.mark.parametrize(
    ("checks", "counted", "kind"),
    [(10, 100, "claim-right"), (11, 99, "claim-wrong"), (14, 96, "claim-wrong")],
)
def test_the_claimants_checks_count_up_to_ten(checks: int, counted: int, kind: str) -> None:
    played = checking_game(50, checks)
    assert natural_count(played, Claim(0, 100)) == (100, checks, counted)
    assert kinds(claims(played, (0, 100)))[0][0] == kind


def test_the_opponents_checks_all_count() -> None:
    assert natural_count(checking_game(50, 14), Claim(1, 100)) == (100, 0, 100)
    assert kinds(claims(checking_game(50, 14), (1, 100))) == [("claim-right", 1, 100)]


@pytest.mark.parametrize(
    ("seconds", "kind"), [(300.0, "foul"), (299.9, "loss"), (0.0, "loss"), (1000.0, "foul")]
)
def test_a_wrong_claim_costs_five_minutes_or_the_game(seconds: float, kind: str) -> None:
    result = claims(wandering(60), (1, 60), clocks={1: seconds})
    assert kinds(result) == [("claim-wrong", 1, 60), (kind, 1, 60)]


def test_what_was_deducted_is_gone_at_the_other_clock_nothing() -> None:
    result = claims(wandering(60), (0, 60), clocks={0: 400.0, 1: 10.0})
    assert result[-1].evidence == {"foul": "technical", "deduction": 300, "seconds": 100.0}


def test_a_second_wrong_claim_by_the_same_player_loses_at_once() -> None:
    result = claims(wandering(60), (0, 20), (1, 30), (0, 60))
    assert kinds(result)[-2:] == [("claim-wrong", 0, 60), ("loss", 0, 60)]
    assert [kind for kind, *_ in kinds(result)].count("loss") == 1


@pytest.mark.parametrize("ply", [0, 61])
def test_a_claim_about_a_ply_that_was_not_played(ply: int) -> None:
    with pytest.raises(OutOfPlayError, match="has 60 plies"):
        claims(wandering(60), (0, ply))


def test_repetitions_are_those_of_the_asian_federation() -> None:
    played = checking_game(6, 6)
    (must, lost) = findings(played)
    assert (must.kind, lost.kind, lost.article, lost.rulebook) == (
        Kind.MUST_CHANGE,
        Kind.LOSS,
        "AXF 1",
        "wxc2015",
    )


def random_game(chance: random.Random, plies: int) -> list[Move]:
    board, line = Board(), list[Move]()
    for _ in range(plies):
        choices = legal_moves(board)
        if not choices:
            break
        collected = [move for move in choices if not board.squares[move.target]]
        line.append(chance.choice(collected if collected and chance.random() < 0.95 else choices))
        board.play(line[-1])
    return line


def compare(line: list[Move]) -> None:
    played, slow = play(START + " w", line), Recount(START, [str(move) for move in line])
    for ply in {len(line), len(line) * 2 // 3, len(line) // 3} - {0}:
        assert played.quiet[ply] == len(slow.since_capture(ply))
        assert played.repetitions[ply] == slow.occurrences(ply)
        for side in (0, 1):
            count = natural_count(played, Claim(side, ply))
            assert count.checks == slow.checks(ply, side == 0)
            assert count.counted == slow.natural_limit(ply, side == 0)


def test_the_counts_of_real_games_equal_a_slow_recount() -> None:
    for game in championship_games():
        compare(list(moves_of(game["moves"])))


@pytest.mark.slow
def test_the_counts_of_generated_games_equal_a_slow_recount() -> None:
    chance = random.Random(5)
    for _ in range(40):
        compare(random_game(chance, 160))


@pytest.mark.long
def test_the_counts_of_thousands_of_generated_games_equal_a_slow_recount() -> None:
    chance = random.Random(6)
    for _ in range(3000):
        compare(random_game(chance, 160))
