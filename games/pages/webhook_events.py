"""What webhooks are told of records: numbers and the address of the game, never names (law 8)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import GameRecord
from games.pages.paths import game_path
from tournaments.models import Round
from tournaments.pages.webhook_events import notify_of_section

SUBMITTED, ACCEPTED = "record.submitted", "record.accepted"
TOPICS: Mapping[str, str | Promise] = {
    SUBMITTED: _("record submitted or corrected"),
    ACCEPTED: _("record accepted"),
}


def notify_record(topic: str, round_: Round, record: GameRecord) -> None:
    data = {
        "round": round_.number,
        "table": record.pairing.table,
        "game": record.game,
        "record": record.pk,
        "supersedes": record.supersedes_id,
    }
    notify_of_section(round_.section, topic, game_path(record.pairing, record.game), data)
