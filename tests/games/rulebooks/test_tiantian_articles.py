"""The Tiantian rules, article by article, each on a game that was made for it."""

import pytest

from games.rulebooks.tiantian2020 import Table, done_by, findings
from games.wording.rulebooks import TEXTS
from tests.games.rulebooks.facts import diagrams, moves, observed, play
from tests.games.rulebooks.tiantian import CHARIOTS, CHASE, in_words, played_on

QUIET = "4k4/R8/9/9/9/9/9/9/R8/3K5 b"
"""Black's general goes to and fro; Red's chariot does, and can mate on the back rank after an odd number."""
ROUND = "e9f9 a1b1 f9e9 b1a1 "
BOTH_CHECK = "3akr3/5c3/1P2b4/4R4/9/9/9/9/9/4CK3 w"
MUTUAL = "e6e7 f8e8 " + "e7f7 e8f8 f7e7 f8e8 " * 4


def of(start: str, line: str, *articles: str) -> list[tuple[str, str, int | None, int]]:
    return [
        finding for finding in in_words(findings(play(start, line))) if not articles or finding[0] in articles
    ]


def diagram(start: str) -> tuple[str, str]:
    (item,) = [item for item in diagrams() if item["position"].startswith(start)]
    return item["position"], f"{item['lead']} {item['cycle']} " + f"{item['cycle']} " * 9


@pytest.mark.parametrize(("piece", "drawn"), [("n", False), ("P", False), ("b", True), ("A", True)])
def test_1_1_only_chariot_horse_cannon_and_soldier_cross_the_river(piece: str, drawn: bool) -> None:
    square = {"n": "4k4/9/2n6", "P": "4k4/P8/9", "b": "4k4/9/b8", "A": "4k4/9/9"}[piece]
    others = "9/9/9/9/9/9/3KA4" if piece == "A" else "9/9/9/9/9/9/3K5"
    assert bool(of(f"{square}/{others} w", "d0d1", "1.1")) is drawn


def test_1_1_is_said_when_the_last_such_piece_is_taken() -> None:
    assert of("4k4/9/9/9/9/9/9/9/3p5/3K5 w", "d0d1 e9e8", "1.1") == [("1.1", "draw", None, 1)]


def test_1_2_is_not_for_series_with_a_check_or_a_chase() -> None:
    assert of(CHARIOTS, "a3e3 e9f9 " + "e3f3 f9e9 f3e3 e9f9 " * 5, "1.2") == []
    assert of(CHASE, "b3a3 a4b4 a3b3 b4a4 " * 5, "1.2") == []


def test_1_3_six_checks_by_each_side_and_not_five() -> None:
    assert of(BOTH_CHECK, MUTUAL) == [("1.3", "draw", None, 13)]
    assert of(BOTH_CHECK, " ".join(MUTUAL.split()[:12])) == []


def test_1_4_six_chases_of_one_piece_by_each_side() -> None:
    start, line = diagram("3akc3/4a4/9/9/3n5/1R7")
    assert of(start, line, "1.4") == [("1.4", "draw", None, 12)]
    assert of(start, " ".join(line.split()[:11])) == []


def test_1_5_one_piece_for_twelve_rounds() -> None:
    (observed_case,) = [observed_case for observed_case in observed() if observed_case["number"] == "9"]
    assert in_words(played_on(observed_case))[0] == ("1.5", "draw", None, 23)


def test_1_5_several_pieces_for_eighteen_rounds() -> None:
    start, line = "3k5/3c5/n8/9/C8/9/9/9/C3K4/5A3 w", "a5d5 d8c8 d5a5 c8d8 " * 9
    assert of(start, line) == [("1.5", "draw", None, 35)]
    assert of(start, " ".join(line.split()[:34])) == []


def test_1_6_sixty_rounds_without_a_capture() -> None:
    assert of(QUIET, ROUND * 31, "1.6") == [("1.6", "draw", None, 120)]
    assert of(QUIET, " ".join((ROUND * 30).split()[:119]), "1.6") == []


@pytest.mark.parametrize(("article", "plies"), [("1.6", 120), ("1.7", 400)])
def test_1_6_and_1_7_not_when_the_last_move_wins(article: str, plies: int) -> None:
    line = (ROUND * 100).split()[: plies - 1]
    won = play(QUIET, " ".join([*line, "b1b9"]))
    assert won.is_over(plies)
    assert [finding.ply for finding in findings(won) if finding.article == article] == []
    assert of(QUIET, " ".join([*line, "b1a1"]), article) == [(article, "draw", None, plies)]


