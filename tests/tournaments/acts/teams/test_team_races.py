"""Many captains who enter teams at one moment, on PostgreSQL with real connections: places are players', and
a team takes as many as it has."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from django.db.models import Count

from portal.web.private_links import new_secret
from tests.applying import settings
from tests.cast import Cast
from tests.confirming import confirm_in_processes, press_confirm
from tests.races import gate, kinds, together, without_locks
from tests.teams_world import make_team_section
from tournaments.acts.entering import admission, write_entries
from tournaments.acts.entering.applications import hand_in
from tournaments.acts.entering.entry_forms import set_entry_form
from tournaments.acts.entering.filled_in import Typed
from tournaments.acts.entering.quotas import set_quotas
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.teams.quota_teams import change_team_under_quota, enter_team_under_quota
from tournaments.models import Application, Federation, Quota, Section
from tournaments.queries.entering.applications import APPLICANT_LINK
from tournaments.queries.entering.entries import playing_in

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def opened(cast: Cast, capacity: int) -> Section:
    """Teams of three with a reserve."""
    section = make_team_section(cast.event, cast.alice, teams=0)
    Section.objects.filter(pk=section.pk).update(capacity=capacity)
    set_entry_form(section=section, values=settings(), by=cast.alice)
    section.refresh_from_db()
    return section


def members(team: str, count: int) -> list[dict[str, str]]:
    return [{"name": f"{team} Player {place}"} for place in range(1, count + 1)]


def drafted(section: Section, team: str, count: int = 3) -> Application:
    typed = Typed(name=team, federation="GER", members=members(team, count))
    return hand_in(section=section, typed=typed, language="en")


def in_turn(section: Section) -> list[str]:
    return list(section.applications.order_by("turn").values_list("state", flat=True))


def test_two_teams_for_the_places_of_one_without_the_lock_are_both_entered(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = opened(cast, 5)
    both = [drafted(section, name) for name in ("Anna", "Berta")]
    connection.cursor().execute("ALTER TABLE tournaments_application DROP CONSTRAINT application_turn")
    try:
        without_locks(monkeypatch)
        gate(monkeypatch, admission, "room_of")
        press_confirm(*both)
        assert (section.teams.count(), section.entries.count()) == (2, 6)
    finally:
        Application.objects.all().delete()
        connection.cursor().execute(
            "ALTER TABLE tournaments_application ADD CONSTRAINT application_turn UNIQUE (section_id, turn)"
        )


def test_of_two_teams_for_the_places_of_one_the_second_waits(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = opened(cast, 5)
    both = [drafted(section, name) for name in ("Anna", "Berta")]
    gate(monkeypatch, admission, "room_of")
    assert kinds(press_confirm(*both)) == ["dict", "dict"]
    assert in_turn(section) == ["accepted", "waiting"]
    assert (section.teams.count(), section.entries.count()) == (1, 3)


def test_two_teams_of_one_name_at_once_are_one_and_one_to_be_decided(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = opened(cast, 12)
    both = [drafted(section, "Anna"), drafted(section, "Anna", 2)]
    gate(monkeypatch, admission, "room_of")
    assert kinds(press_confirm(*both)) == ["dict", "dict"]
    assert in_turn(section) == ["accepted", "submitted"]
    assert section.teams.count() == 1


@pytest.mark.parametrize("locked", [False, True], ids=["without the lock", "as it is"])
def test_two_of_an_office_change_a_team_at_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, *, locked: bool
) -> None:
    """Both put somebody in the last free place of the section: one team would have two of them."""
    section = opened(cast, 4)
    Federation.objects.get_or_create(code="CHN")
    set_quotas(section=section, places=1, federations=["CHN"], by=cast.alice)
    quota = Quota.objects.select_related("section__event").get(section=section)
    people = [PersonInput(name=member["name"], federation="") for member in members("Anna", 2)]
    enter_team_under_quota(quota=quota, name="Anna", players=people, by=quota)
    team = quota.applications.select_related("section__event").get()
    if not locked:
        without_locks(monkeypatch)
    gate(monkeypatch, write_entries, "check_room")
    together(
        *(
            partial(
                change_team_under_quota,
                quota=quota,
                application=team,
                name="Anna",
                players=[*people, *(PersonInput(name=f"{who} {place}", federation="") for place in (1, 2))],
                by=quota,
            )
            for who in ("Berta", "Clara")
        )
    )
    assert section.entries.count() == (4 if locked else 6)


def crowd(cast: Cast, *, teams: int, places: int, processes: int) -> tuple[Section, float]:
    """Teams of two, three and four, each confirmed from one of several processes, some from two."""
    section = opened(cast, places)
    sizes = [2 + number % 3 for number in range(teams)]
    applications = Application.objects.bulk_create(
        Application(
            section=section,
            name=f"Team {number:04}",
            key=f"team {number:04}",
            federation_id="GER",
            members=members(f"Team {number:04}", size),
            **new_secret(APPLICANT_LINK),
        )
        for number, size in enumerate(sizes)
    )
    seconds = confirm_in_processes(applications, processes)
    result = list(section.applications.order_by("turn"))
    assert [item.turn for item in result] == list(range(1, teams + 1))
    # By arrival: the first teams that fit, and from the first that does not nobody passes.
    left, fits = places, True
    for item in result:
        fits = fits and item.size <= left
        left -= item.size if fits else 0
        assert item.state == ("accepted" if fits else "waiting"), item
    accepted = [item for item in result if item.state == "accepted"]
    assert playing_in(section).count() == sum(item.size for item in accepted) <= places
    assert section.teams.count() == len(accepted)
    assert {item.team_id for item in accepted} == set(section.teams.values_list("pk", flat=True))
    rosters = section.teams.annotate(players=Count("entries")).values_list("name", "players")
    assert dict(rosters) == {item.name: item.size for item in accepted}
    twice = section.entries.values("player__name").annotate(times=Count("pk")).filter(times__gt=1)
    assert not twice.exists()
    return section, seconds


@pytest.mark.long
def test_more_teams_than_there_are_places_from_several_processes(cast: Cast) -> None:
    crowd(cast, teams=24, places=31, processes=3)


@pytest.mark.long
def test_a_thousand_teams_for_three_hundred_places(
    cast: Cast, record_property: Callable[[str, object], None]
) -> None:
    section, seconds = crowd(cast, teams=1000, places=300, processes=4)
    states = in_turn(section)
    record_property("teams", len(states))
    record_property("entered", states.count("accepted"))
    record_property("players entered", section.entries.count())
    record_property("waiting, in order of confirmation", states.count("waiting"))
    record_property("seconds for all", round(seconds, 1))
