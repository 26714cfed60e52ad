"""A section with two rounds closed and the third published, whose papers the tests have set."""

from __future__ import annotations

import pytest

from tests import factories
from tests.cached_worlds import remembered
from tournaments.models import Section


@pytest.fixture
@remembered
def section(press: None, db: None) -> Section:
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 7, teams=True)
    factories.make_prizes(section)
    factories.play(section, 2)
    factories.publish(factories.pair(section, 3))
    section.refresh_from_db()
    return section
