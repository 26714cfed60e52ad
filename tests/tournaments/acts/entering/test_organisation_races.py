"""Two people at one moment about an organisation, each race first without its guard."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.db.models import QuerySet

from portal.policy import Refusal
from tests.cast import Cast
from tests.races import PATIENCE, gate, kinds, together, without_locks
from tests.tournaments.acts.entering.cases_organisations import a_series, an_organisation, offered
from tournaments.acts import frame
from tournaments.acts.common import lock_event
from tournaments.acts.entering import handovers, organisations
from tournaments.acts.entering.handovers import accept_event, withdraw_offer
from tournaments.acts.entering.organisations import (
    found_organisation,
    move_organisation,
    set_series,
    take_office,
)
from tournaments.models import Event, Handover, Office, Organisation, Person

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def each_other(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Two officers take each other's office away."""
    organisation = an_organisation(cast)
    mine = Office.objects.get(organisation=organisation, user=cast.frank)
    other = Office.objects.create(organisation=organisation, user=cast.bob, role="officer")
    gate(monkeypatch, organisations, "officers_of")
    return together(
        partial(take_office, organisation=organisation, office=other.pk, by=cast.frank),
        partial(take_office, organisation=organisation, office=mine.pk, by=cast.bob),
    )


def test_without_the_lock_nobody_is_left(entered: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    without_locks(monkeypatch)
    assert all(isinstance(item, dict) for item in each_other(entered, monkeypatch))
    assert not Office.objects.filter(role="officer").exists()


def test_an_officer_is_left(entered: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    got = each_other(entered, monkeypatch)
    assert sorted(type(outcome).__name__ for outcome in got) == ["Denied", "dict"]
    assert Office.objects.filter(role="officer").count() == 1


def both_ways(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """An offer is accepted while it is withdrawn."""
    offer = offered(cast)
    gate(monkeypatch, handovers, "offer_of")
    return together(
        partial(accept_event, handover=offer, by=cast.frank),
        partial(withdraw_offer, event=cast.event, handover=offer.pk, by=cast.alice),
    )


def test_an_offer_is_accepted_or_withdrawn(entered: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    got = both_ways(entered, monkeypatch)
    assert len([outcome for outcome in got if isinstance(outcome, dict)]) == 1
    entered.event.refresh_from_db()
    accepted = Handover.objects.filter(accepted=True).exists()
    assert (entered.event.organisation is not None) == accepted


def test_one_address_is_founded_once(entered: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    parent = an_organisation(entered)
    other = an_organisation(entered, "other")
    gate(monkeypatch, organisations, "_check_slug")
    arguments = {"name": "Club", "slug": "club", "level": "club", "by": entered.frank}
    got = together(
        partial(found_organisation, parent=parent.pk, **arguments),
        partial(found_organisation, parent=other.pk, **arguments),
    )
    refused = next(outcome for outcome in got if isinstance(outcome, Refusal))
    assert refused.code == "organisation-slug-taken"
    assert Organisation.objects.filter(slug="club").count() == 1


def while_some_are_entered(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Events of a series are set while somebody who holds one of them registers a person of the organisation:
    PostgreSQL asks at the end whether the organisation is still there."""
    series = a_series(cast)
    event = Event.objects.get(pk=cast.event.pk)
    both_hold = threading.Barrier(2)
    require = frame.require

    def requiring(*args: Any, **named: Any) -> None:
        require(*args, **named)
        both_hold.wait(PATIENCE)

    def entering() -> str:
        with transaction.atomic():
            lock_event(event)
            both_hold.wait(PATIENCE)
            Person.objects.create(name="New", federation_id="CHN", organisation_id=event.organisation_id)
        return "entered"

    monkeypatch.setattr(frame, "require", requiring)
    return together(partial(set_series, by=cast.frank, **series), entering)


def test_with_the_whole_row_locked_each_waits_for_the_other(
    entered: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = QuerySet.select_for_update
    monkeypatch.setattr(
        QuerySet, "select_for_update", lambda rows, **how: lock(rows, **how | {"no_key": False})
    )
    got = while_some_are_entered(entered, monkeypatch)
    assert "OperationalError" in kinds(got)


def test_a_series_is_set_while_players_are_entered(entered: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    got = while_some_are_entered(entered, monkeypatch)
    assert kinds(got) == ["dict", "str"]
    assert Person.objects.filter(name="New").exists()
    assert Event.objects.get(pk=entered.event.pk).series is not None


def into_each_other(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Two of one level become parts of one another, each of what the other was."""
    made = [Organisation.objects.create(slug=slug, name=slug, level="nation") for slug in ("one", "two")]
    gate(monkeypatch, organisations, "_above")
    got = together(
        *(
            partial(move_organisation, organisation=mine, level="club", parent=other.pk, by=cast.admin)
            for mine, other in (made, made[::-1])
        )
    )
    return [type(outcome).__name__ for outcome in got]


def test_without_the_lock_two_are_parts_of_one_another(
    entered: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_locks(monkeypatch)
    assert into_each_other(entered, monkeypatch) == ["dict", "dict"]
    assert all(
        organisation.parent_id for organisation in Organisation.objects.filter(slug__in=("one", "two"))
    )


def test_nothing_is_a_part_of_its_own_part(entered: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sorted(into_each_other(entered, monkeypatch)) == ["Refusal", "dict"]
