"""Every setting of a McMahon tournament and of OpenGotha's Swiss: scores, handicaps, weights; three profiles.

A *bar* cuts the start scores above, a *floor* below. What a section sets is kept as the difference from its
profile: `gotha_settings_as_json` writes it, `gotha_settings_from_json` reads it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

MCMAHON_SYSTEM, SWISS_SYSTEM = "mcmahon", "swiss-opengotha"
# These systems pair by the value of each pair.
SYSTEMS = (MCMAHON_SYSTEM, SWISS_SYSTEM)


@dataclass(frozen=True, slots=True)
class Scoring:
    """Ranks ``floor``, ``bar``, ``zero``; what absences and byes give, in half points; ``round_down``: the
    sum of these to a whole point; ``unplayed_half``: a round not played counts ½ in what opponents get from
    it; ``categories``: the lower limits of all categories but the last."""

    floor: int = -20
    bar: int = 3
    zero: int = -30
    absent_nbw2: int = 0
    bye_nbw2: int = 2
    absent_mms2: int = 1
    bye_mms2: int = 2
    round_down: bool = True
    unplayed_half: bool = False
    categories: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Handicaps:
    """``by_mms``: strength is the score, else the rank. Players at the ``threshold`` or above are equal."""

    by_mms: bool = True
    threshold: int = 0
    correction: int = 1
    ceiling: int = 9


class Seeding(StrEnum):
    """How a group's players are brought together: first with last, halves side by side, halves by lot."""

    FOLD = "SPLITANDFOLD"
    SLIP = "SPLITANDSLIP"
    RANDOM = "SPLITANDRANDOM"


class FloatMode(StrEnum):
    """Who of a group floats."""

    TOP = "TOP"
    MID = "MID"
    BOT = "BOT"


class Additional(StrEnum):
    """What orders equal players of a group after the criteria."""

    NONE = "NULL"
    RATING = "Rating"
    RANK = "Rank"


@dataclass(frozen=True, slots=True)
class Weights:
    """The settings of the cost of a pair, as OpenGotha calls them after ``pai``. The nine terms:
    ``duplicate``, ``random``, ``colour``, ``category``, ``score``, ``dudd``, ``seed``, ``handicap``, ``geo``.
    """

    nx1: float = 0.5
    duplicate: int = 500_000_000_000_000
    random: int = 0
    deterministic: bool = True
    colour: int = 1_000_000
    category: int = 0
    score: int = 100_000_000_000
    dudd: int = 100_000_000
    compensate: bool = True
    upper: FloatMode = FloatMode.MID
    lower: FloatMode = FloatMode.MID
    seed: int = 5_000_000
    last_round_of_first: int = 2
    first_seeding: Seeding = Seeding.RANDOM
    second_seeding: Seeding = Seeding.SLIP
    first_additional: Additional = Additional.RATING
    second_additional: Additional = Additional.NONE
    bar_threshold: bool = True
    rank_threshold: int = 0
    wins_threshold: bool = False
    secondary: int = 100_000_000_000
    handicap: int = 0
    geo: int = 100_000_000_000
    country: int = 1
    club: int = 3
    clubs_group: int | None = 2

    def seeding(self, round_number: int) -> Seeding:
        first = round_number <= self.last_round_of_first
        return self.first_seeding if first else self.second_seeding

    def additional(self, round_number: int) -> Additional:
        first = round_number <= self.last_round_of_first
        return self.first_additional if first else self.second_additional


@dataclass(frozen=True, slots=True)
class GoSettings:
    """``clubs_groups``: names of clubs that count as near each other."""

    scoring: Scoring = field(default_factory=Scoring)
    handicaps: Handicaps = field(default_factory=Handicaps)
    weights: Weights = field(default_factory=Weights)
    clubs_groups: tuple[frozenset[str], ...] = ()


PARTS = ("scoring", "handicaps", "weights")
MCMAHON = GoSettings()
SWISS = GoSettings(
    scoring=Scoring(floor=-30, bar=8),
    handicaps=Handicaps(by_mms=False, threshold=-30, correction=0, ceiling=0),
    weights=Weights(
        first_seeding=Seeding.SLIP,
        second_additional=Additional.RATING,
        rank_threshold=-30,
        wins_threshold=True,
        secondary=20_000_000_000_000,
        geo=0,
        country=0,
        club=0,
        clubs_group=0,
    ),
)
# What a new section of each system has (M13).
PROFILES: Mapping[str, GoSettings] = {MCMAHON_SYSTEM: MCMAHON, SWISS_SYSTEM: SWISS}
CRITERIA_OF: Mapping[str, tuple[str, ...]] = {
    MCMAHON_SYSTEM: ("MMS", "SOSM", "SOSOSM"),
    SWISS_SYSTEM: ("NBW", "SOSW", "SOSOSW"),
}


