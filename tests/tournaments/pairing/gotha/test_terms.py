"""The value of a pair: OpenGotha's own dumps, the worked terms of the rule, and what must hold of any."""

from dataclasses import replace

import pytest

from tests.tournaments.pairing.gotha.builders import CATEGORIES, DUMPED, SWISS, dumped, field, played
from tournaments.pairing.gotha import Valuation, enter, event_from_input
from tournaments.pairing.gotha.terms import position_value
from tournaments.state.gotha.settings import FloatMode, Seeding
from tournaments.state.gotha.values import MCMAHON


@pytest.mark.parametrize("path", DUMPED, ids=lambda path: path.stem)
def test_every_edge_is_what_opengotha_dumped(path):
    data = dumped(path)
    event, letters = event_from_input(data["input"])
    entering = enter(event, data["input"]["round"], letters)
    valuation = Valuation(entering)
    members = {member.number: member for member in entering.members}
    assert [member.number for member in entering.members] == data["order"]
    for better, worse, *numbers in data["edges"]:
        terms = valuation.terms(members[better], members[worse])
        assert [*terms, terms.total] == numbers, (better, worse)
    assert len(data["edges"]) == len(members) * (len(members) - 1) // 2


def test_f_is_computed_in_doubles_in_one_order():
    """8 of 25 groups apart: exact arithmetic gives 78,880,000,000."""
    valuation = Valuation(enter(field(4, 1), 1))
    assert valuation._f(100_000_000_000, 8, 25) == 78_879_999_999
    assert valuation._f(100_000_000_000, 1, 27) == 98_079_561_042


def test_who_is_fit_to_float():
    assert [position_value(FloatMode.TOP, 3, i) for i in range(3)] == [2, 1, 0]
    assert [position_value(FloatMode.MID, 3, i) for i in range(3)] == [0, 2, 0]
    assert [position_value(FloatMode.BOT, 3, i) for i in range(3)] == [0, 1, 2]


@pytest.mark.parametrize("like", [MCMAHON, SWISS, CATEGORIES])
@pytest.mark.parametrize("seed", range(5))
def test_a_pair_has_one_value_from_either_side(like, seed):
    like = replace(like, weights=replace(like.weights, random=10**9))
    entering = enter(played(14, 3, seed, like), 4)
    valuation = Valuation(entering)
    for member in entering.members:
        for other in entering.members:
            if member is not other:
                terms = valuation.terms(member, other)
                assert terms == valuation.terms(other, member)
                # Geography is measured from the score's weight: below 0 where its own is larger.
                assert all(value >= 0 for value in terms[:-1])


@pytest.mark.parametrize("size", range(2, 40))
def test_the_best_of_each_seeding(size):
    """FOLD wants the first with the last; SLIP halves side by side, the pairs all alike."""
    players = tuple(replace(p, rank=0, mms_correction=0, away=frozenset()) for p in field(size, 3).players)

    def best(seeding):
        event = replace(MCMAHON, players=players)
        event = replace(event, weights=replace(event.weights, first_seeding=seeding))
        valuation = Valuation(enter(event, 1))
        by_position = sorted(valuation.entering.members, key=lambda m: m.position)
        return [
            max(by_position, key=lambda o: valuation.seed(m, o) if o is not m else -1) for m in by_position
        ]

    assert [m.position for m in best(Seeding.FOLD)][: size // 2] == [size - 1 - i for i in range(size // 2)]
    if size % 2 == 0:
        assert [m.position for m in best(Seeding.SLIP)][: size // 2] == [
            i + size // 2 for i in range(size // 2)
        ]
    halves = best(Seeding.RANDOM)
    assert all((2 * m.position < size) == (2 * i >= size) for i, m in enumerate(halves))


def test_a_group_of_clubs_counts_as_half_a_club():
    event = field(2, 1)
    first_one, other = (
        replace(p, rank=-10, mms_correction=0, away=frozenset(), country="FR", club=club)
        for p, club in zip(event.players, ("33Bo", "33Ar"), strict=True)
    )

    def geo(clubs_group, clubs, *, same=False):
        pair = (first_one, replace(other, club="33bo") if same else other)
        weights = replace(event.weights, clubs_group=clubs_group)
        made = replace(event, players=pair, weights=weights, clubs_groups=clubs)
        valuation = Valuation(enter(made, 1))
        return valuation.geo(*valuation.entering.members)

    near = (frozenset(("33Ar", "33Bo")),)
    assert geo(2, near, same=True) < geo(2, near) < geo(2, ()) == geo(None, near)
