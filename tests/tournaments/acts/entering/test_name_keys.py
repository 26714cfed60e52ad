"""Who is entered is looked up among those of the name, not among all of a federation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db.models.signals import post_init

from tests.cast import Cast
from tests.factories import make_entries, make_event, make_section
from tournaments.acts.entering.players import correct_player, enter_player, erase_player
from tournaments.acts.entering.write_entries import known_players
from tournaments.acts.register.person_input import PersonInput
from tournaments.models import Player
from tournaments.models.people import stored_name_key

pytestmark = pytest.mark.django_db


@contextmanager
def players_read() -> Iterator[list[int]]:
    """The ids of the rows of players that are read within."""
    read: list[int] = []

    def note(instance: Player, **_: Any) -> None:
        if instance.pk is not None:
            read.append(instance.pk)

    post_init.connect(note, sender=Player)
    try:
        yield read
    finally:
        post_init.disconnect(note, sender=Player)


def test_nobody_of_another_name_is_read(cast: Cast) -> None:
    elsewhere = make_section(make_event("elsewhere"))
    others = make_entries(elsewhere, 30)
    name, federation = others[0].player.name, others[0].player.federation_id
    with players_read() as read:
        by_name = known_players(cast.event, [(name.upper(), federation)])
    assert read == [others[0].player_id]
    assert [player.pk for [player] in by_name.values()] == read


@pytest.mark.parametrize("spelling", ["HONG  ZHI", "Ｈｏｎｇ Ｚｈｉ", "hong zhi"])
def test_a_name_is_found_in_any_spelling_of_its_bytes(cast: Cast, spelling: str) -> None:
    section = make_section(make_event("elsewhere"))
    [entry] = make_entries(section, 1)
    entry.player.name = "Hong Zhi"
    entry.player.save(update_fields=["name"])
    assert entry.player.federation_id
    by_name = known_players(cast.event, [(spelling, entry.player.federation_id)])
    assert list(by_name) == [("hong zhi", entry.player.federation_id)]
    assert known_players(cast.event, [(spelling, "")]) == {}


def test_whoever_is_called_otherwise_is_found_by_the_new_name(cast: Cast) -> None:
    enter_player(section=cast.section, person=PersonInput("Wang Tianyi", federation="CHN"), by=cast.alice)
    entry = cast.section.entries.get(player__name_key="wang tianyi")
    correct_player(entry=entry, person=PersonInput("Zheng Weitong", federation="CHN"), by=cast.alice)
    assert list(known_players(cast.event, [("Zheng Weitong", "CHN")])) == [("zheng weitong", "CHN")]
    assert known_players(cast.event, [("Wang Tianyi", "CHN")]) == {}


def test_whom_the_version_before_has_entered_is_found_without_a_key(cast: Cast) -> None:
    [entry] = make_entries(make_section(make_event("elsewhere")), 1)
    Player.objects.update(name_key="")
    name = (entry.player.name, entry.player.federation_id)
    assert [player.pk for [player] in known_players(cast.event, [name]).values()] == [entry.player_id]


def test_every_row_has_the_key_of_its_name(cast: Cast) -> None:
    make_entries(make_section(make_event("elsewhere")), 5)
    assert Player.objects.exists()
    assert all(player.name_key == stored_name_key(player.name) for player in Player.objects.all())


def test_whoever_is_forgotten_is_found_by_the_name_no_more(cast: Cast) -> None:
    enter_player(section=cast.section, person=PersonInput("Wang Tianyi", federation="CHN"), by=cast.alice)
    entry = cast.section.entries.get(player__name_key="wang tianyi")
    erase_player(entry=entry, confirm="Wang Tianyi", by=cast.admin)
    player = Player.objects.get(pk=entry.player_id)
    assert player.name_key == stored_name_key(player.name)
    assert "wang" not in player.name_key
