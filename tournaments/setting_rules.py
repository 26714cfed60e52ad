"""Which settings can be changed when, and what a change brings with it: tables as data (law 5).

*setting*   what people can change of something that stands already, by the name of its field
*stage*     how far that is
*free*, *warned*, *refused*   what the stage says to a change. A warned one needs a reason, and where its
            object is public, everybody reads what was changed and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from portal.policy import Permission
from tournaments.models import Event, Section

FREE, WARNED, REFUSED = Permission.ALLOWED, Permission.WARN, Permission.REFUSED


# Regulations say nothing about these settings of a section.
OF_ITS_OWN = frozenset(
    {"name", "native_name", "slug", "rounds", "seed", "capacity", "first_table", "online", "check_in_needed"}
)


class SectionStage(StrEnum):
    DRAFT = "draft"
    OPEN = "open"
    DRAWN = "drawn"
    RUNNING = "running"
    FINISHED = "finished"


class Consequence(StrEnum):
    """What has to be done again after a change."""

    PAIR = "pair"
    FREEZE = "freeze"


@dataclass(frozen=True, slots=True)
class Setting:
    """``at``: by stage; ``then``: what a change has done again."""

    at: Mapping[str, Permission]
    then: frozenset[Consequence] = frozenset()


Settings = Mapping[str, Setting]


def setting(stages: Iterable[str], *permissions: Permission, then: Iterable[Consequence] = ()) -> Setting:
    """A row of a table."""
    return Setting(dict(zip(stages, permissions, strict=True)), frozenset(then))


def section_stage(section: Section) -> SectionStage:
    """How far a section is."""
    if section.state == Section.State.OPEN and section.lots_drawn_at:
        return SectionStage.DRAWN
    return SectionStage(section.state)


def _row(*permissions: Permission, then: Iterable[Consequence] = ()) -> Setting:
    return setting(SectionStage, *permissions, then=then)


_GAME = _row(FREE, FREE, WARNED, REFUSED, REFUSED)
_PAIRING = _row(FREE, FREE, WARNED, WARNED, REFUSED, then=[Consequence.PAIR])
_SCORING = _row(FREE, FREE, WARNED, WARNED, WARNED, then=[Consequence.PAIR, Consequence.FREEZE])
_RANKING = _row(FREE, FREE, FREE, WARNED, WARNED, then=[Consequence.FREEZE])

SECTION_SETTINGS: Settings = {
    # draft: nobody but the staff knows of it; open: public; drawn: the lots are; running: a round is.
    "name": _row(FREE, FREE, FREE, FREE, WARNED),
    "native_name": _row(FREE, FREE, FREE, FREE, WARNED),
    "slug": _row(FREE, WARNED, WARNED, WARNED, WARNED),
    "rounds": _row(FREE, FREE, WARNED, WARNED, REFUSED, then=[Consequence.PAIR]),
    "grouping": _PAIRING,
    "practice_2009": _PAIRING,
    # C.04.7: chosen before round 1.
    "accelerated": _row(FREE, FREE, WARNED, REFUSED, REFUSED, then=[Consequence.PAIR]),
    "numbers_by": _row(FREE, FREE, REFUSED, REFUSED, REFUSED),
    "early_federation": _row(FREE, FREE, WARNED, REFUSED, REFUSED, then=[Consequence.PAIR]),
    "bar": _SCORING,
    "floor": _SCORING,
    "grade_categories": _SCORING,
    "absent_halves": _SCORING,
    "bye_halves": _SCORING,
    "round_down": _SCORING,
    "unplayed_half": _SCORING,
    "handicap_by_score": _PAIRING,
    "handicap_threshold": _PAIRING,
    "handicap_correction": _PAIRING,
    "handicap_ceiling": _PAIRING,
    "less_handicap": _PAIRING,
    "first_seeding": _PAIRING,
    "first_seeding_until": _PAIRING,
    "second_seeding": _PAIRING,
    "floats_down": _PAIRING,
    "floats_up": _PAIRING,
    "geography": _PAIRING,
    "groups_for_country": _PAIRING,
    "groups_for_club": _PAIRING,
    "clubs_groups": _PAIRING,
    "wins_end_geography": _PAIRING,
    "rank_ends_geography": _PAIRING,
    "bar_ends_geography": _PAIRING,
    "first_order": _PAIRING,
    "second_order": _PAIRING,
    "floats_balanced": _PAIRING,
    "meeting_weight": _PAIRING,
    "random_weight": _PAIRING,
    "colour_weight": _PAIRING,
    "category_weight": _PAIRING,
    "score_weight": _PAIRING,
    "floats_weight": _PAIRING,
    "seeding_weight": _PAIRING,
    "handicap_weight": _PAIRING,
    "geography_weight": _PAIRING,
    "elimination": _PAIRING,
    "third_place": _PAIRING,
    "best_of": _PAIRING,
    # What is played already keeps the rule that it was begun by.
    "steps": _row(FREE, FREE, FREE, WARNED, REFUSED),
    "final_after": _PAIRING,
    "final_size": _PAIRING,
    "final_apart": _RANKING,
    "tiebreaks": _RANKING,
    "points": _row(FREE, FREE, WARNED, WARNED, WARNED, then=[Consequence.PAIR, Consequence.FREEZE]),
    "counted_players": _RANKING,
    "team_boards": _row(FREE, FREE, WARNED, REFUSED, REFUSED),
    "team_colours": _row(FREE, FREE, WARNED, REFUSED, REFUSED),
    "team_reserves": _row(FREE, FREE, FREE, WARNED, REFUSED),
    "team_order": _row(FREE, FREE, FREE, WARNED, REFUSED),
    "team_empty": _row(FREE, FREE, FREE, WARNED, REFUSED),
    "team_least": _row(FREE, FREE, FREE, WARNED, REFUSED),
    "team_deadline": _row(FREE, FREE, FREE, FREE, REFUSED),
    # What is secret stays so.
    "team_secret": _row(FREE, FREE, FREE, REFUSED, REFUSED),
    "team_roster_deadline": _row(FREE, FREE, FREE, FREE, REFUSED),
    "team_half_byes": _row(FREE, FREE, FREE, WARNED, REFUSED),
    "team_forfeit_boards": _row(
        FREE, FREE, WARNED, WARNED, WARNED, then=[Consequence.PAIR, Consequence.FREEZE]
    ),
    "team_forfeit_points": _row(
        FREE, FREE, WARNED, WARNED, WARNED, then=[Consequence.PAIR, Consequence.FREEZE]
    ),
    "team_primary": _row(FREE, FREE, WARNED, WARNED, WARNED, then=[Consequence.PAIR, Consequence.FREEZE]),
    "team_points": _row(FREE, FREE, WARNED, WARNED, WARNED, then=[Consequence.PAIR, Consequence.FREEZE]),
    "team_bye": _row(FREE, FREE, WARNED, WARNED, WARNED, then=[Consequence.PAIR, Consequence.FREEZE]),
    "team_bye_points": _row(FREE, FREE, WARNED, WARNED, WARNED, then=[Consequence.PAIR, Consequence.FREEZE]),
    "team_model": _PAIRING,
    "team_secondary_colours": _PAIRING,
    # C.04.7: chosen before round 1.
    "team_accelerated": _row(FREE, FREE, WARNED, REFUSED, REFUSED, then=[Consequence.PAIR]),
    # The lots number the teams by it.
    "team_first_round": _row(FREE, FREE, REFUSED, REFUSED, REFUSED),
    "team_deciders": _PAIRING,
    # What is played already keeps the rule that it was begun by.
    "team_steps": _row(FREE, FREE, FREE, WARNED, REFUSED),
    "team_tiebreaks": _RANKING,
    "team_board_games": _RANKING,
    "team_board_order": _RANKING,
    "time_control": _row(FREE, FREE, WARNED, WARNED, WARNED),
    "move_limit": _row(FREE, FREE, WARNED, WARNED, REFUSED),
    "half_byes_allowed": _row(FREE, FREE, FREE, WARNED, REFUSED),
    "half_byes_until": _row(FREE, FREE, FREE, WARNED, REFUSED),
    "adjourned_as": _row(FREE, FREE, FREE, WARNED, REFUSED, then=[Consequence.PAIR, Consequence.FREEZE]),
    "check_in_needed": _row(FREE, FREE, FREE, FREE, REFUSED),
    "first_table": _row(FREE, FREE, FREE, FREE, REFUSED, then=[Consequence.PAIR]),
    "capacity": _row(FREE, FREE, FREE, FREE, REFUSED),
    "rulebook": _row(FREE, FREE, WARNED, WARNED, REFUSED),
    "ladder": _row(FREE, FREE, WARNED, WARNED, REFUSED),
    "board_size": _GAME,
    "compensation": _GAME,
    "handicap_return": _GAME,
    "handicap_rule": _GAME,
    "handicap_placement": _GAME,
    "seed": _row(FREE, WARNED, REFUSED, REFUSED, REFUSED),
    "online": _row(FREE, FREE, FREE, WARNED, REFUSED),
}


class EventStage(StrEnum):
    HIDDEN = "hidden"
    ANNOUNCED = "announced"
    RUNNING = "running"
    OVER = "over"


def event_stage(event: Event) -> EventStage:
    """How far an event is: as its furthest section that still goes on. One query."""
    states = set(event.sections.values_list("state", flat=True)) - {Section.State.DRAFT.value}
    if not event.listed:
        return EventStage.HIDDEN
    if Section.State.RUNNING in states:
        return EventStage.RUNNING
    if states == {Section.State.FINISHED}:
        return EventStage.OVER
    # Between two sections the event runs as well.
    return EventStage.RUNNING if Section.State.FINISHED in states else EventStage.ANNOUNCED


def _of_event(*permissions: Permission) -> Setting:
    return setting(EventStage, *permissions)


_WARNED_LATER = _of_event(FREE, WARNED, WARNED, WARNED)
_ALWAYS = _of_event(FREE, FREE, FREE, FREE)
LANGUAGES = ("en", "zh_hans", "zh_hant", "vi")

EVENT_SETTINGS: Settings = {
    # hidden: only the staff know of it; announced: public; running: a round is; over: no section goes on.
    "name": _WARNED_LATER,
    "native_name": _WARNED_LATER,
    "slug": _WARNED_LATER,
    "starts": _WARNED_LATER,
    "ends": _WARNED_LATER,
    "place": _WARNED_LATER,
    "time_zone": _of_event(FREE, WARNED, WARNED, REFUSED),
    **{f"description_{language}": _ALWAYS for language in LANGUAGES},
    "contact": _ALWAYS,
    "documents": _ALWAYS,
    "officials_shown": _ALWAYS,
    "titles_shown": _ALWAYS,
    "framed_by": _ALWAYS,
}
