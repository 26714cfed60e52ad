"""Archives of records: how far each is, and to which table of a section a game of one belongs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Final

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import CollectedGame, GameCollection, RecordArchive
from games.records.places import names_of, place_of
from portal import outbox
from portal.policy import Refusal
from tournaments.exchange.ratings.rating_matches import matching_name_key
from tournaments.models import Pairing, Round, Section
from tournaments.queries.public.public_state import PUBLIC_STATES
from tournaments.queries.seats import seated_pairings


def archive_key(archive: int, part: int | None = None) -> str:
    """Under which key the outbox knows the work on an archive, or on one of its parts."""
    return f"archive:{archive}:" + ("cut" if part is None else str(part))


def archive_keys(archive: int) -> Q:
    return Q(key__startswith=f"archive:{archive}:")


PENDING: Final = (outbox.Job.State.NEW, outbox.Job.State.RUNNING)


def idle_work(archive: RecordArchive) -> dict[str, outbox.WorkRequest]:
    """Say by its key what there is to do of an archive and nobody is at, nor will be, in two queries."""
    jobs = outbox.Job.objects.filter(archive_keys(archive.pk), state__in=PENDING)
    pending = set(jobs.values_list("key", flat=True))
    # Until its games are counted that is to cut it, then each part that is not done.
    if archive.games is None:
        wanted = {archive_key(archive.pk): {"archive": archive.pk}}
    else:
        parts = archive.parts.filter(outcome__isnull=True).values_list("number", "pk")
        wanted = {archive_key(archive.pk, number): {"part": part} for number, part in parts}
    return {key: outbox.WorkRequest(payload) for key, payload in wanted.items() if key not in pending}


class ArchiveState(StrEnum):
    WAITING = "waiting"  # a worker has not yet counted its games
    READING = "reading"
    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"  # a worker gave it up; the log says why


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveProgress:
    """What of an archive is done; every number is that of rows that are written."""

    archive: Annotated[int, _("Identifies the archive.")]
    collection: Annotated[
        str, _("Name of the collection; empty for games of a section, and in a preview of a new collection.")
    ]
    filename: str
    preview: Annotated[bool, _("Nothing is kept, only reported.")]
    at: datetime
    state: ArchiveState
    games: Annotated[int | None, _("null until they have been counted.")]
    done: Annotated[int, _("Games that have been read.")]
    kept: Annotated[int, _("In a preview: games that would be kept.")]
    faulty: Annotated[int, _("Of those: games with errors.")]
    already: Annotated[int, _("Games that were there before.")]
    refused: int
    formats: Mapping[str, int]
    fault: Annotated[Mapping[str, Any] | None, _("Why it was refused: “code” and “params”.")]


def progress_of(archive: RecordArchive) -> ArchiveProgress:
    """Count how far it is, in two queries."""
    counts: Counter[str] = Counter()
    formats: Counter[str] = Counter()
    for outcome in filter(None, archive.parts.values_list("outcome", flat=True)):
        formats.update(outcome["formats"])
        counts.update({name: outcome[name] for name in ("done", "kept", "faulty", "already", "refused")})
    return ArchiveProgress(
        archive=archive.pk,
        collection=archive.collection.name if archive.collection else "",
        filename=archive.filename,
        preview=archive.preview,
        at=archive.at,
        state=_state(archive, counts["done"]),
        games=archive.games,
        done=counts["done"],
        kept=counts["kept"],
        faulty=counts["faulty"],
        already=counts["already"],
        refused=counts["refused"],
        formats=dict(sorted(formats.items())),
        fault=archive.fault,
    )


def _state(archive: RecordArchive, done: int) -> ArchiveState:
    if archive.fault:
        return ArchiveState.REFUSED
    if archive.games is not None and done == archive.games:
        return ArchiveState.DONE
    states = set(outbox.Job.objects.filter(archive_keys(archive.pk)).values_list("state", flat=True))
    if outbox.Job.State.FAILED in states and states.isdisjoint(PENDING):
        # Of the jobs that were there when the parts were read, one may have ended since, and done the rest.
        archive.refresh_from_db(fields=["games", "fault"])
        left = archive.parts.filter(outcome__isnull=True)
        if archive.fault or archive.games is None or left.exists():
            return ArchiveState.REFUSED if archive.fault else ArchiveState.FAILED
        return ArchiveState.DONE
    return ArchiveState.WAITING if archive.games is None else ArchiveState.READING


def unfinished(
    digest: str, *, preview: bool, section: Section | None = None, collection: GameCollection | None = None
) -> RecordArchive | None:
    """Find the same archive, handed in for the same, of which not all is done."""
    same = RecordArchive.objects.filter(
        digest=digest, preview=preview, section=section, collection=collection
    )
    open_ = Q(games__isnull=True, fault__isnull=True) | Q(parts__isnull=False, parts__outcome__isnull=True)
    return same.filter(open_).distinct().first()


def there_already(collection: GameCollection | None, digests: Sequence[str]) -> set[str]:
    """Say which of these games the collection has, in one query."""
    there = CollectedGame.objects.filter(collection=collection, digest__in=digests)
    return set(there.values_list("digest", flat=True))


class Tables:
    """Look games up in the tables of a section's public rounds, in three queries."""

    def __init__(self, section: Section) -> None:
        rounds = Round.objects.filter(section=section, state__in=PUBLIC_STATES).select_related(
            "section__event"
        )
        self.game = section.game
        self._by_place: dict[tuple[int, int], Pairing] = {}
        self._by_players: dict[tuple[int, int], list[Pairing]] = defaultdict(list)
        self._players: dict[str, set[int]] = defaultdict(set)
        for pairing in seated_pairings(rounds):
            if pairing.table is None:
                continue
            self._by_place[pairing.round.number, pairing.table] = pairing
            seats = {seat.colour: seat.entry for seat in pairing.seated}
            self._by_players[seats["first"].pk, seats["second"].pk].append(pairing)
            for entry in seats.values():
                for name in (entry.player.name, entry.player.native_name):
                    if key := matching_name_key(name):
                        self._players[key].add(entry.pk)

    def find(self, headers: Mapping[str, str], path: str) -> Pairing:
        number, table = place_of(headers, path)
        names = [matching_name_key(name) for name in names_of(headers, self.game)]
        bearers = [self._players.get(name, set()) for name in names]
        first, second = (
            next(iter(bearer_names)) if len(bearer_names) == 1 else None for bearer_names in bearers
        )
        # Its players decide where both names are those of one player each, else round and table.
        if first is not None and second is not None:
            bearer_names = self._by_players[first, second]
            bearer_names = [pairing for pairing in bearer_names if number in (None, pairing.round.number)]
            if len(bearer_names) > 1:
                raise Refusal("record-of-several-tables")
            if not bearer_names:
                raise Refusal("record-of-no-table")
            return bearer_names[0]
        if number is None or table is None:
            raise Refusal("record-without-place")
        pairing = self._by_place.get((number, table))
        if pairing is None:
            raise Refusal("record-of-no-round-table", round=number, table=table)
        seats = {seat.colour: seat.entry_id for seat in pairing.seated}
        elsewhere = any(
            bearer_names and seats[colour] not in bearer_names
            for bearer_names, colour in zip(bearers, ("first", "second"), strict=True)
        )
        # The name of somebody who does not sit there says that others played it, and so do two names that
        # nobody here has, but not one.
        if elsewhere or (all(names) and not any(bearers)):
            raise Refusal("record-of-others", round=number, table=table)
        return pairing
