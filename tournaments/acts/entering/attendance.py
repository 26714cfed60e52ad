"""Who plays: here or not, absent in a round, withdrawn, playing after all.

One player or many at once: it is done to all of ``entries`` or to none. A refusal names everybody who stood
in the way (``names``); what stands already is no refusal, and the journal has those who changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Denied, Refusal
from portal.published.documents import component
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Reason
from tournaments.acts.common import check_places_kept, check_playing, check_seen, refuse_for
from tournaments.acts.drafts import pair_next_round_when_ready
from tournaments.acts.entering.admission import entries_left, entries_reinstated
from tournaments.acts.entering.open_to import check_arrived
from tournaments.acts.entering.write_entries import bring_back
from tournaments.acts.frame import ENTRIES, SECTION, ActResult, act, no_change
from tournaments.models import Absence, Entry, PlayerLink, Round, Section
from tournaments.policy import Act, require
from tournaments.queries.entering.entries import next_round, takes_check_ins
from tournaments.queries.progress import round_revision

# What somebody does in a coming round: play, or be absent for no points, a draw's or a win's.
PLAYS, NOTHING, HALF, FULL = "plays", "nothing", "half", "full"


class Attendance(TypedDict):
    """``entries``: their ids, all that were asked about."""

    entries: list[int]
    status: Annotated[str, Entry.Status]


class CheckInNeeded(TypedDict):
    section: int
    needed: bool


class OfAbsence(TypedDict):
    entries: list[int]
    round: int
    absent: bool
    half_point: bool
    full_point: bool


@component("Withdrawn")
class EntriesWithdrawn(TypedDict):
    entries: list[int]
    after: Annotated[int, _("The last round played.")]


class Reinstated(TypedDict):
    """``numbers``: by id of the entry; null before the draw."""

    entries: list[int]
    numbers: dict[str, int | None]


@act(on=ENTRIES, right=Act.CHECK_IN, done=_("check-in"))
def check_in(
    *,
    entries: Sequence[Entry],
    present: Annotated[bool, Field()],
    by: User | PlayerLink,
    once: str = "",
) -> ActResult[Attendance]:
    """Check players in, or undo it."""
    section = entries[0].section
    # A player can only say to be here, and only until the first round is paired.
    if isinstance(by, PlayerLink):
        if not present:
            raise Denied(Act.CHECK_IN)
        if not takes_check_ins(section):
            raise Refusal("check-in-closed")
    check_playing(entries)
    before, status = Entry.Status.CHECKED_IN, Entry.Status.ENTERED
    if present:
        before, status = status, before
    changed = [entry for entry in entries if entry.status != status]
    # Whom the section is not open to is not checked in, unless that was overruled.
    if present and changed and section.open_to and takes_check_ins(section):
        check_arrived(section, changed)
    answer: Attendance = {"entries": _keys(entries), "status": status}
    here_from = next_round(section) if present else None
    if not changed and (isinstance(by, PlayerLink) or all(entry.here_from == here_from for entry in entries)):
        return no_change(answer)
    section.entries.filter(pk__in=_keys(entries)).update(status=status, here_from=here_from)
    if isinstance(by, User):
        pair_next_round_when_ready(section, by=by)
    if not changed:
        # They were here before, and somebody says so again.
        before, changed = status, list(entries)
    return ActResult(
        answer,
        before={"status": before},
        after={"status": status, **_whom(entries, changed)},
    )


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("check-in required or not"))
def require_check_in(
    *, section: Section, needed: Annotated[bool, Field()] = False, by: User, once: str = ""
) -> ActResult[CheckInNeeded]:
    """Set whether only those who were checked in are paired without a question."""
    before = section.check_in_needed
    answer: CheckInNeeded = {"section": section.pk, "needed": needed}
    if before == needed:
        return no_change(answer)
    section.check_in_needed = needed
    section.save(update_fields=["check_in_needed"])
    # With check-in off whoever is entered plays, so the next round may be ready now.
    pair_next_round_when_ready(section, by=by)
    return ActResult(answer, before={"check_in_needed": before}, after={"check_in_needed": needed})


@act(on=ENTRIES, right=Act.SET_ABSENCE, done=_("absence"))
def set_absence(
    *,
    entries: Sequence[Entry],
    round_number: Annotated[int, Field(least=1, most=1000, called="round")],
    absent: Annotated[bool, Field()],
    half_point: Annotated[
        bool,
        Field(help=_("A half-point bye: the absence scores as a draw. The section must allow them.")),
    ] = False,
    full_point: Annotated[
        bool,
        Field(help=_("A full-point bye: the absence scores as a win. Only FIDE's Dutch system knows it.")),
    ] = False,
    by: User,
    reason: Reason = "",
    seen: str | None = None,
    once: str = "",
) -> ActResult[OfAbsence]:
    """Have entries not play a round that is not public yet, or play it after all."""
    section = entries[0].section
    round_ = section.round_set.select_for_update().filter(number=round_number).first()
    if round_ is None:
        raise Refusal("no-such-round", field="round", round=round_number, rounds=section.rounds)
    round_.section = section
    require(Act.SET_ABSENCE, by=by, scope=round_)
    check_seen(round_, seen, round_revision(round_))
    # Only FIDE's Dutch system knows a full-point bye; any other absence scores 0, or a draw's points.
    if full_point and section.system != Section.System.FIDE_DUTCH:
        raise Refusal("full-byes-not-known", field="absent")
    kind = FULL if full_point else HALF if half_point else NOTHING
    return change_absence(entries, round_number, kind if absent else PLAYS, by=by)


def change_absence(
    entries: Sequence[Entry], round_number: int, kind: str, *, by: User | None
) -> ActResult[OfAbsence]:
    """Do what `set_absence` does once it is known who may; `by` None: it is a player's own word."""
    section = entries[0].section
    check_playing(entries)
    if kind == HALF:
        _check_half_bye(section, entries, round_number)
    absences = Absence.objects.filter(entry__in=_keys(entries), round_number=round_number)
    away = {absence.entry_id: kind_of(absence) for absence in absences}
    changed = [entry for entry in entries if away.get(entry.pk, PLAYS) != kind]
    answer: OfAbsence = {
        "entries": _keys(entries),
        "round": round_number,
        "absent": kind != PLAYS,
        "half_point": kind == HALF,
        "full_point": kind == FULL,
    }
    if not changed:
        return no_change(answer)
    absences.delete()
    if kind != PLAYS:
        new = (
            Absence(
                entry=entry,
                round_number=round_number,
                half_point=kind == HALF,
                full_point=kind == FULL,
                by_player=by is None,
            )
            for entry in entries
        )
        Absence.objects.bulk_create(new, batch_size=500)
    pair_next_round_when_ready(section, by=by)
    after = {"round": round_number, "absent": kind != PLAYS, **_BYES.get(kind, {})}
    return ActResult(answer, before=_absent_before(changed, away), after={**after, **_whom(entries, changed)})


