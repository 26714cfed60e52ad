"""Entries on line at the desk: who applies again, deleting one, a new link, what deciding many costs."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from portal.journal.models import JournalEntry
from portal.outbox import Job
from portal.policy import Denied, Refusal
from tests.applying import confirmed, drafted, open_form
from tests.cast import Cast
from tests.working import compute
from tournaments.acts.deleting import delete_application
from tournaments.acts.entering.admission import LETTER
from tournaments.acts.entering.applications import (
    change_application,
    decide_applications,
    renew_application_link,
    withdraw_application,
)
from tournaments.acts.entering.attendance import withdraw
from tournaments.acts.entering.filled_in import Typed
from tournaments.models import Application, Entry, EntryForm, Membership, Person, Role, Section
from tournaments.queries.entering.applications import applicant_address, application_of
from tournaments.state.applications import Question

ORGANISER = EntryForm.Approval.ORGANISER
DECIDED = 49
"""Queries of one decision about applicants with addresses, however many."""


def accept(cast: Cast, *applications: Application, **more: Any) -> list[str]:
    keys = [application.pk for application in applications]
    by = more.pop("by", cast.alice)
    answer = decide_applications(section=cast.section, applications=keys, decision="accept", by=by, **more)
    return list(answer["states"].values())


def fresh(application: Application) -> Application:
    return Application.objects.select_related("section__event", "entry__player").get(pk=application.pk)


def secret_of(application: Application) -> str:
    return applicant_address(fresh(application)).rstrip("/").rpartition("/")[2]


def test_who_applies_again_after_withdrawing_gets_the_entry_back(cast: Cast) -> None:
    section = open_form(cast)
    first = confirmed(section)
    entry = first.entry
    assert entry is not None
    withdraw_application(application=first, by=first)
    again = confirmed(section)
    # Somebody of that name has withdrawn: an organiser looks.
    assert again.state == "submitted"
    assert accept(cast, again) == ["accepted"]
    assert fresh(again).entry == entry
    assert (fresh(first).state, fresh(first).entry) == ("withdrawn", None)
    entry.refresh_from_db()
    assert (entry.status, entry.withdrawn_after, section.entries.count()) == ("entered", None, 1)


def test_who_was_withdrawn_at_the_desk_and_applies_is_absent_from_what_was_played(entered: Cast) -> None:
    entry = entered.section.entries.select_related("player").order_by("number")[0]
    withdraw(entries=[entry], reason="ill", by=entered.alice)
    Entry.objects.filter(pk=entry.pk).update(number=None)
    player = entry.player
    again = confirmed(open_form(entered), player.name, federation=player.federation_id)
    assert again.state == "submitted"
    accept(entered, again)
    entry.refresh_from_db()
    assert (fresh(again).entry, entry.status) == (entry, "entered")
    assert entry.number is not None


def test_only_who_may_reinstate_takes_a_withdrawal_back(cast: Cast) -> None:
    section = open_form(cast)
    first = confirmed(section)
    withdraw_application(application=first, by=first)
    again = confirmed(section)
    Membership.objects.filter(user=cast.dave).delete()
    Membership.objects.create(user=cast.dave, event=cast.event, role=Role.DESK)
    with pytest.raises(Refusal) as refused:
        accept(cast, again, by=cast.dave)
    assert refused.value.code == "withdrawn-already"


def test_of_two_of_one_name_decided_together_the_second_is_refused(cast: Cast) -> None:
    section = open_form(cast, approval=ORGANISER)
    both = [confirmed(section), confirmed(section)]
    with pytest.raises(Refusal) as refused:
        accept(cast, *both)
    assert refused.value.code == "already-entered"
    assert section.entries.count() == 0
    assert accept(cast, *both, another=True) == ["accepted", "accepted"]
    assert Person.objects.filter(name="New Comer").count() == 2


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 3, 30])
def test_deciding_many_asks_the_database_as_often_as_deciding_one(cast: Cast, count: int) -> None:
    section = open_form(cast, capacity=100, approval=ORGANISER, asks={"email": "required"})
    collected = [
        confirmed(section, f"Player {place:02}", email=f"p{place}@example.org") for place in range(count)
    ]
    # The letters that say "confirmed" are on their way: the next ones are asked for anew.
    Job.objects.filter(kind=LETTER).delete()
    with CaptureQueriesContext(connection) as queries:
        accept(cast, *collected)
    assert section.entries.count() == count
    assert Job.objects.filter(kind=LETTER, state=Job.State.NEW).count() == count
    assert len(queries) <= DECIDED


def test_deciding_twice_is_one_letter(cast: Cast) -> None:
    section = open_form(cast, approval=ORGANISER, asks={"email": "required"})
    collected = [confirmed(section, name, email="a@example.org") for name in ("Anna", "Berta")]
    compute()
    mail.outbox.clear()
    keys = [item.pk for item in collected]
    decide_applications(
        section=section, applications=keys, decision="reject", reason="juniors only", by=cast.alice
    )
    decide_applications(section=section, applications=keys, decision="reconsider", by=cast.alice)
    accept(cast, *collected)
    compute()
    assert sorted(letter.body.split(" has been entered")[0] for letter in mail.outbox) == ["Anna", "Berta"]


def test_an_application_is_deleted_with_all_that_was_filled_in(cast: Cast) -> None:
    section = open_form(cast, approval=ORGANISER, asks={"email": "required", "phone": "asked"})
    spam = drafted(section, "Buy This", email="spam@example.org", phone="555123")
    secret = secret_of(spam)
    assert Job.objects.filter(kind=LETTER).count() == 1
    with pytest.raises(Denied):
        delete_application(application=spam, by=cast.dave)
    first = delete_application(application=spam, by=cast.alice, once="tap")
    assert delete_application(application=spam, by=cast.alice, once="tap") == first
    assert application_of(secret) is None
    assert not Job.objects.filter(kind=LETTER).exists()
    line = JournalEntry.objects.get(act="delete_application")
    assert "Buy This" not in f"{line.before} {line.after} {line.answer} {line.target}"
    with pytest.raises(Refusal) as refused:
        delete_application(application=spam, by=cast.alice)
    assert refused.value.code == "deleted-already"


def test_the_entry_goes_with_it_only_where_that_is_said(cast: Cast) -> None:
    section = open_form(cast, capacity=2)
    anna, berta, clara = (confirmed(section, name) for name in ("Anna", "Berta", "Clara"))
    delete_application(application=anna, by=cast.alice)
    assert (section.entries.count(), fresh(clara).state) == (2, "waiting")
    of_berta = fresh(berta).entry
    assert of_berta is not None
    delete_application(application=berta, by=cast.alice, with_entry=True)
    assert fresh(clara).state == "accepted"
    names = section.entries.values_list("player__name", flat=True)
    assert sorted(names) == ["Anna", "Clara"]
    line = JournalEntry.objects.get(act="delete_entry")
    assert (line.target, line.by) == (f"entry:{of_berta.pk}", cast.alice)


def test_after_the_end_what_was_filled_in_still_goes(cast: Cast) -> None:
    application = confirmed(open_form(cast))
    Section.objects.filter(pk=cast.section.pk).update(state=Section.State.FINISHED)
    with pytest.raises(Refusal) as refused:
        delete_application(application=application, by=cast.alice, with_entry=True)
    assert refused.value.code == "section-over-entries"
    delete_application(application=application, by=cast.alice)
    assert cast.section.entries.count() == 1


def test_a_new_link_ends_the_old_one(cast: Cast) -> None:
    section = open_form(cast, asks={"email": "asked"})
    application = confirmed(section, email="a@example.org")
    old = secret_of(application)
    compute()
    mail.outbox.clear()
    renew_application_link(application=application, by=cast.alice)
    new = secret_of(application)
    assert application_of(old) is None
    assert application_of(new) == application
    compute()
    assert f"/en/a/{new}/" in mail.outbox[0].body
    assert new not in str(JournalEntry.objects.get(act="renew_application_link").answer)
    # After an event was restored nobody had a link.
    Application.objects.filter(pk=application.pk).update(secret_digest="", salt="")
    assert applicant_address(fresh(application)) == ""
    renew_application_link(application=application, by=cast.alice)
    assert application_of(secret_of(application)) == application


def test_what_is_asked_since_keeps_nobody_on_the_list_from_changing(cast: Cast) -> None:
    first = confirmed(
        open_form(cast, asks={"phone": "required", "club": "required"}),
        phone="1",
        particulars={"club": "Rook"},
    )
    assert first.state == "accepted"
    asks = {"phone": "required", "club": "required", "birth_year": "required"}
    open_form(cast, asks=asks, questions=[Question("Diet", required=True)])

    def change(**typed: Any) -> str:
        typed = {"particulars": {"club": "Rook"}, **typed}
        answer = Typed(name="New Comer", federation="GER", **typed)
        return change_application(application=first, typed=answer, by=first)["state"]

    assert change(phone="2") == "accepted"
    assert fresh(first).phone == "2"
    # What was needed before still is.
    with pytest.raises(Refusal) as refused:
        change(phone="")
    assert refused.value.code == "application-incomplete"
    assert change(phone="2", answers={"Diet": "none"}) == "accepted"
    with pytest.raises(Refusal) as refused:
        change(phone="2")
    assert refused.value.code == "answer-needed"
