"""Crosstables of teams, the best players of each board, boards without play and the screen in the hall, as
everybody sees them."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from portal import outbox
from tests import factories
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.teams_world import (
    all_reported,
    closed,
    match_at,
    numbers,
    published,
    teams_playing,
    waiting_round,
)
from tests.tournaments.pages.rendered import count_queries, parsed, render, text_of
from tests.tournaments.paper.reading import printed
from tournaments.acts.results import report_result
from tournaments.acts.teams.line_ups import give_line_up
from tournaments.acts.teams.team_matches import forfeit_match, penalise_team
from tournaments.models import Round, Screen, Team
from tournaments.queries.public.public_state import NotPublicError

VIEWS = ["countdown", "pairings", "standings"]


@pytest.fixture
@remembered
def played(cast: Cast) -> Round:
    """Round 1 of five teams: match 1 won on boards 1 and 3, match 2 lost by default; one team has the bye."""
    round_ = teams_playing(cast, teams=5)
    forfeit_match(round_=round_, match=2, lost_by="second", reason="did not come", by=cast.bob)
    all_reported(round_, cast.bob)
    return closed(round_, cast.bob)


def params(round_: Round) -> dict[str, int]:
    return {"section": round_.section_id, "after": round_.number}


def rows_of(html: str, table: str) -> dict[str, str]:
    document = parsed(html)
    result = next(
        item
        for item in document.iter("table")
        if any(head.get("id") == table for head in item.iter("caption"))
    )
    return {
        text_of(row.find("th")): " | ".join(text_of(cell) for cell in row.findall("td"))
        for row in result.find("tbody").findall("tr")
    }


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_crosstable_of_teams_tells_both_points(played: Round, language: str) -> None:
    rows = rows_of(render("crosstable", params(played), language), "team-crosstable")
    match, walkover = match_at(played), match_at(played, 2)
    assert walkover.second is not None
    ranks = {name.rpartition(" ")[0]: row.split(" | ") for name, row in rows.items()}
    won, lost = ranks[match.first.name], ranks[match.second.name if match.second else ""]
    assert won[1] == "2"
    assert "4:2 (2)" in won[2]
    assert "2:4 (0)" in lost[2]
    assert "6:0 (2)" in ranks[walkover.first.name][2]
    assert len(ranks) == 5


def test_the_lists_by_board_leave_forfeits_out(played: Round) -> None:
    html = render("boards", params(played))
    document = parsed(html)
    headings = [text_of(item) for item in document.iter("h2")]
    assert headings[:3] == ["Board 1", "Board 2", "Board 3"]
    match = match_at(played)
    first = text_of(next(iter(document.iter("tbody"))))
    assert f"1 {match.first.name} 1 {match.first.name} 2 1 100" in first
    assert match_at(played, 2).first.name not in first
    document = Client().get(f"/api/v1/events/{played.section.event.slug}/sections/teams/boards/1").json()
    assert [item["board"] for item in document["boards"]] == [1, 2, 3]
    assert document["boards"][0]["rows"][0]["per_cent"] == "100"


@pytest.mark.slow
def test_the_pages_lead_to_each_other(played: Round) -> None:
    event, slug = played.section.event.slug, played.section.slug
    reader = Client()
    for leaf in ("standings/1/", "crosstable/1/", "teams/"):
        page = reader.get(f"/en/e/{event}/{slug}/{leaf}").content.decode()
        assert f'href="/en/e/{event}/{slug}/boards/1/"' in page, leaf
    assert reader.get(f"/en/e/{event}/{slug}/boards/1/").status_code == 200
    assert reader.get(f"/en/e/{event}/{slug}/boards/2/").status_code == 404
    players = factories.make_section(played.section.event, "players")
    factories.make_entries(players, 4)
    factories.play(players, 1)
    with pytest.raises(NotPublicError):
        render("boards", {"section": players.pk, "after": 1})
    assert "boards/1/" not in render("standings", {"section": players.pk, "after": 1})


@pytest.mark.slow
def test_queries_do_not_grow_with_teams_or_rounds(cast: Cast, played: Round) -> None:
    before = [count_queries(kind, params(played)) for kind in ("boards", "crosstable", "standings")]
    second = published(played.section, cast.bob, 2)
    all_reported(second, cast.bob)
    closed(second, cast.bob)
    # From round 2 on the standings say who has moved up: the ranks before are one question more.
    later = [*before[:2], before[2] + 1]
    assert [count_queries(kind, params(second)) for kind in ("boards", "crosstable", "standings")] == later
    many = teams_playing(cast, teams=12, slug="many", name="Many")
    all_reported(many, cast.bob)
    closed(many, cast.bob)
    assert [count_queries(kind, params(many)) for kind in ("boards", "crosstable", "standings")] == before


@pytest.mark.slow
def test_on_paper_with_long_names(press: None, played: Round) -> None:
    name, native = "Confederation of the Northern Provinces", "北方各省及各島嶼聯合代表隊"
    for team in Team.objects.filter(section=played.section):
        team.name, team.native_name = f"{name} {team.number}", f"{native}{team.number}"
        team.save()
    for kind in ("team-crosstable", "boards", "team-standings"):
        for language in ("en", "zh-hans"):
            paper = printed(played.section, kind, 1, language=language)
            paper.check_drawable()
            joined = paper.text.replace(" ", "").replace("\ufffe", "")
            assert (native if language == "zh-hans" else name.replace(" ", "")) in joined, (kind, language)
            assert paper.room_beside > 20
    assert printed(played.section, "team-crosstable", 1).sizes == {(842, 595)}


@pytest.mark.slow
def test_a_board_without_play_is_told_below_the_matches(cast: Cast) -> None:
    round_ = teams_playing(cast)
    match, other = match_at(round_), match_at(round_, 2)
    assert match.second is not None
    ours = numbers(match.first)
    more = {"match": 1, "team": match.first_id, "reason": "ill", "by": cast.bob}
    give_line_up(round_=round_, players=[ours[0], ours[1], None], **more)
    at = {"section": round_.section_id, "round": 1}
    page = text_of(parsed(render("round", at)).find(".//main"))
    assert f"Match 1: Board 3: won by default by {match.second.name}." in page
    report_result(round_=round_, table=1, value="1-0", forfeit=True, seen=None, by=cast.bob)
    forfeit_match(round_=round_, match=2, lost_by="both", reason="a storm", by=cast.bob)
    page = text_of(parsed(render("round", at)).find(".//main"))
    assert f"Match 1: Board 1: won by default by {match.first.name}." in page
    assert "Match 2: Both teams lost the match by default." in page
    assert f"won by default by {other.first.name}" not in page


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_hall_sees_matches_with_their_score_and_teams(cast: Cast, language: str) -> None:
    round_ = teams_playing(cast, teams=5)
    Screen.objects.create(event=cast.event, number=1, section=round_.section, shows=VIEWS)
    at = {"event": cast.event.pk, "number": 1}

    def slides() -> dict[str, list[str]]:
        result = parsed(render("screen", at, language)).iter("section")
        return {
            item.get("data-key").partition("-")[2]: [text_of(row) for row in item.iter("li")]
            for item in result
        }

    match = match_at(round_)
    assert match.second is not None
    assert list(slides()) == ["countdown", "matches", "pairings"]
    for table, value in ((1, "1-0"), (2, "1-0")):
        report_result(round_=round_, table=table, value=value, seen=None, by=cast.bob)
    line = slides()["matches"][0]
    assert match.first.name in line
    assert "2 : 2" in line
    assert ("2 of 3" if language == "en" else "2 / 3") in line
    report_result(round_=round_, table=3, value="1-0", seen=None, by=cast.bob)
    line = slides()["matches"][0]
    assert "4 : 2" in line
    assert not any(word in line for word in ("of 3", "/ 3"))
    all_reported(round_, cast.bob)
    closed(round_, cast.bob)
    page = slides()
    assert list(page) == ["matches", "pairings", "team-standings", "standings"]
    assert len(page["team-standings"]) == 5
    assert page["team-standings"][0].endswith("2")


def match_points(round_: Round) -> dict[int, str]:
    """By number of the team, as the document of the round has them."""
    address = f"/api/v1/events/{round_.section.event.slug}/sections/{round_.section.slug}"
    values = {}
    for match in Client().get(f"{address}/rounds/{round_.number}").json()["matches"]:
        for side in ("first", "second"):
            values[match[side]["number"]] = match[f"{side}_match_points"]
    return values


@pytest.mark.slow
def test_match_points_stand_beside_the_teams_of_a_round(cast: Cast) -> None:
    first = teams_playing(cast)
    match, other = match_at(first), match_at(first, 2)
    assert match.second is not None
    assert other.second is not None
    won, beaten = match.first.number or 0, match.second.number or 0
    at = {"section": first.section_id, "round": 1}
    before = count_queries("round", at)
    assert set(match_points(first).values()) == {"0"}
    all_reported(first, cast.bob)
    more = {"match_points": "-1", "board_points": "0", "reason": "late"}
    penalise_team(section=first.section, team=match.second_id or 0, by=cast.bob, **more)
    outbox.drain()
    has = {won: "2", beaten: "-1", other.first.number: "2", other.second.number: "0"}
    assert match_points(first) == has
    closed(first, cast.bob)
    second = published(first.section, cast.bob, 2)
    assert match_points(second) == has, "so far"
    page = text_of(parsed(render("round", {**at, "round": 2})).find(".//main"))
    assert f"{match.first.name} {match.first.federation_id} MP 2" in page
    desk = Client()
    desk.force_login(cast.bob)
    address = reverse("round_desk", args=[cast.event.slug, first.section.slug, 2])
    assert "MP</abbr> 2" in desk.get(address).content.decode()
    many = teams_playing(cast, teams=12, slug="many", name="Many")
    collected = [{"section": second.section_id, "round": 2}, {"section": many.section_id, "round": 1}]
    assert [count_queries("round", item) for item in collected] == [before, before]


@pytest.mark.slow
def test_the_hall_sees_nothing_of_a_secret_line_up(cast: Cast) -> None:
    round_ = waiting_round(cast)
    Screen.objects.create(event=cast.event, number=1, section=round_.section, shows=VIEWS)
    html = render("screen", {"event": cast.event.pk, "number": 1})
    match = match_at(round_)
    assert match.first.name in html
    assert f"{match.first.name} 1" not in html
    assert [item.get("data-key") for item in parsed(html).iter("section")] == [
        "teams-countdown",
        "teams-matches",
    ]
