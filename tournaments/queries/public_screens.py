"""What a screen in the hall shows, as plain values: the public round of each section and its standings."""

from __future__ import annotations

from tournaments.models import Screen, Section
from tournaments.queries import public, public_rounds, public_standings
from tournaments.queries.moment import Moment, NotPublicError
from tournaments.queries.public import Data


def screen(event: int, number: int, moment: Moment) -> Data:
    """``slides``: ``{"kind", …}`` in the order in which they are shown. Raises `NotPublicError`."""
    found = Screen.objects.filter(event=event, number=number).select_related("event").first()
    if found is None:
        raise NotPublicError(f"screen {number} of event {event}")
    sections = Section.objects.filter(event=event).exclude(state=Section.State.DRAFT)
    if found.section_id:
        sections = sections.filter(pk=found.section_id)
    slides: list[Data] = []
    for section in sections:
        slides += _slides(section.pk, found.shows, moment)
    about = public.section_of(sections[0].pk) if sections else None
    return {
        "number": number,
        "seconds": found.seconds,
        "event": public.event_titles(about.event if about else found.event),
        "slides": slides,
    }


def _slides(key: int, shows: list[str], moment: Moment) -> list[Data]:
    section = public.section_of(key)
    rounds = moment.rounds(section)
    after = moment.standings_after(section)
    slides: list[Data] = []
    if rounds and "countdown" in shows and not _begun(key, rounds[-1].number, moment):
        slides.append(
            {
                "kind": "countdown",
                "frame": public.frame(section, moment),
                "round": {
                    "number": rounds[-1].number,
                    "starts": rounds[-1].starts_at.isoformat() if rounds[-1].starts_at else "",
                },
            }
        )
    if rounds and "pairings" in shows:
        slides.append({"kind": "pairings", **public_rounds.round_by_table(key, rounds[-1].number, moment)})
    if rounds and "by-name" in shows:
        slides.append({"kind": "by-name", **public_rounds.round_by_name(key, rounds[-1].number, moment)})
    if after and "standings" in shows:
        slides.append({"kind": "standings", **public_standings.standings(key, after[-1], moment)})
    return slides


def _begun(key: int, number: int, moment: Moment) -> bool:
    """Whether a result is in: then nobody waits for the start any more."""
    return bool(public_rounds.round_by_table(key, number, moment)["round"]["reported"])
