"""Two referees enter the same step of decider games at once, on PostgreSQL: first without the lock, to show
what it is for, then with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from portal.policy import Refusal
from tests.cast import Cast
from tests.races import gate, locking, together, without_locks
from tests.tournaments.acts.played import make, round_of, start
from tournaments.acts import decider_games
from tournaments.acts.change_section import change_section
from tournaments.acts.decider_games import play_decider_games
from tournaments.acts.results import report_result
from tournaments.models import Pairing, Round, Section
from tournaments.state.deciding import PRESETS

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def level_match(cast: Cast) -> Section:
    """Two players of four are level after their game; rapid, blitz and an extra game follow."""
    section = make(cast, 4, "knock-out")
    change_section(section=section, wanted={"steps": list(PRESETS["cx30-2"])}, reason="agreed", by=cast.alice)
    round_ = start(cast, section, 1)
    for table, value in ((1, "1/2"), (2, "1-0")):
        report_result(round_=round_, table=table, value=value, seen=None, by=cast.bob)
    return section


def enter(round_: Round, step: int, results: Sequence[str], by: Any) -> Any:
    return play_decider_games(round_=round_, table=1, step=step, results=results, by=by)


def at_once(
    section: Section, monkeypatch: pytest.MonkeyPatch, *entered: Callable[[Round], Any], locked: bool
) -> list[Any]:
    """What each got; nobody writes before the others have read."""
    rounds = [round_of(section, 1) for _ in entered]
    gate(monkeypatch, decider_games, "player_match")
    if not locked:
        without_locks(monkeypatch)
    return together(*(partial(act, round_) for act, round_ in zip(entered, rounds, strict=True)))


def steps() -> list[Any]:
    return Pairing.objects.get(table=1).steps


@locking
def test_two_enter_one_decider_game(cast: Cast, monkeypatch: pytest.MonkeyPatch, *, locked: bool) -> None:
    got = at_once(
        level_match(cast),
        monkeypatch,
        lambda round_: enter(round_, 1, ["1-0"], cast.carol),
        lambda round_: enter(round_, 1, ["0-1"], cast.dave),
        locked=locked,
    )
    refused = [answer.code for answer in got if isinstance(answer, Refusal)]
    # The match is over by the first result: the second referee is told, unless both had read before.
    assert len(steps()) == 1
    assert refused == (["reason-needed"] if locked else []), got


@locking
def test_one_goes_on_while_another_corrects(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, *, locked: bool
) -> None:
    section = level_match(cast)
    enter(round_of(section, 1), 1, ["1/2"], cast.carol)
    got = at_once(
        section,
        monkeypatch,
        lambda round_: enter(round_, 2, ["1/2"], cast.carol),
        lambda round_: play_decider_games(
            round_=round_, table=1, step=1, results=["1-0"], reason="misread", by=cast.bob
        ),
        locked=locked,
    )
    refused = [answer for answer in got if isinstance(answer, Refusal)]
    stands = [[game[2] for game in step["games"]] for step in steps()]
    if not locked:
        # What one of them has entered is lost without a word.
        assert not refused
        assert len(stands) == 1 or stands[0] == ["1/2"]
    elif refused:
        # The correction came first and ends the match: there is no second step.
        assert stands == [["1-0"]]
    else:
        assert stands == [["1-0"], ["1/2"]]
