"""The section of the pages' tests, in the middle of round 3, with every page announced."""

from __future__ import annotations

import pytest

from portal.published.memory import memory
from tests import factories
from tests.tournaments.pages.conftest import english, section  # noqa: F401  fixtures
from tournaments.models import Section


@pytest.fixture
def announced(section: Section, settings) -> Section:  # noqa: F811
    settings.PUBLISHED_RENDER_EVERY = 0.0
    memory.slots.clear()
    factories.announce(section)
    factories.announce(section.event.sections.get(slug="cup"))
    return section
