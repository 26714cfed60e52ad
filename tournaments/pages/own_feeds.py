"""Make a player's own calendar and feed when somebody asks, of what public pages say."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext

from portal import published
from portal.push.topics import Wording
from portal.templatetags.site import bcp47
from tournaments.models import Announcement, Entry, ResultReport, Round, Seat
from tournaments.pages.feeds import sitting_of, write_calendar
from tournaments.pages.followed_scopes import where_words
from tournaments.pages.notifications import seat_words
from tournaments.pages.paths import round_path, section_path
from tournaments.queries.notices.announcements import Text, nearest
from tournaments.queries.notices.calendars import section_calendar
from tournaments.queries.register.namesakes import recall_namesakes
from tournaments.wording.names import plain_name
from tournaments.wording.options import result_text

MOST_ITEMS = 60


def _public_rounds(entry: Entry) -> list[Round]:
    """The newest first; none while the section is withheld from the public."""
    section = entry.section
    if published.is_withheld(section_path(section)):
        return []
    rounds = section.round_set.defer("draft_input", "draft_changes").order_by("-number")
    public = [round_ for round_ in rounds if round_.is_public]
    for round_ in public:
        round_.section = section
    return public


def _own_words(entry: Entry, rounds: list[Round]) -> dict[int, Wording]:
    """By number of the round what the player reads of the own table. Two queries."""
    section = entry.section
    recall_namesakes(section)
    pairings = Seat.objects.filter(round__in=rounds, entry=entry).values("pairing")
    seats = list(Seat.objects.filter(pairing__in=pairings).select_related("pairing__match", "entry__player"))
    others = {(seat.pairing_id, seat.colour): seat for seat in seats}
    by_id = {round_.pk: round_ for round_ in rounds}
    zone = section.event.time_zone
    return {
        by_id[seat.round_id].number: seat_words(by_id[seat.round_id], seat, others, zone, changed=False)
        for seat in seats
        if seat.entry_id == entry.pk
    }


def own_calendar(entry: Entry, language: str) -> str:
    """Every round of the section with a start: of public ones table, side and opponent."""
    section = entry.section
    page = section_calendar(section.pk)
    host = urlsplit(settings.PUBLIC_URL).hostname
    words = _own_words(entry, _public_rounds(entry))
    now = datetime.now(UTC).replace(microsecond=0)
    team = plain_name(entry.team) if entry.team else ""
    entries = []
    for sitting in page.sittings:
        if sitting.match and team not in map(plain_name, sitting.teams):
            continue
        item = sitting_of(sitting, page, language, f"-entry-{entry.pk}@{host}")
        if (wording := words.get(sitting.number)) is not None:
            del item["summary"], item["description"]
            item.add("summary", f"{wording.title} · {plain_name(section.event)}")
            item.add("description", wording.body)
        item.add("dtstamp", now)
        entries.append(item)
    return write_calendar(entries, f"{plain_name(entry.player)} · {where_words(section)}")


def own_feed(entry: Entry, language: str, address: str) -> str:
    """The own tables and results, and what is announced to the section; the newest first."""
    section = entry.section
    site = settings.PUBLIC_URL
    feed = Atom1Feed(
        title=f"{plain_name(entry.player)} · {where_words(section)}",
        link=f"{site}/{language}/{section_path(section)}",
        description=None,
        language=bcp47(language),
        feed_url=address,
        feed_guid=f"{site}/{section_path(section)}#entry-{entry.pk}",
    )
    rounds = _public_rounds(entry)
    items = [*_tables(entry, rounds), *_results(entry, rounds), *_announced(entry)] if rounds else []
    items = items or _announced(entry)
    for item in sorted(items, key=lambda part: part["pubdate"], reverse=True)[:MOST_ITEMS]:
        path = item.pop("path")
        feed.add_item(link=f"{site}/{language}/{path}", unique_id=f"{site}/{path}#{item.pop('key')}", **item)
    return str(feed.writeString("utf-8"))


def _tables(entry: Entry, rounds: list[Round]) -> list[dict[str, Any]]:
    published_at = {round_.number: round_.published_at for round_ in rounds}
    return [
        {
            "title": wording.title,
            "description": wording.body,
            "path": wording.path,
            "key": f"entry-{entry.pk}",
            "pubdate": published_at[number],
        }
        for number, wording in _own_words(entry, rounds).items()
        if published_at[number] is not None
    ]


def _results(entry: Entry, rounds: list[Round]) -> list[dict[str, Any]]:
    by_id: Mapping[int, Round] = {round_.pk: round_ for round_ in rounds}
    reports = ResultReport.objects.in_force().filter(pairing__round__in=rounds, pairing__seats__entry=entry)
    return [
        {
            "title": gettext("Table %(table)s, round %(round)s: %(result)s")
            % {
                "table": report.pairing.table,
                "round": by_id[report.pairing.round_id].number,
                "result": result_text(report.value, report.forfeit),
            },
            "description": where_words(entry.section),
            "path": round_path(entry.section, by_id[report.pairing.round_id].number),
            "key": f"entry-{entry.pk}-game-{report.game}",
            "pubdate": report.at,
        }
        for report in reports.exclude(value=ResultReport.Value.OPEN).select_related("pairing")
    ]


def _announced(entry: Entry) -> list[dict[str, Any]]:
    section = entry.section
    if published.is_withheld(section_path(section)):
        return []
    rows = Announcement.objects.filter(event=section.event, withdrawn=False)
    concerned = rows.filter(Q(section=None) | Q(section=section)).prefetch_related("texts")
    items = []
    for row in concerned:
        texts = [text for text in row.texts.all() if text.version == row.version]
        words = nearest([Text(language=text.language, text=text.text) for text in texts]).text
        items.append(
            {
                "title": words.split("\n")[0][:120],
                "description": words,
                "path": section_path(section),
                "key": f"announcement-{row.pk}",
                "pubdate": row.at,
            }
        )
    return items
