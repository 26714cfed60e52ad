"""The running games that a process keeps: what changes is read, and shown as if all had been read anew."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.acts.live import take_back, write_game, write_plies
from games.acts.live_settings import show_live
from games.live.stream import PlyItem
from games.queries import running_rounds
from games.queries.public_live import PublicGame
from games.queries.running_rounds import RunningRound
from tests.world import World
from tournaments.acts.results import report_result, take_back_result
from tournaments.models import Player, Round

LINE = ["h2e2", "h9g7", "h0g2", "i9h9"]


@pytest.fixture
def visible(playing: World) -> World:
    show_live(section=playing.section, public=True, delay=0, comments=True, by=playing.users["alice"])
    return playing


@pytest.fixture
def running(visible: World) -> RunningRound:
    return RunningRound()


def read(running: RunningRound, world: World) -> list[PublicGame]:
    return running.read(Round.objects.select_related("section").get(section=world.section, number=1))


def pairing(world: World, table: int) -> Any:
    return world.round(1).pairings.select_related("round__section__event").get(table=table)


def write(world: World, *moves: str, table: int = 1, **more: Any) -> None:
    write_game(pairing=pairing(world, table), moves=moves, by=world.users["carol"], **more)


def test_what_is_as_it_was_is_the_same_object(
    visible: World, running: RunningRound, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for table in (1, 2, 3):
        write(visible, *LINE[:2], table=table)
    before = read(running, visible)
    with django_assert_num_queries(4):
        assert all(now is was for now, was in zip(read(running, visible), before, strict=True))
    write(visible, *LINE, table=2)
    with django_assert_num_queries(5):
        first, second, third = read(running, visible)
    assert (first is before[0], third is before[2]) == (True, True)
    assert (second.head, second.position) != (before[1].head, before[1].position)


def test_results_come_and_go(visible: World, running: RunningRound) -> None:
    write(visible, *LINE)
    assert [(live.result, live.over) for live in read(running, visible)] == [("", False)]
    made = report_result(
        round_=visible.round(1), table=1, value="1-0", cause="time", seen=None, by=visible.users["carol"]
    )
    assert [(live.result, live.cause) for live in read(running, visible)] == [("1-0", "time")]
    take_back_result(
        round_=visible.round(1), table=1, seen=made["report"], reason="a slip", by=visible.users["dave"]
    )
    write(visible, *LINE, "h0h4")
    assert [(live.result, live.over, live.head) for live in read(running, visible)] == [("", False, 4)]


def test_another_name_is_known_within_ten_seconds(
    visible: World, running: RunningRound, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(visible, *LINE)
    [before] = read(running, visible)
    Player.objects.filter(pk=before.first.player_id).update(name="Somebody Else")
    assert read(running, visible)[0] is before
    monkeypatch.setattr(running_rounds, "WHOLE", -1.0)
    [now] = read(running, visible)
    assert now.first.player.name == "Somebody Else"
    assert read(running, visible)[0] is now


def test_games_are_read_anew_some_at_a_time(
    visible: World, running: RunningRound, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thousand at once would have every reader wait; a delay hides all of them at once."""
    for table in (1, 2):
        write(visible, *LINE, table=table)
    read(running, visible)
    Player.objects.update(name="Somebody Else")
    monkeypatch.setattr(running_rounds, "WHOLE", -1.0)
    monkeypatch.setattr(running_rounds, "ANEW_AT_ONCE", 1)
    read_anew = [
        [live.first.player.name == "Somebody Else" for live in read(running, visible)] for _ in range(2)
    ]
    assert read_anew == [[True, False], [True, True]]
    show_live(section=visible.section, public=True, delay=5, comments=True, by=visible.users["alice"])
    assert [live.head for live in read(running, visible)] == [0, 0]


def test_a_table_that_is_another_is_read(visible: World, running: RunningRound) -> None:
    write(visible, *LINE, table=2)
    read(running, visible)
    visible.round(1).pairings.filter(table=2).update(table=99)
    assert [live.table for live in read(running, visible)] == [99]


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0, 5])
def test_it_shows_what_a_first_reading_shows(
    delay: int, visible: World, running: RunningRound, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plies, take-backs, corrections, illegal plies, clocks and results in a random order, and a delay that
    is let go by in steps."""
    show_live(section=visible.section, public=True, delay=delay, comments=True, by=visible.users["alice"])
    by, chance = visible.users["dave"], random.Random(37)
    begun = timezone.now()
    for step in range(40):
        table = chance.choice((1, 2))
        at = pairing(visible, table)
        ply = chance.randint(0, 4)
        kind = chance.choice(("line", "line", "back", "clock", "illegal"))
        if kind == "line":
            write(visible, *LINE[:ply], table=table)
        elif kind == "back":
            take_back(pairing=at, ply=ply, by=by)
        elif kind == "clock":
            write_plies(pairing=at, items=[PlyItem(1, LINE[0], f"{step}", clock_first=900 - step)], by=by)
        else:
            write(visible, *LINE[:2], "h0h5", "i9h9", table=table)
        later = begun + timedelta(minutes=chance.choice((0, 4, 5, 6)), seconds=step)
        monkeypatch.setattr(running_rounds.timezone, "now", lambda later=later: later)
        # A clock that has gone back shows nothing less.
        if step % 4 == 3:
            public = read(running, visible)
            if not delay:
                assert public == read(RunningRound(), visible)
    monkeypatch.setattr(running_rounds.timezone, "now", lambda: begun + timedelta(minutes=9))
    assert read(running, visible) == read(RunningRound(), visible)


def test_with_a_delay_only_new_events_are_read(
    visible: World,
    running: RunningRound,
    django_assert_num_queries: DjangoAssertNumQueries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    show_live(section=visible.section, public=True, delay=5, comments=True, by=visible.users["alice"])
    write(visible, *LINE)
    assert [live.head for live in read(running, visible)] == [0]
    at = timezone.now() + timedelta(minutes=6)
    monkeypatch.setattr(running_rounds.timezone, "now", lambda: at)
    with django_assert_num_queries(4):
        assert [live.head for live in read(running, visible)] == [4]
    take_back(pairing=pairing(visible, 1), ply=2, by=visible.users["dave"])
    assert [live.head for live in read(running, visible)] == [4], "not before the delay"
    monkeypatch.setattr(running_rounds.timezone, "now", lambda: at + timedelta(minutes=6))
    assert [live.head for live in read(running, visible)] == [2]
