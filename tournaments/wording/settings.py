"""The words for what can be changed of events and sections: settings, how far their object is, refusals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from portal.web.fields import Words
from tournaments.state.deciding import Step
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
    "third_place": _("Third-place match"),
    "best_of": _("Games per match"),
    "final_after": _("Final after round"),
    "final_size": _("Players in the final"),
    "tiebreaks": _("Tie-breaks"),
    "points": _("Points"),
    "counted_players": _("Counted players of a team"),
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
}

GROUPINGS: Mapping[str, Words] = {
    "halves": _("upper half against lower half (WMSG 2008)"),
    "columns": _("neighbours with opposite colours due (WAGC 2010)"),
}
NUMBERINGS: Mapping[str, Words] = {
    "rating": _("by rating, then title, then name"),
    "lot": _("by lot"),
}
ADJOURNED: Mapping[str, Words] = {"draw": _("as a draw"), "nothing": _("as 0–0, unfinished")}
POINTS: Mapping[str, Words] = {
    "win": pgettext_lazy("points for", "win"),
    "draw": pgettext_lazy("points for", "draw"),
    "draw_second": pgettext_lazy("points for", "draw of who moves second"),
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
HALVES: Mapping[str, Words] = {
    "team_least": _("half of the boards"),
    "team_board_games": _("half of the rounds"),
}
"""What 0 means."""
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
    if key == "team_steps":
        return "; ".join(step_text(Step.parse(item)) for item in value) or pgettext(
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
    return _points(table, ("win", "draw", "draw_second", "loss"))


def _points(table: Mapping[str, str], keys: Iterable[str]) -> str:
    return listed(f"{POINTS[key]} {table[key]}" for key in keys if key in table)


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
    "freeze": _("standings are frozen again"),
}

REFUSALS: Mapping[str, str] = {
    "move-limit-out-of-range": gettext_noop(
        "The move limit must be %(least)s to %(most)s moves, not %(moves)s. Leave it empty for none."
    ),
    "half-byes-out-of-range": gettext_noop(
        "Half-point byes per player must be between 0 and %(most)s, not %(count)s."
    ),
    "setting-fixed": gettext_noop(
        "%(setting)s can no longer be changed (%(stage)s). Nothing has been saved."
    ),
    "change-needs-reason": gettext_noop("This change needs a reason. Nothing has been saved yet."),
    "time-control-unreadable": gettext_noop(
        "“%(text)s” is not a time control. Write it like one of these: 60 min + 30 s · 25 min · 60 min, "
        "3 × 30 s byo-yomi · 30 min, 25 moves in 10 min."
    ),
    "time-control-beyond": gettext_noop(
        "“%(text)s” is not possible. The limits are 24 hours, an increment of 10 minutes and overtime "
        "periods of 2 hours."
    ),
    "section-already-open": gettext_noop("This section is already published."),
    "section-not-open": gettext_noop("The section is not published yet. Publish it first."),
    "unknown-setting": gettext_noop("This section has no setting “%(key)s”."),
    "rounds-below-played": gettext_noop(
        "Round %(played)s is published: there cannot be only %(rounds)s rounds. Enter %(played)s or more."
    ),
    "rounds-follow-draw": gettext_noop(
        "The lots are drawn: this section has the %(rounds)s rounds that its players need."
    ),
    "final-begun": gettext_noop("The final has begun with round %(round)s. This can no longer be changed."),
    "unknown-rulebook": gettext_noop("Unknown rulebook “%(rulebook)s”."),
    "go-setting": gettext_noop("%(setting)s: this value is not possible."),
    "team-setting": gettext_noop("%(setting)s: this value is not possible."),
    "no-mcmahon": gettext_noop("Only a McMahon section has start scores."),
    "rules-of-weiqi": gettext_noop("McMahon and its Swiss are for weiqi."),
    "unknown-criterion": gettext_noop("Choose each tie-break once, from the list."),
    "draws-of-players": gettext_noop(
        "Only in team matches can a draw give more to who moves second. Leave this empty."
    ),
    "points-order": gettext_noop(
        "A win must not give less than a draw, a draw not less than a loss, and a bye not more than a win."
    ),
    "table-held": gettext_noop("Table %(number)s is already kept for another player of this section."),
    "table-out-of-range": gettext_noop("The first table must be 1 to %(most)s, not %(table)s."),
    "tables-shared": gettext_noop(
        "Tables %(first)s–%(last)s are not free: “%(section)s” has %(start)s–%(end)s. Begin with another "
        "first table."
    ),
    "capacity-out-of-range": gettext_noop("The limit must be 2 to %(most)s entries, not %(count)s."),
    "capacity-below-entries": gettext_noop(
        "The section has %(entries)s entries already: the limit cannot be %(count)s."
    ),
    "capacity-below-quotas": gettext_noop(
        "The section has %(entries)s entries and keeps %(kept)s places for quotas: the limit cannot be "
        "%(count)s."
    ),
    "section-full": gettext_noop(
        "The section takes %(most)s entries and has %(entries)s: there is room for %(room)s more. An "
        "organiser can change the limit in the settings."
    ),
    "event-slug-taken": gettext_noop(
        "Another event already uses the URL name “%(slug)s”. Choose another one."
    ),
    "event-dates": gettext_noop("The last day is before the first day."),
    "archive-round-open": gettext_noop(
        "Round %(round)s of “%(section)s” must be closed before the event can be archived."
    ),
    "section-slug-taken": gettext_noop("Another section of this event already uses the URL name “%(slug)s”."),
    "unknown-preset": gettext_noop("Unknown rules: “%(preset)s”."),
    "unknown-grouping": gettext_noop("Unknown grouping: “%(grouping)s”."),
    "even-best-of": gettext_noop("A match must be the best of an odd number of games, not %(games)s."),
    "few-missed": gettext_noop(
        "%(missed)s moves not recorded are no foul; 4 to 7 are one, 8 or more are two (WXC 4.3)."
    ),
    "missed-counted": gettext_noop(
        "Fouls for missed moves that this player already has in this game: %(fouls)s. A scoresheet costs one "
        "foul from 4 missing moves on, and two in all from 8 on (WXC 4.3). If you rule that these moves are "
        "missing in addition, say so."
    ),
    "unknown-ruling": gettext_noop("“%(ruling)s” is not a possible ruling for this offence."),
    "board-size": gettext_noop("The board size must be 19, 13 or 9, not %(size)s."),
    "quarters-out-of-range": gettext_noop("Enter 0 to %(most)s stones."),
    "final-size": gettext_noop("A final must have two or four players, not %(size)s."),
    "final-too-late": gettext_noop(
        "This final would end in round %(last)s, and the section has %(rounds)s rounds. Let it begin "
        "earlier, or add rounds."
    ),
    "seed-needed": gettext_noop("Enter a draw seed."),
    "rounds-out-of-range": gettext_noop("A section must have 1 to 60 rounds, not %(rounds)s."),
    "counted-out-of-range": gettext_noop(
        "The number of counted players must be 1 to %(most)s, not %(count)s."
    ),
}
"""Why a setting is refused, when it is made and when it is changed."""


def refused_setting(params: Mapping[str, Any]) -> dict[str, Words]:
    """The parameters of a refusal that names a setting, in words."""
    return {
        "setting": SETTINGS.get(params["setting"], params["setting"]),
        "stage": {**EVENT_STAGES, **SECTION_STAGES}.get(params.get("stage", ""), ""),
    }
