"""Which pages are published of what, and which of them an act may change.

Acts call these inside their own transaction; a worker renders afterwards (``portal.published``). What a
publishing handler renders before its switch are the *specs*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from django.db.models import CharField, Exists, Max, OuterRef, Value
from django.db.models.functions import Cast, Concat

from portal import published
from portal.published import PageSpec
from portal.published.attached import attached_changed
from portal.published.prerender import drop
from tournaments.models import Announcement, Event, Organisation, Player, Round, Screen, Section
from tournaments.organisation_roles import organisations_within
from tournaments.pages import paths
from tournaments.pages.files import announce_file
from tournaments.pages.search_index import ask_for_index
from tournaments.pages.turning import front_changed
from tournaments.queries.notices.logos import logo_of, logo_path, logos_prefix
from tournaments.queries.public.public_front import LISTS, FrontChoice
from tournaments.queries.public.public_parts import is_large
from tournaments.queries.public.public_state import PUBLIC_STATES


def announce_home() -> None:
    """The front page can be read, and shows another choice of events."""
    published.announce(paths.HOME, "home", {})
    front_changed()


def front_path() -> str:
    """Where the front page stands; its first reader announces it."""
    try:
        published.find(paths.HOME)
    except published.NotPublishedError:
        announce_home()
    return paths.HOME


def announce_list(choice: FrontChoice) -> None:
    """The events of one game, country or year can be read."""
    params = asdict(choice)
    published.announce(choice.path, "events", params, eager=False)


def announce_event(event: Event) -> None:
    """An event can be read, and the list of events may name it."""
    announce_home()
    published.announce(paths.event_path(event), "event", {"event": event.pk})
    published.announce(paths.schedule_path(event), "schedule", {"event": event.pk})
    for path, kind in followed_of_event(event).items():
        published.announce(path, kind, {"event": event.pk}, eager=False)
    ask_for_index(event)


def followed_of_event(event: Event) -> dict[str, str]:
    """What programs follow of an event: pages with their kinds."""
    return {paths.event_feed_path(event): "event-feed", paths.event_calendar_path(event): "event-calendar"}


def _followed_of_section(section: Section) -> dict[str, str]:
    return {
        paths.section_feed_path(section): "section-feed",
        paths.section_calendar_path(section): "section-calendar",
    }


def expected() -> Iterator[PageSpec]:
    """What programs follow of all that is public. Two queries."""
    for event in Event.objects.filter(listed=True).iterator():
        for path, kind in followed_of_event(event).items():
            yield PageSpec(path, kind, {"event": event.pk}, eager=False)
    public = Section.objects.exclude(state=Section.State.DRAFT).select_related("event")
    for section in public.iterator():
        for path, kind in _followed_of_section(section).items():
            yield PageSpec(path, kind, {"section": section.pk}, eager=False)


def schedule_changed(section: Section) -> None:
    """Rounds start at another time, or another round is public: where that can be read."""
    if section.state == Section.State.DRAFT:
        return
    _touch_all(section, paths.event_path(section.event), paths.schedule_path(section.event))


def event_renamed(event: Event) -> None:
    """What the event is called, where and when it is: every page of it says so."""
    published.invalidate(under=[paths.event_path(event)])
    front_changed()
    ask_for_index(event)


def logo_changed(event: Event) -> None:
    """The event has another logo, or none: the old address says that it is gone, the event's page follows."""
    published.unpublish(logos_prefix(event.slug))
    if (logo := logo_of(event)) is not None:
        params = {"event": event.pk, "digest": logo.digest}
        published.announce(logo_path(event, logo), "logo", params, eager=False)
    published.invalidate(paths.event_path(event))


def event_changed(event: Event) -> None:
    """What only the event's own page shows has changed."""
    published.invalidate(paths.event_path(event))


def entries_taken(section: Section) -> None:
    """How many wait for a place has changed, which the pages say that show the section to come."""
    event = section.event
    published.invalidate(
        paths.HOME, paths.event_path(event), paths.section_path(section), *followed_of_event(event)
    )


def documents_changed(event: Event) -> None:
    """It gives other files to everybody: its page says so in a moment, what was taken away goes at once."""
    attached_changed(paths.event_path(event))
    event_changed(event)


