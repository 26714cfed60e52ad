"""Official mode: every round is published exactly as the regulations pair it. What leaves it: a table.

Nobody is kept from doing such a thing: it asks to be confirmed with a reason, and the mode is left with it.
Each version of a round says in which mode it was paired.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import F, Q
from django.db.models.functions import Coalesce

from portal.journal.models import JournalEntry
from tournaments.models import Round, RoundVersion, Ruling, Section
from tournaments.queries.public.public_state import PUBLIC_STATES
from tournaments.state.gotha.choices import KEYS as GO_KEYS


class LeavingReason(StrEnum):
    """What leaves official mode."""

    ADJUSTED = "adjusted"
    REMATCH = "rematch"
    FIXED = "fixed"
    FORBIDDEN = "forbidden"
    LIFTED = "lifted"
    START = "start"
    SETTING = "setting"


@dataclass(frozen=True, slots=True)
class LeavingAct:
    """Name an act that leaves the mode; ``from_start``: before round 1 is public as well.

    The others only make the regulations, before that, what they will be."""

    act: str
    from_start: bool = False


LEAVES: Mapping[LeavingReason, LeavingAct] = {
    LeavingReason.ADJUSTED: LeavingAct("adjust_round", from_start=True),
    LeavingReason.REMATCH: LeavingAct("pair_round", from_start=True),
    LeavingReason.FIXED: LeavingAct("rule_pair", from_start=True),
    LeavingReason.FORBIDDEN: LeavingAct("rule_pair"),
    LeavingReason.LIFTED: LeavingAct("lift_rule"),
    LeavingReason.START: LeavingAct("correct_start"),
    LeavingReason.SETTING: LeavingAct("change_section"),
}
# Pairing and ranking rest on these.
SETTINGS_THAT_LEAVE = frozenset(
    {
        *("rounds", "grouping", "practice_2009", "early_federation"),
        *("accelerated", "numbers_by"),
        *("elimination", "third_place", "best_of", "steps", "final_after", "final_size", "final_apart"),
        *("tiebreaks", "points", "adjourned_as", "half_byes_allowed", "half_byes_until"),
        *("team_forfeit_boards", "team_forfeit_points"),
        *("team_primary", "team_points", "team_bye", "team_bye_points", "team_tiebreaks"),
        *("team_model", "team_secondary_colours", "team_accelerated", "team_deciders", "team_first_round"),
        *GO_KEYS,
    }
)

# FIDE's checklist for programs is about these systems alone.
BY_THE_CHECKLIST = (Section.System.FIDE_DUTCH, Section.System.FIDE_TEAM)


def leaves(section: Section, change: LeavingReason) -> bool:
    """Whether doing ``change`` now leaves the official mode in which ``section`` is."""
    return section.official and (LEAVES[change].from_start or has_begun(section))


def leaving_settings(section: Section, changed: Iterable[str]) -> list[str]:
    """Those of the settings whose change leaves it now."""
    mine = sorted(SETTINGS_THAT_LEAVE.intersection(changed))
    return mine if mine and leaves(section, LeavingReason.SETTING) else []


def is_left_for_good(section: Section) -> bool:
    """Whether FIDE's checklist keeps the section out: it was left after round 1 was public. Two queries."""
    if section.official or section.system not in BY_THE_CHECKLIST:
        return False
    published = (
        RoundVersion.objects.filter(round__section=section).order_by("pk").values_list("at", flat=True)
    )
    begun = published.first()
    left = JournalEntry.objects.filter(target=f"section:{section.pk}", act="leave_official")
    return begun is not None and left.filter(at__gte=begun).exists()


def has_begun(section: Section) -> bool:
    return section.round_set.filter(state__in=PUBLIC_STATES).exists()


def changed_draft(section: Section) -> Round | None:
    """The draft that is not as the regulations pair it."""
    drafts = section.round_set.filter(state=Round.State.DRAFT)
    return drafts.filter(~Q(draft_changes=[]) | Q(allow_rematch=True)).order_by("number").first()


def rulings_to_come(section: Section) -> list[Ruling]:
    """Pairs that are fixed, or were forbidden after the start, in a round that is not public yet."""
    public = section.round_set.filter(state__in=PUBLIC_STATES).order_by("-number").first()
    following = public.number + 1 if public else 1
    made = Q(kind=Ruling.Kind.FIXED) | Q(round_number__gt=1)
    last = Coalesce(F("until_round"), F("round_number"))
    rulings = section.rulings.filter(made).annotate(last=last).filter(last__gte=following)
    names = ("first", "second") if section.of_teams else ("first__player", "second__player")
    return list(rulings.select_related(*names))
