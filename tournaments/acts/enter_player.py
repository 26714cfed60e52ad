"""Enter a player into a section, before the lots are drawn or late."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import Answer, check_name, lock_section, scope_of, target_of
from tournaments.models import Absence, Category, Entry, Federation, Player, Round, Section, Team
from tournaments.policy import Act, require
from tournaments.state.lots import canonical, late_number

NAME_LENGTH, NATIVE_LENGTH = 80, 40


@dataclass(frozen=True, slots=True)
class Person:
    """Who is entered. ``name`` in Latin letters; categories by key; ``team`` by name, empty for none."""

    name: str
    federation: str
    native_name: str = ""
    club: str = ""
    birth_year: int | None = None
    gender: str = ""
    rating: int | None = None
    group: int = 1
    team: str = ""
    categories: tuple[str, ...] = ()


def enter_player(*, section: Section, person: Person, by: User, once: str = "") -> Answer:
    """Answers ``{"entry": id, "number": int | None}``.

    After the lots the player gets the next free number of the group and is absent in the rounds that are
    already public. Refusals: ``name-needed``, ``name-too-long``, ``unknown-federation``,
    ``already-entered``, ``unknown-category``, ``bad-group``, ``section-finished``, ``no-late-entry``.
    """
    with transaction.atomic():
        section = lock_section(section)
        if earlier := journal.answered(by=by, once=once, act=Act.ENTER_PLAYER, target=target_of(section)):
            return earlier
        require(Act.ENTER_PLAYER, by=by, scope=section)
        check_section(section)
        entry = add_entry(section, person)
        answer: Answer = {"entry": entry.pk, "number": entry.number}
        journal.record(
            Act.ENTER_PLAYER,
            by=by,
            scope=scope_of(section.event),
            target=target_of(section),
            after={"entry": entry.pk, "number": entry.number, "group": entry.group},
            once=once,
            answer=answer,
        )
        pages.section_changed(section)
        return answer


def check_section(section: Section) -> None:
    """Whether the section still takes players."""
    if section.state == Section.State.FINISHED:
        raise Refusal("section-finished")
    if section.lots_drawn_at and not section.is_swiss:
        # A Berger table is made for a fixed number of players.
        raise Refusal("no-late-entry")


def add_entry(section: Section, person: Person) -> Entry:
    """Write one entry into a section that the caller has locked; late numbers and absences included."""
    check_person(person, set(Federation.objects.values_list("code", flat=True)))
    player = find_player(person)
    if player is not None and section.entries.filter(player=player).exists():
        raise Refusal("already-entered", field="name", name=person.name, federation=person.federation)
    if player is None:
        player = Player.objects.create(
            name=tidy(person.name),
            native_name=tidy(person.native_name),
            federation_id=person.federation,
            club=person.club,
            birth_year=person.birth_year,
            gender=person.gender,
            rating=person.rating,
        )
    entry = Entry(section=section, player=player, group=person.group, rating=person.rating)
    if person.team:
        entry.team = Team.objects.get_or_create(
            section=section, name=person.team, defaults={"federation_id": person.federation}
        )[0]
    if section.lots_drawn_at:
        entry.number = late_number(taken_numbers(section), person.group, two_groups=has_two_groups(section))
    entry.save()
    if person.categories:
        entry.categories.set(_categories(section, person.categories))
    if section.lots_drawn_at:
        public = section.round_set.exclude(state__in=(Round.State.PLANNED, Round.State.DRAFT))
        Absence.objects.bulk_create(
            Absence(entry=entry, round_number=number) for number in public.values_list("number", flat=True)
        )
    return entry


def tidy(name: str) -> str:
    """A name as it is kept: composed characters, single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def taken_numbers(section: Section) -> set[int]:
    """The numbers that are drawn already."""
    return {number for number in section.entries.values_list("number", flat=True) if number is not None}


def has_two_groups(section: Section) -> bool:
    """Whether the lots keep two groups apart (WXC 2.1)."""
    return section.system == Section.System.WXC2015 and section.entries.filter(group=2).exists()


def find_player(person: Person) -> Player | None:
    """A player already known: the same name and federation, and no other year of birth."""
    wanted = canonical(person.name)
    for player in Player.objects.filter(federation_id=person.federation).order_by("pk"):
        years = {player.birth_year, person.birth_year} - {None}
        if canonical(player.name) == wanted and len(years) < 2:
            return player
    return None


def check_person(person: Person, federations: Collection[str]) -> None:
    """Whether the values can be entered at all. Raises the `Refusal` that names the field."""
    if not person.name.strip():
        raise Refusal("name-needed", field="name")
    for field, length in (("name", NAME_LENGTH), ("native_name", NATIVE_LENGTH)):
        check_name(field, getattr(person, field), most=length)
    for field in ("club", "team"):
        check_name(field, getattr(person, field))
    if person.group not in (1, 2):
        raise Refusal("bad-group", field="group", group=person.group)
    if person.federation not in federations:
        raise Refusal("unknown-federation", field="federation", federation=person.federation)


def _categories(section: Section, keys: tuple[str, ...]) -> list[Category]:
    known = {category.key: category for category in section.categories.all()}
    for key in keys:
        if key not in known:
            raise Refusal("unknown-category", field="categories", category=key)
    return [known[key] for key in keys]
