"""The day in the life (`tests.day`): short and whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import day
from tests.services import Missing

Record = Callable[[str, object], None]
pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.mark.parametrize(
    "plan", [day.Plan(10, 3, kill_every=15.0), day.Plan()], ids=["ten-players", "championship"]
)
def test_the_hall_and_the_engine_agree(plan: day.Plan, tmp_path: Path, record_property: Record) -> None:
    try:
        figures = day.run(tmp_path, plan)
    except Missing as missing:
        pytest.skip(str(missing))
    for name, value in figures.items():
        record_property(name, value)
    assert figures["results"] == plan.rounds * (plan.players // 2)
