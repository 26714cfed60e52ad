"""What an organiser chooses of `settings.GoSettings`, as single values under one name each.

Grades are texts, ``4d``; seedings ``fold``, ``slip``, ``random``; points of a bye or an absence are counted
in halves. A weight is a number from 0 to the most that OpenGotha takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from tournaments.state.gotha.ranks import rank_of, rank_text
from tournaments.state.gotha.settings import (
    MCMAHON_SYSTEM,
    MOST,
    PROFILES,
    Additional,
    FloatMode,
    GoSettings,
    Seeding,
    Weights,
    check,
)

T = TypeVar("T")
SEEDINGS = {"fold": Seeding.FOLD, "slip": Seeding.SLIP, "random": Seeding.RANDOM}
ORDERS = {"rating": Additional.RATING, "grade": Additional.RANK, "name": Additional.NONE}
FLOATS = {"top": FloatMode.TOP, "mid": FloatMode.MID, "bot": FloatMode.BOT}
# The weights of these where somebody switches them on.
GEO, LESS_HANDICAP, CLUBS_GROUP = 100_000_000_000, 20_000_000_000_000, 2
# The terms of a pair's value in their order, by the name of the setting.
WEIGHTS = {
    "meeting_weight": "duplicate",
    "random_weight": "random",
    "colour_weight": "colour",
    "category_weight": "category",
    "score_weight": "score",
    "floats_weight": "dudd",
    "seeding_weight": "seed",
    "handicap_weight": "handicap",
    "geography_weight": "geo",
}
KEYS = (
    *("bar", "floor", "grade_categories", "absent_halves", "bye_halves", "round_down", "unplayed_half"),
    *("handicap_by_score", "handicap_threshold", "handicap_correction", "handicap_ceiling", "less_handicap"),
    *("first_seeding", "first_seeding_until", "second_seeding", "floats_down", "floats_up"),
    *("geography", "groups_for_country", "groups_for_club", "clubs_groups", "wins_end_geography"),
    *("rank_ends_geography", "bar_ends_geography", "first_order", "second_order", "floats_balanced"),
    *WEIGHTS,
)
# By weight the setting that switches it on, and what it then is where the profile has none.
SWITCHES = {
    "geography_weight": ("geography", GEO),
    "handicap_weight": ("less_handicap", LESS_HANDICAP),
    "category_weight": ("grade_categories", LESS_HANDICAP),
}
# Characters of all groups of clubs together.
MOST_CLUBS = 2_000
OF_MCMAHON = frozenset({"bar", "floor", "bar_ends_geography"})
BAR_BELOW_FLOOR = "bar-below-floor"
# A bar can be 10 kyu to 9 dan, a floor 30 kyu to 1 dan.
CHOSEN = {"bar": (-10, 8), "floor": (-30, 0)}
# What is wrong where no setting is by itself.
OUT_OF_RANGE = {key: f"{key}-range" for key in CHOSEN}


def keys_of(system: str) -> tuple[str, ...]:
    """Those that the system has."""
    return tuple(key for key in KEYS if system == MCMAHON_SYSTEM or key not in OF_MCMAHON)


def values_of(settings: GoSettings, system: str) -> dict[str, Any]:
    """By name; plain values."""
    s, h, w = settings.scoring, settings.handicaps, settings.weights
    mcmahon = system == MCMAHON_SYSTEM
    names = {seeding: name for name, seeding in SEEDINGS.items()}
    modes = {mode: name for name, mode in FLOATS.items()}
    orders = {order: name for name, order in ORDERS.items()}
    values: dict[str, Any] = {
        "bar": _grade(s.bar),
        "floor": _grade(s.floor),
        "grade_categories": ", ".join(map(_grade, s.categories)),
        "absent_halves": s.absent_mms2 if mcmahon else s.absent_nbw2,
        "bye_halves": s.bye_mms2 if mcmahon else s.bye_nbw2,
        "round_down": s.round_down,
        "unplayed_half": s.unplayed_half,
        "handicap_by_score": h.by_mms,
        "handicap_threshold": _grade(h.threshold),
        "handicap_correction": h.correction,
        "handicap_ceiling": h.ceiling,
        "less_handicap": w.handicap > 0,
        "first_seeding": names[w.first_seeding],
        "first_seeding_until": w.last_round_of_first,
        "second_seeding": names[w.second_seeding],
        "floats_down": modes[w.upper],
        "floats_up": modes[w.lower],
        "geography": w.geo > 0,
        "groups_for_country": w.country,
        "groups_for_club": w.club,
        "clubs_groups": "\n".join(sorted(", ".join(sorted(group)) for group in settings.clubs_groups)),
        "wins_end_geography": w.wins_threshold,
        "rank_ends_geography": _grade(w.rank_threshold),
        "bar_ends_geography": w.bar_threshold,
        "first_order": orders[w.first_additional],
        "second_order": orders[w.second_additional],
        "floats_balanced": w.compensate,
        **{key: getattr(w, name) for key, name in WEIGHTS.items()},
    }
    return {key: values[key] for key in keys_of(system)}


def _grade(rank: int) -> str:
    return rank_text(rank).lower()


def with_values(settings: GoSettings, system: str, values: Mapping[str, Any]) -> GoSettings:
    """Replace these values of the settings. Raises ValueError with the name of what cannot be."""
    now = {**values_of(settings, system), **{key: values[key] for key in KEYS if key in values}}
    s, h, w = settings.scoring, settings.handicaps, settings.weights
    halves = {"absent": _number(now, "absent_halves", 2), "bye": _number(now, "bye_halves", 2)}
    if system == MCMAHON_SYSTEM:
        s = replace(
            s,
            bar=_rank(now, "bar"),
            floor=_rank(now, "floor"),
            absent_mms2=halves["absent"],
            bye_mms2=halves["bye"],
        )
    else:
        s = replace(s, absent_nbw2=halves["absent"], bye_nbw2=halves["bye"])
    s = replace(
        s,
        categories=_categories(now["grade_categories"]),
        round_down=bool(now["round_down"]),
        unplayed_half=bool(now["unplayed_half"]),
    )
    h = replace(
        h,
        by_mms=bool(now["handicap_by_score"]),
        threshold=_rank(now, "handicap_threshold"),
        correction=_number(now, "handicap_correction", 3, -1),
        ceiling=_number(now, "handicap_ceiling", 9),
    )
    w = replace(
        w,
        **_weights(now, values_of(settings, system), PROFILES[system].weights),
        first_seeding=_of(SEEDINGS, now, "first_seeding"),
        last_round_of_first=_number(now, "first_seeding_until", 60),
        second_seeding=_of(SEEDINGS, now, "second_seeding"),
        upper=_of(FLOATS, now, "floats_down"),
        lower=_of(FLOATS, now, "floats_up"),
        country=_number(now, "groups_for_country", 30),
        club=_number(now, "groups_for_club", 30),
        wins_threshold=bool(now["wins_end_geography"]),
        rank_threshold=_rank(now, "rank_ends_geography"),
        bar_threshold=bool(now.get("bar_ends_geography", w.bar_threshold)),
        first_additional=_of(ORDERS, now, "first_order"),
        second_additional=_of(ORDERS, now, "second_order"),
        compensate=bool(now["floats_balanced"]),
    )
    groups = settings.clubs_groups
    if now["clubs_groups"] != values_of(settings, system)["clubs_groups"]:
        groups = _clubs(now["clubs_groups"])
        if groups and not w.clubs_group:
            w = replace(w, clubs_group=CLUBS_GROUP)
    changed = replace(settings, scoring=s, handicaps=h, weights=w, clubs_groups=groups)
    if changed.scoring.floor > changed.scoring.bar:
        raise ValueError(BAR_BELOW_FLOOR)
    for key, (least, most) in CHOSEN.items():
        # What came with a file stays until somebody chooses another one.
        if getattr(s, key) != getattr(settings.scoring, key) and not least <= getattr(s, key) <= most:
            raise ValueError(OUT_OF_RANGE[key])
    check(changed)
    return changed


def _weights(now: Mapping[str, Any], was: Mapping[str, Any], usual: Weights) -> dict[str, Any]:
    """By field. A weight of 0 switches off what it weighs; where that is switched on it has its usual one."""
    weights = {key: _number(now, key, MOST[name]) for key, name in WEIGHTS.items()}
    for key, (switch, weight) in SWITCHES.items():
        if bool(now[switch]) is not bool(was[switch]):
            keep = weights[key] or getattr(usual, WEIGHTS[key]) or weight
            weights[key] = keep if now[switch] or switch == "grade_categories" else 0
    return {name: weights[key] for key, name in WEIGHTS.items()}


def _clubs(text: Any) -> tuple[frozenset[str], ...]:
    """A group a line, its clubs between commas. A club is in one group; one alone is none."""
    if len(str(text)) > MOST_CLUBS:
        raise ValueError("clubs_groups")
    lines = str(text).replace("、", ",").replace("，", ",").splitlines()
    rows = [[" ".join(club.split()) for club in line.split(",") if club.strip()] for line in lines]
    clubs = [club.casefold() for row in rows for club in row]
    if len(clubs) != len(set(clubs)) or any(len(row) == 1 for row in rows):
        raise ValueError("clubs_groups")
    return tuple(frozenset(row) for row in rows if row)


def _rank(values: Mapping[str, Any], key: str) -> int:
    try:
        return rank_of(str(values[key]))
    except ValueError:
        raise ValueError(key) from None


def _number(values: Mapping[str, Any], key: str, most: int, least: int = 0) -> int:
    value = values[key]
    if type(value) is not int or not least <= value <= most:
        raise ValueError(key)
    return value


def _of(table: Mapping[str, T], values: Mapping[str, Any], key: str) -> T:
    try:
        return table[values[key]]
    except (KeyError, TypeError):
        raise ValueError(key) from None


def _categories(text: Any) -> tuple[int, ...]:
    """The lower limits, as ``1d, 5k``; the last category has none."""
    try:
        limits = tuple(rank_of(part) for part in str(text).replace("、", ",").split(",") if part.strip())
    except ValueError:
        raise ValueError("grade_categories") from None
    if list(limits) != sorted(set(limits), reverse=True) or len(limits) > 8:
        raise ValueError("grade_categories")
    return limits
