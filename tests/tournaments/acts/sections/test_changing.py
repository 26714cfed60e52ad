"""What can be changed when: the table of settings, each cell of it, as `allowed_changes` reads it."""

from __future__ import annotations

import pytest

from portal.policy import Conflict, Permission, Refusal
from tournaments.acts.common import allowed_changes
from tournaments.setting_rules import SECTION_SETTINGS, SectionStage
from tournaments.wording.refusals import refusal_sentence
from tournaments.wording.settings import SETTINGS

CELLS = [(key, stage) for key in SECTION_SETTINGS for stage in SectionStage]


def change(key: str, stage: SectionStage, reason: str = "", **more: object) -> dict[str, object]:
    values = {"wanted": {key: "new"}, "now": {key: "old"}, "seen": {key: "old"}} | more
    return allowed_changes(
        table=SECTION_SETTINGS,
        stage=stage,
        reason=reason,
        check=lambda mine: None,
        **values,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(("key", "stage"), CELLS)
def test_each_cell(key: str, stage: SectionStage) -> None:
    match SECTION_SETTINGS[key].at[stage]:
        case Permission.ALLOWED:
            assert change(key, stage) == {key: "new"}
        case Permission.WARN:
            with pytest.raises(Refusal) as refused:
                change(key, stage)
            assert refused.value.code == "change-needs-reason"
            assert refused.value.params == {"settings": [key]}
            assert change(key, stage, "a slip") == {key: "new"}
        case _:
            with pytest.raises(Refusal) as refused:
                change(key, stage, "a slip")
            assert refused.value.code == "setting-fixed"
            sentence = refusal_sentence(refused.value.code, refused.value.params)
            assert sentence.startswith(f"{SETTINGS[key]} can no longer be changed")


def test_every_setting_has_its_words_and_every_stage_its_cell() -> None:
    assert set(SECTION_SETTINGS) <= set(SETTINGS)
    assert {frozenset(setting.at) for setting in SECTION_SETTINGS.values()} == {frozenset(SectionStage)}


def test_what_stands_already_asks_for_nothing() -> None:
    assert change("seed", SectionStage.RUNNING, wanted={"seed": "old"}) == {}


def test_what_somebody_else_has_changed_is_a_conflict() -> None:
    with pytest.raises(Conflict):
        change("name", SectionStage.DRAFT, now={"name": "theirs"})
