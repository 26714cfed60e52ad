"""Licences at the desk: kinds of an organisation, licences of a person, who sees them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from portal.accounts.models import User
from tests.world import World
from tournaments.models import Licence, LicenceKind, Office, Organisation, Person

Text = Callable[[Any], str]


@pytest.mark.slow
def test_from_the_kind_to_the_mark_at_the_entry(drawn: World, text: Text) -> None:
    federation = Organisation.objects.create(slug="chn", name="Federation", level="nation")
    admin = drawn.client("admin")
    page = reverse("licence_kinds", args=["chn"])
    assert "No licence yet" in text(admin.get(page))
    values = {"code": "CHN-player", "name": "Player’s licence", "permits": "play", "validity": "dates"}
    assert admin.post(reverse("make_licence_kind", args=["chn"]), values).status_code == 302
    kind = LicenceKind.objects.get()
    assert "chn-player" in text(admin.get(page))
    again = admin.post(reverse("make_licence_kind", args=["chn"]), values)
    assert "There is a licence with the code “chn-player” already." in text(again)

    assert drawn.post("alice", "set_open_to", licences="chn-player", every_day="on").status_code == 302
    drawn.section.refresh_from_db()
    assert drawn.section.open_to == {"licences": ["chn-player"], "every_day": True}
    page_of_section = drawn.get("alice", "open_to").content.decode()
    assert "licence chn-player on every day" in page_of_section
    assert 'value="chn-player"' in page_of_section
    wrong = drawn.post("alice", "set_open_to", licences="nobodys")
    assert "There is no licence “nobodys”." in text(wrong)

    entry = drawn.section.entries.order_by("pk")[0]
    assert "Let in all the same" in text(drawn.get("alice", "entry_desk", entry.pk))
    answer = drawn.post("alice", "overrule_condition", entry.pk, reason="paid today")
    assert answer.status_code == 302
    assert "The journal has the reason." in text(drawn.get("alice", "entry_desk", entry.pk))

    person = entry.player.person
    event = drawn.event
    values = {"kind": kind.pk, "starts": event.starts.isoformat(), "ends": event.ends.isoformat()}
    issued = admin.post(reverse("issue_licence", args=[person.pk]), values | {"number": "12"})
    assert issued.status_code == 302
    page_of_person = text(admin.get(reverse("person", args=[person.pk])))
    days = [f'<span class="about">{day}</span>' for day in (event.starts, event.ends)]
    assert all(day in page_of_person for day in days)
    assert "not open to this player" not in text(drawn.get("alice", "entry_desk", entry.pk))
    licence = Licence.objects.get()
    values = {"licence": licence.pk, "state": "suspended", "reason": "fee"}
    assert admin.post(reverse("set_licence_state", args=[person.pk]), values).status_code == 302
    assert "licence chn-player suspended by Federation" in text(drawn.get("alice", "entry_desk", entry.pk))
    assert federation.licence_kinds.count() == 1


def test_the_public_page_says_nothing_of_licences(drawn: World, text: Text) -> None:
    federation = Organisation.objects.create(slug="chn", name="Federation", level="nation")
    kind = LicenceKind.objects.create(organisation=federation, code="chn-player", name="Player’s licence")
    person = Person.objects.get(players__entries__number=1, players__event=drawn.event)
    Licence.objects.create(
        person=person, kind=kind, number="4711", starts=drawn.event.starts, ends=drawn.event.ends
    )
    public = text(drawn.client("anonymous").get(reverse("public_person", args=[person.uid])))
    assert person.name in public
    assert "licence" not in public.lower()
    assert "4711" not in public


def test_a_registrar_of_the_issuer_has_the_page_and_a_treasurer_has_not(drawn: World) -> None:
    federation = Organisation.objects.create(slug="chn", name="Federation", level="nation")
    frank = User.objects.get(username="frank")
    office = Office.objects.create(organisation=federation, user=frank, role=Office.Role.TREASURER)
    page = reverse("licence_kinds", args=["chn"])
    assert drawn.client("frank").get(page).status_code in (403, 404)
    office.role = Office.Role.REGISTRAR
    office.save()
    assert drawn.client("frank").get(page).status_code == 200
