"""A section in the middle of round 3: two rounds closed, the third published."""

from __future__ import annotations

import pytest

from tests import factories
from tests.cached_worlds import remembered
from tournaments.models import Section


@pytest.fixture
@remembered
def section(db: None) -> Section:
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 7, teams=True)
    factories.make_prizes(section)
    factories.play(section, 2)
    factories.award(section, 2)
    round_ = factories.publish(factories.pair(section, 3))
    factories.report(round_, 1, "1-0")
    factories.report(round_, 2, "0-1", forfeit=True)
    factories.make_cup(section.event)
    factories.make_league(section.event)
    section.refresh_from_db()
    return section
