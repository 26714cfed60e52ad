"""Namesakes are read once for the pages of single players, and again after anything that was done."""

from __future__ import annotations

from pytest_django import DjangoAssertNumQueries

from tests.world import World
from tournaments.acts.entering.players import correct_player, erase_player
from tournaments.acts.register.person_input import PersonInput
from tournaments.models import Entry, Section
from tournaments.queries.register.namesakes import recall_namesakes


def recalled(world: World) -> dict[int, str]:
    section = Section.objects.get(pk=world.section.pk)
    recall_namesakes(section)
    return {key: apart.name for key, apart in section.namesakes.items()}


def test_they_are_read_again_once_somebody_has_another_name(
    drawn: World, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first, second = Entry.objects.filter(section=drawn.section).order_by("number")[:2]
    call(drawn, first, "Li Wei")
    assert recalled(drawn) == {}
    with django_assert_num_queries(2):  # the section, and what was done last
        assert recalled(drawn) == {}
    call(drawn, second, "Li Wei")
    assert set(recalled(drawn)) == {first.pk, second.pk}
    first.refresh_from_db()
    erase_player(entry=first, confirm="Li Wei", by=drawn.users["alice"])
    assert recalled(drawn) == {}


def call(world: World, entry: Entry, name: str) -> None:
    as_it_is = PersonInput(name=name, federation=entry.player.federation_id)
    correct_player(entry=entry, person=as_it_is, by=world.users["alice"])
