"""Every setting of a section is changed in every stage of it, through the act, as the table says."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.db import transaction

from portal.accounts.models import User
from portal.policy import Permission, Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.factories import make_entries, make_section
from tests.stages import put
from tournaments.acts.change_section import change_section
from tournaments.models import Round, Section
from tournaments.presets import HOUR
from tournaments.queries.section_settings import settings_of_section
from tournaments.setting_rules import SECTION_SETTINGS, SectionStage
from tournaments.state.gotha.choices import values_of
from tournaments.state.gotha.settings import MCMAHON_SYSTEM, PROFILES
from tournaments.state.team_settings import DEFAULT, team_settings_as_json
from tournaments.wording.options import time_control
from tournaments.wording.refusals import refusal_sentence

OTHER: dict[str, Any] = {
    "name": "Other",
    "native_name": "新名",
    "slug": "renamed",
    "rounds": 6,
    "grouping": "columns",
    "practice_2009": True,
    "early_federation": True,
    "elimination": "double",
    "third_place": True,
    "best_of": 3,
    "final_after": 2,
    "final_size": 4,
    "final_apart": True,
    "tiebreaks": ["wins", "direct"],
    "points": {"win": "3", "draw": "1", "loss": "0", "absence": "0"},
    "counted_players": 4,
    "time_control": "25 min",
    "move_limit": 150,
    "half_byes_allowed": 1,
    "half_byes_until": 3,
    "adjourned_as": "nothing",
    "check_in_needed": False,
    "first_table": 21,
    "capacity": 40,
    "rulebook": "tiantian2020",
    "ladder": "three",
    "board_size": 9,
    "compensation": 15,
    "handicap_return": 4,
    "handicap_rule": "stones",
    "handicap_placement": "fixed",
    "seed": "dice 3 5 1",
    "online": True,
}
TEAMS = {
    "team_boards": 5,
    "team_reserves": 3,
    "team_order": "fixed",
    "team_empty": "any",
    "team_least": 1,
    "team_colours": "FFS",
    "team_deadline": 30,
    "team_roster_deadline": 60,
    "team_half_byes": 1,
    "team_forfeit_boards": 2,
    "team_forfeit_points": "4",
    "team_primary": "board",
    "team_points": "3-1-0",
    "team_bye": "draw",
    "team_bye_points": "1-2",
    "team_secret": False,
    "team_board_games": 3,
    "team_board_order": ["per-cent", "points"],
    "team_tiebreaks": ["board-points", "team-direct"],
}
FIDE_TEAMS = {"team_model": "B", "team_secondary_colours": False, "team_accelerated": True}
DECIDERS = ["one; 1; even; lot; second-wins; 6 min + 3 s / 4 min + 3 s"]
OTHER |= {"steps": DECIDERS, "team_steps": DECIDERS}
OTHER |= TEAMS | FIDE_TEAMS | {"team_deciders": ["bottom-out"], "team_first_round": "cxa-2016"}
DUTCH = {"accelerated": True, "numbers_by": "lot"}
OTHER |= DUTCH
GO = values_of(PROFILES[MCMAHON_SYSTEM], MCMAHON_SYSTEM)
TEXTS = {"bar": "2d", "floor": "15k", "grade_categories": "2k", "handicap_threshold": "3k"}
TEXTS |= {"clubs_groups": "Grenoble, Lyon"}
TEXTS |= {"rank_ends_geography": "2k", "first_order": "grade", "second_order": "grade"}
TEXTS |= {"first_seeding": "slip", "second_seeding": "fold", "floats_down": "bot", "floats_up": "bot"}
OTHER |= {
    key: TEXTS.get(key, not now if isinstance(now, bool) else 1 - (now == 1)) for key, now in GO.items()
}
OF_WEIQI = {"board_size", "compensation", "grouping"}
OF_WEIQI |= {"handicap_return", "handicap_rule", "handicap_placement"}


@pytest.fixture
@remembered
def sections(entered: Cast) -> Cast:
    """Beside the Swiss of the World Championship one for weiqi, a league and a Swiss of teams, a round robin
    and a cup of four, without tables."""
    make_section(entered.event, "weiqi", game="weiqi", system="wmsg2008", rulebook="weiqi", online=True)
    make_section(entered.event, "go", game="weiqi", system=MCMAHON_SYSTEM, rulebook="weiqi", online=True)
    make_section(
        entered.event, "league", system="round-robin", online=True, team_rules=team_settings_as_json(DEFAULT)
    )
    make_section(
        entered.event, "fide", system="fide-team", online=True, team_rules=team_settings_as_json(DEFAULT)
    )
    make_section(entered.event, "dutch", system="fide-dutch", online=True)
    make_section(
        entered.event, "open", system="wxc2015", online=True, team_rules=team_settings_as_json(DEFAULT)
    )
    make_section(
        entered.event, "clubs", system="knock-out", online=True, team_rules=team_settings_as_json(DEFAULT)
    )
    make_section(entered.event, "robin", system="round-robin", online=True)
    cup = make_section(entered.event, "cup", system="knock-out", online=True)
    make_entries(cup, 4)
    return entered


def section_with(cast: Cast, key: str) -> Section:
    """One that has the setting, and a final where the setting is about it."""
    slug = {"team_deciders": "clubs", "early_federation": "robin", "third_place": "cup", "best_of": "cup"}
    slug |= {"elimination": "cup", "steps": "cup"}
    slug |= {"team_first_round": "open", "team_steps": "clubs"}
    slug |= dict.fromkeys(GO, "go") | dict.fromkeys(TEAMS, "league") | dict.fromkeys(FIDE_TEAMS, "fide")
    slug |= dict.fromkeys(DUTCH, "dutch")
    slug = slug.get(key, cast.section.slug)
    section = Section.objects.get(event=cast.event, slug="weiqi" if key in OF_WEIQI else slug)
    if key in ("final_size", "final_apart"):
        section.options = {"final": {"after": 1, "third_place": False, "best_of": 1}, "final_size": 2}
    return section


def refused(change: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        change()
    assert refusal_sentence(refusal.value.code, refusal.value.params)
    return refusal.value


@pytest.mark.anywhere
@pytest.mark.parametrize("key", SECTION_SETTINGS)
def test_a_setting_in_each_stage(sections: Cast, key: str) -> None:
    for stage in SectionStage:
        with transaction.atomic():
            check(section_with(sections, key), stage, key, by=sections.alice)
            transaction.set_rollback(True)


def check(section: Section, stage: SectionStage, key: str, *, by: User) -> None:
    put(section, stage)
    assert settings_of_section(section)[key] != OTHER[key]
    change = partial(change_section, section=section, wanted={key: OTHER[key]}, by=by)
    permission = SECTION_SETTINGS[key].at[stage]
    if permission is Permission.REFUSED:
        assert refused(partial(change, reason="a slip")).code == "setting-fixed"
        return
    if permission is Permission.WARN:
        refusal = refused(change)
        assert (refusal.code, refusal.params) == ("change-needs-reason", {"settings": [key]})
        change = partial(change, reason="a slip")
    assert change()["changed"] == [key], stage
    assert settings_of_section(Section.objects.get(pk=section.pk))[key] == OTHER[key]


def test_a_move_limit_has_its_limits(sections: Cast) -> None:
    change = partial(change_section, section=sections.section, by=sections.alice, reason="a slip")
    for moves in (0, -1, 9, 1_000):
        assert refused(partial(change, wanted={"move_limit": moves})).code == "move-limit-out-of-range"
    change(wanted={"move_limit": 150})
    assert time_control(HOUR, Section.objects.get(pk=sections.section.pk).move_limit).endswith("150 moves")
    assert change(wanted={"move_limit": None})["changed"] == ["move_limit"]


def test_rounds_are_never_fewer_than_are_public(sections: Cast) -> None:
    put(sections.section, SectionStage.RUNNING)
    sections.section.round_set.filter(number__lte=2).update(state=Round.State.PUBLISHED)
    change = partial(change_section, section=sections.section, by=sections.alice, reason="a slip")
    refusal = refused(partial(change, wanted={"rounds": 1}))
    assert (refusal.code, refusal.field, refusal.params) == (
        "rounds-below-played",
        "rounds",
        {"rounds": 1, "played": 2},
    )
    assert change(wanted={"rounds": 2})["changed"] == ["rounds"]
