"""What of an event can be taken back from the public as a whole, and the addresses that belong to it.

*key*   ``event``, ``men`` (a section), ``men/round/3``, ``men/standings/2``
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from portal import published
from tournaments.models import Event, Round, Section, Standing
from tournaments.pages import paths
from tournaments.queries.public_state import PUBLIC_STATES
from tournaments.wording.names import plain_name

EVENT = "event"


@dataclass(frozen=True, slots=True)
class Place:
    """``prefixes``: what is withheld with it; ``quoting``: what stays and is made anew without it, the pages
    of its section, screens, files, feeds and calendars; ``withheld``: whether it is."""

    key: str
    name: str
    prefixes: tuple[str, ...]
    quoting: tuple[str, ...]
    withheld: bool


def places(event: Event) -> list[Place]:
    """Everything of the event that is before the public, or would be if it had not been taken back."""
    back = set(published.Withheld.objects.values_list("prefix", flat=True))
    found: list[tuple[str, str, tuple[str, ...], tuple[str, ...]]] = [
        (EVENT, gettext("Whole event"), (paths.event_path(event),), ())
    ]
    of_all = (paths.event_files_prefix(event), paths.beside_sections_prefix(event))
    rounds, frozen = _rounds(event), _frozen(event)
    for section in event.sections.exclude(state=Section.State.DRAFT).select_related("event"):
        title = {"section": plain_name(section)}
        name = gettext("%(section)s: whole section") % title
        quoting = (paths.section_path(section), *of_all)
        found.append((section.slug, name, quoting[:1], of_all))
        for number in rounds.get(section.pk, ()):
            name = gettext("%(section)s: round %(number)s") % {**title, "number": number}
            # What is kept of a round, in whatever format, has its number in the name.
            file = f"{paths.files_prefix(section)}{section.slug}-round-{number}"
            prefixes = (paths.round_path(section, number), f"{file}.", f"{file}-")
            found.append((f"{section.slug}/round/{number}", name, prefixes, quoting))
        for after in frozen.get(section.pk, ()):
            name = gettext("%(section)s: standings after round %(after)s") % {**title, "after": after}
            shown = (paths.standings_path, paths.crosstable_path, paths.boards_path)
            pages = tuple(path(section, after) for path in shown)
            found.append((f"{section.slug}/standings/{after}", name, pages, quoting))
    return [
        Place(key, name, prefixes, quoting, prefixes[0] in back) for key, name, prefixes, quoting in found
    ]


def _rounds(event: Event) -> dict[int, list[int]]:
    """The public rounds, by id of the section."""
    found: dict[int, list[int]] = {}
    rows = Round.objects.filter(section__event=event, state__in=PUBLIC_STATES).order_by("number")
    for section, number in rows.values_list("section", "number"):
        found.setdefault(section, []).append(number)
    return found


def _frozen(event: Event) -> dict[int, list[int]]:
    """After which rounds standings were frozen, by id of the section."""
    found: dict[int, list[int]] = {}
    rows = Standing.objects.filter(section__event=event).order_by("after_round")
    for section, after in rows.values_list("section", "after_round").distinct():
        found.setdefault(section, []).append(after)
    return found


def place_of(event: Event, key: str) -> Place | None:
    return next((place for place in places(event) if place.key == key), None)
