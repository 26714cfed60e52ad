"""Categories and exclusive prizes (WXC 6.1 (3), (4))."""

import pytest

from tournaments.standings.categories import Award, PrizeError, PrizeList, category_rows, prizes_by_list
from tournaments.standings.money import Sharing
from tournaments.state.tournament import Entry

TOP = PrizeList("individual", 8)
NCNV = PrizeList("ncnv", 3, category="ncnv", exclusive_with=("individual",))


def field(count: int, *ncnv: int) -> tuple[Entry, ...]:
    return tuple(Entry(n, categories=("ncnv",) if n in ncnv else ()) for n in range(1, count + 1))


def identity(count: int) -> dict[int, int]:
    return {number: number for number in range(1, count + 1)}


def test_a_category_is_ranked_by_the_sections_order_and_shares_its_ranks() -> None:
    entries = (
        Entry(1, categories=("women",)),
        Entry(2, categories=("youth", "women")),
        Entry(3),
        Entry(4, categories=("women",)),
    )
    rows = category_rows(entries, {1: 3, 2: 1, 3: 2, 4: 3})
    assert list(rows) == ["women", "youth"]
    assert [(r.rank, r.number, r.overall) for r in rows["women"]] == [(1, 2, 1), (2, 1, 3), (2, 4, 3)]
    assert [(r.rank, r.number) for r in rows["youth"]] == [(1, 2)]


def test_ncnv_prizes_skip_the_top_eight_and_the_next_moves_up() -> None:
    awards = prizes_by_list([TOP, NCNV], field(14, 3, 8, 9, 11, 12, 14), identity(14))
    assert [award.number for award in awards["individual"]] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert awards["ncnv"] == (Award(1, 9), Award(2, 11), Award(3, 12))


def test_two_who_share_the_eighth_place_both_hold_it() -> None:
    ranks = identity(12) | {9: 8}
    awards = prizes_by_list([TOP, NCNV], field(12, 8, 9, 10), ranks)
    assert awards["individual"][-2:] == (Award(8, 8), Award(8, 9))
    assert awards["ncnv"] == (Award(1, 10),)


@pytest.mark.parametrize("sharing", [Sharing.EQUAL, Sharing.HORT])
def test_who_shares_the_money_of_a_list_wins_nothing_in_a_list_exclusive_with_it(sharing: Sharing) -> None:
    top = PrizeList("individual", 2, amounts=(100, 50), sharing=sharing)
    other = PrizeList("ncnv", 1, category="ncnv", exclusive_with=("individual",), amounts=(40,))
    points = {1: 6, 2: 5, 3: 5, 4: 4, 5: 4}
    awards = prizes_by_list([top, other], field(5, 3, 4, 5), identity(5), points)
    # The third is level with the second: half of the second prize is won, and the next in line moves up.
    assert 3 in {award.number for award in awards["individual"]}
    assert awards["ncnv"] == (Award(1, 4, 40),)


def test_lists_that_are_not_exclusive_give_two_prizes() -> None:
    awards = prizes_by_list([TOP, PrizeList("youth", 1, category="ncnv")], field(9, 2, 9), identity(9))
    assert awards["youth"] == (Award(1, 2),)


def test_a_list_can_only_be_exclusive_with_an_earlier_one() -> None:
    with pytest.raises(PrizeError, match="'ncnv' is exclusive with 'individual'"):
        prizes_by_list([NCNV, TOP], field(3, 1), identity(3))
    with pytest.raises(PrizeError, match="'individual' is there twice"):
        prizes_by_list([TOP, TOP], field(3), identity(3))