def gotha_settings_as_json(settings: GoSettings, system: str) -> dict[str, Any]:
    """What differs from the profile of the system, as plain values."""
    profile = PROFILES[system]
    changes: dict[str, Any] = {}
    for part in PARTS:
        mine, usual = getattr(settings, part), getattr(profile, part)
        changed = {
            field.name: _plain(getattr(mine, field.name))
            for field in fields(mine)
            if getattr(mine, field.name) != getattr(usual, field.name)
        }
        if changed:
            changes[part] = changed
    if settings.clubs_groups:
        changes["clubs_groups"] = [sorted(group) for group in settings.clubs_groups]
    return changes


def _plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def gotha_settings_from_json(data: Mapping[str, Any], system: str) -> GoSettings:
    """What `gotha_settings_as_json` wrote, strictly. Raises ValueError with the key for what it does not
    know or cannot be such a value."""
    profile = PROFILES[system]
    if unknown := sorted(data.keys() - {*PARTS, "clubs_groups"}):
        raise ValueError(unknown[0])
    parts = {part: _part(getattr(profile, part), data.get(part, {}), part) for part in PARTS}
    groups = data.get("clubs_groups", [])
    if not isinstance(groups, list) or not all(
        isinstance(group, list) and all(isinstance(club, str) for club in group) for group in groups
    ):
        raise ValueError("clubs_groups")
    settings = GoSettings(**parts, clubs_groups=tuple(map(frozenset, groups)))
    check(settings)
    return settings


def _part(profile: Any, data: object, part: str) -> Any:
    if not isinstance(data, Mapping):
        raise ValueError(part)
    now = {field.name: getattr(profile, field.name) for field in fields(profile)}
    for key, value in data.items():
        if key not in now:
            raise ValueError(f"{part}.{key}")
        try:
            now[key] = _like(now[key], value)
        except (ValueError, TypeError):
            raise ValueError(f"{part}.{key}") from None
    return type(profile)(**now)


def _like(usual: Any, value: Any) -> Any:
    """``value`` as the field has it. Raises ValueError."""
    if isinstance(usual, StrEnum):
        return type(usual)(value)
    if isinstance(usual, tuple):
        if not isinstance(value, list) or not all(type(item) is int for item in value):
            raise ValueError
        return tuple(value)
    if value is None or usual is None:
        if value is not None and type(value) is not int:
            raise ValueError
        return value
    if isinstance(usual, float) and type(value) in (int, float):
        return float(value)
    if type(value) is not type(usual):
        raise ValueError
    return value


# The largest value of each weight: all of them together stay below 2^53.
MOST = {
    "duplicate": 500_000_000_000_000,
    "random": 1_000_000_000,
    "colour": 1_000_000,
    "category": 20_000_000_000_000,
    "score": 100_000_000_000,
    "dudd": 1_000_000_000,
    "seed": 5_000_000,
    "secondary": 20_000_000_000_000,
    "handicap": 20_000_000_000_000,
    "geo": 20_000_000_000_000,
}
_RANKS = (-30, 8)
# By part and field, the least and the most.
RANGES: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys((f"scoring.{key}" for key in ("floor", "bar", "zero", "categories")), _RANKS),
    **dict.fromkeys(
        (f"scoring.{key}" for key in ("absent_nbw2", "bye_nbw2", "absent_mms2", "bye_mms2")), (0, 2)
    ),
    "handicaps.threshold": _RANKS,
    "handicaps.correction": (-1, 3),
    "handicaps.ceiling": (0, 9),
    "weights.nx1": (0, 1),
    "weights.rank_threshold": _RANKS,
    "weights.last_round_of_first": (0, 60),
    **{f"weights.{key}": (0, most) for key, most in MOST.items()},
    **dict.fromkeys((f"weights.{key}" for key in ("country", "club", "clubs_group")), (0, 30)),
}
MOST_CATEGORIES = 9


def check(settings: GoSettings) -> None:
    """Raises ValueError with the key of what cannot be."""
    s = settings.scoring
    falling = all(category > other for category, other in zip(s.categories, s.categories[1:], strict=False))
    for key, (least, most) in RANGES.items():
        part, name = key.split(".")
        value = getattr(getattr(settings, part), name)
        each = value if isinstance(value, tuple) else (value or 0,)
        if not all(least <= category <= most for category in each):
            raise ValueError(key)
    if s.floor > s.bar:
        raise ValueError("scoring.bar")
    if not falling or len(s.categories) >= MOST_CATEGORIES:
        raise ValueError("scoring.categories")
