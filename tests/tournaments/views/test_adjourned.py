"""A game is adjourned at its table's page, resumed there, and finished there after its round is closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from portal import outbox
from tests.world import World, tables
from tournaments.models import Adjournment, Round

Text = Callable[[Any], str]


@pytest.mark.slow
def test_a_game_is_adjourned_resumed_and_finished_late(drawn: World, text: Text) -> None:
    drawn.published()
    values = {"table": 1, "sealed_move": "C2=5", "resumes_at": "2026-11-25T09:00"}
    assert drawn.post("alice", "adjourn_game", 1, **values).status_code == 403
    refused = drawn.post("dave", "adjourn_game", 1, **values | {"resumes_at": "yesterday"})
    assert refused.status_code == 422
    assert "C2=5" in text(refused)
    assert drawn.post("dave", "adjourn_game", 1, **values).url == drawn.url("result", 1, 1)
    assert "adjourned" in text(drawn.get("carol", "round_desk", 1))
    page = text(drawn.get("dave", "result", 1, 1))
    assert "secret until the game is resumed" in page
    assert "C2=5" not in page
    for table in tables(drawn.round())[1:]:
        drawn.post("carol", "report_result", 1, line=f"{table} 1-0", htmx=True)
    assert drawn.post("bob", "close_round", 1).status_code == 302
    outbox.drain()
    assert drawn.round().state == Round.State.CLOSED
    assert drawn.post("dave", "resume_game", 1, table=1).status_code == 302
    assert Adjournment.objects.get().resumed_at
    assert "C2=5" in text(drawn.get("dave", "result", 1, 1))
    assert drawn.post("carol", "report_result", 1, table=1, value="0-1").status_code == 403
    assert drawn.post("dave", "report_result", 1, table=1, value="0-1").status_code == 302
