"""How many rounds are advised, where a section has many for its players."""

from __future__ import annotations

import pytest

from tournaments.models import Section
from tournaments.queries.recommended_rounds import advise


@pytest.mark.parametrize(
    ("system", "players", "rounds", "tight"),
    [
        ("mcmahon", 8, 4, True),
        ("mcmahon", 60, 5, False),
        ("wmsg2008", 8, 6, True),
        ("wmsg2008", 64, 12, False),
    ],
)
def test_a_mcmahon_is_not_told_to_play_more_rounds(
    system: str, players: int, rounds: int, tight: bool
) -> None:
    advice = advise(Section(system=system, rounds=5), players)
    assert advice is not None
    assert (advice.rounds, advice.tight) == (rounds, tight)
