"""Who of a line-up plays in another section of the event at the same time: a warning, never a refusal."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext

from tournaments.models import Match, ResultReport, Round, Seat
from tournaments.queries.teams.line_ups import STILL_ON
from tournaments.wording.lists import listed
from tournaments.wording.names import plain_name

# What starts so far from each other is not played at the same time.
APART = timedelta(hours=3)


def double_bookings(round_: Round, match: Match, players: Iterable[int | None]) -> str:
    """Say in a sentence who of these numbers plays elsewhere while ``match`` is; two queries."""
    numbers = [number for number in players if number]
    entries = round_.section.entries.filter(number__in=numbers)
    player_ids = list(entries.values_list("player_id", flat=True)) if numbers else []
    reported = ResultReport.objects.in_force().filter(pairing=OuterRef("pairing"))
    seats = Seat.objects.filter(
        ~Exists(reported),
        entry__player__in=player_ids,
        pairing__table__isnull=False,
        # Nothing is said of drafts and of secret line-ups.
        round__state__in=STILL_ON,
    ).exclude(round__section=round_.section_id)
    seats_meanwhile = seats.select_related("entry__player", "round__section", "pairing__match")
    seats_meanwhile = seats_meanwhile.order_by("entry__player__name", "pk")
    sentences = [
        gettext("%(name)s (%(section)s, round %(round)s)")
        % {
            "name": plain_name(seat.entry.player),
            "section": plain_name(seat.round.section),
            "round": seat.round.number,
        }
        for seat in seats_meanwhile.defer("round__draft_input", "round__draft_changes")
        # What has no time may be played at any.
        if _together(round_.start_of(match), seat.round.start_of(seat.pairing.match))
    ]
    if not sentences:
        return ""
    text = gettext(
        "Also playing in another section at this time: %(players)s; the line-up counts all the same."
    )
    return text % {"players": listed(sentences)}


def _together(start: datetime | None, other: datetime | None) -> bool:
    return start is None or other is None or abs(start - other) < APART
