"""The list of entries: sorted, filtered, and many changed at once; the same few queries for any number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from portal.journal.models import JournalEntry
from tests.factories import make_entries
from tests.world import World
from tournaments.models import Absence, Category, Entry, Player, Section, Team

Text = Callable[[Any], str]
Status = Entry.Status
PAGE = 26
"""Queries of the page, signing in included."""

pytestmark = pytest.mark.django_db


def numbers(world: World, query: str) -> list[int | None]:
    answer = world.client("carol").get(f"{world.url('entries')}?{query}")
    assert answer.status_code == 200
    return [row["entry"].number for row in answer.context["rows"]]


def change_entry(world: World, number: int, **values: Any) -> None:
    Player.objects.filter(entries__section=world.section, entries__number=number).update(**values)


@pytest.fixture
def provincial(drawn: World) -> World:
    change_entry(drawn, 1, title="NM", grade="3d", province="Guangdong", native_province="广东", club="Dawn")
    change_entry(
        drawn, 2, title="GM", grade="9p", province="Fujian", native_province="福建", native_club="晨光"
    )
    change_entry(drawn, 3, title="Meister", grade="2k")
    change_entry(drawn, 4, title="FM", grade="1k")
    return drawn


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("", [1, 2, 3]),
        ("sort=-number", [8, 7, 6]),
        # A known title by its rank, then what is written otherwise, then none.
        ("sort=title", [2, 1, 4, 3]),
        ("sort=-title", [3, 4, 1, 2]),
        ("sort=grade", [2, 1, 4, 3]),
        ("sort=province", [2, 1, 3]),
        ("sort=-province", [1, 2, 3]),
        ("sort=nonsense", [1, 2, 3]),
        ("sort=" + "9" * 500, [1, 2, 3]),
    ],
)
def test_it_is_sorted_by_a_column_and_what_is_empty_stands_last(
    provincial: World, query: str, first: list[int]
) -> None:
    assert numbers(provincial, query)[: len(first)] == first


@pytest.mark.slow
def test_every_column_sorts_both_ways(provincial: World) -> None:
    answer = provincial.client("carol").get(provincial.url("entries"))
    for column in answer.context["columns"]:
        name = column.query.rpartition("sort=")[2]
        assert sorted(map(str, numbers(provincial, f"sort={name.lstrip('-')}"))) == list("12345678")
        assert sorted(map(str, numbers(provincial, f"sort=-{name.lstrip('-')}"))) == list("12345678")


@pytest.mark.slow
def test_it_is_filtered(provincial: World) -> None:
    section = provincial.section
    team = Team.objects.create(section=section, name="Reds")
    youth = Category.objects.create(section=section, key="youth", name="Youth")
    entries = {entry.number: entry for entry in section.entries.all()}
    entries[1].categories.add(youth)
    section.entries.update(status=Status.CHECKED_IN)
    section.entries.filter(number__in=(1, 2)).update(status=Status.ENTERED, team=team)
    section.entries.filter(number=3).update(status=Status.WITHDRAWN, withdrawn_after=0)
    Absence.objects.create(entry=entries[4], round_number=1)
    Absence.objects.create(entry=entries[5], round_number=2)
    for query, result in {
        "show=entered": [1, 2],
        "show=checked-in": [4, 5, 6, 7, 8],
        "show=withdrawn": [3],
        "show=absent": [4],
        f"team={team.pk}": [1, 2],
        "category=youth": [1],
        "without=team": [3, 4, 5, 6, 7, 8],
        "without=club": [3, 4, 5, 6, 7, 8],
        "q=guangdong": [1],
        "q=晨光": [2],
        "show=entered&without=category": [2],
        "show=nobody&team=x&category=%00": [1, 2, 3, 4, 5, 6, 7, 8],
    }.items():
        assert numbers(provincial, query) == result, query


@pytest.mark.slow
def test_all_are_checked_in_by_one_press_or_all_of_a_part(drawn: World, text: Text) -> None:
    drawn.section.entries.update(status=Status.ENTERED)
    drawn.section.entries.filter(number=8).update(status=Status.WITHDRAWN, withdrawn_after=0)
    part = f"{drawn.url('check_in_selected')}?q=1"
    client = drawn.client("carol")
    assert client.post(part, {"all": "entered", "present": "on", "once": "a"}).url.endswith("?q=1")
    assert drawn.section.entries.filter(status=Status.CHECKED_IN).count() == 1
    client.post(drawn.url("check_in_selected"), {"all": "entered", "present": "on", "once": "b"})
    assert drawn.section.entries.filter(status=Status.CHECKED_IN).count() == 7
    assert JournalEntry.objects.filter(act="check_in").count() == 2
    assert "6 players checked in." in text(client.get(drawn.url("entries")))
    again = client.post(drawn.url("check_in_selected"), {"all": "entered", "present": "on", "once": "c"})
    assert again.status_code == 422
    assert "Select at least one player." in text(again)


@pytest.mark.slow
def test_a_team_that_has_gone_says_so_and_changes_nobody(drawn: World, text: Text) -> None:
    """Not everybody: the list that was meant had a part of them."""
    drawn.section.entries.update(status=Status.ENTERED)
    client = drawn.client("carol")
    for gone in ("team=99", "category=youth", "federation=朝鲜&q=1"):
        page = text(client.get(f"{drawn.url('entries')}?{gone}"))
        assert "cannot be chosen for" in page
        part = f"{drawn.url('check_in_selected')}?{gone}"
        refused = client.post(part, {"all": "entered", "present": "on", "once": gone})
        assert refused.status_code == 422
        assert "Select at least one player." in text(refused)
    assert not drawn.section.entries.filter(status=Status.CHECKED_IN).exists()


def test_those_who_are_ticked_have_a_page_of_what_can_be_done_to_them(drawn: World, text: Text) -> None:
    keys = [str(entry.pk) for entry in drawn.section.entries.filter(number__in=(1, 2, 3))]
    client = drawn.client("alice")
    page = text(client.post(drawn.url("entries_selected"), {"entries": keys}))
    assert "3 players selected" in page
    assert "Withdraw 3 players" in page
    together = ",".join(keys)
    done = client.post(
        drawn.url("withdraw_selected"), {"entries": together, "reason": "the bus", "once": "w"}
    )
    assert done.status_code == 302
    refused = client.post(
        drawn.url("absence_selected"), {"entries": together, "round": 1, "absent": "yes", "once": "x"}
    )
    assert refused.status_code == 409
    page_text = text(refused)
    assert "Already withdrawn:" in page_text
    assert all(entry.player.name in page_text for entry in drawn.section.entries.filter(number__in=(1, 2, 3)))
    assert "Reinstate 3 players" in page_text
    nobody = client.post(drawn.url("entries_selected"), {})
    assert nobody.status_code == 302


@pytest.mark.parametrize("entries", ["", "x", "-1", "9" * 30, "1;2", "²", "0"])
def test_nonsense_among_the_ticks_does_nothing(drawn: World, entries: str) -> None:
    before = JournalEntry.objects.count()
    sent = {"entries": entries, "reason": "x", "once": "n"}
    answer = drawn.client("alice").post(drawn.url("withdraw_selected"), sent)
    assert answer.status_code in (404, 409, 422)
    assert JournalEntry.objects.count() == before


def test_an_entry_of_another_section_is_not_among_them(drawn: World) -> None:
    [foreign] = make_entries(drawn.other, 1)
    mine = drawn.section.entries.get(number=1)
    sent = {"entries": [mine.pk, foreign.pk], "present": "on", "once": "f"}
    assert drawn.client("carol").post(drawn.url("check_in_selected"), sent).status_code == 404


@pytest.mark.parametrize("players", [1, 3])
def test_the_page_asks_as_much_for_one_as_for_three(world: World, players: int) -> None:
    make_entries(world.section, players)
    client = world.client("carol")
    client.get(world.url("entries"))
    with CaptureQueriesContext(connection) as queries:
        client.get(f"{world.url('entries')}?sort=-title&q=a")
    assert len(queries) <= PAGE
    with CaptureQueriesContext(connection) as selected:
        client.get(f"{world.url('entries_selected')}?all=on")
    assert len(selected) <= PAGE


@pytest.mark.long
def test_five_thousand_are_listed_by_the_page_and_changed_as_one(world: World, text: Text) -> None:
    make_entries(world.section, 5000)
    Section.objects.filter(pk=world.section.pk).update(lots_drawn_at="2026-01-01T00:00:00Z")
    world.section.entries.update(status=Status.ENTERED)
    client = world.client("carol")
    with CaptureQueriesContext(connection) as queries:
        page = client.get(f"{world.url('entries')}?sort=rating")
    assert len(queries) <= PAGE
    assert "All 5000 found…" in text(page)
    assert len(page.context["rows"]) == 200
    with CaptureQueriesContext(connection) as queries:
        client.post(world.url("check_in_selected"), {"all": "entered", "present": "on", "once": "all"})
    assert len(queries) <= 2 * PAGE
    assert world.section.entries.filter(status=Status.CHECKED_IN).count() == 5000
