"""Enter many players at once from a list that was read and previewed; one line of report a row.

The list is the truth that the person saw: rows with faults are left out and reported, the others are
entered together or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import Answer, lock_section, scope_of, target_of
from tournaments.acts.enter_player import (
    Person,
    check_person,
    check_section,
    has_two_groups,
    taken_numbers,
    tidy,
)
from tournaments.exchange.people import PersonRow
from tournaments.models import Absence, Category, Entry, Federation, Player, Round, Section, Team
from tournaments.policy import Act, require
from tournaments.state.lots import canonical, late_number


class Fate(StrEnum):
    """What becomes of a row."""

    ENTER = "enter"
    KNOWN = "known"
    FAULTY = "faulty"


@dataclass(frozen=True, slots=True)
class RowFate:
    """``code`` and ``params`` say why a row is faulty, for rows whose own faults do not say it."""

    row: PersonRow
    fate: Fate
    player: int | None = None
    code: str = ""
    params: tuple[tuple[str, Any], ...] = ()


def person_of(row: PersonRow) -> Person:
    return Person(
        name=row.name,
        native_name=row.native_name,
        federation=row.federation,
        club=row.club,
        birth_year=row.birth_year,
        gender=row.gender,
        rating=row.rating,
        group=row.group or 1,
        team=row.team,
        categories=row.categories,
    )


def plan_import(section: Section, rows: Sequence[PersonRow]) -> list[RowFate]:
    """What `import_players` would do with each row now. Writes nothing; six queries for any number."""
    federations = set(Federation.objects.values_list("code", flat=True))
    players: dict[tuple[str, str], list[Player]] = {}
    for player in Player.objects.filter(federation__in={row.federation for row in rows}).order_by("pk"):
        players.setdefault((canonical(player.name), player.federation_id), []).append(player)
    entered = set(section.entries.values_list("player_id", flat=True))
    fates: list[RowFate] = []
    for row in rows:
        if not row.is_usable:
            fates.append(RowFate(row, Fate.FAULTY))
            continue
        try:
            check_person(person_of(row), federations)
        except Refusal as refusal:
            fates.append(
                RowFate(row, Fate.FAULTY, code=refusal.code, params=tuple(sorted(refusal.params.items())))
            )
            continue
        known = next(
            (
                player
                for player in players.get((canonical(row.name), row.federation), ())
                if len({player.birth_year, row.birth_year} - {None}) < 2
            ),
            None,
        )
        if known is not None and known.pk in entered:
            fates.append(RowFate(row, Fate.KNOWN, player=known.pk))
        else:
            fates.append(RowFate(row, Fate.ENTER, player=known.pk if known else None))
            if known is not None:
                entered.add(known.pk)
    return fates


def import_players(*, section: Section, rows: Sequence[PersonRow], by: User, once: str = "") -> Answer:
    """Answers ``{"entered": n, "known": n, "faulty": n}``. Refusals: ``nothing-to-import``,
    ``section-finished``, ``no-late-entry``."""
    with transaction.atomic():
        section = lock_section(section)
        if earlier := journal.answered(by=by, once=once, act="import_players", target=target_of(section)):
            return earlier
        require(Act.ENTER_PLAYER, by=by, scope=section)
        check_section(section)
        if not rows:
            raise Refusal("nothing-to-import", field="file")
        fates = plan_import(section, rows)
        entries = _enter(section, [fate for fate in fates if fate.fate is Fate.ENTER])
        answer: Answer = {
            "entered": len(entries),
            "known": sum(fate.fate is Fate.KNOWN for fate in fates),
            "faulty": sum(fate.fate is Fate.FAULTY for fate in fates),
        }
        journal.record(
            "import_players",
            by=by,
            scope=scope_of(section.event),
            target=target_of(section),
            after={**answer, "entries": [entry.pk for entry in entries]},
            once=once,
            answer=answer,
        )
        pages.section_changed(section)
        return answer


def _enter(section: Section, fates: Sequence[RowFate]) -> list[Entry]:
    fresh = {
        id(fate): Player(
            name=tidy(fate.row.name),
            native_name=tidy(fate.row.native_name),
            federation_id=fate.row.federation,
            club=fate.row.club,
            birth_year=fate.row.birth_year,
            gender=fate.row.gender,
            rating=fate.row.rating,
        )
        for fate in fates
        if fate.player is None
    }
    Player.objects.bulk_create(fresh.values(), batch_size=500)
    teams = _teams(section, fates)
    taken = taken_numbers(section)
    two_groups = has_two_groups(section)
    entries = []
    for fate in fates:
        group = fate.row.group or 1
        number = None
        if section.lots_drawn_at:
            number = late_number(taken, group, two_groups=two_groups)
            taken.add(number)
        entries.append(
            Entry(
                section=section,
                player_id=fate.player or fresh[id(fate)].pk,
                number=number,
                group=group,
                rating=fate.row.rating,
                team=teams.get(fate.row.team),
            )
        )
    Entry.objects.bulk_create(entries, batch_size=500)
    _categorise(section, fates, entries)
    if section.lots_drawn_at:
        public = section.round_set.exclude(state__in=(Round.State.PLANNED, Round.State.DRAFT))
        numbers = list(public.values_list("number", flat=True))
        Absence.objects.bulk_create(
            (Absence(entry=entry, round_number=number) for entry in entries for number in numbers),
            batch_size=500,
        )
    return entries


def _teams(section: Section, fates: Sequence[RowFate]) -> dict[str, Team]:
    teams = {team.name: team for team in section.teams.all()}
    wanted = {fate.row.team: fate.row.federation for fate in fates if fate.row.team}
    Team.objects.bulk_create(
        Team(section=section, name=name, federation_id=federation)
        for name, federation in wanted.items()
        if name not in teams
    )
    return {team.name: team for team in section.teams.all()}


def _categorise(section: Section, fates: Sequence[RowFate], entries: Sequence[Entry]) -> None:
    known = {category.key: category for category in section.categories.all()}
    for key in sorted({key for fate in fates for key in fate.row.categories} - set(known)):
        known[key] = Category.objects.create(section=section, key=key, name=key.upper())
    through = Entry.categories.through
    through.objects.bulk_create(
        (
            through(entry_id=entry.pk, category_id=known[key].pk)
            for fate, entry in zip(fates, entries, strict=True)
            for key in dict.fromkeys(fate.row.categories)
        ),
        batch_size=500,
    )
