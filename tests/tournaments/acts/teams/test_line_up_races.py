"""Captains at the last moment, on PostgreSQL: both at once, and one against the deadline.

Each race is run first without its lock, to show that the gate makes the bug happen, then with it.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from portal import outbox
from portal.outbox import Job
from portal.policy import Refusal
from tests.cast import Cast
from tests.races import A_MOMENT, locking, together, without_locks
from tests.teams_world import captain_link, match_at, numbers, round_of, waiting_round
from tournaments.acts.teams import _team_rounds, line_ups
from tournaments.acts.teams.line_ups import hand_in_line_up
from tournaments.models import LineUp, Round, Team

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def waiting(cast: Cast) -> Round:
    return waiting_round(cast)


def teams(round_: Round) -> tuple[Team, Team]:
    match = match_at(round_)
    assert match.second
    return match.first, match.second


def hand_in(round_: Round, team: Team) -> Any:
    """The reserve on board 1, which no default has."""
    players = [numbers(team)[place] for place in (3, 1, 0)]
    arguments = {"team": team.pk, "players": players, "by": captain_link(team)}
    return partial(hand_in_line_up, round_=round_of(round_.section, 1), **arguments)


def gate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has read what was handed in waits a moment until somebody else has read it too."""
    barrier = threading.Barrier(2)
    read = line_ups.handed_in

    def reading(matches: Any) -> Any:
        result = read(matches)
        with suppress(threading.BrokenBarrierError):
            barrier.wait(A_MOMENT)
        return result

    for module in (line_ups, _team_rounds):
        monkeypatch.setattr(module, "handed_in", reading)


@locking
def test_two_captains_at_once(waiting: Round, monkeypatch: pytest.MonkeyPatch, *, locked: bool) -> None:
    first, second = teams(waiting)
    acts = [hand_in(waiting, first), hand_in(waiting, second)]
    gate(monkeypatch)
    if not locked:
        without_locks(monkeypatch)
    got = together(*acts)
    assert all(isinstance(answer, dict) for answer in got), got
    # Without the lock each finds that the other is missing, and nobody reveals what both have given.
    assert match_at(waiting).is_seated == locked


@locking
def test_a_captain_at_the_deadline(waiting: Round, monkeypatch: pytest.MonkeyPatch, *, locked: bool) -> None:
    """By the captain's clock there is a moment left, by the worker's none."""
    first, _ = teams(waiting)
    act = hand_in(waiting, first)
    now = timezone.now()
    times = {"starts_at": now + timedelta(minutes=20), "published_at": now - timedelta(hours=2)}
    Round.objects.filter(pk=waiting.pk).update(**times)
    monkeypatch.setattr(line_ups, "deadline_of", lambda *_: now + timedelta(minutes=1))
    job = Job.objects.get(key=f"reveal:round:{waiting.pk}")
    Job.objects.filter(pk=job.pk).update(due_at=now)
    gate(monkeypatch)
    if not locked:
        without_locks(monkeypatch)
    answer, _ = together(act, partial(outbox.run, job.pk))
    match = match_at(waiting)
    assert match.is_seated
    line_up = LineUp.objects.filter(match=match, team=first).first()
    if locked and isinstance(answer, Refusal):
        # The worker was first.
        assert (answer.code, line_up) == ("line-ups-revealed", None)
        return
    assert isinstance(answer, dict), answer
    assert line_up is not None
    # Without the lock the captain is told that the line-up is in, and another one plays.
    assert (match.first_line_up == line_up.players) == locked
