"""Offices at one moment, on PostgreSQL with real connections: each race first without its guard."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import connection

from tests.applying import open_form
from tests.cast import Cast
from tests.races import gate, kinds, together, without_locks
from tournaments.acts.entering import admission
from tournaments.acts.entering.applications import withdraw_application
from tournaments.acts.entering.quota_entries import enter_under_quota
from tournaments.acts.entering.quotas import set_quotas
from tournaments.acts.register.person_input import PersonInput
from tournaments.models import Application, Federation, Quota

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def quota_of(cast: Cast, places: int) -> Quota:
    open_form(cast)
    Federation.objects.get_or_create(code="CHN")
    set_quotas(section=cast.section, places=places, federations=["CHN"], by=cast.alice)
    return Quota.objects.select_related("section__event").get(section=cast.section)


def press(quota: Quota, *names: str) -> list[object]:
    """Two of the office at one moment, each with one player."""
    collected = [[PersonInput(name=name, federation="CHN")] for name in names]
    return together(*(partial(enter_under_quota, quota=quota, people=who, by=quota) for who in collected))


def states(quota: Quota) -> list[str]:
    return list(quota.applications.order_by("turn").values_list("state", flat=True))


def test_two_for_the_last_place_of_a_quota_without_the_lock_are_both_entered(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    quota = quota_of(cast, 1)
    connection.cursor().execute("ALTER TABLE tournaments_application DROP CONSTRAINT application_turn")
    try:
        without_locks(monkeypatch)
        gate(monkeypatch, admission, "room_of")
        press(quota, "Anna", "Berta")
        assert states(quota) == ["accepted", "accepted"]
    finally:
        Application.objects.all().delete()
        connection.cursor().execute(
            "ALTER TABLE tournaments_application ADD CONSTRAINT application_turn UNIQUE (section_id, turn)"
        )


def test_of_two_for_the_last_place_of_a_quota_one_is_a_reserve(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    quota = quota_of(cast, 1)
    gate(monkeypatch, admission, "room_of")
    assert kinds(press(quota, "Anna", "Berta")) == ["dict", "dict"]
    assert states(quota) == ["accepted", "waiting"]


def test_a_player_leaves_while_the_quota_is_lowered(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player withdraws while the desk lowers the quota."""
    quota = quota_of(cast, 2)
    people = [PersonInput(name=name, federation="CHN") for name in ("Anna", "Berta", "Clara")]
    enter_under_quota(quota=quota, people=people, by=quota)
    first = quota.applications.select_related("section__event", "entry").get(name="Anna")
    gate(monkeypatch, admission, "room_of")
    together(
        partial(withdraw_application, application=first, by=quota),
        partial(set_quotas, section=cast.section, places=1, federations=["CHN"], by=cast.alice),
    )
    # The lock has put one before the other: the reserve came in only if the player left first.
    playing = cast.section.entries.exclude(status="withdrawn").filter(application__quota=quota)
    assert playing.count() == states(quota).count("accepted")
    assert states(quota) in (["withdrawn", "accepted", "waiting"], ["withdrawn", "accepted", "accepted"])
