"""The groups of the draw by the team ranking of an earlier event (WXC 2.1)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.factories import make_entries, make_event, make_section
from tests.world import World
from tournaments.acts.entering.draw_groups import restore_draw_groups, take_draw_groups
from tournaments.acts.undo.undo import undo
from tournaments.models import Entry, Section, Standing, Team
from tournaments.queries.draw_groups import earlier_rankings, ranked_groups
from tournaments.state.draw_groups import UnrankedGroup, draw_groups


@pytest.mark.anywhere
def test_teams_are_not_divided_and_groups_are_as_equal_as_can_be() -> None:
    ranks = {1: 1, 2: 1, 3: 2, 4: 3, 5: 3, 6: 4}
    assert draw_groups(ranks, UnrankedGroup.SMALLER) == {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2}
    assert draw_groups({1: 1, 2: 2, 3: 2, 4: 2}, UnrankedGroup.SMALLER) == {1: 1, 2: 2, 3: 2, 4: 2}
    assert draw_groups({1: 1, 2: 1, 3: 2}, UnrankedGroup.SMALLER) == {1: 1, 2: 1, 3: 2}


@pytest.mark.anywhere
def test_who_is_in_no_team_goes_where_it_is_said() -> None:
    ranks = {1: 1, 2: 2, 3: 3, 4: 4, 5: None, 6: None}
    assert draw_groups(ranks, UnrankedGroup.FIRST) == {1: 1, 2: 2, 3: 2, 4: 2, 5: 1, 6: 1}
    assert draw_groups(ranks, UnrankedGroup.SECOND) == {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2}
    smaller = draw_groups(ranks, UnrankedGroup.SMALLER)
    assert (list(smaller.values()).count(1), smaller[5], smaller[6]) == (3, 2, 1)
    assert draw_groups({1: None, 2: None, 3: None}, UnrankedGroup.SMALLER) == {1: 2, 2: 1, 3: 2}


def an_earlier_event(federations: list[str], *, state: str = "finished") -> Section:
    """Its teams in the order of their ranks."""
    section = make_section(make_event(f"earlier-{state}"), state=state)
    for code in federations:
        Team.objects.create(section=section, name=f"Team {code}", federation_id=code)
    rows = [{"rank": rank, "team": f"Team {code}"} for rank, code in enumerate(federations, 1)]
    Standing.objects.create(section=section, after_round=2, version=1, data={"teams": rows[::-1]}, digest="")
    last = {"teams": rows}
    Standing.objects.create(section=section, after_round=5, version=1, data=last, digest="")
    return section


def of_federations(section: Section) -> list[str]:
    codes = section.entries.order_by("player__federation").values_list("player__federation", flat=True)
    return list(dict.fromkeys(codes))


@pytest.fixture
def undrawn(world: World) -> World:
    section = world.section
    if not section.entries.exists():
        make_entries(section, 6)
    section.entries.update(number=None, group=1)
    Section.objects.filter(pk=section.pk).update(lots_drawn_at=None, system="wxc2015", state="open")
    section.refresh_from_db()
    return world


def test_a_ranking_is_chosen_looked_at_and_taken(undrawn: World) -> None:
    codes = of_federations(undrawn.section)
    earlier = an_earlier_event(codes[1:])
    an_earlier_event(codes, state="running")
    assert earlier_rankings(undrawn.section) == [earlier]
    first = [
        row.entry.player.federation_id
        for row in ranked_groups(undrawn.section, earlier, UnrankedGroup.SECOND)
    ]
    assert set(first) == set(codes)
    client: Client = undrawn.client("alice")
    address = reverse("take_draw_groups", args=["cup", "men"])
    page = client.get(address, {"source": earlier.pk, "others": "2"}).content.decode()
    assert "Group 1: " in page
    assert f"Team {codes[1]}" in page
    sent = {"source": earlier.pk, "others": "2", "once": "g"}
    answer = client.post(address, sent, follow=True)
    assert "players in group 1" in answer.content.decode()
    unranked = undrawn.section.entries.filter(player__federation=codes[0])
    assert set(unranked.values_list("group", flat=True)) == {2}
    best = undrawn.section.entries.filter(player__federation=codes[1])
    assert set(best.values_list("group", flat=True)) == {1}


def test_a_team_is_known_by_its_name_before_its_federation(undrawn: World) -> None:
    codes = of_federations(undrawn.section)
    earlier = an_earlier_event(codes)
    entry: Entry = undrawn.section.entries.filter(player__federation=codes[-1]).first()  # type: ignore[assignment]
    entry.team = Team.objects.create(section=undrawn.section, name=f"team {codes[0]}".upper())
    entry.save(update_fields=["team"])
    [row] = [
        row for row in ranked_groups(undrawn.section, earlier, UnrankedGroup.SMALLER) if row.entry == entry
    ]
    assert row.team is not None
    assert (row.team.rank, row.group) == (1, 1)


def test_groups_that_were_taken_are_put_back_until_the_lots(undrawn: World) -> None:
    section, alice = undrawn.section, undrawn.users["alice"]
    earlier = an_earlier_event(of_federations(section)[1:])

    def groups() -> dict[int, int]:
        return dict(section.entries.values_list("pk", "group"))

    before = groups()
    take_draw_groups(section=section, source=earlier.pk, others="2", by=alice)
    taken = groups()
    assert taken != before
    line = JournalEntry.objects.get(act="take_draw_groups")
    undo(event=section.event, entry=line.pk, reason="another event", by=alice)
    assert groups() == before
    back = JournalEntry.objects.get(act="restore_draw_groups")
    undo(event=section.event, entry=back.pk, reason="that one after all", by=alice)
    assert groups() == taken
    Section.objects.filter(pk=section.pk).update(lots_drawn_at="2015-09-21T00:00Z")
    with pytest.raises(Refusal) as refusal:
        restore_draw_groups(section=Section.objects.get(pk=section.pk), groups=before, by=alice)
    assert refusal.value.code == "lots-drawn-already"


def test_what_is_refused(undrawn: World) -> None:
    alice = undrawn.users["alice"]
    running = an_earlier_event(of_federations(undrawn.section), state="running")

    def refused() -> str:
        with pytest.raises(Refusal) as refusal:
            take_draw_groups(section=undrawn.section, source=running.pk, by=alice)
        return refusal.value.code

    assert refused() == "no-team-ranking"
    undrawn.section.system = "round-robin"
    undrawn.section.save(update_fields=["system"])
    assert refused() == "no-draw-groups"
