"""Make line-ups public; before that they stand nowhere but in `LineUp` (`models.team_matches`)."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from portal import journal, outbox
from tournaments import pages
from tournaments.acts.common import scope_of, target_of
from tournaments.acts.teams._team_rounds import seat_matches
from tournaments.models import Match, Round
from tournaments.pages.table_notices import notify_followers_of_line_ups
from tournaments.pages.webhook_events import notify_line_ups, notifying_decisions
from tournaments.queries.teams.line_ups import deadline_of, unrevealed

REVEAL = "reveal"


def await_line_ups(round_: Round) -> None:
    """Have the line-ups of a public round revealed at the next deadline of its matches."""
    if not round_.section.of_teams or not round_.is_public:
        return
    deadlines = (deadline_of(round_, match) for match in unrevealed([round_]))
    until = min((deadline for deadline in deadlines if deadline is not None), default=None)
    if until is None:
        return
    notify_followers_of_line_ups(round_)
    # If a deadline moves, the worker comes too early and waits once more.
    outbox.enqueue(
        REVEAL,
        key=f"{REVEAL}:round:{round_.pk}",
        payload={"round": round_.pk},
        priority=outbox.PUBLISH,
        delay=max(0.0, (until - timezone.now()).total_seconds()),
    )


def reveal(round_: Round, matches: Sequence[Match]) -> list[int]:
    """Seat the boards of ``matches`` of a locked round, and return their numbers."""
    if not matches:
        return []
    with notifying_decisions(round_, matches):
        seat_matches(round_, matches)
        # From here on everybody knows who sits there.
        for match in matches:
            match.revealed_at = timezone.now()
        Match.objects.bulk_update(matches, ["revealed_at"], batch_size=500)
        numbers = [match.table or 0 for match in matches]
        journal.record(
            "line_ups_revealed",
            by=None,
            scope=scope_of(round_.section.event),
            target=target_of(round_),
            after={"matches": numbers},
        )
        pages.round_reopened(round_)
        notify_line_ups(round_, numbers)
    return numbers
