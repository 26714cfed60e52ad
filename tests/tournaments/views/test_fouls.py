"""The register's page: what stands in it, its filters, its file, its queries."""

from __future__ import annotations

import csv
import io
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.world import World
from tournaments.acts.refereeing.fouls import log_foul, withdraw_foul
from tournaments.models import Foul


def logged(world: World, table: int, offence: str, *, confirm: bool = True, **more: Any) -> Foul:
    seat = world.round().pairings.get(table=table).seats.get(colour="second")
    answer: dict[str, Any] = log_foul(
        round_=world.round(),
        table=table,
        player=seat.entry.number or 0,
        offence=offence,
        confirm=confirm,
        by=world.users["bob"],
        **more,
    )
    return Foul.objects.get(pk=answer["foul"])


@pytest.mark.slow
def test_the_register_and_its_file(drawn: World) -> None:
    drawn.published()
    url = reverse("fouls", args=[drawn.event.slug])
    assert "No fouls" in drawn.client("erin").get(url).content.decode()
    for _ in range(3):
        logged(drawn, 1, "technical")
    logged(drawn, 2, "missed-moves", confirm=False, ply=44, reason="=1+1")
    withdraw_foul(foul=logged(drawn, 3, "other"), reason="not so", by=drawn.users["bob"])
    page = drawn.client("erin").get(url).content.decode()
    for message in (
        "1 of 4",
        "3 of 4",
        "next foul loses the game for Black",
        "WXC 4.3",
        "move 22 of Black",
        "not so",
    ):
        assert message in page
    context = drawn.client("carol").get(url, {"status": "withdrawn", "section": "nonsense"}).context["lines"]
    assert [line.foul.status for line in context] == ["withdrawn"]
    answer = drawn.client("erin").get(reverse("fouls_csv", args=[drawn.event.slug]))
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [(row["table"], row["status"], row["count"]) for row in rows] == [
        ("1", "confirmed", "1 of 4"),
        ("1", "confirmed", "2 of 4"),
        ("1", "confirmed", "3 of 4"),
        ("2", "logged", ""),
        ("3", "withdrawn", ""),
    ]
    assert rows[3]["reason"].endswith("=1+1")
    assert not rows[3]["reason"].startswith("=")


def test_as_many_queries_for_one_foul_as_for_three(drawn: World) -> None:
    drawn.published()
    url = reverse("fouls", args=[drawn.event.slug])
    counts = []
    for number in (1, 2):
        for _ in range(number):
            logged(drawn, number, "technical")
        with CaptureQueriesContext(
            connection,
        ) as captured:
            drawn.client("bob").get(url)
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 12


@pytest.mark.slow
def test_missed_moves_are_counted_anew_by_one_press_and_a_page_from_before_says_who_was_first(
    drawn: World,
) -> None:
    drawn.published()
    standing = logged(drawn, 1, "missed-moves", missed=4)
    referee, place = drawn.client("bob"), [drawn.event.slug, "men", 1, 1]
    form = {"player": standing.entry.number, "missed": 8, "seen": str(standing.pk), "once": uuid4().hex}
    answer = referee.post(reverse("referee_replace", args=place), form)
    assert answer.status_code == 302
    assert Foul.objects.in_force().filter(entry=standing.entry).count() == 2
    answer = referee.post(reverse("referee_replace", args=place), form | {"once": uuid4().hex, "missed": 4})
    assert answer.status_code == 409
    assert "bob" in answer.content.decode().partition("<main")[2]
    # A page without the number says that it is missing.
    answer = referee.post(reverse("referee_replace", args=place), form | {"missed": "", "once": uuid4().hex})
    assert answer.status_code == 422
    assert "“How many moves are missing?” is empty. Fill it in." in answer.content.decode()
