"""What webhooks are told of an event: numbers, codes and the address of the document, never names (law 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from portal.webhooks.events import notify
from tournaments.models import Announcement, Event, Foul, ResultReport, Round, RoundVersion, Section, Standing
from tournaments.pages.paths import event_path, round_path, section_path, standings_path
from tournaments.queries.addresses import api_address

PUBLISHED, RESULT, FOUL, STANDINGS = "round.published", "result.reported", "foul.changed", "standings.frozen"
ANNOUNCED = "announcement.changed"
TOPICS: Mapping[str, str | Promise] = {
    PUBLISHED: _("round published or changed"),
    RESULT: _("result entered, corrected or cleared"),
    FOUL: _("foul logged, confirmed or withdrawn"),
    STANDINGS: _("standings frozen"),
    ANNOUNCED: _("announcement published, corrected or withdrawn"),
}


def tell(section: Section, topic: str, path: str, data: Mapping[str, Any]) -> None:
    """In the transaction of an act. ``path``: the page whose document says more."""
    _tell(section.event, topic, path, {"section": section.slug, **data})


def _tell(event: Event, topic: str, path: str, data: Mapping[str, Any]) -> None:
    url = f"{settings.PUBLIC_URL}{api_address(path)}"
    notify(f"event:{event.pk}", topic, {"event": event.slug, **data, "url": url})


def notify_round(version: RoundVersion) -> None:
    round_ = version.round
    data = {"round": round_.number, "version": version.number, "digest": version.digest}
    tell(round_.section, PUBLISHED, round_path(round_.section, round_.number), data)


def notify_result(round_: Round, report: ResultReport) -> None:
    data = {
        "round": round_.number,
        "table": report.pairing.table,
        "game": report.game,
        "value": report.value,
        "forfeit": report.forfeit,
        "report": report.pk,
        "supersedes": report.supersedes_id,
    }
    tell(round_.section, RESULT, round_path(round_.section, round_.number), data)


def notify_foul(round_: Round, foul: Foul) -> None:
    data = {
        "round": round_.number,
        "table": foul.pairing.table,
        "game": foul.game,
        "player": foul.entry.number,
        "kind": foul.kind,
        "article": foul.article,
        "status": foul.status,
        "foul": foul.pk,
        "supersedes": foul.supersedes_id,
    }
    tell(round_.section, FOUL, round_path(round_.section, round_.number), data)


def notify_standings(section: Section, standing: Standing) -> None:
    after = standing.after_round
    data = {"after": after, "version": standing.version, "digest": standing.digest}
    tell(section, STANDINGS, standings_path(section, after), data)


def notify_announcement(announcement: Announcement) -> None:
    """``section``: null where the whole event is told."""
    event, section = announcement.event, announcement.section
    data = {
        "section": section.slug if section else None,
        "announcement": announcement.pk,
        "version": announcement.version,
        "withdrawn": announcement.withdrawn,
    }
    _tell(event, ANNOUNCED, section_path(section) if section else event_path(event), data)