def organisation_renamed(organisation: Organisation) -> None:
    """What an organisation is called, or where it stands: every page of its events names it."""
    published.invalidate(under=map(paths.event_path, organisation.events.all()))


def site_renamed() -> None:
    """What the site is called: the front page, and every page of events of no organisation."""
    announce_home()
    published.invalidate(under=[LISTS, *map(paths.event_path, Event.objects.filter(organisation=None))])


def announce_screen(screen: Screen) -> None:
    """A screen in the hall shows something, or something else."""
    path = paths.screen_path(screen.event, screen.number)
    published.announce(path, "screen", {"event": screen.event_id, "number": screen.number})
    published.invalidate(path)


def announcements_changed(announcement: Announcement) -> None:
    """Have the pages made anew on which an announcement stands."""
    event, section = announcement.event, announcement.section
    sections = [section] if section else list(event.sections.select_related("event"))
    public = [section for section in sections if section.state != Section.State.DRAFT]
    if not public:
        return
    # On the page of its section, or of the event and every section, on screens and in feeds.
    published.invalidate(
        paths.event_feed_path(event),
        *(paths.section_feed_path(section) for section in public),
        *(paths.section_path(section) for section in public),
        *([] if section else [paths.event_path(event)]),
        under=[paths.screens_prefix(event)],
    )


def officials_changed(event: Event, *sections: Section | None) -> None:
    """Who serves has changed: for these sections, None for the whole event. Files name the arbiters."""
    named = [
        section_or_none
        for section in sections
        for section_or_none in ([section] if section else event.sections.all())
    ]
    published.invalidate(
        *(
            paths.section_path(section_or_none) if section_or_none else paths.event_path(event)
            for section_or_none in sections
        ),
        under=[paths.files_prefix(section_or_none) for section_or_none in named],
    )


def _let_wait(section: Section) -> None:
    """Render of a large section only the newest round and the newest standings ahead."""
    if not is_large(section.entries.filter(number__isnull=False).count()):
        return
    public = section.round_set.filter(state__in=PUBLIC_STATES).aggregate(newest=Max("number"))["newest"] or 0
    frozen = section.standings.aggregate(newest=Max("after_round"))["newest"] or 0
    # Every page leads to the newest, and to render those of all rounds anew takes minutes.
    published.render_lazily(
        *(paths.round_path(section, number) for number in range(1, public)),
        *(
            path(section, after)
            for path in (paths.standings_path, paths.crosstable_path)
            for after in range(1, frozen)
        ),
    )


def _touch_all(section: Section, *more: str, fresh: Iterable[str] = ()) -> None:
    """Have every page of the section made anew, with what else shows it, but for those that are ``fresh``."""
    event = section.event
    # What is new in a section may stand on a screen.
    touched = [paths.section_path(section), LISTS, paths.screens_prefix(event)]
    published.invalidate(paths.HOME, *more, *followed_of_event(event), under=touched, fresh=fresh)
    norms_changed(section)


def announce_section(section: Section) -> None:
    """A section can be read, with the cards of its players."""
    published.announce(paths.section_path(section), "section", {"section": section.pk})
    for path, kind in _followed_of_section(section).items():
        published.announce(path, kind, {"section": section.pk}, eager=False)
    if section.all_rounds_public:
        published.announce(paths.all_rounds_path(section), "all-rounds", {"section": section.pk})
    if section.system == Section.System.KNOCK_OUT and section.options.get("places"):
        # A bracket that is set can be read before its first round.
        published.announce(paths.bracket_path(section), "bracket", {"section": section.pk})
    if section.norms_public:
        published.announce(paths.norms_path(section), "norms", {"section": section.pk})
    section_changed(section)


def all_rounds_published(section: Section) -> None:
    """The pairings of all rounds can be read: every page of the section leads to them."""
    published.announce(paths.all_rounds_path(section), "all-rounds", {"section": section.pk})
    _touch_all(section)


def all_rounds_taken_back(section: Section) -> None:
    published.unpublish(paths.all_rounds_path(section))
    _touch_all(section)


