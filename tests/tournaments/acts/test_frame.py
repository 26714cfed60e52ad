"""What the frame promises, over every act that stands in it (`tournaments.acts.frame`)."""

from __future__ import annotations

import pytest

from portal.policy import Denied
from tests import framed
from tests.cast import Cast
from tests.framed import do
from tests.tournaments.acts.cases import CASES, NAMES, invitation
from tournaments.acts.frame import EVENT, act
from tournaments.acts.people import check_open, grant_role
from tournaments.models import (
    Membership,
    Section,
)

EACH = pytest.mark.parametrize("name", NAMES)


def test_every_act_has_its_case_and_its_words() -> None:
    framed.check_complete(NAMES, CASES)


@EACH
def test_it_is_done_once_and_journalled(entered: Cast, name: str) -> None:
    framed.check_once(entered, name, CASES[name])


@EACH
def test_a_key_that_was_used_for_something_else_is_refused(entered: Cast, name: str) -> None:
    framed.check_key_is_taken(entered, name, CASES[name])


@pytest.mark.parametrize("name", sorted(name for name, case in CASES.items() if case.not_who))
def test_only_who_may_by_the_tables(entered: Cast, name: str) -> None:
    framed.check_roles(entered, name, CASES[name])


def test_a_closed_account_accepts_nothing(entered: Cast) -> None:
    made = invitation(entered)
    entered.charlie.is_active = False
    with pytest.raises(Denied):
        do("accept_invitation", entered, "charlie", "", invitation=made)
    check_open(made)
    assert not Membership.objects.filter(user=entered.charlie, event=entered.event).exists()


@pytest.mark.parametrize("name", framed.section_acts(NAMES))
@pytest.mark.parametrize("state", Section.State)
def test_the_state_of_the_section_is_asked(entered: Cast, name: str, state: Section.State) -> None:
    framed.check_section(entered, name, CASES[name], state)


@pytest.mark.parametrize("name", framed.reasoned(NAMES))
def test_a_reason_is_asked_for(entered: Cast, name: str) -> None:
    framed.check_reason(entered, name, CASES[name])


@pytest.mark.postgres
@EACH
def test_locks_are_taken_from_the_event_down(entered: Cast, name: str) -> None:
    framed.check_locks(entered, name, CASES[name])


def test_two_acts_cannot_have_one_name() -> None:
    with pytest.raises(ValueError, match="two acts are called grant_role"):
        act(on=EVENT, right=None, name="grant_role")(grant_role.body)
