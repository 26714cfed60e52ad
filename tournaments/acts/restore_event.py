"""Make an event of a backup, under a new address: all of it or nothing."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction

from portal import journal, published
from portal.accounts.models import User
from portal.backup.archive import Reader
from portal.backup.faults import damaged
from portal.backup.restoring import Restoring
from portal.policy import Refusal
from portal.published import Page
from tournaments.acts.common import Answer, scope_of, target_of
from tournaments.models import Event, Federation, Membership, Role
from tournaments.policy import Act, require
from tournaments.queries.backups import subject_of

EVENTS, FEDERATIONS = "tournaments/events", "tournaments/federations"


def restore_event(*, reader: Reader, slug: str, by: User, once: str = "") -> Answer:
    """Whoever restores becomes its chief organiser. What was public there is taken back here until somebody
    publishes it: it may stand beside the event that it is of. Answers ``{"event": id, "slug": …, "rows": n,
    "ours": whether this site made the file, "hidden": whether there is something to publish}``.

    Refusals: ``event-slug-taken``, ``event-slug-invalid``, ``backup-federations``. Raises `BackupFault`.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=by.pk)
        if earlier := journal.answered(by=by, once=once, act=Act.RESTORE_EVENT, target=""):
            return earlier
        require(Act.RESTORE_EVENT, by=by)
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
        rows = sum(said.get("rows", 0) for said in reader.manifest["members"].values())
        if event.listed:
            published.withhold(prefix)
        answer: Answer = {
            "event": event.pk,
            "slug": slug,
            "rows": rows,
            "ours": reader.is_ours,
            "hidden": event.listed,
        }
        journal.record(
            Act.RESTORE_EVENT,
            by=by,
            scope=scope_of(event),
            target=target_of(event),
            after={"slug": slug, "digest": reader.manifest["digest"], "ours": reader.is_ours},
            once=once,
            answer=answer,
        )
        restoring.finish(subject_of(event))
        return answer


def check_federations(reader: Reader, by: User) -> None:
    """Federations are the whole site's: an event brings none, unless a site administrator restores it. Raises
    ``backup-federations``."""
    if by.is_superuser:
        return
    named = {str(row.get("id")) for row in reader.lines(f"{FEDERATIONS}.jsonl")}
    if unknown := named - set(Federation.objects.values_list("code", flat=True)):
        raise Refusal("backup-federations", federations=", ".join(sorted(unknown))[:80])


def check_slug(slug: str) -> None:
    """Whether an event can have this address. Raises ``event-slug-invalid`` or ``event-slug-taken``."""
    try:
        Event._meta.get_field("slug").run_validators(slug)
    except ValidationError:
        raise Refusal("event-slug-invalid", field="slug") from None
    if not slug:
        raise Refusal("event-slug-invalid", field="slug")
    if Event.objects.filter(slug=slug).exists():
        raise Refusal("event-slug-taken", field="slug", slug=slug)
