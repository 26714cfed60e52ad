"""Players' private links: given out, and taken back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from django.utils import timezone

from portal.accounts.models import User
from portal.policy import Refusal
from portal.private_links import digest, fresh_salt, secret_from
from tournaments.acts.common import lock_section, target_of
from tournaments.acts.frame import ENTRY, Arguments, Done, Locked, Target, act, unchanged
from tournaments.models import Entry, PlayerLink, Section
from tournaments.policy import Act
from tournaments.queries.invitations import LINK, without_link


class Issued(TypedDict):
    """How many; the secrets are in no answer and in no journal."""

    issued: int


class OfEntry(TypedDict):
    entry: int


def _lock_holders(arguments: Arguments) -> Locked:
    section = lock_section(arguments["section"])
    entry: Entry | None = arguments.get("entry")
    return Locked(section, section, f"entry:{entry.pk}" if entry else target_of(section))


@act(on=Target("section", _lock_holders), right=Act.ISSUE_LINKS)
def issue_links(*, section: Section, by: User, entry: Entry | None = None, once: str = "") -> Done[Issued]:
    """To everybody who has none. ``entry``: only this one, and what it had before opens nothing any more.
    Refusals: ``entry-withdrawn``."""
    replaced = 0
    if entry is not None:
        if section.entries.filter(pk=entry.pk, status=Entry.Status.WITHDRAWN).exists():
            raise Refusal("entry-withdrawn")
        valid = PlayerLink.objects.filter(entry=entry, revoked_at__isnull=True)
        replaced = valid.update(revoked_at=timezone.now())
    issued = _issue([entry] if entry else without_link(section), by)
    if not issued:
        return unchanged({"issued": 0})
    return Done({"issued": issued}, after={"links": issued, "replaced": replaced})


def _issue(entries: Iterable[Entry], by: User) -> int:
    links = []
    for entry in entries:
        salt = fresh_salt()
        secret = digest(secret_from(LINK, salt))
        links.append(PlayerLink(entry=entry, salt=salt, secret_digest=secret, created_by=by))
    return len(PlayerLink.objects.bulk_create(links))


@act(on=ENTRY, right=Act.ISSUE_LINKS)
def revoke_link(*, entry: Entry, by: User, once: str = "") -> Done[OfEntry]:
    """From then on it opens nothing. Refusals: ``no-link``."""
    valid = PlayerLink.objects.filter(entry=entry, revoked_at__isnull=True)
    if not valid.update(revoked_at=timezone.now()):
        raise Refusal("no-link")
    return Done({"entry": entry.pk})
