"""What was undone stays undone in a restored event, and undoing there never reaches into the event it came
from."""

from __future__ import annotations

import pytest

from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.tournaments.backups.files import backup_of, restore
from tests.world import World
from tournaments.acts.entering.attendance import withdraw
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.acts.teams.teams import add_team, place_in_teams
from tournaments.acts.undo.undo import undo
from tournaments.models import Entry, Foul, Membership, Role

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_it_is_carried(drawn: World) -> None:
    drawn.published()
    alice, dave = drawn.users["alice"], drawn.users["dave"]
    withdraw(entries=[drawn.section.entries.get(number=1)], reason="ill", by=alice)
    done = JournalEntry.objects.get(act="withdraw")
    undo(event=drawn.event, entry=done.pk, reason="x", by=alice)
    team = int(str(add_team(section=drawn.section, name="A", by=alice)["team"]))
    place_in_teams(section=drawn.section, teams={drawn.section.entries.get(number=2).pk: team}, by=alice)
    player = drawn.round().pairings.get(table=1).seats.get(colour="first").entry.number or 0
    log_foul(round_=drawn.round(), table=1, player=player, kind="technical", by=dave)
    again = restore(backup_of(drawn.event), "again", drawn.users["admin"])
    Membership.objects.get_or_create(event=again, user=dave, role=Role.REFEREE)

    entries = JournalEntry.objects.filter(scope=f"event:{again.pk}")
    gone = entries.get(act="withdraw")
    assert entries.get(act="reinstate").undoes == gone
    with pytest.raises(Refusal) as refused:
        undo(event=again, entry=gone.pk, reason="x", by=alice)
    assert refused.value.code == "undone-already"
    placed = entries.get(act="set_teams")
    [key] = placed.after["teams"]
    assert Entry.objects.get(pk=int(key)).section.event == again
    # Which foul it was stood in its answer, and answers are not carried.
    with pytest.raises(Refusal) as refused:
        undo(event=again, entry=entries.get(act="log_foul").pk, reason="x", by=dave)
    assert refused.value.code == "undo-too-late"
    fouls = Foul.objects.in_force().filter(pairing__round__section__event__in=(drawn.event, again))
    assert list(fouls.values_list("status", flat=True)) == ["logged", "logged"]
