"""Two people with the same page open: the later one sees what the other has changed, and decides."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse

from portal.journal.models import JournalEntry
from tests.tournaments.views.conftest import World
from tournaments.models import Screen

Text = Callable[[Any], str]
UNSAVED = "Nothing has been saved"


def seen(answer: Any) -> list[str]:
    """What the forms of a page carry."""
    return [unescape(value) for value in re.findall(r'name="seen" value="([^"]*)"', answer.content.decode())]


def start(world: World, number: int) -> str:
    at = world.round(number).starts_at
    return at.astimezone(ZoneInfo(world.event.time_zone)).strftime("%H:%M") if at else ""


def test_of_two_schedules_the_second_sees_both_and_decides(drawn: World, text: Text) -> None:
    drawn.post("alice", "schedule", where="hall", round_1="2015-09-21T14:00", round_2="2015-09-22T14:00")
    (shown,) = seen(drawn.get("bob", "schedule"))
    values = {"where": "hall", "round_1": "2015-09-21T14:00", "round_2": "2015-09-22T14:00", "seen": shown}
    drawn.post("alice", "schedule", **values | {"round_1": "2015-09-21T15:00", "where": "online"})
    answer = drawn.post("bob", "schedule", **values | {"round_1": "2015-09-21T16:30"})
    assert answer.status_code == 409
    said = text(answer)
    assert UNSAVED in said
    assert "set this to “2015-09-21 15:00” meanwhile" in said
    assert 'value="2015-09-21T16:30"' in said
    assert start(drawn, 1) == "15:00"
    # What Bob has not touched is as Alice has left it, and stays so.
    assert '<option value="online" selected>' in said
    (again,) = seen(answer)
    decided = values | {"round_1": "2015-09-21T16:30", "where": "online", "seen": again}
    assert drawn.post("bob", "schedule", **decided).status_code == 302
    drawn.section.refresh_from_db()
    assert (start(drawn, 1), start(drawn, 2), drawn.section.online) == ("16:30", "14:00", True)


def test_who_changes_something_else_is_not_bothered_and_takes_nothing_back(drawn: World) -> None:
    drawn.post("alice", "schedule", where="hall", round_1="2015-09-21T14:00", round_2="2015-09-22T14:00")
    (shown,) = seen(drawn.get("bob", "schedule"))
    values = {"where": "hall", "round_1": "2015-09-21T14:00", "round_2": "2015-09-22T14:00", "seen": shown}
    drawn.post("alice", "schedule", **values | {"round_1": "2015-09-21T15:00"})
    answer = drawn.post("bob", "schedule", **values | {"round_2": "2015-09-22T17:00"})
    assert answer.status_code == 302
    assert (start(drawn, 1), start(drawn, 2)) == ("15:00", "17:00")
    last = JournalEntry.objects.filter(act="set_schedule").order_by("-pk").first()
    assert list(last.after["start_times"]) == ["2"]  # type: ignore[union-attr]


def test_a_player_who_was_corrected_meanwhile(drawn: World, text: Text) -> None:
    entry = drawn.section.entries.select_related("player").get(number=1)
    (shown,) = seen(drawn.get("bob", "entry_desk", entry.pk))
    page = {name: getattr(entry.player, name) for name in ("name", "native_name", "club", "gender")}
    page |= {"federation": entry.player.federation_id, "seen": shown}
    if entry.rating is not None:
        page["rating"] = str(entry.rating)
    drawn.post("carol", "correct_player", entry.pk, **page | {"name": "Alpha", "federation": "VIE"})
    answer = drawn.post("bob", "correct_player", entry.pk, **page | {"name": "Beta", "club": "Pearl"})
    assert answer.status_code == 409
    assert "set this to “Alpha” meanwhile" in text(answer)
    assert 'value="Beta"' in text(answer)
    entry.player.refresh_from_db()
    assert (entry.player.name, entry.player.club) == ("Alpha", "")
    page |= {"seen": seen(answer)[0], "federation": "VIE", "name": "Alpha", "club": "Pearl"}
    assert drawn.post("bob", "correct_player", entry.pk, **page).status_code == 302
    entry.player.refresh_from_db()
    assert (entry.player.name, entry.player.club, entry.player.federation_id) == ("Alpha", "Pearl", "VIE")


def test_a_screen_that_shows_something_else_meanwhile(drawn: World, text: Text) -> None:
    url = reverse("set_screen", args=[drawn.event.slug])
    drawn.client("alice").post(url, {"name": "Hall", "shows": ["pairings"], "seconds": "10"})
    shown = seen(drawn.client("bob").get(reverse("screens", args=[drawn.event.slug])))[0]
    page = {"number": "1", "name": "Hall", "shows": ["pairings"], "seconds": "10", "seen": shown}
    drawn.client("alice").post(url, page | {"shows": ["standings"], "name": "Foyer"})
    answer = drawn.client("bob").post(url, page | {"shows": ["pairings", "countdown"]})
    assert answer.status_code == 409
    assert "set this to “Standings” meanwhile" in text(answer)
    assert 'value="Foyer"' in text(answer)
    assert Screen.objects.get().shows == ["standings"]
    assert drawn.client("bob").post(url, page | {"seconds": "20"}).status_code == 302
    screen = Screen.objects.get()
    assert (screen.shows, screen.name, screen.seconds) == (["standings"], "Foyer", 20)


def test_a_player_who_was_put_into_another_team_meanwhile(drawn: World, text: Text) -> None:
    one, two = (drawn.section.teams.create(name=name) for name in ("One", "Two"))
    entry = drawn.section.entries.get(number=1)
    entry.team = None
    entry.save()
    drawn.post("alice", "place_in_teams", team=one.pk, entries=[entry.pk])
    for sent in ({"team": two.pk}, {"seen": two.pk}):
        answer = drawn.post("carol", "place_in_teams", entries=[entry.pk], **sent)
        assert answer.status_code == 409
        assert f"{entry.player.name} plays for One by now" in text(answer)
    entry.refresh_from_db()
    assert entry.team == one
