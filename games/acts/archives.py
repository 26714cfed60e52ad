"""Take in records in bulk: for the tables of a section, or for a collection of games of no tournament."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypedDict

from django.utils.translation import gettext_lazy as _

from games.models import GameCollection, RecordArchive, digest_of
from games.policy import RecordAct
from games.queries.archives import archive_key, idle_work, unfinished
from games.records.archives import MOST_PACKED, look_through
from portal import outbox
from portal.accounts.models import User
from portal.policy import Refusal
from portal.sandbox import parent
from portal.web.fields import Field
from tournaments.acts.common import check_name
from tournaments.acts.frame import SECTION, ActResult, act, no_change, outside_transaction
from tournaments.acts.notices.site import WHOLE_SITE
from tournaments.models import Section
from tournaments.policy import Act, require

Preview = Annotated[bool, Field(help=_("Keep nothing; only report what would be kept."))]
FileName = Annotated[str, Field(longest=120)]

# Archives of one person that are not yet cut: until then each is kept whole.
MOST_WAITING: Final = 10


class ArchiveTaken(TypedDict):
    archive: int


@act(
    on=SECTION,
    right=RecordAct.SUBMIT_RECORD,
    name="import_records",
    done=_("archive of records submitted"),
)
def _import_records(
    *, section: Section, raw: bytes, filename: str, preview: bool, by: User, once: str
) -> ActResult[ArchiveTaken]:
    return _hand_in(raw, filename, preview=preview, by=by, section=section)


# A worker cuts an archive into parts; each is read, then kept in one transaction with the row that says so.
# So it may be killed at any moment, and the same archive handed in again goes on where it was, also with what
# a worker has given up.
@outside_transaction(_import_records)
def import_records(
    *,
    section: Section,
    raw: bytes,
    by: User,
    filename: FileName = "",
    preview: Preview = False,
    once: str = "",
) -> ArchiveTaken:
    """Import the games of an archive, each as the first record of its table; a preview keeps none."""
    require(RecordAct.SUBMIT_RECORD, by=by, scope=section)
    _check(raw)
    return _import_records(section=section, raw=raw, filename=filename, preview=preview, by=by, once=once)


@act(on=WHOLE_SITE, right=Act.KEEP_ARCHIVES, name="import_collection", done=_("archive of games submitted"))
def _import_collection(
    *, collection: str, raw: bytes, filename: str, preview: bool, by: User, once: str
) -> ActResult[ArchiveTaken]:
    name = " ".join(collection.split())
    check_name("collection", name, most=80)
    if not name:
        raise Refusal("collection-without-name", field="collection")
    collection_row = GameCollection.objects.filter(name=name).first()
    if collection_row is None and not preview:
        collection_row = GameCollection.objects.create(name=name)
    return _hand_in(raw, filename, preview=preview, by=by, collection=collection_row)


@outside_transaction(_import_collection)
def import_collection(
    *,
    collection: Annotated[str, Field(longest=80)],
    raw: bytes,
    by: User,
    filename: FileName = "",
    preview: Preview = False,
    once: str = "",
) -> ArchiveTaken:
    """Import the games of an archive, each once in a collection, made if need be; a preview keeps none."""
    require(Act.KEEP_ARCHIVES, by=by)
    _check(raw)
    return _import_collection(
        collection=collection, raw=raw, filename=filename, preview=preview, by=by, once=once
    )


def _check(raw: bytes) -> None:
    # All this stands before any lock: nobody waits while an archive is looked through.
    if len(raw) > MOST_PACKED:
        raise Refusal("archive-too-large", field="file", most=MOST_PACKED >> 20)
    if fault := parent.run_sandboxed(look_through, raw, field="file"):
        code, params = fault
        raise Refusal(code, field="file", **params)


def _hand_in(raw: bytes, filename: str, *, preview: bool, by: User, **target: Any) -> ActResult[ArchiveTaken]:
    digest = digest_of(raw)
    stands = unfinished(digest, preview=preview, **target)
    if stands is not None:
        kind = "cut-archive" if stands.games is None else "archive-part"
        outbox.ask_many(kind, requests=idle_work(stands), priority=outbox.RECORDS)
        return no_change({"archive": stands.pk})
    if RecordArchive.objects.filter(by=by, games=None, fault__isnull=True).count() >= MOST_WAITING:
        raise Refusal("archives-waiting", field="file", most=MOST_WAITING)
    made = RecordArchive.objects.create(
        filename=filename[-120:], digest=digest, body=raw, preview=preview, by=by, **target
    )
    outbox.enqueue(
        "cut-archive",
        key=archive_key(made.pk),
        payload={"archive": made.pk},
        by=by,
        priority=outbox.RECORDS,
    )
    return ActResult({"archive": made.pk}, after={"archive": made.pk, "bytes": len(raw), "preview": preview})
