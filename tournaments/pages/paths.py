"""Addresses of published pages, without their language: ``e/wxc-2015/men/round/5/``."""

from __future__ import annotations

from tournaments.models import Event, Section

HOME = ""
BY_NAME = "by-name/"


def event_path(event: Event) -> str:
    return f"e/{event.slug}/"


def beside_sections_prefix(event: Event) -> str:
    """Return the prefix of what an event has beside its own page and its sections."""
    # The address of a section cannot begin with "-".
    return f"{event_path(event)}-/"


def screens_prefix(event: Event) -> str:
    return f"{beside_sections_prefix(event)}screen/"


def screen_path(event: Event, number: int) -> str:
    return f"{screens_prefix(event)}{number}/"


def schedule_path(event: Event) -> str:
    return f"{event_path(event)}-/schedule/"


def event_feed_path(event: Event) -> str:
    return f"{event_path(event)}-/feed/"


def event_calendar_path(event: Event) -> str:
    return f"{event_path(event)}-/calendar/"


def section_path(section: Section) -> str:
    return f"{event_path(section.event)}{section.slug}/"


def section_feed_path(section: Section) -> str:
    return f"{section_path(section)}-/feed/"


def section_calendar_path(section: Section) -> str:
    return f"{section_path(section)}-/calendar/"


def round_path(section: Section, number: int) -> str:
    return f"{section_path(section)}round/{number}/"


def tables_prefix(section: Section, number: int) -> str:
    """Below it stands what is published of single tables."""
    return f"{round_path(section, number)}table/"


def by_name_path(section: Section, number: int) -> str:
    return f"{round_path(section, number)}{BY_NAME}"


def standings_path(section: Section, after: int) -> str:
    return f"{section_path(section)}standings/{after}/"


def crosstable_path(section: Section, after: int) -> str:
    return f"{section_path(section)}crosstable/{after}/"


def boards_path(section: Section, after: int) -> str:
    return f"{section_path(section)}boards/{after}/"


def shown_path(section: Section, kind: str, number: int) -> str:
    """Return where the public reads what a paper or a slide of this kind shows."""
    # Neither is given to anybody while that page is taken back.
    of_standings = {
        "standings": standings_path,
        "team-standings": standings_path,
        "crosstable": crosstable_path,
        "team-crosstable": crosstable_path,
        "boards": boards_path,
        "teams": standings_path,
    }.get(kind)
    if of_standings:
        return of_standings(section, number)
    of_section = {"all-rounds": all_rounds_path, "prize-list": prizes_path}.get(kind)
    if of_section:
        return of_section(section)
    return round_path(section, number) if number else section_path(section)


def bracket_path(section: Section) -> str:
    return f"{section_path(section)}bracket/"


def teams_path(section: Section) -> str:
    return f"{section_path(section)}teams/"


def all_rounds_path(section: Section) -> str:
    return f"{section_path(section)}all-rounds/"


def prizes_path(section: Section) -> str:
    return f"{section_path(section)}prizes/"


def ratings_path(section: Section) -> str:
    return f"{section_path(section)}ratings/"


def norms_path(section: Section) -> str:
    return f"{section_path(section)}norms/"


def games_path(section: Section) -> str:
    """The list of a section's games, where the app of games publishes one."""
    return f"{section_path(section)}games/"


def event_games_path(event: Event) -> str:
    """The same of all sections."""
    return f"{event_path(event)}-/games/"


def files_prefix(section: Section) -> str:
    """Below it stand the files that everybody can keep."""
    return f"{section_path(section)}files/"


def event_files_prefix(event: Event) -> str:
    """Below it stand the files that are gathered from all sections of an event."""
    return f"{event_path(event)}files/"


def players_prefix(section: Section) -> str:
    return f"{section_path(section)}player/"


def player_path(section: Section, number: int) -> str:
    return f"{players_prefix(section)}{number}/"
