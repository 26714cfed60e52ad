"""What of games stands in a backup of an event: records as they were handed in, readings, counts, claims."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.db.models import QuerySet

from games.acts.photo_games import ask_for_following
from games.acts.records import enqueue_reading
from games.acts.scoresheets import ask_for_reconciling
from games.models import GameRecord, LiveSetting, PhotoGame, Scoresheets
from portal.backup.tables import Subject, Table
from tournaments.acts.entering.entry_forms import await_deletion

PLACE = 20
NOTHING: Mapping[str, Any] = MappingProxyType({})
OF_EVENT = "pairing__round__section__event"


def _of(label: str, path: str, name: str, without: Mapping[str, Any] = NOTHING) -> Table:
    """A table whose rows lead to their event by ``path``."""

    def rows(subject: Subject) -> QuerySet[Any]:
        return table.model._base_manager.filter(**{path: subject.key})

    table = Table(f"games/{name}", f"games.{label}", rows, without)
    return table


TABLES = (
    _of("GameRecord", OF_EVENT, "records"),
    _of("RecordSource", f"record__{OF_EVENT}", "sources"),
    _of("RecordReading", f"record__{OF_EVENT}", "readings"),
    _of("RecordAcceptance", f"record__{OF_EVENT}", "acceptances"),
    _of("BoardCount", OF_EVENT, "counts"),
    _of("CountConsent", f"count__{OF_EVENT}", "consents"),
    _of("Claim", OF_EVENT, "claims"),
    _of("ColourDecision", OF_EVENT, "colour-decisions"),
    _of("Scoresheets", OF_EVENT, "scoresheets"),
    _of("ScoresheetsAnswer", f"sheets__{OF_EVENT}", "reconciled"),
    _of("SheetPhoto", OF_EVENT, "sheet-photos"),
    _of("PhotoGame", OF_EVENT, "photo-games"),
    _of("PhotoGameAnswer", f"photo_game__{OF_EVENT}", "photo-game-answers"),
    _of("ProposalRuling", f"sheets__{OF_EVENT}", "proposal-rulings"),
    _of("LiveGame", OF_EVENT, "live-games"),
    _of("LiveEvent", f"live__{OF_EVENT}", "live-events", {"link": None}),
    _of("LiveSetting", "section__event", "live-settings"),
    _of("FindingRuling", OF_EVENT, "finding-rulings"),
)
FACTS: Mapping[str, str] = {"record": "games.GameRecord", "sheets": "games.Scoresheets"}


def restored(subject: Subject) -> None:
    """What no worker had read when the backup was made is read here."""
    for record in GameRecord.objects.filter(**{OF_EVENT: subject.key}, reading=None):
        enqueue_reading(record, by=None)
    for sheets in Scoresheets.objects.filter(**{OF_EVENT: subject.key}, answer=None):
        ask_for_reconciling(sheets, by=None)
    for photo_game in PhotoGame.objects.filter(**{OF_EVENT: subject.key}, answer=None):
        ask_for_following(photo_game, by=None)
    if LiveSetting.objects.filter(section__event=subject.key, photo_days__isnull=False).exists():
        await_deletion()
