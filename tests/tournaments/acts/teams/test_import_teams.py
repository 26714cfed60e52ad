"""A section of teams goes out as a file and comes in again, through the database."""

from __future__ import annotations

from dataclasses import replace

import pytest

from portal import outbox
from portal.policy import Refusal
from tests.cast import Cast
from tests.teams_world import all_reported, closed, drawn_teams, match_at, published, round_of, waiting_round
from tests.tournaments.exchange.team_sections import THREE_TEAMS
from tournaments.acts.drafts import pair_round
from tournaments.acts.import_section import import_section
from tournaments.acts.teams.line_ups import give_line_up
from tournaments.acts.teams.team_matches import forfeit_match, penalise_team
from tournaments.exchange import tournament_file, trf
from tournaments.models import Match, Round, RoundVersion, Section, Team
from tournaments.queries.files import section_as_file
from tournaments.queries.public.public_files import public_file_of
from tournaments.queries.teams.team_matches import team_event_of
from tournaments.state.tournament import Tournament

pytestmark = pytest.mark.django_db


def taken_in(cast: Cast, tournament: Tournament, preset: str = "wmsg2008") -> Section:
    answer = import_section(
        event=cast.event,
        tournament=tournament,
        slug="again",
        name=tournament.name,
        preset=preset,
        by=cast.alice,
    )
    return Section.objects.select_related("event").get(pk=answer["section"])


def through_a_file(section: Section) -> Tournament:
    return tournament_file.loads(tournament_file.dumps(section_as_file(section)))


def played_section(cast: Cast) -> Section:
    """Round 1 is closed with a match that nobody came to, round 2 is on; a team is fined."""
    first = published(drawn_teams(cast, teams=5), cast.bob)
    forfeit_match(round_=first, match=2, lost_by="second", reason="not there", by=cast.bob)
    all_reported(first, cast.bob)
    closed(first, cast.bob)
    section = first.section
    fined = section.teams.get(number=3)
    penalise_team(section=section, team=fined.pk, match_points="-1", reason="late", by=cast.bob)
    published(section, cast.bob, 2)
    return section


@pytest.mark.slow
def test_it_comes_back_as_it_went_out(cast: Cast) -> None:
    section = played_section(cast)
    whole = through_a_file(section)
    assert whole.teams is not None
    assert whole.teams.penalties
    again = taken_in(cast, whole)
    assert section_as_file(again) == replace(whole, name=str(again))
    assert [round_.state for round_ in again.round_set.order_by("number")] == [
        Round.State.CLOSED,
        Round.State.PUBLISHED,
        Round.State.PLANNED,
    ]
    tables = [
        item.standings.filter(after_round=1).latest("version").data["team_table"] for item in (section, again)
    ]
    assert tables[0] == tables[1]
    versions = [
        RoundVersion.objects.get(round=round_of(item, 2), number=1).input for item in (section, again)
    ]
    assert versions[0] == versions[1]


@pytest.mark.slow
def test_it_goes_on_here(cast: Cast) -> None:
    again = taken_in(cast, through_a_file(played_section(cast)))
    second = round_of(again, 2)
    all_reported(second, cast.bob)
    closed(second, cast.bob)
    pair_round(round_=round_of(again, 3), by=cast.bob)
    outbox.drain()
    assert Match.objects.filter(round=round_of(again, 3)).count() == 3


@pytest.mark.slow
def test_secret_line_ups_stay_behind(cast: Cast) -> None:
    round_ = waiting_round(cast)
    match = match_at(round_)
    members = [entry.number for entry in match.first.entries.order_by("-board_order")][:3]
    give_line_up(round_=round_, match=1, team=match.first.pk, players=members, reason="told", by=cast.bob)
    for whole in (section_as_file(round_.section), public_file_of(round_.section)):
        assert whole.teams is not None
        assert [item.line_ups for item in whole.teams.matches] == [None, None]
        assert not whole.games
    again = taken_in(cast, through_a_file(round_.section))
    assert set(Match.objects.filter(round__section=again).values_list("first_line_up", flat=True)) == {None}
    assert round_of(again, 1).state == Round.State.PUBLISHED


@pytest.mark.slow
def test_what_is_noted_for_rounds_to_come_is_not_public(cast: Cast) -> None:
    section = played_section(cast)
    section.teams.get(number=1).absences.create(round_number=3, kind="H")
    teams = section_as_file(section).teams
    public = public_file_of(section).teams
    assert teams is not None
    assert public is not None
    assert teams.teams[0].absences == {3: "H"}
    assert public.teams[0].absences == {}


def test_a_file_by_hand(cast: Cast) -> None:
    section = taken_in(cast, THREE_TEAMS)
    assert section_as_file(section).teams == THREE_TEAMS.teams
    assert list(Team.objects.filter(section=section).order_by("number").values_list("name", flat=True)) == [
        "Reds",
        "Blacks",
        "Greens",
    ]
    rows = section.standings.get(after_round=2).data["team_table"]["rows"]
    assert [(row["team"], row["match_points"]) for row in rows] == [(2, "4"), (1, "2"), (3, "2")]


def test_a_round_of_secrets_cannot_stand_behind_another_one(cast: Cast) -> None:
    teams = THREE_TEAMS.teams
    assert teams is not None
    secret = replace(teams, matches=(replace(teams.matches[0], line_ups=None), *teams.matches[1:]))
    games = tuple(game for game in THREE_TEAMS.games if game.round == 2)
    with pytest.raises(Refusal) as caught:
        taken_in(cast, replace(THREE_TEAMS, teams=secret, games=games))
    assert caught.value.code == "results-missing"


@pytest.mark.slow
def test_scheveningen_keeps_its_tables(cast: Cast) -> None:
    first = published(drawn_teams(cast, teams=2, members=4, preset="scheveningen"), cast.bob)
    all_reported(first, cast.bob)
    closed(first, cast.bob)
    published(first.section, cast.bob, 2)
    whole = through_a_file(first.section)
    again = taken_in(cast, whole, "scheveningen")
    assert section_as_file(again) == replace(whole, name=str(again))


@pytest.mark.slow
def test_it_goes_through_a_file_of_fide(cast: Cast) -> None:
    section = played_section(cast)
    reading = trf.read(trf.write(section_as_file(section)).data)
    assert reading.tournament is not None
    again = taken_in(cast, replace(reading.tournament, name="Again"))
    collected = [team_event_of(item, before_round=2) for item in (section, again)]
    assert collected[0].matches == collected[1].matches
    assert collected[0].byes == collected[1].byes
    assert collected[0].penalties == collected[1].penalties
