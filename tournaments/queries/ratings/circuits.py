"""The standings of a circuit: read from the final standings of its sections, and as they were published.

A *document* is what a version holds: rule, events with who shares which place, rows, categories. Persons are
in it by id, so that it stays what it is when somebody is renamed, merged or forgotten.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Annotated, Any

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden
from tournaments.models import (
    Circuit,
    CircuitPlace,
    CircuitSection,
    CircuitVersion,
    Entry,
    Organisation,
    Person,
    ResultReport,
    Seat,
    Section,
    Standing,
)
from tournaments.organisation_roles import organisations_within
from tournaments.queries.categories import FACT_COLUMNS, facts_of, registered_for
from tournaments.queries.public.public import PersonReference, listed_events, public_person
from tournaments.queries.public.public_state import quotable
from tournaments.queries.ratings.rated_games import HALVES, days_of
from tournaments.standings.circuits import (
    CircuitEvent,
    CircuitRow,
    CircuitRule,
    Tie,
    circuit_standings,
    decimals,
)
from tournaments.state.canonical import digest_of
from tournaments.state.conditions import Condition, Outcome, PersonFacts

MOST_OFFERED = 300
Document = Mapping[str, Any]


def offered_sections(circuit: Circuit) -> QuerySet[Section]:
    """Select public sections of the organisation and below that are not in the circuit, newest first."""
    under = Organisation.objects.filter(organisations_within([circuit.organisation_id]))
    sections = Section.objects.filter(event__in=listed_events().filter(organisation__in=under))
    counted = circuit.sections.exclude(section=None).values("section")
    # It is persons who get points: sections of teams are not offered.
    rows = sections.exclude(pk__in=counted).filter(team_rules={})
    return rows.select_related("event").order_by("-event__ends", "pk")


@dataclass(frozen=True, slots=True)
class _Source:
    """What the sections of a circuit are read from. ``frozen``: rows of final standings, ``days``: first and
    last day, by id of the section; ``into``: into whom persons were merged; ``before``: the newest version;
    ``games``: where they decide between equal totals, of two entries, with the halves of the first."""

    rule: CircuitRule
    frozen: Mapping[int, Sequence[Mapping[str, Any]]]
    days: Mapping[int, tuple[date, date]]
    entries: Sequence[Mapping[str, Any]]
    into: Mapping[int, int]
    before: Document
    games: Mapping[int, Sequence[tuple[int, int, int]]]

    def person_of(self, entry: Mapping[str, Any]) -> int:
        return self.into.get(entry["player__person"], entry["player__person"])


@dataclass(frozen=True, slots=True)
class CircuitReading:
    """Hold a circuit as it stands; ``twice``: who had two entries at an event, ``without_lots``: who has to
    draw.

    Of two entries of one person the better one counts."""

    document: Document
    twice: Mapping[str, Sequence[int]]
    without_lots: Sequence[int]

    @property
    def digest(self) -> str:
        return digest_of(self.document)


def read_circuit(circuit: Circuit) -> CircuitReading:
    """Twelve queries at most, whatever there is of it."""
    rule = CircuitRule.from_json(circuit.rule)
    rows = list(circuit.sections.select_related("section__event").prefetch_related("bonuses"))
    newest = newest_circuit_version(circuit)
    before: Document = newest.data if newest is not None else {"events": [], "rows": [], "categories": []}
    sections = {row.section_id: row.section for row in rows if row.section_id is not None}
    entries = _entries(sections)
    persons = {entry["player__person"] for entry in entries}
    persons |= {bonus.person_id for row in rows for bonus in row.bonuses.all()}
    persons |= {person for row in rows for person in row.disqualified}
    source = _Source(
        rule,
        _final_standings(sections),
        days_of(sections),
        entries,
        _merged(persons),
        before,
        _games_of(sections) if Tie.BETWEEN in rule.ties else {},
    )
    twice: dict[str, Sequence[int]] = {}
    events = [_event(row, source, twice) for row in rows]
    facts: dict[int, tuple[date, PersonFacts]] = {}
    categories_asked = list(circuit.categories.all())
    conditions = [
        Condition.from_json(rule) for rule in (circuit.eligible, *(row.rule for row in categories_asked))
    ]
    events_in = [section.event for section in sections.values() if section is not None]
    # A list that no day is named of is that of the first event.
    first_day = min((event.starts for event in events_in), default=date.min)
    registered = registered_for(conditions, persons, first_day, has_entered=True)
    for entry in entries:
        section, person = sections[entry["section"]], source.person_of(entry)
        day = section.event.ends if section is not None else date.min
        if person not in facts or facts[person][0] <= day:
            facts[person] = day, facts_of(entry, registered, section.event if section else None)
    ratings = {
        who: particulars.rating
        for who, (_day, particulars) in facts.items()
        if particulars.rating is not None and Tie.RATING in rule.ties
    }
    erased = set(Person.objects.filter(pk__in=facts, erased_at__isnull=False).values_list("pk", flat=True))
    eligible = _fitting(circuit.eligible, facts, erased & _persons(before["rows"]))
    lots = {}
    if Tie.LOTS in rule.ties:
        lots = {source.into.get(int(person), int(person)): lot for person, lot in circuit.lots.items()}
    standings = partial(circuit_standings, rule, events, eligible=eligible, ratings=ratings, lots=lots)
    level: set[int] = set()

    def rows_with(members: Collection[int] | None = None) -> list[dict[str, Any]]:
        table = standings(members=members)
        if Tie.LOTS in rule.ties:
            level.update(_without_lots(table, lots))
        return _rows(table)

    categories = []
    for category in categories_asked:
        earlier: Mapping[str, Any] = next(
            (old for old in before["categories"] if old["name"] == category.name), {"rows": []}
        )
        members = _fitting(category.rule, facts, erased & _persons(earlier["rows"]))
        categories.append(
            {
                "name": category.name,
                "native_name": category.native_name,
                "rule": category.rule,
                "rows": rows_with(members),
            }
        )
    document = {
        "rule": circuit.rule,
        "eligible": circuit.eligible,
        "events": [_event_data(event, row) for event, row in zip(events, rows, strict=True)],
        "rows": rows_with(),
        "categories": categories,
    }
    if ratings:
        document["ratings"] = [[person, rating] for person, rating in sorted(ratings.items())]
    if lots:
        document["lots"] = [[person, lot] for person, lot in sorted(lots.items())]
    return CircuitReading(document, twice, sorted(level))


def _without_lots(rows: Iterable[CircuitRow[int]], lots: Mapping[int, int]) -> set[int]:
    """Of those who share a place, everybody where one of them has drawn no lot."""
    by_place: dict[int, set[int]] = {}
    for row in rows:
        if row.place is not None:
            by_place.setdefault(row.place, set()).add(row.person)
    sharing = (persons for persons in by_place.values() if len(persons) > 1)
    return {person for persons in sharing for person in persons if not persons <= lots.keys()}


def _games_of(sections: Collection[int]) -> dict[int, list[tuple[int, int, int]]]:
    """Over the board, by section: two entries and the halves of the first. Two queries."""
    decided = [value for value in HALVES if value != "0-0"]
    reports = ResultReport.objects.in_force().filter(
        pairing__round__section__in=sections, forfeit=False, value__in=decided
    )
    values = list(reports.order_by("pk").values_list("pairing", "value"))
    seats: dict[int, dict[str, int]] = {}
    by_section: dict[int, list[tuple[int, int, int]]] = {}
    rows = Seat.objects.filter(pairing__reports__in=reports).distinct()
    where: dict[int, int] = {}
    for pairing, section, colour, entry in rows.values_list("pairing", "round__section", "colour", "entry"):
        seats.setdefault(pairing, {})[colour] = entry
        where[pairing] = section
    for pairing, value in values:
        both = seats[pairing]
        if len(both) == 2:
            game = (both["first"], both["second"], HALVES[value])
            by_section.setdefault(where[pairing], []).append(game)
    return by_section


def newest_circuit_version(circuit: Circuit) -> CircuitVersion | None:
    return circuit.versions.order_by("-number").first()


def _final_standings(sections: Collection[int]) -> dict[int, list[Mapping[str, Any]]]:
    """The rows of finished sections of public events, by id of the section. One query."""
    newest = Standing.objects.filter(section=OuterRef("section")).order_by("-after_round", "-version")
    rows = quotable(Standing.objects.filter(section__in=sections, section__event__in=listed_events()))
    rows = rows.filter(section__state=Section.State.FINISHED, pk=Subquery(newest.values("pk")[:1]))
    return dict(rows.values_list("section", "data__rows"))


def _entries(sections: Collection[int]) -> list[dict[str, Any]]:
    columns = ("pk", "section", "number", "withdrawn_after", *FACT_COLUMNS)
    return list(
        Entry.objects.filter(section__in=sections, number__isnull=False).order_by("pk").values(*columns)
    )


def _merged(persons: Collection[int]) -> dict[int, int]:
    """Into whom these were merged. One query."""
    rows = Person.objects.filter(pk__in=persons, merged_into__isnull=False)
    return {pk: into for pk, into in rows.values_list("pk", "merged_into") if into is not None}


def _event(row: CircuitSection, source: _Source, twice: dict[str, Sequence[int]]) -> CircuitEvent[int]:
    """As the pure room takes it. Into ``twice`` goes who had two entries."""
    section, key, into = row.section, str(row.pk), source.into
    disqualified = {into.get(person, person) for person in row.disqualified}
    values: dict[str, Any] = {
        "key": key,
        "level": row.level,
        "factor": Fraction(row.factor),
        "kinds": frozenset(row.kinds),
        "bonus": {
            into.get(each.person_id, each.person_id): Fraction(each.points) for each in row.bonuses.all()
        },
    }
    if section is None:
        # Deleted since: what it brought as it was last published stays.
        last = next((event for event in source.before["events"] if event["key"] == key), None)
        if last is None or last["standing"] is None:
            return CircuitEvent(
                day=date.fromisoformat(last["day"]) if last else date.min, standing=(), **values
            )
        groups = tuple(tuple(into.get(who, who) for who in group) for group in last["standing"])
        return CircuitEvent(
            day=date.fromisoformat(last["day"]),
            standing=groups,
            pointless=frozenset(last["pointless"]) | disqualified,
            games=tuple(
                (into.get(first, first), into.get(second, second), halves)
                for first, second, halves in last.get("games", ())
            ),
            **values,
        )
    day = source.days[section.pk][1] if section.pk in source.days else section.event.ends
    if section.pk not in source.frozen:
        return CircuitEvent(day=day, standing=None, **values)
    of_numbers = {entry["number"]: entry for entry in source.entries if entry["section"] == section.pk}
    groups_by: dict[Any, list[int]] = {}
    pointless: set[int] = set()
    placed: set[int] = set()
    doubled: set[int] = set()
    for line in sorted(source.frozen[section.pk], key=lambda line: (line["rank"], line["number"])):
        entry = of_numbers.get(line["number"])
        if entry is None or entry["withdrawn_after"] == 0:
            continue
        person = source.person_of(entry)
        if person in placed:
            doubled.add(person)
            continue
        placed.add(person)
        groups_by.setdefault(line["points"] if source.rule.by_score else line["rank"], []).append(person)
        if source.rule.all_rounds and entry["withdrawn_after"] is not None:
            pointless.add(person)
    if doubled:
        twice[key] = sorted(doubled)
    standing = tuple(tuple(sorted(group)) for group in groups_by.values())
    person_of = {entry["pk"]: source.person_of(entry) for entry in of_numbers.values()}
    games = tuple(
        (person_of[first], person_of[second], halves)
        for first, second, halves in source.games.get(section.pk, ())
        if first in person_of and second in person_of
    )
    return CircuitEvent(
        day=day, standing=standing, pointless=frozenset(pointless | disqualified), games=games, **values
    )


def _fitting(
    rule: Mapping[str, Any], facts: Mapping[int, tuple[date, PersonFacts]], stay: Collection[int]
) -> set[int] | None:
    """Return who meets a condition, by what the newest of their entries says; None where it asks nothing."""
    condition = Condition.from_json(rule)
    if condition.is_empty:
        return None
    judged = {who: condition.judge(particulars).outcome for who, (_day, particulars) in facts.items()}
    met = {who for who, outcome in judged.items() if outcome is Outcome.MET}
    # Who was forgotten has no particulars any more, and stays in if he or she met it before.
    return met | set(stay)


def _persons(rows: Iterable[Mapping[str, Any]]) -> set[int]:
    return {row["person"] for row in rows}


def _event_data(event: CircuitEvent[int], row: CircuitSection) -> dict[str, Any]:
    return {
        "key": event.key,
        "section": row.section_id,
        "name": row.name,
        "day": event.day.isoformat(),
        "level": event.level,
        "factor": str(event.factor),
        "kinds": sorted(event.kinds),
        "standing": None if event.standing is None else [list(group) for group in event.standing],
        "pointless": sorted(event.pointless),
        "bonus": [[person, str(points)] for person, points in sorted(event.bonus.items())],
        **({"games": [list(game) for game in event.games]} if event.games else {}),
    }


def _rows(rows: Iterable[CircuitRow[int]]) -> list[dict[str, Any]]:
    """In order of place; whoever share one by id."""
    ordered = sorted(rows, key=lambda row: (row.place is None, row.place or 0, -row.total, row.person))
    return [
        {
            "place": row.place,
            "person": row.person,
            "total": str(row.total),
            "bonus": str(row.bonus),
            "firsts": row.firsts,
            "qualified": row.qualified,
            "results": [
                {
                    "event": result.event,
                    "first": result.first,
                    "sharers": result.sharers,
                    "parts": [str(points) for points in result.parts],
                    "share": str(result.share),
                    "points": str(result.points),
                    "counted": result.counted,
                }
                for result in row.results
            ],
        }
        for row in ordered
    ]


def points_text(points: Fraction) -> str:
    """With two decimals, half up; a whole number without."""
    hundredths = int(points * 100 + Fraction(1, 2))
    return str(points) if points.denominator == 1 else f"{hundredths // 100}.{hundredths % 100:02}"


@dataclass(frozen=True, slots=True)
class EventOfCircuit:
    """``path``: of the section, if everybody may open it; ``players``: None while it is not over."""

    key: str
    name: str
    native_name: str
    path: str
    day: str
    level: str
    factor: str
    kinds: Sequence[str]
    players: int | None


@dataclass(frozen=True, slots=True)
class ResultInCircuit:
    """``last``: the last of the places that are shared; ``sum``: how points came about, such as
    (18 + 15 + 12) / 3 × 1.5."""

    event: EventOfCircuit
    first: int
    last: int
    sum: str
    points: str
    counted: bool


@dataclass(frozen=True, slots=True)
class RowOfCircuit:
    """``key``: the id of the person; ``person``: None for who was forgotten; ``linked``: whether everybody
    may look the person up."""

    key: int
    place: int | None
    person: PersonReference | None
    linked: bool
    total: str
    bonus: str
    qualified: bool
    results: Sequence[ResultInCircuit]


@dataclass(frozen=True, slots=True)
class TableOfCircuit:
    """``name`` and ``native_name``: of the category, empty for everybody."""

    name: str
    native_name: str
    rows: Sequence[RowOfCircuit]


@dataclass(frozen=True, slots=True)
class CircuitTables:
    rule: CircuitRule
    eligible: Condition
    events: Sequence[EventOfCircuit]
    tables: Sequence[TableOfCircuit]


def circuit_tables(document: Document) -> CircuitTables:
    """What a document says, with the names of today. Two queries."""
    keys = {event["section"] for event in document["events"]}
    public = Section.objects.filter(pk__in=keys, event__in=listed_events()).select_related("event")
    sections = {section.pk: section for section in public}
    events = {
        event["key"]: _event_line(event, sections.get(event["section"])) for event in document["events"]
    }
    tables = [{"name": "", "native_name": "", "rows": document["rows"]}, *document["categories"]]
    persons = Person.objects.select_related("merged_into").in_bulk(
        {row["person"] for table in tables for row in table["rows"]}
    )
    return CircuitTables(
        rule=CircuitRule.from_json(document["rule"]),
        eligible=Condition.from_json(document["eligible"]),
        events=sorted(events.values(), key=lambda event: (event.day, event.key)),
        tables=[
            TableOfCircuit(
                table["name"],
                table["native_name"],
                [_row_line(row, events, persons) for row in table["rows"]],
            )
            for table in tables
        ],
    )


def _event_line(event: Mapping[str, Any], section: Section | None) -> EventOfCircuit:
    standing = event["standing"]
    path = native_name = ""
    if section is not None:
        path = f"e/{section.event.slug}/{section.slug}/"
        native = [row.native_name or row.name for row in (section.event, section)]
        native_name = " · ".join(native) if section.event.native_name else ""
    return EventOfCircuit(
        key=event["key"],
        name=event["name"],
        native_name=native_name,
        path=path,
        day=event["day"],
        level=event["level"],
        factor="" if event["factor"] == "1" else decimals(Fraction(event["factor"])),
        kinds=event["kinds"],
        players=None if standing is None else sum(map(len, standing)),
    )


def _row_line(
    row: Mapping[str, Any], events: Mapping[str, EventOfCircuit], persons: Mapping[int, Person]
) -> RowOfCircuit:
    person = persons.get(row["person"])
    person = person.merged_into or person if person is not None else None
    if person is not None and person.erased_at is not None:
        person = None
    bonus = Fraction(row["bonus"])
    return RowOfCircuit(
        key=row["person"],
        place=row["place"],
        person=None if person is None else public_person(person),
        linked=person is not None and person.listed,
        total=points_text(Fraction(row["total"])),
        bonus=points_text(bonus) if bonus else "",
        qualified=row["qualified"],
        results=[_result_line(result, events[result["event"]]) for result in row["results"]],
    )


def _result_line(result: Mapping[str, Any], event: EventOfCircuit) -> ResultInCircuit:
    parts = [points_text(Fraction(points)) for points in result["parts"]]
    share, points = Fraction(result["share"]), Fraction(result["points"])
    text = parts[0]
    if len(parts) > 1 and share != Fraction(result["parts"][0]):
        text = f"({' + '.join(parts)}) / {len(parts)}"
        if event.factor:
            text += f" = {points_text(share)}"
    if event.factor:
        text += f" × {event.factor}"
    return ResultInCircuit(
        event=event,
        first=result["first"],
        last=result["first"] + result["sharers"] - 1,
        sum="" if text == points_text(points) else text,
        points=points_text(points),
        counted=result["counted"],
    )


def same_days(circuit: Circuit) -> list[tuple[str, str]]:
    """Names of sections whose events overlap: nobody can play in both. One query."""
    rows = circuit.sections.exclude(section=None).select_related("section__event").order_by("pk")
    spans = [(row.name, row.section.event) for row in rows if row.section is not None]
    return [
        (name, other)
        for (name, first), (other, second) in combinations(spans, 2)
        if first.starts <= second.ends and second.starts <= first.ends
    ]


@dataclass(frozen=True, slots=True)
class CircuitLine:
    """A circuit with published standings."""

    circuit: Annotated[int, _("Identifies the circuit.")]
    name: str
    native_name: Annotated[str, _("May be empty.")]
    season: str
    path: Hidden[str]


@dataclass(frozen=True, slots=True)
class PlaceInCircuit:
    """Of a person, in published standings."""

    name: str
    native_name: Annotated[str, _("May be empty.")]
    season: str
    place: Annotated[int | None, _("Null while the person has played too few events.")]
    of: Annotated[int, _("How many have a place.")]
    path: Hidden[str]


def circuit_places_of(person: Person) -> list[PlaceInCircuit]:
    """The newest season first; with those of who was merged into the person. One query."""
    rows = CircuitPlace.objects.filter(Q(person=person) | Q(person__merged_into=person))
    return [
        PlaceInCircuit(
            name=row.circuit.name,
            native_name=row.circuit.native_name,
            season=row.circuit.season,
            place=row.place,
            of=row.of,
            path=circuit_path(row.circuit),
        )
        for row in rows.select_related("circuit").order_by("-circuit__season", "circuit__name", "pk")
    ]


def circuit_path(circuit: Circuit) -> str:
    return f"circuits/{circuit.pk}/"


def published_circuits(organisation: Organisation) -> list[CircuitLine]:
    """Those of an organisation, the newest season first. One query."""
    rows = organisation.circuits.filter(versions__isnull=False).distinct()
    return [CircuitLine(row.pk, row.name, row.native_name, row.season, circuit_path(row)) for row in rows]


def every_published_circuit() -> list[Circuit]:
    """With their organisations, the newest season first. One query."""
    rows = Circuit.objects.filter(versions__isnull=False).distinct().select_related("organisation")
    return list(rows.order_by("-season", "organisation__name", "name", "pk"))


def find_circuit_version(circuit: int, number: int | None = None) -> CircuitVersion | None:
    """The newest standings of a circuit, or those of a number. One query."""
    versions = CircuitVersion.objects.filter(circuit=circuit).select_related("circuit__organisation")
    if number is not None:
        versions = versions.filter(number=number)
    return versions.order_by("-number").first()
