"""Records of weiqi at the desk: as those of xiangqi, in SGF."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.models import RecordReading
from games.queries.records import current_record
from portal import outbox
from tests.cached_worlds import remembered
from tests.games.record_texts import GOOD, WEIQI, WEIQI_FAULTY
from tests.world import World
from tournaments.models import Pairing

Text = Callable[[Any], str]


@pytest.fixture
@remembered
def played(drawn: World) -> World:
    """Round 1 of a weiqi section is public."""
    drawn.section.game, drawn.section.rulebook = "weiqi", "weiqi"
    drawn.section.save()
    drawn.published()
    return drawn


def hand_in(world: World, raw: bytes, **more: Any) -> RecordReading:
    world.post("carol", "submit_record", 1, 1, text=raw.decode(), **more)
    outbox.drain()
    record = current_record(Pairing.objects.get(round=world.round(), table=1))
    assert record is not None
    return record.reading


@pytest.mark.slow
def test_from_sgf_to_a_public_game(played: World, text: Text) -> None:
    assert "Game record (SGF)" in text(played.get("carol", "record", 1, 1))
    reading = hand_in(played, WEIQI)
    assert (reading.state, reading.data["captures"]) == ("valid", {"first": 1, "second": 0})
    page = text(played.get("bob", "record", 1, 1))
    assert "no errors" in page
    assert "takes the corner" in page
    played.post("bob", "accept_record", 1, 1, record=reading.record_id)
    address = f"/en/e/{played.event.slug}/{played.section.slug}/round/1/table/1/"
    game = played.client("anonymous").get(address)
    assert game.status_code == 200
    assert "3. Black: A8, captures 1 stone" in game.content.decode()
    assert "takes the corner" not in game.content.decode()


@pytest.mark.slow
def test_a_faulty_record_is_corrected_or_accepted_with_a_reason(played: World, text: Text) -> None:
    reading = hand_in(played, WEIQI_FAULTY)
    assert reading.state == "faulty"
    assert [finding["code"] for finding in reading.data["findings"]] == ["forbidden-point"] * 2
    page = text(played.get("bob", "record", 1, 1))
    assert "“W[aa]” is suicide (article 5)" in page
    assert "Accept with errors" in page
    fixed = played.post("carol", "prefill_record", 1, 1, fix="0-0", text=WEIQI_FAULTY.decode())
    assert "SZ[9]KM[5.5]" in fixed.content.decode()
    accept = {"record": reading.record_id}
    assert played.post("bob", "accept_record", 1, 1, **accept).status_code == 422
    assert played.post("bob", "accept_record", 1, 1, reason="as played", **accept).status_code == 302


def test_the_sections_rulebook_judges(played: World) -> None:
    """Round the board of two lines: a cycle of six plies is a finding, and illegal by the letter."""
    cycle = b"(;SZ[2];B[bb];W[aa];B[ba];W[ab];B[bb];W[ba];B[bb])"
    reading = hand_in(played, cycle)
    assert (reading.state, [item["code"] for item in reading.data["findings"]]) == ("valid", ["cycle"])
    played.section.rulebook = "weiqi-strict"
    played.section.save()
    reading = hand_in(played, cycle, seen=reading.record_id, reason="by the letter")
    assert (reading.state, reading.data["faults"][0]["code"]) == ("faulty", "repetition")


def test_another_games_record_has_no_game_in_it(played: World, text: Text) -> None:
    assert hand_in(played, GOOD).state == "unreadable"
    page = text(played.get("bob", "record", 1, 1))
    assert "no game found" in page
    assert "Accept" not in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("record", "options", "message"),
    [
        ("SZ[9]", {}, ["The record is on a 9-line board; this section plays on 19 lines."]),
        ("SZ[9]", {"size": 9}, []),
        ("SZ[19]", {"size": 13}, ["The record is on a 19-line board; this section plays on 13 lines."]),
        ("KM[5.5]", {}, []),
        ("", {"compensation": 15}, []),
        ("KM[7.5]", {}, ["The komi in the record is 3¾ stones; in this section it is 2¾."]),
        ("KM[-7.5]", {}, ["The komi in the record is -3¾ stones; in this section it is 2¾."]),
        (
            "KM[0]HA[2]AB[dd][pp]",
            {},
            ["2 handicap stones, but this section has no handicap rule", "is 0 stones"],
        ),
        ("KM[5.5]HA[2]AB[dd][pp]", {"handicap_return": 4}, []),
        ("KM[7.5]HA[2]AB[dd][pp]", {"handicap_return": 4}, []),
        ("KM[6.5]HA[2]AB[dd][pp]", {"handicap_return": 4}, ["is 3¼ stones; in this section it is 3¾."]),
    ],
)
def test_what_is_not_as_the_section_settled_is_told_and_nothing_is_refused(
    played: World, text: Text, record: str, options: dict[str, int], message: list[str]
) -> None:
    played.section.options = {"weiqi": options}
    played.section.save()
    first = "W[cc]" if "HA" in record else "B[cc]"
    reading = hand_in(played, f"(;GM[1]{record};{first})".encode())
    assert reading.state == "valid"
    page = text(played.get("bob", "record", 1, 1))
    assert ("Differs from this section's settings" in page) is bool(message)
    assert page.count("in this section it is") + page.count(" this section plays") + page.count(
        "no handicap rule"
    ) == len(message)
    for sentence in message:
        assert sentence in page
    assert played.post("bob", "accept_record", 1, 1, record=reading.record_id).status_code == 302
