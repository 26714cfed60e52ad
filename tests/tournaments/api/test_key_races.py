"""Two different requests with one idempotency key at one instant, on PostgreSQL with real connections."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from portal.journal.models import ONE_REQUEST, JournalEntry
from tests.portal.api.callers import Caller
from tests.races import gate, together
from tests.world import World
from tournaments.api import access
from tournaments.models import ResultReport

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
RESULTS = "/api/v1/events/cup/sections/men/rounds/1/results"


@pytest.fixture
def without_constraint(transactional_db: None) -> Iterator[None]:
    """The journal takes a key for anything."""
    constraint = next(c for c in JournalEntry._meta.constraints if c.name == ONE_REQUEST)
    with connection.schema_editor() as editor:
        editor.remove_constraint(JournalEntry, constraint)
    yield
    call_command("flush", interactive=False, verbosity=0)
    with connection.schema_editor() as editor:
        editor.add_constraint(JournalEntry, constraint)


def both(world: World, monkeypatch: pytest.MonkeyPatch, *bodies: dict[str, Any]) -> list[Any]:
    """The answers to both, neither of which finds its key used when it looks."""
    world.published()
    bob = Caller(world.users["bob"], "results")
    gate(monkeypatch, access, "once_of")
    return together(*(partial(bob.post, RESULTS, body, Idempotency_Key="k") for body in bodies))


FIRST_RESULT, SECOND_RESULT = {"table": 1, "value": "1-0"}, {"table": 2, "value": "0-1"}


def test_without_the_guard_both_are_carried_out(
    drawn: World,
    without_constraint: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = both(drawn, monkeypatch, FIRST_RESULT, SECOND_RESULT)
    assert [answer.status_code for answer in answers] == [200, 200]
    assert ResultReport.objects.count() == 2


def test_one_is_carried_out_and_the_other_refused(drawn: World, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = both(drawn, monkeypatch, FIRST_RESULT, SECOND_RESULT)
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    [refused] = [answer for answer in answers if answer.status_code == 409]
    assert (refused.json()["code"], refused["Content-Type"]) == ("once-reused", "application/problem+json")
    [report] = ResultReport.objects.all()
    [done] = [answer for answer in answers if answer.status_code == 200]
    assert done.json()["report"] == report.pk
    assert JournalEntry.objects.filter(act="report_result").count() == 1


def test_the_same_request_twice_is_done_once_and_answered_twice(
    drawn: World,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = both(drawn, monkeypatch, FIRST_RESULT, FIRST_RESULT)
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert ResultReport.objects.count() == 1
