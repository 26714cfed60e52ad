"""Whom something is open to: a category of players, a section.

*condition*   everything that it asks must hold; of the conditions in ``any_of`` at least one, one level deep.
*outcome*     met, not met, or not known: what is asked was never filled in.
*licence*     a right to play that an organisation gives from day to day. Its first and last day are included;
              it must be valid on the first day of the event, or on every day.
*list*        of ratings, by its code, as it stood on a day: of the event's first, or of one that is named.
*consent*     of a parent or guardian, without whom who is under age does not play.
*grounds*     the parts that do not hold or are not known, each with what is asked and what stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date, timedelta
from enum import StrEnum
from typing import Any, Self

from tournaments.text.titles import GRADES, TITLES, higher_by

GENDERS = ("f", "m")
_STRENGTH = {grade: strength for strength, grade in enumerate(reversed(GRADES))}


class Outcome(StrEnum):
    MET = "met"
    NOT_MET = "not-met"
    NOT_KNOWN = "not-known"


class Part(StrEnum):
    """What a condition can ask about."""

    GENDER = "gender"
    BORN = "born"
    RATING = "rating"
    GRADE = "grade"
    FEDERATION = "federation"
    CLUB = "club"
    TITLE = "title"
    LICENCE = "licence"
    NUMBER = "number"
    CONSENT = "consent"
    ANY_OF = "any-of"


@dataclass(frozen=True, slots=True)
class HeldLicence:
    """``suspended_by``: the organisation that has suspended it; empty where it is valid. ``guardian``:
    whether it came with a guardian's consent."""

    code: str
    first: date
    last: date
    suspended_by: str = ""
    guardian: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonFacts:
    """Hold what is known of somebody; empty and None: nothing."""

    gender: str = ""
    birth_year: int | None = None
    rating: int | None = None
    grade: str = ""
    federation: str = ""
    # The names of the club in any script.
    clubs: tuple[str, ...] = ()
    title: str = ""
    # None where nobody of the register is known.
    licences: tuple[HeldLicence, ...] | None = None
    # The first and last day of the event.
    days: tuple[date, date] | None = None
    # Whose numbers are known, such as `fide`.
    numbers: tuple[str, ...] = ()
    # By list and day the ratings there, of who has entered one for each version, for a correction expels
    # nobody; empty for who is not on it, and without what is no list yet.
    listed: Mapping[tuple[str, str], Sequence[int]] = field(default_factory=dict, hash=False)
    # None where no year of birth is known.
    is_minor: bool | None = None
    guardian: bool = False