def kind_of(absence: Absence) -> str:
    """As what somebody is absent."""
    return FULL if absence.full_point else HALF if absence.half_point else NOTHING


_BYES: Mapping[str, Mapping[str, bool]] = {HALF: {"half_point": True}, FULL: {"full_point": True}}


def _absent_before(changed: Sequence[Entry], away: Mapping[int, str]) -> dict[str, Any] | None:
    """Tell what stood before: the kind of bye if all had the same, else who was absent."""
    states = {away.get(entry.pk, PLAYS) for entry in changed}
    if len(states) > 1:
        return {"entries": [entry.pk for entry in changed if entry.pk in away]}
    (kind,) = states
    return {"absent": True, **_BYES[kind]} if kind in _BYES else None


def _check_half_bye(section: Section, entries: Sequence[Entry], round_number: int) -> None:
    """Check that the section's rules give these players a half-point bye in this round."""
    allowed, until = section.half_byes_allowed, section.half_byes_until
    if not allowed or not section.is_swiss:
        raise Refusal("half-byes-not-allowed", field="absent")
    if until is not None and round_number > until:
        raise Refusal("half-bye-too-late", field="round", round=round_number, last=until)
    others = Absence.objects.filter(entry__in=_keys(entries), half_point=True)
    taken = Counter(others.exclude(round_number=round_number).values_list("entry", flat=True))
    used = [entry for entry in entries if taken[entry.pk] >= allowed]
    refuse_for("half-byes-used", used, field="absent", limit=allowed)


