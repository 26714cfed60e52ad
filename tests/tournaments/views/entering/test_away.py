"""Who does not play: one panel on the page of a round before it is paired, for one or many at once."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from tests.world import World
from tournaments.models import Absence, Entry, Section
from tournaments.queries.entering.away import who_plays
from tournaments.queries.public.public_rounds import points_before

Text = Callable[[Any], str]


def absent(world: World) -> dict[int, str]:
    kinds = {(False, False): "absent", (True, False): "half", (False, True): "full"}
    rows = Absence.objects.filter(entry__section=world.section, round_number=1).select_related("entry")
    return {row.entry.number or 0: kinds[row.half_point, row.full_point] for row in rows}


@pytest.mark.slow
def test_many_are_set_by_numbers_ranges_and_names(drawn: World, text: Text) -> None:
    name = drawn.section.entries.get(number=7).player.name
    sent = {"who": f"1, 3–4; {name}", "ticked": ["5"], "absent": "yes"}
    assert drawn.post("carol", "set_away", 1, **sent).status_code == 302
    assert absent(drawn) == dict.fromkeys((1, 3, 4, 5, 7), "absent")
    page = text(drawn.get("carol", "round_desk", 1))
    assert "Who does not play" in page
    players = drawn.section.entries.count()
    assert f"<strong>{players - 5} of {players}</strong> play" in page
    # As the list of suggestions has it.
    assert drawn.post("carol", "set_away", 1, who="3 Somebody", absent="no").status_code == 302
    assert drawn.post("carol", "set_away", 1, ticked=["4", "5"], absent="no").status_code == 302
    assert absent(drawn) == {1: "absent", 7: "absent"}


@pytest.mark.slow
def test_what_is_not_allowed_has_no_button_but_a_way_to_the_setting(drawn: World, text: Text) -> None:
    page = drawn.get("alice", "round_desk", 1).content.decode()
    assert "No half-point byes in this section." in page
    assert drawn.url("section_settings") in page
    assert 'value="half"' not in page
    assert drawn.post("carol", "set_away", 1, who="1", absent="half").status_code == 422
    Section.objects.filter(pk=drawn.section.pk).update(half_byes_allowed=1)
    assert 'value="half"' in drawn.get("carol", "round_desk", 1).content.decode()
    assert drawn.post("carol", "set_away", 1, who="1", absent="half").status_code == 302
    assert absent(drawn) == {1: "half"}


@pytest.mark.slow
def test_who_cannot_be_told_is_named_and_what_was_typed_stays(drawn: World, text: Text) -> None:
    for who, message in (
        ("", "Select at least one player."),
        ("1, 999", "There is no number 999."),
        ("1–999", "There is no number 999."),
        ("0-1", "There is no number 0."),
        ("5-2", "“5-2” is not a range. Type 2–5 for everyone from 2 to 5, or 2, 5 for two players."),
        ("Nobody Such", "No player is called “Nobody Such”."),
    ):
        answer = drawn.post("carol", "set_away", 1, who=who, absent="yes")
        assert answer.status_code == 422
        assert message in text(answer)
    assert not absent(drawn)


@pytest.mark.slow
def test_several_are_withdrawn_with_one_reason(drawn: World, text: Text) -> None:
    assert drawn.post("alice", "withdraw_away", 1, who="2, 4").status_code == 422
    assert drawn.post("alice", "withdraw_away", 1, who="2, 4", reason="The bus").status_code == 302
    left = drawn.section.entries.filter(status=Entry.Status.WITHDRAWN)
    assert set(left.values_list("number", flat=True)) == {2, 4}
    assert "withdrawn" in text(drawn.get("carol", "round_desk", 1))


def test_the_reason_stands_beside_each_name(drawn: World) -> None:
    entries = {entry.number: entry for entry in drawn.section.entries.all()}
    for number, rounds in ((1, (1, 2)), (2, (1,))):
        for round_number in rounds:
            Absence.objects.create(entry=entries[number], round_number=round_number, half_point=number == 2)
    rows = {row.entry.number: row.text for row in who_plays(drawn.round(1)).rows}
    assert rows == {1: "absent, rounds 1–2", 2: "half-point bye"}
    Absence.objects.create(entry=entries[3], round_number=1)
    late = {row.entry.number for row in who_plays(drawn.round(2)).rows}
    assert 3 not in late
    noted = {row.entry.number: row.text for row in who_plays(drawn.round(2)).noted}
    assert noted[3] == "plays from this round; missed those before"


@pytest.mark.slow
def test_who_plays_stands_apart_from_who_does_not(drawn: World, text: Text) -> None:
    drawn.closed()
    Absence.objects.create(entry=drawn.section.entries.get(number=2), round_number=1)
    page = drawn.get("carol", "round_desk", 2).content.decode()
    away, heading, noted = page.partition("Play, with a note")
    assert heading
    assert "plays from this round" not in away
    assert "plays from this round; missed those before" in noted


def test_a_full_point_bye_is_no_absence_of_the_round_before(drawn: World) -> None:
    entry = drawn.section.entries.get(number=1)
    Absence.objects.create(entry=entry, round_number=1)
    Absence.objects.create(entry=entry, round_number=2, full_point=True)
    assert [(row.text, row.last) for row in who_plays(drawn.round(1)).rows] == [("absent", 1)]


@pytest.mark.slow
def test_beside_who_does_not_play_stand_the_score_groups(drawn: World, text: Text) -> None:
    """Before round 1 everybody has the same; then each score, with the floats that odd numbers make."""
    assert who_plays(drawn.round(1)).groups == ()
    assert "What the pairing has to solve" not in text(drawn.get("carol", "round_desk", 1))
    drawn.closed()
    page = drawn.get("carol", "round_desk", 2)
    assert "What the pairing has to solve" in text(page)
    groups = who_plays(drawn.round(2)).groups
    assert sum(group.players for group in groups) == who_plays(drawn.round(2)).playing
    assert [group.points for group in groups] == sorted((g.points for g in groups), key=float, reverse=True)
    leader = min(
        number for number, points in points_before(drawn.section, 2).items() if points == groups[0].points
    )
    Absence.objects.create(entry=drawn.section.entries.get(number=leader), round_number=2)
    fewer = who_plays(drawn.round(2)).groups
    assert fewer[0].players == groups[0].players - 1
    for above, below in pairwise(fewer):
        assert below.float_in == above.float_out == ((above.players + above.float_in) % 2 == 1)
    assert not fewer[-1].float_out
    assert any(group.float_out for group in (*groups, *fewer))


def test_players_are_looked_for_to_be_ticked(drawn: World, text: Text) -> None:
    name = drawn.section.entries.get(number=7).player.name
    listed = drawn.client("carol").get(drawn.url("away_players", 1) + f"?q={name}")
    assert name in text(listed)
    assert listed.content.decode().count('name="ticked"') == 1


def test_who_is_not_confirmed_is_not_counted_as_playing(drawn: World, text: Text) -> None:
    players = drawn.section.entries.count()
    drawn.section.entries.filter(number__lte=3).update(status=Entry.Status.ENTERED)
    page = text(drawn.get("alice", "round_desk", 1))
    assert "No one has confirmed that these players are here." in page
    assert f"<strong>{players - 3} of {players}</strong> play" in page
    assert "3 not confirmed yet" in page
    assert "Everybody plays." not in page
    drawn.section.entries.update(status=Entry.Status.CHECKED_IN)
    page = text(drawn.get("alice", "round_desk", 1))
    assert f"<strong>{players} of {players}</strong> play" in page
    assert "Everybody plays." in page


def test_before_the_lots_nobody_is_said_to_play(world: World, text: Text) -> None:
    """No player has a number yet: *0 of 0 play*, *Everybody plays* said nothing that was so."""
    page = text(world.get("alice", "round_desk", 1))
    assert "Not paired yet" in page
    assert "Everybody plays." not in page
