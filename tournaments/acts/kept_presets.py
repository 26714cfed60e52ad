"""Keeping the settings of a section by name."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import Id
from tournaments.acts.common import check_name
from tournaments.acts.frame import SECTION, ActResult, act
from tournaments.models import Section
from tournaments.policy import Act
from tournaments.presets import PRESETS
from tournaments.queries.kept_presets import presets_kept_with
from tournaments.queries.section_settings import settings_of_section
from tournaments.setting_rules import OF_ITS_OWN

MOST_PRESETS = 30


class OfPreset(TypedDict):
    preset: int


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("settings kept as a preset"))
def keep_preset(
    *,
    section: Section,
    name: Annotated[str, Field(longest=80, label=_("Name of the preset"))],
    by: User,
    once: str = "",
) -> ActResult[OfPreset]:
    """One of the same name is replaced."""
    check_name("name", name, most=80)
    if section.preset not in PRESETS:
        raise Refusal("rules-of-no-preset")
    present = presets_kept_with(section.event, by)
    if not present.filter(name=name).exists() and present.count() >= MOST_PRESETS:
        raise Refusal("too-many-presets", limit=MOST_PRESETS)
    settings = {key: value for key, value in settings_of_section(section).items() if key not in OF_ITS_OWN}
    organisation = section.event.organisation
    preset, _made = present.update_or_create(
        organisation=organisation,
        user=None if organisation else by,
        name=name,
        defaults={
            "game": section.game,
            "preset": section.preset,
            "teams": section.of_teams,
            "settings": settings,
        },
    )
    return ActResult({"preset": preset.pk}, after={"name": name})


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("preset deleted"))
def remove_preset(*, section: Section, preset: Id, by: User, once: str = "") -> ActResult[OfPreset]:
    """Sections that were made by it stay as they are."""
    row = presets_kept_with(section.event, by).filter(pk=preset).first()
    if row is None:
        raise Refusal("no-such-preset")
    name = row.name
    row.delete()
    return ActResult({"preset": preset}, before={"name": name})
