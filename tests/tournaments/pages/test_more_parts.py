"""Long tables besides rounds and standings in parts: all rounds, ratings, prizes, teams, boards, games."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from portal import outbox, published
from portal.published import Page
from tests import factories, large
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.games.accepted import accepted
from tests.oracles.team_events import random_rules
from tests.tournaments.exchange.team_sections import random_section
from tests.tournaments.pages.rendered import parsed
from tests.working import compute
from tournaments import pages
from tournaments.acts.import_section import import_section
from tournaments.models import Award, Event, Section, Team
from tournaments.queries.public import public_parts

ROWS = 20
SEED = next(seed for seed in range(100) if random_rules(seed).boards == 4 and seed % 3 == 1)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the rows, in as many parts."""
    monkeypatch.setattr(public_parts, "ROWS", ROWS)


def parts_of(client: Client, path: str) -> list[str]:
    """All parts of a page as readers get them, each leading to the next, and no page beyond."""
    address, result = f"/en/e/{path}", []
    while address:
        answer = client.get(address)
        assert answer.status_code == 200, address
        result.append(answer.content.decode())
        document = parsed(result[-1])
        ids = [element.get("id") for element in document.iter() if element.get("id")]
        assert len(ids) == len(set(ids))
        links = {item.get("rel"): item.get("href", "") for item in document.iter("link")}
        assert ("prev" in links) == (len(result) > 1)
        address = links.get("next", "")
    assert client.get(f"/en/e/{path}part/{len(result) + 1}/").status_code in {404, 410}
    return result


def keys(body: str, letter: str) -> list[str]:
    return re.findall(rf'data-key="({letter}\d+)"', body)


def documents(client: Client, path: str, name: str) -> tuple[list[Any], dict[int, int]]:
    """The rows of all documents, and in which part everybody is."""
    answer = client.get(f"/api/v1/events/test-2015/sections/{path}").json()
    rows, places = list(answer[name]), client.get(answer["part"]["places"]).json()["places"]
    while answer["part"]["next"]:
        answer = client.get(answer["part"]["next"]).json()
        rows += answer[name]
    return rows, {place["number"]: place["part"] for place in places}


@pytest.fixture
@remembered
def robin(db: None) -> Section:
    """Twenty-four players, so that twelve tables stand in each of thirty-three rounds."""
    section = factories.make_section(
        factories.make_event(), system="double-round-robin", rounds=33, all_rounds_public=True
    )
    large.make_players(section, 24)
    factories.announce(section)
    return section


@pytest.mark.slow
def test_all_rounds_stand_by_player_and_then_by_round(client: Client, robin: Section) -> None:
    parts = parts_of(client, "test-2015/men/all-rounds/")
    # Two of players in two windows of rounds, then one round a part.
    assert len(parts) == 2 * 2 + 33
    assert [len(keys(body, "p")) for body in parts[:5]] == [20, 20, 4, 4, 0]
    assert [body.count("<h2 id=") for body in parts[3:6]] == [0, 1, 1]
    assert "R33" in parts[0]
    rows, places = documents(client, "men/all-rounds", "rounds")
    assert [row["round"] for row in rows] == list(range(1, 34))
    assert places == {number: 1 + (number > 20) for number in range(1, 25)}
    assert 'data-windows="2"' in parts[0]


@pytest.mark.slow
def test_what_is_printed_of_all_rounds_is_made_anew_with_any_of_them(client: Client, robin: Section) -> None:
    outbox.drain()
    path = "e/test-2015/men/all-rounds/"
    before = Page.objects.get(path=path).version
    robin.entries.filter(number=24).update(status="withdrawn", withdrawn_after=31)
    pages.section_changed(robin)
    outbox.drain()
    assert Page.objects.get(path=path).version > before
    assert client.get("/en/e/test-2015/men/paper/all-rounds/0/a4.pdf").status_code in {202, 302}
    published.withhold(path)
    assert client.get("/en/e/test-2015/men/paper/all-rounds/0/a4.pdf").status_code == 410


@pytest.fixture
@remembered
def congress(db: None) -> Section:
    """Go with 53 players, of whom the last three have neither a rating nor a grade."""
    section = factories.make_section(
        factories.make_event(),
        game="weiqi",
        system="mcmahon",
        preset="mcmahon",
        tiebreaks=["MMS", "SOSM", "SOSOSM"],
        rounds=2,
        rating_class="A",
        state="running",
        lots_drawn_at=factories.AT,
    )
    large.make_players(section, 53)
    section.entries.filter(number__gt=50).update(rating=None)
    large.play(section, 2)
    Section.objects.filter(pk=section.pk).update(state=Section.State.FINISHED)
    factories.announce(Section.objects.select_related("event").get(pk=section.pk))
    return section


@pytest.mark.slow
def test_ratings_with_who_has_none_behind_them(client: Client, congress: Section) -> None:
    pages.ratings_changed(congress)
    parts = parts_of(client, "test-2015/men/ratings/")
    rated = [len(keys(body, "p")) for body in parts]
    # One of them met nobody with a rating.
    assert rated == [20, 20, 9]
    assert ["Neither rating nor grade" in body for body in parts] == [False, False, True]
    everywhere = "".join(parts)
    assert len(set(re.findall(r'id="row-(\d+)"', everywhere))) == 52
    first = client.get("/api/v1/events/test-2015/sections/men/ratings").json()
    places = client.get(first["part"]["places"]).json()["places"]
    assert [place["part"] for place in places] == [1] * 20 + [2] * 20 + [3] * 12


