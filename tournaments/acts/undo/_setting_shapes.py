"""What each setting of a section is, as the journal keeps it: without that a change is not undone."""

from __future__ import annotations

from tournaments.acts.undo._shapes import Shape, is_flag, is_maybe, is_number, is_text, is_texts
from tournaments.state.gotha.choices import WEIGHTS

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
    "accelerated": is_flag,
    "numbers_by": is_text,
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
    **dict.fromkeys(("team_tiebreaks", "team_deciders", "team_steps", "team_board_order"), is_texts),
    **dict.fromkeys(("round_down", "unplayed_half", "handicap_by_score", "less_handicap"), is_flag),
    **dict.fromkeys(("geography", "wins_end_geography", "bar_ends_geography", "floats_balanced"), is_flag),
    **dict.fromkeys(("rank_ends_geography", "first_order", "second_order"), is_text),
    "handicap_correction": lambda value: type(value) is int,
    "online": is_flag,
    "tiebreaks": is_texts,
    "points": lambda value: isinstance(value, dict) and all(map(is_text, value.values())),
}
"""What each setting of a section is, by its key."""