@act(on=ENTRIES, right=Act.WITHDRAW, needs_reason=True, done=_("player withdrawn"))
def withdraw(
    *, entries: Sequence[Entry], by: User, reason: Reason, once: str = ""
) -> ActResult[EntriesWithdrawn]:
    """Withdraw entries: they play no further round."""
    # S2: their points stand. Before the lots they are simply left out of the draw.
    return take_out(entries, by=by)


def take_out(entries: Sequence[Entry], *, by: User | PlayerLink) -> ActResult[EntriesWithdrawn]:
    """What `withdraw` does once it is known who may. Raises the `Refusal` ``entry-withdrawn``."""
    check_playing(entries)
    section = entries[0].section
    public = section.round_set.exclude(state__in=(Round.State.PLANNED, Round.State.DRAFT))
    last = max(public.values_list("number", flat=True), default=0)
    status = Entry.Status.WITHDRAWN
    section.entries.filter(pk__in=_keys(entries)).update(status=status, withdrawn_after=last)
    entries_left(section, entries, by=by)
    pair_next_round_when_ready(section, by=by if isinstance(by, User) else None)
    pages.section_changed(section)
    return ActResult(
        {"entries": _keys(entries), "after": last},
        before=_here_before(entries),
        after={"status": status, "withdrawn_after": last, **_whom(entries, entries)},
    )


@act(on=ENTRIES, right=Act.REINSTATE, needs_reason=True, done=_("player reinstated"))
def reinstate(
    *, entries: Sequence[Entry], by: User, reason: Reason, here: Collection[int] = (), once: str = ""
) -> ActResult[Reinstated]:
    """Take withdrawals back: the entries play from the next round that is paired."""
    section = entries[0].section
    refuse_for("entry-not-withdrawn", [entry for entry in entries if entry.status != Entry.Status.WITHDRAWN])
    before = {"status": Entry.Status.WITHDRAWN, "withdrawn_after": entries[0].withdrawn_after}
    # Rounds published meanwhile stay absences; who has no number from the lots gets the next free one.
    bring_back(section, entries)
    # Only where a withdrawal is undone: who comes back later is asked for at the next round.
    section.entries.filter(pk__in={*_keys(entries)} & {*here}).update(status=Entry.Status.CHECKED_IN)
    entries_reinstated(section, entries)
    check_places_kept(section)
    pages.section_changed(section)
    return ActResult(
        {"entries": _keys(entries), "numbers": {str(entry.pk): entry.number for entry in entries}},
        before=before if len(entries) == 1 else None,
        after={"status": Entry.Status.ENTERED, "withdrawn_after": None, **_whom(entries, entries)},
    )


def _here_before(entries: Sequence[Entry]) -> dict[str, Any]:
    """The status of all of them; who was checked in, where that is not the same for all."""
    states = {entry.status for entry in entries}
    if len(states) == 1:
        return {"status": states.pop()}
    here = Entry.Status.CHECKED_IN
    return {"status": here, "entries": [entry.pk for entry in entries if entry.status == here]}


def _keys(entries: Collection[Entry]) -> list[int]:
    return [entry.pk for entry in entries]


def _whom(entries: Sequence[Entry], changed: Sequence[Entry]) -> dict[str, Any]:
    """Who has changed, where the target of the journal does not say it."""
    return {"entries": _keys(changed)} if len(entries) > 1 else {}
