"""Teams at the desk and for everybody: made, filled, ranked by the ranks of their players, undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal import outbox
from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.cast import Cast
from tests.factories import make_entries, make_event, make_section, play
from tests.teams_world import drawn_teams, make_team_section, match_at, round_of, teams_playing
from tests.teams_world import numbers as numbers_of
from tests.world import ValidClient, World
from tournaments import pages
from tournaments.acts.teams.line_ups import give_line_up
from tournaments.acts.teams.teams import add_team, place_in_teams
from tournaments.acts.undo.undo import undo
from tournaments.models import Round, Section, Team
from tournaments.pages.renderers import RENDERERS
from tournaments.queries.public.public_matches import team_rosters

Text = Callable[[Any], str]
PUBLIC = "/en/e/cup/men/teams/"


def numbers(world: World, team: str) -> list[int | None]:
    return list(world.section.entries.filter(team__name=team).values_list("number", flat=True))


def keys(world: World, *wanted: int) -> list[int]:
    return list(world.section.entries.filter(number__in=wanted).values_list("pk", flat=True))


@pytest.mark.slow
def test_the_table_has_a_row_a_team_and_a_menu_that_opens_one(drawn: World, text: Text) -> None:
    """No forms but those of the team that is opened."""
    for name, places in (("China 1", (1, 8)), ("Vietnam", (2, 3))):
        drawn.post("carol", "add_team", name=name)
        team = Team.objects.get(name=name)
        drawn.post("carol", "place_in_teams", team=team.pk, entries=keys(drawn, *places))
    answer = drawn.get("carol", "teams")
    page = text(answer)
    assert "Remove from team" not in page
    lines = answer.context["teams"]
    assert [(line.team.name, len(line.reserves)) for line in lines] == [("China 1", 2), ("Vietnam", 2)]
    opened = text(drawn.client("carol").get(f"{drawn.url('teams')}?team={lines[1].team.pk}"))
    assert opened.count("Remove from team") == 2


@pytest.mark.slow
def test_a_team_is_made_filled_and_emptied(drawn: World, text: Text) -> None:
    assert "No teams yet" in text(drawn.get("dave", "teams"))
    assert drawn.post("carol", "add_team", name="  China   1 ", federation="CHN").status_code == 302
    team = Team.objects.get()
    assert (team.name, team.federation_id) == ("China 1", "CHN")
    again = drawn.post("carol", "add_team", name="China 1")
    assert again.status_code == 422
    assert "There is already a team “China 1”." in text(again)
    assert "Players without a team" in text(drawn.get("carol", "teams"))
    answer = drawn.post("carol", "place_in_teams", team=team.pk, entries=keys(drawn, 1, 8))
    assert answer["Location"] == drawn.url("teams")
    assert numbers(drawn, "China 1") == [1, 8]
    full = drawn.post("carol", "remove_team", team=team.pk)
    assert full.status_code == 422
    assert "Remove them first" in text(full)
    drawn.post("carol", "place_in_teams", entries=keys(drawn, 1, 8), seen=team.pk)
    assert numbers(drawn, "China 1") == []
    assert drawn.post("carol", "remove_team", team=team.pk).status_code == 302
    assert not Team.objects.exists()
    assert "Remove from team" not in text(drawn.get("dave", "teams"))


def test_entries_and_teams_of_other_sections_are_not_taken(drawn: World) -> None:
    user = drawn.users["carol"]
    [stranger] = make_entries(drawn.other, 1)
    theirs = Team.objects.create(section=drawn.other, name="Theirs")
    entries = drawn.section.entries.get(number=1)

    def refused(teams: dict[int, int | None]) -> str:
        with pytest.raises(Refusal) as refusal:
            place_in_teams(section=drawn.section, teams=teams, by=user)
        return refusal.value.code

    assert refused({stranger.pk: None}) == "no-such-entry"
    assert refused({entries.pk: theirs.pk}) == "no-such-team"
    drawn.section.state = Section.State.FINISHED
    drawn.section.save()
    assert refused({entries.pk: None}) == "section-over"


@pytest.mark.slow
def test_both_are_undone(drawn: World, text: Text) -> None:
    carol = drawn.users["carol"]
    team = int(str(add_team(section=drawn.section, name="A", by=carol)["team"]))
    other = int(str(add_team(section=drawn.section, name="B", by=carol)["team"]))
    first_one, two = keys(drawn, 1, 2)
    place_in_teams(section=drawn.section, teams={first_one: team}, by=carol, once="k")
    place_in_teams(section=drawn.section, teams={first_one: team}, by=carol, once="k")
    place_in_teams(section=drawn.section, teams={first_one: other, two: other}, by=carol)
    last = JournalEntry.objects.filter(act="set_teams")[0]
    undo(event=drawn.event, entry=last.pk, reason="x", by=carol)
    assert (numbers(drawn, "A"), numbers(drawn, "B")) == ([1], [])
    made = JournalEntry.objects.filter(act="add_team")[0]
    undo(event=drawn.event, entry=made.pk, reason="x", by=carol)
    assert list(drawn.section.teams.values_list("name", flat=True)) == ["A"]
    journal = text(drawn.client("alice").get(f"/en/desk/{drawn.event.slug}/-/journal/"))
    assert "team: A" in journal
    assert "Players assigned to teams" in journal


@pytest.mark.slow
def test_pairing_knows_no_teams(drawn: World) -> None:
    round_ = drawn.paired()
    team = int(str(add_team(section=drawn.section, name="A", by=drawn.users["carol"])["team"]))
    place_in_teams(section=drawn.section, teams={keys(drawn, 1)[0]: team}, by=drawn.users["carol"])
    drawn.post("bob", "publish_round", 1, seen=round_.draft_digest)
    outbox.drain()
    assert drawn.round().state == Round.State.PUBLISHED


@pytest.mark.slow
def test_the_public_page_adds_ranks_up(db: None, text: Text, settings: Any) -> None:
    settings.PUBLISHED_RENDER_EVERY = 0
    section = make_section(make_event("cup"), "men")
    make_entries(section, 7, teams=True)
    pages.announce_event(section.event)
    pages.announce_section(section)
    outbox.drain()
    before = text(ValidClient().get(PUBLIC))
    assert "Wu Lan" in before
    assert ">Sum<" not in before
    play(section, 2)
    pages.standings_stored(section)
    outbox.drain()
    page = ValidClient().get(PUBLIC)
    assert not page.cookies
    answer = Client().get("/api/v1/events/cup/sections/men/teams").json()
    assert (answer["after"], answer["counted"]) == (2, 2)
    [vietnam] = [team for team in answer["teams"] if team["rank"]]
    assert vietnam["team"] == "VIE"
    counted = [member["rank"] for member in vietnam["members"] if member["counted"]]
    assert vietnam["sum"] == sum(counted)
    assert len(counted) == 2
    # The others have one player each: no ranking (WXC 6.2 (2)).
    assert not any(
        member["counted"] for team in answer["teams"] if not team["rank"] for member in team["members"]
    )
    assert answer["teams"][0] == vietnam
    assert 'href="/en/e/cup/men/teams/"' in text(ValidClient().get("/en/e/cup/men/"))
    assert "代表队" in text(ValidClient().get("/zh-hans/e/cup/men/teams/"))


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 3])
def test_they_cost_the_same_for_any_number(
    count: int, drawn: World, django_assert_num_queries: Callable[[int], Any]
) -> None:
    for number in range(count):
        team = Team.objects.create(section=drawn.section, name=f"T{number}")
        drawn.section.entries.filter(number=number + 1).update(team=team)
    drawn.get("carol", "teams")
    with django_assert_num_queries(10):
        drawn.get("carol", "teams")
    with django_assert_num_queries(11):
        RENDERERS["teams"].read({"section": drawn.section.pk})


@pytest.mark.slow
def test_what_else_there_is_to_say_of_a_team(cast: Cast, text: Text) -> None:
    section = drawn_teams(cast)
    team = section.teams.get(number=1)
    browser = ValidClient()
    browser.force_login(cast.bob)
    where = [cast.event.slug, section.slug]
    column = '<th scope="col" class="wide">Captain</th>'
    # A column in which nothing stands is none.
    assert column not in text(browser.get(reverse("teams", args=where)))
    values = {"team": team.pk, "native_name": "北京队", "short_name": "BEI", "captain_name": "Xu Tianhong"}
    answer = browser.post(reverse("describe_team", args=where), values | {"strength": 2410})
    assert answer.status_code == 302, text(answer)
    assert column in text(browser.get(reverse("teams", args=where)))
    team.refresh_from_db()
    assert (team.native_name, team.short_name, team.strength) == ("北京队", "BEI", 2410)
    assert "Captain: Xu Tianhong" in text(Client().get(teams_page(section)))
    # The journal says what was changed, and no name.
    entry = JournalEntry.objects.filter(act="describe_team").get()
    assert "Tianhong" not in f"{entry.before}{entry.after}"
    assert entry.after["fields"] == ["native_name", "short_name", "captain_name", "strength"]
    refused = browser.post(reverse("describe_team", args=where), values | {"short_name": "BEIJING"})
    assert refused.status_code == 422
    assert browser.post(reverse("describe_team", args=where), {"team": 10**6}).status_code == 422


@pytest.mark.slow
def test_the_page_of_teams_says_who_sat_where(cast: Cast) -> None:
    round_ = teams_playing(cast)
    team = match_at(round_).first
    reserve = [numbers_of(team)[place] for place in (3, 0, 1)]
    arguments = {"match": 1, "team": team.pk, "players": reserve, "reason": "ill", "by": cast.carol}
    give_line_up(round_=round_of(round_.section, 1), **arguments)
    rosters = team_rosters(round_.section, {}, [round_of(round_.section, 1)])
    mine = next(roster for roster in rosters if roster.team.number == team.number)
    assert [boards for _, boards in mine.lines] == ["2", "3", "", "1"]


def teams_page(section: Section) -> str:
    return f"/en/e/{section.event.slug}/{section.slug}/teams/"


@pytest.mark.slow
def test_lots_of_teams_are_counted_in_teams(cast: Cast, text: Text) -> None:
    section = make_team_section(cast.event, cast.alice)
    client = ValidClient()
    client.force_login(cast.bob)
    drawn = client.post(reverse("draw_lots", args=[cast.event.slug, section.slug]), follow=True)
    assert "Lots drawn: 4 teams have their numbers." in text(drawn)
