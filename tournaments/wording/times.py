"""Days and times as the reader's language writes them, and time zones by their city."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from math import inf
from typing import Literal
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_interval, format_skeleton, format_timedelta
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from tournaments.wording.names import reads_chinese
from tournaments.wording.places import clock_name, locale_name


def days_text(starts: str, ends: str) -> str:
    """``5–12 Sept 2015`` from two ISO dates."""
    first, last = date.fromisoformat(starts), date.fromisoformat(ends)
    if first == last:
        return format_date(first, "long", locale_name())
    days = str(format_interval(first, last, "yMMMd", locale=locale_name()))
    # The thin spaces of newer data are missing from fonts of paper, and nobody types them.
    days = days.replace("日\u2009–\u2009", "日至")
    return re.sub("(?<=[0-9])\u2009–\u2009(?=[0-9])", "–", days).replace("\u2009", " ")


def day_of_week(day: str) -> str:
    """``Sat 28`` from an ISO date."""
    return str(format_skeleton("Ed", date.fromisoformat(day), locale=locale_name()))


def on_the_clock(iso: str, zone: str) -> datetime:
    """A moment on the clock of a time zone."""
    return datetime.fromisoformat(iso).astimezone(ZoneInfo(zone))


def time_text(moment: datetime, *, day: bool = False) -> str:
    """``14:02``, with ``day`` ``Wed, 23 Sept 2015, 14:02``."""
    hour = format_skeleton("Hm", moment, locale=locale_name())
    if not day:
        return str(hour)
    return (
        f"{format_skeleton('yMMMEd', moment, locale=locale_name())}{' ' if reads_chinese() else ', '}{hour}"
    )


def hall_words(zone: str) -> str:
    """What stands beside the time of a reader elsewhere; ``%s`` for the hour: ``(%s Kuching time)``."""
    return gettext("(%%s %(zone)s)") % {"zone": clock_name(zone)}


def time_left(until: datetime) -> str:
    """``1 day 5 hours``, ``40 minutes``: the two largest units, to the minute that has begun."""
    minutes = max(1, -((timezone.now() - until) // timedelta(minutes=1)))
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = [
        _lasting(timedelta(days=days), "day"),
        _lasting(timedelta(hours=hours), "hour"),
        _lasting(timedelta(minutes=minutes), "minute"),
    ]
    return " ".join([part for part in parts if part][:2])


def _lasting(time: timedelta, unit: Literal["day", "hour", "minute"]) -> str:
    """In that unit: nothing is long enough for a larger one."""
    return format_timedelta(time, unit, threshold=inf, locale=locale_name()) if time else ""


# By `acts._times.TimeKind`.
TIMES = {
    "round": gettext_noop("Round %(round)s"),
    "match": gettext_noop("Match %(table)s of round %(round)s"),
    "resumes": gettext_noop("Adjourned game at table %(table)s of round %(round)s"),
    "opens": gettext_noop("Entries open"),
    "closes": gettext_noop("Entries close"),
    "late": gettext_noop("Late entries until"),
    "surcharge": gettext_noop("Surcharge from"),
    "refund": gettext_noop("Refund until"),
}


def time_name(kind: str, round_number: int | None, table: int | None) -> str:
    """What a time of an event is of: ``Round 3``, ``Entries close``."""
    return gettext(TIMES[kind]) % {"round": round_number, "table": table}
