"""Handing in, correcting and accepting records, and what the worker makes of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from games.acts.records import MOST_BYTES, accept_record, submit_record
from games.models import GameRecord, RecordReading
from games.queries.records import accepted_record, current_record
from portal import outbox
from portal.journal.models import JournalEntry
from portal.policy import Conflict, Denied, Refusal
from portal.published import Page
from tests.cast import Cast
from tests.games.acts.claiming import handed_in
from tests.games.record_texts import FAULTY, GOOD, NOTHING
from tournaments.acts.results import report_result
from tournaments.models import Pairing, ResultReport


def pairing_of(cast: Cast, table: int = 1) -> Pairing:
    return Pairing.objects.select_related("round__section__event").get(round=cast.round(1), table=table)


def test_a_record_is_kept_as_it_came_and_read(published: Cast) -> None:
    raw = b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n") + b"\r\n\r\n"
    record = handed_in(published, raw, filename="table-1.txt")
    assert bytes(record.source.raw) == raw
    assert record.source.filename == "table-1.txt"
    reading = record.reading
    assert reading.state == RecordReading.State.VALID
    assert reading.data["moves"]["english"] == ["C2=5", "H8+7", "H2+3", "R9=8", "R1=2", "C2=5"]
    assert reading.data["moves"]["chinese"][0] == "炮二平五"
    entry = JournalEntry.objects.get(act="submit_record")
    assert entry.after == {"record": record.pk, "table": 1, "bytes": len(raw)}


def test_the_same_bytes_from_somebody_else_are_the_record_that_is_there(published: Cast) -> None:
    first = handed_in(published, GOOD)
    answer = submit_record(pairing=pairing_of(published), raw=GOOD, seen=None, by=published.dave)
    assert answer == {"record": first.pk}
    assert GameRecord.objects.count() == 1


def test_who_comes_second_with_another_record_sees_both(published: Cast) -> None:
    first = handed_in(published, GOOD)
    with pytest.raises(Conflict) as refusal:
        submit_record(pairing=pairing_of(published), raw=FAULTY, seen=None, by=published.dave)
    assert refusal.value.code == "record-conflict"
    assert refusal.value.params["record"] == first.pk
    assert current_record(pairing_of(published)) == first


def test_a_correction_supersedes_and_says_why(published: Cast) -> None:
    first = handed_in(published, FAULTY)
    with pytest.raises(Refusal, match="reason-needed"):
        handed_in(published, GOOD, reason=" ")
    second = handed_in(published, GOOD, reason="line 3 misread")
    assert second.supersedes == first
    assert current_record(pairing_of(published)) == second
    assert bytes(first.source.raw) == FAULTY
    assert first.reading.state == RecordReading.State.FAULTY


def test_the_same_bytes_handed_in_knowingly_are_read_anew(published: Cast) -> None:
    """The reader may have broken down over them, or know more by now."""
    first = handed_in(published, GOOD)
    second = handed_in(published, GOOD, reason="read it again")
    assert second.supersedes == first
    assert second.reading.state == RecordReading.State.VALID


def test_records_cannot_be_rewritten_even_in_sql(published: Cast) -> None:
    handed_in(published, GOOD)
    with pytest.raises(IntegrityError, match="insert-only"), transaction.atomic(), connection.cursor() as sql:
        sql.execute("UPDATE games_gamerecord SET reason = 'x'")


@pytest.mark.parametrize(
    ("raw", "kind", "code"),
    [
        (b"", "auto", "record-empty"),
        (b" \r\n\t", "auto", "record-empty"),
        (b"(" * (MOST_BYTES + 1), "auto", "record-too-large"),
        (b"(" * 100_000_000, "auto", "record-too-large"),
        (GOOD, "docx", "unknown-format"),
        (b"\xff\xd8\xff\xe0 JFIF", "auto", "record-is-picture"),
    ],
    ids=["empty", "blank", "1 MB and a byte", "100 MB", "format", "picture"],
)
def test_what_is_not_taken(published: Cast, raw: bytes, kind: str, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        submit_record(pairing=pairing_of(published), raw=raw, kind=kind, by=published.carol)
    assert refusal.value.code == code
    assert not GameRecord.objects.exists()


@pytest.mark.slow
def test_a_megabyte_is_taken_and_read(published: Cast) -> None:
    record = handed_in(published, b"(" * MOST_BYTES)
    assert record.reading.state == RecordReading.State.UNREADABLE
    assert record.reading.data["faults"]


def test_before_the_round_is_public_and_without_a_right(drafted: Cast) -> None:
    pairing = pairing_of(drafted)
    with pytest.raises(Refusal, match="state"):
        submit_record(pairing=pairing, raw=GOOD, by=drafted.carol)
    with pytest.raises(Denied):
        submit_record(pairing=pairing, raw=GOOD, by=drafted.charlie)


def test_accepting_publishes_the_game(published: Cast) -> None:
    record = handed_in(published, GOOD)
    assert not Page.objects.filter(kind="game").exists()
    with pytest.raises(Denied):
        accept_record(record=record, by=published.carol)
    answer = accept_record(record=record, by=published.dave, once="a")
    assert accept_record(record=record, by=published.dave, once="a") == answer
    with pytest.raises(Refusal, match="record-accepted"):
        accept_record(record=record, by=published.bob)
    assert Page.objects.get(kind="game").path == "e/test/men/round/1/table/1/"


def test_a_faulty_record_is_accepted_with_a_reason(published: Cast) -> None:
    record = handed_in(published, FAULTY)
    with pytest.raises(Refusal, match="reason-needed"):
        accept_record(record=record, by=published.bob)
    accept_record(record=record, by=published.bob, reason="the sheet ends here")
    assert record.acceptance.reason == "the sheet ends here"


def test_what_cannot_be_accepted(published: Cast) -> None:
    pairing = pairing_of(published)
    answer = submit_record(pairing=pairing, raw=NOTHING, by=published.carol)
    unread = GameRecord.objects.get(pk=answer["record"])
    with pytest.raises(Refusal, match="record-not-read"):
        accept_record(record=unread, by=published.bob)
    outbox.drain()
    with pytest.raises(Refusal, match="record-unreadable"):
        accept_record(record=unread, by=published.bob, reason="why not")
    handed_in(published, GOOD)
    with pytest.raises(Refusal, match="record-superseded"):
        accept_record(record=unread, by=published.bob, reason="why not")


@pytest.mark.slow
def test_the_public_keeps_the_accepted_game_until_its_correction_is_accepted(published: Cast) -> None:
    first = handed_in(published, GOOD)
    accept_record(record=first, by=published.bob)
    second = handed_in(published, GOOD + b"4. R2+6")
    assert accepted_record(first.pairing_id) == first
    accept_record(record=second, by=published.bob)
    assert accepted_record(first.pairing_id) == second


def test_reading_twice_leaves_one_reading(published: Cast) -> None:
    """A worker that was killed after computing is followed by another."""
    record = handed_in(published, GOOD)
    outbox.enqueue("read-record", key="again", payload={"record": record.pk}, priority=outbox.RECORDS)
    outbox.drain()
    assert RecordReading.objects.filter(record=record).count() == 1
    assert outbox.latest("again").state == "done"  # type: ignore[union-attr]


TIMED = b'[Result "1-0"]\n[Termination "time forfeit"]\n\n' + GOOD + b"1-0\n"


@pytest.mark.parametrize(
    ("value", "cause", "after"),
    [("1-0", "", "time"), ("1-0", "resignation", "resignation"), ("0-1", "", "")],
    ids=["said by the record alone", "said already", "another result"],
)
def test_an_accepted_record_says_how_the_game_ended(
    published: Cast, value: str, cause: str, after: str
) -> None:
    record = handed_in(published, TIMED)
    entered: dict[str, Any] = {"value": value, "cause": cause, "confirmed": True, "seen": None}
    report_result(round_=published.round(1), table=1, by=published.bob, **entered)
    accept_record(record=record, by=published.dave)
    report = ResultReport.objects.in_force().get(pairing=pairing_of(published))
    assert (report.value, report.cause) == (value, after)


def test_a_record_enters_no_result(published: Cast) -> None:
    accept_record(record=handed_in(published, TIMED), by=published.dave)
    assert not ResultReport.objects.exists()
