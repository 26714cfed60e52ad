"""What a screen in the hall shows, as plain values: the public round of each section and its standings."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.models import Screen, Section
from tournaments.queries import public, public_rounds, public_standings
from tournaments.queries.moment import Moment, NotPublicError
from tournaments.queries.public import Data

IsBack = Callable[[Section, str, int], bool]
"""Whether what a kind of slide shows, of a section's round or after it, is taken back from the public."""


def screen(event: int, number: int, moment: Moment, is_back: IsBack) -> Data:
    """``slides``: ``{"kind", …}`` in the order in which they are shown. ``back``: whether some are left out
    because they were taken back. Raises `NotPublicError`."""
    found = Screen.objects.filter(event=event, number=number).select_related("event").first()
    if found is None:
        raise NotPublicError(f"screen {number} of event {event}")
    sections = Section.objects.filter(event=event).exclude(state=Section.State.DRAFT)
    if found.section_id:
        sections = sections.filter(pk=found.section_id)
    slides: list[Data] = []
    back = False
    for row in sections:
        section = public.section_of(row.pk)
        for kind, of in _kinds(section, found.shows, moment):
            if is_back(section, kind, of):
                back = True
            else:
                slides.append({"kind": kind, **_slide(section, kind, of, moment)})
    about = public.section_of(sections[0].pk) if sections else None
    return {
        "number": number,
        "seconds": found.seconds,
        "event": public.event_titles(about.event if about else found.event),
        "slides": slides,
        "back": back,
    }


def _kinds(section: Section, shows: list[str], moment: Moment) -> list[tuple[str, int]]:
    """What there is to show of a section, each with its round or after which round."""
    found: list[tuple[str, int]] = []
    if rounds := moment.rounds(section):
        newest = rounds[-1].number
        if "countdown" in shows and not _begun(section.pk, newest, moment):
            found.append(("countdown", newest))
        found += [(kind, newest) for kind in ("pairings", "by-name") if kind in shows]
    after = moment.standings_after(section)
    if after and "standings" in shows:
        found.append(("standings", after[-1]))
    return found


def _slide(section: Section, kind: str, number: int, moment: Moment) -> Data:
    if kind == "pairings":
        return public_rounds.round_by_table(section.pk, number, moment)
    if kind == "by-name":
        return public_rounds.round_by_name(section.pk, number, moment)
    if kind == "standings":
        return public_standings.standings(section.pk, number, moment)
    starts = moment.round(section, number).starts_at
    return {
        "frame": public.frame(section, moment),
        "round": {"number": number, "starts": starts.isoformat() if starts else ""},
    }


def _begun(key: int, number: int, moment: Moment) -> bool:
    """Whether a result is in: then nobody waits for the start any more."""
    return bool(public_rounds.round_by_table(key, number, moment)["round"]["reported"])
