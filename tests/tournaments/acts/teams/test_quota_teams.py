"""Teams that offices enter within their quotas: who is entered, who is a reserve, who stands in a team."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.applying import HOUR, settings
from tests.cast import Cast
from tests.teams_world import make_team_section
from tournaments.acts.entering.applications import (
    confirm_application,
    decide_applications,
    hand_in,
    withdraw_application,
)
from tournaments.acts.entering.attendance import withdraw
from tournaments.acts.entering.entry_forms import set_entry_form
from tournaments.acts.entering.filled_in import Typed
from tournaments.acts.entering.quota_entries import enter_one_under_quota
from tournaments.acts.entering.quotas import set_quotas
from tournaments.acts.money.fees import FeeTableInput, FeeTermsInput, set_fee_table, set_fee_terms
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.sections import draw_lots
from tournaments.acts.teams.quota_teams import change_team_under_quota, enter_team_under_quota
from tournaments.models import (
    Application,
    EntryForm,
    Federation,
    FeeAccount,
    Office,
    Organisation,
    Quota,
    Section,
)
from tournaments.queries.entering.applications import places_left
from tournaments.queries.entering.quotas import players_of_team, quota_rows
from tournaments.state.fees import Tariff

pytestmark = pytest.mark.django_db
FOUR = ("Ahn", "Bo", "Cui", "Dong")


def people(*names: str, **more: Any) -> list[PersonInput]:
    return [PersonInput(name=name, federation="", **more) for name in names]


def of(team: str, *names: str) -> list[PersonInput]:
    return people(*(f"{name} of {team}" for name in names or FOUR))


def quota_of(
    cast: Cast, places: int, *codes: str, capacity: int | None = None, **form: Any
) -> tuple[Section, list[Quota]]:
    """Teams of three with a reserve; each federation has so many places."""
    section = make_team_section(cast.event, cast.alice, teams=0)
    Section.objects.filter(pk=section.pk).update(capacity=capacity)
    set_entry_form(section=section, values=settings(**form), by=cast.alice)
    section.refresh_from_db()
    for code in codes:
        Federation.objects.get_or_create(code=code)
    set_quotas(section=section, places=places, federations=codes, by=cast.alice)
    quotas = Quota.objects.select_related("section__event").filter(section=section)
    return section, [quotas.get(federation=code) for code in codes]


def enter(quota: Quota, name: str, *players: str) -> str:
    """What becomes of the team."""
    return enter_team_under_quota(quota=quota, name=name, players=of(name, *players), by=quota)["state"]


def change(quota: Quota, team: str, *players: str, name: str = "") -> str:
    application = application_for(quota, team)
    done = change_team_under_quota(
        quota=quota, application=application, name=name or team, players=of(team, *players), by=quota
    )
    return done["state"]


def application_for(quota: Quota, name: str) -> Application:
    return quota.applications.select_related("section__event", "team").get(name=name)


def names(quota: Quota, team: str) -> list[str]:
    return [player["name"].partition(" of ")[0] for player in players_of_team(application_for(quota, team))]


def states(section: Section) -> dict[str, str]:
    return dict(section.applications.order_by("turn").values_list("name", "state"))


def refused(act: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as refusal:
        act()
    return refusal.value.code, refusal.value.field


@pytest.mark.slow
def test_a_quota_counts_teams_and_the_next_is_a_reserve_who_moves_up(cast: Cast) -> None:
    section, [chn] = quota_of(cast, 2, "CHN")
    assert [enter(chn, "Red", "Ahn", "Bo"), enter(chn, "Blue"), enter(chn, "Green")] == [
        "accepted",
        "accepted",
        "waiting",
    ]
    [row] = quota_rows(section)
    assert (row.used, row.left, row.waiting) == (2, 0, 1)
    team = application_for(chn, "Red").team
    assert team is not None
    assert team.federation_id == "CHN"
    assert [entry.board_order for entry in team.entries.order_by("board_order")] == [1, 2]
    withdraw_application(application=application_for(chn, "Blue"), by=chn)
    assert states(section) == {"Red": "accepted", "Blue": "withdrawn", "Green": "accepted"}
    assert JournalEntry.objects.filter(act="enter_team_under_quota", party=f"quota:{chn.pk}").count() == 3


def test_places_are_kept_for_whole_teams(cast: Cast) -> None:
    """Four for each that has not come yet; what a smaller team leaves is everybody's."""
    section, [chn, _vie] = quota_of(cast, 1, "CHN", "VIE", capacity=10)
    assert places_left(section) == 2
    enter(chn, "Red", "Ahn", "Bo", "Cui")
    assert places_left(section) == 3
    alone = hand_in(
        section=section,
        typed=Typed(name="Own", federation="GER", members=[{"name": name} for name in FOUR]),
        language="en",
    )
    confirm_application(application=alone, by=alone)
    assert states(section)["Own"] == "waiting"
    # The fourth of the red team is one of the three; then the others no longer are.
    assert change(chn, "Red", *FOUR) == "accepted"
    assert places_left(section) == 2
    set_ = {"section": section, "places": 2, "federations": ["VIE"], "by": cast.alice}
    assert refused(lambda: set_quotas(**set_)) == ("quotas-exceed-places", "places")


