"""A result before the start of its match or round is asked about: at the desk, by keys, for programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.cast import Cast
from tests.portal.api.callers import Caller
from tests.teams_world import address, match_at, signed_in_as, teams_playing
from tests.world import World
from tournaments.models import Match, ResultReport, Round
from tournaments.wording.grounds import ground

Text = Callable[[Any], str]
EARLY = ground("early")


def starting(world: World, hours: float) -> None:
    """Round 1 is public and starts so many hours from now."""
    if not world.round().is_public:
        world.published()
    Round.objects.filter(pk=world.round().pk).update(starts_at=timezone.now() + timedelta(hours=hours))


def reasons() -> list[str]:
    return list(ResultReport.objects.order_by("pk").values_list("reason", flat=True))


@pytest.mark.slow
def test_a_line_typed_before_the_start_is_asked_about_once(drawn: World, text: Text) -> None:
    starting(drawn, 25)
    refused = drawn.post("carol", "report_result", 1, line="2 0-1 t", htmx=True)
    assert refused.status_code == 409
    assert "Table 2 has not started yet" in text(refused)
    assert "A result before that needs a reason." in text(refused)
    body = refused.content.decode()
    assert 'id="about-2"' in body
    sent = {"table": "2", "value": "0-1", "cause": "time", "early": "on"}
    for name, value in sent.items():
        assert f'name="{name}" value="{value}"' in body
    assert not ResultReport.objects.exists()
    assert drawn.post("carol", "report_result", 1, **sent, htmx=True).status_code == 200
    [report] = ResultReport.objects.all()
    assert (report.value, report.cause, report.reason) == ("0-1", "time", EARLY)
    # Play has begun: nobody is asked at the next table, and a slip is undone as ever.
    assert drawn.post("carol", "report_result", 1, line="1 1-0", htmx=True).status_code == 200
    undone = drawn.post("carol", "undo_result", 1, table=2, game=1, seen=report.pk, htmx=True)
    assert undone.status_code == 200
    assert reasons()[:2] == [EARLY, ""]


def test_a_button_without_scripts_leads_to_a_page_that_asks(drawn: World, text: Text) -> None:
    starting(drawn, 25)
    page = drawn.post("carol", "report_result", 1, table=1, value="1/2")
    assert page.status_code == 409
    assert "Played earlier: enter ½–½" in text(page)
    answer = drawn.post("carol", "report_result", 1, table=1, value="1/2", reason="by post", early="on")
    assert answer.status_code == 302
    assert reasons() == ["by post"]


@pytest.mark.slow
def test_a_referee_beside_the_table_is_asked_there(drawn: World, text: Text) -> None:
    starting(drawn, 25)
    page = drawn.post("dave", "referee_result", 1, 1, 1, table=1, game=1, value="1-0")
    assert page.status_code == 409
    assert "Played earlier: enter 1–0" in text(page)
    [form] = re.findall(r'<form method="post" action="([^"]*)" class="stack"\s*>', page.content.decode())
    assert form == drawn.url("referee_result", 1, 1)
    answer = drawn.post("dave", "referee_result", 1, 1, 1, table=1, game=1, value="1-0", early="on")
    assert answer.status_code == 302
    assert reasons() == [EARLY]


def test_a_program_gives_a_reason(drawn: World) -> None:
    starting(drawn, 25)
    path = f"/api/v1/events/{drawn.event.slug}/sections/men/rounds/1/results"

    def send(**more: Any) -> Any:
        body = {"table": 1, "value": "1-0", "seen": None} | more
        return Caller(drawn.users["carol"]).post(path, body)

    refused = send()
    assert (refused.status_code, refused.json()["code"]) == (409, "result-early")
    assert not ResultReport.objects.exists()
    assert send(reason="played on Tuesday").status_code == 200
    assert reasons() == ["played on Tuesday"]


@pytest.mark.parametrize("hours", [-1, None])
def test_after_the_start_or_without_one_nobody_is_asked(drawn: World, hours: float | None) -> None:
    drawn.published()
    if hours is not None:
        starting(drawn, hours)
    assert drawn.post("carol", "report_result", 1, line="1 1-0", htmx=True).status_code == 200
    assert reasons() == [""]


def test_who_does_not_come_is_known_before(drawn: World) -> None:
    starting(drawn, 25)
    assert drawn.post("carol", "report_result", 1, line="1 +-", htmx=True).status_code == 200
    # A forfeit is no play: the next table is asked about.
    assert drawn.post("carol", "report_result", 1, line="2 1", htmx=True).status_code == 409


@pytest.mark.slow
def test_each_match_with_a_time_of_its_own_is_asked_about(cast: Cast) -> None:
    round_ = teams_playing(cast)
    now = timezone.now()
    Round.objects.filter(pk=round_.pk).update(starts_at=now - timedelta(hours=1))
    for table in (1, 2):
        match = match_at(round_, table)
        Match.objects.filter(pk=match.pk).update(starts_at=now + timedelta(days=table))
    desk = signed_in_as(cast.carol)
    report_to = address("report_result", round_, round_.number)
    boards = {table: list(match_at(round_, table).boards.order_by("board")) for table in (1, 2)}

    def send(table: int | None, **more: Any) -> int:
        answer = desk.post(report_to, {"once": f"{table}{more}", "table": table, "value": "1-0"} | more)
        return int(answer.status_code)

    first, second = (board.table for board in boards[1][:2])
    assert send(first) == 409
    assert send(first, early="on") == 302
    assert send(second) == 302
    assert send(boards[2][0].table) == 409
    # Of the boards whose match starts with the round, which has begun, nobody asks.
    Match.objects.filter(pk=match_at(round_, 2).pk).update(starts_at=None)
    assert send(boards[2][0].table, seen="") == 302
