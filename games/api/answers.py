"""What is answered about records and games besides their documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext_lazy as _

from games.models import ArchiveLine, RecordReading
from games.queries.public_games import Fault, Moves
from portal.published.documents import ADDRESS
from tournaments.models import Section
from tournaments.queries.public.public import PublicPerson


@dataclass(frozen=True, slots=True)
class GameLine:
    round: int
    table: int
    game: int
    first: PublicPerson
    second: PublicPerson
    accepted_at: datetime
    url: Annotated[str, ADDRESS]


@dataclass(frozen=True, slots=True)
class RecordRef:
    record: Annotated[int, _("Identifies the record; send it as “seen” when you correct it.")]


@dataclass(frozen=True, slots=True)
class Record(RecordRef):
    game: int
    by: str | None
    at: datetime
    reason: str
    state: Annotated[RecordReading.State | None, _("null until the record has been read.")]
    accepted: bool
    current: Annotated[bool, _("false once superseded by a correction.")]


@dataclass(frozen=True, slots=True)
class ArchiveRef:
    archive: Annotated[int, _("Identifies the archive; its address says how far it is.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportLine:
    file: str
    game: Annotated[int, _("Which game of the file, from 1.")]
    line: Annotated[int | None, _("Of the file, from 1; null in binary files.")]
    ply: int | None
    what: ArchiveLine.Fate
    code: Annotated[str, _("For programs; stable.")]
    message: Annotated[str, _("For people, in the language of Accept-Language.")]


@dataclass(frozen=True, slots=True)
class CollectionLine:
    collection: Annotated[int, _("Identifies the collection.")]
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectedLine:
    game: Annotated[int, _("Identifies the game.")]
    first: Annotated[str, _("As in the record.")]
    second: str
    state: RecordReading.State
    headers: Mapping[str, Any]
    filename: str


class SaidFault(Fault):
    variation: Annotated[bool, _("Whether it is in a variation.")]
    message: Annotated[str, _("For people, in the language of Accept-Language.")]


class Finding(TypedDict):
    rulebook: str
    article: str
    kind: str
    code: str
    side: str | None
    ply: int
    evidence: Mapping[str, Any]
    message: Annotated[str, _("For people, in the language of Accept-Language.")]


class Checked(TypedDict):
    game: Section.Game
    valid: Annotated[bool, _("Every move is readable and legal.")]
    plies: int
    moves: Moves
    start_fen: str
    final_fen: str
    ending: str
    result: Annotated[str, _("As stated in the record.")]
    result_contradicted: bool
    quiet_plies: Annotated[int, _("Plies since the last capture.")]
    headers: Mapping[str, Any]
    others: Annotated[int, _("Further games in the same text; they are ignored.")]
    faults: Sequence[SaidFault]
    findings: Sequence[Finding]
