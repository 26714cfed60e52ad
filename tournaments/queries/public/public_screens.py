"""What a screen in the hall shows: the public round of each section and its standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext

from tournaments.models import Screen, Section
from tournaments.queries.notices.announcements import PublicNotice, only_of_section, public_notices
from tournaments.queries.public.public import EventRef, SectionRef, event_ref, section_of, section_ref
from tournaments.queries.public.public_rounds import RoundPage, public_round_page
from tournaments.queries.public.public_standings import StandingsPage, standings_page
from tournaments.queries.public.public_state import NotPublicError, PublicSnapshot
from tournaments.wording.names import plain_name
from tournaments.wording.official import departing_rounds, departure_words

# Announcements of a place that a screen turns through.
MOST_TOLD = 5
# Whether what a kind of slide shows, of a section's round or after it, is taken back from the public.
IsBack = Callable[[Section, str, int], bool]


@dataclass(frozen=True, slots=True)
class Slide:
    """One ``kind`` of what stands on a ``page``: ``countdown``, ``matches``, ``pairings`` and ``by-name`` of
    a round, or ``team-standings`` and ``standings_page``."""

    kind: str
    page: RoundPage | StandingsPage

    @property
    def key(self) -> str:
        return f"{self.page.section.slug}-{self.kind}"

    @property
    def within(self) -> str:
        return f"{plain_name(self.page.event)} · {plain_name(self.page.section)}"

    @property
    def title(self) -> str:
        if isinstance(self.page, StandingsPage):
            words = (
                gettext("Final standings") if self.page.final else gettext("Standings after round %(after)s")
            )
            title = words % {"after": self.page.after}
            # Where teams meet, the players' own table is the second one.
            of_players = self.page.team_rows and self.kind == "standings"
            return f"{title} · {gettext('Players')}" if of_players else title
        by_name = gettext("Round %(number)s by name")
        words = {"by-name": by_name, "matches": gettext("Matches of round %(number)s")}.get(
            self.kind, gettext("Round %(number)s")
        )
        return words % {"number": self.page.round}

    @property
    def facts(self) -> str:
        """How many results are in, where anybody sits at a board, and how rounds depart from rules."""
        if isinstance(self.page, StandingsPage):
            return " · ".join(departing_rounds(self.page.frame))
        departs = departure_words(self.page.edition)
        if self.kind == "countdown" or not self.page.games:
            return departs
        counted = {"reported": self.page.reported, "games": self.page.games}
        results = gettext("Results so far: %(reported)s of %(games)s") % counted
        return " · ".join(filter(None, (results, departs)))


@dataclass(frozen=True, slots=True)
class NoticeSlide:
    """The slide of what everybody is told; ``section``: None for the whole event."""

    event: EventRef
    section: SectionRef | None
    notices: Sequence[PublicNotice]
    kind: Literal["announcements"] = "announcements"
    facts: Literal[""] = ""

    @property
    def key(self) -> str:
        return f"{self.section.slug}-announcements" if self.section else "announcements"

    @property
    def within(self) -> str:
        return " · ".join(plain_name(item) for item in (self.event, self.section) if item)

    @property
    def title(self) -> str:
        return gettext("Announcements")


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """``slides`` in the order in which they are shown. ``back``: whether some are left out because they were
    taken back."""

    number: int
    seconds: int
    event: EventRef
    slides: Sequence[Slide | NoticeSlide]
    back: bool


def screen(event: int, number: int, moment: PublicSnapshot, is_back: IsBack) -> ScreenPage:
    """Raises `NotPublicError`."""
    screen_row = Screen.objects.filter(event=event, number=number).select_related("event").first()
    if screen_row is None:
        raise NotPublicError(f"screen {number} of event {event}")
    sections = Section.objects.filter(event=event).exclude(state=Section.State.DRAFT)
    if screen_row.section_id:
        sections = sections.filter(pk=screen_row.section_id)
    slides: list[Slide | NoticeSlide] = []
    with_announcements = Screen.Shows.ANNOUNCEMENTS in screen_row.shows
    if with_announcements and (notices := public_notices(screen_row.event)):
        slides.append(NoticeSlide(event_ref(screen_row.event), None, notices[:MOST_TOLD]))
    back = False
    for key in sections.values_list("pk", flat=True):
        section = section_of(key)
        if with_announcements and not is_back(section, "", 0) and (notices := only_of_section(section)):
            slides.append(NoticeSlide(event_ref(screen_row.event), section_ref(section), notices[:MOST_TOLD]))
        for kind, page in _pages(section, screen_row.shows, moment):
            if is_back(section, kind, page.after if isinstance(page, StandingsPage) else page.round):
                back = True
            else:
                slides.append(Slide(kind, page))
    return ScreenPage(number, screen_row.seconds, event_ref(screen_row.event), slides, back)


def _pages(
    section: Section, shows: Sequence[str], moment: PublicSnapshot
) -> Iterator[tuple[str, RoundPage | StandingsPage]]:
    """What there is to show of a section, by kind."""
    kinds = [kind for kind in ("countdown", "pairings", "by-name") if kind in shows]
    rounds = moment.published(section)
    if rounds and kinds:
        page = public_round_page(section.pk, rounds[-1].number, moment)
        for kind in kinds:
            if kind == "pairings" and page.teams:
                yield "matches", page
            # Once a result is in, nobody waits for the start any more; while line-ups are secret nobody sits.
            if not (page.reported if kind == "countdown" else page.teams and not page.tables):
                yield kind, page
    after = moment.standings_after(section)
    if after and "standings" in shows:
        ranked = standings_page(section.pk, after[-1], moment)
        if ranked.team_rows:
            yield "team-standings", ranked
        yield "standings", ranked
