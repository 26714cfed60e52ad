"""Records that were accepted without a worker and without the acts."""

from __future__ import annotations

from games import pages
from games.models import GameRecord, RecordAcceptance, RecordReading, RecordSource
from games.tasks import read_apart, state_of
from tournaments.models import Pairing, Section


def accepted(section: Section, table: int, raw: bytes) -> GameRecord:
    """A record of round 1, read and accepted; its page is announced."""
    pairing = Pairing.objects.select_related("round__section__event").get(
        round__section=section, round__number=1, table=table
    )
    earlier = pairing.records.order_by("-pk").first()
    record = GameRecord.objects.create(pairing=pairing, supersedes=earlier)
    RecordSource.objects.create(record=record, raw=raw, digest="sha256:0")
    reading = read_apart(raw, "auto" if section.game == "xiangqi" else section.rulebook, game=section.game)
    headers = reading.pop("headers")
    RecordReading.objects.create(record=record, state=state_of(reading), data=reading, headers=headers)
    RecordAcceptance.objects.create(record=record)
    pages.record_accepted(record)
    return record
