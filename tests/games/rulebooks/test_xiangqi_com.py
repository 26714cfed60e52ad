"""The move limits of xiangqi.com, rule by rule and note by note."""

import pytest

from games.rulebooks.findings import Finding, Kind
from games.rulebooks.xiangqi_com import chased, chases, findings, pattern_at
from games.xiangqi.fen import Position
from games.xiangqi.values import RED, SQUARE_NUMBERS
from tests.games.rulebooks.facts import play
from tests.games.rulebooks.series import quiet_game

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
CHARIOTS = "4k4/9/9/9/9/9/R8/9/r8/3K5 w"
SHUFFLE = "h0g2 h9g7 g2h0 g7h9 "


def in_words(result: list[Finding]) -> list[tuple[str, str, int | None, int]]:
    return [(item.article, str(item.kind), item.side, item.ply) for item in result]


def test_rule_1_a_repeated_check_may_not_start_the_pattern_a_fourth_time() -> None:
    line = "a3e3 e9f9 e3f3 f9e9 " + "f3e3 e9f9 e3f3 f9e9 " * 3
    findings_found = findings(play(CHARIOTS, line))
    assert in_words(findings_found) == [("1", "disabled", 0, 14)]
    assert findings_found[0].evidence["move"] == "e3f3"
    assert findings_found[0].evidence["plies"] == [11, 13]


CHASE = "2bak4/4a4/4b4/9/9/c8/1R7/9/4A4/4KA3 w"


def test_rule_2_a_repeated_chase_of_one_piece_may_not_go_on() -> None:
    line = "b3a3 a4b4 a3b3 b4a4 " * 4
    findings_found = findings(play(CHASE, line[: 5 * 12 - 1]))
    assert in_words(findings_found) == [("2", "disabled", 0, 12)]
    assert findings_found[0].evidence["move"] == "b3a3"
    assert findings_found[0].evidence["piece"] == "a4"


def test_rule_2_a_protected_piece_is_not_chased() -> None:
    protected = "2bak4/4a4/4b4/9/p8/c8/1R7/9/4A4/4KA3 w"
    assert chased(play(CHASE, "b3a3"), 1)
    assert not chased(play("2bak4/4a4/4b4/9/r8/c8/1R7/9/4A4/4KA3 w", "b3a3"), 1)
    assert not chased(play(protected, "b3a3"), 1)


def test_rule_2_a_soldier_is_chased_only_where_it_has_crossed_the_river() -> None:
    assert not chased(play("3k5/9/9/p8/9/9/1R7/9/9/4K4 w", "b3a3"), 1)
    assert chased(play("3k5/9/9/9/1R7/p8/9/9/9/4K4 w", "b5a5"), 1)


def test_rule_2_general_and_soldier_chase_nothing() -> None:
    assert not chased(play("3k5/9/9/9/n8/P8/9/9/9/4K4 w", "e0e1"), 1)
    assert not chased(play("4k4/9/9/9/9/9/9/9/4n4/3K5 w", "d0d1"), 1)


def test_rule_2_an_exchange_invitation_is_no_chase() -> None:
    """The text's own example: a chariot chases a chariot that can take it at once."""
    assert not chased(play("3k5/9/9/9/9/r8/1R7/9/9/4K4 w", "b3a3"), 1)
    assert chased(play("3k5/9/9/9/9/n8/1R7/9/9/4K4 w", "b3a3"), 1)


def test_rule_2_a_chase_need_not_be_new() -> None:
    played = play("3k5/9/9/9/9/n8/9/9/R8/4K4 w", "a1a2 d9d8 a2a1")
    assert chased(played, 1) == chased(played, 3) != set()


def test_rule_3_without_threat_a_warning_to_both_and_then_a_draw() -> None:
    findings_found = findings(play(START, SHUFFLE * 3))
    assert in_words(findings_found) == [("3", "warning", None, 8), ("3", "draw", None, 12)]
    assert findings_found[0].evidence["times"] == 2


def test_rule_3_a_pattern_may_begin_with_either_side_and_at_any_ply() -> None:
    findings_found = findings(play(START, "h2e2 " + "h9g7 h0g2 g7h9 g2h0 " * 3))
    assert in_words(findings_found) == [("3", "warning", None, 9), ("3", "draw", None, 13)]


