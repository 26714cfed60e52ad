"""The pairings of all rounds of a round robin before the public at once. While they are, the worker pairs and
publishes each round when the one before it is closed and its players are confirmed (`drafts.open_next`)."""

from __future__ import annotations

from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.drafts import open_next
from tournaments.acts.frame import SECTION, Done, act, unchanged
from tournaments.models import Section
from tournaments.policy import Act
from tournaments.queries.public_state import PUBLIC_STATES


class AllRoundsShown(TypedDict):
    section: int
    public: bool


@act(on=SECTION, right=Act.PUBLISH_ROUND, done=_("pairings of all rounds published"))
def publish_all_rounds(*, section: Section, by: User, once: str = "") -> Done[AllRoundsShown]:
    """Refusals: ``not-round-robin``, ``not-for-teams``, ``section-not-open``, ``lots-not-drawn``."""
    answer: AllRoundsShown = {"section": section.pk, "public": True}
    if not section.is_round_robin:
        raise Refusal("not-round-robin")
    if section.of_teams:
        raise Refusal("not-for-teams")
    if section.state == Section.State.DRAFT:
        raise Refusal("section-not-open")
    if not section.lots_drawn_at:
        raise Refusal("lots-not-drawn")
    if section.all_rounds_public:
        return unchanged(answer)
    section.all_rounds_public = True
    section.save(update_fields=["all_rounds_public"])
    pages.all_rounds_published(section)
    open_next(section, by=by)
    return Done(answer)


@act(on=SECTION, right=Act.PUBLISH_ROUND, done=_("pairings of all rounds unpublished"))
def take_back_all_rounds(*, section: Section, by: User, once: str = "") -> Done[AllRoundsShown]:
    """Rounds that are public stay so; the others are paired and published by hand again. Refusals:
    ``all-rounds-begun``: there is none to come."""
    answer: AllRoundsShown = {"section": section.pk, "public": False}
    if not section.all_rounds_public:
        return unchanged(answer)
    if not section.round_set.exclude(state__in=PUBLIC_STATES).exists():
        raise Refusal("all-rounds-begun")
    section.all_rounds_public = False
    section.save(update_fields=["all_rounds_public"])
    pages.all_rounds_taken_back(section)
    return Done(answer)
