"""What the digests cover, and that they stay what they are: stored rounds must verify in later releases."""

import json
from dataclasses import replace

import pytest

from tests.tournaments.pairing.builders import championship, swiss, with_entry
from tournaments.pairing import input_digest, pair, pairing_input, tournament_from_input
from tournaments.pairing.simulation import simulate
from tournaments.state.canonical import canonical_json
from tournaments.state.options import Final, Options
from tournaments.state.tournament import Absence, Entry, ForbiddenPair, Result, Superseded


def test_digests_are_stable_across_releases():
    tournament = championship("wxc2009_women")

    assert (
        input_digest(tournament, 5)
        == "sha256:fbebf4bc833521c2b5f923c9cf8ed784fc1449e8bcb923b29f64242a57373166"
    )
    assert (
        pair(tournament, 5).digest
        == "sha256:6caf8bc6970f692401378e84ce801daeffaca2a8086431354c7ada505c866dda"
    )


def test_names_are_in_neither():
    tournament = championship("wxc2009_women")
    nameless = replace(
        tournament, entries=tuple(replace(e, name="", native_name="") for e in tournament.entries)
    )

    assert pair(nameless, 1).digest == pair(tournament, 1).digest
    assert not any(e.native_name in canonical_json(pairing_input(tournament, 1)) for e in tournament.entries)


@pytest.mark.parametrize(
    "change",
    [
        lambda t: replace(t, grouping="columns"),
        lambda t: replace(t, forbidden=((1, 3),)),
        lambda t: replace(t, forbidden_once=(ForbiddenPair(2, 3, 1),)),
        lambda t: with_entry(t, 2, absences=frozenset({2})),
        lambda t: with_entry(t, 2, withdrawn_after=1),
        lambda t: replace(t, games=(replace(t.games[0], result=Result.DRAW), *t.games[1:])),
        lambda t: replace(t, games=(replace(t.games[0], forfeit=True), *t.games[1:])),
    ],
)
def test_what_pairing_depends_on_changes_the_input(change):
    tournament = swiss(4, "1-2 1-0, 3-4 1-0")

    assert input_digest(change(tournament), 2) != input_digest(tournament, 2)


@pytest.mark.parametrize(
    "change",
    [
        lambda t: with_entry(t, 2, federation="CHN", rating=2000),
        lambda t: replace(t, name="Other", seed="x", tiebreaks=("buchholz",)),
        lambda t: with_entry(t, 2, absences=frozenset({3})),
        lambda t: replace(t, forbidden_once=(ForbiddenPair(3, 3, 1),)),
        # Somebody enters after this round was paired: absent in it and before.
        lambda t: replace(t, entries=(*t.entries, Entry(5, absences=frozenset({1, 2})))),
        lambda t: replace(t, entries=(*t.entries, Entry(5)), absences=(Absence(1, 5), Absence(2, 5))),
        lambda t: replace(t, games=(*t.games, *swiss(4, "", "1-3 1-0").games)),
    ],
)
def test_what_it_does_not_depend_on_leaves_it_alone(change):
    tournament = swiss(4, "1-2 1-0, 3-4 1-0")

    assert input_digest(change(tournament), 2) == input_digest(tournament, 2)


def test_a_half_point_bye_counts_for_the_rounds_after_it_and_the_input_keeps_it():
    away = with_entry(swiss(5, "1-2 1-0, 3-4 1-0", "1-3 1-0"), 5, absences=frozenset({1}))
    half = with_entry(away, 5, half_byes=frozenset({1}))

    assert input_digest(half, 1) == input_digest(away, 1)
    assert input_digest(half, 2) != input_digest(away, 2)
    again = tournament_from_input(json.loads(canonical_json(pairing_input(half, 2))))
    assert pair(again, 2) == pair(half, 2)


def test_a_later_correction_leaves_earlier_rounds_as_they_were():
    tournament = swiss(4, "1-2 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0")
    corrected = replace(
        tournament.games[0], result=Result.SECOND, history=(Superseded(Result.FIRST, until_round=2),)
    )
    after = replace(tournament, games=(corrected, *tournament.games[1:]))

    assert pair(after, 2).digest == pair(tournament, 2).digest
    assert pair(after, 3).digest != pair(tournament, 3).digest


def test_naming_the_finalists_leaves_the_rounds_before_the_final_as_they_were():
    played = simulate(8, 3, "wxc2015", 4, total_rounds=5)
    final = Options(final=Final(after=3))
    before = replace(played, options=final)
    named = replace(played, options=replace(final, final=Final(after=3, players=(5, 2, 7, 1))))

    for number in (1, 2, 3):
        assert pair(named, number).digest == pair(before, number).digest
        assert pair(tournament_from_input(pairing_input(named, number)), number) == pair(named, number)
    assert pairing_input(named, 4)["options"]["final"]["players"] == (5, 2, 7, 1)


def test_the_arbiters_permission_is_part_of_the_pairing_not_of_the_input():
    tournament = swiss(6, "1-2 1-0, 3-4 1-0, 5-6 1-0")

    assert pair(tournament, 2).pairs == pair(tournament, 2, allow_rematch=True).pairs
    assert pair(tournament, 2).digest != pair(tournament, 2, allow_rematch=True).digest
