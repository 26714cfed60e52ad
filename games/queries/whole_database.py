"""Check that the database is what it was: frozen things have their digest, published ones are there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Q

from games.models import CollectedGame, GameRecord, RecordSource, digest_of
from portal.accounts.models import User
from portal.journal.models import JournalEntry
from tournaments.models import Entry, Event, ResultReport, RoundVersion, Section, Standing
from tournaments.pairing import CannotPair, PairingInputError, recompute
from tournaments.state import canonical

AT_ONCE = 200
COUNTED = {
    "accounts": User,
    "events": Event,
    "sections": Section,
    "entries": Entry,
    "published rounds": RoundVersion,
    "results": ResultReport,
    "records": GameRecord,
}


# Of a copy that was restored, or of the site itself. Only what is wrong is kept in memory.
@dataclass(frozen=True, slots=True)
class DatabaseCheck:
    # Rows, and what was looked at, by name.
    counts: dict[str, int]
    acts: int
    # Those of the journal that were asked about.
    acts_until: int
    # When the last act was done.
    newest: str
    # A sentence each.
    faults: list[str]


def whole_database(*, until: int | None = None) -> DatabaseCheck:
    """Check everything; ``until``: a journal entry up to which acts are counted."""
    counts = Counter({name: model._default_manager.count() for name, model in COUNTED.items()})
    faults = [*_rounds(counts), *_standings(counts), *_records(counts), *_published(counts)]
    of_them = Count("pk", filter=Q(pk__lte=until)) if until is not None else Count("pk")
    totals = JournalEntry.objects.aggregate(all=Count("pk"), until=of_them, at=Max("at"))
    newest = totals["at"].isoformat(timespec="seconds") if totals["at"] else ""
    return DatabaseCheck(dict(counts), totals["all"], totals["until"], newest, faults)


def _rounds(counts: Counter[str]) -> Iterator[str]:
    for version in RoundVersion.objects.select_related("round").iterator(chunk_size=AT_ONCE):
        # Only pairings as the rule made them: one that was changed by hand has another digest than the rule
        # gives, one that came with a file has none.
        if not version.digest or any(row.get("by_hand") for row in version.pairs):
            continue
        counts["rounds computed again"] += 1
        if version.digest not in _digests(version.input, lifted=version.round.allow_rematch):
            yield f"Round {version.round_id}, version {version.number}, is not what its input gives."


def _digests(rests_on: dict[str, Any], *, lifted: bool) -> Iterator[str]:
    # Whether rematches were allowed says the round as it is now; an earlier version may be older.
    for allow_rematch in (lifted, not lifted):
        try:
            yield recompute(rests_on, allow_rematch=allow_rematch).digest
        except (CannotPair, PairingInputError):
            continue


def _standings(counts: Counter[str]) -> Iterator[str]:
    for standing in Standing.objects.iterator(chunk_size=AT_ONCE):
        counts["standings with their digest"] += 1
        if standing.digest != canonical.digest_of(standing.data):
            yield f"The standings {standing.pk} are not what was frozen."


# Of somebody who was forgotten the digest alone is left.
def _records(counts: Counter[str]) -> Iterator[str]:
    for model in (RecordSource, CollectedGame):
        rows = model._default_manager.values_list("pk", "raw", "digest")
        for key, raw, digest in rows.iterator(chunk_size=AT_ONCE):
            counts["records with their digest"] += 1
            if raw and digest != digest_of(bytes(raw)):
                yield f"The {model._meta.verbose_name} {key} is not what was handed in."


def _published(counts: Counter[str]) -> Iterator[str]:
    """Every round that the journal says was published, with the digest that it says."""
    there: dict[tuple[str, int], str] = {
        (f"round:{key}", number): digest
        for key, number, digest in RoundVersion.objects.values_list("round_id", "number", "digest")
    }
    for entry in JournalEntry.objects.filter(act="round_published").iterator(chunk_size=AT_ONCE):
        counts["publications in the journal"] += 1
        facts = entry.after or {}
        if there.get((entry.target, facts.get("version", 0))) != facts.get("digest"):
            yield f"What journal entry {entry.pk} says was published is not there."
