"""The real championships of the demonstration: their tournament files, taken in through the act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from django.db import transaction

from portal.accounts.models import User
from tournaments.acts.events import create_event
from tournaments.acts.import_section import import_section
from tournaments.acts.people import grant_role, revoke_role
from tournaments.acts.sections import create_section
from tournaments.demo.cast import ADMIN, PARTS
from tournaments.exchange import tournament_file
from tournaments.models import Event, Section

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"


@dataclass(frozen=True, slots=True)
class RecordedSection:
    file: str
    slug: str
    name: str
    native_name: str
    preset: str


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    slug: str
    name: str
    native_name: str
    place: str
    time_zone: str
    starts: date
    ends: date
    sections: tuple[RecordedSection, ...]


RECORDS = (
    RecordedEvent(
        slug="wxc-2009",
        name="11th World Xiangqi Championship 2009",
        native_name="第十一届世界象棋锦标赛",
        place="Xintai, China",
        time_zone="Asia/Shanghai",
        starts=date(2009, 8, 29),
        ends=date(2009, 9, 1),
        sections=(
            RecordedSection("wxc2009_women.json", "women", "Women's individual", "女子个人", "wxc2015"),
        ),
    ),
    RecordedEvent(
        slug="axf-2009",
        name="14th Asian Xiangqi Individual Championship 2009",
        native_name="第十四届亚洲象棋个人锦标赛",
        place="Penang, Malaysia",
        time_zone="Asia/Kuala_Lumpur",
        starts=date(2009, 9, 23),
        ends=date(2009, 9, 26),
        sections=(
            RecordedSection("axf2009_men.json", "men", "Men's individual", "男子个人", "wxc2015"),
            RecordedSection(
                "axf2009_women.json", "women", "Women's individual", "女子个人", "axf-round-robin"
            ),
            # One rapid game after the draw of round 6, table 1: a table of a Swiss has one game.
            RecordedSection(
                "axf2009_men_play_off.json", "men-play-off", "Men's play-off", "男子加赛", "knock-out"
            ),
        ),
    ),
)


def load_records(users: dict[str, User]) -> list[Section]:
    """Take in what is not there yet, each section in a transaction of its own; returns what is new."""
    return [
        section
        for recorded in RECORDS
        for part in recorded.sections
        if (section := _load(recorded, part, users)) is not None
    ]


def _load(recorded: RecordedEvent, part: RecordedSection, users: dict[str, User]) -> Section | None:
    with transaction.atomic():
        event = _event(recorded, users)
        if event.sections.filter(slug=part.slug).exists():
            return None
        text = (FIXTURES / part.file).read_text(encoding="utf-8")
        import_section(
            event=event,
            tournament=tournament_file.loads(text),
            slug=part.slug,
            name=part.name,
            native_name=part.native_name,
            preset=part.preset,
            by=users["chief"],
        )
        return event.sections.get(slug=part.slug)


def _event(recorded: RecordedEvent, users: dict[str, User]) -> Event:
    return make_event(
        users,
        slug=recorded.slug,
        name=recorded.name,
        native_name=recorded.native_name,
        place=recorded.place,
        time_zone=recorded.time_zone,
        starts=recorded.starts,
        ends=recorded.ends,
    )


def make_event(
    users: Mapping[str, User],
    *,
    slug: str,
    name: str,
    native_name: str,
    place: str,
    time_zone: str,
    starts: date,
    ends: date,
    organisation: int | None = None,
) -> Event:
    """Make an event by the site's administrator, with everybody of the cast in their roles."""
    # One that is there already stays as it is.
    if there := Event.objects.filter(slug=slug).first():
        return there
    admin = users[ADMIN.username]
    create_event(
        slug=slug,
        name=name,
        native_name=native_name,
        place=place,
        time_zone=time_zone,
        starts=starts,
        ends=ends,
        organisation=organisation,
        by=admin,
    )
    event = Event.objects.get(slug=slug)
    for part in PARTS:
        if part.role is not None:
            grant_role(event=event, user=users[part.username], role=part.role, by=admin)
    # Whoever makes an event is its chief organiser until he leaves it to those who run it.
    revoke_role(event=event, membership=event.memberships.get(user=admin).pk, by=admin)
    return event


def make_section(event: Event, slug: str, **values: Any) -> Section:
    """What `create_section` makes of the values."""
    create_section(event=event, slug=slug, **values)
    return Section.objects.select_related("event").get(event=event, slug=slug)
