"""Records of games at the tables of tournaments, and those that came in bulk."""

from games.models.archives import ArchiveLine, ArchivePart, CollectedGame, GameCollection, RecordArchive
from games.models.colours import ColourDecision
from games.models.live import FindingRuling, LiveEvent, LiveGame, LiveSetting, Relay, TableLink
from games.models.photos import PhotoGame, PhotoGameAnswer, SheetCells, SheetPhoto
from games.models.sources import digest_of, source_columns
from games.models.tables import (
    Authored,
    BoardCount,
    Claim,
    CountConsent,
    GameRecord,
    ProposalRuling,
    RecordAcceptance,
    RecordReading,
    RecordSource,
    Scoresheets,
    ScoresheetsAnswer,
    authored,
)

__all__ = [
    "ArchiveLine",
    "ArchivePart",
    "Authored",
    "BoardCount",
    "Claim",
    "CollectedGame",
    "ColourDecision",
    "CountConsent",
    "FindingRuling",
    "GameCollection",
    "GameRecord",
    "LiveEvent",
    "LiveGame",
    "LiveSetting",
    "PhotoGame",
    "PhotoGameAnswer",
    "ProposalRuling",
    "RecordAcceptance",
    "RecordArchive",
    "RecordReading",
    "RecordSource",
    "Relay",
    "Scoresheets",
    "ScoresheetsAnswer",
    "SheetCells",
    "SheetPhoto",
    "TableLink",
    "authored",
    "digest_of",
    "source_columns",
]
