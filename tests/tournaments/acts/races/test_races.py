"""Two people at the same moment, on PostgreSQL with real connections.

A *gate* holds everybody who has read until the others have read too, or for a moment when a lock keeps them
away. Each race is run first without its guard, to show that the gate makes the bug happen, then with it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError

from portal import outbox
from portal.accounts.models import User
from portal.outbox.runner import RunOutcome
from portal.policy import Conflict, Refusal
from tests.cast import Cast
from tests.races import PATIENCE, current_values, gate, journal, together, without_locks
from tournaments import tasks
from tournaments.acts import drafts, results, rounds
from tournaments.acts.drafts import pair_round
from tournaments.acts.entering import players
from tournaments.acts.entering.attendance import set_absence, withdraw
from tournaments.acts.entering.players import enter_player
from tournaments.acts.people import delegate_pairing
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.results import report_result
from tournaments.acts.rounds import publish_round
from tournaments.models import Entry, Round, RoundVersion, Seat, Section
from tournaments.queries.progress import pair_key

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def report(cast: Cast, value: str, by: User, **more: Any) -> Callable[[], Any]:
    return partial(report_result, round_=cast.round(1), table=1, value=value, seen=None, by=by, **more)


# --- Two results for one table -----------------------------------------------------------------------------


def test_two_results_without_any_guard_stand_side_by_side(
    published: Cast, without_constraint: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_locks(monkeypatch)
    gate(monkeypatch, results, "last_report")
    got = together(report(published, "1-0", published.carol), report(published, "0-1", published.dave))
    assert all(isinstance(answer, dict) for answer in got)
    assert current_values(published) == ["0-1", "1-0"]


def test_two_results_with_only_the_constraint(published: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    without_locks(monkeypatch)
    gate(monkeypatch, results, "last_report")
    got = together(report(published, "1-0", published.carol), report(published, "0-1", published.dave))
    assert sorted(type(answer).__name__ for answer in got) == ["IntegrityError", "dict"]
    assert len(current_values(published)) == 1


def test_the_second_of_two_results_sees_both(published: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    gate(monkeypatch, results, "last_report")
    got = together(report(published, "1-0", published.carol), report(published, "0-1", published.dave))
    conflict = next(answer for answer in got if isinstance(answer, Conflict))
    winner = next(answer for answer in got if isinstance(answer, dict))
    assert current_values(published) == [winner["value"]]
    assert {conflict.params["yours"], conflict.params["theirs"]} == {"1-0", "0-1"}
    assert conflict.params["theirs"] == winner["value"]
    assert conflict.params["report"] == winner["report"]
    assert journal("report_result") == 1


def test_a_result_posted_twice_counts_once(published: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    gate(monkeypatch, results, "last_report")
    tap = report(published, "1-0", published.carol, once="tap")
    first, second = together(tap, tap)
    assert first == second
    assert first["value"] == "1-0"
    assert current_values(published) == ["1-0"]
    assert journal("report_result") == 1


def test_a_result_posted_twice_without_the_lock_fails_rather_than_doubles(
    published: Cast, without_constraint: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_locks(monkeypatch)
    gate(monkeypatch, results, "last_report")
    tap = report(published, "1-0", published.carol, once="tap")
    got = together(tap, tap)
    assert sorted(type(answer).__name__ for answer in got) == ["IntegrityError", "dict"]
    assert isinstance(next(answer for answer in got if not isinstance(answer, dict)), IntegrityError)
    assert current_values(published) == ["1-0"]


# --- Two organisers press "pair" ---------------------------------------------------------------------------


@pytest.fixture
def two_who_may_pair(entered: Cast) -> Cast:
    held = entered.event.memberships.get(user=entered.frank)
    delegate_pairing(event=entered.event, membership=held.pk, may_pair=True, by=entered.bob)
    return entered


def press_pair(cast: Cast) -> list[Any]:
    return together(
        partial(pair_round, round_=cast.round(1), by=cast.bob),
        partial(pair_round, round_=cast.round(1), by=cast.frank),
    )


def test_two_presses_without_the_lock_break_on_the_key_of_the_job(
    two_who_may_pair: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both take theirs for the first; at most one waits under a key."""
    without_locks(monkeypatch)
    gate(monkeypatch, drafts, "refuse_while_busy")
    answers = press_pair(two_who_may_pair)
    assert sorted(type(answer).__name__ for answer in answers) == ["IntegrityError", "dict"]
    assert journal("pair_round") == 1


