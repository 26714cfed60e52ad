"""The section of the pages' tests, in the middle of round 3, with every page announced."""

from __future__ import annotations

import pytest

from portal.published.memory import memory
from tests import factories
from tournaments.models import Section


@pytest.fixture
def announced(section: Section, settings) -> Section:
    settings.PUBLISHED_RENDER_EVERY = 0.0
    memory.slots.clear()
    factories.announce(section)
    factories.announce(section.event.sections.get(slug="cup"))
    return section
