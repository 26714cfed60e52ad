"""Enter many players at once from a list that was read and previewed; one line of report a row.

The list is the truth that the person saw: rows with faults are left out and reported, the others are
entered together or not at all. What could not be read of a row is left empty; the entry says so until it is
filled in or somebody has dismissed it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import check_places_kept
from tournaments.acts.entering.write_entries import (
    check_not_entered,
    check_takes_players,
    differing,
    entered_in,
    find_among,
    known_players,
    write_entries,
)
from tournaments.acts.frame import ENTRY, SECTION, ActResult, act, no_change
from tournaments.acts.money._fees import charge
from tournaments.acts.register.person_input import PersonInput, check_grades, check_person
from tournaments.exchange.faults import ListErrorCode, doubt_as_json, row_problem
from tournaments.exchange.people import PersonRow
from tournaments.exchange.problems import Problem
from tournaments.models import Entry, Federation, Player, Section
from tournaments.policy import Act

# An answer tells about at most so many rows.
MOST_TOLD = 300


class Fate(StrEnum):
    """What becomes of a row."""

    FAULTY = "faulty"
    KNOWN = "known"
    ENTER = "enter"


@dataclass(frozen=True, slots=True)
class RowFate:
    """Say what becomes of a row.

    ``code``, ``params``: why it is left out, where its own faults do not say it; ``player``: the known one of
    this name; ``differing_fields``: what stands otherwise with that player, and stays; ``row``: as it is
    entered; ``doubts``: what it is entered without."""

    row: PersonRow
    fate: Fate
    player: Player | None = None
    code: str = ""
    params: tuple[tuple[str, Any], ...] = ()
    differing_fields: tuple[str, ...] = ()
    doubts: tuple[Problem, ...] = ()

    @property
    def may_be_another(self) -> bool:
        """Whether the row is left out only because its name is there already."""
        return self.row.is_namesake or self.code == "already-entered"

    @property
    def is_complete(self) -> bool:
        """Whether the report after the import has a line about the row."""
        return self.fate is not Fate.ENTER or bool(self.differing_fields)

    def as_json(self) -> dict[str, Any]:
        """Without names."""
        fields: dict[str, Any] = {"line": self.row.line, "fate": str(self.fate)}
        if self.code:
            fields |= {"code": self.code, "params": dict(self.params)}
        return fields | ({"kept": list(self.differing_fields)} if self.differing_fields else {})


def person_of(row: PersonRow) -> PersonInput:
    return PersonInput(
        name=row.name,
        native_name=row.native_name,
        federation=row.federation,
        club=row.club,
        native_club=row.native_club,
        birth_year=row.birth_year,
        gender=row.gender,
        rating=row.rating,
        title=row.title,
        grade=row.grade,
        declared_grade=row.declared_grade,
        given_name=row.given_name,
        egf_pin=row.egf_pin,
        ffg_licence=row.ffg_licence,
        aga_id=row.aga_id,
        province=row.province,
        native_province=row.native_province,
        group=row.group or 1,
        team=row.team,
        categories=row.categories,
    )


def plan_import(
    section: Section, rows: Sequence[PersonRow], namesakes: Collection[int] = ()
) -> list[RowFate]:
    """What `import_players` would do with each row now. Writes nothing; four queries for any number."""
    federations = set(Federation.objects.values_list("code", flat=True))
    categories = set(section.categories.values_list("key", flat=True))
    players = known_players(section.event, [(row.name, row.federation) for row in rows])
    entered = entered_in(section)
    fates: list[RowFate] = []
    for listed in rows:
        row, doubts = _without_unknown(listed, categories)
        another = row.line in namesakes
        if not (row.is_usable or (another and row.is_namesake)):
            fates.append(RowFate(row, Fate.FAULTY))
            continue
        person = person_of(row)
        player = None
        try:
            check_person(person, federations)
            check_grades(section, person)
            player = None if another else find_among(players, person)
            check_not_entered(person, player, entered)
        except Refusal as refusal:
            fate = Fate.FAULTY if player is None else Fate.KNOWN
            # The row has the name; answers and the journal hold none (law 8).
            params = {key: value for key, value in refusal.params.items() if key != "name"}
            fates.append(RowFate(row, fate, player, refusal.code, tuple(sorted(params.items()))))
            continue
        here = player if player and player.event_id == section.event_id else None
        fates.append(
            RowFate(row, Fate.ENTER, player, differing_fields=differing(person, here), doubts=doubts)
        )
        if player is not None:
            entered[player.person_id] = Entry.Status.ENTERED
    return fates


def _without_unknown(row: PersonRow, categories: Collection[str]) -> tuple[PersonRow, tuple[Problem, ...]]:
    """The row with the categories that the section has, and every doubt about it."""
    unknown = [key for key in row.categories if key not in categories]
    doubts = [
        row_problem(ListErrorCode.CATEGORY_UNKNOWN, {"column": "categories"}, row.line, key)
        for key in unknown
    ]
    categories_here = tuple(key for key in row.categories if key in categories)
    return replace(row, categories=categories_here, cells=row.cells), (*row.doubts, *doubts)


class PlayersImported(TypedDict):
    """Report an import: `rows` that were left out and players who were known already, at most `MOST_TOLD`.

    ``more``: how many such rows there are besides; ``doubtful``: entries with values to look at; ``shape``,
    ``columns``: as what the columns of a list with these headings were read."""

    entered: int
    doubtful: int
    known: int
    faulty: int
    rows: list[dict[str, Any]]
    more: int
    shape: str
    columns: list[str]


@act(on=SECTION, right=Act.ENTER_PLAYER, done=_("players imported"))
def import_players(
    *,
    section: Section,
    rows: Sequence[PersonRow],
    by: User,
    namesakes: Collection[int] = (),
    shape: str = "",
    columns: Sequence[str] = (),
    once: str = "",
) -> ActResult[PlayersImported]:
    """Enter the rows of a list that was read and previewed.

    ``namesakes``: the lines that somebody has confirmed to be other persons than those of the same name;
    ``shape``, ``columns``: of the list, to be remembered for the next one like it."""
    check_takes_players(section)
    if not rows:
        raise Refusal("nothing-to-import", field="file")
    fates = plan_import(section, rows, namesakes)
    entering = [fate for fate in fates if fate.fate is Fate.ENTER]
    written = write_entries(section, [(person_of(fate.row), fate.player) for fate in entering])
    check_places_kept(section)
    charge(section, [item.entry for item in written])
    doubtful = _note_doubts([(item.entry, fate.doubts) for item, fate in zip(written, entering, strict=True)])
    known_count = sum(fate.fate is Fate.KNOWN for fate in fates)
    faulty = sum(fate.fate is Fate.FAULTY for fate in fates)
    fates_to_tell = sorted(
        (fate for fate in fates if fate.is_complete), key=lambda fate: list(Fate).index(fate.fate)
    )
    answer: PlayersImported = {
        "entered": len(written),
        "doubtful": doubtful,
        "known": known_count,
        "faulty": faulty,
        "rows": [fate.as_json() for fate in fates_to_tell[:MOST_TOLD]],
        "more": len(fates_to_tell[MOST_TOLD:]),
        "shape": shape,
        "columns": list(columns) if shape else [],
    }
    pages.section_changed(section)
    counts = {"entered": len(written), "known": known_count, "faulty": faulty}
    return ActResult(answer, after=counts | {"entries": [item.entry.pk for item in written]})


def _note_doubts(entries: Sequence[tuple[Entry, Sequence[Problem]]]) -> int:
    """How many entries have some."""
    doubtful = []
    for entry, doubts in entries:
        if doubts:
            entry.doubts = [doubt_as_json(doubt) for doubt in doubts]
            doubtful.append(entry)
    Entry.objects.bulk_update(doubtful, ["doubts"], batch_size=500)
    return len(doubtful)


class DoubtsDismissed(TypedDict):
    entry: int


@act(on=ENTRY, right=Act.ENTER_PLAYER, done=_("marks of the import removed"))
def dismiss_doubts(*, entry: Entry, by: User, once: str = "") -> ActResult[DoubtsDismissed]:
    """What could not be read of the imported row stays empty, and nobody is told of it any more."""
    answer: DoubtsDismissed = {"entry": entry.pk}
    if not entry.doubts:
        return no_change(answer)
    entry.doubts = []
    entry.save(update_fields=["doubts"])
    return ActResult(answer, after={"entry": entry.pk})
