"""Who changes teams, and goes back by undoing it, has the old place in the roster again."""

from __future__ import annotations

import pytest

from portal.journal.models import JournalEntry
from tests.cast import Cast
from tests.teams_world import drawn_teams, numbers
from tournaments.acts.teams.teams import place_in_teams
from tournaments.acts.undo.undo import undo
from tournaments.models import Team

pytestmark = pytest.mark.django_db


def test_undone_everybody_has_the_old_place(cast: Cast) -> None:
    section = drawn_teams(cast)
    first_one, other = section.teams.order_by("name")[:2]
    before = numbers(first_one), numbers(other)
    second = first_one.entries.get(board_order=2)
    first = other.entries.get(board_order=1)
    teams: dict[int, int | None] = {second.pk: other.pk, first.pk: None}
    place_in_teams(section=section, teams=teams, by=cast.alice)
    # Without a place, behind the others.
    assert first_one.entries.count() == 3
    done = JournalEntry.objects.filter(act="set_teams").latest("pk")
    undo(event=cast.event, entry=done.pk, reason="x", by=cast.alice)
    assert (numbers(first_one), numbers(other)) == before
    assert not Team.objects.get(pk=first_one.pk).entries.filter(board_order=None).exists()
