"""Players at the desk: one by one, check-in, absence, withdrawal, lots."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from portal.journal.models import JournalEntry
from tests.factories import make_entries, make_known
from tests.world import World
from tournaments.models import Entry, Role, Section

Text = Callable[[Any], str]
PLAYER = {"name": "Đặng Văn A", "native_name": "鄧文", "federation": "VIE", "group": "1"}


def test_a_player_is_entered(world: World, text: Text) -> None:
    assert world.post("carol", "entry_add", **PLAYER)["Location"] == world.url("entries")
    entry = world.section.entries.get()
    assert (str(entry.player), entry.number) == ("Đặng Văn A 鄧文", None)
    page = text(world.get("carol", "entries"))
    assert "Đặng Văn A added." in page
    assert "鄧文" in page


def test_after_enter_another_one_is_asked_for(world: World) -> None:
    assert world.post("carol", "entry_add", another="on", **PLAYER)["Location"] == world.url("entry_add")


def test_the_form_opens_with_six_fields_and_all_of_it_once_something_was_refused(world: World) -> None:
    page = world.get("carol", "entry_add").content.decode()
    opened = page.partition("<main")[2].partition('<details class="fold"')[0]
    assert opened.count('<label for="entry-') == 6
    assert "<details" in page
    assert '<details class="fold" open>' not in page
    refused = world.post("carol", "entry_add", **PLAYER | {"name": "", "club": "Dawn"}).content.decode()
    assert '<details class="fold">' not in refused
    assert 'value="Dawn"' in refused


@pytest.mark.slow
def test_a_player_is_not_entered_twice(world: World, text: Text) -> None:
    world.post("carol", "entry_add", **PLAYER)
    answer = world.post("carol", "entry_add", **PLAYER)
    assert answer.status_code == 422
    assert "Đặng Văn A (VIE) is already entered in this section." in text(answer)
    assert 'value="鄧文"' in text(answer)
    assert world.section.entries.count() == 1


@pytest.mark.slow
def test_a_late_entry_is_explained(drawn: World, text: Text) -> None:
    drawn.closed()
    assert "Late entry" in text(drawn.get("carol", "entry_add"))
    drawn.post("carol", "entry_add", **PLAYER)
    late = drawn.section.entries.get(player__name="Đặng Văn A")
    assert late.number == 9
    assert "with number 9" in text(drawn.get("carol", "entries"))
    assert list(late.absences.values_list("round_number", flat=True)) == [1]


def test_check_in_and_back(drawn: World) -> None:
    entry = drawn.section.entries.get(number=1)
    Entry.objects.update(status=Entry.Status.ENTERED)
    assert drawn.post("dave", "check_in", entry.pk, present="on")["Location"].endswith(f"#e{entry.pk}")
    entry.refresh_from_db()
    assert entry.status == Entry.Status.CHECKED_IN
    drawn.post("dave", "check_in", entry.pk)
    entry.refresh_from_db()
    assert entry.status == Entry.Status.ENTERED


def test_the_list_counts_whom_it_checks_in(drawn: World, text: Text) -> None:
    entry = drawn.section.entries.get(number=1)
    Entry.objects.update(status=Entry.Status.ENTERED)
    url = reverse("check_in", args=[drawn.event.slug, drawn.section.slug, entry.pk])
    answer = drawn.client("dave").post(url, {"present": "on"}, headers={"HX-Request": "true"})
    assert re.search(r'<p [^>]*id="counts"[^>]*data-hx-swap-oob', answer.content.decode())
    assert "1 checked in" in text(answer)
    assert 'id="counts"' in drawn.get("dave", "entries").content.decode()


def test_a_section_without_check_in_asks_nobody_for_it(drawn: World, text: Text) -> None:
    Entry.objects.update(status=Entry.Status.ENTERED)
    assert "Check in all" in text(drawn.get("dave", "entries"))
    drawn.section.check_in_needed = False
    drawn.section.save()
    page = text(drawn.get("dave", "entries"))
    for words in ("Check in", "checked in", "Not checked in"):
        assert words not in page, words


def test_an_absence_is_noted_and_taken_back(drawn: World, text: Text) -> None:
    entry = drawn.section.entries.get(number=1)
    answer = drawn.post("carol", "set_absence", entry.pk, round=2, absent="yes", reason="A funeral")
    assert answer.status_code == 302
    assert "marked absent in round 2" in text(drawn.get("carol", "entry_desk", entry.pk))
    assert entry.absences.count() == 1
    drawn.post("carol", "set_absence", entry.pk, round=2, absent="no")
    assert entry.absences.count() == 0


def test_a_public_round_cannot_be_missed_any_more(drawn: World, text: Text) -> None:
    drawn.published()
    entry = drawn.section.entries.get(number=1)
    answer = drawn.post("carol", "set_absence", entry.pk, round=1, absent="yes")
    assert answer.status_code == 422
    assert "Choose one of those offered." in text(answer)


@pytest.mark.slow
def test_a_player_withdraws_with_a_reason(drawn: World, text: Text) -> None:
    entry = drawn.section.entries.get(number=1)
    answer = drawn.post("alice", "withdraw", entry.pk, reason="")
    assert answer.status_code == 422
    assert drawn.post("alice", "withdraw", entry.pk, reason="Ill").status_code == 302
    entry.refresh_from_db()
    assert entry.status == Entry.Status.WITHDRAWN
    page = text(drawn.get("alice", "entry_desk", entry.pk))
    assert "Withdrawn after round 0" in page
    again = drawn.post("alice", "withdraw", entry.pk, reason="Ill again")
    assert again.status_code == 409
    assert drawn.post("dave", "check_in", entry.pk, present="on").status_code == 409


def test_the_lots_are_drawn_once(world: World, text: Text) -> None:
    make_entries(world.section, 5)
    world.section.entries.update(number=None)
    assert world.section.seed in text(world.get("carol", "draw_lots"))
    assert world.post("carol", "draw_lots").status_code == 403
    assert world.post("bob", "draw_lots").status_code == 302
    assert sorted(world.section.entries.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    answer = world.post("bob", "draw_lots")
    assert answer.status_code == 409
    assert "Lots have already been drawn" in text(answer)


@pytest.mark.slow
def test_what_the_draw_of_lots_waits_for_is_done_on_its_page(world: World, text: Text) -> None:
    world.section.state = Section.State.DRAFT
    world.section.save()
    assert "There are no players yet." in text(world.get("alice", "draw_lots"))
    make_entries(world.section, 12)
    world.section.entries.update(number=None)
    assert "Publish section" in text(world.get("alice", "draw_lots"))
    answer = world.post("alice", "open_for_lots")
    assert answer["Location"] == world.url("draw_lots")
    # Somebody else is the chief referee.
    assert "I am the chief referee" not in text(world.get("alice", "draw_lots"))
    assert world.post("alice", "referee_for_lots").status_code == 409
    world.event.memberships.filter(role=Role.CHIEF_REFEREE).delete()
    assert "I am the chief referee" in text(world.get("alice", "draw_lots"))
    assert world.post("alice", "referee_for_lots")["Location"] == world.url("draw_lots")
    assert world.post("alice", "draw_lots")["Location"] == world.url("round_desk", 1)


def test_a_known_player_keeps_what_stands(world: World, text: Text) -> None:
    make_known(world.event, name="Đặng Văn A", native_name="鄧", federation_id="VIE")
    world.post("carol", "entry_add", club="Dawn", **PLAYER)
    assert "Known player; kept unchanged: native name." in text(world.get("carol", "entries"))
    player = world.section.entries.get().player
    assert (player.native_name, player.club) == ("鄧", "Dawn")


def test_another_person_of_the_same_name_is_entered(world: World, text: Text) -> None:
    world.post("carol", "entry_add", **PLAYER)
    assert "This is a different person with the same name" in text(world.post("carol", "entry_add", **PLAYER))
    assert world.post("carol", "entry_add", namesake="on", **PLAYER).status_code == 302
    assert len(set(world.section.entries.values_list("player", flat=True))) == 2


@pytest.mark.slow
def test_a_withdrawal_is_taken_back(drawn: World, text: Text) -> None:
    entry = drawn.section.entries.get(number=1)
    drawn.post("alice", "withdraw", entry.pk, reason="Ill")
    drawn.closed()
    assert "Reinstate player" in text(drawn.get("alice", "entry_desk", entry.pk))
    assert drawn.post("carol", "reinstate", entry.pk, reason="Well").status_code == 403
    assert drawn.post("alice", "reinstate", entry.pk, reason="").status_code == 422
    assert drawn.post("alice", "reinstate", entry.pk, reason="Well").status_code == 302
    entry.refresh_from_db()
    assert (entry.status, entry.withdrawn_after) == (Entry.Status.ENTERED, None)
    # The round that passed meanwhile scores nothing, as while the withdrawal stood.
    assert not entry.absences.exists()
    assert drawn.post("alice", "reinstate", entry.pk, reason="Well").status_code == 409


@pytest.mark.slow
def test_a_slip_in_a_name_is_corrected(drawn: World, text: Text) -> None:
    entry = drawn.section.entries.get(number=1)
    values = {"name": "Le Thi B", "native_name": "黎氏", "federation": "VIE", "rating": "2000"}
    answer = drawn.post("carol", "correct_player", entry.pk, **values | {"name": "\u202eB"})
    assert answer.status_code == 422
    assert drawn.post("bob", "correct_player", entry.pk, **values).status_code == 302
    page = text(drawn.get("bob", "entry_desk", entry.pk))
    assert "Corrected: name, native name" in page
    entry.refresh_from_db()
    assert (str(entry.player), entry.player.federation_id, entry.rating) == ("Le Thi B 黎氏", "VIE", 2000)
    journalled = JournalEntry.objects.get(act="correct_player")
    assert "name" in journalled.after["fields"]
    assert "Le Thi" not in repr((journalled.before, journalled.after, journalled.answer))
    drawn.post("bob", "correct_player", entry.pk, **values)
    assert "Nothing was changed." in text(drawn.get("bob", "entry_desk", entry.pk))


def test_an_entry_of_another_section_is_not_there(drawn: World) -> None:
    [entry] = make_entries(drawn.other, 1)
    assert drawn.get("alice", "entry_desk", entry.pk).status_code == 404
    assert drawn.post("alice", "check_in", entry.pk).status_code == 404
