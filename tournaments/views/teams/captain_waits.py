"""What a captain's page waits for, in one sentence."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.models import Round
from tournaments.queries.teams.captains import Captained, OwnMatch
from tournaments.wording.names import plain_name


def waits_text(page: Captained) -> str:
    """The one thing that comes next; empty after the last round."""
    now = page.now
    if now is not None and now.match is not None and now.round.state != Round.State.CLOSED:
        return _in_match(now)
    if page.next_planned is not None:
        return gettext("Waiting for the pairings of round %(number)s.") % {"number": page.next_planned.number}
    if now is not None and now.round.state != Round.State.CLOSED:
        return gettext("Waiting for the end of round %(number)s.") % {"number": now.round.number}
    return ""


def _in_match(now: OwnMatch) -> str:
    other = {"name": plain_name(now.opponent) if now.opponent else ""}
    if not now.waits and now.is_open:
        return gettext("Waiting for the results of your boards.")
    if not now.waits:
        return gettext("Waiting for the end of round %(number)s.") % {"number": now.round.number}
    if now.passed:
        return gettext("The deadline has passed. The line-ups are about to be revealed.")
    if now.line_up is None:
        return gettext("Waiting for your line-up.")
    if now.until is None:
        return gettext("Waiting for the line-up of %(name)s.") % other
    return gettext("Waiting for the line-up of %(name)s, or for the deadline.") % other
