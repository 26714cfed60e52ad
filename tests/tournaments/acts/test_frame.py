"""What the frame promises, over every act that stands in it (`tournaments.acts.frame`)."""

from __future__ import annotations

import pytest
from django.test import RequestFactory
from rest_framework.request import Request

from portal.accounts.models import User
from portal.accounts.tokens import make_token, revoke_token
from portal.api.authentication import TokenAuthentication
from portal.policy import Denied, Refusal
from tests.cast import Cast
from tests.framed import Promises, do
from tests.tournaments.acts.cases import CASES, NAMES, invitation
from tournaments.acts.frame import ACTS, EVENT, act
from tournaments.acts.people import check_invitation_open, grant_role
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
    User.objects.filter(pk=entered.charlie.pk).update(is_active=False)
    with pytest.raises(Denied):
        do("accept_invitation", entered, "charlie", "", invitation=made)
    check_invitation_open(made)
    assert not Membership.objects.filter(user=entered.charlie, event=entered.event).exists()


def test_a_token_that_was_revoked_meanwhile_opens_nothing(entered: Cast) -> None:
    """What came with a token is asked for the token again, not only for its owner."""
    made = make_token(by=entered.alice, name="program", scopes=["read"], days=7)
    request = RequestFactory().post("/", headers={"Authorization": f"Bearer {made.secret}"})
    authenticated = TokenAuthentication().authenticate(Request(request))
    assert authenticated is not None
    user = authenticated[0]
    case = CASES["withdraw"]
    arguments = case.make(entered)
    revoke_token(token=made.token, by=entered.alice)
    with pytest.raises(Denied):
        ACTS["withdraw"](**arguments, by=user)
    ACTS["withdraw"](**arguments, by=entered.alice)


def test_two_acts_cannot_have_one_name() -> None:
    with pytest.raises(ValueError, match="two acts are called grant_role"):
        act(on=EVENT, right=None, name="grant_role")(grant_role.body)
