"""A whole round: the greatest sum against all pairings, byes, fixed and forbidden pairs, tables, colours."""

import random
from dataclasses import replace

import pytest

from tests.tournaments.pairing.gotha.builders import (
    CATEGORIES,
    DUMPED,
    PROFILES,
    SWISS,
    dumped,
    field,
    play,
    played,
)
from tournaments.pairing.gotha import Valuation, draw, enter, matching, recompute, verify
from tournaments.pairing.gotha.matching import LOT_BITS, lot
from tournaments.pairing.gotha.verifying import DeviationCode
from tournaments.pairing.ground_codes import GroundCode
from tournaments.pairing.values import CannotPair, InputCode, PairingInputError, RefusalCode
from tournaments.state.gotha.values import MCMAHON, GoGame, GoOutcome, GoPlayer
from tournaments.state.tournament import Bye, FixedPair, ForbiddenPair


@pytest.mark.parametrize("path", DUMPED, ids=lambda path: path.stem)
def test_the_sum_colours_and_handicaps_of_real_rounds(path):
    data = dumped(path)
    drawn = recompute(data["input"])
    assert drawn.sum == data["best_sum"]
    totals = {frozenset(row[:2]): row[-1] for row in data["edges"]}
    assert drawn.sum == sum(totals[frozenset((p.white, p.black))] for p in drawn.pairs)
    # Of several pairings with this sum ours may be another one; who is in both has the same colours.
    real = {frozenset(game[:2]): tuple(game) for game in data["games"]}
    assert sum(totals[couple] for couple in real) == drawn.sum
    both = [p for p in drawn.pairs if frozenset((p.white, p.black)) in real]
    assert len(both) >= len(real) - 4
    assert all((p.white, p.black, p.handicap) == real[frozenset((p.white, p.black))] for p in both)


def all_pairings(members):
    if not members:
        yield []
        return
    first, *remaining = members
    for i, other in enumerate(remaining):
        for others in all_pairings(remaining[:i] + remaining[i + 1 :]):
            yield [(first, other), *others]


@pytest.mark.parametrize("seed", range(24))
def test_no_pairing_has_a_greater_sum(seed):
    """Against all of them: up to 945 for ten players."""
    chance = random.Random(seed)
    like = (MCMAHON, SWISS, CATEGORIES)[seed % 3]
    size, rounds = chance.randint(4, 10), chance.randint(0, 4)
    event = replace(played(size, rounds, seed, like), forbidden=((1, 2), (3, 1)))
    entering = enter(event, rounds + 1)
    valuation = Valuation(entering)
    try:
        drawn = draw(event, rounds + 1)
    except CannotPair as refusal:
        if refusal.code is not RefusalCode.NO_PAIRING or len(entering.members) % 2:
            return
        drawn, bye = None, None
    else:
        bye = drawn.bye
    members = [m for m in entering.members if m.number != bye]
    forbidden = ({1, 2}, {1, 3})

    def fresh(couples):
        return all(b.number not in a.met and {a.number, b.number} not in forbidden for a, b in couples)

    def value(couples):
        total = sum(valuation.terms(*couple).total for couple in couples)
        return total, sum(lot(rounds + 1, a.number, b.number) for a, b in couples)

    collected = [(value(couples), couples) for couples in all_pairings(members) if fresh(couples)]
    if drawn is None:
        assert not collected
        return
    best, couples = max(collected, key=lambda row: row[0])
    assert drawn.sum == best[0]
    assert {frozenset((p.white, p.black)) for p in drawn.pairs} == {
        frozenset((a.number, b.number)) for a, b in couples
    }


@pytest.mark.parametrize("like", [*PROFILES, CATEGORIES])
@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_the_file_changes_nothing(like, seed):
    event = played(15, 3, seed, like)
    chance = random.Random(seed)
    mixed = replace(
        event,
        players=tuple(chance.sample(event.players, len(event.players))),
        games=tuple(chance.sample(event.games, len(event.games))),
        byes=event.byes[::-1],
    )
    assert draw(mixed, 4, allow_rematch=True) == draw(event, 4, allow_rematch=True)


def plain(*ranks, **event):
    """Players 1, 2, … with these ranks, in the order of the alphabet, without country and club."""
    players = tuple(
        GoPlayer(i, chr(64 + i), rank=rank, rating=2100 + 100 * rank) for i, rank in enumerate(ranks, 1)
    )
    return replace(MCMAHON, players=players, **event)


def test_the_bye_goes_to_the_weakest_without_one():
    event = plain(3, 1, -5, -6, -7)
    assert draw(event, 1).bye == 5
    once = replace(event, byes=(Bye(1, 5),), games=(GoGame(1, 1, 1, 2, GoOutcome.WHITE), GoGame(1, 2, 3, 4)))
    assert draw(once, 2).bye == 4
    named = draw(event, 1, bye=2)
    assert (named.bye, named.bye_ground.code) == (2, GroundCode.BYE_NAMED)


