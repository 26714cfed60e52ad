"""Rounds that an applicant who was accepted does not play, told with the private link of the application."""

from __future__ import annotations

from typing import Annotated

from django.utils.translation import gettext_lazy as _

from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.entering.applications import APPLICATION
from tournaments.acts.entering.attendance import HALF, NOTHING, PLAYS, OfAbsence, change_absence
from tournaments.acts.frame import ActResult, act
from tournaments.models import Application
from tournaments.policy import Act, require

KINDS = (PLAYS, NOTHING, HALF)


@act(on=APPLICATION, right=Act.ASK_ABSENCE, done=_("absence, reported by the player"))
def ask_absence(
    *,
    application: Application,
    round_number: Annotated[int, Field(least=1, most=1000, label=_("Round"))],
    kind: Annotated[str, Field(choices=KINDS, label=_("Scores"))],
    by: Application,
    once: str = "",
) -> ActResult[OfAbsence]:
    """The player does not play a round of a Swiss that nobody has paired, or does after all: for nothing, or
    with a half-point bye, as often and as late as the section's settings allow.

    Refusals: ``application-state``, ``absence-kind``, ``absence-at-desk``, ``absence-of-desk``,
    ``no-such-round``, ``state``, ``entry-withdrawn``, ``half-byes-not-allowed``, ``half-bye-too-late``,
    ``half-byes-used``.
    """
    section, entry = application.section, application.entry
    if entry is None or application.state != Application.State.ACCEPTED:
        raise Refusal("application-state", state=str(application.state), name=application.name)
    if kind not in KINDS:
        raise Refusal("absence-kind", field="kind")
    if not section.is_swiss or section.of_teams:
        raise Refusal("absence-at-desk")
    round_ = section.round_set.select_for_update().filter(number=round_number).first()
    if round_ is None:
        raise Refusal("no-such-round", field="round_number", round=round_number, rounds=section.rounds)
    round_.section = section
    require(Act.ASK_ABSENCE, by=by, scope=round_, target=application)
    if entry.absences.filter(round_number=round_number, by_player=False).exists():
        raise Refusal("absence-of-desk")
    entry.section = section
    return change_absence([entry], round_number, kind, by=None)
