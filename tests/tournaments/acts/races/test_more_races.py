"""Undoing, seats, absentees, teams and forgetting at one moment, on PostgreSQL with real connections; each
first without its guard (`test_races`)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from portal.accounts.models import User
from portal.policy import Denied, Refusal
from tests.cast import Cast, begun, entry_of, last, seat
from tests.factories import make_known, make_link
from tests.races import PATIENCE, current_values, gate, journal, together, without_locks
from tournaments.acts import own_table, results
from tournaments.acts.entering import players, write_entries
from tournaments.acts.entering.attendance import check_in
from tournaments.acts.entering.players import enter_player, erase_player
from tournaments.acts.own_table import take_seat
from tournaments.acts.people import grant_role, revoke_role
from tournaments.acts.refereeing.no_shows import forfeit_absent
from tournaments.acts.register import person_particulars
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.register.person_particulars import set_person_number
from tournaments.acts.register.persons import merge_persons
from tournaments.acts.results import report_result
from tournaments.acts.sections import create_section
from tournaments.acts.teams import teams
from tournaments.acts.teams.teams import place_in_teams
from tournaments.acts.undo import undo as undoing
from tournaments.acts.undo.undo import undo
from tournaments.models import Event, Membership, PersonNumber, Player, ResultReport, Role, Section
from tournaments.models import Person as Registered
from tournaments.requests.access import reach

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

GUARD = pytest.mark.parametrize("guarded", [False, True], ids=["without the guard", "as it is"])


def codes(got: list[Any]) -> list[str]:
    """The refusals among what everybody got; anything but an answer or a refusal is a fault."""
    return [
        outcome.code if isinstance(outcome, Refusal) else type(outcome).__name__
        for outcome in got
        if type(outcome) is not dict
    ]


@pytest.fixture
def without_successors(transactional_db: None) -> Iterator[None]:
    """The database lets a report be superseded twice."""
    table = ResultReport._meta.db_table
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, table)
        [name] = [
            key
            for key, item in constraints.items()
            if item["unique"] and item["columns"] == ["supersedes_id"]
        ]
        cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
    yield
    call_command("flush", interactive=False, verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" UNIQUE (supersedes_id)')


# --- Undoing -----------------------------------------------------------------------------------------------


@GUARD
def test_two_undo_the_same_act(entered: Cast, monkeypatch: pytest.MonkeyPatch, *, guarded: bool) -> None:
    check_in(entries=[entry_of(entered, 1)], present=False, by=entered.carol)
    done = last("check_in").pk
    if not guarded:
        monkeypatch.setattr(undoing, "lock_event", lambda event: event)
    gate(monkeypatch, undoing, "undoing")
    got = together(
        partial(undo, event=entered.event, entry=done, reason="by mistake", by=entered.carol),
        partial(undo, event=entered.event, entry=done, reason="not here", by=entered.alice),
    )
    assert codes(got) == ["undone-already"] if guarded else "undone-already" not in codes(got)
    assert journal("check_in") == 2


@GUARD
def test_one_undoes_what_another_corrects(
    published: Cast, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, *, guarded: bool
) -> None:
    if not guarded:
        request.getfixturevalue("without_successors")
    result = report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.carol)
    done, seen = last("report_result").pk, int(str(result["report"]))
    if not guarded:
        without_locks(monkeypatch)
    gate(monkeypatch, results, "last_report")
    correction = {"table": 1, "value": "0-1", "seen": seen, "reason": "misread", "by": published.dave}
    got = together(
        partial(undo, event=published.event, entry=done, reason="wrong table", by=published.bob),
        partial(report_result, round_=published.round(1), **correction),
    )
    if guarded:
        assert codes(got) in (["result-conflict"], ["no-such-report"])
        assert current_values(published) in (["*"], ["0-1"])
    else:
        assert codes(got) == []
        assert current_values(published) == ["*", "0-1"]


# --- On line -----------------------------------------------------------------------------------------------


@GUARD
def test_a_player_takes_the_seat_on_two_phones(
    published: Cast, monkeypatch: pytest.MonkeyPatch, *, guarded: bool
) -> None:
    round_ = begun(published, minutes=1)
    link = make_link(seat(round_, 1, "first"))
    if not guarded:
        without_locks(monkeypatch)
    gate(monkeypatch, own_table, "seat_to_confirm")
    got = together(*(partial(take_seat, by=link, round_=round_, once=key) for key in ("one", "two")))
    assert got == [{"table": 1}, {"table": 1}]
    assert journal("take_seat") == (1 if guarded else 2)


@GUARD
def test_a_forfeit_while_the_result_arrives(
    published: Cast, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, *, guarded: bool
) -> None:
    if not guarded:
        request.getfixturevalue("without_constraint")
        without_locks(monkeypatch)
    round_ = begun(published, minutes=11)
    gate(monkeypatch, results, "last_report")
    got = together(
        partial(forfeit_absent, round_=round_, table=1, absent="first", by=published.bob),
        partial(report_result, round_=round_, table=1, value="1-0", seen=None, by=published.carol),
    )
    if guarded:
        assert codes(got) in (["table-plays"], ["result-conflict"])
        assert len(current_values(published)) == 1
    else:
        assert codes(got) == []
        assert current_values(published) == ["0-1", "1-0"]


# --- Teams -------------------------------------------------------------------------------------------------


@GUARD
def test_two_put_a_player_into_different_teams(
    entered: Cast, monkeypatch: pytest.MonkeyPatch, *, guarded: bool
) -> None:
    first_one, two = (entered.section.teams.create(name=name).pk for name in ("One", "Two"))
    key = entry_of(entered, 1).pk
    if not guarded:
        without_locks(monkeypatch)
    gate(monkeypatch, teams, "changes")
    place = partial(place_in_teams, section=entered.section, seen={key: None})
    got = together(
        partial(place, teams={key: first_one}, by=entered.alice),
        partial(place, teams={key: two}, by=entered.carol),
    )
    assert codes(got) == (["changed-meanwhile"] if guarded else [])
    assert journal("set_teams") == (1 if guarded else 2)


# --- Forgetting --------------------------------------------------------------------------------------------


def in_the_middle(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, *acts: Callable[[], Any]
) -> list[Any]:
    """The second act is done while the first stands between ``module.name`` and what it writes, or after it
    where a lock keeps it out."""
    first, second = acts
    read, has_read, is_done = getattr(module, name), threading.Event(), threading.Event()

    def reading(*args: Any, **kwargs: Any) -> Any:
        result = read(*args, **kwargs)
        has_read.set()
        is_done.wait(2)
        return result

    def then() -> Any:
        assert has_read.wait(PATIENCE)
        try:
            return second()
        finally:
            is_done.set()

    monkeypatch.setattr(module, name, reading)
    return together(first, then)


@GUARD
def test_a_reason_that_is_written_down_while_its_person_is_forgotten(
    published: Cast, monkeypatch: pytest.MonkeyPatch, *, guarded: bool
) -> None:
    result = report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.carol)
    entry = seat(published.round(1), 1, "first")
    name = entry.player.name
    if not guarded:
        without_locks(monkeypatch)
    values = {"table": 1, "value": "0-1", "seen": result["report"], "reason": f"{name} says so"}
    got = in_the_middle(
        monkeypatch,
        results,
        "last_report",
        partial(report_result, round_=published.round(1), by=published.dave, **values),
        partial(erase_player, entry=entry, confirm=name, by=published.alice),
    )
    assert codes(got) == []
    reasons = ResultReport.objects.filter(value="0-1").values_list("reason", flat=True)
    assert [name in reason for reason in reasons] == [not guarded]


@GUARD
def test_somebody_known_is_entered_in_two_sections(
    entered: Cast, monkeypatch: pytest.MonkeyPatch, *, guarded: bool
) -> None:
    """Both find the person at another event; this one gets one copy."""
    made = [
        create_section(event=entered.event, slug=slug, name=slug, rounds=3, seed="x", by=entered.alice)
        for slug in ("rapid", "blitz")
    ]
    rapid, blitz = (Section.objects.get(pk=row["section"]) for row in made)
    row = make_known(Event.objects.get(slug="other"), name="Hu Ronghua", federation_id="CHN")
    if not guarded:
        monkeypatch.setattr(write_entries, "lock_known", lambda row: {row.pk: row for row in row})
    person = PersonInput(name="Hu Ronghua", federation="CHN")
    got = in_the_middle(
        monkeypatch,
        players,
        "match_known_player",
        partial(enter_player, section=rapid, person=person, by=entered.alice),
        partial(enter_player, section=blitz, person=person, by=entered.carol),
    )
    assert codes(got) == ([] if guarded else ["IntegrityError"])
    [copy] = Player.objects.filter(event=entered.event, person=row.person_id)
    assert copy.entries.count() == (2 if guarded else 1)


@GUARD
def test_who_is_forgotten_while_entered_elsewhere_is_not_written_down_again(
    entered: Cast, monkeypatch: pytest.MonkeyPatch, *, guarded: bool
) -> None:
    other = Event.objects.get(slug="other")
    grant_role(event=other, user=entered.alice, role=Role.CHIEF_ORGANISER, by=entered.admin)
    made = create_section(event=other, slug="men", name="Men", rounds=3, seed="x", by=entered.alice)
    section = Section.objects.get(pk=made["section"])
    entry = entry_of(entered, 1)
    player = entry.player
    if not guarded:
        monkeypatch.setattr(
            write_entries, "lock_known", lambda existing: {item.pk: item for item in existing}
        )
    person = PersonInput(name=player.name, federation=player.federation_id, club="Pearl River")
    got = in_the_middle(
        monkeypatch,
        players,
        "match_known_player",
        partial(enter_player, section=section, person=person, by=entered.alice),
        partial(erase_player, entry=entry, confirm=player.name, by=entered.alice),
    )
    assert codes(got) == []
    player.refresh_from_db()
    assert player.erased_at
    written = Player.objects.get(name=person.name)
    assert (written.event, written.club) == (other, "Pearl River")
    assert (written.person_id == player.person_id) is not guarded


def players_alone(existing: list[Player]) -> dict[int, Player]:
    """As `lock_known`, but the persons are not locked before their copies."""
    rows = Player.objects.filter(person__in={row.person_id for row in existing})
    list(rows.select_for_update().values_list("pk"))
    return {row.pk: row for row in rows}


@GUARD
def test_somebody_is_entered_while_the_register_merges_the_person(
    entered: Cast, monkeypatch: pytest.MonkeyPatch, *, guarded: bool
) -> None:
    row = make_known(Event.objects.get(slug="other"), name="Hu Ronghua", federation_id="CHN")
    twin = Registered.objects.create(name="Hu Rong Hua", federation_id="CHN")
    if not guarded:
        monkeypatch.setattr(write_entries, "lock_known", players_alone)
    got = in_the_middle(
        monkeypatch,
        write_entries,
        "lock_known",
        partial(
            enter_player,
            section=entered.section,
            person=PersonInput(name="Hu Ronghua", federation="CHN"),
            by=entered.alice,
        ),
        partial(merge_persons, person=twin, other=row.person_id, take=[], by=entered.admin),
    )
    assert codes(got) == ([] if guarded else ["OperationalError"])
    copies = Player.objects.filter(name="Hu Ronghua").values_list("person", flat=True)
    assert len(copies) == 2 or not guarded
    assert set(copies) == {twin.pk} or not guarded


def test_who_is_dismissed_gives_no_role_any_more(cast: Cast) -> None:
    """The request has asked for the rights before; the act waits for the event and asks again."""
    second = User.objects.create_user("second")
    grant_role(event=cast.event, user=second, role=Role.CHIEF_ORGANISER, by=cast.alice)
    membership = Membership.objects.get(event=cast.event, user=second)
    dismissed, arguments = threading.Event(), threading.Event()

    def dismiss() -> object:
        with transaction.atomic():
            answer = revoke_role(event=cast.event, membership=membership.pk, by=again(cast.alice))
            dismissed.set()
            arguments.wait(PATIENCE)
            # Time for the other one to stand at the lock.
            time.sleep(0.3)
        return answer

    def give() -> object:
        dismissed.wait(PATIENCE)
        access = reach(again(second), "grant_role", {"event": cast.event.slug})
        arguments.set()
        return grant_role(event=access.event, user=cast.charlie, role=Role.CHIEF_ORGANISER, by=access.user)

    assert isinstance(together(dismiss, give)[1], Denied)
    assert not Membership.objects.filter(user=cast.charlie, role=Role.CHIEF_ORGANISER).exists()


def again(user: User) -> User:
    return User.objects.get(pk=user.pk)


def test_a_number_that_two_get_at_once_is_one_persons(entered: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guard is the database's own: what it refuses is told."""
    gate(monkeypatch, person_particulars, "row_of_number")
    two = [Registered.objects.create(name=name, federation_id="CHN") for name in ("One", "Other")]
    arguments = {"issuer": "wxf", "number": "W-7", "by": entered.admin}
    got = together(*(partial(set_person_number, person=person, **arguments) for person in two))
    assert [outcome.code for outcome in got if isinstance(outcome, Refusal)] == ["number-taken"]
    done = next(outcome for outcome in got if isinstance(outcome, dict))
    assert PersonNumber.objects.get().person_id == done["person"]
