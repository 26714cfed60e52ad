"""A world that is remembered is the world that was made, and no test sees another's."""

from __future__ import annotations

from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command

from tests import factories
from tests.cached_worlds import remembered
from tournaments.models import Event, Section

pytestmark = pytest.mark.django_db


@remembered
def world() -> tuple[Section, str]:
    """A played round, and a word that no other making says."""
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 4)
    factories.play(section, 1)
    section.refresh_from_db()
    return section, uuid4().hex


def everything() -> str:
    """Every row of every model, as Django tells it."""
    string_i_o = StringIO()
    call_command("dumpdata", stdout=string_i_o)
    return string_i_o.getvalue()


@pytest.fixture(scope="module")
def first() -> dict[str, str]:
    return {}


@pytest.mark.parametrize("turn", ["made", "remembered", "remembered again"])
@pytest.mark.slow
def test_it_is_made_once_and_every_row_is_the_same(turn: str, first: dict[str, str]) -> None:
    assert not Event.objects.exists()
    section, made = world()
    assert made == first.setdefault("made", made)
    assert section == Section.objects.get()
    assert everything() == first.setdefault("dump", everything())
    again = factories.make_event("another")
    assert again.pk == section.event_id + 1


def test_with_another_row_before_it_is_made_anew() -> None:
    _, before = world()
    Event.objects.update(slug="moved")
    section, made = world()
    assert made != before
    assert section.event.slug != "moved"