def test_of_equal_ones_the_last_by_name_has_the_bye():
    assert draw(plain(-5, -5, -5), 1).bye == 3


def test_half_points_count_for_the_bye():
    """6 kyu with half a point more stands above 6 kyu: the true score, not its floor."""
    drawn = (GoGame(1, 1, 3, 2, GoOutcome.EQUAL), GoGame(1, 2, 1, 4, GoOutcome.WHITE))
    event = plain(0, -6, -4, -6, -6, games=drawn, byes=(Bye(1, 5),))
    assert draw(event, 2).bye == 4


@pytest.mark.parametrize("number", [9, 1])
def test_a_bye_that_cannot_be_is_refused(number):
    with pytest.raises(CannotPair) as refusal:
        draw(plain(0, 0, 0, 0), 1, bye=number)
    assert refusal.value.code is RefusalCode.BYE_UNFIT


def test_a_fixed_pair_stands_and_a_forbidden_one_does_not():
    event = plain(3, 3, -9, -9)
    assert {frozenset((p.white, p.black)) for p in draw(event, 1).pairs} == {
        frozenset((1, 2)),
        frozenset((3, 4)),
    }
    fixed = draw(replace(event, fixed=(FixedPair(1, 2, 3),)), 1)
    assert {frozenset((p.white, p.black)) for p in fixed.pairs} == {frozenset((2, 3)), frozenset((1, 4))}
    for kind in ({"forbidden": ((1, 2),)}, {"forbidden_once": (ForbiddenPair(1, 2, 1),)}):
        apart = draw(replace(event, **kind), 1)
        assert not any({p.white, p.black} == {1, 2} for p in apart.pairs)
    level = draw(replace(plain(3, 3), fixed=(FixedPair(1, 1, 2),)), 1).pairs[0]
    assert (level.black, level.white, level.grounds[-1].code) == (1, 2, GroundCode.WHITE_FIXED)


@pytest.mark.parametrize(
    ("fixed", "kind", "code"),
    [
        ([(1, 9)], {}, RefusalCode.FIXED_ABSENT),
        ([(1, 2), (2, 3)], {}, RefusalCode.FIXED_TWICE),
        ([(1, 2)], {"forbidden": ((2, 1),)}, RefusalCode.FIXED_FORBIDDEN),
    ],
)
def test_fixed_pairs_that_contradict(fixed, kind, code):
    pairs = tuple(FixedPair(1, *pair_of) for pair_of in fixed)
    with pytest.raises(CannotPair) as refusal:
        draw(replace(plain(0, 0, 0, 0), fixed=pairs, **kind), 1)
    assert refusal.value.code is code


def test_a_rematch_is_refused_before_it_is_made():
    event = plain(0, 0, games=(GoGame(1, 1, 1, 2, GoOutcome.WHITE),))
    with pytest.raises(CannotPair) as refusal:
        draw(event, 2)
    assert refusal.value.code is RefusalCode.NO_PAIRING
    again = draw(event, 2, allow_rematch=True)
    assert again.rematches == 1
    assert again.pairs[0].terms.duplicate == 0
    with pytest.raises(CannotPair) as refusal:
        draw(replace(event, fixed=(FixedPair(2, 1, 2),)), 2)
    assert refusal.value.code is RefusalCode.FIXED_MET


def test_weights_that_prefer_a_rematch_get_the_best_pairing_without_one():
    """Categories apart cost more than a rematch here."""
    event = plain(
        0, 0, -9, -9, games=(GoGame(1, 1, 1, 2, GoOutcome.WHITE), GoGame(1, 2, 3, 4, GoOutcome.WHITE))
    )
    weights = replace(event.weights, duplicate=10, category=10**13)
    event = replace(event, weights=weights, scoring=replace(event.scoring, categories=(0,)))
    assert draw(event, 2, allow_rematch=True).rematches == 2
    assert draw(event, 2).rematches == 0


def test_nobody_and_no_such_round():
    with pytest.raises(CannotPair) as refusal:
        draw(MCMAHON, 1)
    assert refusal.value.code is RefusalCode.NOBODY
    with pytest.raises(PairingInputError) as error:
        draw(plain(0, 0), 6)
    assert error.value.code is InputCode.BAD_ROUND


def test_tables_by_the_lower_score_then_the_higher():
    event = plain(3, 3, 2, -4, -5, -9)
    pairs = draw(event, 1).pairs
    main = {m.number: m.main for m in enter(event, 1).members}
    keys = [(-min(main[p.white], main[p.black]), -max(main[p.white], main[p.black])) for p in pairs]
    assert keys == sorted(keys)
    assert [p.table for p in pairs] == [1, 2, 3]


