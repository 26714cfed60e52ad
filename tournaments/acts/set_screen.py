"""Say what a screen in the hall shows. Its page is public and follows within seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import Answer, changes, check_name, lock_event, scope_of, target_of
from tournaments.models import Event, Screen, Section
from tournaments.policy import Act, require

MOST_SCREENS = 20
SECONDS = range(5, 121)


def set_screen(
    *,
    event: Event,
    shows: Sequence[str],
    seconds: int,
    number: int | None = None,
    name: str = "",
    section: Section | None = None,
    by: User,
    seen: Mapping[str, Any] | None = None,
    once: str = "",
) -> Answer:
    """Answers ``{"screen": number}``. ``number`` None: one more screen. ``seen``: what the person's page
    showed of it, ``section`` by its id. Refusals: ``no-such-screen``, ``too-many-screens``,
    ``screen-shows-nothing``, ``screen-seconds``, ``name-not-printable``; `Conflict` ``changed-meanwhile``."""
    with transaction.atomic():
        event = lock_event(event)
        if earlier := journal.answered(by=by, once=once, act=Act.SET_SCREEN, target=target_of(event)):
            return earlier
        require(Act.SET_SCREEN, by=by, scope=event)
        chosen = [key for key in Screen.Shows.values if key in shows]
        if not chosen:
            raise Refusal("screen-shows-nothing", field="shows")
        if seconds not in SECONDS:
            raise Refusal("screen-seconds", field="seconds", least=SECONDS[0], most=SECONDS[-1])
        check_name("name", name, most=40)
        screen = _screen(event, number)
        before = {"shows": screen.shows, "seconds": screen.seconds} if screen.pk else None
        place = section.pk if section else None
        wanted = {"name": name, "section": place, "shows": chosen, "seconds": seconds}
        now = {
            "name": screen.name,
            "section": screen.section_id,
            "shows": screen.shows,
            "seconds": screen.seconds,
        }
        for key, value in changes(wanted=wanted, now=now, seen=seen).items():
            setattr(screen, "section_id" if key == "section" else key, value)
        screen.save()
        answer: Answer = {"screen": screen.number}
        journal.record(
            Act.SET_SCREEN,
            by=by,
            scope=scope_of(event),
            target=target_of(event),
            before=before,
            after={"screen": screen.number, "shows": screen.shows, "seconds": screen.seconds},
            once=once,
            answer=answer,
        )
        pages.announce_screen(screen)
        return answer


def _screen(event: Event, number: int | None) -> Screen:
    if number is not None:
        found = event.screens.filter(number=number).first()
        if found is None:
            raise Refusal("no-such-screen")
        return found
    if event.screens.count() >= MOST_SCREENS:
        raise Refusal("too-many-screens", limit=MOST_SCREENS)
    last = event.screens.aggregate(last=Max("number"))["last"] or 0
    return Screen(event=event, number=last + 1)
