"""Who plays: here or not, absent in a round, withdrawn, playing after all."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.fields import Field
from portal.policy import Denied, Refusal
from tournaments import pages
from tournaments.acts.arguments import Reason
from tournaments.acts.common import check_seen
from tournaments.acts.entering import check_section, has_two_groups, mark_absent, taken_numbers
from tournaments.acts.frame import ENTRY, Done, act, unchanged
from tournaments.models import Absence, Entry, PlayerLink, Round
from tournaments.policy import Act, require
from tournaments.queries.entries import next_round, takes_check_ins
from tournaments.queries.progress import stand_of
from tournaments.state.lots import late_number


class EntryStanding(TypedDict):
    entry: int
    status: Annotated[str, Entry.Status]


class OfAbsence(TypedDict):
    entry: int
    round: int
    absent: bool


class Withdrawn(TypedDict):
    entry: int
    after: Annotated[int, _("The last round played.")]


class Reinstated(TypedDict):
    entry: int
    number: int | None


@act(on=ENTRY, right=Act.CHECK_IN, done=_("check-in"))
def check_in(
    *, entry: Entry, present: Annotated[bool, Field()], by: User | PlayerLink, once: str = ""
) -> Done[EntryStanding]:
    """The player is here, or is not after all. ``by`` a private link: the player says so; only to be here,
    and until the first round is paired. Refusals: ``entry-withdrawn``, ``check-in-closed``."""
    if isinstance(by, PlayerLink):
        if not present:
            raise Denied(Act.CHECK_IN)
        if not takes_check_ins(entry.section):
            raise Refusal("check-in-closed")
    before = entry.status
    if before == Entry.Status.WITHDRAWN:
        raise Refusal("entry-withdrawn")
    if isinstance(by, PlayerLink) and before == Entry.Status.CHECKED_IN:
        return unchanged({"entry": entry.pk, "status": before})
    entry.status = Entry.Status.CHECKED_IN if present else Entry.Status.ENTERED
    entry.here_from = next_round(entry.section) if present else None
    entry.save(update_fields=["status", "here_from"])
    return Done(
        {"entry": entry.pk, "status": entry.status}, before={"status": before}, after={"status": entry.status}
    )


@act(on=ENTRY, right=Act.SET_ABSENCE, done=_("absence"))
def set_absence(
    *,
    entry: Entry,
    round_number: Annotated[int, Field(least=1, most=1000, called="round")],
    absent: Annotated[bool, Field()],
    by: User,
    reason: Reason = "",
    seen: str | None = None,
    once: str = "",
) -> Done[OfAbsence]:
    """An entry does not play a round that is not public yet, or does after all. An absence scores 0 and is
    no bye. Refusals: ``no-such-round``, ``state``, ``entry-withdrawn``; `Conflict` ``round-changed``:
    ``seen`` is not the round's `stand_of` any more."""
    round_ = entry.section.round_set.select_for_update().filter(number=round_number).first()
    if round_ is None:
        raise Refusal("no-such-round", field="round", round=round_number, rounds=entry.section.rounds)
    round_.section = entry.section
    require(Act.SET_ABSENCE, by=by, scope=round_)
    check_seen(round_, seen, stand_of(round_))
    if entry.status == Entry.Status.WITHDRAWN:
        raise Refusal("entry-withdrawn")
    if absent:
        Absence.objects.get_or_create(entry=entry, round_number=round_number)
    else:
        Absence.objects.filter(entry=entry, round_number=round_number).delete()
    return Done(
        {"entry": entry.pk, "round": round_number, "absent": absent},
        after={"round": round_number, "absent": absent},
    )


@act(on=ENTRY, right=Act.WITHDRAW, needs_reason=True, done=_("player withdrawn"))
def withdraw(*, entry: Entry, by: User, reason: Reason, once: str = "") -> Done[Withdrawn]:
    """The entry plays no further round; its points stand (S2). Before the lots the entry is simply left out
    of the draw. Refusals: ``reason-needed``, ``entry-withdrawn``."""
    before = entry.status
    if before == Entry.Status.WITHDRAWN:
        raise Refusal("entry-withdrawn")
    public = entry.section.round_set.exclude(state__in=(Round.State.PLANNED, Round.State.DRAFT))
    last = max(public.values_list("number", flat=True), default=0)
    entry.status = Entry.Status.WITHDRAWN
    entry.withdrawn_after = last
    entry.save(update_fields=["status", "withdrawn_after"])
    pages.section_changed(entry.section)
    after = {"status": entry.status, "withdrawn_after": last}
    return Done({"entry": entry.pk, "after": last}, before={"status": before}, after=after)


@act(on=ENTRY, right=Act.REINSTATE, needs_reason=True, done=_("player reinstated"))
def reinstate(*, entry: Entry, by: User, reason: Reason, once: str = "") -> Done[Reinstated]:
    """Take a withdrawal back: the entry plays from the next round that is paired; the rounds published
    meanwhile are absences. Whom the lots left out gets the next free number.

    Refusals: ``reason-needed``, ``entry-not-withdrawn``, ``section-finished``, ``no-late-entry`` (the lots
    of a round robin left the player out).
    """
    section = entry.section
    if entry.status != Entry.Status.WITHDRAWN:
        raise Refusal("entry-not-withdrawn")
    before = {"status": entry.status, "withdrawn_after": entry.withdrawn_after}
    if section.lots_drawn_at and entry.number is None:
        check_section(section)
        taken = taken_numbers(section)
        entry.number = late_number(taken, entry.group, two_groups=has_two_groups(section))
    mark_absent(section, [entry], after=entry.withdrawn_after or 0)
    entry.status = Entry.Status.ENTERED
    entry.withdrawn_after = None
    entry.save(update_fields=["status", "withdrawn_after", "number"])
    pages.section_changed(section)
    after = {"status": entry.status, "withdrawn_after": None}
    return Done({"entry": entry.pk, "number": entry.number}, before=before, after=after)
