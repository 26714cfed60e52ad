"""A round is closed with one computation, whatever else is done at the event meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cast import Cast
from tests.tournaments.acts.cases import played
from tests.working import compute
from tournaments import tasks
from tournaments.acts.rounds import close_round
from tournaments.acts.sections import create_section
from tournaments.models import Round


@pytest.mark.slow
@pytest.mark.django_db
def test_once_while_a_section_is_added(entered: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    round_ = played(entered)
    done: list[int] = []
    computing = tasks.frozen_standings

    def with_something_beside(*arguments: Any) -> dict[str, Any]:
        done.append(1)
        slug = f"other-{len(done)}"
        create_section(event=entered.event, slug=slug, name="Other", rounds=3, seed="1", by=entered.alice)
        return computing(*arguments)

    monkeypatch.setattr(tasks, "frozen_standings", with_something_beside)
    close_round(round_=round_, by=entered.bob)
    compute()
    round_.refresh_from_db()
    assert round_.state == Round.State.CLOSED
    assert len(done) == 1
