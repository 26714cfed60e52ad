"""The record's page at the desk; every answer is valid HTML."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.acts.records import MOST_BYTES
from games.models import GameRecord, RecordSource
from games.queries.records import current_record
from tests.cached_worlds import remembered
from tests.decoders import forbid
from tests.games.record_texts import FAULTY, GOOD, NOTHING
from tests.working import compute
from tests.world import World, count
from tournaments.models import Pairing, Seat

Text = Callable[[Any], str]


@pytest.fixture
@remembered
def played(drawn: World) -> World:
    """Round 1 is public, without results."""
    drawn.published()
    return drawn


def current(world: World, table: int = 1) -> GameRecord:
    record = current_record(Pairing.objects.get(round=world.round(), table=table))
    assert record is not None
    return record


def hand_in(world: World, text: bytes = GOOD, who: str = "carol", table: int = 1, **more: Any) -> Any:
    answer = world.post(who, "submit_record", 1, table, text=text.decode(), **more)
    compute()
    return answer


def page(world: World, who: str = "bob", table: int = 1) -> Any:
    return world.get(who, "record", 1, table)


@pytest.mark.slow
def test_from_nothing_to_an_accepted_game(played: World, text: Text) -> None:
    assert "Submit record" in text(page(played, "carol"))
    answer = hand_in(played)
    assert (answer.status_code, answer["Location"]) == (302, played.url("record", 1, 1))
    page_text = text(page(played))
    assert "no errors" in page_text
    assert "C2=5" in page_text
    assert "炮二平五" in page_text
    assert "Accept record" in page_text
    answer = played.post("bob", "accept_record", 1, 1, record=current(played).pk)
    assert answer.status_code == 302
    page_text = text(page(played))
    address = f"/en/e/{played.event.slug}/{played.section.slug}/round/1/table/1/"
    assert f'href="{address}"' in page_text
    assert "Accept record" not in page_text
    game = played.client("anonymous").get(address)
    assert game.status_code == 200
    assert "炮二平五" in game.content.decode()


def test_while_it_is_read_the_page_says_so_and_reloads_when_done(played: World, text: Text) -> None:
    played.post("carol", "submit_record", 1, 1, text=GOOD.decode())
    assert "Reading the record" in text(page(played))
    progress = played.get("carol", "record_progress", 1, 1)
    assert "Reading the record" in text(progress)
    compute()
    assert played.get("carol", "record_progress", 1, 1)["HX-Refresh"] == "true"


def test_a_file_is_kept_byte_by_byte_and_given_back(played: World) -> None:
    raw = GOOD.replace(b"\n", b"\r\n") + "；和".encode("gb18030")
    file = SimpleUploadedFile("桌 1.txt", raw)
    answer = played.client("carol").post(played.url("submit_record", 1, 1), {"file": file, "once": "f"})
    assert answer.status_code == 302
    record = current(played)
    assert bytes(record.source.raw) == raw
    back = played.get("erin", "record_source", 1, 1, record.pk)
    assert back.content == raw
    assert back["Content-Type"] == "application/octet-stream"
    assert back["Content-Disposition"].startswith("attachment")
    other = played.get("erin", "record_source", 1, 2, record.pk)
    assert other.status_code == 404


@pytest.mark.slow
def test_faults_stand_with_line_ply_text_and_what_would_be_legal(played: World, text: Text) -> None:
    hand_in(played, FAULTY)
    page_text = text(page(played, "carol"))
    assert "2 errors" in page_text
    assert "<strong>move 3 of Red</strong>, line 3" in page_text
    assert "“C2=3”: no such piece there" in page_text
    assert "Go to move 3 of Red" in page_text
    assert page_text.count('name="fix"') > 2
    for late in ("C2=3", "C2=5", "R1=2", "R8+9"):
        assert f'<span class="text">{late}</span>' in page_text
    assert "Accept the first 4 moves of both sides" not in page_text
    assert "Accept the first 4 moves of both sides" in text(page(played, "bob"))
    assert 'name="fix"' not in text(page(played, "erin"))


@pytest.mark.slow
def test_a_candidate_prefills_the_correction(played: World, text: Text) -> None:
    hand_in(played, FAULTY)
    fault = current(played).reading.data["faults"][0]
    typed = FAULTY.decode() + "{a remark}\n"
    answer = played.post("carol", "prefill_record", 1, 1, fix="0-0", text=typed)
    page_text = answer.content.decode()
    area = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", page_text, re.DOTALL)
    assert area is not None
    assert area[1].split("\n")[2] == f"3. {fault['candidates'][0]} C2=5"
    assert "{a remark}" in area[1]
    assert f'value="move 3 of Red: {fault["candidates"][0]}"' in page_text
    assert GameRecord.objects.count() == 1
    gone = played.post("carol", "prefill_record", 1, 1, fix="0-0", text="1. C2=5", reason="mine")
    assert "“C2=3” is no longer in the text." in text(gone)
    assert 'value="mine"' in text(gone)
    for nonsense in ("", "9-0", "0-99", "x-y", "0"):
        assert played.post("carol", "prefill_record", 1, 1, fix=nonsense).status_code == 404


@pytest.mark.slow
def test_a_correction_needs_a_reason_and_keeps_what_was_typed(played: World, text: Text) -> None:
    hand_in(played, FAULTY)
    first = current(played)
    answer = hand_in(played, GOOD, seen=first.pk)
    assert answer.status_code == 422
    assert "Give a reason; it is recorded in the journal." in text(answer)
    assert "3. R1=2 C2=5" in answer.content.decode()
    assert hand_in(played, GOOD, seen=first.pk, reason="line 3").status_code == 302
    assert current(played).supersedes == first
    assert "line 3" in text(page(played))


def test_of_two_the_second_sees_both_and_decides(played: World, text: Text) -> None:
    hand_in(played, FAULTY)
    file = SimpleUploadedFile("mine.pgn", GOOD)
    answer = played.client("dave").post(played.url("submit_record", 1, 1), {"file": file, "once": "d"})
    page_text = text(answer)
    assert answer.status_code == 409
    assert "Two different records" in page_text
    assert "carol submitted a record" in page_text
    assert "C2=3" in page_text
    assert "The file mine.pgn" in page_text
    form = answer.context["form"]
    sent = {name: form[name].value() or "" for name in ("once", "seen", "kept", "kept_name")}
    assert GameRecord.objects.count() == 1
    again = played.client("dave").post(
        played.url("submit_record", 1, 1), {**sent, "reason": "from the sheet"}
    )
    assert again.status_code == 302
    assert bytes(current(played).source.raw) == GOOD
    assert current(played).source.filename == "mine.pgn"


@pytest.mark.slow
def test_what_is_too_large_is_refused(played: World, text: Text) -> None:
    file = SimpleUploadedFile("big.txt", b"(" * (MOST_BYTES + 1))
    answer = played.client("carol").post(played.url("submit_record", 1, 1), {"file": file})
    assert answer.status_code == 422
    assert "The record has 1000001 bytes" in text(answer)
    assert hand_in(played, b"(" * (MOST_BYTES + 1)).status_code == 422
    assert hand_in(played, b"").status_code == 422
    assert not RecordSource.objects.exists()


def test_a_double_tap_is_one_record_and_a_broken_upload_is_told(played: World) -> None:
    for _ in range(2):
        assert played.post("carol", "submit_record", 1, 1, text=GOOD.decode(), once="tap").status_code == 302
    assert GameRecord.objects.count() == 1
    assert played.post("carol", "submit_record", 1, 2, kept="%%%", kept_name="x").status_code == 422


@pytest.mark.slow
def test_what_cannot_be_read_is_kept_and_cannot_be_accepted(played: World, text: Text) -> None:
    hand_in(played, NOTHING)
    page_text = text(page(played))
    assert "unreadable" in page_text
    assert "no game found" in page_text
    assert "Accept" not in page_text
    assert NOTHING.decode() in page_text
    refused = played.post("bob", "accept_record", 1, 1, record=current(played).pk)
    assert refused.status_code == 409
    assert "No move in this record can be read" in text(refused)
    assert played.post("bob", "accept_record", 1, 2, record=current(played).pk).status_code == 404


def test_a_file_that_is_no_text_is_not_put_into_the_correction(played: World) -> None:
    file = SimpleUploadedFile("game.xqf", b"XQ\x12" + bytes(2000))
    played.client("carol").post(played.url("submit_record", 1, 1), {"file": file, "once": "x"})
    compute()
    assert page(played).context["form"]["text"].value() == ""


@pytest.mark.slow
@pytest.mark.parametrize("raw", [GOOD, b"charset" + b" " * 400_000, b"(;CA[" + b" " * 400_000])
def test_a_record_is_decoded_in_children_alone(
    played: World, monkeypatch: pytest.MonkeyPatch, raw: bytes
) -> None:
    forbid(monkeypatch)
    file = SimpleUploadedFile("game.txt", raw)
    sent = played.client("carol").post(played.url("submit_record", 1, 1), {"file": file, "once": "x"})
    assert sent.status_code == 302
    compute()
    assert current(played).reading is not None
    assert page(played).context["form"]["text"].value() == raw.decode()


@pytest.mark.slow
def test_the_round_leads_to_records_and_says_what_is_owed(played: World, text: Text) -> None:
    round_page = text(played.get("carol", "round_desk", 1))
    assert f'href="{played.url("record", 1, 1)}"' in round_page
    assert "records are in" not in round_page
    for table in (1, 2, 3, 4):
        value = {1: "1-0", 2: "0-1", 3: "=", 4: "+-"}[table]
        played.post("carol", "report_result", 1, line=f"{table} {value}")
    hand_in(played)
    page_text = text(played.get("carol", "round_desk", 1))
    assert "1 of 3 records submitted" in page_text
    assert "Table 2: record due from Black" in page_text
    assert "Table 3: record due from Red" in page_text
    assert page_text.count("record due from") == 2


@pytest.mark.slow
def test_who_owes_a_record(played: World, text: Text) -> None:
    """The winner, after a draw Red; a forfeited game has none (WXC 4.2)."""
    assert "No results yet" in text(played.get("carol", "records_owed", 1))
    for table in (1, 2, 3, 4):
        value = {1: "1-0", 2: "0-1", 3: "=", 4: "+-"}[table]
        played.post("carol", "report_result", 1, line=f"{table} {value}")
    round_page = text(played.get("carol", "round_desk", 1))
    assert f'href="{played.url("records_owed", 1)}">View missing records</a>' in round_page
    hand_in(played)
    answer = played.get("carol", "records_owed", 1)
    assert "1 of 3 records submitted." in text(answer)
    lines = answer.context["lines"]
    seats = {(s.pairing.table, s.colour): s.entry for s in seats_of(played)}
    assert [(line["table"], line["debtor"], line["other"]) for line in lines] == [
        (2, seats[2, "second"], seats[2, "first"]),
        (3, seats[3, "first"], seats[3, "second"]),
    ]
    for table in (2, 3):
        assert f'href="{played.url("record", 1, table)}"' in text(answer)
        assert f'href="{played.url("referee", 1, table)}"' in text(answer)
        assert played.get("carol", "record", 1, table).status_code == 200
        hand_in(played, table=table)
    assert "No records missing" in text(played.get("erin", "records_owed", 1))


def test_as_many_queries_for_one_record_owed_as_for_three(played: World) -> None:
    url, result = played.url("records_owed", 1), []
    for tables in ((1,), (2, 3)):
        for table in tables:
            played.post("carol", "report_result", 1, line=f"{table} 1-0")
        result.append(count(played.client("bob"), url))
    assert result[0] == result[1] <= 12


def seats_of(world: World) -> list[Seat]:
    return list(Seat.objects.filter(round=world.round()).select_related("pairing", "entry"))


def test_a_record_against_the_result_is_pointed_out(played: World, text: Text) -> None:
    played.post("carol", "report_result", 1, line="1 0-1")
    hand_in(played, GOOD + b"1-0\n")
    assert "The record says 1-0, but the result entered for the table is different." in text(page(played))


@pytest.mark.slow
def test_records_cost_no_queries_of_their_own(played: World) -> None:
    hand_in(played)
    record, round_ = played.url("record", 1, 1), played.url("round_desk", 1)
    client = played.client("bob")
    collected = [count(client, record), count(client, round_)]
    for number in (1, 2):
        hand_in(played, GOOD + b"4. R2+%d" % number, seen=current(played).pk, reason="more")
        hand_in(played, table=number + 1)
    assert [count(client, record), count(client, round_)] == collected
    assert collected[0] < 20


def test_the_journal_speaks_of_records(played: World, text: Text) -> None:
    hand_in(played)
    played.post("bob", "accept_record", 1, 1, record=current(played).pk)
    journal = text(played.client("alice").get(f"/en/desk/{played.event.slug}/-/journal/"))
    assert "record submitted" in journal
    assert "record accepted" in journal
    denied = played.post("carol", "accept_record", 1, 1, record=current(played).pk)
    assert denied.status_code == 403
    assert "Accept game records" in text(denied)


def test_before_the_round_is_public_there_is_no_record(drawn: World) -> None:
    drawn.paired()
    assert page(drawn).status_code == 404
    assert hand_in(drawn).status_code == 404


SHUFFLED = "1. H2+3 H8+7 2. H3-2 H7-8 3. H2+3 H8+7 4. H3-2 H7-8"
"""The first position for the third time."""


def test_what_the_rulebook_says_while_a_record_is_typed_is_said_at_the_desk(
    played: World, text: Text
) -> None:
    """Each thing once, and no longer than it stands; the players' own pages do not help them."""
    typed = text(played.post("carol", "read_record", 1, 1, text=SHUFFLED))
    assert "move 4 of Black" in typed
    assert "repetition without check or chase: a draw" in typed
    assert ">AXF 11</a>" in typed
    assert "a draw" not in text(played.post("carol", "read_record", 1, 1, text=SHUFFLED + " 5. C2=5"))
    played.section.rulebook = ""
    played.section.save(update_fields=["rulebook"])
    assert "a draw" not in text(played.post("carol", "read_record", 1, 1, text=SHUFFLED))