def test_2_1_several_pieces_may_chase_the_one() -> None:
    """Two cannons chase one chariot in turn."""
    start, line = diagram("2bak4/4a4/4b4/1rp6/")
    findings_found = findings(play(start, line))[:2]
    assert in_words(findings_found) == [("2.1", "must-change", 0, 11), ("2.1", "loss", 0, 13)]
    assert findings_found[0].evidence["arrows"]["1"] == ["b2b6"]
    assert findings_found[0].evidence["arrows"]["3"] == ["a2a6"]


def test_2_1_different_pieces_in_turn_are_not_one() -> None:
    (observed_case,) = [observed_case for observed_case in observed() if observed_case["number"] == "3"]
    assert [result.article for result in played_on(observed_case)] == ["1.6"]


CHECK_AGAINST_CHASE = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w"
"""Red's chariot checks with every move, Black's cannons chase it with every answer."""


def test_2_2_the_checker_must_change_once_both_have_done_so_six_times() -> None:
    """Told at ply 12, Black's sixth chase; the seventh check loses at once, not with Black's answer to it."""
    start, line = diagram(CHECK_AGAINST_CHASE)
    answer, lost = ("2.2", "must-change", 0, 12), ("2.2", "loss", 0, 13)
    assert of(start, line) == [("2.3", "must-change", 0, 11), answer, lost]
    assert of(start, line, "2.2") == [answer, lost]
    assert of(start, " ".join(line.split()[:11]), "2.2", "2.1") == []


def test_2_2_where_the_chaser_began_it_is_not_told_to_change() -> None:
    _, line = diagram(CHECK_AGAINST_CHASE)
    start = "c2a1k1R1/2c1a4/b6P1/8p/9/9/9/9/4K4/9 b"
    others = " ".join(line.split()[1:])
    assert of(start, others) == [("2.2", "must-change", 0, 12), ("2.2", "loss", 0, 14)]


def test_2_3_is_counted_anew_after_a_capture_of_either_player() -> None:
    """Red checks eight times; Black, who takes a piece at ply 12, sets the count back."""
    (observed_case,) = [observed_case for observed_case in observed() if observed_case["number"] == "28"]
    played = play(observed_case["position"], moves(observed_case["moves"]))
    assert all(played.checks[1::2])
    assert played.quiet[12] == 0
    assert [len(Table(played).check_run(ply)) for ply in (9, 11, 13, 15)] == [5, 6, 1, 2]


def test_2_3_two_pieces_for_twelve_rounds() -> None:
    """A horse checks, and goes back to let the other one check."""
    start = "3N1k3/5Ncr1/5a3/9/9/4R4/9/9/9/3A1K3 w"
    line = "d9e7 f9e9 e7d9 e9f9 " * 7
    assert of(start, line) == [("2.3", "must-change", 0, 23), ("2.3", "loss", 0, 25)]
    assert findings(play(start, line))[0].evidence["pieces"] == 2


def test_2_3_three_pieces_for_eighteen_rounds() -> None:
    """Two chariots and a cannon, none of them in every check, and no two of them between them."""
    start, lead = "7C1/8R/3k5/1r4n1R/9/9/9/5K3/9/9 w", "i6i7 g6e7 "
    line = (lead + "h9h7 e7g8 h7h6 d7d8 h6h8 g8e7 h8h9 d8d7 " * 5).split()
    findings_found = findings(play(start, " ".join(line[:38])))
    assert in_words(findings_found) == [("2.3", "must-change", 0, 35), ("2.3", "loss", 0, 37)]
    assert [item.evidence["pieces"] for item in findings_found] == [3, 3]
    assert of(start, " ".join(line[:34])) == []


def test_2_3_the_pieces_are_those_that_have_a_part_in_every_check() -> None:
    (observed_case,) = [observed_case for observed_case in observed() if observed_case["number"] == "13"]
    findings_found = findings(play(observed_case["position"], moves(observed_case["moves"])))
    assert in_words(findings_found) == [("2.3", "must-change", 1, 12)]
    assert findings_found[0].evidence["pieces"] == 1
    assert done_by([{1, 2}, {2}, {2, 3}], 1)
    assert not done_by([{1, 2}, {2}, {3}], 1)
    assert done_by([{1, 2}, {2}, {3}], 2)
    assert not done_by([{1}, {2}, {3}], 2)
    assert done_by([{1}, {2}, {3}], 3)


def test_3_4_and_5_are_no_matter_of_the_moves_but_stand_on_the_page() -> None:
    assert [number for number, _ in TEXTS["tiantian2020"].articles][-3:] == ["3", "4", "5"]
