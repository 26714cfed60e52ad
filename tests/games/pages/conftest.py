"""A public round with games that were accepted, without a worker and without the acts."""

from __future__ import annotations

import pytest

from tests import factories
from tests.cached_worlds import remembered
from tournaments.models import Section


@pytest.fixture
@remembered
def section(db: None) -> Section:
    """Round 1 is public, table 1 has the result 1–0."""
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 6)
    factories.report(factories.publish(factories.pair(section, 1)), 1, "1-0")
    section.refresh_from_db()
    return section
