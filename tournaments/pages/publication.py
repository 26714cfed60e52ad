"""Name what can be taken back as a whole; keys are ``event``, ``men``, ``men/round/3``,
``men/standings/2``."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from portal import published
from tournaments.models import Event, Round, Section, Standing
from tournaments.pages import paths
from tournaments.queries.public.public_state import PUBLIC_STATES
from tournaments.wording.names import plain_name

EVENT = "event"


@dataclass(frozen=True, slots=True)
class PublicPlace:
    """Name what can be taken back; ``prefixes``: withheld, ``quoting``: made anew without it."""

    key: str
    name: str
    prefixes: tuple[str, ...]
    quoting: tuple[str, ...]
    withheld: bool


def published_places(event: Event) -> list[PublicPlace]:
    """Everything of the event that is before the public, or would be if it had not been taken back."""
    back = set(published.Withheld.objects.values_list("prefix", flat=True))
    places_found: list[tuple[str, str, tuple[str, ...], tuple[str, ...]]] = [
        (EVENT, gettext("Whole event"), (paths.event_path(event),), ())
    ]
    of_all = (paths.event_files_prefix(event), paths.beside_sections_prefix(event))
    rounds, frozen = _rounds(event), _frozen(event)
    for section in event.sections.exclude(state=Section.State.DRAFT).select_related("event"):
        title = {"section": plain_name(section)}
        name = gettext("%(section)s: whole section") % title
        quoting = (paths.section_path(section), *of_all)
        places_found.append((section.slug, name, quoting[:1], of_all))
        for number in rounds.get(section.pk, ()):
            name = gettext("%(section)s: round %(number)s") % {**title, "number": number}
            # What is kept of a round, in whatever format, has its number in the name.
            file = f"{paths.files_prefix(section)}{section.slug}-round-{number}"
            prefixes = (paths.round_path(section, number), f"{file}.", f"{file}-")
            places_found.append((f"{section.slug}/round/{number}", name, prefixes, quoting))
        for after in frozen.get(section.pk, ()):
            name = gettext("%(section)s: standings after round %(after)s") % {**title, "after": after}
            path_functions = (paths.standings_path, paths.crosstable_path, paths.boards_path)
            pages = tuple(path(section, after) for path in path_functions)
            places_found.append((f"{section.slug}/standings/{after}", name, pages, quoting))
    return [
        PublicPlace(key, name, prefixes, quoting, prefixes[0] in back)
        for key, name, prefixes, quoting in places_found
    ]


def _rounds(event: Event) -> dict[int, list[int]]:
    """The public rounds, by id of the section."""
    numbers: dict[int, list[int]] = {}
    rows = Round.objects.filter(section__event=event, state__in=PUBLIC_STATES).order_by("number")
    for section, number in rows.values_list("section", "number"):
        numbers.setdefault(section, []).append(number)
    return numbers


def _frozen(event: Event) -> dict[int, list[int]]:
    """After which rounds standings were frozen, by id of the section."""
    rounds_by_section: dict[int, list[int]] = {}
    rows = Standing.objects.filter(section__event=event).order_by("after_round")
    for section, after in rows.values_list("section", "after_round").distinct():
        rounds_by_section.setdefault(section, []).append(after)
    return rounds_by_section


def place_of(event: Event, key: str) -> PublicPlace | None:
    return next((place for place in published_places(event) if place.key == key), None)
