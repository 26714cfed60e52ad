"""Who of a line-up plays in another section of the event at the same time: a warning, never a refusal."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext

from tournaments.models import Match, ResultReport, Round, Seat
from tournaments.queries.line_ups import STILL_ON
from tournaments.wording.lists import listed
from tournaments.wording.names import plain_name

APART = timedelta(hours=3)
"""What starts so far from each other is not played at the same time."""


def elsewhere(round_: Round, match: Match, players: Iterable[int | None]) -> str:
    """Who of these entry numbers sits at a table without a result in a public round of another section that
    is played when ``match``, of ``round_``, is, in one sentence; empty for nobody. What has no time may be
    played at any. Says nothing of drafts and of secret line-ups. Two queries."""
    numbers = [number for number in players if number]
    entries = round_.section.entries.filter(number__in=numbers)
    known = list(entries.values_list("player_id", flat=True)) if numbers else []
    reported = ResultReport.objects.in_force().filter(pairing=OuterRef("pairing"))
    seats = Seat.objects.filter(
        ~Exists(reported),
        entry__player__in=known,
        pairing__table__isnull=False,
        round__state__in=STILL_ON,
    ).exclude(round__section=round_.section_id)
    found = seats.select_related("entry__player", "round__section", "pairing__match")
    found = found.order_by("entry__player__name", "pk")
    said = [
        gettext("%(name)s (%(section)s, round %(round)s)")
        % {
            "name": plain_name(seat.entry.player),
            "section": plain_name(seat.round.section),
            "round": seat.round.number,
        }
        for seat in found.defer("round__draft_input", "round__draft_changes")
        if _together(round_.start_of(match), seat.round.start_of(seat.pairing.match))
    ]
    if not said:
        return ""
    text = gettext(
        "Also playing in another section at this time: %(players)s; the line-up counts all the same."
    )
    return text % {"players": listed(said)}


def _together(one: datetime | None, other: datetime | None) -> bool:
    return one is None or other is None or abs(one - other) < APART
