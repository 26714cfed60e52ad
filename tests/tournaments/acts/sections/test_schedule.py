"""When rounds start: who sets it, in which order, and what it refuses."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.cast import Cast
from tournaments.acts.sections import set_schedule
from tournaments.models import Round

AT = datetime(2026, 11, 21, 6, tzinfo=UTC)
DAY = timedelta(days=1)


def starts(cast: Cast) -> list[datetime | None]:
    return list(cast.section.round_set.order_by("number").values_list("starts_at", flat=True))


def test_rounds_that_are_not_named_keep_their_start(cast: Cast) -> None:
    set_schedule(section=cast.section, starts={1: AT, 2: AT + DAY}, by=cast.alice)
    answer = set_schedule(section=cast.section, starts={2: AT + 2 * DAY}, online=True, by=cast.bob)
    assert answer == {"section": cast.section.pk, "changed": [2]}
    assert starts(cast) == [AT, AT + 2 * DAY, None]
    cast.section.refresh_from_db()
    assert cast.section.online
    last = JournalEntry.objects.filter(act="set_schedule").first()
    assert last is not None
    assert last.before == {"start_times": {"2": "2026-11-22T06:00:00+00:00"}, "online": False}
    assert last.after == {"start_times": {"2": "2026-11-23T06:00:00+00:00"}, "online": True}
    set_schedule(section=cast.section, starts={2: None}, by=cast.bob)
    assert starts(cast) == [AT, None, None]


def test_once_is_once_and_nothing_new_is_no_act(cast: Cast) -> None:
    first = set_schedule(section=cast.section, starts={1: AT}, by=cast.alice, once="k")
    assert set_schedule(section=cast.section, starts={1: AT + DAY}, by=cast.alice, once="k") == first
    set_schedule(section=cast.section, starts={1: AT}, by=cast.alice)
    assert starts(cast)[0] == AT
    assert JournalEntry.objects.filter(act="set_schedule").count() == 1


def test_what_is_refused(published: Cast) -> None:
    def refused(**starts: datetime) -> Refusal:
        by_key = {int(name[1:]): at for name, at in starts.items()}
        with pytest.raises(Refusal) as refusal:
            set_schedule(section=published.section, starts=by_key, by=published.alice)
        return refusal.value

    assert refused(r2=AT, r3=AT).params == {"round": 3, "earlier": 2}
    assert refused(r1=AT + DAY, r3=AT).code == "schedule-order"
    assert refused(r4=AT).code == "no-such-round"
    # A round that is public can be moved, one that is closed cannot.
    set_schedule(section=published.section, starts={1: AT}, by=published.alice)
    Round.objects.filter(section=published.section, number=1).update(state=Round.State.CLOSED)
    assert refused(r1=AT - DAY).code == "state"
    set_schedule(section=published.section, starts={1: AT, 2: AT + DAY}, by=published.alice)
    assert starts(published) == [AT, AT + DAY, None]
    with pytest.raises(Denied):
        set_schedule(section=published.section, starts={3: AT + 3 * DAY}, by=published.carol)
