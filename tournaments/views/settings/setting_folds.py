"""Settings in groups that are folded: each says in one line how it stands, and is open where it departs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext, ngettext

from tournaments.forms.section_fields import GROUPS
from tournaments.setting_rules import OF_ITS_OWN
from tournaments.wording.settings import SETTINGS, setting_text

# Settings whose value says what it is of.
SPEAKS = frozenset(
    {"name", "native_name", "rounds", "time_control", "grouping", "tiebreaks", "points", "rulebook", "bar"}
    | {"team_order", "team_points", "team_tiebreaks", "board_size"}
)


@dataclass(frozen=True, slots=True)
class SettingShown:
    """Show a setting; ``warned``: a change needs a reason, ``departs``: from the regulations."""

    key: str
    name: str
    fields: tuple[BoundField, ...]
    text: str
    warned: bool = False
    departs: bool = False


@dataclass(frozen=True, slots=True)
class SettingFold:
    """``summary``: how the group stands; ``open``: something in it departs, or is wrong."""

    key: str
    title: str
    summary: str
    settings: tuple[SettingShown, ...]
    departs: bool
    open: bool

    @property
    def departing(self) -> list[SettingShown]:
        """What of it departs, or is wrong."""
        return [item for item in self.settings if item.departs or _is_wrong(item)]

    @property
    def others(self) -> list[SettingShown]:
        return [item for item in self.settings if not (item.departs or _is_wrong(item))]


def fold(number: int, title: Any, settings: tuple[SettingShown, ...]) -> SettingFold:
    departs = any(item.departs for item in settings)
    wrong = any(map(_is_wrong, settings))
    return SettingFold(f"group-{number}", str(title), _summary(settings), settings, departs, departs or wrong)


def _is_wrong(setting: SettingShown) -> bool:
    return any(field.errors for field in setting.fields)


def titles_and_keys(now: Mapping[str, Any]) -> Iterator[tuple[int, Any, tuple[str, ...]]]:
    """The groups of which a section has something."""
    for number, (title, keys) in enumerate(GROUPS.items()):
        present = tuple(key for key in keys if key in now)
        if present:
            yield number, title, present


def _summary(settings: tuple[SettingShown, ...]) -> str:
    parts = [
        item.text if item.key in SPEAKS else f"{item.name}: {item.text}"
        for item in settings
        if item.text and (item.key in SPEAKS or item.departs)
    ]
    by_regulations = any(item.key not in OF_ITS_OWN for item in settings)
    return " · ".join(parts) or (gettext("as the regulations say") if by_regulations else "")


def shown_text(key: str, value: Any) -> str:
    """What stands in the one line of a group."""
    if key == "rounds":
        return ngettext("%(count)s round", "%(count)s rounds", value) % {"count": value}
    if value in (None, "") and key in SPEAKS:
        return ""
    return setting_text(key, value)


def setting_name(key: str) -> str:
    return str(SETTINGS[key])
