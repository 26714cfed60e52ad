"""Which pages are published of what, and which of them an act may change.

Acts call these inside their own transaction; a worker renders afterwards (``portal.published``). What a
publishing handler renders before its switch are the *specs*.
"""

from __future__ import annotations

from typing import Any

from portal import published
from portal.published import PageSpec
from tournaments.models import Event, Round, Screen, Section
from tournaments.pages import paths
from tournaments.pages.files import announce_file
from tournaments.queries.logos import logo_of, logo_path, logos_prefix


def announce_home() -> None:
    """The list of events can be read."""
    published.announce(paths.HOME, "home", {})


def announce_event(event: Event) -> None:
    """An event can be read, and the list of events may name it."""
    announce_home()
    published.announce(paths.event_path(event), "event", {"event": event.pk})
    published.announce(paths.schedule_path(event), "schedule", {"event": event.pk})


def schedule_changed(section: Section) -> None:
    """Rounds start at another time, or another round is public: where that can be read."""
    if section.state == Section.State.DRAFT:
        return
    _touch_all(section, paths.event_path(section.event), paths.schedule_path(section.event))


def logo_changed(event: Event) -> None:
    """The event has another logo, or none: the old address says that it is gone, the event's page follows."""
    published.unpublish(logos_prefix(event.slug))
    if (logo := logo_of(event)) is not None:
        params = {"event": event.pk, "digest": logo.digest}
        published.announce(logo_path(event.slug, logo.digest), "logo", params, eager=False)
    published.touch(paths.event_path(event))


def announce_screen(screen: Screen) -> None:
    """A screen in the hall shows something, or something else."""
    path = paths.screen_path(screen.event, screen.number)
    published.announce(path, "screen", {"event": screen.event_id, "number": screen.number})
    published.touch(path)


def _screens(section: Section) -> list[str]:
    """What is new in a section may stand on a screen."""
    numbers = Screen.objects.filter(event=section.event_id).values_list("number", flat=True)
    return [paths.screen_path(section.event, number) for number in numbers]


def _touch_all(section: Section, *more: str) -> None:
    """Every page of the section, the screens, and ``more``."""
    published.touch(*more, *_screens(section), under=[paths.section_path(section)])


def announce_section(section: Section) -> None:
    """A section can be read, with the cards of its players."""
    published.announce(paths.section_path(section), "section", {"section": section.pk})
    section_changed(section)


def section_changed(section: Section) -> None:
    """Entries, numbers or names have changed. A section in preparation has no pages."""
    if section.state == Section.State.DRAFT:
        return
    published.store(published.render_many(player_specs(section)))
    if section.teams.exists():
        published.announce(paths.teams_path(section), "teams", {"section": section.pk})
    _touch_all(section, paths.event_path(section.event), paths.schedule_path(section.event))


def player_specs(section: Section) -> list[PageSpec]:
    """A card for everybody who has a number; rendered when somebody asks."""
    numbers = section.entries.filter(number__isnull=False).values_list("number", flat=True)
    return [
        PageSpec(
            paths.player_path(section, number or 0),
            "player",
            {"section": section.pk, "number": number},
            eager=False,
        )
        for number in numbers
    ]


def round_specs(round_: Round) -> list[PageSpec]:
    """What must be readable at the moment a round is published: what everybody opens at once."""
    section, number = round_.section, round_.number
    params: dict[str, Any] = {"section": section.pk, "round": number}
    return [
        PageSpec(paths.round_path(section, number), "round", params),
        PageSpec(paths.by_name_path(section, number), "round-by-name", params),
        *_bracket_specs(round_),
        *_section_specs(section),
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
    params: dict[str, Any] = {"section": section.pk, "after": after}
    cross = [PageSpec(paths.crosstable_path(section, after), "crosstable", params)]
    return [
        PageSpec(paths.standings_path(section, after), "standings", params),
        *(cross if section.system != Section.System.KNOCK_OUT else []),
        *_section_specs(section),
    ]


def _section_specs(section: Section) -> list[PageSpec]:
    return [
        PageSpec(paths.section_path(section), "section", {"section": section.pk}),
        PageSpec(paths.event_path(section.event), "event", {"event": section.event_id}),
    ]


def round_published(round_: Round) -> None:
    """A round is public: every page of the section leads to it, and players' cards name it."""
    _touch_all(round_.section, paths.schedule_path(round_.section.event))


def round_reopened(round_: Round) -> None:
    """A closed round plays again: its pages and its standings say so."""
    event = round_.section.event
    _touch_all(round_.section, paths.event_path(event), paths.schedule_path(event))


def results_changed(round_: Round) -> None:
    """A result was reported or corrected. A correction in a closed round reaches the scores that every
    later round was entered with."""
    section = round_.section
    if round_.state == Round.State.CLOSED:
        _touch_all(section)
        return
    bracket = [paths.bracket_path(section)] if _knocks_out(round_) else []
    published.touch(
        *_screens(section),
        *bracket,
        paths.section_path(section),
        paths.round_path(section, round_.number),
        under=[
            paths.players_prefix(section),
            paths.tables_prefix(section, round_.number),
            paths.files_prefix(section),
        ],
    )


def standings_stored(section: Section) -> None:
    """Standings were frozen: every page of the section leads to them."""
    _touch_all(section, paths.schedule_path(section.event))


__all__ = [
    "announce_event",
    "announce_file",
    "announce_home",
    "announce_screen",
    "announce_section",
    "logo_changed",
    "player_specs",
    "results_changed",
    "round_published",
    "round_reopened",
    "round_specs",
    "schedule_changed",
    "section_changed",
    "standings_specs",
    "standings_stored",
]