def test_a_team_grows_into_no_place_that_is_kept(cast: Cast) -> None:
    _section, [chn, _vie] = quota_of(cast, 1, "CHN", "VIE", capacity=8)
    enter(chn, "Red", "Ahn", "Bo")
    Section.objects.update(capacity=6)
    assert refused(lambda: change(chn, "Red", "Ahn", "Bo", "Cui")) == ("section-full", "")
    assert change(chn, "Red", "Bo", "Cui") == "accepted"
    assert names(chn, "Red") == ["Bo", "Cui"]


@pytest.mark.slow
def test_names_and_order_change_until_entries_close(cast: Cast) -> None:
    section, [chn] = quota_of(cast, 1, "CHN")
    enter(chn, "Red")
    change(chn, "Red", "Ei", "Dong", "Ahn")
    assert names(chn, "Red") == ["Ei", "Dong", "Ahn"]
    assert section.entries.count() == 3
    # Who was taken out by mistake is back, and the team is called otherwise.
    change(chn, "Red", *FOUR, name="Scarlet")
    assert names(chn, "Scarlet") == [*FOUR]
    assert section.teams.get().name == "Scarlet"
    line = JournalEntry.objects.filter(act="change_team_under_quota").latest("pk")
    assert len(line.after["entries"]) == 4
    assert "Scarlet" not in str(line.before) + str(line.after)
    now = timezone.now()
    EntryForm.objects.update(opens_at=now - 2 * HOUR, closes_at=now - HOUR)
    assert refused(lambda: change(chn, "Scarlet", "Ahn", "Bo"))[0] == "entries-closed"
    withdraw_application(application=application_for(chn, "Scarlet"), by=chn)
    assert states(section) == {"Scarlet": "withdrawn"}


def test_the_same_once_more_is_nothing(cast: Cast) -> None:
    _section, [chn] = quota_of(cast, 1, "CHN")
    enter(chn, "Red")
    lines = JournalEntry.objects.count()
    change(chn, "Red")
    assert JournalEntry.objects.count() == lines


@pytest.mark.slow
def test_after_the_lots_nothing_changes(cast: Cast) -> None:
    section, [chn, vie] = quota_of(cast, 2, "CHN", "VIE")
    for quota, name in ((chn, "Red"), (vie, "Blue"), (chn, "Green"), (vie, "Grey")):
        enter(quota, name)
    draw_lots(section=section, by=cast.bob)
    assert refused(lambda: change(chn, "Red", "Ahn", "Bo"))[0] == "entries-closed"
    assert (
        refused(lambda: withdraw_application(application=application_for(chn, "Red"), by=chn))[0]
        == "application-drawn"
    )


def test_reserves_and_what_is_not_decided_change_too(cast: Cast) -> None:
    section, [chn] = quota_of(cast, 1, "CHN", approval=EntryForm.Approval.ORGANISER)
    enter(chn, "Red")
    enter(chn, "Blue")
    decide = {"section": section, "by": cast.alice}
    decide_applications(
        applications=[application_for(chn, name).pk for name in ("Red", "Blue")], decision="accept", **decide
    )
    assert states(section) == {"Red": "accepted", "Blue": "waiting"}
    assert change(chn, "Blue", "Bo", "Ahn") == "waiting"
    decide_applications(
        applications=[application_for(chn, "Blue").pk], decision="ask", reason="who plays?", **decide
    )
    assert change(chn, "Blue", "Cui", "Ahn") == "submitted"
    assert (names(chn, "Blue"), application_for(chn, "Blue").note) == (["Cui", "Ahn"], "")
    withdraw_application(application=application_for(chn, "Blue"), by=chn)
    assert refused(lambda: change(chn, "Blue", "Bo", "Ahn"))[0] == "application-state"


@pytest.mark.parametrize(
    ("players", "answer"),
    [
        ([], ("team-too-small", "member_1_name")),
        (["Ahn"], ("team-too-small", "member_2_name")),
        (["Ahn", "", "Cui"], ("name-needed", "member_2_name")),
        (["Ahn", "ahn"], ("member-twice", "member_2_name")),
        (list("ABCDE"), ("team-too-large", "name")),
        (["Ahn", "B\u202e"], ("name-not-printable", "member_2_name")),
    ],
)
def test_what_is_no_team(cast: Cast, players: list[str], answer: tuple[str, str]) -> None:
    section, [chn] = quota_of(cast, 1, "CHN")
    wrong = {"quota": chn, "name": "Red", "players": people(*players), "by": chn}
    assert refused(lambda: enter_team_under_quota(**wrong)) == answer
    assert not section.applications.exists()
    enter(chn, "Red")
    wrong |= {"application": application_for(chn, "Red")}
    assert refused(lambda: change_team_under_quota(**wrong)) == answer
    assert names(chn, "Red") == [*FOUR]


