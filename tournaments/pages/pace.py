"""How often an open page asks whether there is something newer: while a round is played in seconds, between
rounds every half minute, and not at all when everything that it can show is over.

A hall waits for pairings in minutes and reads them in the same second: as soon as a round is paired, those
who follow the section ask as while it is played, and hear of the publication when it comes.
"""

from __future__ import annotations

from portal.published.poll_file import BETWEEN_ROUNDS, DURING_PLAY, NEVER
from tournaments.models import Round, Section

IN_PLAY = (Round.State.PUBLISHED, Round.State.PLAYING)
SOON = (*IN_PLAY, Round.State.DRAFT)


def pace(group: str) -> int:
    """Return the pace of pages of a section, an event or all events; at most two queries."""
    root, event, section = [*group.split("/"), "", ""][:3]
    if not root or event == "-":
        public = Round.objects.filter(state__in=IN_PLAY, section__event__listed=True)
        return DURING_PLAY if public.exists() else BETWEEN_ROUNDS
    sections = Section.objects.filter(event__slug=event)
    if section not in {"", "-"}:
        sections = sections.filter(slug=section)
    if Round.objects.filter(state__in=SOON, section__in=sections).exists():
        return DURING_PLAY
    states = set(sections.values_list("state", flat=True))
    return NEVER if states == {Section.State.FINISHED} else BETWEEN_ROUNDS
