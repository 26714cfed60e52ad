"""Undoing: each inverse brings back what was, once, by whom it is allowed, and only while it still stands."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from portal.accounts.models import User
from portal.journal.models import JournalEntry
from portal.policy import Conflict, Denied, Refusal
from tests.cast import Cast, entry_of, last
from tests.factories import make_link
from tests.working import compute
from tournaments.acts.entering.attendance import check_in, reinstate, set_absence, withdraw
from tournaments.acts.own_table import tell_result
from tournaments.acts.people import delegate_pairing, grant_role, invite_person, revoke_role
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.acts.refereeing.rulings import lift_rule, rule_pair
from tournaments.acts.results import report_result, take_back_result
from tournaments.acts.rounds import close_round
from tournaments.acts.sections import set_schedule
from tournaments.acts.undo._inverses import INVERSES
from tournaments.acts.undo.undo import undo
from tournaments.models import (
    Absence,
    Entry,
    Foul,
    Invitation,
    Membership,
    PairRule,
    ResultReport,
    Role,
    Round,
    Seat,
)
from tournaments.wording.acts import DONE

AT = datetime(2026, 11, 21, 6, tzinfo=UTC)


def take_back(cast: Cast, act: str, by: User, **more: Any) -> dict[str, object]:
    return undo(event=cast.event, entry=last(act).pk, reason="by mistake", by=by, **more)


def refused(do: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refusal:
        do()
    return refusal.value.code


def not_here(cast: Cast, number: int) -> Entry:
    """A player who is not checked in yet."""
    Entry.objects.filter(section=cast.section, number=number).update(status=Entry.Status.ENTERED)
    return entry_of(cast, number)


def test_every_act_in_the_table_has_its_words() -> None:
    assert set(map(str, INVERSES)) <= set(DONE)


def test_it_is_an_act_of_its_own_that_names_the_other(entered: Cast) -> None:
    here = not_here(entered, 1)
    check_in(entries=[here], present=True, by=entered.carol)
    done = last("check_in")
    answer = take_back(entered, "check_in", entered.dave, once="k")
    assert undo(event=entered.event, entry=done.pk, reason="by mistake", by=entered.dave, once="k") == answer
    here.refresh_from_db()
    assert here.status == Entry.Status.ENTERED
    line = last("check_in")
    assert (line.undoes, line.by, line.reason) == (done, entered.dave, "by mistake")
    assert (
        refused(lambda: undo(event=entered.event, entry=done.pk, reason="again", by=entered.carol))
        == "undone-already"
    )
    # The undoing can be undone, as every act.
    take_back(entered, "check_in", entered.carol)
    here.refresh_from_db()
    assert here.status == Entry.Status.CHECKED_IN
    assert JournalEntry.objects.filter(act="check_in").count() == 3


def test_a_players_own_check_in(entered: Cast) -> None:
    here = not_here(entered, 2)
    check_in(entries=[here], present=True, by=make_link(here))
    take_back(entered, "check_in", entered.carol)
    here.refresh_from_db()
    assert here.status == Entry.Status.ENTERED


def test_entries(entered: Cast) -> None:
    entry = entry_of(entered, 1)
    set_absence(entries=[entry], round_number=2, absent=True, by=entered.carol)
    take_back(entered, "set_absence", entered.carol)
    assert not Absence.objects.exists()
    withdraw(entries=[entry], reason="ill", by=entered.alice)
    take_back(entered, "withdraw", entered.alice)
    entry.refresh_from_db()
    assert entry.withdrawn_after is None
    withdraw(entries=[entry], reason="ill", by=entered.alice)
    gone = last("withdraw").pk
    reinstate(entries=[entry], reason="well", by=entered.alice)
    assert (
        refused(lambda: undo(event=entered.event, entry=gone, reason="x", by=entered.alice))
        == "undo-too-late"
    )
    take_back(entered, "reinstate", entered.bob)
    entry.refresh_from_db()
    assert entry.withdrawn_after == 0


def test_who_was_checked_in_is_so_again_when_a_withdrawal_is_undone(entered: Cast) -> None:
    here, away = entry_of(entered, 1), not_here(entered, 2)
    withdraw(entries=[here], reason="ill", by=entered.alice)
    take_back(entered, "withdraw", entered.alice)
    here.refresh_from_db()
    assert here.status == Entry.Status.CHECKED_IN
    withdraw(entries=[here, away], reason="flight", by=entered.alice)
    take_back(entered, "withdraw", entered.alice)
    here.refresh_from_db()
    away.refresh_from_db()
    assert (here.status, away.status) == (Entry.Status.CHECKED_IN, Entry.Status.ENTERED)
    # Who comes back on another day has not said yet that they are here.
    withdraw(entries=[here], reason="ill", by=entered.alice)
    here.refresh_from_db()
    reinstate(entries=[here], reason="well", by=entered.alice)
    here.refresh_from_db()
    assert here.status == Entry.Status.ENTERED


def test_rulings(entered: Cast) -> None:
    values = {"kind": "forbidden", "first": 1, "second": 2, "reason": "family", "by": entered.bob}
    rule_pair(round_=entered.round(1), **values)
    take_back(entered, "rule_pair", entered.bob)
    assert not PairRule.objects.exists()
    rule = rule_pair(round_=entered.round(1), **values)["rule"]
    lift_rule(round_=entered.round(1), rule=rule, by=entered.bob)  # type: ignore[arg-type]
    take_back(entered, "lift_rule", entered.bob)
    assert PairRule.objects.get().kind == "forbidden"


def test_roles(cast: Cast) -> None:
    grant_role(event=cast.event, user=cast.charlie, role=Role.REFEREE, by=cast.alice)
    with pytest.raises(Denied):
        take_back(cast, "grant_role", cast.frank)
    take_back(cast, "grant_role", cast.alice)
    assert not cast.event.memberships.filter(user=cast.charlie).exists()
    held = Membership.objects.get(event=cast.event, user=cast.dave)
    revoke_role(event=cast.event, membership=held.pk, by=cast.alice)
    take_back(cast, "revoke_role", cast.alice)
    assert cast.event.memberships.get(user=cast.dave).role == Role.REFEREE
    frank = Membership.objects.get(event=cast.event, user=cast.frank)
    delegate_pairing(event=cast.event, membership=frank.pk, may_pair=True, by=cast.bob)
    take_back(cast, "delegate_pairing", cast.bob)
    frank.refresh_from_db()
    assert not frank.may_pair
    invite_person(event=cast.event, email="x@example.org", role=Role.DESK, language="en", by=cast.alice)
    take_back(cast, "invite_person", cast.alice)
    assert Invitation.objects.get().revoked_at


def test_the_schedule(cast: Cast) -> None:
    set_schedule(section=cast.section, starts={1: AT}, by=cast.alice)
    first = last("set_schedule").pk
    set_schedule(section=cast.section, starts={2: AT.replace(day=22)}, online=True, by=cast.alice)
    assert refused(lambda: undo(event=cast.event, entry=first, reason="x", by=cast.alice)) == "undo-too-late"
    take_back(cast, "set_schedule", cast.alice)
    assert [r.starts_at for r in Round.objects.filter(section=cast.section)] == [AT, None, None]
    cast.section.refresh_from_db()
    assert not cast.section.online


@pytest.mark.slow
def test_results(published: Cast) -> None:
    def value() -> list[str]:
        return list(ResultReport.objects.in_force().values_list("value", flat=True))

    report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.carol)
    first = last("report_result").pk
    with pytest.raises(Denied):
        take_back(published, "report_result", published.carol)
    seen = ResultReport.objects.get().pk
    report_result(
        round_=published.round(1), table=1, value="0-1", seen=seen, reason="misread", by=published.dave
    )
    with pytest.raises(Conflict):
        undo(event=published.event, entry=first, reason="x", by=published.dave)
    take_back(published, "report_result", published.dave)
    assert value() == ["1-0"]
    seen = ResultReport.objects.in_force().get().pk
    take_back_result(round_=published.round(1), table=1, seen=seen, reason="x", by=published.dave)
    assert value() == []
    take_back(published, "take_back_result", published.dave)
    assert value() == ["1-0"]
    # The first report of a table is taken back.
    report_result(round_=published.round(1), table=2, value="1/2", seen=None, by=published.carol)
    take_back(published, "report_result", published.dave)
    assert value() == ["1-0"]


def agreed(cast: Cast, *outcomes: str) -> JournalEntry:
    """The two of table 1 say how it ended; the line with which they came to agree."""
    seats = cast.round(1).pairings.get(table=1).seats
    for colour, outcome in zip(("first", "second"), outcomes, strict=True):
        tell_result(by=make_link(seats.get(colour=colour).entry), round_=cast.round(1), outcome=outcome)
    return last("tell_result")


def test_what_players_have_agreed_on(published: Cast) -> None:
    agreed(published, "win", "loss")
    take_back(published, "tell_result", published.dave)
    assert not ResultReport.objects.in_force().exists()


def test_an_old_agreement_does_not_take_a_newer_one_back(published: Cast) -> None:
    old = agreed(published, "win", "loss")
    seen = ResultReport.objects.in_force().get().pk
    take_back_result(round_=published.round(1), table=1, seen=seen, reason="x", by=published.dave)
    agreed(published, "draw", "draw")
    assert (
        refused(lambda: undo(event=published.event, entry=old.pk, reason="x", by=published.dave))
        == "undo-too-late"
    )
    assert list(ResultReport.objects.values_list("value", flat=True)) == ["1-0", "*", "1/2"]
    take_back(published, "tell_result", published.dave)
    assert not ResultReport.objects.in_force().exists()


def test_an_agreement_of_others_at_that_table_stands(published: Cast) -> None:
    old = agreed(published, "win", "loss")
    # Whoever said so sits elsewhere now, and what stands at the table is not their result.
    away = published.round(1).pairings.get(table=2)
    link_owner = Seat.objects.get(round=published.round(1), entry=old.party.partition(":")[2])
    Seat.objects.filter(pairing=away, colour=link_owner.colour).delete()
    Seat.objects.filter(pk=link_owner.pk).update(pairing=away)
    assert (
        refused(lambda: undo(event=published.event, entry=old.pk, reason="x", by=published.dave))
        == "undo-too-late"
    )
    assert ResultReport.objects.in_force().get().value == "1-0"


@pytest.mark.slow
def test_fouls_and_rounds(published: Cast, report_all: Callable[[Cast, int], None]) -> None:
    player = published.round(1).pairings.get(table=1).seats.get(colour="first").entry.number or 0
    log_foul(round_=published.round(1), table=1, player=player, kind="technical", by=published.dave)
    take_back(published, "log_foul", published.dave)
    assert Foul.objects.in_force().get().status == Foul.Status.WITHDRAWN
    report_all(published, 1)
    close_round(round_=published.round(1), by=published.bob)
    compute()
    assert published.round(1).state == Round.State.CLOSED
    take_back(published, "close_round", published.bob)
    assert published.round(1).state == Round.State.PLAYING
    assert last("reopen_round").undoes == last("close_round")


def test_what_cannot_be_undone(drafted: Cast) -> None:
    assert refused(lambda: take_back(drafted, "draw_lots", drafted.bob)) == "no-inverse"
    check_in(entries=[not_here(drafted, 1)], present=True, by=drafted.carol)
    done = last("check_in").pk
    other = drafted.charlie.memberships.get().event
    assert refused(lambda: undo(event=other, entry=done, reason="x", by=drafted.charlie)) == "no-inverse"
    assert (
        refused(lambda: undo(event=drafted.event, entry=done, reason=" ", by=drafted.carol))
        == "reason-needed"
    )
    with pytest.raises(Denied):
        undo(event=drafted.event, entry=done, reason="x", by=drafted.charlie)
    # Checked in twice: the second time did nothing, and the journal says nothing.
    check_in(entries=[entry_of(drafted, 1)], present=True, by=drafted.carol)
    assert last("check_in").pk == done


def test_the_database_lets_an_act_be_undone_once(entered: Cast) -> None:
    check_in(entries=[entry_of(entered, 1)], present=False, by=entered.carol)
    done = last("check_in")
    values = {"act": "check_in", "scope": done.scope, "target": done.target, "undoes": done}
    JournalEntry.objects.create(**values)
    with pytest.raises(IntegrityError), transaction.atomic():
        JournalEntry.objects.create(**values)
    # The table is still insert-only after it has got a column.
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE portal_journalentry SET reason = 'x'")