def test_of_each_player_is_needed_what_the_form_requires_and_nothing_of_a_captain(cast: Cast) -> None:
    section, [chn] = quota_of(cast, 1, "CHN", asks={"birth_year": "required", "email": "required"})
    assert refused(lambda: enter(chn, "Red")) == ("application-incomplete", "member_1_birth_year")
    born = people("Ahn", "Bo", birth_year=1990)
    enter_team_under_quota(quota=chn, name="Red", players=born, by=chn)
    assert set(section.entries.values_list("player__birth_year", flat=True)) == {1990}


@pytest.mark.slow
def test_who_plays_for_another_team_is_left_to_an_organiser_and_cannot_come_into_one(cast: Cast) -> None:
    _section, [chn] = quota_of(cast, 3, "CHN")
    enter(chn, "Red")
    taken = people("Ahn of Red", "Bo of Blue")
    done = enter_team_under_quota(quota=chn, name="Blue", players=taken, by=chn)
    assert done["state"] == "submitted"
    enter(chn, "Green")
    application = application_for(chn, "Green")
    change_ = {"quota": chn, "application": application, "name": "Green", "players": taken, "by": chn}
    assert refused(lambda: change_team_under_quota(**change_)) == ("already-entered", "member_1_name")
    assert names(chn, "Green") == [*FOUR]
    assert refused(lambda: enter(chn, "Red"))[0] in ("applied-already", "team-name-taken")
    assert refused(lambda: change(chn, "Green", name="Red"))[0] == "team-name-taken"


def test_whom_the_desk_withdrew_an_office_does_not_bring_back(cast: Cast) -> None:
    section, [chn] = quota_of(cast, 1, "CHN")
    enter(chn, "Red")
    withdraw(entries=[section.entries.get(player__name="Bo of Red")], reason="banned", by=cast.alice)
    assert names(chn, "Red") == ["Ahn", "Cui", "Dong"]
    assert refused(lambda: change(chn, "Red")) == ("withdrawn-already", "member_2_name")


def test_who_leaves_the_team_owes_nothing_and_who_comes_does(cast: Cast) -> None:
    section, [chn] = quota_of(cast, 1, "CHN")
    soon = timezone.now().date() + timedelta(days=30)
    set_fee_terms(event=cast.event, values=FeeTermsInput(currency="EUR", refunds=[(soon, 50)]), by=cast.alice)
    set_fee_table(
        section=section, values=FeeTableInput(tariffs=[Tariff(name="", amount=5000)]), by=cast.alice
    )
    enter(chn, "Red", "Ahn", "Bo")
    change(chn, "Red", "Ahn", "Cui")
    accounts = FeeAccount.objects.filter(section=section).order_by("pk")
    assert [sum(row.amount for row in account.rows.all()) for account in accounts] == [5000, 0, 5000]
    assert [account.entry.player.name if account.entry else "" for account in accounts] == [
        "Ahn of Red",
        "",
        "Cui of Red",
    ]


def test_in_a_section_of_teams_offices_enter_teams_and_in_others_players(cast: Cast) -> None:
    _section, [chn] = quota_of(cast, 1, "CHN")
    [person] = people("Ahn")
    single = {"quota": chn, "person": person, "by": chn}
    assert refused(lambda: enter_one_under_quota(**single)) == ("teams-are-entered", "")
    Section.objects.filter(pk=cast.section.pk).update(state=Section.State.OPEN)
    set_entry_form(section=cast.section, values=settings(), by=cast.alice)
    set_quotas(section=cast.section, places=1, federations=["CHN"], by=cast.alice)
    other = Quota.objects.select_related("section__event").get(section=cast.section)
    assert refused(lambda: enter(other, "Red")) == ("no-team-matches", "")


def test_only_the_offices_of_the_quota(cast: Cast) -> None:
    _section, [chn, vie] = quota_of(cast, 1, "CHN", "VIE")
    enter(chn, "Red")
    theirs = {
        "quota": vie,
        "application": application_for(chn, "Red"),
        "name": "Red",
        "players": of("Red"),
        "by": vie,
    }
    assert refused(lambda: change_team_under_quota(**theirs))[0] == "no-such-application"
    nation = Organisation.objects.create(slug="cxa", name="CXA", level="nation", federation_id="CHN")
    entering = {"quota": chn, "name": "Blue", "players": of("Blue"), "by": cast.dave}
    with pytest.raises(Denied):
        enter_team_under_quota(**entering)
    Office.objects.create(organisation=nation, user=cast.dave, role="registrar")
    assert enter_team_under_quota(**entering)["state"] == "waiting"