def players_changed(players: Iterable[Player], *, but: Section | None = None) -> None:
    """Have every page made anew that names the players, in all sections ``but`` that one."""
    where = {player.pk for player in players}
    if not where:
        return
    for section in Section.objects.filter(entries__player__in=where).select_related("event").distinct():
        if section != but:
            section_changed(section)


def section_changed(section: Section) -> None:
    """Entries, numbers or names have changed. A section in preparation has no pages."""
    if section.state == Section.State.DRAFT:
        return
    _player_cards_changed(section)
    if section.teams.exists():
        published.announce(paths.teams_path(section), "teams", {"section": section.pk})
    _touch_all(section, paths.event_path(section.event), paths.schedule_path(section.event))
    ask_for_index(section.event)


def prizes_awarded(section: Section) -> None:
    """Publish who won what, for the first time or corrected."""
    published.announce(paths.prizes_path(section), "prizes", {"section": section.pk})
    # Every page of the section leads to it, its final standings say the same.
    _touch_all(section, paths.event_path(section.event))


def ratings_changed(section: Section) -> None:
    """The class for ratings is confirmed, or another one: the estimates can be read, or no more."""
    if section.shows_ratings:
        published.announce(paths.ratings_path(section), "ratings", {"section": section.pk})
    else:
        published.unpublish(paths.ratings_path(section))
    _touch_all(section)


def norms_shown(section: Section) -> None:
    """The norms can be read, or no more: every page of the section leads to them."""
    if section.norms_public:
        published.announce(paths.norms_path(section), "norms", {"section": section.pk})
    else:
        published.unpublish(paths.norms_path(section))
    norms_changed(section)
    _touch_all(section)


def norms_changed(*sections: Section) -> None:
    """Have the pages of norms made anew after what is asked, or what was played, has changed."""
    public = [section for section in sections if section.norms_public]
    if not public:
        return
    # Where games of several sections count together, all of those that show norms change.
    others = Section.objects.filter(norm_tables__sections__in=public, norms_public=True)
    published.invalidate(
        *map(paths.norms_path, public),
        *map(paths.norms_path, others.exclude(pk__in=[item.pk for item in public]).select_related("event")),
    )


def norm_tables_changed(organisation: Organisation) -> None:
    """What a title asks for there, and in everything below it."""
    below = Organisation.objects.filter(organisations_within([organisation.pk]))
    public = Section.objects.filter(event__organisation__in=below, norms_public=True)
    norms_changed(*public.select_related("event"))


def _player_cards_changed(section: Section) -> None:
    """Announce a card of everybody who has a number; it is rendered when somebody asks."""
    prefix = paths.players_prefix(section)
    # Of cards that are there only the bytes are forgotten: of one changed entry among thousands nothing is
    # stored but what is new.
    drop(published.Page.objects.filter(path__startswith=prefix, eager=False))
    path = Concat(Value(prefix), Cast("number", CharField()), Value("/"))
    numbered = section.entries.filter(number__isnull=False).order_by("number").annotate(path=path)
    there = published.Page.objects.filter(path=OuterRef("path"), withdrawn=False)
    missing = numbered.filter(~Exists(there)).values_list("path", "number")
    specs = [
        PageSpec(path, "player", {"section": section.pk, "number": number}, eager=False)
        for path, number in missing
    ]
    if specs:
        published.store(published.render_many(specs))


def round_specs(round_: Round) -> list[PageSpec]:
    """What must be readable at the moment a round is published: what everybody opens at once."""
    section, number = round_.section, round_.number
    params: dict[str, Any] = {"section": section.pk, "round": number}
    return [
        PageSpec(paths.round_path(section, number), "round", params),
        PageSpec(paths.by_name_path(section, number), "round-by-name", params),
        *_bracket_specs(round_),
    ]


def _bracket_specs(round_: Round) -> list[PageSpec]:
    section = round_.section
    if not _knocks_out(round_):
        return []
    return [PageSpec(paths.bracket_path(section), "bracket", {"section": section.pk})]


def _knocks_out(round_: Round) -> bool:
    """Whether the bracket shows this round: it appears with the first in which somebody is knocked out."""
    final = round_.section.options.get("final")
    knock_out = round_.section.system == Section.System.KNOCK_OUT
    return knock_out or bool(final and round_.number > final["after"])


