"""Two people at the record of one game, on PostgreSQL; first without the lock of the round."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.acts import records
from games.acts.records import accept_record, submit_record
from games.models import GameRecord, RecordAcceptance
from games.queries.records import current_record
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from tests.cast import Cast, pairing_of
from tests.games.acts.claiming import handed_in
from tests.games.record_texts import FAULTY, GOOD
from tests.races import A_MOMENT, gate, journal, kinds, locking, together, without_locks

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def hand_in(cast: Cast, raw: bytes, by: User, **more: Any) -> Callable[[], Any]:
    return partial(submit_record, pairing=pairing_of(cast), raw=raw, by=by, **more)


@locking
@pytest.mark.parametrize("other", [FAULTY, GOOD], ids=["another record", "the same record"])
def test_two_hand_in_at_one_moment(
    published: Cast, monkeypatch: pytest.MonkeyPatch, other: bytes, *, locked: bool
) -> None:
    """Without the lock both find nothing there: the constraint keeps the second out, unexplained."""
    if not locked:
        without_locks(monkeypatch)
    gate(monkeypatch, records, "current_record")
    got = together(
        hand_in(published, GOOD, published.carol, seen=None),
        hand_in(published, other, published.dave, seen=None),
    )
    assert GameRecord.objects.count() == journal("submit_record") == 1
    record = GameRecord.objects.get()
    if not locked:
        assert kinds(got) == ["IntegrityError", "dict"]
    elif other == GOOD:
        assert got == [{"record": record.pk}] * 2
    else:
        assert kinds(got) == ["Conflict", "dict"]
        [conflict] = [answer for answer in got if isinstance(answer, Conflict)]
        assert (conflict.params["record"], conflict.params["by"]) == (record.pk, str(record.by))


@locking
def test_two_correct_one_record_at_one_moment(
    published: Cast, monkeypatch: pytest.MonkeyPatch, *, locked: bool
) -> None:
    first = handed_in(published, FAULTY)
    if not locked:
        without_locks(monkeypatch)
    gate(monkeypatch, records, "current_record")
    got = together(
        hand_in(published, GOOD, published.carol, seen=first.pk, reason="misread"),
        hand_in(published, GOOD + b"4. R2+6", published.dave, seen=first.pk, reason="one more"),
    )
    assert kinds(got) == ["Conflict" if locked else "IntegrityError", "dict"]
    assert GameRecord.objects.filter(supersedes=first).count() == 1


@locking
def test_two_accept_at_one_moment(published: Cast, monkeypatch: pytest.MonkeyPatch, *, locked: bool) -> None:
    record = handed_in(published, GOOD)
    if not locked:
        without_locks(monkeypatch)
    gate(monkeypatch, records, "game_facts")
    got = together(
        *(partial(accept_record, record=record, by=who) for who in (published.bob, published.dave))
    )
    assert kinds(got) == ["Refusal" if locked else "IntegrityError", "dict"]
    assert [answer.code for answer in got if isinstance(answer, Refusal)] == ["record-accepted"] * locked
    assert RecordAcceptance.objects.count() == journal("accept_record") == 1


def test_a_double_tap_at_one_moment_is_one_act(published: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    gate(monkeypatch, records, "current_record")
    first, second = together(*[hand_in(published, GOOD, published.carol, seen=None, once="tap")] * 2)
    assert first == second
    assert journal("submit_record") == 1


@locking
def test_one_corrects_while_the_other_accepts(
    published: Cast, monkeypatch: pytest.MonkeyPatch, *, locked: bool
) -> None:
    """Without the lock a record is accepted after its correction has come in."""
    record = handed_in(published, FAULTY)
    accepted, corrected = threading.Event(), threading.Event()
    already_corrected: list[bool] = []
    publish = records.pages.record_accepted

    def slowly(record: GameRecord) -> None:
        publish(record)
        accepted.set()
        already_corrected.append(corrected.wait(A_MOMENT * 5))

    def correct() -> dict[str, object]:
        assert accepted.wait(A_MOMENT * 10)
        answer = hand_in(published, GOOD, published.carol, seen=record.pk, reason="misread")()
        corrected.set()
        return dict(answer)

    monkeypatch.setattr(records.pages, "record_accepted", slowly)
    if not locked:
        without_locks(monkeypatch)
    got = together(
        partial(accept_record, record=record, by=published.bob, reason="as far as it goes"), correct
    )
    assert kinds(got) == ["dict", "dict"]
    assert already_corrected == [not locked]
    current = current_record(pairing_of(published))
    assert current is not None
    assert current.supersedes == record
