"""One match of teams is played at a time of its own, as leagues arrange it: a line of the schedule."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, TypedDict
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts._absent import await_start
from tournaments.acts.frame import IDLE, ROUND, ActResult, act, no_change
from tournaments.acts.teams.team_matches import find_match
from tournaments.models import Match, Round
from tournaments.policy import Act
from tournaments.queries.teams.desk_matches import match_row


class MatchMoved(TypedDict):
    """``starts``: ISO 8601; None: with its round."""

    match: int
    starts: str | None


@act(on=ROUND, right=Act.SET_SCHEDULE, refuse_while=IDLE, done=_("match moved"))
def move_match(
    *,
    round_: Round,
    match: Annotated[int, Field(least=1, help=_("Number of the match."))],
    starts: datetime | None,
    by: User,
    once: str = "",
) -> ActResult[MatchMoved]:
    """Set when a match starts, to the minute; None: with its round, whenever that is."""
    pairing = find_match(round_, match)
    row = match_row(round_, match)
    if row is None or row.begun:
        raise Refusal("match-stands", table=match)
    starts = starts and starts.replace(second=0, microsecond=0)
    _check_day(round_, pairing, starts)
    answer: MatchMoved = {"match": match, "starts": _iso(starts)}
    before = pairing.starts_at
    if starts == before:
        return no_change(answer)
    # Its teams keep the time while they meet in this round, however it is paired anew or changed by hand.
    pairing.starts_at = starts
    pairing.save(update_fields=["starts_at"])
    # The deadline of its line-ups follows; those that are revealed stay so.
    await_start(round_)
    if round_.is_public:
        pages.schedule_changed(round_.section)
    return ActResult(
        answer,
        before={"table": match, "match_start": _iso(before)},
        after={"table": match, "match_start": _iso(starts)},
    )


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _check_day(round_: Round, match: Match, starts: datetime | None) -> None:
    """It starts on a day of the event, by the event's clock. Raises ``match-days``."""
    event = round_.section.event
    if starts and not event.starts <= starts.astimezone(ZoneInfo(event.time_zone)).date() <= event.ends:
        raise Refusal(
            "match-days",
            field="starts",
            table=match.table,
            starts=event.starts.isoformat(),
            ends=event.ends.isoformat(),
        )
