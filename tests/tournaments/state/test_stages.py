"""Groups and crossings, and the texts that name places."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.state.stages import (
    Source,
    SourceError,
    crossings,
    groups_by_lot,
    kept_apart,
    qualifiers_of,
    snake,
)


def test_a_snake_turns_with_each_pot():
    assert snake(range(1, 17), 4) == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert snake(range(1, 8), 3) == [[1, 6, 7], [2, 5], [3, 4]]


@given(st.integers(2, 16), st.integers(4, 64), st.text("abc", max_size=4))
def test_lots_give_every_group_one_of_each_pot(groups, players, seed):
    made = groups_by_lot(range(players), groups, seed)

    assert sorted(n for group in made for n in group) == list(range(players))
    assert all(
        player // groups == pot for group in made for pot, player in enumerate(group[: players // groups])
    )
    assert max(map(len, made)) - min(map(len, made)) <= 1
    assert made == groups_by_lot(range(players), groups, seed)


def test_another_seed_draws_other_groups():
    assert groups_by_lot(range(16), 4, "one") != groups_by_lot(range(16), 4, "two")


def clashes(groups, federations):
    pairs = (pair for group in groups for pair in combinations(group, 2))
    return sum(federations[player] == federations[other] != "" for player, other in pairs)


def test_two_of_one_federation_part_where_a_pot_allows_it():
    # 1 and 8, 2 and 7 would meet.
    federations = dict.fromkeys(range(1, 17), "") | {1: "CHN", 8: "CHN", 2: "VIE", 7: "VIE"}
    made = kept_apart(snake(range(1, 17), 4), federations)

    assert clashes(snake(range(1, 17), 4), federations) == 2
    assert clashes(made, federations) == 0
    assert [len(group) for group in made] == [4, 4, 4, 4]
    assert [sorted(group[pot] for group in made) for pot in range(4)] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10, 11, 12],
        [13, 14, 15, 16],
    ]


@given(st.integers(2, 6), st.integers(1, 5), st.data())
def test_nobody_is_lost_and_no_pot_is_left_in_keeping_apart(groups, pots, data):
    players = range(groups * pots - data.draw(st.integers(0, groups - 1)))
    federations = {player: data.draw(st.sampled_from(["", "A", "B", "C"])) for player in players}
    before = snake(players, groups)
    made = kept_apart(before, federations)

    assert sorted(n for group in made for n in group) == list(players)
    assert [len(group) for group in made] == [len(group) for group in before]
    second = [group[:2] for group in made if len(group) > 1]
    if all(federations.values()) and len(second) == groups:
        # In the second pot as many are apart as can be: against every order of that pot.
        from itertools import permutations

        least = min(
            sum(federations[a] == federations[b] for (a, _), b in zip(second, order, strict=True))
            for order in permutations([b for _, b in second])
        )
        assert sum(federations[a] == federations[b] for a, b in second) == least


def test_winners_of_one_group_meet_again_in_the_final_at_the_earliest():
    assert crossings("ab", 2) == ["a:1", "b:2", "b:1", "a:2"]
    assert crossings("abcd", 2) == ["a:1", "b:2", "c:1", "d:2", "b:1", "a:2", "d:1", "c:2"]
    assert crossings("abcd", 1) == ["a:1", "b:1", "c:1", "d:1"]
    assert crossings("ab", 4) == ["a:1", "b:4", "b:2", "a:3", "b:1", "a:4", "a:2", "b:3"]
    for groups in (2, 4, 8, 16):
        places = crossings([f"g{n}" for n in range(groups)], 2)
        half = len(places) // 2
        for group in range(groups):
            assert sum(place.startswith(f"g{group}:") for place in places[:half]) == 1
    assert [qualifiers_of(n) for n in (2, 3, 4, 6, 8)] == [(1, 2, 4), (), (1, 2), (), (1, 2)]


@pytest.mark.parametrize("text", ["group-a:2", "cup:W7", "cup:L12", "a+b+c:3:1", "group-a#12", "-"])
def test_a_source_is_read_as_it_is_written(text):
    assert str(Source.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "group-a", "a:0", "a:W0", "a+b:3", "a:3:1", "a+a:3:1", "a:X1", "a#0", ":1", "a:1 ", "a+b#3"]
)
def test_what_names_no_place_is_refused(text):
    with pytest.raises(SourceError):
        Source.parse(text)


def test_a_renamed_section_is_named_anew():
    assert str(Source.parse("a+b:3:1").renamed("a", "north")) == "north+b:3:1"
