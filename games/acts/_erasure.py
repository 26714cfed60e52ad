"""What games do when a person is forgotten: the moves of the games stay, what came with them goes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Length

from games.models import (
    ArchiveLine,
    BoardCount,
    Claim,
    CollectedGame,
    ColourDecision,
    CountConsent,
    FindingRuling,
    GameCollection,
    GameRecord,
    LiveEvent,
    ProposalRuling,
    RecordAcceptance,
    RecordArchive,
    RecordReading,
    RecordSource,
    Scoresheets,
    ScoresheetsAnswer,
    SheetPhoto,
)
from games.records import as_text
from portal.ops.erasure import MARK, ErasedPerson, Forgetter, Quotes, Search, blank
from portal.sandbox import parent

_AT_ONCE = 500
_LOADED_AT_ONCE = 50
# Bytes of records that one child looks through: less than a second of a processor.
_BYTES_AT_ONCE = 400_000
# Seconds of processor time for them.
_SECONDS = 30
# Headers about the game alone, which other pages need.
KEPT_HEADERS = ("Komi", "Result")


def records(who: ErasedPerson) -> int:
    """Blank what was handed in of the person's games, and of others' where it quotes the person."""
    blanked = 0
    # The source first: whoever is just reading it holds its row, and what that reading finds is blanked as
    # well.
    for source in RecordSource.objects.select_for_update().filter(
        record__pairing__round__section__event__in=who.keys("event")
    ):
        reading = RecordReading.objects.filter(record=source.record_id).first()
        of_person = GameRecord.objects.filter(pk=source.record_id, pairing__in=who.keys("pairing")).exists()
        if of_person or _quotes(who, source, reading):
            source.raw, source.filename = b"", ""
            source.save(update_fields=["raw", "filename"])
            if reading is not None:
                _redact(who, reading)
            blanked += 1
    return blanked


def _quotes(who: ErasedPerson, source: RecordSource, reading: RecordReading | None) -> bool:
    stored = {key: value for key, value in reading.data.items() if key != "moves"} if reading else {}
    return who.is_quoted_in("records", source.pk) or who.quotes.anywhere(
        [source.filename, stored, reading.headers if reading else {}]
    )


def _search_records(who: ErasedPerson, earlier: Mapping[int, bool]) -> Mapping[int, bool]:
    rows = RecordSource.objects.filter(record__pairing__round__section__event__in=who.keys("event"))
    return _search(rows, who.quotes, earlier, whole=False)


def _search_collected(who: ErasedPerson, earlier: Mapping[int, bool]) -> Mapping[int, bool]:
    return _search(CollectedGame.objects.all(), who.quotes, earlier, whole=True)


def _search(
    rows: QuerySet[RecordSource] | QuerySet[CollectedGame],
    quotes: Quotes,
    earlier: Mapping[int, bool],
    *,
    whole: bool,
) -> Mapping[int, bool]:
    """Say of each row whether its bytes quote the person."""
    # Rows that an earlier search has seen never change but to be blanked.
    quotes_by_key = dict(earlier)
    for some in _in_parts(
        rows, [key for key in rows.order_by("pk").values_list("pk", flat=True) if key not in quotes_by_key]
    ):
        keys, bodies = zip(*some, strict=True)
        quotes_by_key |= zip(keys, _quoting(quotes, bodies, whole=whole), strict=True)
    return quotes_by_key


def _in_parts(
    rows: QuerySet[RecordSource] | QuerySet[CollectedGame], keys: Sequence[int]
) -> Iterator[list[tuple[int, bytes]]]:
    """Rows with their bytes, so many as one child looks through."""
    some: list[tuple[int, bytes]] = []
    size = 0
    for start in range(0, len(keys), _LOADED_AT_ONCE):
        these = rows.filter(pk__in=keys[start : start + _LOADED_AT_ONCE]).order_by("pk")
        for key, raw in these.values_list("pk", "raw"):
            some.append((key, bytes(raw)))
            size += len(raw)
            if size > _BYTES_AT_ONCE or len(some) == _AT_ONCE:
                yield some
                some, size = [], 0
    if some:
        yield some


def _quoting(quotes: Quotes, bodies: Sequence[bytes], *, whole: bool) -> list[bool]:
    """Say of each text whether it quotes the person; raise `apart.Stopped` where too much is being read."""
    try:
        return parent.run_sandboxed(as_text.quoting, quotes, bodies, whole=whole, seconds=_SECONDS)
    except parent.Stopped as stopped:
        if stopped.code == parent.Cause.BUSY:
            raise
    # What no child can read might quote anybody: it counts as if it did. Of several, each gets a child of its
    # own.
    if len(bodies) == 1:
        return [True]
    return [quoting for body in bodies for quoting in _quoting(quotes, [body], whole=whole)]


def _redact(who: ErasedPerson, reading: RecordReading | CollectedGame) -> None:
    # The moves, the result and the faults by their codes stay; every text of the hand that wrote it goes.
    data: dict[str, Any] = dict(reading.data)
    data["comments"], data["variations"], data["rest"] = {}, [], []
    data["faults"] = [
        {
            **fault,
            "text": "",
            "params": {k: "" if who.quotes.anywhere(v) else v for k, v in fault["params"].items()},
        }
        for fault in data["faults"]
    ]
    reading.data = data
    reading.headers = {key: value for key, value in reading.headers.items() if key in KEPT_HEADERS}
    reading.save(update_fields=["data", "headers"])


def archives(who: ErasedPerson) -> int:
    """Blank the games of collections whose records have the person's whole name, and archives that wait."""
    blanked = 0
    columns = ("pk", "headers", "data__comments", "filename", "first", "second")
    games = CollectedGame.objects.order_by("pk").values_list(*columns)
    games_of_person = [
        key
        for key, headers, comments, *names in games.iterator(chunk_size=500)
        if who.is_quoted_in("collected", key)
        # The whole name: who else is called like a part of it is another.
        or any(map(who.quotes.names, (*headers.values(), *comments.values(), *names)))
    ]
    for game in CollectedGame.objects.filter(pk__in=games_of_person).iterator(chunk_size=500):
        _redact(who, game)
        game.raw, game.filename, game.first, game.second = b"", "", "", ""
        game.save(update_fields=["raw", "filename", "first", "second"])
        blanked += 1
    for archive in RecordArchive.objects.defer("body").annotate(size=Length("body")):
        texts = [archive.filename, *map(str, (archive.fault or {}).get("params", {}).values())]
        waits = archive.size or archive.parts.filter(outcome__isnull=True).exists()
        # What waits was read by nobody yet, and may quote the person.
        if waits or any(map(who.quotes.names, texts)):
            archive.delete()
            blanked += 1
    for collection in GameCollection.objects.all():
        if who.quotes.names(collection.name):
            GameCollection.objects.filter(pk=collection.pk).update(name=f"{MARK} {collection.pk}")
            blanked += 1
    archive_lines = ArchiveLine.objects.order_by("pk").values_list("pk", "file", "params", "fault")
    lines = [
        key
        for key, file, *more in archive_lines.iterator()
        if who.quotes.names(file) or who.quotes.names(json.dumps(more, ensure_ascii=False))
    ]
    for start in range(0, len(lines), _AT_ONCE):
        blanked += ArchiveLine.objects.filter(pk__in=lines[start : start + _AT_ONCE]).delete()[0]
    return blanked


