"""Circuits of an organisation: their rule, the sections that count, bonus points, published standings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from random import SystemRandom
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.common import check_name
from tournaments.acts.entering.organisations import NAME_LENGTH, ORGANISATION, Name, NativeName
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.register.person_input import tidy
from tournaments.models import (
    Circuit,
    CircuitBonus,
    CircuitCategory,
    CircuitPlace,
    CircuitSection,
    CircuitVersion,
    Organisation,
    Person,
)
from tournaments.models.circuits import SEASON_LENGTH
from tournaments.organisation_roles import KEEP_CIRCUITS
from tournaments.queries.ratings.circuits import newest_circuit_version, offered_sections, read_circuit
from tournaments.standings.circuits import (
    MOST_CAPS,
    MOST_EVENTS,
    MOST_PLACES,
    CircuitRule,
    PlaceSharing,
    Rounding,
    Tie,
)
from tournaments.state.conditions import Condition
from tournaments.wording.names import plain_name

MOST_POINTS = 100_000
MOST_LOT = 99_999
MOST_LEVELS, LEVEL_LENGTH, LABEL_LENGTH = 20, 20, 20

Season = Annotated[str, Field(longest=SEASON_LENGTH, label=_("Season"), help=_("Such as 2026 or 2026/27."))]
Level = Annotated[
    str,
    Field(
        longest=LEVEL_LENGTH,
        label=_("Level"),
        help=_("Which table of points it has, by its letter. Leave empty for the table without one."),
    ),
]
Factor = Annotated[str, Field(longest=10, label=_("Points times"), help=_("Such as 1.5."))]
Kinds = Annotated[
    str,
    Field(
        longest=120,
        label=_("Kinds"),
        help=_("By which results are limited, such as “rapid”; with commas between them."),
    ),
]


class OfCircuit(TypedDict):
    organisation: int
    circuit: int


class OfCircuitSection(TypedDict):
    """``section``: its row in the circuit."""

    circuit: int
    section: int


class CircuitPublished(TypedDict):
    circuit: int
    version: int


def find_circuit(organisation: Organisation, key: int) -> Circuit:
    """Raises the `Refusal` ``no-such-circuit``."""
    circuit = organisation.circuits.filter(pk=key).first()
    if circuit is None:
        raise Refusal("no-such-circuit")
    return circuit


def _section_of(circuit: Circuit, key: int) -> CircuitSection:
    row = circuit.sections.filter(pk=key).first()
    if row is None:
        raise Refusal("no-such-circuit-section")
    return row


def _names(name: str, native_name: str) -> tuple[str, str]:
    name, native_name = tidy(name), tidy(native_name)
    if not name:
        raise Refusal("name-needed", field="name")
    check_name("name", name, most=NAME_LENGTH)
    check_name("native_name", native_name, most=NAME_LENGTH)
    return name, native_name


def _check_season(organisation: Organisation, name: str, season: str, but: int = 0) -> str:
    season = tidy(season)
    if not season:
        raise Refusal("season-needed", field="season")
    check_name("season", season, most=SEASON_LENGTH)
    if organisation.circuits.filter(name=name, season=season).exclude(pk=but).exists():
        raise Refusal("circuit-named-already", field="season", name=name, season=season)
    return season


def _done(circuit: Circuit) -> OfCircuit:
    return {"organisation": circuit.organisation_id, "circuit": circuit.pk}


@act(on=ORGANISATION, right=KEEP_CIRCUITS, done=_("circuit created"))
def make_circuit(
    *,
    organisation: Organisation,
    name: Name,
    native_name: NativeName = "",
    season: Season,
    by: User,
    once: str = "",
) -> ActResult[OfCircuit]:
    """It begins with a table of ten places."""
    name, native_name = _names(name, native_name)
    season = _check_season(organisation, name, season)
    rule = CircuitRule(
        tables={"": tuple(map(Fraction, (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)))},
        ties=(Tie.HIGHEST, Tie.FIRSTS),
    )
    made = Circuit.objects.create(
        organisation=organisation, name=name, native_name=native_name, season=season, rule=rule.as_json()
    )
    return ActResult(_done(made), after={"circuit": made.pk, "season": season})


@act(on=ORGANISATION, right=KEEP_CIRCUITS, done=_("rule of a circuit changed"))
def change_circuit(
    *,
    organisation: Organisation,
    circuit: Id,
    name: Name,
    native_name: NativeName = "",
    season: Season,
    points: Annotated[str, Field(longest=4000)],
    beyond: Annotated[str, Field(longest=10)] = "",
    sharing: Annotated[str, Field(choices=[str(item) for item in PlaceSharing])] = "average",
    by_score: Annotated[
        bool,
        Field(
            label=_("Who has equal points in an event shares the places"),
            help=_("Whatever its tie-breaks say; else only players share whom they leave level."),
        ),
    ] = False,
    rounding: Annotated[str, Field(choices=[str(item) for item in Rounding])] = "",
    best: Annotated[int | None, Field(least=1, most=MOST_EVENTS)] = None,
    caps: Annotated[str, Field(longest=400)] = "",
    guests: Annotated[
        bool,
        Field(
            label=_("Players who get no points take places"),
            help=_("Else they are removed before places are counted."),
        ),
    ] = False,
    all_rounds: Annotated[
        bool, Field(label=_("No points for players who withdrew before the last round"))
    ] = False,
    least_players: Annotated[int, Field(least=0, most=10_000)] = 0,
    least_events: Annotated[int, Field(least=0, most=MOST_EVENTS)] = 0,
    ties: Annotated[
        Sequence[str], Field(longest=len(Tie), item=Field(choices=[str(item) for item in Tie]))
    ] = (),
    among: Annotated[
        bool,
        Field(
            label=_("Categories count places among their own players"),
            help=_("Else everybody keeps the points of the overall places."),
        ),
    ] = False,
    bonus_as_result: Annotated[
        bool,
        Field(
            label=_("A bonus counts as a result"),
            help=_("It is one of the best results, or struck; else it is added to them."),
        ),
    ] = False,
    qualified: Annotated[int, Field(least=0, most=1000)] = 0,
    by: User,
    once: str = "",
) -> ActResult[OfCircuit]:
    """Change the rules of a circuit.

    ``points``: a line of numbers with commas, the first place first; with several levels a line for each, its
    letter and a colon before it. ``caps``: a kind of events and a number a line. ``best``: without it all
    results count."""
    row = find_circuit(organisation, circuit)
    name, native_name = _names(name, native_name)
    rule = CircuitRule(
        tables=dict(_tables(points)),
        beyond=_points("beyond", beyond) if beyond.strip() else Fraction(0),
        sharing=PlaceSharing(sharing),
        by_score=by_score,
        rounding=Rounding(rounding),
        guests=guests,
        all_rounds=all_rounds,
        best=best,
        caps=dict(_caps(caps)),
        least_players=least_players,
        least_events=least_events,
        ties=tuple(dict.fromkeys(Tie(tie) for tie in ties)),
        among=among,
        bonus_as_result=bonus_as_result,
        qualified=qualified,
    )
    season = _check_season(organisation, name, season, row.pk)
    wanted = {"name": name, "native_name": native_name, "season": season, "rule": rule.as_json()}
    changed = [column for column, value in wanted.items() if getattr(row, column) != value]
    if not changed:
        return no_change(_done(row))
    for column in changed:
        setattr(row, column, wanted[column])
    row.save(update_fields=changed)
    return ActResult(_done(row), after={"circuit": row.pk, "fields": changed})


def _cells(text: str) -> list[str]:
    return [cell.strip() for cell in text.replace(";", ",").replace("，", ",").split(",")]


def _number(text: str) -> Decimal | None:
    """With three decimals at most, not below 0."""
    try:
        value = Decimal(text)
        fits = value.is_finite() and 0 <= value <= MOST_POINTS and value == value.quantize(Decimal("0.001"))
    except InvalidOperation:
        return None
    return value if fits else None


def _points(field: str, text: str) -> Fraction:
    value = _number(text.strip())
    if value is None:
        raise Refusal("bad-points", field=field, points=text.strip()[:12])
    return Fraction(value)


def _tables(text: str) -> Iterator[tuple[str, tuple[Fraction, ...]]]:
    levels: set[str] = set()
    for line in filter(str.strip, text.splitlines()):
        before, colon, after = line.replace("：", ":").partition(":")
        level = tidy(before) if colon else ""
        values = [_number(cell) for cell in _cells(after if colon else line)]
        fits = len(values) <= MOST_PLACES and level not in levels and len(levels) < MOST_LEVELS
        if None in values or not fits or len(level) > LEVEL_LENGTH:
            raise Refusal("bad-points-line", field="points", line=line.strip()[:60])
        check_name("points", level)
        levels.add(level)
        yield level, tuple(Fraction(value) for value in values if value is not None)
    if not levels:
        raise Refusal("bad-points-line", field="points", line="")


def _caps(text: str) -> Iterator[tuple[str, int]]:
    lines = [line for line in text.splitlines() if line.strip()]
    for line in lines:
        kind, *numbers = _cells(line)
        kind = tidy(kind)
        fits = len(numbers) == 1 and numbers[0].isascii() and numbers[0].isdecimal() and len(numbers[0]) < 4
        if not fits or not 0 < len(kind) <= LABEL_LENGTH or len(lines) > MOST_CAPS:
            raise Refusal("bad-cap-line", field="caps", line=line.strip()[:60])
        check_name("caps", kind)
        yield kind.casefold(), int(numbers[0])


@act(on=ORGANISATION, right=KEEP_CIRCUITS, done=_("set who gets points in a circuit"))
def set_circuit_eligible(
    *, organisation: Organisation, circuit: Id, condition: Condition, by: User, once: str = ""
) -> ActResult[OfCircuit]:
    """Judged by what the newest entry of a person says."""
    row = find_circuit(organisation, circuit)
    wanted = {} if condition.is_empty else condition.as_json()
    if wanted == row.eligible:
        return no_change(_done(row))
    before, row.eligible = row.eligible, wanted
    row.save(update_fields=["eligible"])
    return ActResult(_done(row), before={"condition": before}, after={"circuit": row.pk, "condition": wanted})


@act(on=ORGANISATION, right=KEEP_CIRCUITS, done=_("category of a circuit added"))
def add_circuit_category(
    *,
    organisation: Organisation,
    circuit: Id,
    name: Name,
    native_name: NativeName = "",
    condition: Condition,
    by: User,
    once: str = "",
) -> ActResult[OfCircuit]:
    """With standings of its own."""
    row = find_circuit(organisation, circuit)
    name, native_name = _names(name, native_name)
    if condition.is_empty:
        raise Refusal("circuit-category-empty")
    if row.categories.filter(name=name).exists():
        raise Refusal("circuit-category-named", field="name")
    rule = condition.as_json()
    CircuitCategory.objects.create(circuit=row, name=name, native_name=native_name, rule=rule)
    return ActResult(_done(row), after={"circuit": row.pk, "condition": rule})


@act(on=ORGANISATION, right=KEEP_CIRCUITS, done=_("category of a circuit removed"))
def remove_circuit_category(
    *, organisation: Organisation, circuit: Id, category: Id, by: User, once: str = ""
) -> ActResult[OfCircuit]:
    row = find_circuit(organisation, circuit)
    target = row.categories.filter(pk=category).first()
    if target is None:
        raise Refusal("no-such-circuit-category")
    target.delete()
    return ActResult(_done(row), before={"circuit": row.pk, "condition": target.rule})


@act(on=ORGANISATION, right=KEEP_CIRCUITS, done=_("section added to a circuit"))
def add_circuit_section(
    *,
    organisation: Organisation,
    circuit: Id,
    section: Id,
    level: Level = "",
    factor: Factor = "1",
    kinds: Kinds = "",
    by: User,
    once: str = "",
) -> ActResult[OfCircuitSection]:
    """Also before it is over."""
    row = find_circuit(organisation, circuit)
    target = offered_sections(row).filter(pk=section).first()
    if target is None:
        raise Refusal("section-not-offered", field="section")
    if row.sections.count() >= MOST_EVENTS:
        raise Refusal("circuit-full", most=MOST_EVENTS)
    level = _level(row, level)
    made = CircuitSection.objects.create(
        circuit=row,
        section=target,
        name=f"{plain_name(target.event)} · {plain_name(target)}",
        level=level,
        factor=_factor(factor),
        kinds=_kinds(kinds),
    )
    answer: OfCircuitSection = {"circuit": row.pk, "section": made.pk}
    return ActResult(answer, after={"circuit": row.pk, "sections": 1})


def _level(circuit: Circuit, text: str) -> str:
    level = tidy(text)
    if level not in CircuitRule.from_json(circuit.rule).tables:
        raise Refusal("unknown-level", field="level", level=level)
    return level


def _factor(text: str) -> Decimal:
    value = _number(text.strip())
    if value is None or value >= 1000:
        raise Refusal("bad-points", field="factor", points=text.strip()[:12])
    return value


def _kinds(text: str) -> list[str]:
    kinds = sorted({tidy(cell).casefold() for cell in _cells(text)} - {""})
    for kind in kinds:
        if len(kind) > LABEL_LENGTH or len(kinds) > MOST_CAPS:
            raise Refusal("bad-kind", field="kinds", kind=kind[:40])
        check_name("kinds", kind)
    return kinds


@act(on=ORGANISATION, right=KEEP_CIRCUITS, done=_("level or factor in a circuit changed"))
def change_circuit_section(
    *,
    organisation: Organisation,
    circuit: Id,
    counted: Id,
    level: Level = "",
    factor: Factor = "1",
    kinds: Kinds = "",
    by: User,
    once: str = "",
) -> ActResult[OfCircuitSection]:
    """The next standings that are published say it."""
    row = find_circuit(organisation, circuit)
    target = _section_of(row, counted)
    level = _level(row, level)
    wanted = {"level": level, "factor": _factor(factor), "kinds": _kinds(kinds)}
    changed = [column for column, value in wanted.items() if getattr(target, column) != value]
    answer: OfCircuitSection = {"circuit": row.pk, "section": target.pk}
    if not changed:
        return no_change(answer)
    for column in changed:
        setattr(target, column, wanted[column])
    target.save(update_fields=changed)
    return ActResult(answer, after={"circuit": row.pk, "fields": changed})


@act(on=ORGANISATION, right=KEEP_CIRCUITS, done=_("circuit deleted"))
def delete_circuit(
    *, organisation: Organisation, circuit: Id, by: User, once: str = ""
) -> ActResult[OfCircuit]:
    """Before its standings are published."""
    row = find_circuit(organisation, circuit)
    if row.versions.exists():
        raise Refusal("circuit-published")
    answer = _done(row)
    row.delete()
    return ActResult(answer, before={"circuit": answer["circuit"], "season": row.season})


@act(on=ORGANISATION, right=KEEP_CIRCUITS, needs_reason=True, done=_("section removed from a circuit"))
def remove_circuit_section(
    *, organisation: Organisation, circuit: Id, counted: Id, reason: Reason, by: User, once: str = ""
) -> ActResult[OfCircuit]:
    """Such as of an event that is cancelled. Versions that were published keep what it brought."""
    row = find_circuit(organisation, circuit)
    _section_of(row, counted).delete()
    return ActResult(_done(row), before={"circuit": row.pk, "sections": 1})


@act(on=ORGANISATION, right=KEEP_CIRCUITS, done=_("bonus points of a circuit set"))
def set_circuit_bonus(
    *,
    organisation: Organisation,
    circuit: Id,
    counted: Id,
    person: Id,
    bonus: Annotated[str, Field(longest=10, label=_("Bonus points"), help=_("0 takes them away."))],
    by: User,
    once: str = "",
) -> ActResult[OfCircuitSection]:
    """Beside the places, whatever results count."""
    row = find_circuit(organisation, circuit)
    target = _section_of(row, counted)
    points = _number(bonus.strip())
    if points is None or points >= 10_000:
        raise Refusal("bad-points", field="bonus", points=bonus.strip()[:12])
    placed = {line["person"] for line in read_circuit(row).document["rows"]}
    if person not in placed or not Person.objects.filter(pk=person, erased_at=None).exists():
        raise Refusal("not-in-circuit", field="person")
    present = target.bonuses.filter(person=person).first()
    answer: OfCircuitSection = {"circuit": row.pk, "section": target.pk}
    if points == (present.points if present else 0):
        return no_change(answer)
    if present is not None:
        present.delete()
    if points:
        CircuitBonus.objects.create(event=target, person_id=person, points=points)
    return ActResult(answer, after={"circuit": row.pk, "person": person, "bonus_points": str(points)})


@act(on=ORGANISATION, right=KEEP_CIRCUITS, needs_reason=True, done=_("disqualification in a circuit set"))
def disqualify_in_circuit(
    *,
    organisation: Organisation,
    circuit: Id,
    counted: Id,
    person: Id,
    disqualified: Annotated[
        bool,
        Field(
            label=_("Disqualified: no points for this event"),
            help=_("The place stays taken. Clear the box to take it back."),
        ),
    ] = False,
    by: User,
    reason: Reason,
    once: str = "",
) -> ActResult[OfCircuitSection]:
    """The person takes the place all the same and gets no points for it."""
    row = find_circuit(organisation, circuit)
    target = _section_of(row, counted)
    answer: OfCircuitSection = {"circuit": row.pk, "section": target.pk}
    if (person in target.disqualified) == disqualified:
        return no_change(answer)
    event = next(event for event in read_circuit(row).document["events"] if event["key"] == str(target.pk))
    placed = {who for group in event["standing"] or () for who in group}
    if disqualified and person not in placed:
        raise Refusal("not-in-circuit", field="person")
    others = {who for who in target.disqualified if who != person}
    target.disqualified = sorted(others | {person} if disqualified else others)
    target.save(update_fields=["disqualified"])
    facts = {"circuit": row.pk, "person": person}
    return ActResult(
        answer, before={"disqualified": not disqualified}, after={**facts, "disqualified": disqualified}
    )


@act(on=ORGANISATION, right=KEEP_CIRCUITS, done=_("lots of a circuit drawn"))
def draw_circuit_lots(
    *, organisation: Organisation, circuit: Id, by: User, once: str = ""
) -> ActResult[OfCircuit]:
    """Draw lots for everybody who is level with somebody without a lot."""
    row = find_circuit(organisation, circuit)
    level = read_circuit(row).without_lots
    if not level:
        raise Refusal("nobody-to-draw")
    # A lot that was drawn stays unless its holder is level again with somebody without one.
    others = {person: lot for person, lot in row.lots.items() if int(person) not in level}
    free = [lot for lot in range(1, MOST_LOT + 1) if lot not in set(others.values())]
    drawn = SystemRandom().sample(free, len(level))
    row.lots = others | {str(person): lot for person, lot in zip(level, drawn, strict=True)}
    row.save(update_fields=["lots"])
    lots = [[person, lot] for person, lot in zip(level, drawn, strict=True)]
    return ActResult(_done(row), after={"circuit": row.pk, "lots": lots})


@act(on=ORGANISATION, right=KEEP_CIRCUITS, done=_("standings of a circuit published"))
def publish_circuit(
    *,
    organisation: Organisation,
    circuit: Id,
    seen: Annotated[str, Field(longest=80)],
    by: User,
    once: str = "",
) -> ActResult[CircuitPublished]:
    """Publish the standings of a circuit; ``seen``: the digest of those that were looked at."""
    row = find_circuit(organisation, circuit)
    reading = read_circuit(row)
    if not reading.document["rows"]:
        raise Refusal("circuit-without-points")
    if seen != reading.digest:
        raise Conflict("circuit-changed")
    newest = newest_circuit_version(row)
    number = newest.number if newest else 0
    if newest is not None and newest.digest == reading.digest:
        return no_change({"circuit": row.pk, "version": number})
    # A new version; the one before stays at its address.
    CircuitVersion.objects.create(
        circuit=row, number=number + 1, data=reading.document, digest=reading.digest, by=by
    )
    lines = reading.document["rows"]
    with_place = sum(line["place"] is not None for line in lines)
    row.places.all().delete()
    CircuitPlace.objects.bulk_create(
        CircuitPlace(circuit=row, person_id=line["person"], place=line["place"], of=with_place)
        for line in lines
    )
    answer: CircuitPublished = {"circuit": row.pk, "version": number + 1}
    return ActResult(answer, after={"circuit": row.pk, "version": number + 1})


@act(on=ORGANISATION, right=KEEP_CIRCUITS, done=_("season of a circuit copied"))
def copy_circuit(
    *, organisation: Organisation, circuit: Id, season: Season, by: User, once: str = ""
) -> ActResult[OfCircuit]:
    """A new season with the same rule and categories and no events yet; years of birth move by one."""
    row = find_circuit(organisation, circuit)
    season = _check_season(organisation, row.name, season)
    made = Circuit.objects.create(
        organisation=organisation,
        name=row.name,
        native_name=row.native_name,
        season=season,
        rule=row.rule,
        eligible=_a_year_later(row.eligible),
    )
    CircuitCategory.objects.bulk_create(
        CircuitCategory(
            circuit=made, name=old.name, native_name=old.native_name, rule=_a_year_later(old.rule)
        )
        for old in row.categories.all()
    )
    return ActResult(_done(made), after={"circuit": made.pk, "season": season})


def _a_year_later(rule: Mapping[str, Any]) -> dict[str, Any]:
    """Under 18 in one season is under 18 in the next."""

    def moved(condition: Condition) -> Condition:
        return replace(
            condition,
            born_from=None if condition.born_from is None else condition.born_from + 1,
            born_to=None if condition.born_to is None else condition.born_to + 1,
            any_of=tuple(map(moved, condition.any_of)),
        )

    return moved(Condition.from_json(rule)).as_json()
