"""What becomes of the games of a part of an archive, in the transaction in which the part is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.acts.records import refuse_unusable, submit_record
from games.models import (
    ArchiveLine,
    ArchivePart,
    CollectedGame,
    GameCollection,
    RecordReading,
    digest_of,
    source_columns,
)
from games.policy import RecordAct
from games.queries.archives import Tables, there_already
from games.queries.records import current_record
from games.records.places import names_of
from portal.policy import Denied, Refusal
from tournaments.models import Section
from tournaments.policy import require

COUNTED: Final = ("kept", "faulty", "already", "refused")
LONGEST_PLAYER: Final = 80
MOST_IN_A_STATEMENT: Final = 100


@dataclass(frozen=True, slots=True)
class GameRead:
    """A game of an archive as a worker has read it."""

    # Where it stands in the archive.
    file: str
    index: int
    line: int
    kind: str
    raw: bytes
    # Why its file cannot be unpacked.
    broken: str
    # A reading with its headers.
    data: Mapping[str, Any]

    @property
    def state(self) -> str:
        if self.data["valid"] and self.data["plies"]:
            return RecordReading.State.VALID
        return RecordReading.State.FAULTY if self.data["plies"] else RecordReading.State.UNREADABLE


@dataclass(slots=True)
class Tally:
    """What is counted, and the lines of the report."""

    part: ArchivePart
    counts: Counter[str] = field(default_factory=Counter)
    lines: list[ArchiveLine] = field(default_factory=list)

    def say(self, game: GameRead, outcome: str, **more: Any) -> None:
        fault = more.get("fault") or {}
        line = game.line + (fault.get("line") or 1) - 1
        self.lines.append(
            ArchiveLine(
                archive=self.part.archive,
                file=game.file,
                game=game.index + 1,
                line=None if game.kind in ("xqf", "cbl") else line,
                what=outcome,
                **more,
            )
        )

    def games_kept(self, game: GameRead) -> None:
        self.counts["kept"] += 1
        if game.state == RecordReading.State.FAULTY:
            self.counts["faulty"] += 1
            self.say(game, ArchiveLine.Fate.FAULTY, fault=_first_fault(game))

    def already(self, game: GameRead) -> None:
        self.counts["already"] += 1
        self.say(game, ArchiveLine.Fate.ALREADY)

    def refused(self, game: GameRead, refusal: Refusal) -> None:
        self.counts["refused"] += 1
        fault = _first_fault(game) if refusal.code == "record-without-moves" else None
        self.say(game, ArchiveLine.Fate.REFUSED, code=refusal.code, params=refusal.params, fault=fault)


def _first_fault(game: GameRead) -> dict[str, Any] | None:
    faults = game.data["faults"]
    return {**faults[0], "game": game.data["game"]} if faults else None


def keep_games(part: ArchivePart, games: Sequence[GameRead]) -> dict[str, Any]:
    """Keep what can be kept, write the lines of the report, and say how much it was."""
    archive, tally = part.archive, Tally(part)
    if archive.section is not None:
        _into_tables(archive.section, games, tally)
    else:
        _into_collection(archive.collection, games, tally)
    ArchiveLine.objects.bulk_create(tally.lines, batch_size=MOST_IN_A_STATEMENT)
    formats = Counter(game.kind for game in games if not game.broken)
    return {"done": len(games), "formats": formats, **{name: tally.counts[name] for name in COUNTED}}


def _usable(game: GameRead) -> None:
    """Refuse what a single record would be refused for, and what an archive has besides records."""
    if game.broken:
        raise Refusal("archive-file-broken", why=game.broken)
    refuse_unusable(game.raw, game.kind)
    if game.state == RecordReading.State.UNREADABLE:
        raise Refusal("record-without-moves")


def _into_collection(collection: GameCollection | None, games: Sequence[GameRead], tally: Tally) -> None:
    there = there_already(collection, [digest_of(game.raw) for game in games])
    rows = []
    for game in games:
        try:
            _usable(game)
        except Refusal as refusal:
            tally.refused(game, refusal)
            continue
        columns = source_columns(game.raw, game.file, game.kind)
        if columns["digest"] in there:
            tally.already(game)
            continue
        there.add(str(columns["digest"]))
        data = dict(game.data)
        headers = data.pop("headers")
        first, second = names_of(headers, data["game"])
        rows.append(
            CollectedGame(
                collection=collection,
                first=first[:LONGEST_PLAYER],
                second=second[:LONGEST_PLAYER],
                state=game.state,
                data=data,
                headers=headers,
                **columns,
            )
        )
        tally.games_kept(game)
    # In a preview the collection may not be there yet.
    if not tally.part.archive.preview:
        CollectedGame.objects.bulk_create(rows, batch_size=MOST_IN_A_STATEMENT)


def _into_tables(section: Section, games: Sequence[GameRead], tally: Tally) -> None:
    tables = Tables(section)
    for game in games:
        try:
            _usable(game)
            if game.data["game"] != section.game:
                raise Refusal("record-of-other-game")
            is_new = _into_table(tables, game, tally)
        except Refusal as refusal:
            tally.refused(game, refusal)
        except Denied:
            # The role was taken away while the archive waited.
            tally.refused(game, Refusal("archive-denied"))
        else:
            (tally.games_kept if is_new else tally.already)(game)


def _into_table(tables: Tables, game: GameRead, tally: Tally) -> bool:
    """Hand a game in for its table; False where the table has this very record."""
    archive = tally.part.archive
    pairing = tables.find(game.data["headers"], game.file)
    stands = current_record(pairing)
    if stands is not None:
        if stands.source.digest == digest_of(game.raw):
            return False
        raise Refusal("record-is-there", round=pairing.round.number, table=pairing.table)
    if archive.preview:
        require(RecordAct.SUBMIT_RECORD, by=archive.by, scope=pairing.round)
    else:
        submit_record(pairing=pairing, raw=game.raw, by=archive.by, filename=game.file, kind=game.kind)
    return True
