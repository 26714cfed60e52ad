"""What the frame promises, over every act that stands in it (`tournaments.acts.frame`)."""

from __future__ import annotations

import pytest

from portal.policy import Denied, Refusal
from tests.cast import Cast
from tests.framed import Promises, do
from tests.tournaments.acts.cases import CASES, NAMES, invitation
from tournaments.acts.frame import ACTS, EVENT, act
from tournaments.acts.people import check_open, grant_role
from tournaments.models import Membership, Section
from tournaments.policy import SECTIONS


class TestEveryAct(Promises):
    NAMES, CASES = NAMES, CASES

    @pytest.fixture
    def ready(self, entered: Cast) -> Cast:
        return entered

    @pytest.mark.anywhere
    @pytest.mark.parametrize("state", Section.State)
    def test_the_state_of_the_section_is_asked(self, ready: Cast, name: str, state: Section.State) -> None:
        case = self.CASES[name]
        arguments, ready = case.made(name, ready)
        Section.objects.filter(pk=ready.section.pk).update(state=state)
        code = next(SECTIONS[key][state] for key in (name, str(ACTS[name].right)) if key in SECTIONS)
        if not code:
            do(name, ready, case.who, "", **arguments)
            return
        with pytest.raises(Refusal) as refused:
            do(name, ready, case.who, "", **arguments)
        assert refused.value.code == code


def test_a_closed_account_accepts_nothing(entered: Cast) -> None:
    made = invitation(entered)
    entered.charlie.is_active = False
    with pytest.raises(Denied):
        do("accept_invitation", entered, "charlie", "", invitation=made)
    check_open(made)
    assert not Membership.objects.filter(user=entered.charlie, event=entered.event).exists()


def test_two_acts_cannot_have_one_name() -> None:
    with pytest.raises(ValueError, match="two acts are called grant_role"):
        act(on=EVENT, right=None, name="grant_role")(grant_role.body)