def standings_specs(section: Section, after: int) -> list[PageSpec]:
    """What must be readable at the moment standings are frozen."""
    return [
        PageSpec(paths.standings_path(section, after), "standings", _frozen(section, after)),
        *section_specs(section),
    ]


def crosstable_specs(section: Section, after: int) -> list[PageSpec]:
    """What else shows frozen standings; of a large section it follows a moment later."""
    params = _frozen(section, after)
    cross = PageSpec(paths.crosstable_path(section, after), "crosstable", params)
    boards = PageSpec(paths.boards_path(section, after), "boards", params)
    return [
        *([cross] if section.system != Section.System.KNOCK_OUT else []),
        *([boards] if section.of_teams else []),
    ]


def _frozen(section: Section, after: int) -> dict[str, Any]:
    return {"section": section.pk, "after": after}


def section_specs(section: Section) -> list[PageSpec]:
    """What leads to a round or to standings that have just become public."""
    return [
        PageSpec(paths.section_path(section), "section", {"section": section.pk}),
        PageSpec(paths.event_path(section.event), "event", {"event": section.event_id}),
    ]


def round_paired(round_: Round) -> None:
    """It will be public soon: who follows its section asks more often (`pace`)."""
    attached_changed(paths.section_path(round_.section))
    attached_changed(paths.event_path(round_.section.event))


def round_published(round_: Round, *, fresh: Iterable[str] = ()) -> None:
    """Have the pages made anew when a round is public, but for those that are ``fresh``."""
    _let_wait(round_.section)
    # Every page of the section leads to the round, and players' cards name it.
    _touch_all(round_.section, paths.schedule_path(round_.section.event), fresh=fresh)


def round_reopened(round_: Round) -> None:
    """A closed round plays again: its pages and its standings say so."""
    event = round_.section.event
    _touch_all(round_.section, paths.event_path(event), paths.schedule_path(event))


def results_changed(round_: Round) -> None:
    """Have the pages made anew that show a result."""
    section = round_.section
    norms_changed(section)
    games = paths.event_games_path(section.event)
    # A correction in a closed round reaches the scores that every later round was entered with.
    if round_.state == Round.State.CLOSED:
        published.invalidate(under=[games])
        _touch_all(section, paths.event_path(section.event))
        return
    bracket = [paths.bracket_path(section)] if _knocks_out(round_) else []
    # What their matches stand at is on the page of teams that meet teams.
    teams = [paths.teams_path(section)] if section.of_teams else []
    published.invalidate(
        *bracket,
        paths.HOME,
        paths.event_path(section.event),
        paths.section_path(section),
        under=[
            LISTS,
            paths.screens_prefix(section.event),
            games,
            paths.games_path(section),
            *teams,
            paths.players_prefix(section),
            paths.round_path(section, round_.number),
            paths.files_prefix(section),
        ],
    )


def play_begun(round_: Round) -> None:
    """The first report of a round has come: the schedule's document says that it is being played."""
    published.invalidate(paths.schedule_path(round_.section.event))


def line_up_given(round_: Round) -> None:
    """A team has handed in a line-up: the pages of the round say that, and nothing else of it."""
    section, number = round_.section, round_.number
    published.invalidate(paths.round_path(section, number), paths.by_name_path(section, number))


def standings_stored(section: Section) -> None:
    """Standings were frozen: every page of the section leads to them."""
    _let_wait(section)
    _touch_all(section, paths.schedule_path(section.event))


__all__ = [
    "all_rounds_published",
    "all_rounds_taken_back",
    "announce_event",
    "announce_file",
    "announce_home",
    "announce_list",
    "announce_screen",
    "announce_section",
    "announcements_changed",
    "ask_for_index",
    "crosstable_specs",
    "documents_changed",
    "event_changed",
    "event_renamed",
    "expected",
    "front_changed",
    "front_path",
    "line_up_given",
    "logo_changed",
    "norm_tables_changed",
    "norms_changed",
    "norms_shown",
    "officials_changed",
    "play_begun",
    "prizes_awarded",
    "ratings_changed",
    "results_changed",
    "round_published",
    "round_reopened",
    "round_specs",
    "schedule_changed",
    "section_changed",
    "section_specs",
    "site_renamed",
    "standings_specs",
    "standings_stored",
]
