"""Reckon with days, and refuse moments and days that cannot be shown on the clock of every time zone, in
every calendar of a page."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

FIRST_YEAR, LAST_YEAR = 1900, 2200


# At the ends of the calendar they cannot: half a day east of the last day there is no day.
def is_showable(at: date) -> bool:
    """A `datetime` is a date too."""
    return FIRST_YEAR <= at.year <= LAST_YEAR


def day_after(day: date) -> datetime:
    """The first moment after what is kept for the whole of a day, everywhere reckoned in UTC."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)


def check_showable(at: date) -> None:
    if not is_showable(at):
        raise ValidationError(
            _("Choose a year from %(first)s to %(last)s."),
            code="year",
            params={"first": FIRST_YEAR, "last": LAST_YEAR},
        )


def check_zone(name: str) -> None:
    """Validate a time zone by its name, as Asia/Kuala_Lumpur."""
    if name not in _zones():
        raise ValidationError(_("This time zone does not exist."), code="zone")


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())
