"""Stages of teams through the acts: groups of a section, the bracket of who has qualified, its losers."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from portal.policy import Refusal
from tests.cast import Cast
from tests.teams_world import closed, make_team_section, published
from tests.working import compute
from tournaments.acts.entering.players import enter_player
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.results import report_result
from tournaments.acts.sections import create_section, draw_lots, open_section
from tournaments.acts.stages import make_groups, set_sources, take_back_groups
from tournaments.exchange.tournament_file import dumps, loads
from tournaments.models import Entry, Section, Team
from tournaments.pairing import verify
from tournaments.queries.files import section_as_file
from tournaments.queries.public.public_bracket import bracket
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.queries.stages import places_over_stages, stage_places
from tournaments.standings.team_table import section_table

pytestmark = pytest.mark.django_db
TWO_BOARDS: dict[str, Any] = {"team_boards": 2, "team_reserves": 1, "team_order": "fixed"}


def cup_of(cast: Cast, teams: int) -> Section:
    """Teams of two boards and a reserve, the first entered the strongest."""
    cup = make_team_section(
        cast.event,
        cast.alice,
        teams=teams,
        members=3,
        preset="knock-out",
        slug="cup",
        name="Cup",
        settings=TWO_BOARDS,
    )
    for place, team in enumerate(cup.teams.order_by("pk")):
        team.strength = 2900 - place
        team.save()
    return cup


def new(cast: Cast, name: str, preset: str) -> Section:
    made = create_section(
        event=cast.event,
        slug="",
        name=name,
        rounds=1,
        seed="s",
        preset=preset,
        teams=True,
        settings=TWO_BOARDS,
        by=cast.alice,
    )
    return Section.objects.select_related("event").get(pk=made["section"])


def play_round(cast: Cast, section: Section, number: int) -> None:
    """Whose team is stronger wins every board."""
    round_ = published(section, cast.bob, number)
    for pairing in round_.pairings.exclude(table=None):
        strength = dict(pairing.seats.values_list("colour", "entry__team__strength"))
        value = "1-0" if strength["first"] > strength["second"] else "0-1"
        report_result(round_=round_, table=pairing.table or 0, value=value, seen=None, by=cast.bob)
    closed(round_, cast.bob)


def play(cast: Cast, section: Section) -> None:
    """To its end."""
    if not section.lots_drawn_at:
        draw_lots(section=section, by=cast.bob)
        section.refresh_from_db()
    for number in range(1, section.rounds + 1):
        play_round(cast, section, number)
    section.refresh_from_db()
    assert section.state == Section.State.FINISHED


def names(section: Section) -> list[str]:
    return list(section.teams.exclude(number=None).order_by("number").values_list("name", flat=True))


@pytest.mark.long
def test_four_groups_of_four_cross_into_a_bracket_and_its_losers_play_on(cast: Cast, client: Client) -> None:
    cup = cup_of(cast, 16)
    strongest = list(cup.teams.order_by("pk").values_list("name", flat=True))
    made = make_groups(section=cup, groups=4, qualifiers=2, by=cast.alice)
    cup.refresh_from_db()
    groups = list(Section.objects.select_related("event").filter(pk__in=made["groups"]).order_by("slug"))
    # In a snake: 1 8 9 16 | 2 7 10 15 | 3 6 11 14 | 4 5 12 13.
    dealt = [
        [strongest.index(name) + 1 for name in group.teams.order_by("pk").values_list("name", flat=True)]
        for group in groups
    ]
    assert dealt == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert all(group.of_teams and group.state == cup.state for group in groups)
    a, b, c, d = (group.slug for group in groups)
    assert cup.options["sources"] == [
        *(f"{a}:1", f"{b}:2", f"{c}:1", f"{d}:2"),
        *(f"{b}:1", f"{a}:2", f"{d}:1", f"{c}:2"),
    ]
    with pytest.raises(Refusal, match="source-open"):
        draw_lots(section=cup, by=cast.bob)
    for group in groups:
        play(cast, group)
        assert (group.rounds, group.team_rules["boards"]) == (3, 2)

    client.force_login(cast.bob)
    desk = f"/en/desk/{cast.event.slug}/{cup.slug}/"
    assert strongest[0] in client.get(f"{desk}stages/").content.decode()
    assert "Fill places" in client.get(f"{desk}lots/").content.decode()
    draw_lots(section=cup, by=cast.bob)
    cup.refresh_from_db()
    # A1–B2, C1–D2, B1–A2, D1–C2.
    assert [strongest.index(name) + 1 for name in names(cup)] == [1, 7, 3, 5, 2, 8, 4, 6]
    assert (cup.rounds, cup.options["places"]) == (3, [1, 2, 3, 4, 5, 6, 7, 8])
    # Players follow their teams; who has not qualified has no number.
    numbered = cup.entries.exclude(number=None).order_by("number")
    assert list(numbered.values_list("team__number", flat=True)) == [n for n in range(1, 9) for _ in range(3)]
    assert cup.entries.filter(number=None).count() == 8 * 3
    compute()
    waiting = bracket(cup.pk, PublicSnapshot())
    assert waiting.levels[1].matches[0].seats[0].waiting == "Winner of match 1"
    page = client.get(f"/en/e/{cast.event.slug}/{cup.slug}/").content.decode()
    assert f"Cup A, place 1 – {strongest[0]}" in " ".join(page.split())

    consolation = new(cast, "Consolation", "knock-out")
    losers = [f"{cup.slug}:L{match}" for match in range(1, 5)]
    set_sources(section=consolation, sources=losers, by=cast.alice)
    open_section(section=consolation, by=cast.alice)
    play_round(cast, cup, 1)
    play(cast, consolation)
    assert [strongest.index(name) + 1 for name in names(consolation)] == [7, 5, 8, 6]
    for number in (2, 3):
        play_round(cast, cup, number)
    assert [person.name for _, person in bracket(cup.pk, PublicSnapshot()).podium][:2] == strongest[:2]
    cup.refresh_from_db()
    over = places_over_stages(cup)
    # Eight in the bracket, then the thirds of the groups, then their fourths; equal ones share.
    assert [strongest.index(row.entrant.name) + 1 for row in over if isinstance(row.entrant, Team)][:2] == [
        1,
        2,
    ]
    assert [row.place for row in over] == [1, 2, 3, 3, 5, 5, 5, 5, 9, 9, 9, 9, 13, 13, 13, 13]
    assert {row.rank for row in over[8:12]} == {3}
    page = client.get(f"/en/e/{cast.event.slug}/{cup.slug}/").content.decode()
    assert "Places over all stages" in page
    assert "Cup D, place 4" in " ".join(page.split())
    file = loads(dumps(section_as_file(cup)))
    assert file.options.places == (1, 2, 3, 4, 5, 6, 7, 8)
    assert all(verify(file, number).ok for number in (1, 2, 3))


@pytest.mark.slow
def test_a_team_comes_with_its_roster_of_the_stage_before(cast: Cast) -> None:
    cup = cup_of(cast, 4)
    make_groups(section=cup, groups=2, qualifiers=1, by=cast.alice)
    cup.refresh_from_db()
    group = Section.objects.select_related("event").get(event=cast.event, name="Cup A")
    team = group.teams.order_by("pk")[0]
    third, second = team.entries.get(board_order=3), team.entries.get(board_order=2)
    Entry.objects.filter(pk=third.pk).update(board_order=2)
    Entry.objects.filter(pk=second.pk).update(board_order=3)
    for name in ("Cup A", "Cup B"):
        play(cast, Section.objects.select_related("event").get(event=cast.event, name=name))
    # A reserve who entered here alone follows behind.
    here = cup.teams.get(name=team.name)
    enter_player(section=cup, person=PersonInput(name="Zhao New", federation="CHN"), by=cast.alice)
    Entry.objects.filter(section=cup, player__name="Zhao New").update(team=here, board_order=1)
    with pytest.raises(Refusal, match="team-too-large"):
        draw_lots(section=cup, by=cast.bob)
    Entry.objects.filter(section=cup, team=here, player=third.player).delete()
    Entry.objects.filter(section=group, pk=second.pk).update(status=Entry.Status.WITHDRAWN, withdrawn_after=1)
    draw_lots(section=cup, by=cast.bob)
    roster = here.entries.order_by("number").values_list("player__name", flat=True)
    first = team.entries.get(board_order=1)
    assert list(roster) == [first.player.name, third.player.name, "Zhao New"]


@pytest.mark.slow
def test_qualification_over_several_sections_names_the_best_of_a_place(cast: Cast) -> None:
    cup = cup_of(cast, 6)
    strongest = list(cup.teams.order_by("pk").values_list("name", flat=True))
    made = make_groups(section=cup, groups=2, by=cast.alice)
    a, b = Section.objects.select_related("event").filter(pk__in=made["groups"]).order_by("slug")
    final = new(cast, "Final", "axf-round-robin")
    best = [f"{a.slug}+{b.slug}:2:{place}" for place in (1, 2)]
    set_sources(section=final, sources=[f"{a.slug}:1", f"{b.slug}:1", *best], by=cast.alice)
    open_section(section=final, by=cast.alice)
    for group in (a, b):
        play(cast, group)
    final.refresh_from_db()
    # Equal in everything: by lot, and the other one comes second.
    places = [row.entrant.name for row in stage_places(final) if isinstance(row.entrant, Team)]
    assert places[:2] == strongest[:2]
    assert set(places[2:]) == set(strongest[2:4])
    play(cast, final)
    assert final.rounds == 3
    assert len(names(final)) == 4


def test_what_cannot_be_is_refused(cast: Cast) -> None:
    cup = cup_of(cast, 4)
    with pytest.raises(Refusal, match="groups-of-few-teams"):
        make_groups(section=cup, groups=3, by=cast.alice)
    bracket_of_losers = new(cast, "Losers", "knock-out")
    places = [f"{cup.slug}:1", f"{cup.slug}:2"]
    with pytest.raises(Refusal, match="carries-not-here"):
        set_sources(section=bracket_of_losers, sources=places, carries="all", by=cast.alice)


@pytest.mark.slow
def test_who_has_met_in_a_group_does_not_meet_again_and_brings_the_match_along(
    cast: Cast, client: Client
) -> None:
    cup = cup_of(cast, 6)
    strongest = list(cup.teams.order_by("pk").values_list("name", flat=True))
    made = make_groups(section=cup, groups=2, by=cast.alice)
    a, b = Section.objects.select_related("event").filter(pk__in=made["groups"]).order_by("slug")
    final = new(cast, "Final", "axf-round-robin")
    sources = [f"{a.slug}:1", f"{b.slug}:1", f"{b.slug}:2", f"{a.slug}:2"]
    set_sources(section=final, sources=sources, carries="mutual", by=cast.alice)
    open_section(section=final, by=cast.alice)
    for group in (a, b):
        play(cast, group)
    final.refresh_from_db()
    draw_lots(section=final, by=cast.bob)
    final.refresh_from_db()
    assert names(final) == strongest[:4]
    assert (final.rounds, final.round_set.count()) == (2, 2)
    met = {frozenset((row["first"], row["second"])) for row in final.options["carried_matches"]}
    assert met == {frozenset((1, 4)), frozenset((2, 3))}
    play(cast, final)
    file = loads(dumps(section_as_file(final)))
    assert file.teams is not None
    pairs = {frozenset((match.first, match.second)) for match in file.teams.matches}
    assert pairs == {frozenset(pair) for pair in ((1, 2), (3, 4), (1, 3), (2, 4))}
    assert all(verify(file, number).ok for number in (1, 2))
    table, _ = section_table(file)
    frozen = final.standings.latest("pk").data["team_table"]["rows"]
    points = [(row["team"], row["match_points"], row["board_points"]) for row in frozen]
    assert points == [(1, "6", "12"), (2, "4", "8"), (3, "2", "4"), (4, "0", "0")]
    assert [row["rank"] for row in table["rows"]] == [1, 2, 3, 4]
    page = client.get(f"/en/e/{cast.event.slug}/{final.slug}/").content.decode()
    assert "played against each other" in page


@pytest.mark.slow
def test_groups_of_teams_are_taken_back(cast: Cast) -> None:
    cup = cup_of(cast, 4)
    made = make_groups(section=cup, groups=2, qualifiers=1, by=cast.alice)
    cup.refresh_from_db()
    take_back_groups(section=cup, groups=made["groups"], reason="a slip", by=cast.alice)
    cup.refresh_from_db()
    assert "sources" not in cup.options
    assert not Section.objects.filter(pk__in=made["groups"]).exists()
    assert cup.teams.count() == 4
    assert cup.entries.count() == 12