def test_two_presses_give_one_job_and_one_draft(
    two_who_may_pair: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate(monkeypatch, drafts, "refuse_while_busy")
    first, second = press_pair(two_who_may_pair)
    assert first == second
    assert journal("pair_round") == 1
    workers = together(*(partial(outbox.run, first["job"]) for _ in range(3)))
    assert sorted(map(str, workers)) == sorted(map(str, [RunOutcome.DONE, None, None]))
    round_ = two_who_may_pair.round(1)
    assert round_.state == Round.State.DRAFT
    assert round_.pairings.count() == 4
    assert journal("draft_ready") == 1


# --- Entries change while the worker computes --------------------------------------------------------------


def withdraw_while_pairing(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, leaves: Callable[..., object] = withdraw, **answer: Any
) -> tuple[RunOutcome | None, Entry]:
    """A worker pairs; before it has finished, number 8 withdraws, or ``leaves`` otherwise."""
    computing, changed = threading.Event(), threading.Event()
    compute = tasks.PairHandler.compute

    def slowly(self: tasks.PairHandler, data: Any) -> Any:
        computing.set()
        assert changed.wait(PATIENCE)
        return compute(self, data)

    monkeypatch.setattr(tasks.PairHandler, "compute", slowly)
    leaver = cast.section.entries.select_related("section").get(number=8)
    job = pair_round(round_=cast.round(1), by=cast.bob)["job"]

    def change() -> None:
        assert computing.wait(PATIENCE)
        leaves(entries=[leaver], by=cast.alice, reason="Fell ill.", **answer)
        changed.set()

    ran, _ = together(partial(outbox.run, job), change)
    return ran, leaver


def seated(cast: Cast) -> set[int | None]:
    return set(Seat.objects.filter(round=cast.round(1)).values_list("entry__number", flat=True))


def test_a_draft_of_changed_entries_without_the_second_look(
    entered: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = tasks.PairHandler.read

    def blind(self: tasks.PairHandler, payload: dict[str, Any]) -> outbox.Work:
        return outbox.Work("same", read(self, payload).data)

    monkeypatch.setattr(tasks.PairHandler, "read", blind)
    ran, _ = withdraw_while_pairing(entered, monkeypatch)
    assert ran is RunOutcome.DONE
    assert 8 in seated(entered)


def test_entries_that_change_meanwhile_are_paired_as_they_are(
    entered: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran, leaver = withdraw_while_pairing(entered, monkeypatch)
    assert ran is RunOutcome.AGAIN
    assert seated(entered) == set()
    outbox.drain()
    assert seated(entered) == {1, 2, 3, 4, 5, 6, 7}
    job = outbox.latest(pair_key(entered.round(1)))
    assert job is not None
    assert job.state == job.State.DONE
    leaver.refresh_from_db()
    assert leaver.status == Entry.Status.WITHDRAWN


def test_a_half_point_bye_that_is_asked_for_meanwhile_counts(
    entered: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    Section.objects.filter(pk=entered.section.pk).update(half_byes_allowed=1)
    arguments = {"round_number": 1, "absent": True, "half_point": True}
    ran, _ = withdraw_while_pairing(entered, monkeypatch, set_absence, **arguments)
    assert ran is RunOutcome.AGAIN
    outbox.drain()
    assert seated(entered) == {1, 2, 3, 4, 5, 6, 7}


# --- Publishing twice --------------------------------------------------------------------------------------


def press_publish(cast: Cast) -> list[Any]:
    round_ = cast.round(1)
    seen = round_.draft_digest
    return together(
        partial(publish_round, round_=round_, seen=seen, by=cast.bob, once="one"),
        partial(publish_round, round_=round_, seen=seen, by=cast.bob, once="two"),
    )


def test_publishing_twice_without_the_lock_is_two_acts(
    drafted: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_locks(monkeypatch)
    gate(monkeypatch, rounds, "is_outdated")
    press_publish(drafted)
    assert journal("publish_round") == 2


def test_publishing_twice_gives_one_version(drafted: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    gate(monkeypatch, rounds, "is_outdated")
    first, second = press_publish(drafted)
    assert first == second
    assert journal("publish_round") == 1
    together(*(partial(outbox.run, first["job"]) for _ in range(2)))
    assert RoundVersion.objects.filter(round=drafted.round(1)).count() == 1
    assert drafted.round(1).state == Round.State.PUBLISHED


# --- One player entered twice ------------------------------------------------------------------------------


def enter_twice(cast: Cast) -> list[Any]:
    person = PersonInput(name="Late Comer", federation="GER")
    return together(
        partial(enter_player, section=cast.section, person=person, by=cast.alice),
        partial(enter_player, section=cast.section, person=person, by=cast.carol),
    )


def test_a_player_entered_by_two_without_the_lock_is_there_twice(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_locks(monkeypatch)
    gate(monkeypatch, players, "match_known_player")
    enter_twice(cast)
    assert cast.section.entries.filter(player__name="Late Comer").count() == 2


def test_a_player_entered_by_two_is_there_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    gate(monkeypatch, players, "match_known_player")
    got = enter_twice(cast)
    refused = next(answer for answer in got if isinstance(answer, Refusal))
    assert refused.code == "already-entered"
    assert cast.section.entries.filter(player__name="Late Comer").count() == 1
