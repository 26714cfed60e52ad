"""A world that is remembered is the world that was made, and no test sees another's."""

from __future__ import annotations

from itertools import count

import pytest
from django.db import connection

from tests import factories
from tests.remembered import remembered
from tournaments.models import Event, Section

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
times = count(1)


@remembered
def world() -> tuple[Section, int]:
    """A played round, and how often this was done."""
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 4)
    factories.play(section, 1)
    section.refresh_from_db()
    return section, next(times)


def everything() -> list[str]:
    return sorted(connection.connection.iterdump())


@pytest.fixture(scope="module")
def first() -> dict[str, list[str]]:
    return {}


@pytest.mark.parametrize("turn", ["made", "remembered", "remembered again"])
def test_it_is_made_once_and_every_row_is_the_same(turn: str, first: dict[str, list[str]]) -> None:
    assert not Event.objects.exists()
    section, made = world()
    assert made == 1
    assert section == Section.objects.get()
    assert everything() == first.setdefault("dump", everything())
    again = factories.make_event("another")
    assert again.pk == section.event_id + 1


def test_with_another_row_before_it_is_made_anew() -> None:
    _, before = world()
    Event.objects.update(slug="moved")
    section, made = world()
    assert made == before + 1
    assert section.event.slug != "moved"
