"""The championship of teams of the demonstration: three rounds played, the fourth waits for its line-ups."""

from __future__ import annotations

from collections import Counter

import pytest
from django.core.management import call_command

from portal.journal.models import JournalEntry
from tournaments.demo import cast
from tournaments.demo.team_championship import CAPTAINED, EVENT, HANDED_IN, load_teams
from tournaments.models import LineUp, Pairing, Round
from tournaments.queries.teams.line_ups import unrevealed


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_three_rounds_are_played_and_the_next_line_ups_are_secret() -> None:
    call_command("federations", verbosity=0)
    users = cast.ensure_cast()
    section = load_teams(users, seed=2026)
    assert section is not None
    assert (section.event.slug, section.entries.count(), section.teams.count()) == (EVENT, 64, 16)
    states = Counter(section.round_set.values_list("state", flat=True))
    assert states == {Round.State.CLOSED: 3, Round.State.PUBLISHED: 1, Round.State.PLANNED: 3}
    tables = Pairing.objects.filter(round__section=section, table__isnull=False)
    assert Counter(tables.values_list("round__number", flat=True)) == {1: 24, 2: 24, 3: 24}
    fourth = section.round_set.filter(number=4)
    assert unrevealed(fourth).count() == 8
    assert LineUp.objects.filter(match__round__number=4).count() == HANDED_IN
    captained = section.teams.get(federation=CAPTAINED)
    assert captained.captain == users[cast.CAPTAIN.username]
    assert not LineUp.objects.filter(team=captained, match__round__number=4).exists()
    rows = JournalEntry.objects.count()
    assert load_teams(users, seed=7) is None
    assert JournalEntry.objects.count() == rows
