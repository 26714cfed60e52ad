"""Appeals that wait for a panel."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tournaments.models import Appeal
from tournaments.policy import Act
from tournaments.todo import Need, Situation


def appeals(situation: Situation) -> Iterator[Need]:
    """Of the whole event, or of the round that is asked about, also when it is closed by now."""
    waiting = Appeal.objects.filter(decision__isnull=True)
    if situation.whole:
        waiting = waiting.filter(pairing__round__section__event=situation.event)
    else:
        waiting = waiting.filter(pairing__round__in=situation.rounds)
    rows = waiting.select_related("pairing__round__section__event").defer(
        "pairing__round__draft_input", "pairing__round__draft_changes"
    )
    ordered = rows.order_by("pairing__round__section", "pairing__round", "pk")
    for round_, group in groupby(ordered, key=lambda appeal: appeal.pairing.round):
        count = len(list(group))
        words = ngettext("%(count)s appeal to decide", "%(count)s appeals to decide", count)
        yield Need(
            "appeal",
            words % {"count": count},
            round_.section,
            round_,
            reverse("appeals", args=[round_.section.event.slug, round_.section.slug]),
            gettext("Decide"),
            Act.DECIDE_APPEAL,
        )
