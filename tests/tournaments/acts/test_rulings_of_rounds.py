"""Pairs that are fixed or forbidden for several rounds, and what is left of them when they are lifted."""

from __future__ import annotations

from typing import Any

import pytest

from portal.policy import Refusal
from tests.cast import Cast, last
from tests.factories import publish as made_public
from tests.factories import report_all
from tests.working import compute
from tournaments.acts.drafts import pair_round
from tournaments.acts.refereeing.rulings import lift_rule, rule_pair
from tournaments.acts.rounds import close_round
from tournaments.acts.undo.undo import undo
from tournaments.models import PairRule, Section
from tournaments.pairing import pair as pure_pair
from tournaments.queries.files import section_as_file
from tournaments.queries.public.public_files import public_file_of
from tournaments.queries.tournament import tournament_of


def rule(cast: Cast, number: int, first: int, second: int, **more: Any) -> int:
    arguments: dict[str, Any] = {"kind": "forbidden", "until": None, "reason": "brothers"} | more
    return rule_pair(round_=cast.round(number), first=first, second=second, by=cast.bob, **arguments)["rule"]


def forbidden(cast: Cast) -> list[int]:
    section = Section.objects.get(pk=cast.section.pk)
    tournament = tournament_of(section)
    return [number for number in range(1, section.rounds + 1) if tournament.forbidden_in(number)]


def played(cast: Cast, number: int) -> set[frozenset[int]]:
    """The round paired, played and closed; who has met."""
    pair_round(round_=cast.round(number), by=cast.bob)
    compute()
    report_all(made_public(cast.round(number)))
    close_round(round_=cast.round(number), by=cast.bob)
    compute()
    return {
        frozenset(seat.entry.number or 0 for seat in pairing.seats.all())
        for pairing in cast.round(number).pairings.all()
    }


def test_a_pair_is_forbidden_for_some_rounds(entered: Cast) -> None:
    rounds = entered.section.rounds
    rule(entered, 2, 1, 2, until=rounds)
    assert forbidden(entered) == list(range(2, rounds + 1))
    for number, until in ((1, 2), (2, None), (3, None)):
        with pytest.raises(Refusal, match="already-ruled"):
            rule(entered, number, 2, 1, until=until)
    rule(entered, 1, 2, 1)
    assert forbidden(entered) == list(range(1, rounds + 1))


def test_the_last_round_must_be_one(entered: Cast) -> None:
    for until, code in ((entered.section.rounds + 1, "no-such-round"), (1, "until-before")):
        with pytest.raises(Refusal, match=code):
            rule(entered, 2, 1, 2, until=until)
    assert PairRule.objects.get(pk=rule(entered, 2, 1, 2, until=2)).until_round is None


def test_lifting_leaves_the_rounds_before(entered: Cast) -> None:
    made = rule(entered, 1, 1, 2, until=3)
    lift_rule(round_=entered.round(3), rule=made, by=entered.bob)
    assert forbidden(entered) == [1, 2]
    lift_rule(round_=entered.round(2), rule=made, by=entered.bob)
    assert forbidden(entered) == [1]
    undo(event=entered.event, entry=last("lift_rule").pk, reason="a slip", by=entered.bob)
    assert forbidden(entered) == [1, 2]
    lift_rule(round_=entered.round(1), rule=made, by=entered.bob)
    assert forbidden(entered) == [2]


@pytest.mark.slow
def test_a_pair_that_must_meet_meets_once_in_the_first_round_that_both_play(entered: Cast) -> None:
    """Not in round 1, which one of them misses; in round 2, and then no more. The pure engine says the same
    from the file alone, and the public file tells nothing of rounds to come."""
    rounds = entered.section.rounds
    rule(entered, 1, 7, 8, kind="fixed", until=rounds)
    entered.section.entries.get(number=8).absences.create(round_number=1)
    assert frozenset((7, 8)) not in played(entered, 1)
    section = Section.objects.get(pk=entered.section.pk)
    assert public_file_of(section).fixed == ()
    collected = {
        frozenset((pair.first, pair.second)) for pair in pure_pair(section_as_file(section), 2).pairs
    }
    assert frozenset((7, 8)) in collected
    assert collected <= played(entered, 2)
    assert tournament_of(section).fixed_in(3) == ()
    assert frozenset((7, 8)) not in played(entered, 3)
