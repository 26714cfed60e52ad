"""The service that reads and judges without keeping, and the records of tables by token."""

from __future__ import annotations

from base64 import b64encode

import pytest
from django.test import Client

from games.demo import games_of_record
from games.models import GameRecord
from portal import outbox
from portal.journal.models import JournalEntry
from portal.sandbox import parent
from tests.portal.api.callers import Caller
from tests.portal.api.described import faults
from tests.world import World
from tournaments.models import Player

CHECK = "/api/v1/records/check"
GAME = "/api/v1/events/cup/sections/men/rounds/1/tables/1/games/1"
LISTED = "1. 炮二平五 馬8进7 2. 马二进三 車9平8"
SGF = "(;GM[1]FF[4]SZ[9]KM[7];B[ee];W[gc];B[ee])"


def check(client: Client, **body: object) -> dict[str, object]:
    answer = client.post(CHECK, body, content_type="application/json")
    assert answer.status_code == 200, answer.json()
    data: dict[str, object] = answer.json()
    assert faults("Checked", data) == []
    return data


@pytest.mark.slow
def test_a_record_is_judged_and_nothing_is_kept(db: None, client: Client) -> None:
    result = check(client, text=LISTED, rulebooks=["wxc2015", "axf", "weiqi"])
    assert (result["valid"], result["plies"], result["faults"], result["findings"]) == (True, 4, [], [])
    assert result["moves"]["iccs"] == ["h2e2", "h9g7", "h0g2", "i9h9"]  # type: ignore[index]
    wrong = check(client, text=LISTED.replace("马二进三", "马二进五"))
    [fault] = wrong["faults"]  # type: ignore[misc]
    assert (wrong["valid"], fault["ply"], fault["text"]) == (False, 3, "马二进五")
    assert fault["message"]
    assert fault["candidates"]
    weiqi = check(client, file=b64encode(SGF.encode()).decode(), rulebooks=["weiqi-strict"])
    assert (weiqi["game"], weiqi["valid"]) == ("weiqi", False)
    assert weiqi["faults"][0]["message"]  # type: ignore[index]
    two = check(client, text='[Result "*"]\n\n1. C2=5 *\n\n[Result "*"]\n\n1. C8=5 *\n', format="pgn")
    assert two["others"] == 1
    assert not GameRecord.objects.exists()
    assert not JournalEntry.objects.exists()


@pytest.mark.slow
def test_repetition_is_found_by_the_rulebook_that_is_named(db: None, client: Client) -> None:
    longest = max(games_of_record(), key=lambda game: len(game.moves))
    moves = " ".join(map(str, longest.moves[:40]))
    assert check(client, text=moves)["valid"] is True
    chased = "h2e2 h9g7 " + "e2d2 i9i8 d2e2 i8i9 " * 8
    result = check(client, text=chased, rulebooks=["xiangqi-com", "tiantian2020"])
    collected = {finding["rulebook"] for finding in result["findings"]}  # type: ignore[attr-defined]
    assert collected, "the same position came eight times"


BAD: dict[str, tuple[dict[str, object], str]] = {
    "nothing": ({}, "invalid"),
    "both": ({"text": "x", "file": "eA=="}, "invalid"),
    "blank": ({"text": "   "}, "record-empty"),
    "no base64": ({"file": "***"}, "record-not-base64"),
    "an unknown format": ({"text": "x", "format": "doc"}, "invalid"),
    "an unknown rulebook": ({"text": "x", "rulebooks": ["chess"]}, "invalid"),
    "an unknown field": ({"text": "x", "colour": 1}, "invalid"),
    "too long": ({"text": "x" * 1_000_001}, "invalid"),
}


def test_what_cannot_be_a_record_is_refused(db: None, client: Client) -> None:
    for name, (body, code) in BAD.items():
        answer = client.post(CHECK, body, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (422, code), name
    large = client.post(CHECK, {"text": "x" * 10_000_000}, content_type="application/json")
    assert (large.status_code, large.json()["code"]) == (413, "too-large")


def test_while_too_much_is_read_programs_are_told_when_to_come_again(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parent, "WAIT", 0.01)
    places = [parent.children._places.acquire() for _ in range(parent.MOST_AT_ONCE)]
    try:
        answer = client.post(CHECK, {"text": LISTED}, content_type="application/json")
    finally:
        for _ in places:
            parent.children._places.release()
    assert (answer.status_code, answer.json()["code"]) == (503, "away")
    assert int(answer.headers["Retry-After"]) > 0
    assert check(client, text=LISTED)["plies"] == 4


@pytest.mark.slow
def test_a_record_is_handed_in_corrected_and_accepted_by_programs(drawn: World, client: Client) -> None:
    drawn.published()
    carol, bob = Caller(drawn.users["carol"]), Caller(drawn.users["bob"])
    record = {"text": LISTED}
    made = carol.post(f"{GAME}/records", record, Idempotency_Key="r")
    assert (made.status_code, faults("RecordRef", made.json())) == (201, [])
    assert carol.post(f"{GAME}/records", record, Idempotency_Key="r").json() == made.json()
    second = carol.post(f"{GAME}/records", {"text": LISTED + " 3. 兵七进一"})
    assert (second.status_code, second.json()["code"]) == (409, "record-conflict")
    assert (second.json()["params"]["yours"], second.json()["params"]["theirs"]) == (
        None,
        made.json()["record"],
    )
    outbox.drain()
    listed = carol.get(f"{GAME}/records").json()
    assert faults("RecordPages", listed) == []
    assert [(row["state"], row["accepted"]) for row in listed["results"]] == [("valid", False)]
    accept = f"{GAME}/records/{made.json()['record']}/accept"
    assert carol.post(accept, {}).status_code == 403
    assert bob.post(accept, {}).status_code == 200
    assert bob.post(accept, {}).json()["code"] == "record-accepted"
    outbox.drain()
    [line] = client.get("/api/v1/events/cup/sections/men/games?round=1").json()["results"]
    game = client.get(line["url"]).json()
    assert faults("Game", game) == []
    assert game["record"]["plies"] == 4
    assert game["first"] == line["first"]
    assert client.get("/api/v1/events/cup/sections/men/games?player=99").json()["results"] == []
    Player.objects.filter(event=drawn.event).update(name="Li Wei", native_name="", federation="CHN")
    [line] = client.get("/api/v1/events/cup/sections/men/games").json()["results"]
    assert line["first"] | {"number": 0} == line["second"] | {"number": 0}
    assert line["first"]["number"] != line["second"]["number"], "a number tells players of one name apart"


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 3])
def test_lists_of_games_cost_the_same_for_any_number(
    count: int,
    drawn: World,
    client: Client,
    django_assert_num_queries,
) -> None:
    drawn.published()
    carol, bob = Caller(drawn.users["carol"]), Caller(drawn.users["bob"])
    for table in range(1, count + 1):
        there = GAME.replace("tables/1", f"tables/{table}")
        made = carol.post(f"{there}/records", {"text": LISTED}).json()
        outbox.drain()
        assert bob.post(f"{there}/records/{made['record']}/accept", {}).status_code == 200
    with django_assert_num_queries(4):
        listed = client.get("/api/v1/events/cup/sections/men/games").json()
    assert faults("GameLinePages", listed) == []
    assert len(listed["results"]) == count
    with django_assert_num_queries(5):
        assert len(carol.get(f"{GAME}/records").json()["results"]) == 1
