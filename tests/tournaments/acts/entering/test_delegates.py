"""A delegation: named by the office of a quota, seen by it and by the desk, forgotten with a name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from portal.policy import Refusal
from tests.cast import Cast
from tests.tournaments.acts.entering.cases_applications import a_quota
from tests.tournaments.addresses_of_entries import quota_secret
from tournaments.acts.entering.delegates import MOST_DELEGATES, name_delegate, remove_delegate
from tournaments.acts.register._erasure import all_names, forget_person
from tournaments.models import Application, Delegate
from tournaments.queries.entering.quotas import delegation_rows, delegations_in

Text = Callable[[Any], str]


def test_named_twice_is_one_and_a_second_office_is_apart(entered: Cast) -> None:
    quota = a_quota(entered)
    for native_name in ("", "", "李医生"):
        name_delegate(quota=quota, role="physician", name="Li  Yi", native_name=native_name, by=quota)
    [(office, [delegate])] = delegations_in(entered.event)
    assert (office, delegate.name, delegate.native_name) == ("GER", "Li Yi", "李医生")
    remove_delegate(quota=quota, delegate=delegate.pk, by=quota)
    assert delegations_in(entered.event) == []
    with pytest.raises(Refusal, match="no-such-delegate"):
        remove_delegate(quota=quota, delegate=delegate.pk, by=quota)


def test_there_is_an_end_of_it(entered: Cast) -> None:
    quota = a_quota(entered)
    for number in range(MOST_DELEGATES):
        name_delegate(quota=quota, role="coach", name=f"Coach {number}", by=quota)
    with pytest.raises(Refusal, match="too-many-delegates"):
        name_delegate(quota=quota, role="coach", name="One more", by=quota)


def test_a_coach_of_the_name_of_somebody_forgotten_goes(entered: Cast) -> None:
    quota = a_quota(entered)
    player = entered.section.entries.select_related("player__person").order_by("pk")[0].player
    name_delegate(quota=quota, role="coach", name=player.name, by=quota)
    forget_person(player, all_names(player))
    assert not Delegate.objects.exists()


def test_the_office_names_them_behind_its_link_and_the_desk_reads_them(
    entered: Cast, client: Any, text: Text
) -> None:
    secret = quota_secret(entered.section)
    page = reverse("quota_page", args=[secret])
    values = {"role": "leader", "name": "Anna Leader", "native_name": ""}
    answer = client.post(reverse("quota_delegate", args=[secret]), values)
    assert answer.status_code == 302
    assert "Anna Leader" in text(client.get(page))
    client.force_login(entered.alice)
    desk = client.get(reverse("quotas", args=[entered.event.slug, entered.section.slug]))
    assert "Anna Leader" in text(desk)
    reverse_of = [entered.event.slug, entered.section.slug]
    listed = client.get(reverse("delegations_csv", args=reverse_of)).content.decode("utf-8-sig")
    assert "leader,Anna Leader,," in listed
    assert client.get(reverse("delegations_xlsx", args=reverse_of)).status_code == 200


def test_the_list_of_a_delegation_has_its_players_behind_who_does_not_play(entered: Cast) -> None:
    quota = a_quota(entered)
    name_delegate(quota=quota, role="coach", name="Zoe Coach", by=quota)
    entry = entered.section.entries.select_related("player").order_by("pk")[0]
    Application.objects.create(
        section=entered.section, quota=quota, entry=entry, name="", federation=entry.player.federation
    )
    section = entered.section.name
    assert delegation_rows(entered.event) == [
        ("GER", "coach", "Zoe Coach", "", section),
        ("GER", "", entry.player.name, entry.player.native_name, section),
    ]
