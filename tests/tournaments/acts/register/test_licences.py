"""Licences: issued from day to day, asked for by a section at entry and at check-in, overruled, suspended."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal.accounts.models import User
from portal.policy import Refusal
from tests.cast import Cast, last
from tournaments.acts.entering.attendance import check_in
from tournaments.acts.entering.open_to import overrule_condition, set_open_to
from tournaments.acts.entering.players import enter_player
from tournaments.acts.register._erasure import all_names, forget_person
from tournaments.acts.register.licences import (
    ask_for_licence,
    change_licence_kind,
    issue_licence,
    make_licence_kind,
    set_licence_state,
)
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.register.persons import merge_persons, undo_merger
from tournaments.acts.undo.undo import undo
from tournaments.models import (
    Entry,
    EntryForm,
    Event,
    Licence,
    LicenceKind,
    Merger,
    Office,
    Organisation,
    Person,
    Player,
)
from tournaments.queries.categories import verdicts_of
from tournaments.queries.register.licences import is_valid
from tournaments.state.conditions import Condition, Outcome
from tournaments.todo import needs_of, situation_of
from tournaments.wording.conditions import verdict_text
from tournaments.wording.refusals import refusal_sentence

FIRST, LAST = date(2026, 9, 4), date(2026, 9, 6)
LICENCE_CONDITION = Condition(licences=("chn-player",))


@pytest.fixture
def licensed(entered: Cast) -> Cast:
    """The event is from 4 to 6 September, and its section asks for a licence of a federation."""
    cast = entered
    cast.section.entries.update(status=Entry.Status.ENTERED)
    federation = Organisation.objects.create(slug="chn", name="Federation", level="nation")
    Office.objects.create(organisation=federation, user=cast.frank, role=Office.Role.REGISTRAR)
    make_licence_kind(organisation=federation, code="chn-player", name="Player", by=cast.frank)
    Event.objects.filter(pk=cast.event.pk).update(starts=FIRST, ends=LAST)
    set_open_to(section=cast.section, condition=LICENCE_CONDITION, by=cast.alice)
    cast.section.refresh_from_db()
    cast.section.event.refresh_from_db()
    return cast


def person(cast: Cast) -> Person:
    return entry(cast).player.person


def entry(cast: Cast) -> Entry:
    return cast.section.entries.select_related("player__person", "section__event").order_by("pk")[0]


def issue(cast: Cast, ends: date, starts: date = date(2026, 1, 1)) -> Licence:
    kind = LicenceKind.objects.get()
    days = {"starts": starts.isoformat(), "ends": ends.isoformat()}
    done = issue_licence(person=person(cast), kind=kind.pk, number="7", by=cast.admin, **days)
    return Licence.objects.get(pk=done["licence"])


def outcome(cast: Cast) -> Outcome:
    verdict = verdicts_of(cast.section).get(entry(cast).pk)
    return verdict.outcome if verdict else Outcome.MET


def here(cast: Cast) -> str:
    check_in(entries=[entry(cast)], present=True, by=cast.alice)
    return entry(cast).status


@pytest.mark.parametrize(("ends", "met"), [(FIRST, True), (FIRST - timedelta(1), False)])
def test_until_the_first_day_is_valid_on_it_and_the_day_before_is_not(
    licensed: Cast, ends: date, *, met: bool
) -> None:
    issue(licensed, ends)
    assert outcome(licensed) == (Outcome.MET if met else Outcome.NOT_MET)


@pytest.mark.parametrize(("starts", "met"), [(FIRST, True), (FIRST + timedelta(1), False)])
def test_one_that_begins_on_the_first_day_does(licensed: Cast, starts: date, *, met: bool) -> None:
    issue(licensed, date(2027, 8, 31), starts)
    assert outcome(licensed) == (Outcome.MET if met else Outcome.NOT_MET)


def test_every_day_may_be_covered_by_two_of_them(licensed: Cast) -> None:
    every_day = Condition(licences=("chn-player",), every_day=True)
    set_open_to(section=licensed.section, condition=every_day, by=licensed.alice)
    licensed.section.refresh_from_db()
    issue(licensed, FIRST)
    assert outcome(licensed) is Outcome.NOT_MET
    issue(licensed, LAST, FIRST + timedelta(1))
    assert outcome(licensed) is Outcome.MET


def test_who_has_none_is_refused_at_entry_by_the_desk_and_let_in_with_a_reason(licensed: Cast) -> None:
    registered = person(licensed)
    entry(licensed).delete()
    typed = PersonInput(registered.name, registered.federation_id)
    with pytest.raises(Refusal, match="not-open-to"):
        enter_player(section=licensed.section, person=typed, by=licensed.alice)
    done = enter_player(
        section=licensed.section, person=typed, by=licensed.alice, reason="the licence is on its way"
    )
    assert Entry.objects.get(pk=done["entry"]).overruled


def test_a_new_player_of_whom_nothing_is_known_is_entered_and_marked(licensed: Cast) -> None:
    done = enter_player(section=licensed.section, person=PersonInput("New One", "GER"), by=licensed.alice)
    verdict = verdicts_of(licensed.section)[done["entry"]]
    assert (verdict.outcome, verdict_text(verdict)) == (Outcome.NOT_MET, "no licence")


def test_check_in_asks_again_and_says_who_can_overrule(licensed: Cast) -> None:
    licence = issue(licensed, LAST)
    set_licence_state(
        person=person(licensed), licence=licence.pk, state="suspended", reason="fee", by=licensed.admin
    )
    with pytest.raises(Refusal) as refused:
        here(licensed)
    sentence = refusal_sentence(refused.value.code, refused.value.params)
    assert "licence chn-player on the first day" in sentence
    assert "licence chn-player suspended by Federation" in sentence
    assert "fee" not in sentence
    overrule_condition(entry=entry(licensed), overruled=True, reason="it is paid", by=licensed.alice)
    assert here(licensed) == Entry.Status.CHECKED_IN
    assert last("overrule_condition").reason == "it is paid"


def test_a_licence_that_ran_out_since_the_entry_is_seen_at_check_in(licensed: Cast) -> None:
    issue(licensed, FIRST)
    assert here(licensed) == Entry.Status.CHECKED_IN
    check_in(entries=[entry(licensed)], present=False, by=licensed.alice)
    Event.objects.filter(pk=licensed.event.pk).update(starts=FIRST + timedelta(1))
    with pytest.raises(Refusal, match="not-open-at-check-in"):
        here(licensed)


def test_overruling_is_undone_and_refused_where_the_player_fits(licensed: Cast) -> None:
    overrule_condition(entry=entry(licensed), overruled=True, reason="let in", by=licensed.alice)
    undo(event=licensed.event, entry=last("overrule_condition").pk, reason="not so", by=licensed.alice)
    assert not entry(licensed).overruled
    issue(licensed, LAST)
    with pytest.raises(Refusal, match="player-fits"):
        overrule_condition(entry=entry(licensed), overruled=True, reason="let in", by=licensed.alice)


def test_two_of_a_kind_do_not_overlap_but_for_one_that_is_revoked(licensed: Cast) -> None:
    licence = issue(licensed, LAST)
    with pytest.raises(Refusal, match="licence-overlaps"):
        issue(licensed, date(2026, 12, 31), LAST)
    set_licence_state(
        person=person(licensed), licence=licence.pk, state="revoked", reason="wrong", by=licensed.admin
    )
    assert outcome(licensed) is Outcome.NOT_MET
    issue(licensed, date(2026, 12, 31), LAST)
    with pytest.raises(Refusal, match="licence-overlaps"):
        set_licence_state(
            person=person(licensed), licence=licence.pk, state="issued", reason="right", by=licensed.admin
        )


def test_only_the_issuer_issues(licensed: Cast) -> None:
    other = Organisation.objects.create(slug="ger", name="Other", level="nation")
    made = LicenceKind.objects.create(organisation=other, code="ger-player", name="Player")
    stranger = User.objects.create_user("registrar-of-ger")
    Office.objects.create(organisation=other, user=stranger, role=Office.Role.REGISTRAR)
    days = {"starts": "2026-01-01", "ends": "2026-12-31"}
    Person.objects.filter(pk=person(licensed).pk).update(organisation=other)
    kind = LicenceKind.objects.get(code="chn-player")
    with pytest.raises(Refusal, match="no-such-licence-kind"):
        issue_licence(person=person(licensed), kind=kind.pk, by=stranger, **days)
    issue_licence(person=person(licensed), kind=made.pk, by=stranger, **days)


def test_a_merger_takes_licences_along_and_back(licensed: Cast) -> None:
    licence = issue(licensed, LAST)
    into = Person.objects.create(name="Twin", federation_id=person(licensed).federation_id)
    Player.objects.filter(person=into).delete()
    who: dict[str, Any] = {"by": licensed.admin}
    came_from = licence.person
    merge_persons(person=into, other=came_from.pk, take=[], **who)
    licence.refresh_from_db()
    assert licence.person == into
    assert outcome(licensed) is Outcome.MET
    undo_merger(person=into, merger=Merger.objects.get().pk, **who)
    licence.refresh_from_db()
    assert licence.person == came_from


def test_a_person_who_is_forgotten_takes_them_along_and_the_entry_stays(licensed: Cast) -> None:
    issue(licensed, LAST)
    player = entry(licensed).player
    forget_person(player, all_names(player))
    assert not Licence.objects.exists()
    assert verdicts_of(licensed.section)[entry(licensed).pk].outcome is Outcome.NOT_MET


def test_a_program_learns_valid_or_not_on_a_day(licensed: Cast) -> None:
    issue(licensed, FIRST)
    assert [is_valid("chn-player", "7", day) for day in (FIRST, LAST)] == [True, False]
    assert not is_valid("chn-player", "8", FIRST)
    assert not is_valid("chn-player", "", FIRST)


def terms(cast: Cast, **values: Any) -> None:
    kind = LicenceKind.objects.get()
    change_licence_kind(organisation=kind.organisation, kind=kind.pk, name=kind.name, by=cast.admin, **values)


def ask(cast: Cast, **values: Any) -> Licence:
    done = ask_for_licence(
        person=person(cast), kind=LicenceKind.objects.get().pk, starts="2026-01-01", by=cast.admin, **values
    )
    return Licence.objects.get(pk=done["licence"])


@pytest.mark.parametrize(
    ("values", "starts", "ends"),
    [
        ({"validity": "year"}, "2026-02-03", date(2026, 12, 31)),
        ({"validity": "season", "season_from": "09-01"}, "2026-08-31", date(2026, 8, 31)),
        ({"validity": "season", "season_from": "09-01"}, "2026-09-01", date(2027, 8, 31)),
    ],
)
def test_without_a_last_day_the_kind_says_it(
    licensed: Cast, values: dict[str, Any], starts: str, ends: date
) -> None:
    terms(licensed, **values)
    kind = LicenceKind.objects.get()
    issue_licence(person=person(licensed), kind=kind.pk, starts=starts, by=licensed.admin)
    assert Licence.objects.get().ends == ends


@pytest.mark.parametrize("day", ["", "2-30", "02-29", "9/1"])
def test_a_season_begins_on_a_day_of_every_year(licensed: Cast, day: str) -> None:
    with pytest.raises(Refusal, match="bad-season-day"):
        terms(licensed, validity="season", season_from=day)


def test_from_day_to_day_a_last_day_is_needed(licensed: Cast) -> None:
    with pytest.raises(Refusal, match="bad-day"):
        issue_licence(
            person=person(licensed),
            kind=LicenceKind.objects.get().pk,
            starts="2026-01-01",
            by=licensed.admin,
        )


def test_one_that_is_asked_for_is_not_valid_before_it_is_issued(licensed: Cast) -> None:
    terms(licensed, validity="year", papers=["declaration"], fee="20 CNY")
    licence = ask(licensed, papers=["declaration"], proof="file 12")
    assert (licence.state, licence.proof) == ("asked", "file 12")
    assert outcome(licensed) is Outcome.NOT_MET
    decide: dict[str, Any] = {"person": person(licensed), "licence": licence.pk, "by": licensed.admin}
    with pytest.raises(Refusal) as refused:
        set_licence_state(state="issued", reason="complete", **decide)
    sentence = refusal_sentence(refused.value.code, refused.value.params)
    assert sentence == "Licence chn-player is not issued: fee is missing."
    set_licence_state(state="issued", number="7", papers=["fee"], reason="paid", **decide)
    assert outcome(licensed) is Outcome.MET
    licence.refresh_from_db()
    assert (licence.number, licence.papers) == ("7", ["declaration", "fee"])
    with pytest.raises(Refusal, match="licence-not-asked"):
        set_licence_state(state="asked", reason="again", **decide)


def test_anybody_who_keeps_the_person_asks_for_what_others_issue(licensed: Cast) -> None:
    club = Organisation.objects.create(slug="club", name="Club", level="club")
    secretary = User.objects.create_user("club-secretary")
    Office.objects.create(organisation=club, user=secretary, role=Office.Role.REGISTRAR)
    Person.objects.filter(pk=person(licensed).pk).update(organisation=club)
    terms(licensed, validity="year")
    kind = LicenceKind.objects.get()
    with pytest.raises(Refusal, match="no-such-licence-kind"):
        issue_licence(person=person(licensed), kind=kind.pk, starts="2026-01-01", by=secretary)
    ask_for_licence(person=person(licensed), kind=kind.pk, starts="2026-01-01", by=secretary)
    assert Licence.objects.get().state == "asked"


@pytest.mark.parametrize(("birth_year", "lacks"), [(2008, False), (2009, True), (None, True)])
def test_a_guardian_is_asked_for_of_minors(licensed: Cast, birth_year: int | None, *, lacks: bool) -> None:
    terms(licensed, validity="year", papers=["guardian"])
    Person.objects.filter(pk=person(licensed).pk).update(birth_year=birth_year)
    arguments: dict[str, Any] = {
        "person": person(licensed),
        "kind": LicenceKind.objects.get().pk,
        "starts": "2026-01-01",
        "by": licensed.admin,
    }
    if lacks:
        with pytest.raises(Refusal, match="licence-lacks"):
            issue_licence(**arguments)
        return
    issue_licence(**arguments)


def test_the_checklist_asks_again_once_entries_are_closed(licensed: Cast) -> None:
    def line() -> str:
        needs = needs_of(situation_of(licensed.event))
        return next((need.text for need in needs if need.kind == "open-to"), "")

    count = licensed.section.entries.count()
    assert line() == f"{count} players do not meet who may enter"
    now = timezone.now()
    form = EntryForm.objects.create(
        section=licensed.section, opens_at=now - timedelta(2), closes_at=now + timedelta(1)
    )
    assert line() == ""
    EntryForm.objects.filter(pk=form.pk).update(closes_at=now - timedelta(1))
    issue(licensed, LAST)
    licensed.section.entries.exclude(pk=entry(licensed).pk).update(overruled=True)
    assert line() == "All players meet who may enter"


def test_a_section_asks_for_a_number(licensed: Cast) -> None:
    set_open_to(section=licensed.section, condition=Condition(numbers=("fide", "wxf")), by=licensed.alice)
    licensed.section.refresh_from_db()
    assert outcome(licensed) is Outcome.NOT_MET
    typed = PersonInput("New One", "GER")
    with pytest.raises(Refusal) as refused:
        enter_player(section=licensed.section, person=typed, by=licensed.alice)
    assert "FIDE number (ID)" in refusal_sentence(refused.value.code, refused.value.params)
    enter_player(section=licensed.section, person=replace(typed, wxf_id="77"), by=licensed.alice)
    Player.objects.filter(pk=entry(licensed).player_id).update(fide_id="1503014")
    assert outcome(licensed) is Outcome.MET


@pytest.mark.parametrize(
    ("typed", "amount", "currency"),
    [("20 SGD", 2000, "SGD"), ("cny 12.50", 1250, "CNY"), ("500 JPY", 500, "JPY"), ("", None, "")],
)
def test_a_fee_is_an_amount(licensed: Cast, typed: str, amount: int | None, currency: str) -> None:
    terms(licensed, fee=typed)
    kind = LicenceKind.objects.get()
    assert (kind.fee_amount, kind.fee_currency) == (amount, currency)
    terms(licensed, fee=kind.fee)
    assert LicenceKind.objects.get().fee_amount == amount


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("twenty", "bad-licence-fee"),
        ("20", "bad-licence-fee"),
        ("20 SGD CNY", "bad-licence-fee"),
        ("20 SGD 5", "bad-licence-fee"),
        ("-20 SGD", "amount-unreadable"),
        ("1.5 JPY", "amount-digits"),
    ],
)
def test_a_fee_that_is_no_amount_is_refused(licensed: Cast, typed: str, code: str) -> None:
    with pytest.raises(Refusal, match=code) as refused:
        terms(licensed, fee=typed)
    assert refused.value.field == "fee"


def test_what_a_licence_costs_stays_when_its_kind_costs_more(licensed: Cast) -> None:
    terms(licensed, validity="year", fee="20 SGD")
    licence = ask(licensed)
    terms(licensed, validity="year", fee="30 SGD")
    licence.refresh_from_db()
    assert (licence.fee_amount, licence.fee_currency) == (2000, "SGD")
