"""A knock-out of teams through the screens: the bracket, level matches and what decides them, places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal import outbox
from portal.policy import Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.teams_world import (
    all_reported,
    closed,
    match_at,
    published,
    round_of,
    teams_playing,
    waiting_round,
)
from tests.waiting import waiting_in
from tests.world import ValidClient
from tournaments.acts.results import report_result
from tournaments.acts.rounds import close_round
from tournaments.acts.teams.team_matches import decide_match
from tournaments.models import Entry, Match, ResultReport, Round, Section
from tournaments.pairing import recompute
from tournaments.policy import Act
from tournaments.todo import Stage, situation_of

Text = Callable[[Any], str]


@pytest.fixture
@remembered
def cup(cast: Cast) -> Round:
    """Four teams of three boards, the semi-finals are public."""
    return teams_playing(cast, preset="knock-out", teams=4, rounds=2)


def report(round_: Round, by: Any, *values: str) -> None:
    """The boards in the order of their tables, as their seats have it."""
    for table, value in enumerate(values, 1):
        report_result(
            round_=round_of(round_.section, round_.number), table=table, value=value, seen=None, by=by
        )


def at(name: str, round_: Round, *more: Any) -> str:
    return reverse(name, args=[round_.section.event.slug, round_.section.slug, round_.number, *more])


@pytest.mark.slow
def test_a_level_match_is_decided_by_its_boards(cast: Cast, cup: Round, text: Text) -> None:
    # First team: won on board 1 as first; lost on 2 (first seat is the other team's); drawn on 3: 3 to 3.
    report(cup, cast.bob, "1-0", "1-0", "1/2", "1-0", "0-1", "1-0")
    first_one, other = match_at(cup, 1), match_at(cup, 2)
    assert other.second
    client = ValidClient()
    client.force_login(cast.bob)
    # The board count is 1×2 + 3×1 = 5 against 2×2 + 3×1 = 7: the lower goes on.
    assert f"{first_one.first.name} advances, decided by the lower board count" in text(
        client.get(at("match_desk", cup, 1))
    )
    assert "Decide level match" not in text(client.get(at("match_desk", cup, 1)))
    closed(cup, cast.bob)
    final = published(cup.section, cast.bob, 2)
    assert {final.matches.get().first_id, final.matches.get().second_id} == {
        first_one.first_id,
        other.first_id,
    }
    version = final.versions.get()
    assert recompute(version.input).digest == version.digest
    # Pages that results change are rendered together, two seconds later.
    outbox.drain()
    page = text(Client().get(f"/en/e/{cast.event.slug}/{cup.section.slug}/round/1/"))
    assert "decided by the lower board count" in page


@pytest.mark.slow
def test_what_the_boards_do_not_decide_somebody_says_before_the_round_is_closed(
    cast: Cast, cup: Round, text: Text
) -> None:
    report(cup, cast.bob, "1/2", "1/2", "1/2", "1-0", "0-1", "1-0")
    with pytest.raises(Refusal) as refusal:
        close_round(round_=round_of(cup.section, 1), by=cast.bob)
    assert (refusal.value.code, refusal.value.params) == ("match-level", {"table": 1})
    [need] = [item for item in waiting_in(situation_of(cast.event)) if item.kind == "level-match"]
    assert (need.url, need.blocks, need.act) == (at("match_desk", cup, 1), Stage.CLOSE, Act.FORFEIT_MATCH)
    client = ValidClient()
    client.force_login(cast.dave)
    assert need.text in text(client.get(at("round_desk", cup)))
    assert "Decide level match" in text(client.get(at("match_desk", cup, 1)))
    values = {"decided_for": "second", "decided_by": "games", "reason": "two blitz games 2:0"}
    for wrong in ({"decided_for": "x"}, {"decided_by": "coin"}, {"reason": ""}):
        assert client.post(at("decide_match", cup, 1), values | wrong).status_code == 422, wrong
    assert client.post(at("decide_match", cup, 1), values).status_code == 302
    assert "level-match" not in kinds(cast)
    match = match_at(cup, 1)
    assert match.second
    assert f"{match.second.name} advances, decided by quick games" in text(
        client.get(at("match_desk", cup, 1))
    )
    with pytest.raises(Refusal, match="match-not-level"):
        decide_match(
            round_=round_of(cup.section, 1),
            match=2,
            decided_for="first",
            decided_by="lot",
            reason="x",
            by=cast.dave,
        )
    closed(cup, cast.bob)
    final = published(cup.section, cast.bob, 2)
    assert match.second_id in {final.matches.get().first_id, final.matches.get().second_id}


@pytest.mark.slow
def test_a_match_that_a_correction_makes_won_is_no_longer_decided(cast: Cast, cup: Round, text: Text) -> None:
    report(cup, cast.bob, "1/2", "1/2", "1/2", "1-0", "0-1", "1-0")
    arguments = {"match": 1, "decided_by": "lot", "reason": "a lot was drawn", "by": cast.dave}
    decide_match(round_=round_of(cup.section, 1), decided_for="second", **arguments)
    client = ValidClient()
    client.force_login(cast.dave)
    # Any referee may: no more than that is said of a ruling. Who was wrong about it says so on the same form.
    decide_match(
        round_=round_of(cup.section, 1), decided_for="second", **arguments | {"decided_by": "ruling"}
    )
    assert "advances, decided by a ruling." in text(client.get(at("match_desk", cup, 1)))
    assert "Decide level match" in text(client.get(at("match_desk", cup, 1)))
    seen = ResultReport.objects.get(pairing__round=cup, pairing__table=1).pk
    report_result(
        round_=round_of(cup.section, 1), table=1, value="1-0", seen=seen, reason="misread", by=cast.dave
    )
    assert "Decide level match" not in text(client.get(at("match_desk", cup, 1)))
    with pytest.raises(Refusal, match="match-not-level"):
        decide_match(round_=round_of(cup.section, 1), decided_for="first", **arguments)


def kinds(cast: Cast) -> list[str]:
    return [item.kind for item in waiting_in(situation_of(cast.event))]


@pytest.mark.slow
def test_a_match_that_waits_for_line_ups_is_not_level(cast: Cast) -> None:
    waiting_round(cast, preset="knock-out", teams=4, rounds=2)
    assert "line-ups" in kinds(cast)
    assert "level-match" not in kinds(cast)


@pytest.mark.slow
@pytest.mark.parametrize(("third_place", "short"), [(False, 1), (True, 2)])
def test_a_team_that_is_out_is_not_told_of_too_few_players(cast: Cast, third_place: bool, short: int) -> None:
    cup = teams_playing(cast, preset="knock-out", teams=4, rounds=2)
    Section.objects.filter(pk=cup.section_id).update(options={"third_place": third_place})
    report(cup, cast.bob, "1-0", "0-1", "1-0", "1-0", "0-1", "1-0")
    closed(cup, cast.bob)
    match = match_at(cup, 1)
    Entry.objects.filter(team__in=[match.first_id, match.second_id], board_order__gt=1).update(
        status="withdrawn", withdrawn_after=1
    )
    needs = [item.text for item in waiting_in(situation_of(cast.event)) if item.kind == "short-team"]
    assert len(needs) == short
    assert match.first.name in " ".join(needs)


@pytest.mark.slow
def test_places_and_the_bracket_of_teams(cast: Cast, cup: Round, text: Text) -> None:
    report(cup, cast.bob, "1-0", "0-1", "1-0", "1-0", "0-1", "1-0")
    winners = [match.first for match in Match.objects.filter(round=cup).select_related("first")]
    closed(cup, cast.bob)
    final = published(cup.section, cast.bob, 2)
    report(final, cast.bob, "1-0", "0-1", "1-0")
    closed(final, cast.bob)
    rows = cup.section.standings.order_by("-pk")[0].data["team_table"]["rows"]
    assert [row["rank"] for row in rows] == [1, 2, 3, 3]
    champion = final.matches.get().first
    assert rows[0]["team"] == champion.number
    assert rows[1]["separated_by"] == "knock-out"
    outbox.drain()
    bracket = Client().get(f"/en/e/{cast.event.slug}/{cup.section.slug}/bracket/")
    assert bracket.status_code == 200
    assert all(team.name in text(bracket) for team in winners)
    assert "/player/" not in bracket.content.decode().split("<main")[1]
    document = Client().get(f"/api/v1/events/{cast.event.slug}/sections/{cup.section.slug}/bracket").json()
    assert document["of_teams"]
    assert document["levels"][1]["matches"][0]["winner"] == champion.number
    for leaf in ("", "standings/2/", "teams/", "round/2/"):
        assert Client().get(f"/en/e/{cast.event.slug}/{cup.section.slug}/{leaf}").status_code == 200, leaf


@pytest.mark.slow
def test_three_teams_have_a_bye_and_a_league_has_nothing_to_decide(cast: Cast) -> None:
    round_ = teams_playing(cast, preset="knock-out", teams=3, rounds=2)
    assert round_.matches.filter(second=None).count() == 1
    all_reported(round_, cast.bob)
    closed(round_, cast.bob)
    assert published(round_.section, cast.bob, 2).matches.filter(second__isnull=False).count() == 1
    league = teams_playing(cast, preset="axf-round-robin", rounds=3, slug="league")
    with pytest.raises(Refusal, match="no-knock-out"):
        decide_match(round_=league, match=1, decided_for="first", decided_by="lot", reason="x", by=cast.dave)
