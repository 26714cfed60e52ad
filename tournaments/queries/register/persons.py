"""The register at the desk: who is found in it, who are likely to be one, what a merger would move.

*twins*   two rows that are likely to be one person. Certain: an event has one under a number that the
          register knows as the other's. Likely: the same name (accents, order and spaces aside) or native
          name, or the name of one is the pinyin of the other's in characters; and the same federation or
          year of birth, and no two years of birth.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet

from portal.accounts.models import User
from tournaments.models import (
    NATIONAL,
    OF_PLAYERS,
    Distinct,
    Event,
    Federation,
    Membership,
    Merger,
    Person,
    PersonNumber,
    Player,
    Seat,
    issuer_of_column,
)
from tournaments.models.search import with_words
from tournaments.organisation_roles import looked_after
from tournaments.queries.public.public import listed_events
from tournaments.text.name_search import needles, ring_key

EVERYBODY = Q()
MOST, MOST_TWINS = 50, 100
LONGEST = 100


class TwinReason(StrEnum):
    NUMBER = "number"
    NAME = "name"
    NATIVE_NAME = "native-name"
    PINYIN = "pinyin"


@dataclass(frozen=True, slots=True)
class TwinPair:
    person: Person
    other: Person
    why: TwinReason


def registered() -> QuerySet[Person]:
    """Everybody who is a row of their own and was not forgotten."""
    return Person.objects.filter(merged_into=None, erased_at=None)


def persons_named(query: str, federation: str = "", within: Q = EVERYBODY) -> QuerySet[Person] | None:
    """Select those who are meant by a name in any writing or a number; None where that is neither."""
    persons = registered().filter(within)
    persons = persons.filter(federation=federation) if federation else persons
    if ways := needles(query[:LONGEST]):
        return persons.filter(with_words(ways))
    return None if query.strip() else persons


def look_up_persons(query: str, federation: str = "", within: Q = EVERYBODY) -> list[Person]:
    """List who is meant, at most one more than `MOST`, with how many ``events`` and the ``newest``."""
    persons = persons_named(query, federation, within)
    if persons is None:
        return []
    # One more tells that there are more.
    keys = list(persons.order_by("-pk").values_list("pk", flat=True)[: MOST + 1])
    return counted(keys)


def counted(keys: Collection[int]) -> list[Person]:
    """With ``events`` and ``newest``, as `look_up_persons` has them."""
    rows = Person.objects.filter(pk__in=keys).select_related("federation").prefetch_related("numbers")
    persons = rows.annotate(events=Count("players"), newest=Max("players__event__starts"))
    return list(persons.order_by("name", "pk"))


def twins_of(person: Person, within: Q = EVERYBODY) -> list[TwinPair]:
    """Of one person, the certain ones first, without those that were told apart, of those ``within``."""
    reasons: dict[int, TwinReason] = {}
    held_numbers, copies = list(person.numbers.values_list("issuer", "number")), list(person.players.all())
    for column in (*OF_PLAYERS.values(), NATIONAL):
        issuer = issuer_of_column(column, person.federation_id)
        if numbers := [number for by, number in held_numbers if by == issuer]:
            there = Player.objects.filter(**{f"{column}__in": numbers}).exclude(person=person)
            if column == NATIONAL:
                there = there.filter(federation=person.federation)
            reasons |= dict.fromkeys(there.values_list("person", flat=True), TwinReason.NUMBER)
        entered_numbers = {
            (issuer_of_column(column, copy.federation_id), getattr(copy, column)) for copy in copies
        }
        for by, number in entered_numbers:
            held = PersonNumber.objects.filter(issuer=by, number=number).exclude(person=person)
            if by and number:
                reasons |= dict.fromkeys(held.values_list("person", flat=True), TwinReason.NUMBER)
    for why, ring, key in (
        (TwinReason.NATIVE_NAME, "native_ring", ring_key(person.native_name)),
        (TwinReason.NAME, "ring", ring_key(person.name)),
        (TwinReason.PINYIN, "ring", person.pinyin_ring),
        (TwinReason.PINYIN, "pinyin_ring", ring_key(person.name)),
    ):
        if key:
            alike = _alike(registered().filter(**{ring: key}), person.federation_id, person.birth_year)
            for other in alike.exclude(pk=person.pk).values_list("pk", flat=True)[:MOST_TWINS]:
                reasons.setdefault(other, why)
    for copy in apart_from(person, within):
        reasons.pop(copy.pk, None)
    rows = registered().filter(within).select_related("federation").in_bulk(reasons)
    return [TwinPair(person, rows[key], why) for key, why in reasons.items() if key in rows]


def apart_from(person: Person, within: Q = EVERYBODY) -> list[Person]:
    """Who looked like this person, and of whom somebody said that it is another one, of those ``within``."""
    pairs = Distinct.objects.filter(Q(one=person) | Q(other=person)).values_list("one", "other")
    keys = {key for pair in pairs for key in pair} - {person.pk}
    return list(registered().filter(within, pk__in=keys).select_related("federation"))


def _alike(rows: QuerySet[Person], federation: str, birth_year: int | None) -> QuerySet[Person]:
    """Of the same federation or year of birth, and not of another year."""
    if birth_year is None:
        return rows.filter(federation=federation)
    of_year = Q(birth_year=birth_year)
    return rows.filter(of_year | Q(federation=federation, birth_year=None))


def likely_twins(federation: str = "", within: Q = EVERYBODY) -> list[TwinPair]:
    """Of those ``within``, or those of one federation, at most `MOST_TWINS`, the certain ones first."""
    among = registered().filter(within)
    among = among.filter(federation=federation) if federation else among
    pairs: dict[tuple[int, int], TwinReason] = {}
    apart = set(Distinct.objects.values_list("one", "other"))
    for key, other, why in chain(
        _by_number(among),
        _by_name("native_ring", TwinReason.NATIVE_NAME, among),
        _by_name("ring", TwinReason.NAME, among),
        _by_pinyin(among),
    ):
        pair = (min(key, other), max(key, other))
        if pair not in apart:
            pairs.setdefault(pair, why)
        if len(pairs) == MOST_TWINS:
            break
    rows = (
        registered()
        .filter(within)
        .select_related("federation")
        .in_bulk({key for pair in pairs for key in pair})
    )
    pairs_known = ((pair, why) for pair, why in pairs.items() if rows.keys() >= set(pair))
    return [TwinPair(rows[first], rows[other], why) for (first, other), why in pairs_known]


def _by_number(among: QuerySet[Person]) -> Iterator[tuple[int, int, TwinReason]]:
    for issuer, column in OF_PLAYERS.items():
        numbers = PersonNumber.objects.filter(issuer=issuer, person__in=among)
        copies = Player.objects.filter(erased_at=None, **{f"{column}__in": numbers.values("number")})
        copies = copies.filter(person__in=among)
        whose = copies.values_list("person", column).order_by().distinct()
        held = dict(numbers.filter(number__in=copies.values(column)).values_list("number", "person"))
        yield from ((held[number], key, TwinReason.NUMBER) for key, number in whose if held[number] != key)


def _by_name(ring: str, why: TwinReason, among: QuerySet[Person]) -> Iterator[tuple[int, int, TwinReason]]:
    """Names that several have, then who of them is alike: as many names as are needed."""
    several = (
        among.exclude(**{ring: ""})
        .order_by()
        .values(ring, "federation")
        .annotate(rows=Count("pk"))
        .filter(rows__gt=1)
        .values_list(ring, "federation")
    )
    for key, federation in several.iterator():
        rows = registered().filter(**{ring: key}, federation=federation).order_by("pk")
        persons = list(rows.values_list("pk", "birth_year")[:MOST_TWINS])
        for at, (first, year) in enumerate(persons):
            for other, other_year in persons[at + 1 :]:
                if len({year, other_year} - {None}) < 2:
                    yield first, other, why


def _by_pinyin(among: QuerySet[Person]) -> Iterator[tuple[int, int, TwinReason]]:
    """Whose own name is another one: the others are alike by their names already."""
    apart = among.exclude(pinyin_ring="").exclude(pinyin_ring=F("ring")).order_by("pk")
    same = registered().filter(ring=OuterRef("pinyin_ring"), federation=OuterRef("federation"))
    for person in apart.filter(Exists(same)).iterator():
        rows = (
            registered()
            .filter(ring=person.pinyin_ring, federation=person.federation_id)
            .exclude(pk=person.pk)
        )
        for other, year in rows.order_by("pk").values_list("pk", "birth_year")[:MOST_TWINS]:
            if len({person.birth_year, year} - {None}) < 2:
                yield person.pk, other, TwinReason.PINYIN


@dataclass(frozen=True, slots=True)
class PersonDifference:
    """A field in which two rows differ."""

    field: str
    mine: object
    theirs: object


@dataclass(frozen=True, slots=True)
class MergerPreview:
    """What a merger would do: what differs, and how much would come along."""

    differences: Sequence[PersonDifference]
    players: Sequence[Player]
    games: int
    numbers: Sequence[PersonNumber]


def merger_preview(person: Person, other: Person, fields: Iterable[str], by: User) -> MergerPreview:
    """As many queries whatever there is of them."""
    pairs = ((field, getattr(person, field), getattr(other, field)) for field in fields)
    return MergerPreview(
        differences=[
            PersonDifference(field, mine, theirs) for field, mine, theirs in pairs if mine != theirs
        ],
        players=copies_of(other, by),
        games=Seat.objects.filter(entry__player__person=other).count(),
        numbers=list(other.numbers.all()),
    )


def copies_of(person: Person, by: User) -> list[Player]:
    """What events have of the person, the newest first: those of which ``by`` may know."""
    copies = person.players.filter(event__in=_known_to(by)).select_related("event", "federation")
    return list(copies.order_by("-event__starts", "-pk"))


def _known_to(by: User) -> QuerySet[Event]:
    """What everybody may know of, those of organisations that ``by`` looks after, and where ``by`` works."""
    if by.is_superuser:
        return Event.objects.all()
    listed, works = listed_events().values("pk"), Membership.objects.filter(user=by).values("event")
    of_own = Q(organisation__in=looked_after("keep_register", by))
    return Event.objects.filter(of_own | Q(pk__in=listed) | Q(pk__in=works))


def in_federations() -> list[Federation]:
    """Those of which somebody is registered."""
    somebody = registered().filter(federation=OuterRef("pk"))
    return list(Federation.objects.filter(Exists(somebody)).exclude(code=""))


def open_mergers(person: Person, within: Q = EVERYBODY) -> list[Merger]:
    """List mergers that can be undone by who looks after those ``within``, the newest first."""
    registered_here = Person.objects.filter(within)
    return list(person.mergers.filter(undone_at=None, other__in=registered_here).select_related("other"))
