"""Do for games what takes a while: cut and read archives of records, ask addresses of running games again."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from games.acts._archive_parts import GameRead, keep_games
from games.acts.records import MOST_BYTES
from games.acts.relays import FOLLOW, SELDOM, ask_relay, pause_after, take_answer
from games.live.reading import games_in
from games.models import (
    ArchiveLine,
    ArchivePart,
    GameCollection,
    PhotoGame,
    PhotoGameAnswer,
    RecordArchive,
    Relay,
    SheetCells,
    SheetPhoto,
)
from games.photos import reading
from games.photos.model import model_path
from games.queries.archives import archive_key
from games.queries.photo_games import KIND
from games.records.archives import Part, bodies_of, parts
from games.rulebooks.checked import checked, checked_all
from games.rulebooks.registry import RULEBOOKS
from games.scoresheets.photographed import Sheet, follow_sheets
from games.tasks import read_in_child
from portal import outbox
from portal.outbox import Handler, Job, JobRefused, TryAgain, Work
from portal.sandbox import parent
from portal.webhooks.sending import FetchedFile, fetch
from tournaments.models import Round, Section
from tournaments.queries.tables import table_rows

SECONDS_TO_CUT: Final = 120
# Seconds of processor time for a part: 200 games take one or two.
SECONDS_TO_READ: Final = 60
# Bytes of the games of a round.
MOST_FETCHED: Final = 2_000_000
SECONDS_TO_FETCH: Final = 5.0
# Seconds of processor time for reading them.
SECONDS_OF_RELAY: Final = 10
PLAYED: Final = (Round.State.PUBLISHED, Round.State.PLAYING)
AT_ONCE: Final = 50
# From when the archive was cut. A report has names of files, and what stands wrong in them.
REPORT_KEPT: Final = timedelta(days=30)
OF_COLLECTION = 200
# Games of a part. Those of a section are handed in one by one, while others who write there wait: half a
# second.
OF_SECTION = 20


class CutArchiveHandler(Handler):
    """Cut ``{"archive": id}`` into its parts, with a job for each."""

    def read(self, payload: dict[str, Any]) -> Work:
        archive = RecordArchive.objects.filter(pk=payload["archive"]).first()
        if archive is None:
            raise JobRefused("no-such-archive")
        if archive.games is not None or archive.fault:
            raise JobRefused("archive-cut")
        return Work(archive.digest, archive)

    def compute(self, data: RecordArchive) -> list[Part]:
        most = OF_COLLECTION if data.section_id is None else OF_SECTION
        try:
            cut = parent.run_sandboxed(parts, bytes(data.body), most, seconds=SECONDS_TO_CUT)
        except parent.Stopped as stopped:
            if stopped.code == parent.Cause.BUSY:
                raise TryAgain from None
            raise JobRefused(stopped.code, **stopped.params) from None
        if isinstance(cut, tuple):
            code, params = cut
            raise JobRefused(code, **params)
        return cut

    def lock(self, payload: dict[str, Any]) -> None:
        if not RecordArchive.objects.select_for_update().filter(pk=payload["archive"]):
            raise JobRefused("no-such-archive")

    def write(self, job: Job, data: RecordArchive, result: list[Part]) -> dict[str, Any]:
        made = ArchivePart.objects.bulk_create(
            (
                ArchivePart(archive=data, number=number, games=len(part.cuts), raw=part.raw, cuts=part.cuts)
                for number, part in enumerate(result, 1)
            ),
            batch_size=AT_ONCE,
        )
        outbox.enqueue(
            "forget-report",
            key=f"archive-report:{data.pk}",
            payload={"archive": data.pk},
            priority=outbox.RECORDS,
            delay=REPORT_KEPT.total_seconds(),
        )
        games = sum(part.games for part in made)
        RecordArchive.objects.filter(pk=data.pk).update(body=b"", games=games)
        for part in made:
            outbox.enqueue(
                "archive-part",
                key=archive_key(data.pk, part.number),
                payload={"part": part.pk},
                by=data.by,
                priority=outbox.RECORDS,
            )
        return {"parts": len(made), "games": games}

    def refused(self, job: Job, refusal: JobRefused) -> None:
        fault = {"code": refusal.code, "params": refusal.params}
        waiting = RecordArchive.objects.filter(pk=job.payload["archive"], games=None)
        waiting.update(body=b"", fault=fault)


@dataclass(frozen=True, slots=True)
class PartToRead:
    part: ArchivePart
    bodies: Sequence[bytes]
    rulebooks: Sequence[str]


# What a collection keeps is read and judged here; a table's record is only looked at, and read by the worker
# as any other.
class ArchivePartHandler(Handler):
    """Read ``{"part": id}``: its games, into the tables of a section or a collection."""

    def read(self, payload: dict[str, Any]) -> Work:
        parts = ArchivePart.objects.select_related("archive__section", "archive__collection", "archive__by")
        part = parts.filter(pk=payload["part"]).first()
        if part is None:
            raise JobRefused("no-such-archive")
        if part.outcome is not None:
            raise JobRefused("archive-part-done")
        is_kept = part.archive.collection is not None and not part.archive.preview
        bodies = bodies_of(bytes(part.raw), [cut[4] for cut in part.cuts])
        return Work(str(part.pk), PartToRead(part, bodies, tuple(RULEBOOKS) if is_kept else ()))

    def compute(self, data: PartToRead) -> list[dict[str, Any]]:
        readings: list[dict[str, Any]] = []
        for start in range(0, len(data.bodies), AT_ONCE):
            # What is refused for its size is not read before.
            bodies = [
                body if len(body) <= MOST_BYTES else b"" for body in data.bodies[start : start + AT_ONCE]
            ]
            readings += _read(bodies, data.rulebooks)
        return readings

    def lock(self, payload: dict[str, Any]) -> None:
        """What two parts of one archive, or of two, must not find empty at once."""
        archive = RecordArchive.objects.defer("body").filter(parts=payload["part"]).first()
        if archive is None:
            raise JobRefused("no-such-archive")
        if archive.collection_id is not None:
            GameCollection.objects.select_for_update().get(pk=archive.collection_id)
        elif archive.section_id is not None:
            Section.objects.select_for_update().get(pk=archive.section_id)

    def holds(self, payload: dict[str, Any], work: Work) -> bool:
        """Say whether the part is still to be done."""
        if ArchivePart.objects.filter(pk=payload["part"], outcome__isnull=False).exists():
            raise JobRefused("archive-part-done")
        # A part never changes; whether it is done is asked again under the lock.
        return True

    def write(self, job: Job, data: PartToRead, result: list[dict[str, Any]]) -> dict[str, Any]:
        part = data.part
        read = [
            GameRead(path, index, line, kind, body, broken, reading)
            for (path, index, line, kind, _length, broken), body, reading in zip(
                part.cuts, data.bodies, result, strict=True
            )
        ]
        outcome = keep_games(part, read)
        ArchivePart.objects.filter(pk=part.pk).update(raw=b"", cuts=[], outcome=outcome)
        return outcome


def _read(bodies: Sequence[bytes], rulebooks: Sequence[str]) -> list[dict[str, Any]]:
    """Read some games by one child."""
    try:
        try:
            return parent.run_sandboxed(checked_all, bodies, rulebooks, seconds=SECONDS_TO_READ)
        except parent.Stopped as stopped:
            if stopped.code == parent.Cause.BUSY:
                raise
        # Where that child comes to its end, each by a child of its own, so that one game takes none with it.
        return [read_in_child(Section.Game.XIANGQI, checked, body, "auto", rulebooks) for body in bodies]
    except parent.Stopped:
        # Too much is being read here just now.
        raise TryAgain from None


# With those of archives before this was asked for.
class ForgetReportHandler(Handler):
    """Delete the lines of the report of ``{"archive": id}``; how many games became what stays."""

    def read(self, payload: dict[str, Any]) -> Work:
        return Work(str(payload["archive"]), None)

    def write(self, job: Job, data: None, result: None) -> dict[str, Any]:
        late = Q(archive=job.payload["archive"]) | Q(archive__at__lt=Now() - REPORT_KEPT)
        return {"lines": ArchiveLine.objects.filter(late).delete()[0]}


@dataclass(frozen=True, slots=True)
class ToAsk:
    url: str
    tag: str
    # Of what stood there last; empty where it is to be written again in any case.
    digest: str


@dataclass(frozen=True, slots=True)
class RelayAnswer:
    fetched: FetchedFile
    # None where they are those of before.
    games: list[dict[str, Any]] | None = None


# Ends with the round, and where no address is set any more; while every table has a result nothing is asked.
class FollowRelayHandler(Handler):
    """Ask the address of ``{"round": id}`` once, and ask for the next time."""

    def read(self, payload: dict[str, Any]) -> Work:
        relay = _relays().filter(round=payload["round"], round__state__in=PLAYED).first()
        if relay is None:
            raise JobRefused("relay-ended")
        if not any(row.is_missing for row in table_rows(relay.round, None, named=False)):
            return Work(f"{relay.pk}", None)
        # What stands shorter for long enough is taken back, although it has not changed since.
        is_short = any(short for _digest, _since, short in relay.games.values())
        return Work(f"{relay.pk}", ToAsk(relay.url, *(("", "") if is_short else (relay.tag, relay.digest))))

    def compute(self, data: ToAsk | None) -> RelayAnswer | None:
        if data is None:
            return None
        headers = {"user-agent": "Qiyuan-Relay/1"}
        headers |= {"if-none-match": data.tag} if data.tag else {}
        fetched = fetch(data.url, MOST_FETCHED, headers, patience=SECONDS_TO_FETCH)
        if not fetched.error and fetched.status not in (200, 304):
            fetched = replace(fetched, error="relay-status")
        if fetched.error or fetched.status == 304 or sha256(fetched.body).hexdigest() == data.digest:
            return RelayAnswer(fetched)
        try:
            games = parent.run_sandboxed(games_in, fetched.body, seconds=SECONDS_OF_RELAY)
        except parent.Stopped:
            return RelayAnswer(replace(fetched, error="relay-unreadable"))
        if not any(game["headers"] or game["moves"] for game in games):
            return RelayAnswer(replace(fetched, error="relay-no-games"))
        return RelayAnswer(fetched, games)

    def lock(self, payload: dict[str, Any]) -> None:
        Relay.objects.select_for_update().filter(round=payload["round"]).first()

    # Another address is another relay.
    def holds(self, payload: dict[str, Any], work: Work) -> bool:
        return Relay.objects.filter(pk=work.digest).exists()

    def write(self, job: Job, data: ToAsk | None, result: RelayAnswer | None) -> dict[str, Any]:
        relay = _relays().get(round=job.payload["round"])
        if result is not None:
            take_answer(relay, result.fetched, result.games, timezone.now())
        ask_relay(relay.round, SELDOM if result is None else pause_after(relay))
        return {"status": relay.status, "error": relay.error, "failures": relay.failures}


def _relays() -> QuerySet[Relay]:
    return Relay.objects.select_related("round__section__event", "by")


# Seconds of processor time for the search: some five for a hundred plies, four times as much where rows have
# to be laid along each other.
SECONDS_TO_FOLLOW: Final = 60


@dataclass(frozen=True, slots=True)
class PhotoToRead:
    key: int
    side: str
    body: bytes
    layout: int
    lines: list[list[float]]
    # Those that a worker has read before.
    cells: Sheet | None


@dataclass(frozen=True, slots=True)
class ToFollow:
    photos: Sequence[PhotoToRead]
    decided: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class FollowedPhotos:
    # The cells of photos that nobody had read.
    read: Mapping[int, Sheet]
    answer: dict[str, Any]


class FollowPhotosHandler(Handler):
    """Find the game of ``{"photo_game": id}``: a `PhotoGameAnswer`, and the `SheetCells` of photos not
    read yet."""

    def read(self, payload: dict[str, Any]) -> Work:
        games = PhotoGame.objects.select_related("first__cells", "second__cells")
        photo_game = games.filter(pk=payload["photo_game"]).first()
        if photo_game is None:
            raise JobRefused("no-such-photo")
        photos = [photo for photo in (photo_game.first, photo_game.second) if photo is not None]
        data = ToFollow([_to_read(photo) for photo in photos], photo_game.decided)
        return Work(" ".join(photo.digest for photo in photos), data)

    def compute(self, data: ToFollow) -> FollowedPhotos:
        if model_path() is None:
            raise JobRefused("photo-reader-missing")
        try:
            read = {photo.key: _cells_of(photo) for photo in data.photos if photo.cells is None}
            sheets = {photo.side: photo.cells or read[photo.key] for photo in data.photos}
            answer = parent.run_sandboxed(
                follow_sheets, sheets, dict(data.decided), seconds=SECONDS_TO_FOLLOW
            )
        except parent.Stopped as stopped:
            if stopped.code == parent.Cause.BUSY:
                raise TryAgain from None
            raise JobRefused(stopped.code, **stopped.params) from None
        return FollowedPhotos(read, answer)

    def lock(self, payload: dict[str, Any]) -> None:
        if not PhotoGame.objects.select_for_update().filter(pk=payload["photo_game"]):
            raise JobRefused("no-such-photo")

    def write(self, job: Job, data: ToFollow, result: FollowedPhotos) -> dict[str, Any]:
        for key, (notation, cells) in result.read.items():
            body = zlib.compress(json.dumps(cells, separators=(",", ":")).encode())
            SheetCells.objects.get_or_create(photo_id=key, defaults={"notation": notation, "body": body})
        PhotoGameAnswer.objects.get_or_create(
            photo_game_id=job.payload["photo_game"], defaults={"data": result.answer}
        )
        plies = result.answer["plies"]
        return {"plies": len(plies), "doubtful": sum(ply["doubtful"] for ply in plies)}


def _to_read(photo: SheetPhoto) -> PhotoToRead:
    there: SheetCells | None = getattr(photo, "cells", None)
    cells = (there.notation, json.loads(zlib.decompress(bytes(there.body)))) if there else None
    return PhotoToRead(photo.pk, photo.side, bytes(photo.body), photo.layout, photo.lines, cells)


def _cells_of(photo: PhotoToRead) -> Sheet:
    try:
        return _cells_by_child(photo)
    except parent.Stopped as stopped:
        # Once more where the child ended without an answer: a machine without memory ends the largest.
        if stopped.code != parent.Cause.FAILED:
            raise
        return _cells_by_child(photo)


def _cells_by_child(photo: PhotoToRead) -> Sheet:
    cells = parent.run_sandboxed(
        reading.read_cells,
        photo.body,
        photo.layout,
        photo.lines,
        seconds=reading.SECONDS,
        memory=reading.MEMORY,
    )
    return cells.notation, cells.cells


# Registered with the outbox when Django starts.
HANDLERS: dict[str, Handler] = {
    FOLLOW: FollowRelayHandler(),
    KIND: FollowPhotosHandler(),
    "cut-archive": CutArchiveHandler(),
    "archive-part": ArchivePartHandler(),
    "forget-report": ForgetReportHandler(),
}
RECURRING: Final = frozenset({FOLLOW})
