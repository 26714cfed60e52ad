"""Answer the announcements of an event or a section, those that are pinned first, then the newest."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from portal import published
from portal.published.documents import Time, component
from portal.templatetags.site import bcp47
from tournaments.models import Announcement, AnnouncementText, Event, Round, RoundVersion, Section
from tournaments.queries.public.public import EventRef, SectionRef, event_ref, section_ref
from tournaments.queries.public.public_state import PUBLIC_STATES, to_the_minute

# A reader takes these instead of the own language.
NEAREST: Mapping[str, Sequence[str]] = {
    "zh-hans": ("zh-hans", "zh-hant", "en"),
    "zh-hant": ("zh-hant", "zh-hans", "en"),
}


@dataclass(frozen=True, slots=True)
class Text:
    language: Annotated[str, _("Language code.")]
    text: Annotated[str, _("Plain text; line breaks are kept.")]

    @property
    def lang(self) -> str:
        """As HTML writes it."""
        return bcp47(self.language)


def nearest(texts: Sequence[Text]) -> Text:
    """What a reader of this page's language gets of one text in several: in it, in the nearest, in any."""
    reader = get_language() or "en"
    by_language = {text.language: text for text in texts}
    near = (*NEAREST.get(reader, (reader, "en")), *by_language)
    return next(by_language[code] for code in near if code in by_language)


@component("Notice")
@dataclass(frozen=True, slots=True, kw_only=True)
class PublicNotice:
    id: int
    at: Time
    corrected: Annotated[Time | None, _("When the text was last corrected.")]
    pinned: bool
    texts: Sequence[Text]

    @property
    def text_for_reader(self) -> Text:
        """What somebody reads: in the own language, else in the nearest in which it is told."""
        return nearest(self.texts)

    @property
    def headline(self) -> str:
        """Its first line, cut where it is long."""
        line = self.text_for_reader.text.split("\n", 1)[0]
        return line if len(line) <= 80 else f"{line[:79].rstrip()}…"


@dataclass(frozen=True, slots=True)
class Happening:
    """``what``: ``pairings`` of a round were published, or its ``results`` are all known and it is
    closed. ``at``: when first, ``changed``: when last."""

    what: Literal["pairings", "results"]
    section: SectionRef
    number: int
    path: str
    at: Time
    changed: Time


@dataclass(frozen=True, slots=True)
class FeedPage:
    """Everything that is told at one place; ``path``: of the page for people."""

    event: EventRef
    section: SectionRef | None
    path: str
    notices: Sequence[PublicNotice]
    happenings: Sequence[Happening]


@dataclass(frozen=True, slots=True)
class TextVersion:
    """One version with its texts, for staff; ``by``: the account that wrote it."""

    number: int
    at: datetime
    by: str
    texts: Sequence[Text]


@dataclass(frozen=True, slots=True)
class WrittenAnnouncement:
    """An announcement for staff, with all that was ever said; ``versions``: the newest first."""

    announcement: Announcement
    notice: PublicNotice
    versions: Sequence[TextVersion]


def public_notices(event: Event) -> list[PublicNotice]:
    """Those of the whole event. Two queries."""
    return _notices(Q(event=event, section=None))


def of_section(section: Section) -> list[PublicNotice]:
    """Those of the section and of the whole event. Two queries."""
    return _notices(Q(section=section) | Q(event=section.event_id, section=None))


def only_of_section(section: Section) -> list[PublicNotice]:
    """Without those of the event. Two queries."""
    return _notices(Q(section=section))


def event_feed(key: int) -> FeedPage:
    event = Event.objects.get(pk=key)
    happenings = _happenings(event.sections.exclude(state=Section.State.DRAFT))
    return FeedPage(event_ref(event), None, f"e/{event.slug}/", public_notices(event), happenings)


def section_feed(key: int) -> FeedPage:
    section = Section.objects.select_related("event").get(pk=key)
    path = f"e/{section.event.slug}/{section.slug}/"
    happenings = _happenings(Section.objects.filter(pk=key))
    return FeedPage(event_ref(section.event), section_ref(section), path, of_section(section), happenings)


def _happenings(sections: QuerySet[Section]) -> list[Happening]:
    """Of every public round of these sections that was not taken back. Two queries, whatever their number."""
    rounds = Round.objects.filter(section__in=sections, state__in=PUBLIC_STATES)
    first = RoundVersion.objects.filter(round=OuterRef("pk")).order_by("number").values("at")[:1]
    last = RoundVersion.objects.filter(round=OuterRef("pk")).order_by("-number").values("at")[:1]
    rounds_published = rounds.select_related("section__event").defer("draft_input", "draft_changes")
    back = tuple(published.Withheld.objects.values_list("prefix", flat=True))
    happenings: list[Happening] = []
    for round_ in rounds_published.annotate(first=Subquery(first), last=Subquery(last)):
        place = f"e/{round_.section.event.slug}/{round_.section.slug}/"
        path = f"{place}round/{round_.number}/"
        if path.startswith(back):
            continue
        about = (section_ref(round_.section), round_.number)
        if round_.first:
            happenings.append(
                Happening("pairings", *about, path, _minute(round_.first), _minute(round_.last))
            )
        if round_.closed_at:
            closed = _minute(round_.closed_at)
            happenings.append(Happening("results", *about, path, closed, closed))
    return happenings


def announcements_written(event: Event) -> list[WrittenAnnouncement]:
    """All of an event, withdrawn ones last."""
    announcements = event.announcements.select_related("section").order_by(
        "withdrawn", "-pinned", "-at", "-pk"
    )
    texts: dict[int, list[AnnouncementText]] = defaultdict(list)
    rows = AnnouncementText.objects.filter(announcement__event=event).select_related("by")
    for text in rows.order_by("-version", "pk"):
        texts[text.announcement_id].append(text)
    return [
        WrittenAnnouncement(
            announcement, _notice(announcement, texts[announcement.pk]), _versions(texts[announcement.pk])
        )
        for announcement in announcements
    ]


def _versions(texts: Sequence[AnnouncementText]) -> list[TextVersion]:
    texts_by_version: dict[int, list[AnnouncementText]] = defaultdict(list)
    for text in texts:
        texts_by_version[text.version].append(text)
    return [
        TextVersion(number, of[0].at, str(of[0].by or "–"), [Text(text.language, text.text) for text in of])
        for number, of in texts_by_version.items()
    ]


def _minute(at: datetime) -> str:
    return to_the_minute(at.isoformat())


def _notices(which: Q) -> list[PublicNotice]:
    announcements = Announcement.objects.filter(which, withdrawn=False).prefetch_related("texts")
    return [_notice(announcement, list(announcement.texts.all())) for announcement in announcements]


def _notice(announcement: Announcement, texts: Sequence[AnnouncementText]) -> PublicNotice:
    now = [text for text in texts if text.version == announcement.version]
    return PublicNotice(
        id=announcement.pk,
        at=announcement.at.isoformat(),
        corrected=now[0].at.isoformat() if announcement.version > 1 else None,
        pinned=announcement.pinned,
        texts=[Text(text.language, text.text) for text in now],
    )
