"""What somebody types at the desk: every spelling of every result, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.exchange.result_lines import SPELLINGS, TypedResult, read_result_line
from tournaments.state.causes import NOT_BY_PLAY, ResultCause

BLANKS = st.text(alphabet=" \t\u3000\u00a0", max_size=3)
WIDE = {chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)}


@pytest.mark.parametrize(
    ("typed", "choice"),
    [
        *(("12 1", "1-0"), ("12 1-0", "1-0"), ("12 1:0", "1-0"), ("12 红胜", "1-0"), ("12 紅勝", "1-0")),
        *(("12 0", "0-1"), ("12 0-1", "0-1"), ("12 0:1", "0-1"), ("12 黑胜", "0-1"), ("12 黑方勝", "0-1")),
        *(("12 =", "1/2"), ("12 ½", "1/2"), ("12 1/2", "1/2"), ("12 ½–½", "1/2"), ("12 和", "1/2")),
        *(("12 +-", "+-"), ("12 -+", "-+"), ("12 --", "--"), ("12 ——", "--"), ("12 +−", "+-")),
        *(("12红胜", "1-0"), ("12=", "1/2"), ("12+-", "+-"), ("１２　１：０", "1-0"), ("12 1 - 0", "1-0")),
    ],
)
def test_a_line_of_xiangqi(typed: str, choice: str) -> None:
    assert read_result_line(typed, "xiangqi") == TypedResult(12, choice)


@pytest.mark.parametrize("typed", ["12 1-0!", "12 1 !", "12 黑胜!", "１２　１：０！"])
def test_a_mark_confirms(typed: str) -> None:
    assert read_result_line(typed, "weiqi") == TypedResult(12, "1-0", confirmed=True)
    assert read_result_line(typed + "!", "weiqi") is None


def test_the_first_side_of_weiqi_is_black() -> None:
    assert read_result_line("12 黑胜", "weiqi") == TypedResult(12, "1-0")
    assert read_result_line("12 白胜", "weiqi") == TypedResult(12, "0-1")
    assert read_result_line("12 红胜", "weiqi") is None
    assert read_result_line("12 白胜", "xiangqi") is None


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "12", "1-0", "121-0", "-3 1-0", "twelve 1-0", "12345 1-0", "٣ 1-0", "12 ١"),
        *("12 2-0", "12 1-1", "12 10", "12 01", "12 5", "12 d", "12 0.5", "12 0-0", "12 1-0 x", "12 0-0-0"),
        *("12 红", "12 胜", "12 红负", "12 +", "12 +/-", "3: 0-1", "3, 1-0", "3. 1-0", "12.1-0", "12 🙂"),
        *("12 1\x000", "1" * 4000, "12 " + "-" * 4000),
    ],
)
@pytest.mark.parametrize("game", SPELLINGS)
def test_what_is_in_no_list_is_refused(typed: str, game: str) -> None:
    assert read_result_line(typed, game) is None


@pytest.mark.parametrize(
    ("typed", "game", "read"),
    [
        ("12 1 t", "xiangqi", TypedResult(12, "1-0", cause=ResultCause.TIME)),
        ("12=n", "xiangqi", TypedResult(12, "1/2", cause=ResultCause.NATURAL_LIMIT)),
        ("12 = v!", "xiangqi", TypedResult(12, "1/2", confirmed=True, cause=ResultCause.MOVE_LIMIT)),
        ("12 -+ l", "xiangqi", TypedResult(12, "-+", cause=ResultCause.LATE)),
        ("12 红胜 超时", "xiangqi", TypedResult(12, "1-0", cause=ResultCause.TIME)),
        ("12 = p 1.4", "xiangqi", TypedResult(12, "1/2", cause=ResultCause.REPETITION, article="1.4")),
        ("12 ½-0 d", "xiangqi", TypedResult(12, "1/2-0", cause=ResultCause.ARBITER)),
        ("12 0-= d", "xiangqi", TypedResult(12, "0-1/2", cause=ResultCause.ARBITER)),
        ("12 0-0 b", "weiqi", TypedResult(12, "0-0", cause=ResultCause.BOTH_LOSE)),
        ("12 1 k 3¾", "weiqi", TypedResult(12, "1-0", cause=ResultCause.COUNT, margin=15)),
        ("12 0 K 0,25", "weiqi", TypedResult(12, "0-1", cause=ResultCause.COUNT, margin=1)),
        ("12 黑胜 中盘", "weiqi", TypedResult(12, "1-0", cause=ResultCause.RESIGNATION)),
    ],
)
def test_a_cause_stands_behind_the_result(typed: str, game: str, read: TypedResult) -> None:
    assert read_result_line(typed, game) == read


@pytest.mark.parametrize(
    "typed",
    [
        "12 1 n",
        "12 = r",
        "12 1-0 x",
        "12 -+ t",
        "12 0-0 t",
        "12 ½-0",
        "12 0-½ t",
        "12 1 k",
        "12 1 y",
        "12 1 tt",
        "12 t",
    ],
)
def test_a_cause_that_the_result_cannot_have_is_refused(typed: str) -> None:
    assert read_result_line(typed, "xiangqi") is None


@given(
    table=st.integers(0, 9999),
    game=st.sampled_from(sorted(SPELLINGS)),
    wide=st.booleans(),
    blanks=st.tuples(BLANKS, BLANKS, BLANKS),
    pick=st.integers(0, 1000),
)
@pytest.mark.slow
def test_every_spelling_is_read_with_any_blanks_and_width(
    table: int, game: str, *, wide: bool, blanks: tuple[str, str, str], pick: int
) -> None:
    spelling, choice = sorted(SPELLINGS[game].items())[pick % len(SPELLINGS[game])]
    before, between, after = blanks
    line = f"{before}{table} {between}{between.join(spelling)}{after}"
    if wide:
        line = "".join(WIDE.get(character, character) for character in line)
    typed = None if choice in NOT_BY_PLAY else TypedResult(table, choice)
    assert read_result_line(line, game) == typed


@given(typed=st.text(alphabet=st.sampled_from("0123456789 +-=:/½红黑白胜和方.,一\u3000"), max_size=12))
def test_whatever_is_read_can_be_written_again(typed: str) -> None:
    read = read_result_line(typed, "xiangqi")
    if read is not None and not read.cause:
        assert read_result_line(f"{read.table} {read.choice}", "xiangqi") == read
