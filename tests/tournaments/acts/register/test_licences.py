"""Licences: issued from day to day, asked for by a section at entry and at check-in, overruled, suspended."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from portal.accounts.models import User
from portal.policy import Refusal
from tests.cast import Cast, last
from tournaments.acts.entering.attendance import check_in
from tournaments.acts.entering.open_to import overrule_condition, set_open_to
from tournaments.acts.entering.players import enter_player
from tournaments.acts.register._erasure import forget_person, names_of
from tournaments.acts.register.licences import issue_licence, make_licence_kind, set_licence_state
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.register.persons import merge_persons, undo_merger
from tournaments.acts.undo.undo import undo
from tournaments.models import (
    Entry,
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
from tournaments.wording.conditions import verdict_text
from tournaments.wording.refusals import refusal_sentence

FIRST, LAST = date(2026, 9, 4), date(2026, 9, 6)
ASKED = Condition(licences=("chn-player",))


@pytest.fixture
def licensed(entered: Cast) -> Cast:
    """The event is from 4 to 6 September, and its section asks for a licence of a federation."""
    cast = entered
    cast.section.entries.update(status=Entry.Status.ENTERED)
    federation = Organisation.objects.create(slug="chn", name="Federation", level="nation")
    Office.objects.create(organisation=federation, user=cast.frank, role=Office.Role.REGISTRAR)
    make_licence_kind(organisation=federation, code="chn-player", name="Player", by=cast.frank)
    Event.objects.filter(pk=cast.event.pk).update(starts=FIRST, ends=LAST)
    set_open_to(section=cast.section, condition=ASKED, by=cast.alice)
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
    forget_person(player, names_of(player))
    assert not Licence.objects.exists()
    assert verdicts_of(licensed.section)[entry(licensed).pk].outcome is Outcome.NOT_MET


def test_a_program_learns_valid_or_not_on_a_day(licensed: Cast) -> None:
    issue(licensed, FIRST)
    assert [is_valid("chn-player", "7", day) for day in (FIRST, LAST)] == [True, False]
    assert not is_valid("chn-player", "8", FIRST)
    assert not is_valid("chn-player", "", FIRST)
