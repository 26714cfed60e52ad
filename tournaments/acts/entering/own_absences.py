"""What players say of their own entry by private link: rounds that they do not play, and that they leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.entering.applications import APPLICATION
from tournaments.acts.entering.attendance import (
    HALF,
    NOTHING,
    PLAYS,
    EntriesWithdrawn,
    OfAbsence,
    change_absence,
    take_out,
)
from tournaments.acts.frame import ENTRIES, ActResult, act
from tournaments.models import Application, Entry, PlayerLink
from tournaments.policy import Act, require
from tournaments.queries.entering.applications import check_can_leave

KINDS = (PLAYS, NOTHING, HALF)
RoundNumber = Annotated[int, Field(least=1, most=1000, label=_("Round"))]
Scores = Annotated[str, Field(choices=KINDS, label=_("Scores"))]


@act(on=ENTRIES, right=Act.ASK_ABSENCE, done=_("absence, reported by the player"))
def ask_own_absence(
    *, entries: Sequence[Entry], round_number: RoundNumber, kind: Scores, by: PlayerLink, once: str = ""
) -> ActResult[OfAbsence]:
    """Ask not to play a round of a Swiss that nobody has paired, or to play it after all."""
    # Who was entered at the desk can do so as well as who applied.
    return _ask(entries[0], round_number, kind, by, entries[0])


@act(on=APPLICATION, right=Act.ASK_ABSENCE, done=_("absence, reported by the player"))
def ask_absence(
    *,
    application: Application,
    round_number: RoundNumber,
    kind: Scores,
    by: Application,
    once: str = "",
) -> ActResult[OfAbsence]:
    """The same by the link of the application, where the player has none."""
    entry = application.entry
    if entry is None or application.state != Application.State.ACCEPTED:
        raise Refusal("application-state", state=str(application.state), name=application.name)
    entry.section = application.section
    return _ask(entry, round_number, kind, by, application)


def _ask(
    entry: Entry, round_number: int, kind: str, by: PlayerLink | Application, target: Entry | Application
) -> ActResult[OfAbsence]:
    section = entry.section
    if kind not in KINDS:
        raise Refusal("absence-kind", field="kind")
    if not section.is_swiss or section.of_teams:
        raise Refusal("absence-at-desk")
    round_ = section.round_set.select_for_update().filter(number=round_number).first()
    if round_ is None:
        raise Refusal("no-such-round", field="round_number", round=round_number, rounds=section.rounds)
    round_.section = section
    require(Act.ASK_ABSENCE, by=by, scope=round_, target=target)
    if entry.absences.filter(round_number=round_number, by_player=False).exists():
        raise Refusal("absence-of-desk")
    return change_absence([entry], round_number, kind, by=None)


@act(on=ENTRIES, right=Act.WITHDRAW, done=_("player withdrawn, by the player"))
def withdraw_own_entry(
    *, entries: Sequence[Entry], by: PlayerLink, once: str = ""
) -> ActResult[EntriesWithdrawn]:
    """Withdraw the player's own entry."""
    # While the next round of a Swiss is paired, and in other systems once the lots are drawn, the desk has to
    # know and does it.
    check_can_leave(entries[0].section)
    return take_out(entries, by=by)
