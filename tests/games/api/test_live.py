"""Running games by token: plies, whole games, many tables; every call may be repeated."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from games.acts.live import streams
from games.models import LiveEvent, LiveGame
from games.queries.live import game_id
from portal.api.authentication import ByCaller
from tests.portal.api.callers import Caller
from tests.portal.api.described import faults
from tests.world import World
from tournaments.models import Pairing, Section

ROUND = "/api/v1/events/cup/sections/men/rounds/1"
LIVE = f"{ROUND}/tables/1/games/1/live"
LINE = ["h2e2", "h9g7", "h0g2", "i9h9"]


@pytest.fixture(autouse=True)
def nobody_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ByCaller, "THROTTLE_RATES", {**ByCaller.THROTTLE_RATES, "live": "6000/s"})


@pytest.fixture
def carol(drawn: World) -> Caller:
    drawn.published()
    return Caller(drawn.users["carol"])


def plies(*moves: str, first: int = 1, key: str = "k") -> dict[str, Any]:
    sent = [{"ply": ply, "move": move, "key": f"{key}{ply}"} for ply, move in enumerate(moves, first)]
    return {"plies": sent}


def sent(caller: Caller, body: dict[str, Any], address: str = LIVE) -> dict[str, Any]:
    answer = caller.post(address, body)
    assert answer.status_code == 200, answer.json()
    answered: dict[str, Any] = answer.json()
    kind = "LiveAnswer" if "tables" in address else "TablesAnswer"
    assert faults(kind, answered) == []
    return answered


@pytest.mark.slow
def test_plies_are_sent_one_by_one_and_all_at_once_and_again(carol: Caller) -> None:
    first = sent(carol, plies("C2=5", "马8进7"))
    assert (first["moves"], first["head"], first["seq"], first["over"]) == (LINE[:2], 2, 2, "")
    assert [item["code"] for item in first["answers"]] == ["taken", "taken"]
    assert sent(carol, plies("C2=5", "马8进7"))["answers"] == first["answers"]
    assert sent(carol, {"text": " ".join(LINE)})["moves"] == LINE
    assert sent(carol, {"text": " ".join(LINE)})["answers"][0]["code"] == "already-there"
    assert LiveEvent.objects.count() == 4
    read = carol.get(LIVE).json()
    assert faults("LiveState", read) == []
    assert (read["moves"], read["table"], read["game"]) == (LINE, 1, 1)


@pytest.mark.slow
def test_a_relay_sends_pgn_as_it_is(carol: Caller) -> None:
    pgn = '[Event "x"]\n[Red "?"]\n\n1. C2=5 H8+7 2. H2+3 R9=8 *\n'
    for _ in range(10):
        answer = carol.client.post(
            LIVE,
            pgn.encode(),
            content_type="application/x-chess-pgn",
            headers={"Authorization": f"Bearer {carol.made.secret}"},
        )
        assert (answer.status_code, answer.json()["moves"]) == (200, LINE)
    assert LiveEvent.objects.count() == 4
    shorter = sent(carol, {"text": LINE[0]})
    assert shorter["moves"] == LINE, "a late copy takes nothing back"
    assert sent(carol, {"text": LINE[0], "back": True})["moves"] == LINE[:1]


def test_what_a_whole_game_says_after_a_word_that_is_no_move(carol: Caller) -> None:
    answer = carol.post(LIVE, {"text": "1. C2=5 H8+7 2. nonsense"})
    assert (answer.status_code, answer.json()["code"]) == (422, "live-unreadable")
    assert LiveGame.objects.get().moves == LINE[:2], "what came before it stays"


def test_an_illegal_move_of_a_relay_is_kept_as_it_was_played(carol: Caller) -> None:
    assert sent(carol, {"text": "1. C2=5 H8+7 2. h0h2 R9=8"})["certain_to"] == 2
    assert LiveGame.objects.get().moves == [*LINE[:2], "h0h2", "i9h9"]


BAD: dict[str, tuple[dict[str, Any], int, str]] = {
    "out of order": (plies("h0g2", first=5), 409, "live-ply-missing"),
    "no move": (plies("hello", first=3), 422, "live-unreadable"),
    "another move": (plies("b2e2", key="x"), 409, "live-another-move-stands"),
    "nothing": ({}, 422, "invalid"),
    "both": ({"text": "x", **plies("h2e2")}, 422, "invalid"),
    "too many": (plies(*["h2e2"] * 601), 422, "live-too-many"),
    "no ply": ({"plies": [{"ply": 0, "move": "h2e2"}]}, 422, "invalid"),
    "a long move": (plies("h" * 10_000, first=3), 422, "invalid"),
    "a long game": ({"text": "x" * 1_000_001}, 422, "invalid"),
    "a start that is none": ({"start": "what", **plies("h0g2", first=3)}, 200, ""),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_taken_gets_a_sentence_and_loses_nothing(carol: Caller, name: str) -> None:
    sent(carol, plies(*LINE[:2]))
    body, status, code = BAD[name]
    answer = carol.post(LIVE, body)
    assert (answer.status_code, answer.json().get("code", "")) == (status, code)
    assert LiveGame.objects.get().moves[:2] == LINE[:2]
    assert answer.json().get("detail", "-")


def test_another_move_names_what_stands_and_is_kept_beside_the_line(carol: Caller) -> None:
    sent(carol, plies(*LINE[:2]))
    refused = carol.post(LIVE, plies("b2e2", key="x")).json()
    assert refused["params"]["stands"] == "h2e2"
    assert "h2e2 (program, " in refused["detail"]
    seen = {"plies": [{"ply": 2, "move": "b9c7", "seen": LiveGame.objects.get().seq}]}
    assert sent(carol, seen)["answers"][0]["code"] == "replaced"


@pytest.mark.parametrize("ended", [False, True])
def test_what_is_kept_beside_the_line_has_the_same_answer_from_every_process(
    carol: Caller, drawn: World, *, ended: bool
) -> None:
    sent(carol, plies(*LINE[:2]))
    if ended:
        drawn.post("carol", "referee_result", 1, 1, value="1-0", table=1)
    answers = []
    for _ in range(2):
        answers.append(carol.post(LIVE, plies("b2e2", first=2, key="x")))
        # Another process has the stream from what is stored.
        streams.take(LiveGame.objects.get().pk)
    assert [answer.status_code for answer in answers] == [409, 409]
    assert answers[0].json()["code"] == ("live-over" if ended else "live-another-move-stands")
    assert answers[0].json()["detail"] == answers[1].json()["detail"]
    assert LiveEvent.objects.filter(kind="objection").count() == 1


def test_a_clock_that_cannot_be_is_named_and_the_ply_is_taken(carol: Caller) -> None:
    body = {"plies": [{"ply": 1, "move": "h2e2", "clock_first": -5, "clock_second": 3000}]}
    answer = sent(carol, body)
    assert answer["answers"][0] == {"code": "taken", "message": "Taken.", "clocks_refused": ["-5"]}
    assert (answer["clock_first"], answer["clock_second"]) == (None, 3000)


def test_take_back_and_flag(carol: Caller, drawn: World) -> None:
    sent(carol, plies(*LINE))
    assert sent(carol, {"ply": 3, "reason": "slip"}, f"{LIVE}/take-back")["moves"] == LINE[:3]
    Section.objects.update(rulebook="tiantian2020")
    assert sent(carol, {"side": "second"}, f"{LIVE}/flag")["over"] == ""
    assert LiveGame.objects.get().prompts[-1]["code"] == "time"


def test_a_ply_after_the_end_says_so_and_is_kept_beside_the_line(carol: Caller, drawn: World) -> None:
    sent(carol, plies(*LINE[:2]))
    drawn.post("carol", "referee_result", 1, 1, value="1-0", table=1)
    for _ in range(2):
        answer = carol.post(LIVE, plies("h0g2", first=3))
        assert (answer.status_code, answer.json()["code"]) == (409, "live-over"), answer.json()
        assert "result" in answer.json()["detail"]
    game = LiveGame.objects.get()
    assert (game.moves, game.over) == (LINE[:2], "result")
    assert [objection[:2] for objection in game.objections] == [[3, "h0g2"]]


def test_the_games_of_a_round_find_their_tables(carol: Caller) -> None:
    tables = {item.table: item for item in Pairing.objects.filter(round__number=1, table__isnull=False)}
    second = Pairing.objects.select_related("round__section__event").get(pk=tables[2].pk)
    pgn = (
        f'[GameId "{game_id(second)}"]\n\n1. C2=5 *\n\n'
        '[Round "1.1"]\n\n1. H2+3 H8+7 *\n\n'
        '[Event "elsewhere"]\n\n1. C8=5 *\n'
    )
    lines = sent(carol, {"text": pgn}, f"{ROUND}/live")["games"]
    assert [(item["table"], item["head"], item["code"]) for item in lines] == [
        (2, 1, "taken"),
        (1, 2, "taken"),
        (None, None, "record-without-place"),
    ]
    assert {game.pairing.table: game.moves for game in LiveGame.objects.all()} == {
        1: ["h0g2", "h9g7"],
        2: ["h2e2"],
    }
    again = sent(carol, {"text": pgn}, f"{ROUND}/live")["games"]
    assert [item["code"] for item in again[:2]] == ["already-there"] * 2


def test_weiqi_is_sent_as_points_and_as_sgf(drawn: World) -> None:
    drawn.published()
    Section.objects.filter(pk=drawn.section.pk).update(game="weiqi", rulebook="weiqi")
    carol = Caller(drawn.users["carol"])
    assert sent(carol, plies("pd", "--"))["moves"] == ["pd", "--"]
    assert sent(carol, {"text": "(;GM[1]FF[4]SZ[19];B[pd];W[];B[dd])"})["moves"] == ["pd", "--", "dd"]


def test_who_may_send(drawn: World) -> None:
    drawn.published()
    assert Caller(drawn.users["carol"], "read", "results").post(LIVE, plies("h2e2")).status_code == 403
    assert Caller(drawn.users["charlie"]).post(LIVE, plies("h2e2")).status_code == 404
    assert (
        Caller(drawn.users["carol"]).post(LIVE.replace("tables/1", "tables/99"), plies("h2e2")).status_code
        == 404
    )
    assert not LiveGame.objects.exists()


def test_more_than_a_token_may_send_is_refused_for_a_second(
    carol: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ByCaller, "THROTTLE_RATES", {**ByCaller.THROTTLE_RATES, "live": "2/min"})
    cache.clear()
    assert [carol.post(LIVE, plies(LINE[0])).status_code for _ in range(3)] == [200, 200, 429]
    cache.clear()
