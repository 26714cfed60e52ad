"""The board by articles 3 to 6, example by example."""

import pytest

from games.weiqi.board import KEYS, Board, Cycle, Illegal, IllegalPlayError, Repetition
from games.weiqi.values import BLACK, WHITE, Move, parse_point
from tests.games.weiqi.games import board


def play(on: Board, *moves: str) -> Cycle | None:
    """Plays moves, gives what the last one says."""
    message = None
    for move in moves:
        message = on.play(Move.parse(move))
    return message


def refused(on: Board, move: str) -> IllegalPlayError:
    """The error, after a check that nothing changed."""
    before = str(on), on.keys[:], on.moves[:], on.captured[:]
    with pytest.raises(IllegalPlayError) as caught:
        on.play(Move.parse(move))
    assert (str(on), on.keys, on.moves, on.captured) == before
    return caught.value


def test_black_moves_first_and_turns_alternate_through_passes():
    game = Board(9)
    assert game.turn == BLACK
    play(game, "B[aa]", "W[]")
    assert game.turn == BLACK
    play(game, "B[]")
    assert game.is_over
    assert not game.is_legal(Move.parse("B[cc]"))
    assert game.is_legal(Move.parse("W[cc]"))


def test_a_chain_without_liberties_is_picked_up():
    game = board("WB.", "W..", "B..")
    play(game, "B[bb]")
    assert str(game) == ".B.\n.B.\nB.."
    assert [sorted(taken) for taken in game.captured] == [[parse_point("aa"), parse_point("ab")]]
    assert game.captures(BLACK) == 2
    assert game.captures(WHITE) == 0


def test_several_chains_are_picked_up_at_once():
    game = board(".WB", "WB.", "B..")
    play(game, "B[aa]")
    assert str(game) == "B.B\n.B.\nB.."


def test_where_both_sides_are_without_liberties_the_opponent_is_picked_up():
    game = board("WW.B", "BBWW", ".B..", "....", first="B")
    play(game, "B[ca]")
    assert str(game) == "..BB\nBBWW\n.B..\n...."


@pytest.mark.parametrize("rows", [(".W.", "W..", "..."), ("BW.", ".W.", "W.."), ("B.W", "WWW", "...")])
def test_suicide_of_one_stone_or_many_is_illegal(rows):
    game = board(*rows)
    at = {".W.": "aa", "BW.": "ab", "B.W": "ba"}[rows[0]]
    assert refused(game, f"B[{at}]").reason is Illegal.SUICIDE
    assert game.is_legal(Move.parse("B[cc]"))


def test_a_stone_cannot_go_on_a_stone_or_off_the_board():
    game = Board(9)
    play(game, "B[aa]")
    assert refused(game, "W[aa]").reason is Illegal.OCCUPIED
    assert refused(game, "W[jj]").reason is Illegal.OFF_BOARD
    assert refused(game, "W[za]").reason is Illegal.OFF_BOARD


KO = (".BW.", "BW.W", ".BW.", "....")


@pytest.mark.parametrize("rule", list(Repetition))
def test_a_ko_is_not_taken_back_at_once(rule):
    game = board(*KO, rule=rule)
    play(game, "B[cb]")
    error = refused(game, "W[bb]")
    assert error.reason is Illegal.RECAPTURE
    assert error.cycle == Cycle(2, 0, 2)
    play(game, "W[dd]", "B[ad]", "W[bb]")
    assert game.captures(WHITE) == 1


def test_two_passes_between_make_a_ko_a_longer_cycle():
    practice = board(*KO)
    assert play(practice, "B[cb]", "W[]", "B[]", "W[bb]") == Cycle(4, 0, 4)
    strict = board(*KO, rule=Repetition.STRICT)
    play(strict, "B[cb]", "W[]", "B[]")
    error = refused(strict, "W[bb]")
    assert (error.reason, error.cycle) == (Illegal.REPETITION, Cycle(4, 0, 4))


def test_a_pass_never_repeats_and_does_not_hide_a_recapture():
    game = board(*KO, first="W", rule=Repetition.STRICT)
    play(game, "W[]", "B[cb]")
    assert refused(game, "W[bb]").reason is Illegal.RECAPTURE
    play(game, "W[]", "B[]")


def test_taking_back_two_stones_or_with_one_of_two_is_no_ko():
    snapback = board("B.WB", "BWWB", "BBB.", "....", first="B")
    play(snapback, "B[ba]")
    assert str(snapback).startswith("BB.B\nB..B")
    game = board(".BBW", "BW.W", ".BBW", "....")
    assert play(game, "B[cb]") is None


def test_a_cycle_of_six_is_left_to_the_referee_and_forbidden_by_the_letter():
    """Two lines, corner by corner round the board."""
    moves = ("B[bb]", "W[aa]", "B[ba]", "W[ab]", "B[bb]", "W[ba]")
    practice = Board(2)
    assert play(practice, *moves) is None
    assert play(practice, "B[bb]") == Cycle(7, 1, 6)
    strict = Board(2, Repetition.STRICT)
    play(strict, *moves)
    error = refused(strict, "B[bb]")
    assert (error.reason, error.cycle) == (Illegal.REPETITION, Cycle(7, 1, 6))


def test_stones_set_up_without_a_liberty_are_named():
    game = Board(2)
    assert game.set_up([0, 1, 32, 33]) == {0, 1, 32, 33}
    with pytest.raises(IllegalPlayError):
        game.set_up([5])


def test_no_move_is_taken_back_across_a_setup():
    game = Board(9)
    play(game, "B[aa]")
    game.set_up(white=[40])
    with pytest.raises(IndexError):
        game.pop()


def test_boards_whose_keys_agree_are_not_the_same_board(monkeypatch):
    """With all keys equal to zero every position seems to repeat; the stones say otherwise."""
    monkeypatch.setattr("games.weiqi.board.KEYS", tuple([0] * len(row) for row in KEYS))
    game = board(*KO, rule=Repetition.STRICT)
    play(game, "B[cb]")
    assert refused(game, "W[bb]").reason is Illegal.RECAPTURE
    play(game, "W[dd]", "B[ad]", "W[bb]")


def test_sizes_that_are_no_board_are_refused():
    for size in (0, 1, 26, -19):
        with pytest.raises(ValueError, match="no board"):
            Board(size)
