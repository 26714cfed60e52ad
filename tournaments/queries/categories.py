"""Who belongs to which categories, by their rules and by hand, and who fits what a section is open to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from tournaments.models import Category, Entry, Event, Licence, LicenceKind, Section
from tournaments.models.persons import NATIONAL, OF_PLAYERS
from tournaments.queries.ratings.ratings_on import ratings_listed
from tournaments.state.conditions import Condition, HeldLicence, Outcome, PersonFacts, Verdict
from tournaments.state.minors import is_minor
from tournaments.state.tournament import Tournament
from tournaments.wording.names import plain_name
from tournaments.wording.places import zone_country

# The column of a player with the number, by what conditions call its issuer.
NUMBER_COLUMNS: Mapping[str, str] = {**OF_PLAYERS, "national": NATIONAL}
FACT_COLUMNS = (
    *("pk", "rating", "player__rating", "player__gender", "player__birth_year", "player__grade"),
    *("player__federation_id", "player__club", "player__native_club", "player__title", "player__person"),
    *(f"player__{column}" for column in NUMBER_COLUMNS.values()),
    "application__guardian",
)


@dataclass(frozen=True, slots=True)
class ConditionFit:
    """How many of ``entries`` meet a condition, and of how many it is not known."""

    met: int
    unknown: int
    entries: int


@dataclass(frozen=True, slots=True)
class CategoryCount:
    """How many entries belong to a category; ``added``, ``removed``: by hand, against its rule."""

    category: Category
    condition: Condition
    members: int
    added: int
    removed: int


def condition_of(category: Category) -> Condition:
    return Condition.from_json(category.rule)


def facts_by_entry(
    section: Section, conditions: Iterable[Condition], entries: Iterable[int] | None = None
) -> dict[int, PersonFacts]:
    """Gather what ``conditions`` ask about, by id of the entry.

    One query, one more where a condition asks for a licence, and five for each list of ratings that one
    asks."""
    rows = section.entries.order_by()
    if entries is not None:
        rows = rows.filter(pk__in=list(entries))
    values = list(rows.values(*FACT_COLUMNS))
    persons = [row["player__person"] for row in values]
    registered = registered_for(conditions, persons, section.event.starts, has_entered=True)
    return {row["pk"]: facts_of(row, registered, section.event) for row in values}


@dataclass(frozen=True, slots=True)
class RegisteredFacts:
    """What the register knows of persons, as far as conditions ask. ``licences``: by id of the person, issued
    or suspended, None where no condition asks for any; ``ratings``: by list and day, by id of the person."""

    licences: Mapping[int, tuple[HeldLicence, ...]] | None
    ratings: Mapping[tuple[str, str], Mapping[int, Sequence[int]]]

    def listed(self, person: int) -> dict[tuple[str, str], Sequence[int]]:
        return {key: by_person.get(person, ()) for key, by_person in self.ratings.items()}


def registered_for(
    conditions: Iterable[Condition], persons: Iterable[int], first_day: date, *, has_entered: bool = False
) -> RegisteredFacts:
    """``first_day``: on which a list is asked that names no day. No query where none asks for anything."""
    conditions, wanted = list(conditions), set(persons)
    ratings = {}
    for code, day in set().union(*(condition.lists for condition in conditions)):
        on = date.fromisoformat(day) if day else first_day
        by_person = ratings_listed(code, on, wanted, every_version=has_entered)
        if by_person is not None:
            ratings[code, day] = by_person
    asks_licences = any(condition.asks_licences for condition in conditions)
    return RegisteredFacts(_licences_of(wanted) if asks_licences else None, ratings)


def _licences_of(persons: Iterable[int]) -> Mapping[int, tuple[HeldLicence, ...]]:
    held: defaultdict[int, tuple[HeldLicence, ...]] = defaultdict(tuple)
    counted = (Licence.State.ISSUED, Licence.State.SUSPENDED)
    rows = Licence.objects.filter(person__in=persons, state__in=counted)
    for row in rows.select_related("kind__organisation"):
        suspended_by = plain_name(row.kind.organisation) if row.state == Licence.State.SUSPENDED else ""
        guardian = LicenceKind.Paper.GUARDIAN in row.papers
        held[row.person_id] += (HeldLicence(row.kind.code, row.starts, row.ends, suspended_by, guardian),)
    return held


def facts_of(
    row: Mapping[str, Any], registered: RegisteredFacts | None = None, event: Event | None = None
) -> PersonFacts:
    """The rating is that of the entry, or the player's own where the entry has none."""
    licences = None if registered is None else registered.licences
    person = row["player__person"]
    return PersonFacts(
        licences=None if licences is None else licences[person],
        days=None if event is None else (event.starts, event.ends),
        gender=row["player__gender"],
        birth_year=row["player__birth_year"],
        rating=row["player__rating"] if row["rating"] is None else row["rating"],
        grade=row["player__grade"],
        federation=row["player__federation_id"],
        clubs=(row["player__club"], row["player__native_club"]),
        title=row["player__title"],
        numbers=issuers_in(row, "player__"),
        listed={} if registered is None else registered.listed(person),
        is_minor=minor_at(event, row["player__birth_year"]),
        guardian=bool(row["application__guardian"]),
    )


