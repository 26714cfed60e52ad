"""Say when the rounds of a section start, and whether they are played on line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from tournaments import pages
from tournaments.acts.common import Answer, changes, lock_section, scope_of, target_of
from tournaments.models import Event, Round, Section
from tournaments.policy import Act, require


def set_schedule(
    *,
    section: Section,
    starts: Mapping[int, datetime | None],
    by: User,
    online: bool | None = None,
    seen: Mapping[int | str, Any] | None = None,
    once: str = "",
) -> Answer:
    """``starts``: by round, with a time zone, None to leave it open; rounds that are not named keep theirs.
    ``online`` None: as it was. ``seen``: the starts and ``"online"`` that the person's screen showed, to the
    minute. Answers ``{"section": id, "changed": [round, …]}``.

    Refusals: ``state`` (a round that is closed), ``no-such-round``, ``schedule-order``, ``schedule-days``;
    `Conflict` ``changed-meanwhile``, also where the order is broken by what somebody else has changed of the
    rest.
    """
    with transaction.atomic():
        section = lock_section(section)
        target = target_of(section)
        if earlier := journal.answered(by=by, once=once, act=Act.SET_SCHEDULE, target=target):
            return earlier
        require(Act.SET_SCHEDULE, by=by, scope=section)
        online = section.online if online is None else online
        rounds = list(section.round_set.select_for_update().order_by("number"))
        for number in starts.keys() - {round_.number for round_ in rounds}:
            raise Refusal("no-such-round", field="starts", round=number, rounds=section.rounds)
        now = {round_.number: _to_the_minute(round_.starts_at) for round_ in rounds}
        mine = changes(wanted={**starts, "online": online}, now={**now, "online": section.online}, seen=seen)
        online = mine.get("online", section.online)
        changed = [round_ for round_ in rounds if round_.number in mine]
        before = _values(changed, section.online)
        for round_ in changed:
            round_.section = section
            require(Act.SET_SCHEDULE, by=by, scope=round_)
            round_.starts_at = mine[round_.number]
        _check_days(section.event, changed)
        _check_order(rounds, _moved_by_others(starts, now, seen))
        answer: Answer = {"section": section.pk, "changed": [round_.number for round_ in changed]}
        if not changed and online == section.online:
            return answer
        Round.objects.bulk_update(changed, ["starts_at"])
        section.online = online
        section.save(update_fields=["online"])
        journal.record(
            Act.SET_SCHEDULE,
            by=by,
            scope=scope_of(section.event),
            target=target,
            before=before,
            after=_values(changed, online),
            once=once,
            answer=answer,
        )
        pages.schedule_changed(section)
        return answer


def _to_the_minute(start: datetime | None) -> datetime | None:
    return start and start.replace(second=0, microsecond=0)


def _values(rounds: Iterable[Round], online: bool) -> dict[str, object]:
    times = {str(r.number): r.starts_at.isoformat() if r.starts_at else None for r in rounds}
    return {"start_times": times, "online": online}


def _moved_by_others(
    starts: Mapping[int, datetime | None],
    now: Mapping[int, datetime | None],
    seen: Mapping[int | str, Any] | None,
) -> dict[int, datetime | None]:
    """The rounds that this person leaves, and that do not start any more when the screen showed it."""
    return {
        number: start
        for number, start in now.items()
        if seen and number in seen and start != seen[number] == starts.get(number, seen[number])
    }


def _check_days(event: Event, changed: Iterable[Round]) -> None:
    """A round starts on a day of the event, by the event's clock. Raises ``schedule-days``."""
    zone = ZoneInfo(event.time_zone)
    for round_ in changed:
        if round_.starts_at and not event.starts <= round_.starts_at.astimezone(zone).date() <= event.ends:
            raise Refusal(
                "schedule-days",
                field=f"round_{round_.number}",
                round=round_.number,
                starts=event.starts.isoformat(),
                ends=event.ends.isoformat(),
            )


def _check_order(rounds: Iterable[Round], moved: Mapping[int, datetime | None]) -> None:
    """A round starts after those before it. Raises ``schedule-order``, or ``changed-meanwhile`` where one of
    the two was ``moved`` unseen."""
    timed = [(round_.number, round_.starts_at) for round_ in rounds if round_.starts_at]
    for (earlier, first), (number, second) in pairwise(timed):
        if second <= first:
            if theirs := {one: moved[one] for one in (earlier, number) if one in moved}:
                raise Conflict("changed-meanwhile", theirs=theirs)
            raise Refusal("schedule-order", field=f"round_{number}", round=number, earlier=earlier)
