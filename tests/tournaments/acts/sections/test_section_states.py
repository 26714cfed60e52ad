"""The table *act × state of the section*: each act answers as it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from portal.policy import Refusal
from tests.applying import drafted, open_form
from tests.cast import Cast
from tournaments.acts.deleting import delete_entry
from tournaments.acts.drafts import pair_round
from tournaments.acts.entering.applications import confirm_application
from tournaments.acts.entering.attendance import reinstate, withdraw
from tournaments.acts.entering.players import enter_player
from tournaments.acts.entering.quota_entries import enter_under_quota
from tournaments.acts.entering.quotas import set_quotas
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.register.rating_class import confirm_rating_class
from tournaments.acts.sections import draw_lots, open_section
from tournaments.acts.teams.line_ups import set_roster
from tournaments.acts.teams.teams import add_team
from tournaments.models import Section, Team
from tournaments.policy import SECTIONS, Act
from tournaments.state.team_settings import DEFAULT, team_settings_as_json
from tournaments.wording.refusals import refusal_sentence


def reinstated(cast: Cast) -> None:
    entry = cast.section.entries.first()
    assert entry is not None
    withdraw(entries=[entry], reason="ill", by=cast.alice)
    reinstate(entries=[entry], reason="well again", by=cast.alice)


def rated(cast: Cast) -> None:
    Section.objects.filter(pk=cast.section.pk).update(game=Section.Game.WEIQI)
    confirm_rating_class(section=cast.section, rating_class="A", by=cast.alice)


def ordered(cast: Cast) -> None:
    Section.objects.filter(pk=cast.section.pk).update(team_rules=team_settings_as_json(DEFAULT))
    team = Team.objects.create(section=cast.section, name="A")
    set_roster(section=cast.section, team=team.pk, members=[], by=cast.alice)


def applied(cast: Cast) -> None:
    state = cast.section.state
    application = drafted(open_form(cast))
    Section.objects.filter(pk=cast.section.pk).update(state=state)
    confirm_application(application=application, by=application)


def entered_by_office(cast: Cast) -> None:
    state = cast.section.state
    set_quotas(section=open_form(cast), places=1, federations=["GER"], by=cast.alice)
    Section.objects.filter(pk=cast.section.pk).update(state=state)
    quota = cast.section.quotas.get()
    enter_under_quota(quota=quota, people=[PersonInput(name="Late", federation="GER")], by=quota)


ACTS: dict[str, Callable[[Cast], Any]] = {
    "open_section": lambda cast: open_section(section=cast.section, by=cast.alice),
    "delete_entry": lambda cast: delete_entry(entry=cast.section.entries.first(), by=cast.alice),
    Act.ENTER_PLAYER: lambda cast: enter_player(
        section=cast.section, person=PersonInput(name="Late", federation="GER"), by=cast.alice
    ),
    Act.APPLY: applied,
    Act.ENTER_OWN: entered_by_office,
    Act.SET_TEAMS: lambda cast: add_team(section=cast.section, name="A", by=cast.alice),
    Act.SET_ROSTER: ordered,
    Act.REINSTATE: reinstated,
    Act.DRAW_LOTS: lambda cast: draw_lots(section=cast.section, by=cast.bob),
    "confirm_rating_class": rated,
    Act.PAIR_ROUND: lambda cast: pair_round(round_=cast.round(1), by=cast.bob),
}


@pytest.mark.anywhere
@pytest.mark.parametrize("state", Section.State)
@pytest.mark.parametrize("act", SECTIONS)
def test_an_act_answers_as_the_table_says(entered: Cast, act: str, state: Section.State) -> None:
    code = SECTIONS[act][state]
    if act == Act.DRAW_LOTS:
        Section.objects.filter(pk=entered.section.pk).update(lots_drawn_at=None)
    Section.objects.filter(pk=entered.section.pk).update(state=state)
    entered.section.refresh_from_db()
    if not code:
        ACTS[act](entered)
        return
    with pytest.raises(Refusal) as refused:
        ACTS[act](entered)
    assert refused.value.code == code
    assert refusal_sentence(refused.value.code, refused.value.params)
