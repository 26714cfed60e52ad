from __future__ import annotations

import pytest

from games.acts.records import accept_record
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.games.acts.claiming import QUIET, handed_in


@pytest.fixture
@remembered
def recorded(published: Cast) -> Cast:
    record = handed_in(published, " ".join(QUIET).encode())
    accept_record(record=record, by=published.dave)
    return published
