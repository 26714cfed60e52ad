"""The screens in the hall. Their pages are public and follow within seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from portal import published
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id
from tournaments.acts.common import changes, check_name
from tournaments.acts.frame import EVENT, ActResult, act
from tournaments.models import Event, Screen, Section
from tournaments.pages import paths
from tournaments.policy import Act

MOST_SCREENS = 20
SECONDS = range(5, 121)


class ScreenSet(TypedDict):
    """``screen``: its number."""

    screen: int


class ScreenRemoved(TypedDict):
    """``removed``: its number."""

    removed: int


@act(on=EVENT, right=Act.SET_SCREEN, done=_("screen set up"))
def set_screen(
    *,
    event: Event,
    shows: Annotated[Sequence[str], Field(item=Field(choices=Screen.Shows.values))],
    seconds: Annotated[int, Field()],
    screen: Annotated[int | None, Field(least=0)] = None,
    name: Annotated[str, Field(longest=40)] = "",
    section: Annotated[Section | None, Field()] = None,
    by: User,
    seen: Annotated[Mapping[str, Any] | None, Field()] = None,
    once: str = "",
) -> ActResult[ScreenSet]:
    """Set up a screen; ``screen``: its number, None for one more, ``seen``: what the person's page showed."""
    chosen = [key for key in Screen.Shows.values if key in shows]
    if not chosen:
        raise Refusal("screen-shows-nothing", field="shows")
    if seconds not in SECONDS:
        raise Refusal("screen-seconds", field="seconds", least=SECONDS[0], most=SECONDS[-1])
    check_name("name", name, most=40)
    row = _screen(event, screen)
    place = section.pk if section else None
    wanted = {"name": name, "section": place, "shows": chosen, "seconds": seconds}
    now = screen_values(row)
    before = now if row.pk else None
    for key, value in changes(wanted=wanted, now=now, seen=seen).items():
        setattr(row, "section_id" if key == "section" else key, value)
    row.save()
    pages.announce_screen(row)
    after = {"screen": row.number, **screen_values(row)}
    return ActResult({"screen": row.number}, before=before, after=after)


def screen_values(screen: Screen) -> dict[str, Any]:
    """What a form shows of it and the journal keeps."""
    return {
        "name": screen.name,
        "section": screen.section_id,
        "shows": screen.shows,
        "seconds": screen.seconds,
    }


def _screen(event: Event, screen: int | None) -> Screen:
    if screen is not None:
        row = event.screens.filter(pk=screen).first()
        if row is None:
            raise Refusal("no-such-screen")
        return row
    if event.screens.count() >= MOST_SCREENS:
        raise Refusal("too-many-screens", limit=MOST_SCREENS)
    last = event.screens.aggregate(last=Max("number"))["last"] or 0
    return Screen(event=event, number=last + 1)


@act(on=EVENT, right=Act.SET_SCREEN, done=_("screen deleted"))
def remove_screen(*, event: Event, screen: Id, by: User, once: str = "") -> ActResult[ScreenRemoved]:
    """``screen``: its id. Its address says that it is gone."""
    row = event.screens.filter(pk=screen).first()
    if row is None:
        raise Refusal("no-such-screen")
    row.delete()
    published.unpublish(paths.screen_path(event, row.number))
    return ActResult({"removed": row.number}, before={"screen": row.number})
