"""The words for what can be changed of events and sections: settings, and how far their object is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from portal.web.words import Words
from tournaments.state.deciding import Step
from tournaments.state.points import Points
from tournaments.state.time_control import TimeControl
from tournaments.wording.fouls import LADDERS
from tournaments.wording.lists import listed
from tournaments.wording.options import rulebook_name, time_control_alone
from tournaments.wording.pair_values import ORDERS, PAIR_VALUES
from tournaments.wording.standings import criterion_name
from tournaments.wording.teams.deciding import step_text
from tournaments.wording.teams.team_settings import (
    TEAM_BOARD_ORDER,
    TEAM_BYES,
    TEAM_DECIDERS,
    TEAM_EMPTY,
    TEAM_FIRST_ROUNDS,
    TEAM_MODELS,
    TEAM_ORDERS,
    TEAM_PRIMARY,
)

SETTINGS: Mapping[str, Words] = {
    "name": pgettext_lazy("of an event or section", "Name"),
    "native_name": _("Chinese name"),
    "slug": _("URL name"),
    "rounds": pgettext_lazy("how many", "Rounds"),
    "grouping": _("Pairing within a score group"),
    "practice_2009": _("Pairing as practised in 2009"),
    "accelerated": _("Accelerated by Baku's rule"),
    "numbers_by": _("Players are numbered"),
    "early_federation": _("Players of the same federation meet early"),
    "bar": _("McMahon bar"),
    "floor": _("McMahon floor"),
    "grade_categories": _("Categories by grade, from"),
    "absent_halves": _("Half points for an absence"),
    "bye_halves": _("Half points for a bye"),
    "round_down": _("Points without a game are rounded down"),
    "unplayed_half": _("Opponents' unplayed rounds count ½"),
    "handicap_by_score": _("Handicap by McMahon score"),
    "handicap_threshold": _("No handicap from this grade on"),
    "handicap_correction": _("Handicap reduced by"),
    "handicap_ceiling": _("Largest handicap"),
    "clubs_groups": _("Clubs that are near each other"),
    "less_handicap": _("Avoid large handicaps"),
    "first_seeding": _("Seeding in the first rounds"),
    "first_seeding_until": _("First seeding until round"),
    "second_seeding": _("Seeding after that"),
    "floats_down": _("Who floats down"),
    "floats_up": _("Who floats up"),
    "geography": _("Avoid same country or club"),
    "groups_for_country": _("Groups apart rather than the same country"),
    "groups_for_club": _("Groups apart rather than the same club"),
    "wins_end_geography": _("Geography ends for players with half of all wins"),
    **PAIR_VALUES,
    "elimination": _("Who is out"),
    "third_place": _("Third-place match"),
    "best_of": _("Games per match"),
    "steps": _("Decider games of a level match"),
    "final_after": _("Final after round"),
    "final_size": _("Players in the final"),
    "final_apart": _("Points of the final do not count"),
    "tiebreaks": _("Tie-breaks"),
    "points": _("Points"),
    "counted_players": _("How many players of a team count"),
    "team_boards": _("Boards of a match"),
    "team_reserves": _("Reserves of a team"),
    "team_order": _("Order of the boards"),
    "team_empty": _("Empty boards"),
    "team_least": _("Fewest players of a team"),
    "team_colours": _("First move by board"),
    "team_deadline": _("Deadline for line-ups, minutes before the round"),
    "team_roster_deadline": _("Deadline for rosters, minutes before round 1"),
    "team_half_byes": _("Half-point byes per team"),
    "team_forfeit_boards": _("Boards by forfeit that lose a match"),
    "team_forfeit_points": _("Board points of a match won by forfeit"),
    "team_primary": _("Teams are ranked and paired by"),
    "team_points": _("Match points"),
    "team_bye": _("A team without an opponent scores"),
    "team_bye_points": _("Points of a team without an opponent"),
    "team_secret": _("Line-ups are secret"),
    "team_board_games": _("Games for a rank at a board"),
    "team_board_order": _("Best players of a board by"),
    "team_first_round": _("Round 1 of the teams"),
    "team_deciders": _("A level match is decided by"),
    "team_steps": _("Decider boards of a level match"),
    "team_model": _("Claims to a colour (C.04.6)"),
    "team_secondary_colours": _("Colours look at the other points too"),
    "team_accelerated": _("Baku acceleration"),
    "team_tiebreaks": _("Ranking of the teams"),
    "time_control": _("Time control"),
    "move_limit": _("Move limit"),
    "first_table": _("First table"),
    "capacity": _("Most entries"),
    "half_byes_allowed": _("Half-point byes per player"),
    "half_byes_until": _("Half-point byes until round"),
    "adjourned_as": _("An adjourned game counts"),
    "check_in_needed": _("Players check in before they are paired"),
    "rulebook": _("Rulebook"),
    "ladder": _("Fouls that lose the game"),
    "board_size": _("Board size"),
    "compensation": _("Komi (compensation), in stones"),
    "handicap_return": _("Extra compensation in handicap games, in stones"),
    "handicap_rule": _("Returned for handicap stones"),
    "handicap_placement": _("Placing of handicap stones"),
    "seed": _("Draw seed"),
    "online": _("Played online"),
    "starts": _("First day"),
    "ends": _("Last day"),
    "place": _("Venue"),
    "time_zone": _("Time zone"),
    "description_en": _("Description in English"),
    "description_zh_hans": _("Description in simplified Chinese"),
    "description_zh_hant": _("Description in traditional Chinese"),
    "description_vi": _("Description in Vietnamese"),
    "contact": pgettext_lazy("of an event", "Contact"),
    "documents": pgettext_lazy("of an event", "Documents"),
    "officials_shown": _("Officials shown in public"),
    "titles_shown": _("Titles and grades shown with names in public"),
    "framed_by": _("Sites that may show its tables"),
}

GROUPINGS: Mapping[str, Words] = {
    "halves": _("upper half against lower half (WMSG 2008)"),
    "columns": _("neighbours with opposite colours due (WAGC 2010)"),
}
NUMBERINGS: Mapping[str, Words] = {
    "rating": _("by rating, then title, then name"),
    "lot": _("by lot"),
}
ELIMINATION_WORDS: Mapping[str, Words] = {
    "": _("the loser of a match"),
    "double": _("who has lost twice, with a single final"),
    "double-two-finals": _("who has lost twice, in the finals as well"),
}
ADJOURNED: Mapping[str, Words] = {"draw": _("as a draw"), "nothing": _("as 0–0, unfinished")}
POINTS: Mapping[str, Words] = {
    "win": pgettext_lazy("points for", "win"),
    "draw": pgettext_lazy("points for", "draw"),
    "draw_second": pgettext_lazy("points for", "draw of who moves second"),
    "decider": pgettext_lazy("points for", "winner of the decider games, further"),
    "loss": pgettext_lazy("points for", "loss"),
    "bye": pgettext_lazy("points for", "bye"),
    "absence": pgettext_lazy("points for", "absence"),
}
SEEDINGS: Mapping[str, Words] = {
    "fold": _("first meets last (fold)"),
    "slip": _("upper half meets lower half in order (slip)"),
    "random": _("upper half meets lower half by lot"),
}
FLOATS: Mapping[str, Words] = {
    "top": _("the top of the group"),
    "mid": _("the middle of the group"),
    "bot": _("the bottom of the group"),
}
HANDICAP_RULES: Mapping[str, Words] = {
    "none": _("nothing more"),
    "stones": _("one point for each stone"),
    "stones-minus-one": _("one point for each stone but one"),
}
PLACEMENTS: Mapping[str, Words] = {
    "free": _("where Black puts them"),
    "fixed": _("on the star points"),
}
LISTS: Mapping[str, Mapping[str, Words]] = {
    "team_deciders": TEAM_DECIDERS,
    "team_board_order": TEAM_BOARD_ORDER,
}
# What 0 means.
HALVES: Mapping[str, Words] = {
    "team_least": _("half of the boards"),
    "team_board_games": _("half of the rounds"),
}
QUARTERS = frozenset({"compensation", "handicap_return"})


def setting_text(key: str, value: Any) -> str:
    """What a setting stands at, as a person reads it."""
    if key == "team_first_round":
        return str(TEAM_FIRST_ROUNDS[value or ""])
    if value is None or value == "":
        return pgettext("value of a setting", "none")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if value == 0 and key in HALVES:
        return str(HALVES[key])
    if key in LISTS:
        named = LISTS[key]
        return listed(str(named[item]) for item in value) or pgettext("value of a setting", "none")
    if key in ("steps", "team_steps"):
        of_teams = key == "team_steps"
        return "; ".join(step_text(Step.parse(item), of_teams=of_teams) for item in value) or pgettext(
            "value of a setting", "none"
        )
    if key in ("tiebreaks", "team_tiebreaks"):
        return listed(criterion_name(item) for item in value) or pgettext("value of a setting", "none")
    if key == "points":
        points = {"bye": value["win"], **value}
        return _points(points, POINTS)
    if key == "time_control":
        return time_control_alone(TimeControl.parse(value))
    if key in QUARTERS:
        return f"{value / 4:g}"
    if key == "board_size":
        return f"{value} × {value}"
    if key == "rulebook":
        return rulebook_name(value)
    words = {
        "grouping": GROUPINGS,
        "numbers_by": NUMBERINGS,
        "elimination": ELIMINATION_WORDS,
        "ladder": LADDERS,
        "adjourned_as": ADJOURNED,
        "team_order": TEAM_ORDERS,
        "team_empty": TEAM_EMPTY,
        "team_primary": TEAM_PRIMARY,
        "team_bye": TEAM_BYES,
        "team_model": TEAM_MODELS,
        "first_seeding": SEEDINGS,
        "second_seeding": SEEDINGS,
        "floats_down": FLOATS,
        "floats_up": FLOATS,
        "first_order": ORDERS,
        "second_order": ORDERS,
        "handicap_rule": HANDICAP_RULES,
        "handicap_placement": PLACEMENTS,
    }.get(key, {})
    return str(words.get(value, value))


def game_points_text(table: Mapping[str, str]) -> str:
    """What a game over the board gives."""
    return _points(table, ("win", "draw", "draw_second", "decider", "loss"))


def _points(table: Mapping[str, str], keys: Iterable[str]) -> str:
    weights = (
        gettext("round %(number)s × %(times)s") % {"number": number, "times": f"{float(weight):g}"}
        for number, weight in Points.parse(table).weights
    )
    return listed([*(f"{POINTS[key]} {table[key]}" for key in keys if key in table), *weights])


SECTION_STAGES: Mapping[str, Words] = {
    "draft": pgettext_lazy("how far a section is", "not published"),
    "open": pgettext_lazy("how far a section is", "upcoming"),
    "drawn": pgettext_lazy("how far a section is", "lots drawn"),
    "running": pgettext_lazy("how far a section is", "rounds published"),
    "finished": pgettext_lazy("how far a section is", "finished"),
}

EVENT_STAGES: Mapping[str, Words] = {
    "hidden": pgettext_lazy("how far an event is", "not public"),
    "announced": pgettext_lazy("how far an event is", "public"),
    "running": pgettext_lazy("how far an event is", "rounds published"),
    "over": pgettext_lazy("how far an event is", "over"),
}

PERMISSIONS: Mapping[str, Words] = {
    "allowed": pgettext_lazy("of a setting", "free"),
    "warn": pgettext_lazy("of a setting", "with a reason"),
    "refused": pgettext_lazy("of a setting", "fixed"),
}

THEN: Mapping[str, Words] = {
    "pair": _("drafts are paired again"),
    "freeze": _("standings are computed again"),
}


def refused_setting(params: Mapping[str, Any]) -> dict[str, Words]:
    """The parameters of a refusal that names a setting, in words."""
    return {
        "setting": SETTINGS.get(params["setting"], params["setting"]),
        "stage": {**EVENT_STAGES, **SECTION_STAGES}.get(params.get("stage", ""), ""),
    }