@pytest.mark.slow
def test_prizes_stay_whole(client: Client, db: None) -> None:
    section = factories.make_section(factories.make_event(), rounds=1, state="running")
    large.make_players(section, 30)
    large.play(section, 1)
    prizes = [
        {
            "prize": section.prizes.create(name=f"Prize {at}", places=12, position=at).pk,
            "places": [{"place": 1 + place, "number": at + place} for place in range(12)],
        }
        for at in range(1, 5)
    ]
    Award.objects.create(section=section, after_round=1, version=1, standing=1, data=prizes)
    factories.announce(section)
    pages.prizes_awarded(section)
    parts = parts_of(client, "test-2015/men/prizes/")
    assert [body.count("<h3") for body in parts] == [1, 1, 1, 1]
    rows, places = documents(client, "men/prizes", "prizes")
    assert [row["name"] for row in rows] == [f"Prize {at}" for at in range(1, 5)]
    assert places == {**dict.fromkeys(range(1, 13), 1), 13: 2, 14: 3, 15: 4}


@pytest.mark.slow
def test_teams_that_are_ranked_by_their_players(client: Client, db: None) -> None:
    section = factories.make_section(factories.make_event(), rounds=1, state="running")
    entries = large.make_players(section, 90)
    for at in range(45):
        team = Team.objects.create(section=section, name=f"Team {at:02}")
        section.entries.filter(pk__in=[entry.pk for entry in entries[2 * at : 2 * at + 2]]).update(team=team)
    large.play(section, 1)
    factories.announce(section)
    parts = parts_of(client, "test-2015/men/teams/")
    assert [len(re.findall(r'data-key="team-', body)) for body in parts] == [20, 20, 5]
    rows, places = documents(client, "men/teams", "teams")
    assert len(rows) == 45
    assert all(f'id="row-{number}"' in parts[part - 1] for number, part in places.items())
    assert len(places) == 90


@pytest.fixture
def matched(cast: Cast) -> Section:
    """Twenty-four teams of four that have met five times."""
    event = random_section(SEED, running=False, teams=24, rounds=6)
    entries = tuple(replace(entry, name=f"Nguyen {entry.number}") for entry in event.entries)
    made = import_section(
        event=cast.event,
        tournament=replace(event, entries=entries),
        slug="many",
        name="Many",
        preset="fide-team",
        by=cast.alice,
    )
    compute()
    return Section.objects.select_related("event").get(pk=made["section"])


@pytest.mark.slow
def test_teams_that_meet_teams(client: Client, matched: Section) -> None:
    base = f"{matched.event.slug}/many"
    members = matched.entries.filter(number__isnull=False, team__isnull=False).count()
    parts = parts_of(client, f"{base}/teams/")
    assert [len(re.findall(r'aria-labelledby="team-name-', body)) for body in parts] == [10, 10, 4]
    assert sum(len(re.findall(r'id="row-\d+"', body)) for body in parts) == members
    last = matched.standings.order_by("-after_round")[0].after_round
    rounds = parts_of(client, f"{base}/round/{last}/")
    assert len(rounds) > 2
    met = [key for body in rounds for key in keys(body, "m")]
    matches = matched.round_set.get(number=last).matches.exclude(second=None)
    assert met == [f"m{number}" for number in range(1, matches.count() + 1)]
    assert max(len(keys(body, "m")) for body in rounds) < len(met)
    tables = [len(keys(body, "t")) for body in rounds]
    assert max(tables) == ROWS
    standings = parts_of(client, f"{base}/standings/{last}/")
    assert [body.count('id="team-sum-') for body in standings][:3] == [20, 4, 0]
    crossed = parts_of(client, f"{base}/crosstable/{last}/")
    assert [len(re.findall(r'data-key="team-', body)) for body in crossed][:3] == [20, 4, 0]
    boards = parts_of(client, f"{base}/boards/{last}/")
    collected = [keys(body, "p") for body in boards]
    assert len({key for part in collected for key in part}) == sum(map(len, collected))
    assert {len(part) for part in collected[:-1]} == {ROWS}


@pytest.mark.slow
def test_games_of_a_large_section(client: Client, db: None) -> None:
    event: Event = factories.make_event()
    section = factories.make_section(event, state="running")
    large.make_players(section, 90)
    large.publish(section, 1, played=True)
    factories.announce(section)
    for table in range(1, 46):
        accepted(section, table, f"1. C2=5 h8+7 {table}".encode())
    for path, base in (("test-2015/men/games/", "men/"), ("test-2015/-/games/", "")):
        parts = parts_of(client, path)
        assert [body.count("data-game ") for body in parts] == [20, 20, 5]
        [address] = set(re.findall(r'data-places="([^"]+)"', "".join(parts)))
        answer = client.get(address).json()
        assert [item["table"] for item in answer["games"]] == list(range(1, 46))
        for item in answer["games"][:3]:
            assert client.get(f"/en/e/test-2015/{item['path']}").status_code == 200
            assert answer["people"][item["first"]]["name"] in parts[0]
        assert base in answer["games"][0]["path"]
    # A result changes every part that shows it, and what finds it.
    before = Page.objects.get(path="e/test-2015/men/games/part/2/").version
    pages.results_changed(section.round_set.select_related("section__event").get(number=1))
    outbox.drain()
    assert Page.objects.get(path="e/test-2015/men/games/part/2/").version > before
