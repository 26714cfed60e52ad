"""Names spelled otherwise are proposed, other names are not."""

from __future__ import annotations

import pytest

from tournaments.exchange.near_names import MOST, names_near
from tournaments.exchange.ratings.rating_lists import RatedRow
from tournaments.exchange.ratings.rating_matches import (
    MatchQuality,
    Proposal,
    Sought,
    matching_name_key,
    propose,
    with_near,
)


def are_near(item: str, other: str) -> bool:
    return names_near({1: matching_name_key(item)}, [(7, matching_name_key(other))]) == {1: [7]}


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("Müller Jürgen", "Juergen Mueller"),
        ("Mäkelä Aino", "MAEKELAE Aino"),
        ("Weiß Anna", "WEISS Anna"),
        ("Weiß Anna", "Weis Anna"),
        ("Dmitriy Surin", "Surin Dmitri"),
        ("Aleksandr Dinerchtein", "Dinerchtein Alexandr"),
        ("Lukas Podpera", "Podpěra Lukáš"),
        ("Podpera Lukas", "Podepra Lukas"),
        ("Schmidt Anna", "Schmidt Anna Maria"),
        ("Berg Jan van_der", "Jan vanderBerg"),
        ("Li Xiaolong", "Li Xiao Long"),
        ("Ilya Shikshin", "Shikshin I."),
        ("Jean-Pierre Lalo", "Lalo Jeanpierre"),
        ("Łukasz Nowak", "Lucasz Nowak"),
    ],
)
def test_another_spelling_is_near(first: str, other: str) -> None:
    assert are_near(first, other)
    assert are_near(other, first)


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("Li Na", "Li Ma"),
        ("Schmidt Anna", "Schmidt"),
        ("Schmidt Anna", "Schmidt Otto"),
        ("Kim Minjun", "Lee Minjae"),
        ("Anna Berg", "Otto Wolf"),
        ("Shikshin Ilya", "Shikshin Natalya"),
        ("", "Anna Berg"),
    ],
)
def test_another_name_is_not(first: str, other: str) -> None:
    assert not are_near(first, other)
    assert not are_near(other, first)


def test_the_nearest_come_first_and_only_some() -> None:
    listed = [(n, matching_name_key(f"Schmidt Anna {'bcdefghijkl'[n] * 3}")) for n in range(11)]
    listed += [(20, matching_name_key("Schmidt Ana"))]
    result = names_near({5: matching_name_key("Schmidt Anna")}, listed)
    assert result[5][0] == 20
    assert len(result[5]) == MOST


def test_they_are_proposed_where_nothing_else_is_known_and_the_country_agrees() -> None:
    rows = [
        RatedRow("1", "Mueller", "Jan", country="DE", line=1),
        RatedRow("2", "Muller", "Ian", country="FR", line=2),
        RatedRow("3", "Berg", "Ada", country="DE", line=3),
    ]
    players = [Sought(1, "Müller Jan", country="DE"), Sought(2, "Berg Ada"), Sought(3, "Berk Ada")]
    proposals = propose(players, rows)
    assert [proposal.how for proposal in proposals] == [
        MatchQuality.NONE,
        MatchQuality.NAME,
        MatchQuality.NONE,
    ]
    near_rows = {1: rows[:2], 3: rows[2:]}
    assert with_near(proposals, players, near_rows) == [
        Proposal(1, MatchQuality.NEAR, (rows[0],)),
        proposals[1],
        Proposal(3, MatchQuality.NONE),
    ]
