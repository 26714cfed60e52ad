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
    screen: int | None = None,
    name: str = "",
    section: Section | None = None,
    by: User,
    seen: Mapping[str, Any] | None = None,
    once: str = "",
) -> Answer:
    """Answers ``{"screen": number}``. ``screen``: its id, since a number is given again once its screen is
    gone; None: one more. ``seen``: what the person's page showed of it, ``section`` by its id.

    Refusals: ``no-such-screen``, ``too-many-screens``, ``screen-shows-nothing``, ``screen-seconds``,
    ``name-not-printable``; `Conflict` ``changed-meanwhile``.
    """
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
        found = _screen(event, screen)
        place = section.pk if section else None
        wanted = {"name": name, "section": place, "shows": chosen, "seconds": seconds}
        now = values_of(found)
        before = now if found.pk else None
        for key, value in changes(wanted=wanted, now=now, seen=seen).items():
            setattr(found, "section_id" if key == "section" else key, value)
        found.save()
        answer: Answer = {"screen": found.number}
        journal.record(
            Act.SET_SCREEN,
            by=by,
            scope=scope_of(event),
            target=target_of(event),
            before=before,
            after={"screen": found.number, **values_of(found)},
            once=once,
            answer=answer,
        )
        pages.announce_screen(found)
        return answer


def values_of(screen: Screen) -> dict[str, Any]:
    """What a form shows of it and the journal keeps."""
    return {
        "name": screen.name,
        "section": screen.section_id,
        "shows": screen.shows,
        "seconds": screen.seconds,
    }


def _screen(event: Event, screen: int | None) -> Screen:
    if screen is not None:
        found = event.screens.filter(pk=screen).first()
        if found is None:
            raise Refusal("no-such-screen")
        return found
    if event.screens.count() >= MOST_SCREENS:
        raise Refusal("too-many-screens", limit=MOST_SCREENS)
    last = event.screens.aggregate(last=Max("number"))["last"] or 0
    return Screen(event=event, number=last + 1)
