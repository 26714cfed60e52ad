"""Two people with the same page open: the later one sees what the other has changed, and decides."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from portal.journal.models import JournalEntry
from tests.factories import enter_again, make_section
from tests.world import World
from tournaments.acts.entering.players import correct_player
from tournaments.acts.register.person_input import PersonInput
from tournaments.forms.entering.entries import PlayerForm
from tournaments.models import Category, Entry, Screen

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
    (seen_value,) = seen(drawn.get("bob", "schedule"))
    values = {
        "where": "hall",
        "round_1": "2015-09-21T14:00",
        "round_2": "2015-09-22T14:00",
        "seen": seen_value,
    }
    drawn.post("alice", "schedule", **values | {"round_1": "2015-09-21T15:00", "where": "online"})
    answer = drawn.post("bob", "schedule", **values | {"round_1": "2015-09-21T16:30"})
    assert answer.status_code == 409
    conflict_text = text(answer)
    assert UNSAVED in conflict_text
    assert "changed this to “2015-09-21 15:00” in the meantime" in conflict_text
    assert 'value="2015-09-21T16:30"' in conflict_text
    assert start(drawn, 1) == "15:00"
    # What Bob has not touched is as Alice has left it, and stays so.
    assert '<option value="online" selected>' in conflict_text
    (again,) = seen(answer)
    decided = values | {"round_1": "2015-09-21T16:30", "where": "online", "seen": again}
    assert drawn.post("bob", "schedule", **decided).status_code == 302
    drawn.section.refresh_from_db()
    assert (start(drawn, 1), start(drawn, 2), drawn.section.online) == ("16:30", "14:00", True)


def test_who_changes_something_else_is_not_bothered_and_takes_nothing_back(drawn: World) -> None:
    drawn.post("alice", "schedule", where="hall", round_1="2015-09-21T14:00", round_2="2015-09-22T14:00")
    (page,) = seen(drawn.get("bob", "schedule"))
    values = {"where": "hall", "round_1": "2015-09-21T14:00", "round_2": "2015-09-22T14:00", "seen": page}
    drawn.post("alice", "schedule", **values | {"round_1": "2015-09-21T15:00"})
    answer = drawn.post("bob", "schedule", **values | {"round_2": "2015-09-22T17:00"})
    assert answer.status_code == 302
    assert (start(drawn, 1), start(drawn, 2)) == ("15:00", "17:00")
    last = JournalEntry.objects.filter(act="set_schedule").order_by("-pk").first()
    assert list(last.after["start_times"]) == ["2"]  # type: ignore[union-attr]


def test_a_player_who_was_corrected_meanwhile(drawn: World, text: Text) -> None:
    entry = drawn.section.entries.select_related("player").get(number=1)
    (page_text,) = seen(drawn.get("bob", "entry_desk", entry.pk))
    page = {name: getattr(entry.player, name) for name in ("name", "native_name", "club", "gender")}
    page |= {"federation": entry.player.federation_id, "seen": page_text}
    if entry.rating is not None:
        page["rating"] = str(entry.rating)
    drawn.post("carol", "correct_player", entry.pk, **page | {"name": "Alpha", "federation": "VIE"})
    answer = drawn.post("bob", "correct_player", entry.pk, **page | {"name": "Beta", "club": "Pearl"})
    assert answer.status_code == 409
    assert "changed this to “Alpha” in the meantime" in text(answer)
    assert 'value="Beta"' in text(answer)
    entry.player.refresh_from_db()
    assert (entry.player.name, entry.player.club) == ("Alpha", "")
    page |= {"seen": seen(answer)[0], "federation": "VIE", "name": "Alpha", "club": "Pearl"}
    assert drawn.post("bob", "correct_player", entry.pk, **page).status_code == 302
    entry.player.refresh_from_db()
    assert (entry.player.name, entry.player.club, entry.player.federation_id) == ("Alpha", "Pearl", "VIE")


def test_a_rating_that_was_corrected_in_another_section_meanwhile(drawn: World, text: Text) -> None:
    entry = drawn.section.entries.select_related("player").get(number=1)
    entry.rating = entry.player.rating = 2000
    entry.save()
    entry.player.save()
    other = enter_again(entry, make_section(drawn.event, "rapid"), rating=2000)
    form = PlayerForm(section=entry.section, initial=PlayerForm.about(entry))
    page = {name: form[name].value() or "" for name in form.fields if not form[name].is_hidden}
    page["seen"] = seen(drawn.get("bob", "entry_desk", entry.pk))[0]
    correct = PersonInput(entry.player.name, entry.player.federation_id, rating=2100)
    correct_player(entry=other, person=correct, by=drawn.users["carol"])
    # The rating is left as it was seen, and so stays in both places.
    assert drawn.post("bob", "correct_player", entry.pk, **page | {"club": "Pearl"}).status_code == 302
    answer = drawn.post("bob", "correct_player", entry.pk, **page | {"club": "Pearl", "rating": "2050"})
    assert answer.status_code == 409
    assert text(answer).count("Someone else has changed this to") == 1
    assert "changed this to “2100” in the meantime" in text(answer)
    assert 'name="player_rating"' not in text(answer)
    assert ratings(entry) == (2000, 2100)
    page |= {"club": "Pearl", "rating": "2050", "seen": seen(answer)[0]}
    assert drawn.post("bob", "correct_player", entry.pk, **page).status_code == 302
    assert ratings(entry) == (2050, 2050)


def test_a_rating_that_is_said_without_a_page_goes_to_the_player_too(drawn: World) -> None:
    entry = drawn.section.entries.select_related("player").get(number=1)
    entry.rating, entry.player.rating = 2000, 2100
    entry.save()
    entry.player.save()
    person = PersonInput(entry.player.name, entry.player.federation_id, rating=2000)
    answer = correct_player(entry=entry, person=person, by=drawn.users["bob"])
    assert answer["fields"] == ["native_name", "rating"]
    assert ratings(entry) == (2000, 2000)


def ratings(entry: Entry) -> tuple[int | None, int | None]:
    entry = Entry.objects.select_related("player").get(pk=entry.pk)
    return entry.rating, entry.player.rating


def test_a_screen_that_shows_something_else_meanwhile(drawn: World, text: Text) -> None:
    url = reverse("set_screen", args=[drawn.event.slug])
    drawn.client("alice").post(url, {"name": "Hall", "shows": ["pairings"], "seconds": "10"})
    page_text = seen(drawn.client("bob").get(reverse("screens", args=[drawn.event.slug])))[0]
    page = {
        "screen": str(Screen.objects.get().pk),
        "name": "Hall",
        "shows": ["pairings"],
        "seconds": "10",
        "seen": page_text,
    }
    drawn.client("alice").post(url, page | {"shows": ["standings"], "name": "Foyer"})
    answer = drawn.client("bob").post(url, page | {"shows": ["pairings", "countdown"]})
    assert answer.status_code == 409
    assert "changed this to “Standings” in the meantime" in text(answer)
    assert 'value="Foyer"' in text(answer)
    assert Screen.objects.get().shows == ["standings"]
    assert drawn.client("bob").post(url, page | {"seconds": "20"}).status_code == 302
    screen = Screen.objects.get()
    assert (screen.shows, screen.name, screen.seconds) == (["standings"], "Foyer", 20)


def test_a_player_who_was_put_into_another_team_meanwhile(drawn: World, text: Text) -> None:
    first_one, two = (drawn.section.teams.create(name=name) for name in ("One", "Two"))
    entry = drawn.section.entries.get(number=1)
    entry.team = None
    entry.save()
    drawn.post("alice", "place_in_teams", team=first_one.pk, entries=[entry.pk])
    for sent in ({"team": two.pk}, {"seen": two.pk}):
        answer = drawn.post("carol", "place_in_teams", entries=[entry.pk], **sent)
        assert answer.status_code == 409
        assert f"{entry.player.name} is now in the team One" in text(answer)
    entry.refresh_from_db()
    assert entry.team == first_one


@pytest.mark.slow
def test_a_round_is_not_moved_before_one_that_was_moved_meanwhile(drawn: World, text: Text) -> None:
    page = {"where": "hall", "round_1": "2015-09-21T14:00", "round_2": "2015-09-22T14:00"}
    drawn.post("alice", "schedule", **page)
    page["seen"] = seen(drawn.get("bob", "schedule"))[0]
    drawn.post("alice", "schedule", **page | {"round_1": "2015-09-22T10:00"})
    answer = drawn.post("bob", "schedule", **page | {"round_2": "2015-09-21T18:00"})
    assert answer.status_code == 409
    page_text = text(answer)
    assert "changed this to “2015-09-22 10:00” in the meantime" in page_text
    assert "Round 2 must start later" not in page_text
    assert 'value="2015-09-22T10:00"' in page_text
    assert 'value="2015-09-21T18:00"' in page_text
    assert (start(drawn, 1), start(drawn, 2)) == ("10:00", "14:00")
    decided = page | {"round_1": "2015-09-22T10:00", "seen": seen(answer)[0]}
    # What the page shows by now is really in the wrong order.
    wrong = drawn.post("bob", "schedule", **decided | {"round_2": "2015-09-21T18:00"})
    assert wrong.status_code == 422
    assert "Round 2 must start later than round 1" in text(wrong)
    assert drawn.post("bob", "schedule", **decided | {"round_2": "2015-09-22T18:00"}).status_code == 302
    assert (start(drawn, 1), start(drawn, 2)) == ("10:00", "18:00")


@pytest.mark.parametrize(
    "nonsense",
    [
        "7" * 5000,
        '{"where": ' + "7" * 5000 + "}",
        "[" * 200_000,
        '{"where": ' + "[" * 900 + "]" * 900 + "}",
        '{"where": "\\ud800"}',
        "{}",
        '{"where": null}',
        '{"where": {"a": 1}}',
        '{"name": "' + "x" * 30_000 + '"}',
        "[1]",
        "{",
    ],
    ids=range(11),
)
def test_nonsense_for_seen_is_as_nothing(drawn: World, nonsense: str) -> None:
    page = {"where": "hall", "round_1": "2015-09-21T14:00"}
    assert drawn.post("alice", "schedule", **page, seen=nonsense).status_code == 302
    assert start(drawn, 1) == "14:00"
    # Shown again, the form is without it.
    answer = drawn.post("alice", "schedule", where="nowhere", round_1="x", seen=nonsense)
    assert answer.status_code == 422
    assert "7" * 5000 not in answer.content.decode()


@pytest.mark.slow
def test_who_is_told_of_players_placed_meanwhile_keeps_the_rest(drawn: World, text: Text) -> None:
    first_one, two = (drawn.section.teams.create(name=name) for name in ("One", "Two"))
    drawn.section.entries.update(team=None)
    first, second, third, _fourth = drawn.section.entries.order_by("number")[:4]
    drawn.post("alice", "place_in_teams", team=first_one.pk, entries=[first.pk, second.pk])
    chosen = [first.pk, second.pk, third.pk]
    answer = drawn.post("carol", "place_in_teams", team=two.pk, entries=chosen)
    assert answer.status_code == 409
    for entry in (first, second):
        assert f"{entry.player.name} is now in the team One" in text(answer)
    assert f'<option value="{two.pk}" selected>' in text(answer)
    form = answer.context["place"]
    offered = {str(box.data["value"]): box.data["selected"] for box in form["entries"]}
    assert [key for key, ticked in offered.items() if ticked] == [str(third.pk)]
    assert len(offered) == 6
    assert drawn.post("carol", "place_in_teams", team=two.pk, entries=[third.pk]).status_code == 302
    # Taking somebody out is another form: nothing of it is shown as chosen here.
    refused = drawn.post("carol", "place_in_teams", entries=[first.pk], seen=two.pk)
    assert refused.status_code == 409
    assert not any(box.data["selected"] for box in refused.context["place"]["entries"])


def test_a_first_screen_is_in_conflict_with_nobody(drawn: World) -> None:
    url = reverse("set_screen", args=[drawn.event.slug])
    (page,) = re.findall(
        r'name="seen"(?: value="([^"]*)")?',
        drawn.client("alice").get(reverse("screens", args=[drawn.event.slug])).content.decode(),
    )
    values = {"shows": ["standings"], "seconds": "20", "name": "Foyer", "seen": unescape(page)}
    assert drawn.client("alice").post(url, values).status_code == 302
    assert Screen.objects.get().shows == ["standings"]


@pytest.mark.slow
def test_a_number_that_is_none_is_no_screen(drawn: World) -> None:
    url, remove = (reverse(name, args=[drawn.event.slug]) for name in ("set_screen", "remove_screen"))
    page = {"name": "Hall", "shows": ["pairings"], "seconds": "10"}
    for number, status in (("7" * 5000, 422), ("²", 422), ("7" * 12, 409), ("0", 409)):
        assert drawn.client("alice").post(url, page | {"screen": number}).status_code == status
        assert drawn.client("alice").post(remove, {"screen": number}).status_code == status
    assert not Screen.objects.exists()


@pytest.mark.slow
def test_a_screen_that_was_taken_away_meanwhile(drawn: World, text: Text) -> None:
    url, remove = (reverse(name, args=[drawn.event.slug]) for name in ("set_screen", "remove_screen"))
    alice, bob = drawn.client("alice"), drawn.client("bob")
    page = {"name": "Hall", "shows": ["pairings"], "seconds": "10"}
    alice.post(url, page)
    first = Screen.objects.get()
    (page_text, _) = seen(bob.get(reverse("screens", args=[drawn.event.slug])))
    stale = page | {"screen": str(first.pk), "seen": page_text, "name": "Stairs"}
    alice.post(remove, {"screen": first.pk})
    alice.post(url, page | {"name": "Foyer"})
    other = Screen.objects.get()
    assert (other.number, other.pk == first.pk) == (1, False)
    # The new one has the number of the old one, and is neither changed nor taken away in its place.
    assert alice.post(remove, {"screen": first.pk}).status_code == 409
    answer = bob.post(url, stale)
    assert answer.status_code == 409
    assert "This screen no longer exists." in text(answer)
    assert Screen.objects.get().name == "Foyer"
    # What was typed stands in the form for one more.
    assert answer.context["form"]["name"].value() == "Stairs"
    assert answer.context["form"]["screen"].value() == ""
    ids = re.findall(r'\bid="([^"]+)"', answer.content.decode())
    assert sorted(ids) == sorted(set(ids))
    assert bob.post(url, stale | {"screen": "", "seen": ""}).status_code == 302
    assert list(Screen.objects.values_list("number", "name")) == [(1, "Foyer"), (2, "Stairs")]


def test_the_journal_says_what_was_changed_about_a_screen(drawn: World, text: Text) -> None:
    url = reverse("set_screen", args=[drawn.event.slug])
    page = {"name": "Hall", "shows": ["pairings"], "seconds": "10"}
    drawn.client("alice").post(url, page)
    key = str(Screen.objects.get().pk)
    drawn.client("alice").post(url, page | {"screen": key, "name": "Foyer", "section": drawn.section.pk})
    last = JournalEntry.objects.filter(act="set_screen").order_by("-pk")[0]
    assert (last.before["name"], last.before["section"]) == ("Hall", None)
    assert (last.after["name"], last.after["section"]) == ("Foyer", drawn.section.pk)
    journal = text(drawn.client("alice").get(reverse("journal", args=[drawn.event.slug])))
    assert 'name: <span class="before">Hall</span>Foyer' in journal
    assert "section: Men" in journal


@pytest.mark.slow
def test_a_box_that_somebody_else_has_ticked_meanwhile_stays_ticked(drawn: World, text: Text) -> None:
    entry = drawn.section.entries.get(number=1)
    for key in ("europe", "women", "youth"):
        Category.objects.create(section=drawn.section, key=key, name=key.title())

    def keys() -> list[str]:
        return sorted(category.key for category in entry.categories.all())

    def seen_value() -> str:
        page = drawn.get("carol", "entry_desk", entry.pk)
        (result,) = [value for value in seen(page) if "categories" in value]
        return result

    empty = seen_value()
    assert (
        drawn.post("carol", "set_categories", entry.pk, categories=["women"], seen=empty).status_code == 302
    )
    # A page that was opened before shows no box ticked, and ticks another.
    drawn.post("alice", "set_categories", entry.pk, categories=["youth"], seen=empty)
    assert keys() == ["women", "youth"]
    drawn.post("alice", "set_categories", entry.pk, seen=empty)
    assert keys() == ["women", "youth"]
    drawn.post("alice", "set_categories", entry.pk, categories=["youth"], seen=seen_value())
    assert keys() == ["youth"]
    # What no page has sent is all of them.
    drawn.post("alice", "set_categories", entry.pk, categories=["europe"], seen="nonsense")
    assert keys() == ["europe"]