def test_longer_patterns_are_patterns_too() -> None:
    longer = "h0g2 h9g7 g2e1 g7e8 e1g2 e8g7 g2h0 g7h9 "
    played = play(START, longer * 3)
    pattern = pattern_at(played, 24)
    assert pattern is not None
    assert (pattern.period, pattern.length) == (8, 24)
    assert in_words(findings(played)) == [("3", "warning", None, 16), ("3", "draw", None, 24)]


def test_note_1_positions_that_come_again_by_other_moves_are_allowed() -> None:
    abacada = "h0g2 h9g7 g2h0 g7h9 b0c2 b9c7 c2b0 c7b9 h0i2 h9i7 i2h0 i7h9 a0a1 a9a8 a1a0 a8a9"
    played = play(START, abacada)
    assert played.repetitions[-1] == 5
    assert findings(played) == []


def test_note_2_a_capture_starts_anew() -> None:
    line = SHUFFLE + "h2h9 i9h9 " + "b0c2 b9c7 c2b0 c7b9 " * 2
    assert in_words(findings(play(START, line))) == [("3", "warning", None, 14)]


def test_note_2_a_series_does_not_begin_with_the_capture() -> None:
    """The first of the four series captures: its plies after that are the first that count."""
    played = play("3k5/9/9/9/9/9/9/9/3nR4/5K3 w", "e1d1 d9e9 d1e1 e9d9 " * 4)
    assert played.quiet[1] == 0
    assert in_words(findings(played)) == [("1", "disabled", 0, 14)]
    assert findings(played)[0].evidence["plies"] == [11, 13]
    idle = play(START.replace("1c5c1", "1c7").replace("1C5C1", "1C4cC1"), SHUFFLE * 4)
    assert idle.quiet[1] == 0
    assert in_words(findings(idle)) == [("3", "warning", None, 9), ("3", "draw", None, 13)]


BOTH_CHECK = "3akr3/5c3/1P2b4/4R4/9/9/9/9/9/4CK3 w"


def test_when_both_sides_check_the_side_that_began_the_pattern_is_disabled() -> None:
    line = "e6e7 f8e8 " + "e7f7 e8f8 f7e7 f8e8 " * 3
    played = play(BOTH_CHECK, line)
    assert all(played.checks[2:])
    assert in_words(findings(played)) == [("1", "disabled", 1, 13)]
    later = Position(played.stills[2].squares, RED)
    assert in_words(findings(play(later, line.removeprefix("e6e7 f8e8 ")))) == [("1", "disabled", 0, 12)]


@pytest.mark.parametrize(
    ("plies", "kinds"), [(49, []), (50, ["warning"]), (59, ["warning"]), (60, ["warning", "draw"])]
)
def test_rule_4_sixty_plies_without_a_capture(plies: int, kinds: list[str]) -> None:
    finding = [finding for finding in findings(play(START, quiet_game(plies, 0))) if finding.article == "4"]
    assert [str(finding.kind) for finding in finding] == kinds
    assert all(finding.side is None for finding in finding)


def test_the_kinds_are_those_that_the_site_enforces() -> None:
    findings_found = findings(play(START, SHUFFLE * 3))
    assert {item.kind for item in findings_found} == {Kind.WARNING, Kind.DRAW}


def test_check_is_a_move_after_which_the_general_could_be_taken_whatever_piece_takes() -> None:
    """A horse steps out of its chariot's way: the chariot checks."""
    played = play("4k4/9/9/9/4N4/9/9/9/4R4/3K5 w", "e5g4")
    assert [str(move) for move in played.checking(1)] == ["e1e9"]


def test_rule_1_longer_patterns_of_checks() -> None:
    """A pattern of eight plies, all of Red's checks, three times over."""
    line = "a6e6 e9d9 " + "e6d6 d9e9 d6e6 e9f9 e6f6 f9e9 f6e6 e9d9 " * 3
    played = play("4k4/9/9/R8/9/3P5/9/9/9/3K5 w", line)
    assert all(played.checks[1::2])
    (findings_found,) = findings(played)
    assert in_words([findings_found]) == [("1", "disabled", 0, 26)]
    assert (findings_found.evidence["period"], findings_found.evidence["move"]) == (8, "e6d6")


