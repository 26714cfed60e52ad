"""Say as shapes of facts what a line of the journal must tell to be undone.

A restored journal says whatever its file says, so nothing of it is taken for granted."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from datetime import date, datetime
from typing import Any

from portal.web.dates import is_showable
from tournaments.state.gotha.choices import WEIGHTS
from tournaments.text.titles import LONGEST

Shape = Mapping[str, Callable[[Any], bool]]
MOST = 2**31


def is_number(value: Any) -> bool:
    """An id or a count, never negative."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MOST


def is_game(value: Any) -> bool:
    """Which game of a table; the first need not be said."""
    return value is None or (is_number(value) and value >= 1)


def is_numbers(value: Any) -> bool:
    """Several numbers, at least one."""
    return isinstance(value, list) and bool(value) and all(map(is_number, value))


def is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_text, value))


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_journalled_grade(value: Any) -> bool:
    """Or none; one that came with a file may be odd."""
    return is_text(value) and len(value) <= LONGEST


def is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def is_true(value: Any) -> bool:
    return value is True


def is_day(value: Any) -> bool:
    try:
        return is_showable(date.fromisoformat(value))
    except (TypeError, ValueError):
        return False


def is_missing(value: Any) -> bool:
    """Of a fact that only says what cannot be put together again."""
    return value is None


def is_one_of(choices: Container[str]) -> Callable[[Any], bool]:
    """One of these codes."""
    return lambda value: is_text(value) and value in choices


def is_maybe(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """``check``, or none."""
    return lambda value: value is None or check(value)


def is_places(value: Any) -> bool:
    """Numbers or none, by whose they are."""
    return isinstance(value, dict) and all(is_maybe(is_number)(place) for place in value.values())


def by_number(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """An object whose keys are numbers, written out, and whose values are all ``check``."""
    return lambda value: (
        isinstance(value, dict) and all(is_written(key) and check(item) for key, item in value.items())
    )


def is_written(text: str) -> bool:
    """Whether it is a number in digits."""
    return text.isascii() and text.isdigit() and len(text) < 10


def is_moment(value: Any) -> bool:
    """With a time zone, and on the calendar of every other one."""
    try:
        at = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return False
    return at.tzinfo is not None and is_showable(at)


def fits_shape(facts: Any, shape: Shape) -> bool:
    """Whether ``facts`` have at least what ``shape`` names; what is not there is none."""
    if not shape:
        return True
    facts = {} if facts is None else facts
    return isinstance(facts, dict) and all(check(facts.get(name)) for name, check in shape.items())


# The kind of each setting of a section, by its key.
OF_SECTION: Shape = {
    **dict.fromkeys(("name", "native_name", "slug", "seed", "time_control"), is_text),
    **dict.fromkeys(("grouping", "rulebook", "ladder", "adjourned_as"), is_text),
    **dict.fromkeys(("rounds", "best_of", "first_table", "counted_players", "half_byes_allowed"), is_number),
    **dict.fromkeys(("board_size", "compensation", "handicap_return"), is_number),
    **dict.fromkeys(
        (
            "final_after",
            "final_size",
            "capacity",
            "half_byes_until",
            "move_limit",
            "team_deadline",
            "team_roster_deadline",
        ),
        is_maybe(is_number),
    ),
    **dict.fromkeys(("practice_2009", "early_federation", "third_place", "check_in_needed"), is_flag),
    "final_apart": is_flag,
    "accelerated": is_flag,
    "numbers_by": is_text,
    "elimination": is_text,
    **dict.fromkeys(("bar", "floor", "grade_categories", "handicap_threshold"), is_text),
    **dict.fromkeys(("handicap_rule", "handicap_placement", "clubs_groups"), is_text),
    **dict.fromkeys(("first_seeding", "second_seeding", "floats_down", "floats_up"), is_text),
    **dict.fromkeys(("absent_halves", "bye_halves", "handicap_ceiling", "first_seeding_until"), is_number),
    **dict.fromkeys(("groups_for_country", "groups_for_club", *WEIGHTS), is_number),
    **dict.fromkeys(
        ("team_boards", "team_reserves", "team_least", "team_half_byes", "team_forfeit_boards"), is_number
    ),
    "team_board_games": is_number,
    **dict.fromkeys(("team_order", "team_empty", "team_colours", "team_primary", "team_points"), is_text),
    **dict.fromkeys(("team_bye", "team_model", "team_forfeit_points", "team_first_round"), is_text),
    "team_bye_points": is_text,
    **dict.fromkeys(("team_secondary_colours", "team_accelerated", "team_secret"), is_flag),
    **dict.fromkeys(("team_tiebreaks", "team_deciders", "team_steps", "steps", "team_board_order"), is_texts),
    **dict.fromkeys(("round_down", "unplayed_half", "handicap_by_score", "less_handicap"), is_flag),
    **dict.fromkeys(("geography", "wins_end_geography", "bar_ends_geography", "floats_balanced"), is_flag),
    **dict.fromkeys(("rank_ends_geography", "first_order", "second_order"), is_text),
    "handicap_correction": lambda value: type(value) is int,
    "online": is_flag,
    "tiebreaks": is_texts,
    "points": lambda value: isinstance(value, dict) and all(map(is_text, value.values())),
}
