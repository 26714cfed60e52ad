"""Records of replays: each game of a match has its own; the open list of results knows of all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.acts.records import submit_record
from games.queries.records import current_record, played_games
from portal import outbox
from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.cached_worlds import remembered
from tests.games.record_texts import GOOD
from tests.tournaments.pages.rendered import parsed
from tests.world import World
from tournaments.models import Pairing, Section

Text = Callable[[Any], str]


@pytest.fixture
@remembered
def matches(drawn: World) -> World:
    """Round 1 of a knock-out is public; table 1 has drawn its first game."""
    Section.objects.filter(pk=drawn.section.pk).update(system="knock-out", rounds=3, tiebreaks=[])
    drawn.published()
    drawn.post("carol", "report_result", 1, line="1 =")
    return drawn


def hand_in(world: World, *place: int, text: bytes = GOOD, **more: Any) -> None:
    assert world.post("carol", "submit_record", 1, *place, text=text.decode(), **more).status_code == 302
    outbox.drain()


def accept(world: World, *place: int) -> None:
    record = current_record(Pairing.objects.get(round=world.round(), table=place[0]), *place[1:])
    assert record is not None
    answer = world.post("bob", "accept_record", 1, *place, record=record.pk)
    assert (answer.status_code, answer["Location"]) == (302, world.url("record", 1, *place))


def sides(page: Any) -> list[str]:
    """Who plays Red and who plays Black, as the head of a page says."""
    [line] = [e for e in parsed(page.content.decode()).iter() if e.get("class") == "players"]
    words = " ".join("".join(line.itertext()).split())
    red, black = words.split("黑")
    return [part.strip("紅 ").removeprefix("Red").removeprefix("Black").strip() for part in (red, black)]


@pytest.mark.slow
def test_each_game_of_a_match_has_its_record(matches: World, text: Text) -> None:
    hand_in(matches, 1)
    page = matches.get("bob", "record", 1, 1)
    first, second = sides(page)
    assert f'href="{matches.url("record", 1, 1, 2)}"' in text(page)
    assert matches.get("bob", "record", 1, 1, 3).status_code == 404
    assert matches.get("bob", "record", 1, 2, 2).status_code == 404
    pairing = Pairing.objects.select_related("round__section__event").get(round=matches.round(), table=1)
    with pytest.raises(Refusal, match="record-of-no-game"):
        submit_record(pairing=pairing, raw=GOOD, game=3, by=matches.users["carol"])

    hand_in(matches, 1, 2, text=GOOD + b"4. R2+6 1-0")
    matches.post("carol", "report_result", 1, table=1, game=2, value="1-0")
    replay = matches.get("bob", "record", 1, 1, 2)
    assert "Record of table 1, game 2" in text(replay)
    assert "but the result entered for the table is different" not in text(replay)
    assert sides(replay) == [second, first]
    accept(matches, 1, 2)
    address = f"/en/e/{matches.event.slug}/{matches.section.slug}/round/1/table/1/"
    assert matches.client("anonymous").get(address).status_code == 404
    public = matches.client("anonymous").get(f"{address}2/")
    assert sides(public) == [second, first]
    assert "1–0" in text(public)
    api = f"/api/v1/events/{matches.event.slug}/sections/{matches.section.slug}/games"
    [line] = matches.client("anonymous").get(api).json()["results"]
    document = matches.client("anonymous").get(line["url"]).json()
    assert (line["game"], line["first"], line["second"]) == (2, document["first"], document["second"])
    accept(matches, 1)
    assert sides(matches.client("anonymous").get(address)) == [first, second]
    outbox.drain()
    page_text = text(
        matches.client("anonymous").get(f"/en/e/{matches.event.slug}/{matches.section.slug}/round/1/")
    )
    assert ">game 1<" in page_text
    assert f'href="{address}2/">game 2<' in page_text
    collected = [entry.after.get("game") for entry in JournalEntry.objects.filter(act__endswith="_record")]
    assert sorted(collected, key=str) == [2, 2, None, None]


@pytest.mark.slow
def test_what_a_match_owes(matches: World, text: Text) -> None:
    """Whoever won the replay, with the colours of the replay."""
    matches.post("carol", "report_result", 1, table=1, game=2, value="0-1")
    for table in (2, 3, 4):
        matches.post("carol", "report_result", 1, line=f"{table} +-")
    hand_in(matches, 1)
    page = text(matches.get("carol", "round_desk", 1))
    assert "1 of 2 records submitted" in page
    assert "Table 1, game 2: record due from Black" in page
    assert f'href="{matches.url("record", 1, 1, 2)}">no record<' in page
    seen = matches.get("bob", "result", 1, 1).context["row"].reports[0]
    corrected = {"game": 1, "value": "1-0", "seen": seen.pk, "reason": "misheard"}
    assert matches.post("bob", "report_result", 1, table=1, **corrected).status_code == 302
    assert [played.game for played in played_games([matches.round()])] == [1]


@pytest.mark.slow
def test_an_open_list_of_results_hears_of_records(matches: World, text: Text) -> None:
    def changed(version: str) -> Any:
        return matches.client("carol").get(matches.url("results", 1), {"v": version})

    version = matches.get("carol", "results", 1).context["version"]
    assert changed(version).status_code == 204
    hand_in(matches, 2)
    answer = changed(version)
    assert f'href="{matches.url("record", 1, 2)}">record to review<' in text(answer)
    version = answer.context["version"]
    assert changed(version).status_code == 204
    accept(matches, 2)
    answer = changed(version)
    assert f'href="{matches.url("record", 1, 2)}">record accepted<' in text(answer)
    assert changed(answer.context["version"]).status_code == 204
