"""Entries on line that an organiser has to decide."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tournaments.policy import Act
from tournaments.queries.entering.applications import undecided_applications
from tournaments.todo import Need, Situation


def applications(situation: Situation) -> Iterator[Need]:
    """Of each section how many wait for a decision. One query for all."""
    if not situation.whole:
        return
    for section, count in undecided_applications(situation.event):
        words = ngettext("%(count)s application to decide", "%(count)s applications to decide", count)
        yield Need(
            "applications",
            words % {"count": count},
            section,
            url=reverse("applications", args=[section.event.slug, section.slug]) + "?state=submitted",
            link=gettext("Decide"),
            act=Act.ENTER_PLAYER,
        )