def test_rule_1_one_move_without_check_makes_it_rule_3() -> None:
    line = "a3e3 e9f9 e3g3 f9e9 g3e3 e9f9 " + "e3g3 f9e9 g3e3 e9f9 " * 2
    findings_found = in_words(findings(play(CHARIOTS, line)))
    assert [item[0] for item in findings_found] == ["3", "3"]
    assert findings_found[-1][1:3] == ("draw", None)


def test_rule_2_any_piece_of_the_side_that_moved_chases() -> None:
    """The horse steps aside and opens the chariot's way to the cannon."""
    played = play("3k5/9/9/1c7/9/9/1N7/1R7/9/4K4 w", "b3d2")
    assert {threat.capture.origin for threat in chases(played, 1)} == {SQUARE_NUMBERS["b2"]}


def test_rule_2_at_least_one_piece_is_chased() -> None:
    both = chased(play("3k5/9/9/n8/9/9/1R6c/9/9/4K4 w", "b3a3"), 1)
    assert both == {SQUARE_NUMBERS["a6"], SQUARE_NUMBERS["i3"]}


def test_rule_2_different_pieces_in_turn_are_a_pattern_without_chase() -> None:
    """The same piece has to be chased: here now the horse on a7, now the cannon on c4; so rule 3 draws."""
    start = "3k5/9/n8/9/9/2c6/9/9/1R7/4K4 w"
    line = "b1a1 d9d8 a1c1 d8d9 " + "c1a1 d9d8 a1c1 d8d9 " * 3
    played = play(start, line)
    assert chased(played, 5) == {SQUARE_NUMBERS["a7"]}
    assert chased(played, 7) == {SQUARE_NUMBERS["c4"]}
    assert {finding[0] for finding in in_words(findings(played))} == {"3"}


def test_rule_2_an_exchange_invitation_by_whatever_piece_could_take_the_chaser() -> None:
    """A horse may take the chariot that chases another; a chariot pinned before its general may not."""
    horse = SQUARE_NUMBERS["a4"]
    assert horse not in chased(play("3k5/9/9/9/9/n8/1R7/2n6/9/4K4 w", "b3a3"), 1)
    assert horse in chased(play("3k5/9/9/9/9/n8/1R7/7n1/9/4K4 w", "b3a3"), 1)
    assert horse not in chased(play("3k5/9/9/9/9/n8/1R1r5/9/9/4K4 w", "b3a3"), 1)
    assert horse in chased(play("3k5/9/9/9/9/n8/1R1r5/9/3R5/4K4 w", "b3a3"), 1)


def test_rule_2_protection_counts_only_if_the_recapture_is_legal() -> None:
    """The chariot on d6 protects the horse on a6; pinned before its general it does not."""
    assert not chased(play("3k5/9/9/n2r5/9/9/1R7/9/9/4K4 w", "b3a3"), 1)
    assert chased(play("3k5/9/9/n2r5/9/9/1R7/3R5/9/4K4 w", "b3a3"), 1)


def test_rule_3_the_warning_is_for_both_and_a_changed_move_ends_it() -> None:
    broken = SHUFFLE * 2 + "h0g2 h9g7 g2e1 g7h9 e1g2 h9g7 g2h0 g7h9"
    assert in_words(findings(play(START, broken)))[:1] == [("3", "warning", None, 8)]
    assert "draw" not in [finding[1] for finding in in_words(findings(play(START, broken)))]


def test_note_2_a_capture_during_a_pattern_leaves_nothing_of_it() -> None:
    line = SHUFFLE * 2 + "h2h9 i9h9 " + "b0c2 b9c7 c2b0 c7b9"
    assert in_words(findings(play(START, line))) == [("3", "warning", None, 8)]


def test_rule_4_a_capture_starts_the_count_anew() -> None:
    line = quiet_game(59, 1)
    assert [finding.kind for finding in findings(play(START, line)) if finding.article == "4"].count(
        Kind.DRAW
    ) == 0
