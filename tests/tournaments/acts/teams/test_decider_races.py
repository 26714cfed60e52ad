"""Two people enter the same decider board at once, on PostgreSQL: first without the lock, to show what it is
for, then with it."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from portal.policy import Refusal
from tests.cast import Cast
from tests.races import gate, locking, together, without_locks
from tests.teams_world import all_reported, match_at, round_of, teams_playing
from tournaments.acts.teams import decider_boards
from tournaments.acts.teams.decider_boards import play_decider

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
RAPID = ["one; 1; even; exchange; next; 10 min + 10 s"]


@locking
def test_two_enter_one_board(cast: Cast, monkeypatch: pytest.MonkeyPatch, *, locked: bool) -> None:
    settings = {"team_deciders": [], "team_steps": RAPID}
    cup = teams_playing(cast, preset="knock-out", teams=4, rounds=2, settings=settings)
    all_reported(cup, cast.bob, "1/2")
    match = match_at(cup)
    assert match.first_line_up
    assert match.second_line_up
    sides: dict[str, Any] = {"first": match.first_line_up[:1], "second": match.second_line_up[:1]}
    both = (("1-0", cast.carol), ("0-1", cast.dave))
    rounds = [round_of(cup.section, 1) for _ in both]
    acts = [
        partial(play_decider, round_=round_, match=1, step=1, results=[value], by=by, **sides)
        for round_, (value, by) in zip(rounds, both, strict=True)
    ]
    gate(monkeypatch, decider_boards, "played_from")
    if not locked:
        without_locks(monkeypatch)
    got = together(*acts)
    refused = [answer.code for answer in got if isinstance(answer, Refusal)]
    # Without the lock the later result takes the place of the other, and nobody has given a reason.
    assert refused == (["reason-needed"] if locked else []), got
