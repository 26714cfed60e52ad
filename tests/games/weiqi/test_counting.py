"""Articles 9 and 11: the examples of the rules, games that GNU Go counted, boards that players agreed on."""

import pytest
from sgfmill.boards import Board as SgfmillBoard

from games.weiqi.board import Board
from games.weiqi.counting import (
    COMPENSATION,
    Count,
    count,
    quarters_text,
    toggle,
    whole_chains,
)
from games.weiqi.results import Ended, ResultClaim, parse_claim
from games.weiqi.values import BLACK, EMPTY, WHITE, parse_point, point_name, star_points
from tests.games.weiqi.games import board, load, moves, points


@pytest.mark.parametrize(
    ("halves", "shared", "compensation", "words", "sgf"),
    [
        (368, 0, COMPENSATION, "Black + ¾", "B+1.5"),
        (366, 0, COMPENSATION, "White + ¼", "W+0.5"),
        (367, 1, COMPENSATION, "Black + ¼", "B+0.5"),
        (368, 0, 15, "White + ¼", "W+0.5"),
        (361, 1, 0, "draw", "0"),
    ],
)
def test_worked_examples(halves, shared, compensation, words, sgf):
    outcome = Count(halves, 722 - halves, shared, 361, {}).outcome(compensation)
    assert str(outcome) == words
    assert outcome.sgf == sgf


def test_what_black_gives_back_for_handicap_comes_off_as_well():
    even = Count(374, 348, 0, 361, {})
    assert str(even.outcome(0)) == "Black + 6½"
    assert str(even.outcome(0, handicap_return=8)) == "Black + 4½"
    assert even.outcome(COMPENSATION, 15).winner == EMPTY


@pytest.mark.parametrize("facts", load("selfplay"), ids=lambda facts: facts["id"])
def test_games_of_gnu_go_count_as_it_counted_them(facts):
    game = Board(facts["size"])
    for move in moves(facts):
        game.play(move)
    assert game.is_over
    dead = points(facts["dead"])
    assert whole_chains(game, dead)
    counted = count(game, dead)
    assert (counted.black / 2, counted.white / 2, counted.shared) == (
        facts["black_area"],
        facts["white_area"],
        facts["shared"],
    )
    assert counted.outcome(int(2 * float(facts["komi"]))).sgf == facts["result"]


@pytest.mark.parametrize("facts", load("final_boards"), ids=lambda facts: facts["id"])
def test_boards_count_with_the_dead_stones_the_players_agreed_on(facts):
    game = board(*facts["board"])
    removed = points(facts["removed"])
    dead = [point for point in removed if game.stones[point]]
    assert whole_chains(game, dead)
    counted = count(game, dead)
    assert counted.black + counted.white == 2 * game.size**2

    other = SgfmillBoard(game.size)
    left = {colour: [] for colour in (BLACK, WHITE)}
    for y, row in enumerate(facts["board"]):
        for x, letter in enumerate(row):
            if letter != "." and 32 * y + x not in dead:
                left[" BW".index(letter)].append((y, x))
    other.apply_setup(left[BLACK], left[WHITE], [])
    assert counted.black - counted.white == 2 * other.area_score()


def test_neutral_points_that_players_marked_are_shared():
    """Where the players marked all of them, they are the shared points exactly: 43 of the 54 boards."""
    alike = 0
    for facts in load("final_boards"):
        game = board(*facts["board"])
        removed = points(facts["removed"])
        neutral = {point for point in removed if not game.stones[point]}
        counted = count(game, [point for point in removed if game.stones[point]])
        alike += neutral == {point for point, owner in counted.owners.items() if owner == EMPTY}
    assert alike == 43


def test_an_empty_board_is_shared():
    counted = count(Board(9))
    assert (counted.black, counted.white, counted.shared) == (81, 81, 81)


def test_a_tap_marks_a_chain_and_a_second_one_frees_it():
    game = board("BB.", "..W", "B.W")
    dead = toggle(game, (), parse_point("aa"))
    assert {point_name(point) for point in dead} == {"aa", "ba"}
    assert toggle(game, dead, parse_point("ba")) == frozenset()
    assert toggle(game, dead, parse_point("bc")) == dead
    assert not whole_chains(game, [parse_point("aa")])
    assert whole_chains(game, dead)
    assert str(count(game, dead).outcome(0)) == "White + ½"
    with pytest.raises(ValueError, match="no stone"):
        count(game, [parse_point("bb")])


def test_negative_quarters_have_their_sign():
    assert quarters_text(-1) == "-¼"
    assert quarters_text(-11) == "-2¾"


@pytest.mark.parametrize(
    ("text", "claim", "score"),
    [
        ("B+1.5", ResultClaim(Ended.COUNT, BLACK, 3), "1-0"),
        ("w+12", ResultClaim(Ended.COUNT, WHITE, 24), "0-1"),
        ("W+Resign", ResultClaim(Ended.RESIGNATION, WHITE), "0-1"),
        ("B+T", ResultClaim(Ended.TIME, BLACK), "1-0"),
        ("B+F", ResultClaim(Ended.FORFEIT, BLACK), "1-0"),
        ("W+", ResultClaim(Ended.UNSPECIFIED, WHITE), "0-1"),
        ("B+1.3", ResultClaim(Ended.UNSPECIFIED, BLACK), "1-0"),
        ("0", ResultClaim(Ended.DRAW), "1/2-1/2"),
        ("Void", ResultClaim(Ended.NO_RESULT), "*"),
        ("Both lost", ResultClaim(Ended.BOTH_LOSE), "0-0"),
        ("?", ResultClaim(Ended.UNKNOWN), "*"),
        ("", ResultClaim(Ended.UNKNOWN), "*"),
    ],
)
def test_claimed_results(text, claim, score):
    assert parse_claim(text) == claim
    assert claim.score == score


def test_star_points():
    names = {point_name(point) for point in star_points(19)}
    assert names == {"dd", "jd", "pd", "dj", "jj", "pj", "dp", "jp", "pp"}
    assert len(star_points(13)) == len(star_points(9)) == 5
