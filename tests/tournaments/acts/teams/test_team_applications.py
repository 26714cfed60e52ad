"""Teams that their captains enter on line, with the players in the order of the boards."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal.policy import Refusal
from tests.applying import HOUR, settings
from tests.cast import Cast
from tests.teams_world import make_team_section
from tests.working import compute
from tournaments.acts.entering.applications import (
    change_application,
    confirm_application,
    decide_applications,
    hand_in,
    withdraw_application,
)
from tournaments.acts.entering.entry_forms import delete_what_is_over, set_entry_form
from tournaments.acts.entering.filled_in import Typed
from tournaments.acts.entering.players import enter_player, erase_player
from tournaments.acts.money.fees import FeeTableInput, FeeTermsInput, set_fee_table, set_fee_terms
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.sections import draw_lots
from tournaments.acts.teams.team_matches import reinstate_team, withdraw_team
from tournaments.models import Application, Entry, EntryForm, Event, FeeAccount, Section, Team
from tournaments.queries.entering.applications import places_left
from tournaments.queries.teams.team_matches import roster_order
from tournaments.state.applications import Question, QuestionKind
from tournaments.state.fees import Tariff
from tournaments.wording.refusals import refusal_sentence

pytestmark = pytest.mark.django_db
FOUR = ("Ahn", "Bo", "Cui", "Dong")


def opened(cast: Cast, *, capacity: int | None = None, teams: int = 0, **values: Any) -> Section:
    """Teams of three with a reserve, for which captains can apply."""
    section = make_team_section(cast.event, cast.alice, teams=teams)
    Section.objects.filter(pk=section.pk).update(capacity=capacity)
    set_entry_form(section=section, values=settings(**values), by=cast.alice)
    section.refresh_from_db()
    return section


def typed(name: str, *players: str, **more: Any) -> Typed:
    members = [{"name": f"{item} of {name}"} for item in players or FOUR]
    return Typed(**{"name": name, "federation": "GER", "members": members, **more})


def drafted(section: Section, name: str, *players: str, **more: Any) -> Application:
    return hand_in(section=section, typed=typed(name, *players, **more), language="en")


def confirmed(section: Section, name: str, *players: str, **more: Any) -> Application:
    application = drafted(section, name, *players, **more)
    confirm_application(application=application, by=application)
    return fresh(application)


def fresh(application: Application) -> Application:
    return Application.objects.select_related("section__event", "entry", "team").get(pk=application.pk)


def states(section: Section) -> list[str]:
    return list(section.applications.order_by("turn").values_list("state", flat=True))


def roster(team: Team | None) -> list[str]:
    return [item.player.name for item in roster_order(team.entries.select_related("player"))] if team else []


def refused(act: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        act()
    assert refusal_sentence(refusal.value.code, refusal.value.params)
    return refusal.value


def decide(cast: Cast, section: Section, *applications: Application, decision: str = "accept") -> None:
    keys = [application.pk for application in applications]
    decide_applications(section=section, applications=keys, decision=decision, by=cast.alice)


@pytest.mark.slow
def test_a_team_is_entered_with_its_boards_in_order(cast: Cast) -> None:
    section = opened(cast)
    result = confirmed(section, "Hamburg")
    assert (result.state, result.entry) == ("accepted", None)
    assert result.team is not None
    assert (result.team.name, result.team.federation_id) == ("Hamburg", "GER")
    assert roster(result.team) == [f"{item} of Hamburg" for item in FOUR]
    assert [item.board_order for item in roster_order(result.team.entries)] == [1, 2, 3, 4]
    for name in ("Berlin", "Bremen", "Kiel"):
        confirmed(section, name)
    draw_lots(section=section, by=cast.bob)
    section.refresh_from_db()
    assert refused(lambda: drafted(section, "Late")).code == "entries-closed"


@pytest.mark.slow
def test_teams_wait_until_all_their_players_have_a_place(cast: Cast) -> None:
    """Nobody passes a team that waits, not even one that would fit."""
    section = opened(cast, capacity=9)
    first, _second, third, fourth = (
        confirmed(section, "One"),
        confirmed(section, "Two"),
        confirmed(section, "Three"),
        confirmed(section, "Four", "Ei", "Fan"),
    )
    assert states(section) == ["accepted", "accepted", "waiting", "waiting"]
    assert places_left(section) == 1
    withdraw_application(application=first, by=first)
    assert states(section) == ["withdrawn", "accepted", "accepted", "waiting"]
    assert places_left(section) == 1
    assert fresh(third).team is not None
    assert roster(fresh(fourth).team) == []


@pytest.mark.slow
def test_the_desk_withdraws_a_team_and_takes_it_back(cast: Cast) -> None:
    section = opened(cast, capacity=8)
    first, waiting = confirmed(section, "One"), None
    confirmed(section, "Two")
    waiting = confirmed(section, "Three")
    assert first.team is not None
    withdraw_team(section=section, team=first.team.pk, reason="no bus", by=cast.alice)
    assert states(section) == ["withdrawn", "accepted", "accepted"]
    back = {"section": section, "team": first.team.pk, "reason": "a bus", "by": cast.alice}
    assert refused(lambda: reinstate_team(**back)).code == "section-full"
    withdraw_application(application=fresh(waiting), by=waiting)
    reinstate_team(**back)
    assert states(section) == ["accepted", "accepted", "withdrawn"]


@pytest.mark.slow
def test_an_organiser_decides_many_at_once(cast: Cast) -> None:
    section = opened(cast, approval="organiser")
    collected = [confirmed(section, f"Team {number}") for number in range(4)]
    with CaptureQueriesContext(connection) as queries:
        decide(cast, section, collected[0])
    with CaptureQueriesContext(connection) as three:
        decide(cast, section, *collected[1:])
    assert set(states(section)) == {"accepted"}
    # The name of each team is looked for.
    assert len(three) <= len(queries) + 2
    assert [len(roster(fresh(queries).team)) for queries in collected] == [4, 4, 4, 4]


@pytest.mark.anywhere
@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"name": " "}, "team-needs-name", "name"),
        ({"name": "Beijing"}, "team-name-taken", "name"),
        ({"members": [{"name": "A"}]}, "team-too-small", "member_2_name"),
        ({"members": []}, "team-too-small", "member_1_name"),
        ({"members": [{"name": letter} for letter in "ABCDE"]}, "team-too-large", "name"),
        ({"members": [{"name": "A"}, {"name": ""}, {"name": "B"}]}, "name-needed", "member_2_name"),
        ({"members": [{"name": "Li An"}, {"name": "li  an"}]}, "member-twice", "member_2_name"),
        ({"members": [{"name": "A\u202e"}, {"name": "B"}]}, "name-not-printable", "member_1_name"),
        ({"members": [{"name": "A"}, {"name": "B" * 81}]}, "name-too-long", "member_2_name"),
        ({"name": "B" * 81}, "name-too-long", "name"),
        ({"federation": "XXX"}, "unknown-federation", "federation"),
    ],
)
def test_what_is_no_team(cast: Cast, more: dict[str, Any], code: str, field: str) -> None:
    section = opened(cast, teams=1)
    values = {"name": "New", "federation": "GER", "members": [{"name": "A"}, {"name": "B"}], **more}
    refusal = refused(lambda: hand_in(section=section, typed=Typed(**values), language="en"))
    assert (refusal.code, refusal.field) == (code, field)


def test_of_each_player_is_kept_what_is_asked_and_what_is_required_is_needed(cast: Cast) -> None:
    section = opened(cast, asks={"birth_year": "required", "email": "required", "club": "asked"})
    members = [{"name": "Ahn", "birth_year": 1990, "rating": 2000}, {"name": "Bo", "club": "Reds"}]
    missing = refused(lambda: drafted(section, "New", members=members, email="c@example.org"))
    assert (missing.code, missing.field) == ("application-incomplete", "member_2_birth_year")
    members[1]["birth_year"] = 1991
    assert refused(lambda: drafted(section, "New", members=members)).field == "email"
    result = drafted(section, "New", members=members, email="c@example.org")
    assert result.members == [
        {"name": "Ahn", "birth_year": 1990},
        {"name": "Bo", "club": "Reds", "birth_year": 1991},
    ]
    assert result.particulars == {}
    compute()
    assert "c@example.org" in mail.outbox[-1].to
    assert "Ahn" not in mail.outbox[-1].body


def test_who_plays_for_another_team_is_left_to_an_organiser(cast: Cast) -> None:
    section = opened(cast)
    confirmed(section, "One", members=[{"name": "Li An"}, {"name": "Bo"}])
    second = confirmed(section, "Two", members=[{"name": "Cui"}, {"name": "Li An"}])
    assert second.state == "submitted"
    refusal = refused(lambda: decide(cast, section, second))
    assert (refusal.code, refusal.params["name"]) == ("already-entered", "Li An")
    assert not section.teams.filter(name="Two").exists()
    # Of two captains with one name for their teams the second is told, or left to an organiser.
    twice = [{"name": "Dong"}, {"name": "Ei"}]
    assert refused(lambda: drafted(section, "One", members=twice)).code == "team-name-taken"
    third, fourth = drafted(section, "Three", members=twice), drafted(section, "Three", "Fan", "Gu")
    for item in (third, fourth):
        confirm_application(application=item, by=item)
    assert [fresh(item).state for item in (third, fourth)] == ["accepted", "submitted"]


def test_the_captain_changes_what_is_not_settled(cast: Cast) -> None:
    section = opened(cast, approval="organiser")
    result = confirmed(section, "One")
    turned = typed("One", *reversed(FOUR))
    change_application(application=result, typed=turned, by=result)
    decide(cast, section, result)
    assert roster(fresh(result).team) == [f"{item} of One" for item in reversed(FOUR)]
    other = typed("One", "Ei", "Fan")
    fixed = refused(lambda: change_application(application=fresh(result), typed=other, by=result))
    assert fixed.code == "application-fixed"
    change_application(
        application=fresh(result), typed=typed("One", *reversed(FOUR), named_in_public=True), by=result
    )


@pytest.mark.slow
def test_after_the_lots_the_desk_withdraws_a_team(cast: Cast) -> None:
    section = opened(cast)
    collected = [confirmed(section, name) for name in ("One", "Two", "Three")]
    waiting = confirmed(section, "Four")
    Application.objects.filter(pk=waiting.pk).update(state="waiting", team=None)
    draw_lots(section=section, by=cast.bob)
    refusal = refused(lambda: withdraw_application(application=fresh(collected[0]), by=collected[0]))
    assert refusal.code == "application-drawn"
    team = fresh(collected[0]).team
    assert team is not None
    withdraw_team(section=section, team=team.pk, reason="illness", by=cast.alice)
    # A team that the lots left out cannot come in.
    assert fresh(waiting).state == "waiting"


def test_each_player_of_a_team_is_charged_and_gets_back_once(cast: Cast) -> None:
    section = opened(cast)
    soon = timezone.now().date() + timedelta(days=30)
    set_fee_terms(
        event=cast.event, values=FeeTermsInput(currency="EUR", refunds=[(soon, 100)]), by=cast.alice
    )
    set_fee_table(
        section=section, values=FeeTableInput(tariffs=[Tariff(name="", amount=5000)]), by=cast.alice
    )
    result = confirmed(section, "One")
    accounts = FeeAccount.objects.filter(entry__team=result.team)
    assert [sum(row.amount for row in account.rows.all()) for account in accounts] == [5000] * 4
    withdraw_application(application=result, by=result)
    assert [sum(row.amount for row in account.rows.all()) for account in accounts] == [0] * 4
    assert result.team is not None
    reinstate_team(section=section, team=result.team.pk, reason="again", by=cast.alice)
    assert [sum(row.amount for row in account.rows.all()) for account in accounts] == [5000] * 4


def test_a_player_who_is_forgotten_leaves_the_captains_list(cast: Cast) -> None:
    section = opened(cast, approval="organiser")
    person = PersonInput(name="Ahn Yolanda", federation="GER")
    entry = enter_player(section=cast.section, person=person, by=cast.alice)["entry"]
    members = [{"name": "Ahn Yolanda"}, {"name": "Bo"}, {"name": "Cui"}]
    result = confirmed(section, "One", members=members)
    erase_player(entry=Entry.objects.get(pk=entry), by=cast.admin, confirm="Ahn Yolanda")
    assert [member["name"] for member in fresh(result).members] == ["Bo", "Cui"]


def test_the_list_goes_with_the_answers(cast: Cast) -> None:
    section = opened(cast, kept_days=1, questions=(Question("Hotel?", QuestionKind.TEXT),))
    result = confirmed(section, "One", answers={"Hotel?": "two rooms"})
    assert len(result.members) == 4
    moment = timezone.now() - timedelta(days=3)
    EntryForm.objects.update(opens_at=moment - HOUR, closes_at=moment)
    Event.objects.filter(pk=cast.event.pk).update(starts=moment.date(), ends=moment.date())
    delete_what_is_over()
    assert (fresh(result).members, fresh(result).answers) == ([], {})
    assert roster(fresh(result).team) == [f"{item} of One" for item in FOUR]