def scoresheets(who: ErasedPerson) -> int:
    """Blank the texts of the sheets; the game that they give stays."""
    blanked = 0
    for sheets in Scoresheets.objects.select_for_update().filter(
        pairing__round__section__event__in=who.keys("event")
    ):
        of_person = sheets.pairing_id in who.keys("pairing")
        if of_person or who.quotes.anywhere([sheets.first, sheets.second]):
            Scoresheets.objects.filter(pk=sheets.pk).update(first="", second="")
            for answer in ScoresheetsAnswer.objects.filter(sheets=sheets):
                answer.data = _without_texts(answer.data)
                answer.save(update_fields=["data"])
            blanked += 1
    return blanked


def _without_texts(data: dict[str, Any]) -> dict[str, Any]:
    sides = {side: {**sheet, "texts": {}} for side, sheet in data["sheets"].items()}
    return {**data, "sheets": sides, "stood": data["stood"] and {"first": "", "second": ""}}


def photos(who: ErasedPerson) -> int:
    """Delete the photos of the person's games."""
    # Of both sides: hand and name of both players are in the picture.
    deleted = SheetPhoto.objects.filter(pairing__in=who.keys("pairing")).delete()[1]
    return deleted.get(SheetPhoto._meta.label, 0)


def rulings(who: ErasedPerson) -> int:
    """Reasons, and moves that were typed for a claim."""
    of_event = Q(pairing__round__section__event__in=who.keys("event"))
    by_record = Q(record__pairing__round__section__event__in=who.keys("event"))
    by_count = Q(count__pairing__round__section__event__in=who.keys("event"))
    by_live = Q(live__pairing__round__section__event__in=who.keys("event"))
    by_sheets = Q(sheets__pairing__round__section__event__in=who.keys("event"))
    return sum(
        blank(rows, columns, who.quotes)
        for rows, columns in (
            (GameRecord.objects.filter(of_event), {"reason": MARK}),
            (RecordAcceptance.objects.filter(by_record), {"reason": MARK}),
            (BoardCount.objects.filter(of_event), {"reason": MARK}),
            (CountConsent.objects.filter(by_count), {"reason": MARK}),
            (ProposalRuling.objects.filter(by_sheets), {"reason": MARK}),
            (Claim.objects.filter(of_event), {"typed": ""}),
            (ColourDecision.objects.filter(of_event), {"reason": MARK}),
            (LiveEvent.objects.filter(by_live), {"reason": MARK}),
            (FindingRuling.objects.filter(of_event), {"reason": MARK}),
        )
    )


# Filled when Django starts.
FORGETTERS: Mapping[str, Forgetter] = {
    "records": records,
    "archives": archives,
    "scoresheets": scoresheets,
    "photos": photos,
    "rulings": rulings,
}
# Filled when Django starts.
SEARCHES: Mapping[str, Search] = {"records": _search_records, "collected": _search_collected}
