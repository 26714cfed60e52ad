"""Two referees at one table, on PostgreSQL with real connections; first without the lock of the round."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from portal.accounts.models import User
from portal.policy import Conflict
from tests.cast import Cast, foul_of, number_at, pairing_of, row, value_of
from tests.races import gate, journal, together, without_locks
from tournaments.acts.refereeing import fouls
from tournaments.acts.refereeing.fouls import confirm_foul, log_foul, withdraw_foul
from tournaments.queries.refereeing.fouls import tallies

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def one_more(cast: Cast, by: User, **more: Any) -> Callable[[], Any]:
    arguments = {"table": 1, "player": number_at(cast, "second"), "offence": "technical", "confirm": True}
    return partial(log_foul, round_=cast.round(1), by=by, **arguments, **more)  # type: ignore[arg-type]


def count(cast: Cast) -> int:
    return tallies(cast.section, pairing_of(cast))[1].count


@pytest.mark.parametrize("locked", [False, True], ids=["without the lock", "as it is"])
def test_the_third_and_the_fourth_at_one_moment(
    published: Cast, monkeypatch: pytest.MonkeyPatch, *, locked: bool
) -> None:
    """Without the lock each counts three, and a game with four fouls is not lost."""
    for _ in range(2):
        foul_of(published)
    if not locked:
        without_locks(monkeypatch)
    gate(monkeypatch, fouls, "tally_of")
    got = together(one_more(published, published.bob), one_more(published, published.dave))
    assert sorted(answer["count"] for answer in got) == ([3, 4] if locked else [3, 3])
    assert count(published) == 4
    assert value_of(published) == ("1-0" if locked else "none")


def test_the_same_tap_twice_at_one_moment(published: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    gate(monkeypatch, fouls, "tally_of")
    tap = one_more(published, published.dave, once="tap")
    first, second = together(tap, tap)
    assert first == second
    assert count(published) == 1
    assert journal("log_foul") == 1


def test_one_confirms_while_the_other_withdraws(published: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    foul = row(foul_of(published, confirm=False))
    gate(monkeypatch, fouls, "newest_foul")
    got = together(
        partial(confirm_foul, foul=foul, by=published.bob),
        partial(withdraw_foul, foul=foul, reason="not so", by=published.dave),
    )
    assert sorted(type(answer).__name__ for answer in got) == ["Conflict", "dict"]
    assert [type(outcome) for outcome in got if not isinstance(outcome, dict)] == [Conflict]
    assert count(published) == sum(
        isinstance(outcome, dict) and outcome["status"] == "confirmed" for outcome in got
    )
