"""Entries on line: who is entered, who waits, who moves up, and what an organiser decides."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone

from portal.journal.models import JournalEntry
from portal.outbox import Job
from portal.policy import Denied, Refusal
from tests.applying import HOUR, confirmed, drafted, open_form, settings
from tests.cast import Cast
from tests.namesakes import TWO_PEOPLE, Bearer
from tests.tournaments.acts.register.cases_persons import another
from tests.working import compute
from tournaments.acts.change_section import change_section
from tournaments.acts.deleting import delete_entry
from tournaments.acts.entering.applications import (
    change_application,
    confirm_application,
    decide_applications,
    hand_in,
    withdraw_application,
)
from tournaments.acts.entering.attendance import reinstate, withdraw
from tournaments.acts.entering.entry_forms import DELETE, set_entry_form
from tournaments.acts.entering.filled_in import Typed
from tournaments.acts.entering.players import enter_player
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.sections import create_section, draw_lots
from tournaments.models import Application, Entry, EntryForm, Event, Federation, Section
from tournaments.queries.entering.applications import applicant_address, application_of
from tournaments.state.applications import DRAFT_DAYS, MOST_DRAFTS, Question, QuestionKind
from tournaments.wording.refusals import refusal_sentence

ORGANISER = EntryForm.Approval.ORGANISER
State = Application.State


def code(act: Any) -> str:
    with pytest.raises(Refusal) as refused:
        act()
    assert refusal_sentence(refused.value.code, refused.value.params)
    return refused.value.code


def states(cast: Cast) -> list[str]:
    return list(cast.section.applications.order_by("turn").values_list("state", flat=True))


def decide(cast: Cast, decision: str, *applications: Application, **more: Any) -> dict[str, str]:
    keys = [application.pk for application in applications]
    return decide_applications(
        section=cast.section, applications=keys, decision=decision, by=cast.alice, **more
    )["states"]


def fresh(application: Application) -> Application:
    return Application.objects.select_related("section__event", "entry__player").get(pk=application.pk)


def test_who_confirms_is_entered_while_places_are_free(cast: Cast) -> None:
    section = open_form(cast, capacity=2)
    names = ["Anna", "Berta", "Clara", "Dora"]
    collected = [confirmed(section, name) for name in names]
    assert states(cast) == ["accepted", "accepted", "waiting", "waiting"]
    assert [entry.turn for entry in collected] == [1, 2, 3, 4]
    assert [entry.player.name for entry in section.entries.select_related("player")] == ["Anna", "Berta"]
    lines = JournalEntry.objects.filter(act="confirm_application").order_by("pk")
    assert [line.after["state"] for line in lines] == states(cast)
    assert {line.party for line in lines} == {f"application:{entry.pk}" for entry in collected}


def test_what_was_not_confirmed_does_not_count(cast: Cast) -> None:
    section = open_form(cast)
    waiting = drafted(section)
    assert (waiting.state, waiting.turn, section.entries.count()) == ("draft", None, 0)
    assert not JournalEntry.objects.filter(target=f"application:{waiting.pk}").exists()


def test_what_nobody_confirms_in_time_is_deleted(cast: Cast) -> None:
    section = open_form(cast)
    compute()
    old = drafted(section)
    secret = applicant_address(old).rstrip("/").rpartition("/")[2]
    assert application_of(secret) == old
    EntryForm.objects.update(closes_at=timezone.now())
    job = Job.objects.get(kind=DELETE, state=Job.State.NEW)
    assert timedelta(days=DRAFT_DAYS) < job.due_at - timezone.now() < timedelta(days=DRAFT_DAYS + 1)
    old.made_at -= timedelta(days=DRAFT_DAYS)
    old.save()
    EntryForm.objects.update(closes_at=timezone.now() + HOUR)
    assert application_of(secret) is None
    assert code(lambda: confirm_application(application=old, by=old)) == "no-such-application"
    young, counted = drafted(section, "Another"), confirmed(section, "Third")
    Application.objects.filter(pk=counted.pk).update(made_at=old.made_at)
    Job.objects.filter(kind=DELETE).update(due_at=timezone.now())
    compute()
    assert list(section.applications.order_by("pk")) == [young, counted]
    following = Job.objects.get(kind=DELETE, state=Job.State.NEW).due_at - young.made_at
    assert timedelta(days=DRAFT_DAYS) < following < timedelta(days=DRAFT_DAYS + 1)


def test_one_person_under_four_spellings_takes_one_place(cast: Cast) -> None:
    section = open_form(cast)
    for name in ("Müller Jürgen", "Jürgen Müller", "Muller Jurgen", "Müller, Jürgen"):
        confirmed(section, name)
    assert states(cast) == ["accepted", "submitted", "submitted", "submitted"]
    assert section.entries.count() == 1


def test_who_was_entered_by_hand_is_not_entered_again_under_another_spelling(cast: Cast) -> None:
    section = open_form(cast)
    enter_player(section=section, person=PersonInput(name="Jürgen Müller", federation="GER"), by=cast.alice)
    assert confirmed(section, "Muller, Jurgen").state == State.SUBMITTED


@pytest.mark.slow
@pytest.mark.parametrize("pair", TWO_PEOPLE, ids=lambda pair: f"{pair[0].name}-{pair[1].name}")
def test_two_people_of_one_name_are_both_entered(cast: Cast, pair: tuple[Bearer, Bearer]) -> None:
    for code_ in ("CHN", "SGP"):
        Federation.objects.get_or_create(code=code_, defaults={"name_en": code_})
    section = open_form(cast, asks={"birth_year": "asked"})
    for application in pair:
        particulars = {} if application.year is None else {"birth_year": application.year}
        confirmed(section, application.name, federation=application.federation, particulars=particulars)
    assert states(cast) == ["accepted", "accepted"]


def test_a_form_sent_twice_is_kept_once(cast: Cast) -> None:
    section = open_form(cast)
    typed = Typed(name="New Comer", federation="GER")
    first, second = (hand_in(section=section, typed=typed, language="en", key="k") for _ in range(2))
    assert first == second
    confirm_application(application=first, by=first)
    again = confirm_application(application=first, by=first)
    assert (again["state"], section.entries.count()) == ("accepted", 1)


@pytest.mark.slow
def test_a_second_of_the_name_is_left_to_an_organiser(cast: Cast) -> None:
    section = open_form(cast)
    confirmed(section)
    second = confirmed(section, "new  comer")
    assert (second.state, section.entries.count()) == ("submitted", 1)
    assert code(lambda: decide(cast, "accept", second)) == "already-entered"
    assert decide(cast, "accept", second, another=True) == {str(second.pk): "accepted"}
    assert section.entries.count() == 2
    enter_player(section=section, person=PersonInput("Desk First", "GER"), by=cast.alice)
    assert confirmed(section, "Desk First").state == "submitted"
    form = open_form(cast, asks={"birth_year": "asked"})
    confirmed(form, "Same Name", particulars={"birth_year": 1990})
    assert confirmed(form, "Same Name", particulars={"birth_year": 2001}).state == "accepted"


def test_a_known_person_comes_with_what_stands_there(cast: Cast) -> None:
    person = another(cast)
    applied = confirmed(open_form(cast), "Twin", federation="CHN")
    assert fresh(applied).entry is not None
    assert fresh(applied).entry.player.person_id == person  # type: ignore[union-attr]


@pytest.mark.slow
def test_the_first_in_the_line_moves_up_whatever_frees_the_place(cast: Cast) -> None:
    section = open_form(cast, capacity=1)
    collected = [confirmed(section, name) for name in ("Anna", "Berta", "Clara", "Dora", "Emma")]
    withdraw_application(application=collected[0], by=collected[0])
    assert states(cast) == ["withdrawn", "accepted", "waiting", "waiting", "waiting"]
    berta = fresh(collected[1]).entry
    assert berta is not None
    withdraw(entries=[berta], reason="ill", by=cast.alice)
    assert states(cast)[1:] == ["withdrawn", "accepted", "waiting", "waiting"]
    delete_entry(entry=fresh(collected[2]).entry, by=cast.alice)
    assert states(cast)[2:] == ["withdrawn", "accepted", "waiting"]
    change_section(section=cast.section, wanted={"capacity": 2}, by=cast.alice, reason="a larger hall")
    assert states(cast)[3:] == ["accepted", "accepted"]
    moved = JournalEntry.objects.filter(act="application_moved_up").order_by("pk")
    assert [line.target for line in moved] == [f"application:{item.pk}" for item in collected[1:]]
    change_section(section=cast.section, wanted={"capacity": 3}, by=cast.alice, reason="a larger hall")
    reinstate(entries=[berta], reason="well", by=cast.alice)
    assert fresh(collected[1]).state == "accepted"


def test_the_line_waits_for_an_organiser_where_the_form_says_so(cast: Cast) -> None:
    section = open_form(cast, capacity=1, moves_up=EntryForm.MovesUp.ORGANISER)
    collected = [confirmed(section, name) for name in ("Anna", "Berta")]
    withdraw_application(application=collected[0], by=collected[0])
    assert states(cast) == ["withdrawn", "waiting"]
    # Nobody passes those who wait.
    assert confirmed(section, "Clara").state == "waiting"
    assert decide(cast, "accept", collected[1]) == {str(collected[1].pk): "accepted"}
    set_entry_form(section=section, values=settings(), by=cast.alice)
    assert states(cast) == ["withdrawn", "accepted", "waiting"]


def test_whom_the_desk_entered_meanwhile_does_not_move_up(cast: Cast) -> None:
    section = open_form(cast, capacity=1)
    collected = [confirmed(section, name) for name in ("Anna", "Berta", "Clara")]
    enter = {"section": section, "person": PersonInput("Berta", "GER"), "by": cast.alice}
    assert code(lambda: enter_player(**enter)) == "section-full"
    change_section(section=section, wanted={"capacity": None}, by=cast.alice, reason="a slip")
    assert states(cast) == ["accepted", "accepted", "accepted"]
    Application.objects.filter(pk=collected[2].pk).update(state="waiting", entry=None)
    withdraw_application(application=collected[0], by=collected[0])
    assert states(cast) == ["withdrawn", "accepted", "submitted"]


def test_an_organiser_decides(cast: Cast) -> None:
    section = open_form(cast, capacity=2, approval=ORGANISER)
    collected = [confirmed(section, name) for name in ("Anna", "Berta", "Clara", "Dora")]
    assert states(cast) == ["submitted"] * 4
    assert code(lambda: decide(cast, "reject", collected[0])) == "reason-needed"
    assert code(lambda: decide(cast, "enter", collected[0])) == "unknown-decision"
    assert code(lambda: decide(cast, "accept")) == "nobody-selected"
    assert code(lambda: decide(cast, "reconsider", collected[0])) == "application-state"
    decide(cast, "reject", collected[0], reason="juniors only")
    assert (fresh(collected[0]).state, fresh(collected[0]).note) == ("rejected", "juniors only")
    decide(cast, "reconsider", collected[0])
    # By their turns, not as they were chosen; for the third no place is left.
    decide(cast, "accept", collected[3], collected[1], collected[0])
    assert states(cast) == ["accepted", "accepted", "submitted", "waiting"]
    decide(cast, "ask", collected[2], reason="your year of birth")
    assert fresh(collected[2]).state == "correction"
    line = JournalEntry.objects.filter(act="decide_applications").latest("pk")
    assert (line.by, line.reason) == (cast.alice, "your year of birth")
    assert line.after == {"decision": "ask", "applications": {str(collected[2].pk): "correction"}}
    with pytest.raises(Denied):
        decide_applications(section=section, applications=[collected[2].pk], decision="wait", by=cast.dave)


def test_nobody_waits_while_places_are_free(cast: Cast) -> None:
    section = open_form(cast, capacity=1, approval=ORGANISER)
    collected = [confirmed(section, name) for name in ("Anna", "Berta", "Clara")]
    assert code(lambda: decide(cast, "wait", collected[0])) == "places-are-free"
    decide(cast, "accept", collected[0])
    decide(cast, "wait", collected[1])
    set_entry_form(section=section, values=settings(moves_up="organiser"), by=cast.alice)
    withdraw_application(application=fresh(collected[0]), by=collected[0])
    # Behind those who wait, anybody can.
    decide(cast, "wait", collected[2])
    assert states(cast) == ["withdrawn", "waiting", "waiting"]


@pytest.mark.parametrize(
    ("typed", "refused"),
    [
        ({"name": "<b>"}, "name-with-brackets"),
        ({"guardian": "Mum <mum@example.org>"}, "name-with-brackets"),
        ({"particulars": {"birth_year": 2100}}, "birth-year-ahead"),
    ],
)
def test_an_applicant_types_no_markup_and_no_year_to_come(
    cast: Cast, typed: dict[str, Any], refused: str
) -> None:
    section = open_form(cast, asks={"birth_year": "required", "guardian": "asked"})
    assert code(lambda: drafted(section, **typed)) == refused
    assert not Application.objects.exists()


def test_the_applicant_corrects(cast: Cast) -> None:
    asks = {"birth_year": "required", "phone": "asked"}
    section = open_form(cast, approval=ORGANISER, asks=asks)
    first = confirmed(section, particulars={"birth_year": 1909})
    decide(cast, "ask", first, reason="born when?")
    EntryForm.objects.update(closes_at=timezone.now() - HOUR / 2)

    def change(application: Application, year: int | None, **typed: Any) -> Any:
        answer = Typed(name="New Comer", federation="GER", particulars={"birth_year": year}, **typed)
        return change_application(application=application, typed=answer, by=application)

    assert code(lambda: change(first, None)) == "application-incomplete"
    assert change(first, 1990)["state"] == "submitted"
    assert (fresh(first).turn, fresh(first).particulars, fresh(first).note) == (1, {"birth_year": 1990}, "")
    assert code(lambda: change(first, 1991)) == "entries-closed"
    EntryForm.objects.update(closes_at=timezone.now() + HOUR)
    decide(cast, "accept", first)
    assert code(lambda: change(first, 1991)) == "application-fixed"
    assert change(first, 1990, phone="+49 1")["state"] == "accepted"
    assert fresh(first).phone == "+49 1"


def test_a_change_does_not_ask_for_the_address_again(cast: Cast) -> None:
    section = open_form(cast, approval=ORGANISER, asks={"email": "required", "phone": "asked"})
    first = confirmed(section, email="a@example.org")
    # The applicant's page has no field for it.
    typed = Typed(name="New Comer", federation="GER", phone="+49 1")
    change_application(application=first, typed=typed, by=first)
    assert (fresh(first).email, fresh(first).phone) == ("a@example.org", "+49 1")
    decide(cast, "ask", first, reason="your number?")
    typed = Typed(name="New Comer", federation="GER", phone="+49 2")
    assert change_application(application=first, typed=typed, by=first)["state"] == "submitted"
    assert (fresh(first).email, fresh(first).phone) == ("a@example.org", "+49 2")


def test_who_was_confirmed_without_an_address_can_still_change(cast: Cast) -> None:
    first = confirmed(open_form(cast, approval=ORGANISER))
    open_form(cast, approval=ORGANISER, asks={"email": "required"})
    change_application(application=first, typed=Typed(name="Newer Comer", federation="GER"), by=first)
    assert (fresh(first).name, fresh(first).email) == ("Newer Comer", "")


def test_a_change_to_no_federation(cast: Cast) -> None:
    first = confirmed(open_form(cast, approval=ORGANISER))
    assert not Federation.objects.filter(code="").exists()
    typed = Typed(name="New Comer", federation="")
    change_application(application=first, typed=typed, by=first)
    connection.check_constraints()
    assert fresh(first).federation == Federation.objects.get(code="")


def test_nobody_touches_the_application_of_another(cast: Cast) -> None:
    section = open_form(cast)
    mine, theirs = confirmed(section, "Anna"), drafted(section, "Berta")
    for by in (mine, cast.alice, cast.dave):
        with pytest.raises(Denied):
            confirm_application(application=theirs, by=by)  # type: ignore[arg-type]


def test_times(cast: Cast) -> None:
    section = open_form(cast)
    now = timezone.now()

    def at(**moments: Any) -> None:
        EntryForm.objects.update(**moments)

    at(opens_at=now + HOUR)
    assert code(lambda: drafted(section)) == "entries-not-open"
    at(opens_at=now - 2 * HOUR, closes_at=now - HOUR)
    assert code(lambda: drafted(section)) == "entries-closed"
    at(late_until=now + HOUR)
    assert confirmed(section).late is True
    late = drafted(section, "Too Late")
    at(late_until=now - HOUR / 2)
    assert code(lambda: confirm_application(application=late, by=late)) == "entries-closed"
    for values in (
        {"closes_at": now - 5 * HOUR},
        {"late_until": now + HOUR},
        {"closes_at": now.replace(year=2999)},
    ):
        act = {"section": section, "values": settings(**values), "by": cast.alice}
        assert code(lambda act=act: set_entry_form(**act)) == "entry-times"


def test_after_the_lots_who_comes_gets_a_number(entered: Cast) -> None:
    late = confirmed(open_form(entered))
    assert fresh(late).entry.number == 9  # type: ignore[union-attr]


@pytest.mark.slow
def test_withdrawn_before_the_lots_is_left_out_of_them(cast: Cast) -> None:
    section = open_form(cast)
    anna, *_others = (confirmed(section, name) for name in ("Anna", "Berta", "Clara", "Dora", "Emma"))
    withdraw_application(application=anna, by=anna)
    draw_lots(section=section, by=cast.bob)
    assert section.entries.exclude(number=None).count() == 4
    assert section.entries.get(number=None).status == Entry.Status.WITHDRAWN


CHOICE = Question("Shirt", QuestionKind.CHOICE, required=True, choices=("S", "L"))
AGREED = Question("I know the rules", QuestionKind.FLAG, required=True)


def test_own_questions(cast: Cast) -> None:
    section = open_form(cast, questions=[CHOICE, AGREED, Question("Diet")])
    for answers, expected in (
        ({}, "answer-needed"),
        ({"Shirt": "XXL", "I know the rules": "yes"}, "answer-unknown"),
        ({"Shirt": "L", "I know the rules": "perhaps"}, "answer-unknown"),
        ({"Shirt": "L", "I know the rules": "yes", "Diet": "x" * 501}, "answer-unknown"),
    ):
        assert code(lambda answers=answers: drafted(section, answers=answers)) == expected
    good = drafted(section, answers={"Shirt": "L", "I know the rules": "yes", "What": "else"})
    assert good.answers == {"Shirt": "L", "I know the rules": "yes"}
    for question in (
        Question(""),
        Question("One", QuestionKind.CHOICE, choices=("A",)),
        Question("Twice", QuestionKind.CHOICE, choices=("A", "A")),
        Question("Text", choices=("A", "B")),
    ):
        act = {"section": section, "values": settings(questions=[question]), "by": cast.alice}
        assert code(lambda act=act: set_entry_form(**act)) == "question-invalid"
    many = [Question(str(place)) for place in range(21)]
    act = {"section": section, "values": settings(questions=many), "by": cast.alice}
    assert code(lambda: set_entry_form(**act)) == "too-many-questions"


def test_what_is_not_asked_is_not_kept(cast: Cast) -> None:
    section = open_form(cast, asks={"club": "asked"})
    sent = {"club": "Chess Café", "birth_year": 1990, "group": 2}
    application = drafted(section, particulars=sent, email="a@example.org", phone="1")
    assert (application.particulars, application.email, application.phone) == (
        {"club": "Chess Café"},
        "",
        "",
    )
    act = {"section": section, "values": settings(asks={"shoes": "asked"}), "by": cast.alice}
    assert code(lambda: set_entry_form(**act)) == "unknown-entry-field"


def test_no_letter_box_is_filled(cast: Cast) -> None:
    section = open_form(cast, asks={"email": "required"})
    for place in range(MOST_DRAFTS):
        drafted(section, f"Player {place}", email="a@example.org")
    assert code(lambda: drafted(section, "One More", email="A@example.org")) == "address-overused"
    made = create_section(event=cast.event, slug="rapid", name="Rapid", rounds=3, seed="s", by=cast.alice)
    cast.section = Section.objects.select_related("event").get(pk=made["section"])
    elsewhere = open_form(cast, asks={"email": "required"})
    assert code(lambda: drafted(elsewhere, email="a@example.org")) == "address-overused"


def test_letters_in_the_language_of_the_applicant(cast: Cast) -> None:
    section = open_form(cast, capacity=0, asks={"email": "required"})
    Event.objects.update(contact="Office: office@example.org")
    application = drafted(section, email="a@example.org")
    compute()
    assert "/en/a/" in mail.outbox[0].body
    assert mail.outbox[0].to == ["a@example.org"]
    assert mail.outbox[0].reply_to == ["office@example.org"]
    # Whoever typed the address can have typed anything for a name.
    assert "New Comer" not in mail.outbox[0].body
    Application.objects.filter(pk=application.pk).update(language="zh-hans")
    confirm_application(application=application, by=application)
    compute()
    assert "/zh-hans/a/" in mail.outbox[1].body
    assert states(cast) == ["waiting"]
    # In a restored event nobody has a link that a letter could give.
    Application.objects.filter(pk=application.pk).update(secret_digest="", salt="")
    decide(cast, "reject", fresh(application), reason="juniors only")
    compute()
    assert len(mail.outbox) == 2
