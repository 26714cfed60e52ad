"""Line-ups: what a captain may hand in, and what counts where nobody did."""

import pytest

from tournaments.state.line_ups import (
    Empty,
    LineUpCode,
    LineUpFault,
    LineUpRules,
    Order,
    default_line_up,
    faults,
)

ROSTER = (1, 2, 3, 4, 5)
FIXED = LineUpRules(boards=4, order=Order.FIXED, least=3)
FREE = LineUpRules(boards=4)


@pytest.mark.parametrize("line_up", [(1, 2, 3, 4), (1, 3, 4, 5), (2, 3, 4, 5), (1, 3, 5, None)])
def test_what_a_fixed_order_allows(line_up):
    assert faults(FIXED, ROSTER, line_up) == []


@pytest.mark.parametrize(
    ("line_up", "fault"),
    [
        ((1, 3, 2, 4), LineUpFault(LineUpCode.ORDER, 3, 2, 3)),
        ((1, None, 3, 4), LineUpFault(LineUpCode.GAP, 2)),
        ((1, 2, None, None), LineUpFault(LineUpCode.TOO_FEW, count=2)),
        ((1, 2, 2, 4), LineUpFault(LineUpCode.TWICE, 3, 2, 2)),
        ((1, 2, 3, 9), LineUpFault(LineUpCode.NOT_A_MEMBER, 4, 9)),
        ((1, 2, 3, 5), LineUpFault(LineUpCode.AWAY, 4, 5)),
        ((1, 2, 3), LineUpFault(LineUpCode.BOARDS, count=3)),
    ],
)
def test_what_is_wrong_is_named_with_its_board(line_up, fault):
    assert faults(FIXED, ROSTER, line_up, away={5}) == [fault]


def test_a_free_order_is_any_order_and_half_of_the_boards_are_enough():
    assert faults(FREE, ROSTER, (5, 1, None, None)) == []
    assert faults(LineUpRules(boards=4, empty=Empty.ANY), ROSTER, (None, 5, None, 1)) == []
    assert [fault.code for fault in faults(FREE, ROSTER, (None, None, None, None))] == [LineUpCode.TOO_FEW]


def test_every_fault_of_a_line_up_is_found():
    codes = [fault.code for fault in faults(FIXED, ROSTER, (4, 3, None, 9), away={3})]

    assert codes == [LineUpCode.AWAY, LineUpCode.ORDER, LineUpCode.GAP, LineUpCode.NOT_A_MEMBER]


@pytest.mark.parametrize(
    ("rules", "last", "away", "expected"),
    [
        (FIXED, (5, 4, 3, 2), {2}, (1, 3, 4, 5)),
        (FREE, (5, 4, 3, 2), (), (5, 4, 3, 2)),
        (FREE, (5, 4, 3, 2), {4}, (5, 3, 2, 1)),
        (FREE, (), {1, 2, 3}, (4, 5, None, None)),
    ],
)
def test_who_plays_where_no_line_up_was_handed_in(rules, last, away, expected):
    assert default_line_up(rules, ROSTER, last, away) == expected
    assert {fault.code for fault in faults(rules, ROSTER, expected, away)} <= {LineUpCode.TOO_FEW}
