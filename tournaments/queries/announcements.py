"""What everybody is told: the announcements of an event or a section, those that are pinned first, then the
newest."""

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
from portal.published.documents import Time
from portal.templatetags.site import bcp47
from tournaments.models import Announcement, AnnouncementText, Event, Round, RoundVersion, Section
from tournaments.queries.public import EventRef, SectionRef, event_ref, section_ref
from tournaments.queries.public_state import PUBLIC_STATES, to_the_minute

NEAREST: Mapping[str, Sequence[str]] = {
    "zh-hans": ("zh-hans", "zh-hant", "en"),
    "zh-hant": ("zh-hant", "zh-hans", "en"),
}
"""What a reader takes instead of the own language."""


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
    by_language = {one.language: one for one in texts}
    near = (*NEAREST.get(reader, (reader, "en")), *by_language)
    return next(by_language[code] for code in near if code in by_language)


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    id: int
    at: Time
    corrected: Annotated[Time | None, _("When the text was last corrected.")]
    pinned: bool
    texts: Sequence[Text]

    @property
    def shown(self) -> Text:
        """What somebody reads: in the own language, else in the nearest in which it is told."""
        return nearest(self.texts)

    @property
    def headline(self) -> str:
        """Its first line, cut where it is long."""
        line = self.shown.text.split("\n", 1)[0]
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
    notices: Sequence[Notice]
    happenings: Sequence[Happening]


@dataclass(frozen=True, slots=True)
class Version:
    """One version with its texts, for staff; ``by``: the account that wrote it."""

    number: int
    at: datetime
    by: str
    texts: Sequence[Text]


@dataclass(frozen=True, slots=True)
class Written:
    """An announcement for staff, with all that was ever said; ``versions``: the newest first."""

    announcement: Announcement
    notice: Notice
    versions: Sequence[Version]


def of_event(event: Event) -> list[Notice]:
    """Those of the whole event. Two queries."""
    return _notices(Q(event=event, section=None))


def of_section(section: Section) -> list[Notice]:
    """Those of the section and of the whole event. Two queries."""
    return _notices(Q(section=section) | Q(event=section.event_id, section=None))


def only_of_section(section: Section) -> list[Notice]:
    """Without those of the event. Two queries."""
    return _notices(Q(section=section))


def event_feed(key: int) -> FeedPage:
    event = Event.objects.get(pk=key)
    happenings = _happenings(event.sections.exclude(state=Section.State.DRAFT))
    return FeedPage(event_ref(event), None, f"e/{event.slug}/", of_event(event), happenings)


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
    found = rounds.select_related("section__event").defer("draft_input", "draft_changes")
    back = tuple(published.Withheld.objects.values_list("prefix", flat=True))
    told: list[Happening] = []
    for one in found.annotate(first=Subquery(first), last=Subquery(last)):
        place = f"e/{one.section.event.slug}/{one.section.slug}/"
        path = f"{place}round/{one.number}/"
        if path.startswith(back):
            continue
        about = (section_ref(one.section), one.number)
        if one.first:
            told.append(Happening("pairings", *about, path, _minute(one.first), _minute(one.last)))
        if one.closed_at:
            closed = _minute(one.closed_at)
            told.append(Happening("results", *about, path, closed, closed))
    return told


def written(event: Event) -> list[Written]:
    """All of an event, withdrawn ones last."""
    found = event.announcements.select_related("section").order_by("withdrawn", "-pinned", "-at", "-pk")
    texts: dict[int, list[AnnouncementText]] = defaultdict(list)
    rows = AnnouncementText.objects.filter(announcement__event=event).select_related("by")
    for text in rows.order_by("-version", "pk"):
        texts[text.announcement_id].append(text)
    return [Written(one, _notice(one, texts[one.pk]), _versions(texts[one.pk])) for one in found]


def _versions(texts: Sequence[AnnouncementText]) -> list[Version]:
    found: dict[int, list[AnnouncementText]] = defaultdict(list)
    for text in texts:
        found[text.version].append(text)
    return [
        Version(number, of[0].at, str(of[0].by or "–"), [Text(one.language, one.text) for one in of])
        for number, of in found.items()
    ]


def _minute(at: datetime) -> str:
    return to_the_minute(at.isoformat())


def _notices(which: Q) -> list[Notice]:
    found = Announcement.objects.filter(which, withdrawn=False).prefetch_related("texts")
    return [_notice(one, list(one.texts.all())) for one in found]


def _notice(found: Announcement, texts: Sequence[AnnouncementText]) -> Notice:
    now = [text for text in texts if text.version == found.version]
    return Notice(
        id=found.pk,
        at=found.at.isoformat(),
        corrected=now[0].at.isoformat() if found.version > 1 else None,
        pinned=found.pinned,
        texts=[Text(text.language, text.text) for text in now],
    )