def minor_at(event: Event | None, born: int | None) -> bool | None:
    """Tell whether somebody born in that year needs a guardian's consent at the event; None: not known."""
    if event is None or born is None:
        return None
    return is_minor(born, event.starts.year, zone_country(event.time_zone))


def issuers_in(row: Mapping[str, Any], prefix: str = "") -> tuple[str, ...]:
    """Whose numbers stand in the particulars of a player."""
    return tuple(issuer for issuer, column in NUMBER_COLUMNS.items() if row[prefix + column])


def by_rule(
    categories: Iterable[Category], section: Section, entries: Iterable[int] | None = None
) -> dict[int, set[str]]:
    """Return the keys of the categories whose rule an entry meets, by its id."""
    # Without a rule nothing is asked; else one query, and another where one asks for a licence.
    rules = {category.key: condition_of(category) for category in categories if category.rule}
    if not rules:
        return {}
    return {
        entry: {key for key, rule in rules.items() if rule.judge(facts).outcome is Outcome.MET}
        for entry, facts in facts_by_entry(section, rules.values(), entries).items()
    }


def keys_by_entry(section: Section, entries: Iterable[int] | None = None) -> dict[int, set[str]]:
    """Return the keys of each entry's categories, by its id; two queries, four with rules."""
    categories = list(section.categories.all())
    wanted = None if entries is None else list(entries)
    keys = by_rule(categories, section, wanted)
    # What people took away by hand goes before the rule, and what they gave before both.
    if keys:
        for entry, key in _by_hand(Entry.categories_without.through, section, wanted):
            keys[entry].discard(key)
    for entry, key in _by_hand(Entry.categories.through, section, wanted):
        keys.setdefault(entry, set()).add(key)
    return keys


def _by_hand(through: type, section: Section, entries: Sequence[int] | None) -> list[tuple[int, str]]:
    rows = through.objects.filter(entry__section=section)  # type: ignore[attr-defined]
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    return list(rows.values_list("entry_id", "category__key"))


def members_of(section: Section, key: str) -> list[int]:
    """Ids of the entries that belong to a category."""
    return [entry for entry, keys in keys_by_entry(section).items() if key in keys]


def with_categories(section: Section, tournament: Tournament) -> Tournament:
    """Return the tournament with the categories as they stand at this moment."""
    # Without rules the entries have what was given by hand.
    if not any(category.rule for category in section.categories.all()):
        return tournament
    keys = keys_by_entry(section)
    numbers = dict(section.entries.filter(number__isnull=False).values_list("number", "pk"))
    entries = tuple(
        replace(entry, categories=tuple(sorted(keys.get(numbers.get(entry.number, 0), ()))))
        for entry in tournament.entries
    )
    return replace(tournament, entries=entries)


def category_counts(section: Section) -> list[CategoryCount]:
    """The categories of a section with their counts. Five queries at most for any number."""
    categories = list(section.categories.all())
    members = Counter(key for keys in keys_by_entry(section).values() for key in keys)
    met = {(entry, key) for entry, keys in by_rule(categories, section).items() for key in keys}
    added = Counter(
        key for entry, key in _by_hand(Entry.categories.through, section, None) if (entry, key) not in met
    )
    removed = Counter(
        key for entry, key in _by_hand(Entry.categories_without.through, section, None) if (entry, key) in met
    )
    return [
        CategoryCount(
            category,
            condition_of(category),
            members[category.key],
            added[category.key] if category.rule else 0,
            removed[category.key],
        )
        for category in categories
    ]


def fit_of(section: Section, condition: Condition) -> ConditionFit:
    """One query."""
    outcomes = Counter(
        condition.judge(facts).outcome for facts in facts_by_entry(section, [condition]).values()
    )
    return ConditionFit(outcomes[Outcome.MET], outcomes[Outcome.NOT_KNOWN], outcomes.total())


def open_to(section: Section) -> Condition:
    return Condition.from_json(section.open_to)


def verdicts_of(section: Section, entries: Iterable[int] | None = None) -> Mapping[int, Verdict]:
    """Judge who does not meet what the section is open to, or of whom it is not known, by id of the entry."""
    condition = open_to(section)
    # Most sections are open to everybody: then nothing is asked.
    if condition.is_empty:
        return {}
    facts_by_id = facts_by_entry(section, [condition], entries)
    verdicts = {entry: condition.judge(facts) for entry, facts in facts_by_id.items()}
    return {entry: verdict for entry, verdict in verdicts.items() if verdict.outcome is not Outcome.MET}
