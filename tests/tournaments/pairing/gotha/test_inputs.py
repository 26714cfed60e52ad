"""The stored input of a round: everything the pairing depends on, and no name."""

import json
from dataclasses import replace

import pytest

from tests.tournaments.pairing.gotha.builders import CATEGORIES, PROFILES, field, play, played
from tournaments.pairing.gotha import draw, pairing_input, recompute
from tournaments.state.gotha.settings import Seeding
from tournaments.state.gotha.values import GoPlayer


@pytest.mark.parametrize("like", [*PROFILES, CATEGORIES])
@pytest.mark.parametrize("seed", range(6))
def test_a_round_is_computed_again_from_its_input(like, seed):
    event = played(13, 3, seed, like)
    event = replace(
        event,
        clubs_groups=(frozenset(("Pa", "Ly")), frozenset(("Nowhere", "Be"))),
        forbidden=((1, 2),),
        tables=((3, 5), (99, 1)),
        weights=replace(event.weights, random=10**6 if seed % 2 else 0),
    )
    for n in range(1, 5):
        stored = json.loads(json.dumps(pairing_input(event, n)))
        again = recompute(stored, allow_rematch=True)
        assert again == draw(event, n, allow_rematch=True)
        assert again.pairs[0].grounds == draw(event, n, allow_rematch=True).pairs[0].grounds


def test_no_name_is_in_it():
    event = played(8, 2, 1)
    text = json.dumps(pairing_input(event, 3), ensure_ascii=False)
    for player in event.players:
        assert player.surname not in text
        assert not player.given_name or f'"{player.given_name}"' not in text


def test_more_than_parities_only_where_pairs_are_drawn_by_names():
    event = replace(field(6, 2), players=tuple(replace(p, away=frozenset()) for p in field(6, 2).players))
    assert event.weights.seeding(1) is Seeding.RANDOM
    assert max(row[-1] for row in pairing_input(event, 1)["letters"]) > 1
    assert event.weights.seeding(3) is not Seeding.RANDOM
    assert {value for row in pairing_input(event, 3)["letters"] for value in row[3:]} <= {0, 1}


def test_what_comes_later_leaves_it_as_it_was():
    event = field(8, 3)
    before = pairing_input(event, 1)
    later = play(event, draw(event, 1), 3)
    late = GoPlayer(99, "Late", "Comer", away=frozenset({1, 2}))
    assert pairing_input(replace(later, players=(*later.players, late)), 1) == before
    changed = replace(event.players[0], rating=event.players[0].rating + 1)
    assert pairing_input(replace(event, players=(changed, *event.players[1:])), 1) != before


def test_the_named_bye_is_part_of_it():
    event = replace(field(7, 3), players=tuple(replace(p, away=frozenset()) for p in field(7, 3).players))
    named = pairing_input(event, 1, bye=3)
    assert recompute(named).bye == 3
    assert draw(event, 1, bye=3) == recompute(named) != draw(event, 1)
