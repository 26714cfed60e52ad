"""Delete what was made by mistake. The journal stays: it knows things by their ids, never a person's name
(law 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypedDict

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal import published
from portal.accounts.models import User
from portal.journal.models import JournalEntry
from portal.outbox import Job
from portal.policy import Refusal
from portal.published.models import Withheld
from portal.web.fields import Field
from portal.webhooks.models import Webhook
from tournaments import pages
from tournaments.acts.arguments import REASON_LENGTH
from tournaments.acts.common import lock_event, lock_section, refuse_while_busy, scope_of, target_of
from tournaments.acts.entering.admission import mark_applications, move_up
from tournaments.acts.frame import ActResult, Arguments, Locked, Target, act
from tournaments.acts.money._fees import cancel
from tournaments.models import (
    Announcement,
    Application,
    Entry,
    Event,
    FeeAccount,
    Person,
    Player,
    Round,
    RoundVersion,
    Screen,
    Section,
    Standing,
)
from tournaments.pages import paths
from tournaments.policy import Act
from tournaments.queries.entering.applications import application_letter_key


class Deleted(TypedDict):
    """``deleted``: the id of what there was."""

    deleted: int


def _target(argument: str, find: Callable[[Any], Any]) -> Target:
    """Declare a target that may be gone."""

    def locked(arguments: Arguments) -> Locked:
        # Who has deleted it and asks once more, with the same `once`, gets the first answer again.
        argument_value = arguments[argument]
        row = find(argument_value)
        scope = row or argument_value
        scope = scope.section if isinstance(scope, Entry | Application) else scope
        return Locked(row, scope, f"{argument}:{argument_value.pk}")

    return Target(argument, locked)


def _event(event: Event) -> Event | None:
    return Event.objects.select_for_update().filter(pk=event.pk).first()


def _section(section: Section) -> Section | None:
    lock_event(section.event)
    sections = Section.objects.select_for_update(of=("self",)).select_related("event")
    return sections.filter(pk=section.pk).first()


def _entry(entry: Entry) -> Entry | None:
    section = Section.objects.select_for_update(of=("self",)).get(pk=entry.section_id)
    row = Entry.objects.select_related("player", "section__event").filter(pk=entry.pk).first()
    if row is not None:
        row.section.state = section.state
    return row


def _application(application: Application) -> Application | None:
    section = lock_section(application.section)
    row = Application.objects.select_related("entry__player").filter(pk=application.pk).first()
    if row is not None:
        row.section = section
    return row


@act(on=_target("event", _event), right=Act.DELETE_EVENT, done=_("event deleted"))
def delete_event(*, event: Event | None, by: User, once: str = "") -> ActResult[Deleted]:
    """Delete an event of which nothing was ever public or paired, with all that belongs to it."""
    if event is None:
        raise Refusal("deleted-already")
    check_event(event)
    before = {
        "slug": event.slug,
        "starts": event.starts.isoformat(),
        "ends": event.ends.isoformat(),
        "sections": [section.slug for section in event.sections.all()],
    }
    _forget_pages(paths.event_path(event))
    Webhook.objects.filter(scope=scope_of(event), ended_at=None).update(ended_at=timezone.now())
    event.sections.all().delete()
    delete_idle(event.players.all())
    # By its id: the journal asks the event for it yet.
    Event.objects.filter(pk=event.pk).delete()
    return ActResult({"deleted": event.pk}, before=before)


@act(on=_target("section", _section), right=Act.EDIT_EVENT, done=_("section deleted"))
def delete_section(
    *,
    section: Section | None,
    by: User,
    reason: Annotated[str, Field(longest=REASON_LENGTH, label=_("Reason"))] = "",
    once: str = "",
) -> ActResult[Deleted]:
    """Delete a section of which no round was ever paired, with all that belongs to it."""
    if section is None:
        raise Refusal("deleted-already")
    check_deletable(section)
    # Others may have seen it once it is no draft: its pages say that they are gone.
    if section.state != Section.State.DRAFT and not reason:
        raise Refusal("reason-needed", field="reason")
    key = section.pk
    before = {"slug": section.slug, "state": section.state, "entries": section.entries.count()}
    erase_section(section)
    return ActResult({"deleted": key}, before=before)


def erase_section(section: Section) -> None:
    """What `delete_section` does to one that may be deleted."""
    event, public = section.event, section.state != Section.State.DRAFT
    _forget_pages(paths.section_path(section))
    for screen in Screen.objects.filter(section=section):
        published.unpublish(paths.screen_path(event, screen.number))
    section.delete()
    delete_idle(Player.objects.filter(event=event))
    if public:
        published.invalidate(under=[paths.event_path(event)])
        pages.front_changed()


@act(on=_target("entry", _entry), right=Act.ENTER_PLAYER, done=_("entry deleted"))
def delete_entry(*, entry: Entry | None, by: User, once: str = "") -> ActResult[Deleted]:
    """Delete an entry that never sat at a table, nor had a bye."""
    # What is published of a round or frozen in standings is never rewritten: who stands there can withdraw.
    if entry is None:
        raise Refusal("deleted-already")
    section, key = entry.section, entry.pk
    check_entry(entry)
    before = {"number": entry.number, "status": entry.status}
    mark_applications(section, [entry], Application.State.WITHDRAWN)
    cancel(entry)
    entry.delete()
    # Whoever plays nowhere else at the event goes with the entry.
    delete_idle(Player.objects.filter(pk=entry.player_id))
    if section.state != Section.State.DRAFT and entry.number is not None:
        published.unpublish(paths.player_path(section, entry.number))
    move_up(section, by=by)
    pages.section_changed(section)
    return ActResult({"deleted": key}, before=before)


@act(on=_target("application", _application), right=Act.DELETE_APPLICATION, done=_("application deleted"))
def delete_application(
    *,
    application: Application | None,
    by: User,
    with_entry: Annotated[
        bool,
        Field(label=_("Delete the entry as well"), help=_("Players who have played can only be withdrawn.")),
    ] = False,
    once: str = "",
) -> ActResult[Deleted]:
    """Delete an application with all that was filled in; its link opens nothing any more."""
    if application is None:
        raise Refusal("deleted-already")
    key, entry = application.pk, application.entry
    before = {"state": str(application.state), "turn": application.turn, "entry": application.entry_id}
    # The letters that wait would lead to nothing.
    Job.objects.filter(key=application_letter_key(application), state=Job.State.NEW).delete()
    application.delete()
    if with_entry and entry is not None:
        delete_entry(entry=entry, by=by)
    return ActResult({"deleted": key}, before=before)


def check_event(event: Event) -> None:
    """Whether the event can be deleted. Raises what `delete_event` raises."""
    if event.listed or event.sections.exclude(state=Section.State.DRAFT).exists():
        raise Refusal("event-was-public")
    _check_unpaired(event.sections.all())
    _check_unbooked(FeeAccount.objects.filter(section__event=event))
    _check_silent(event.announcements.all())


def check_deletable(section: Section) -> None:
    """Whether the section can be deleted. Raises what `delete_section` raises."""
    _check_unpaired([section])
    _check_unbooked(section.fee_accounts.all())
    _check_silent(section.announcements.all())


def check_entry(entry: Entry) -> None:
    """Whether the entry can be deleted. Raises what `delete_entry` raises."""
    section = entry.section
    for round_ in _rounds([section]):
        refuse_while_busy(round_)
    if (seat := entry.seats.select_related("round").order_by("round__number").first()) is not None:
        raise Refusal("entry-seated", round=seat.round.number)
    if entry.number is not None:
        if not section.is_swiss:
            raise Refusal("entry-numbers-fixed")
        if _is_published(section, entry.number):
            raise Refusal("entry-published", player=entry.number)


def _check_unpaired(sections: Iterable[Section]) -> None:
    """Raises ``section-paired``, or what work in hand says."""
    for round_ in _rounds(sections):
        refuse_while_busy(round_)
        if round_.state != Round.State.PLANNED or round_.versions.exists():
            raise Refusal("section-paired", section=str(round_.section.name), round=round_.number)


def _rounds(sections: Iterable[Section]) -> QuerySet[Round]:
    rounds = Round.objects.filter(section__in=list(sections)).select_related("section")
    return rounds.defer("draft_input", "draft_changes").order_by("section__position", "number")


def _check_unbooked(accounts: QuerySet[FeeAccount]) -> None:
    """Accounts are kept. Raises ``fees-booked``."""
    if accounts.exists():
        raise Refusal("fees-booked")


def _check_silent(announcements: QuerySet[Announcement]) -> None:
    """What was announced is kept, with what it is about. Raises ``announced``."""
    if announcements.exists():
        raise Refusal("announced")


def _is_published(section: Section, number: int) -> bool:
    """Whether a published round or frozen standings name the entry number."""
    inputs = RoundVersion.objects.filter(round__section=section).values_list("input", flat=True)
    if any(number in stored.get("entries", ()) for stored in inputs):
        return True
    frozen = Standing.objects.filter(section=section).values_list("data", flat=True)
    return any(number == row["number"] for data in frozen for row in data["rows"])


def delete_idle(players: QuerySet[Player]) -> None:
    """Delete the event's copies of those who are entered nowhere at it."""
    # Law 8: who is in no list is not kept, nor whom the register knows only from there.
    idle = players.filter(entries=None, erased_at=None)
    persons = list(idle.values_list("person", flat=True))
    idle.delete()
    only_there = Person.objects.filter(pk__in=persons, players=None, merged=None)
    worked_on = JournalEntry.objects.filter(target__in=[target_of(person) for person in only_there])
    targets = {target.partition(":")[2] for target in worked_on.values_list("target", flat=True)}
    only_there.exclude(pk__in=map(int, targets)).delete()


def _forget_pages(prefix: str) -> None:
    """Forget the pages under an address."""
    published.unpublish(prefix)
    # What comes to stand there later is not withheld for what was there before.
    Withheld.objects.filter(prefix__startswith=prefix).delete()