@dataclass(frozen=True, slots=True)
class Ground:
    """``value``: what stands of the person, None where nothing does."""

    part: Part
    outcome: Outcome
    value: int | str | HeldLicence | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    outcome: Outcome
    grounds: tuple[Ground, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Ask something of a person; of the several of one kind, such as clubs, one is enough."""

    gender: str = ""
    # From and to are included; only years are kept of anybody, so nothing is asked by day.
    born_from: int | None = None
    born_to: int | None = None
    rating_from: int | None = None
    rating_to: int | None = None
    # Who has no rating meets a limit of ratings.
    unrated: bool = False
    rating_list: str = ""
    rating_on: str = ""
    grade_from: str = ""
    grade_to: str = ""
    federations: tuple[str, ...] = ()
    clubs: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    title_from: str = ""
    title_to: str = ""
    licences: tuple[str, ...] = ()
    # A licence is to be valid on every day of the event, not only on the first.
    every_day: bool = False
    # By issuer.
    numbers: tuple[str, ...] = ()
    consent: bool = False
    any_of: tuple[Condition, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether everybody meets it."""
        return self == Condition(
            unrated=self.unrated,
            rating_list=self.rating_list,
            rating_on=self.rating_on,
            every_day=self.every_day,
        )

    @property
    def asks_licences(self) -> bool:
        """A licence may be what says that a guardian consents."""
        return any(part.licences or part.consent for part in self.groups)

    @property
    def lists(self) -> set[tuple[str, str]]:
        """Which lists it asks, and as of which day."""
        return {(part.rating_list, part.rating_on) for part in self.groups if part.rating_list}

    @property
    def groups(self) -> tuple[Condition, ...]:
        return (self, *self.any_of)

    def judge(self, facts: PersonFacts) -> Verdict:
        grounds = tuple(ground for ground in self._grounds(facts) if ground.outcome is not Outcome.MET)
        return Verdict(_together(grounds), grounds)

    def as_json(self) -> dict[str, Any]:
        """Without what is not asked."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values["any_of"] = [condition.as_json() for condition in self.any_of]
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values.items()
            if value not in ("", None, False, (), [])
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Raises `ValueError` with what is wrong."""
        if not isinstance(data, Mapping):
            raise ValueError(f"condition: {data!r} is none")
        values: dict[str, Any] = {}
        for name, value in data.items():
            values[name] = _read(name, value)
        return cls(**values)

    def _grounds(self, facts: PersonFacts) -> Iterator[Ground]:
        if self.gender:
            yield _ground(Part.GENDER, facts.gender, facts.gender == self.gender)
        if self.born_from is not None or self.born_to is not None:
            year = facts.birth_year
            yield _ground(Part.BORN, year, _within(year, self.born_from, self.born_to))
        if self.rating_from is not None or self.rating_to is not None:
            yield self._rating_ground(facts)
        if self.grade_from or self.grade_to:
            # What was written otherwise than grades are is none that is known.
            strength = _STRENGTH.get(facts.grade)
            low, high = _STRENGTH.get(self.grade_from), _STRENGTH.get(self.grade_to)
            grade = facts.grade if strength is not None else ""
            yield _ground(Part.GRADE, grade, _within(strength, low, high))
        if self.federations:
            yield _ground(Part.FEDERATION, facts.federation, facts.federation in self.federations)
        if self.clubs:
            names = {_plain(club) for club in facts.clubs if club}
            listed = bool(names & {_plain(club) for club in self.clubs})
            yield _ground(Part.CLUB, next(filter(None, facts.clubs), ""), listed)
        if self.titles:
            # Who has no title has none: that is known.
            outcome = Outcome.MET if facts.title in self.titles else Outcome.NOT_MET
            yield Ground(Part.TITLE, outcome, facts.title or None)
        if self.title_from or self.title_to:
            yield Ground(Part.TITLE, self._title_outcome(facts.title), facts.title or None)
        if self.licences:
            yield self._licence_ground(facts)
        if self.numbers:
            # Who has given no number has none here: that is known.
            held = bool(set(self.numbers) & set(facts.numbers))
            yield Ground(Part.NUMBER, Outcome.MET if held else Outcome.NOT_MET)
        if self.consent:
            yield Ground(Part.CONSENT, _consent_outcome(facts))
        if self.any_of:
            outcomes = {condition.judge(facts).outcome for condition in self.any_of}
            order = (Outcome.MET, Outcome.NOT_KNOWN, Outcome.NOT_MET)
            yield Ground(Part.ANY_OF, next(outcome for outcome in order if outcome in outcomes))

    def _rating_ground(self, facts: PersonFacts) -> Ground:
        ratings: Sequence[int] = () if facts.rating is None else (facts.rating,)
        if self.rating_list:
            on_list = facts.listed.get((self.rating_list, self.rating_on))
            if on_list is None:
                return Ground(Part.RATING, Outcome.NOT_KNOWN, self.rating_list)
            ratings = on_list
        if not ratings:
            return Ground(Part.RATING, Outcome.MET if self.unrated else Outcome.NOT_MET)
        holds = any(_within(rating, self.rating_from, self.rating_to) for rating in ratings)
        return _ground(Part.RATING, ratings[0], holds)

    def _title_outcome(self, title: str) -> Outcome:
        """Who has no title is below all of them; one of another order is not known to be higher or lower."""
        if not title:
            return Outcome.NOT_MET if self.title_from else Outcome.MET
        above = higher_by(title, self.title_from) if self.title_from else 0
        below = higher_by(self.title_to, title) if self.title_to else 0
        if above is None or below is None:
            return Outcome.NOT_KNOWN
        return Outcome.MET if above >= 0 and below >= 0 else Outcome.NOT_MET

    def _licence_ground(self, facts: PersonFacts) -> Ground:
        """Shown of who holds one that does not do: the one that is suspended then, else the last."""
        if facts.licences is None or facts.days is None:
            return Ground(Part.LICENCE, Outcome.NOT_KNOWN)
        first, last = facts.days
        held = [licence for licence in facts.licences if licence.code in self.licences]
        valid = [licence for licence in held if not licence.suspended_by]
        if _covers(valid, first, last if self.every_day else first):
            return Ground(Part.LICENCE, Outcome.MET)
        suspended = [licence for licence in held if licence.suspended_by and _covers([licence], first, first)]
        nearest = max(suspended or held, key=lambda licence: licence.last, default=None)
        return Ground(Part.LICENCE, Outcome.NOT_MET, nearest)


def _consent_outcome(facts: PersonFacts) -> Outcome:
    if facts.is_minor is None:
        return Outcome.NOT_KNOWN
    by_licence = facts.days is not None and any(
        licence.guardian and licence.first <= facts.days[0] <= licence.last
        for licence in facts.licences or ()
    )
    return Outcome.MET if not facts.is_minor or facts.guardian or by_licence else Outcome.NOT_MET


def _covers(licences: Iterable[HeldLicence], first: date, last: date) -> bool:
    """Whether one of them is valid on each of these days."""
    day = first
    for licence in sorted(licences, key=lambda licence: licence.first):
        if licence.first <= day <= licence.last:
            day = licence.last + timedelta(days=1)
    return day > last


def _ground(part: Part, value: int | str | None, holds: bool) -> Ground:
    if value in ("", None):
        return Ground(part, Outcome.NOT_KNOWN)
    return Ground(part, Outcome.MET if holds else Outcome.NOT_MET, value)


def _together(grounds: Sequence[Ground]) -> Outcome:
    """One that fails decides, whatever is not known beside it."""
    outcomes = {ground.outcome for ground in grounds}
    if Outcome.NOT_MET in outcomes:
        return Outcome.NOT_MET
    return Outcome.NOT_KNOWN if outcomes else Outcome.MET


def _within(value: int | None, low: int | None, high: int | None) -> bool:
    return value is not None and (low is None or low <= value) and (high is None or value <= high)


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _read(name: str, value: object) -> Any:
    match name, value:
        case ("gender", str()) if value in GENDERS:
            return value
        case ("grade_from" | "grade_to", str()) if value in _STRENGTH:
            return value
        case ("born_from" | "born_to" | "rating_from" | "rating_to", int()) if not isinstance(value, bool):
            return value
        case ("title_from" | "title_to", str()) if value in TITLES:
            return value
        case ("rating_list", str()):
            return value
        case ("rating_on", str()) if _is_day(value):
            return value
        case ("unrated" | "every_day" | "consent", bool()):
            return value
        case ("federations" | "clubs" | "titles" | "licences" | "numbers", list()) if all(
            isinstance(text, str) for text in value
        ):
            return tuple(value)
        case ("any_of", list()) if all(isinstance(part, dict) and "any_of" not in part for part in value):
            return tuple(Condition.from_json(part) for part in value)
    raise ValueError(f"condition: {name} cannot be {value!r}")
