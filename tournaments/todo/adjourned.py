"""Adjourned games, which the last round waits for."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext

from tournaments.models import Round
from tournaments.policy import Act
from tournaments.queries.adjourned import resumed, unfinished
from tournaments.todo import Need, Situation, Stage


def adjourned(situation: Situation) -> Iterator[Need]:
    """Games that are to be finished before the last round is closed."""
    sections = {round_.section_id: round_ for round_ in situation.rounds}
    waiting = unfinished(sections)
    going_on = resumed(waiting)
    for pairing in waiting:
        at, last = pairing.round, sections[pairing.round.section_id]
        section = last.section
        words = gettext("Round %(round)s, table %(table)s: adjourned game to finish")
        if pairing.pk in going_on:
            words = gettext("Round %(round)s, table %(table)s: no result yet")
        yield Need(
            "adjourned",
            words % {"round": at.number, "table": pairing.table},
            section,
            last,
            reverse("result", args=[section.event.slug, section.slug, at.number, pairing.table or 0]),
            gettext("Enter result"),
            Act.CORRECT_RESULT if at.state == Round.State.CLOSED else Act.REPORT_RESULT,
            Stage.CLOSE if last.number == section.rounds else None,
        )
