"""The table that both pages of settings print: what can be changed when, and what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from tournaments.setting_rules import Settings
from tournaments.wording.lists import listed
from tournaments.wording.settings import PERMISSIONS, SETTINGS, THEN


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting; ``cells``: what each stage says, with whether it is the present one."""

    name: str
    cells: Sequence[tuple[str, bool]]
    then: str


def changeable_table(settings: Settings, stages: Mapping[Any, str | Promise], here: str) -> dict[str, Any]:
    """What ``_changeable.html`` shows. ``stages``: each with its words; ``here``: the present one."""
    return {
        "stages": [(words, stage == here) for stage, words in stages.items()],
        "table": [
            SettingRow(
                str(SETTINGS[key]),
                [(str(PERMISSIONS[setting.at[stage]]), stage == here) for stage in stages],
                listed(THEN[then] for then in sorted(setting.then)),
            )
            for key, setting in settings.items()
        ],
        "with_then": any(setting.then for setting in settings.values()),
    }
