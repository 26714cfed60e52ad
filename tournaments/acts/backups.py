"""Backups: of an event, and an event of one. A worker makes both."""

from __future__ import annotations

from typing import IO, Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal import outbox, published
from portal.accounts.models import User
from portal.backup.archive import Reader, damaged
from portal.backup.exporting import write_backup
from portal.backup.restoring import Restoring
from portal.backup.tables import Subject
from portal.policy import Refusal
from portal.published import Page
from portal.web.fields import Field
from tournaments.acts.common import check_address, check_slug_form, lock_user
from tournaments.acts.frame import EVENT, SITE, ActResult, Arguments, Locked, Target, act
from tournaments.acts.public.keeping import check_over
from tournaments.models import Event, Federation, Membership, Restoration, Role
from tournaments.policy import Act

KEEP_KIND = "keep-event"
EVENTS, FEDERATIONS = "tournaments/events", "tournaments/federations"
# A form as a whole may have 8 MB (`portal.web.limits`); the rest is for its other fields.
MOST_BYTES = 7 * 1024 * 1024


class BackupAsked(TypedDict):
    """``asked``: the key of the work."""

    asked: str


class RestoringAsked(TypedDict):
    restoration: int


class EventRestored(TypedDict):
    """``ours``: whether this site made the file; ``hidden``: whether there is something to publish."""

    event: int
    slug: str
    rows: int
    ours: bool
    hidden: bool


@act(on=EVENT, right=Act.BACK_UP_EVENT, done=_("backup requested"))
def back_up_event(*, event: Event, by: User, once: str = "") -> ActResult[BackupAsked]:
    """The one that is kept is replaced."""
    key = backup_key(event)
    outbox.enqueue("backup", key=key, payload={"event": event.pk}, by=by, priority=outbox.PAPER)
    return ActResult({"asked": key})


@act(on=EVENT, right=Act.BACK_UP_EVENT, done=_("event in one file requested"))
def keep_event(*, event: Event, by: User, once: str = "") -> ActResult[BackupAsked]:
    """Have the pages, files and proofs of a finished event signed, to be kept for ever."""
    check_over(event)
    # One key for the event: the file that was made before is replaced.
    key = kept_key(event)
    outbox.enqueue(KEEP_KIND, key=key, payload={"event": event.pk}, by=by, priority=outbox.PAPER)
    return ActResult({"asked": key})


def _lock_sender(arguments: Arguments) -> Locked:
    user = lock_user(arguments["by"])
    return Locked(user, None, f"user:{user.pk}")


@act(on=Target("", _lock_sender), right=Act.RESTORE_EVENT, done=_("backup uploaded"))
def ask_restoring(
    *, body: Annotated[bytes, Field()], slug: Annotated[str, Field(longest=50)], by: User, once: str = ""
) -> ActResult[RestoringAsked]:
    """Send a backup to be restored. ``slug``: the address of the new event."""
    check_slug(slug)
    if len(body) > MOST_BYTES:
        raise Refusal("backup-file-too-large", field="file", most=MOST_BYTES >> 20)
    restoration = Restoration.objects.create(slug=slug, body=body, by=by)
    outbox.enqueue(
        "restore",
        key=restore_key(restoration),
        payload={"restoration": restoration.pk},
        by=by,
        priority=outbox.PAPER,
    )
    return ActResult({"restoration": restoration.pk}, after={"slug": slug, "bytes": len(body)})


@act(on=SITE, right=Act.RESTORE_EVENT, done=_("event restored from a backup"))
def restore_event(*, reader: Reader, slug: str, by: User, once: str = "") -> ActResult[EventRestored]:
    """Make an event of a backup, under a new address: all of it or nothing."""
    check_slug(slug)
    check_federations(reader, by)
    prefix = f"e/{slug}/"
    # Pages of an event that is not there any more would stand in the way of these.
    Page.objects.filter(path__startswith=prefix).delete()
    restoring = Restoring(reader, prefix=prefix, changes={EVENTS: {"slug": slug}})
    restoring.run()
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise damaged(f"{EVENTS}.jsonl")
    Membership.objects.get_or_create(event=event, user=by, role=Role.CHIEF_ORGANISER)
    rows = sum(member.get("rows", 0) for member in reader.manifest["members"].values())
    # The restored event may stand beside the one it was made of: nothing is public until somebody publishes
    # it here.
    if event.listed:
        published.withhold(prefix)
    restoring.finish(subject_of(event))
    answer: EventRestored = {
        "event": event.pk,
        "slug": slug,
        "rows": rows,
        "ours": reader.is_ours,
        "hidden": event.listed,
    }
    after = {"slug": slug, "digest": reader.manifest["digest"], "ours": reader.is_ours}
    return ActResult(answer, after=after, made=event)


def check_federations(reader: Reader, by: User) -> None:
    """Check that the backup names no federation that the site does not know."""
    # Federations are the whole site's: an event brings none, unless a site administrator restores it.
    if by.is_superuser:
        return
    named = {str(row.get("id")) for row in reader.lines(f"{FEDERATIONS}.jsonl")}
    if unknown := named - {""} - set(Federation.objects.values_list("code", flat=True)):
        raise Refusal("backup-federations", federations=", ".join(sorted(unknown))[:80])


def check_slug(slug: str) -> None:
    """Whether a new event can have this address. Raises ``event-slug-invalid`` or ``event-slug-taken``."""
    check_slug_form(slug)
    check_address(slug)


def subject_of(event: Event) -> Subject:
    # Where pages stand is said in `pages.paths`, a floor above.
    return Subject(event.pk, f"event:{event.pk}", f"e/{event.slug}/")


def write_event(event: Event, file: IO[bytes]) -> str:
    """The backup of an event into ``file``; its digest."""
    subject = subject_of(event)
    about = {
        "event": event.pk,
        "slug": event.slug,
        "name": event.name,
        "native_name": event.native_name,
        "prefix": subject.prefix,
    }
    return write_backup(subject, file, about=about)


def backup_key(event: Event) -> str:
    return f"backup:event:{event.pk}"


def kept_key(event: Event) -> str:
    return f"keep:event:{event.pk}"


def restore_key(restoration: Restoration) -> str:
    return f"restore:{restoration.pk}"
