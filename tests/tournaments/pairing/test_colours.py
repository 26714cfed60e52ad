"""Section 5: each rule of R8 and of WMSG 3 in a state where it is the one that decides."""

import pytest

from tests.tournaments.pairing.builders import swiss
from tournaments.pairing import NoticeCode, ReasonCode
from tournaments.pairing.entering import paired_state
from tournaments.pairing.swiss import colours_of
from tournaments.pairing.wmsg import WMSG2008
from tournaments.pairing.wxc import WXC2015
from tournaments.state.tournament import Side


def decide(tournament, first_one, other, table=1, system=WXC2015):
    entering = paired_state(tournament, tournament.last_round + 1)
    first, second, why = colours_of(system, entering, first_one, other, table)
    assert {first, second} == {first_one, other}
    return first, why.code


def test_exactly_one_must():
    tournament = swiss(4, "1-2 1-0, 3-4 1-0", "1-3 1-0, 4-2 1-0")

    assert decide(tournament, 1, 4) == (4, ReasonCode.COLOUR_MUST)


def test_musts_that_differ_are_both_granted():
    tournament = swiss(4, "1-2 1-0, 3-4 1-0", "1-4 1-0, 3-2 1-0")

    assert decide(tournament, 1, 2, table=2) == (2, ReasonCode.COLOUR_MUST)


def test_the_balance_decides_before_the_streak():
    # Number 1: first, first, first, first, second, second: the balance 2 asks for second.
    rounds = ["1-2 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0", "1-4 1-0, 2-3 1-0", "1-2 1-0, 3-4 1-0"]
    tournament = swiss(4, *rounds, "3-1 1-0, 2-4 1-0", "4-1 1-0, 2-3 1-0")

    assert paired_state(tournament, 7).players[1].must is Side.SECOND


def test_both_must_have_the_same_side_and_the_larger_imbalance_is_granted():
    tournament = swiss(
        6, "1-2 1-0, 3-4 1-0, 5-6 1-0", "1-4 1-0, 3-2 1-0, 5-6 1-0", "1-6 1-0, 4-3 1-0, 2-5 1-0"
    )
    players = paired_state(tournament, 4).players
    assert (players[1].balance, players[1].must) == (3, Side.SECOND)

    more = swiss(
        6, "1-2 1-0, 3-4 1-0, 5-6 1-0", "1-4 1-0, 3-2 1-0, 6-5 1-0", "1-6 1-0, bye 3, 2-4 1-0, absent 5"
    )

    assert decide(more, 1, 3) == (3, ReasonCode.COLOUR_MUST_BOTH)


def test_due_colours_that_differ_are_both_granted():
    tournament = swiss(4, "1-2 1-0, 3-4 1-0")

    assert decide(tournament, 3, 2) == (2, ReasonCode.COLOUR_DUE_BOTH)


@pytest.mark.parametrize(("row", "first"), [("1-2 1-0", 3), ("2-1 1-0", 1)])
def test_only_one_is_due(row, first):
    tournament = swiss(4, f"{row}, absent 3, absent 4")

    assert decide(tournament, 1, 3) == (first, ReasonCode.COLOUR_DUE_ONE)


def test_the_same_due_colour_goes_to_the_larger_imbalance():
    # 1 had first, second, first (balance 1, due second), 4 had first, second (balance 0, due first).
    tournament = swiss(
        6, "1-2 1-0, 3-4 1-0, 5-6 1-0", "4-1 1-0, 2-5 1-0, 6-3 1-0", "1-6 1-0, 4-5 1-0, 3-2 1-0f"
    )
    players = paired_state(tournament, 4).players
    assert (players[1].due, players[2].due, players[2].balance) == (Side.SECOND, Side.SECOND, 0)

    assert decide(tournament, 1, 2) == (2, ReasonCode.COLOUR_IMBALANCE)


def test_equal_imbalance_alternates_from_the_last_round_in_which_they_differed():
    tournament = swiss(4, "1-2 1-0, 4-3 1-0", "1-3 1/2, 4-2 1/2", "2-1 1-0, 3-4 1-0")
    assert paired_state(tournament, 4).players[1].due is Side.SECOND

    assert decide(tournament, 1, 4, table=1) == (1, ReasonCode.COLOUR_NUMBER)
    assert decide(tournament, 1, 4, table=2) == (4, ReasonCode.COLOUR_NUMBER)


def test_rounds_without_a_game_over_the_board_are_no_difference():
    # Numbers 1 and 4 differed in round 2 on paper only: the game of 1 was a forfeit.
    rounds = ("1-2 1-0, 3-4 1-0", "1-3 1-0f, 4-2 1-0", "2-1 1-0, absent 3, absent 4")
    tournament = swiss(4, *rounds)
    players = paired_state(tournament, 4).players
    assert [players[n].balance for n in (1, 4)] == [0, 0]
    assert [players[n].due for n in (1, 4)] == [Side.FIRST, Side.SECOND]

    assert decide(tournament, 1, 4) == (1, ReasonCode.COLOUR_DUE_BOTH)


def test_alternation():
    # first, second against second, first: both due by the last game alike only after a further common round.
    rounds = ("1-2 1-0, 3-4 1-0", "2-3 1-0, 4-1 1-0", "1-3 1-0, 2-4 1-0", "4-1 1/2f, 3-2 1-0")
    tournament = swiss(4, *rounds)
    players = paired_state(tournament, 5).players
    assert [(players[n].balance, str(players[n].due)) for n in (1, 2)] == [(1, "second"), (0, "first")]
    level = swiss(4, "1-2 1-0, 3-4 1-0", "2-3 1-0, 4-1 1-0", "1-3 1-0, 2-4 1-0", "3-1 1-0, 4-2 1-0")
    players = paired_state(level, 5).players
    assert players[1].due is players[2].due is Side.FIRST

    assert decide(level, 1, 2) == (1, ReasonCode.COLOUR_ALTERNATES)


@pytest.mark.parametrize(("round_texts", "first"), [(["1-2 1-0, 3-4 1-0"], 2), ([], 1)])
def test_wmsg_gives_first_to_the_smaller_balance(round_texts, first):
    tournament = swiss(4, *round_texts, system="wmsg2008")

    assert decide(tournament, 3 if round_texts else 1, 2, system=WMSG2008)[0] == first


def test_wmsg_equal_balances_even_round_lower_rank_odd_round_higher():
    even = swiss(4, "1-2 1-0, 3-4 1/2", system="wmsg2008")
    odd = swiss(4, "1-2 1-0, 3-4 1-0", "2-1 1-0, 4-3 1-0", system="wmsg2008")

    assert decide(even, 1, 3, system=WMSG2008) == (3, ReasonCode.COLOUR_RANK)
    assert decide(odd, 1, 3, system=WMSG2008) == (1, ReasonCode.COLOUR_RANK)


def test_notice_of_a_third_colour_in_a_row():
    from tournaments.pairing.notices import pair_notices

    tournament = swiss(4, "1-2 1-0, 3-4 1-0", "1-4 1-0, 3-2 1-0")
    notices = pair_notices(paired_state(tournament, 3), 1, 3, must=True)

    assert [notice.code for notice in notices] == [
        NoticeCode.SAME_MUST,
        NoticeCode.THIRD_COLOUR,
        NoticeCode.BALANCE_BEYOND,
    ]
