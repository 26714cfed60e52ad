"""Put the pairings of all rounds of a round robin before the public at once, or take them back."""

from __future__ import annotations

from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.drafts import pair_next_round_when_ready
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.models import Section
from tournaments.policy import Act
from tournaments.queries.public.public_state import PUBLIC_STATES


class AllRoundsShown(TypedDict):
    section: int
    public: bool


@act(on=SECTION, right=Act.PUBLISH_ROUND, done=_("pairings of all rounds published"))
def publish_all_rounds(*, section: Section, by: User, once: str = "") -> ActResult[AllRoundsShown]:
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
        return no_change(answer)
    section.all_rounds_public = True
    section.save(update_fields=["all_rounds_public"])
    pages.all_rounds_published(section)
    pair_next_round_when_ready(section, by=by)
    return ActResult(answer)


@act(on=SECTION, right=Act.PUBLISH_ROUND, done=_("pairings of all rounds unpublished"))
def take_back_all_rounds(*, section: Section, by: User, once: str = "") -> ActResult[AllRoundsShown]:
    """Rounds that are public stay so; the others are paired and published by hand again."""
    answer: AllRoundsShown = {"section": section.pk, "public": False}
    if not section.all_rounds_public:
        return no_change(answer)
    if not section.round_set.exclude(state__in=PUBLIC_STATES).exists():
        raise Refusal("all-rounds-begun")
    section.all_rounds_public = False
    section.save(update_fields=["all_rounds_public"])
    pages.all_rounds_taken_back(section)
    return ActResult(answer)
