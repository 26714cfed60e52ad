"""Give players their private links: everybody who has none, or one player anew."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from portal.private_links import digest, fresh_salt, secret_from
from tournaments.acts.common import Answer, lock_section, scope_of, target_of
from tournaments.models import Entry, PlayerLink, Section
from tournaments.policy import Act, require
from tournaments.queries.player_links import KIND, without_link


def issue_links(*, section: Section, by: User, entry: Entry | None = None, once: str = "") -> Answer:
    """``entry``: only this one, and what it had before opens nothing any more. Answers ``{"issued": n}``; the
    secrets are in no answer and in no journal. Refusals: ``entry-withdrawn``."""
    with transaction.atomic():
        section = lock_section(section)
        target = f"entry:{entry.pk}" if entry else target_of(section)
        if earlier := journal.answered(by=by, once=once, act=Act.ISSUE_LINKS, target=target):
            return earlier
        require(Act.ISSUE_LINKS, by=by, scope=section)
        replaced = 0
        if entry is not None:
            if section.entries.filter(pk=entry.pk, status=Entry.Status.WITHDRAWN).exists():
                raise Refusal("entry-withdrawn")
            valid = PlayerLink.objects.filter(entry=entry, revoked_at__isnull=True)
            replaced = valid.update(revoked_at=timezone.now())
        issued = _issue([entry] if entry else without_link(section), by)
        answer: Answer = {"issued": issued}
        if issued:
            journal.record(
                Act.ISSUE_LINKS,
                by=by,
                scope=scope_of(section.event),
                target=target,
                after={"links": issued, "replaced": replaced},
                once=once,
                answer=answer,
            )
        return answer


def _issue(entries: Iterable[Entry], by: User) -> int:
    links = []
    for entry in entries:
        salt = fresh_salt()
        secret = digest(secret_from(KIND, salt))
        links.append(PlayerLink(entry=entry, salt=salt, secret_digest=secret, created_by=by))
    return len(PlayerLink.objects.bulk_create(links))
