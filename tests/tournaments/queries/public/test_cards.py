"""A player's card: read from the player's tables and the opponents', the same as from the whole tournament,
at a price that does not grow with the field."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.factories import make_cup
from tournaments.acts.drafts import pairs_json
from tournaments.models import Absence, Entry, Section
from tournaments.queries.public.public import section_of
from tournaments.queries.public.public_sections import card
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.queries.tournament import tournament_of, tournament_seen_by
from tournaments.state.tournament import history

pytestmark = pytest.mark.django_db


def swiss() -> Section:
    """An odd field: byes, forfeits, absences announced and not, a withdrawal, a round in play."""
    section = factories.make_section(factories.make_event("swiss"))
    entries = factories.make_entries(section, 13)
    Absence.objects.create(entry=entries[3], round_number=2)
    Absence.objects.create(entry=entries[3], round_number=3)
    factories.play(section, 1)
    Entry.objects.filter(pk=entries[8].pk).update(withdrawn_after=1, status=Entry.Status.WITHDRAWN)
    # Announced for a round that comes after the withdrawal.
    Absence.objects.create(entry=entries[8], round_number=3)
    second = factories.publish(factories.pair(section, 2))
    factories.report(second, 1, "0-0", forfeit=True)
    factories.report(second, 2, "1-0", forfeit=True)
    factories.close(factories.report_all(second))
    # Too late for two rounds.
    factories.make_entries(section, 1)
    third = factories.publish(factories.pair(section, 3))
    factories.report(third, 1, "0-1")
    return section


def round_robin() -> Section:
    section = factories.make_section(
        factories.make_event("robin"), system="round-robin", rounds=7, tiebreaks=[]
    )
    entries = factories.make_entries(section, 7)
    Absence.objects.create(entry=entries[2], round_number=2)
    factories.play(section, 3)
    return section


def knock_out() -> Section:
    return make_cup(factories.make_event("cup"), players=7)


@pytest.mark.parametrize("make", [swiss, round_robin, knock_out])
def test_as_the_whole_tournament_has_it(make) -> None:
    section = section_of(make().pk)
    whole = history(tournament_of(section))
    assert len(whole) == section.entries.count()
    kinds = set()
    for entry in section.entries.all():
        number = entry.number or 0
        history_rows = history(tournament_seen_by(section, entry))[number]
        assert history_rows == whole[number], number
        kinds |= {seen.kind for seen in history_rows}
    assert len(kinds) > 1


@pytest.mark.slow
@pytest.mark.sqlite
def test_a_field_that_is_too_large_for_one_lookup_of_sqlite() -> None:
    section = factories.make_section(factories.make_event("large"))
    factories.make_entries(section, 1002)
    round_ = factories.pair(section, 1)
    assert len(pairs_json(round_)) == 501
    factories.publish(round_)
    assert len(card(section.pk, 1, PublicSnapshot()).rounds) == 1


def cost(players: int) -> tuple[int, int]:
    """Queries for a card, and the people that it brings along."""
    section = factories.make_section(factories.make_event(f"of-{players}"))
    factories.make_entries(section, players)
    factories.play(section, 3)
    with CaptureQueriesContext(connection) as queries:
        result = card(section.pk, 1, PublicSnapshot())
    assert len(result.rounds) == 3
    return len(queries), len({item.opponent.number for item in result.rounds if item.opponent})


@pytest.mark.slow
def test_the_price_does_not_grow_with_the_field() -> None:
    assert cost(10) == cost(100) == (21, 3)
