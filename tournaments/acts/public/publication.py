"""Take an event, a section, a round or standings back from the public, and put them there again."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal import published
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.frame import EVENT, ActResult, act
from tournaments.models import Event
from tournaments.pages.publication import PublicPlace, place_of
from tournaments.pages.webhook_events import notify_event
from tournaments.policy import Act


class Withheld(TypedDict):
    """``what``: the key of a `pages.places.Place`."""

    what: str


@act(on=EVENT, right=Act.UNPUBLISH, needs_reason=True, done=_("unpublished"))
def unpublish(
    *,
    event: Event,
    what: Annotated[str, Field(longest=120)],
    reason: Annotated[str, Field(longest=200)],
    by: User,
    once: str = "",
) -> ActResult[Withheld]:
    """Take pages back from the public; ``what``: the key of a `pages.places.Place`."""
    place = _place(event, what)
    if place.withheld:
        raise Refusal("withheld-already", field="what")
    for prefix in place.prefixes:
        # Its addresses answer 410 from now on, whatever is announced there, until `republish`.
        published.withhold(prefix)
    return _publish_anew(event, place, what)


@act(on=EVENT, right=Act.UNPUBLISH, done=_("published again"))
def republish(
    *, event: Event, what: Annotated[str, Field(longest=120)], by: User, once: str = ""
) -> ActResult[Withheld]:
    """What comes back is what would stand there now."""
    place = _place(event, what)
    if not place.withheld:
        raise Refusal("not-withheld", field="what")
    for prefix in place.prefixes:
        published.restore(prefix)
    return _publish_anew(event, place, what)


def _place(event: Event, address: str) -> PublicPlace:
    place = place_of(event, address)
    if place is None:
        raise Refusal("no-such-place", field="what")
    return place


def _publish_anew(event: Event, place: PublicPlace, address: str) -> ActResult[Withheld]:
    for prefix in place.quoting:
        published.purge(prefix)
    pages.event_changed(event)
    pages.announce_home()
    notify_event(event)
    return ActResult({"what": address}, after={"what": address})
