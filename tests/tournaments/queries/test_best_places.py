"""The best of those who have the same place in several groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from tournaments.queries.stages import _best, _comparable, _Rank
from tournaments.state.stages import Source


@dataclass(frozen=True)
class Group:
    """Of which the third is known."""

    third: _Rank

    def at(self, place: int) -> tuple[_Rank, str]:
        assert place == 3
        return self.third, ""


def order(*thirds: Mapping[str, str], seed: str = "s") -> list[str]:
    """The groups ``a``, ``b``, … by their thirds, best first."""
    groups = {
        slug: Group(
            _Rank(
                3, 30 + n, _comparable(values["points"], {k: v for k, v in values.items() if k != "points"})
            )
        )
        for n, (slug, values) in enumerate(zip("abcd", thirds, strict=False))
    }
    slugs = "+".join(groups)
    return [_best(Source.parse(f"{slugs}:3:{n}"), groups, seed)[1] for n in range(1, len(groups) + 1)]


@pytest.mark.parametrize(
    ("thirds", "best"),
    [
        # Who has fewer fouls is ahead, though the number is smaller.
        ([{"points": "4", "fewer-fouls": "2"}, {"points": "4", "fewer-fouls": "0"}], ["b", "a"]),
        ([{"points": "4", "fewer-fouls": "10"}, {"points": "4", "fewer-fouls": "9"}], ["b", "a"]),
        # Points first, then the criteria in their order.
        ([{"points": "4", "fewer-fouls": "0"}, {"points": "5", "fewer-fouls": "3"}], ["b", "a"]),
        (
            [
                {"points": "4", "buchholz": "9", "fewer-fouls": "0"},
                {"points": "4", "buchholz": "10½", "fewer-fouls": "3"},
                {"points": "4", "buchholz": "10½", "fewer-fouls": "1"},
            ],
            ["c", "b", "a"],
        ),
        # What compares only those who share a rank counts in no other group.
        (
            [
                {"points": "4", "direct": "2", "fewer-fouls": "1"},
                {"points": "4", "direct": "0", "fewer-fouls": "0"},
            ],
            ["b", "a"],
        ),
        # Nor what one of the groups does not have.
        ([{"points": "4", "wins": "3", "fewer-fouls": "1"}, {"points": "4", "fewer-fouls": "0"}], ["b", "a"]),
    ],
)
def test_the_best_third(thirds: list[Mapping[str, str]], best: list[str]) -> None:
    assert order(*thirds) == best


def test_who_is_equal_in_all_goes_by_lot() -> None:
    equal = [{"points": "4", "fewer-fouls": "1"}] * 3
    assert order(*equal) == order(*equal)
    assert len({tuple(order(*equal, seed=f"s{n}")) for n in range(20)}) > 1
