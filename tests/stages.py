"""Sections brought into a stage."""

from __future__ import annotations

from django.utils import timezone

from tournaments.models import Section
from tournaments.setting_rules import SectionStage, section_stage


def put(section: Section, stage: SectionStage) -> None:
    section.state = Section.State.OPEN if stage is SectionStage.DRAWN else Section.State(stage)
    section.lots_drawn_at = None if stage in (SectionStage.DRAFT, SectionStage.OPEN) else timezone.now()
    section.save()
    assert section_stage(section) == stage