def test_who_sits_at_one_table_keeps_it():
    event = plain(3, 3, 0, 0, -9, -9, -12, -12)

    def tables(*mine):
        return {p.table: {p.white, p.black} for p in draw(replace(event, tables=mine), 1).pairs}

    assert tables() == {1: {1, 2}, 2: {3, 4}, 3: {5, 6}, 4: {7, 8}}
    assert tables((7, 1)) == {1: {7, 8}, 2: {1, 2}, 3: {3, 4}, 4: {5, 6}}
    assert tables((7, 40), (4, 2), (3, 9)) == {1: {1, 2}, 2: {3, 4}, 3: {5, 6}, 40: {7, 8}}
    assert tables((1, 2), (3, 2)) == {1: {3, 4}, 2: {1, 2}, 3: {5, 6}, 4: {7, 8}}


def test_every_pair_has_its_nine_terms_its_stones_and_its_colours():
    event = played(16, 3, 5)
    for p in draw(event, 4, allow_rematch=True).pairs:
        codes = [ground.code for ground in p.grounds]
        assert codes[:9] == list(GroundCode)[:9]
        assert [ground.params["value"] for ground in p.grounds[:9]] == list(p.terms)
        assert codes[9] is GroundCode.STONES
        stones = p.grounds[9].params
        assert stones["handicap"] == p.handicap
        assert codes[10] in (GroundCode.WHITE_STRONGER, GroundCode.WHITE_BALANCE, GroundCode.WHITE_NAMES)
        assert (codes[10] is GroundCode.WHITE_STRONGER) == bool(p.handicap)


def test_colours_at_equal_balance_come_from_the_names():
    """BonjeanRobin and NoguchiMotoki: 33,713 is odd, so the second by code point is White."""
    players = (GoPlayer(1, "Bonjean", "Robin", rank=3), GoPlayer(2, "Noguchi", "Motoki", rank=3))
    (only,) = draw(replace(MCMAHON, players=players), 1).pairs
    assert (only.white, only.black, only.grounds[-1].params["parity"]) == (2, 1, 1)
    first_one, other = enter(replace(MCMAHON, players=players), 1).members
    assert first_one.letters.sum_with(other.letters) == other.letters.sum_with(first_one.letters) == 33_713


@pytest.mark.parametrize("like", PROFILES)
def test_what_the_rule_made_is_verified_and_what_somebody_changed_is_named(like):
    event = field(16, 4, like)
    event = play(event, draw(event, 1), 4)
    assert verify(event, 1).ok
    first, second, *others = event.games
    turned = replace(event, games=(replace(first, white=second.black, black=second.white), second, *others))
    codes = {d.code for d in verify(turned, 1).deviations}
    assert DeviationCode.NOT_PAIRED in codes
    swapped = replace(first, white=second.white), replace(second, white=first.white)
    codes = {d.code for d in verify(replace(event, games=(*swapped, *others)), 1).deviations}
    assert codes & {DeviationCode.SUM, DeviationCode.HANDICAP, DeviationCode.COLOUR}
    stones = replace(event, games=(replace(first, handicap=9 - first.handicap), second, *others))
    assert [d.code for d in verify(stones, 1).deviations] == [DeviationCode.HANDICAP]


def test_the_lot_never_weighs_more_than_one_point():
    """The lots of 500 pairs together stay below one unit of a total."""
    assert 2 ** (LOT_BITS + (1000).bit_length()) > 500 * 2**LOT_BITS


def test_a_large_field_is_cut_between_groups(monkeypatch):
    """Here beyond 40 players, into parts of about 24."""
    monkeypatch.setattr(matching, "MOST_WHOLE", 40)
    monkeypatch.setattr(matching, "PART", 24)
    event = field(64, 3)
    entering = enter(replace(event, players=tuple(replace(p, away=frozenset()) for p in event.players)), 1)
    members = list(entering.members)
    at = matching._cut(members)
    gaps = {i: members[i].group - members[i - 1].group for i in range(16, 33, 2)}
    assert gaps[at] == max(gaps.values())
    assert all(abs(at - 24) <= abs(i - 24) for i, gap in gaps.items() if gap == gaps[at])

    def near(first, other):
        return 10**6 - abs(first.place - other.place)

    couples = matching.greatest(entering, members, lambda _first, _other: True, near)
    assert len({m.number for couple in couples for m in couple}) == 64
    assert all((first.place < at) == (other.place < at) for first, other in couples)
    # The first part can then not be paired in itself, so all are matched together.
    few = {m.number for m in members[1:at]}

    def allowed(first, other):
        return members[0] not in (first, other) or not few & {first.number, other.number}

    couples = matching.greatest(entering, members, allowed, near)
    assert len({m.number for couple in couples for m in couple}) == 64
