"""The pages on which apps are registered: the site's, and an organisation's."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.idp.oidc.models import Client, Token

from portal.identity.registered import app_secret
from portal.journal.models import JournalEntry
from tests.world import World
from tournaments.models import Membership, Office, Organisation, Role

BACK = "https://app.example/back"
SITE = "/en/desk/-/apps/"


@pytest.fixture
def officer(world: World) -> Organisation:
    """Frank is one, of an organisation below which there is nothing."""
    made = Organisation.objects.create(name="Xia", slug="xia", level="nation")
    Office.objects.create(organisation=made, user=world.users["frank"], role=Office.Role.OFFICER)
    return made


def form(**more: Any) -> dict[str, Any]:
    return {
        "name": "Hall board",
        "kind": "website",
        "addresses": BACK,
        "scopes": ["openid", "read"],
        "once": "tap",
        **more,
    }


def test_the_secret_is_shown_once_and_stands_nowhere(world: World, officer: Organisation) -> None:
    frank = world.client("frank")
    there = "/en/desk/-/organisations/xia/apps/"
    page = frank.post(f"{there}register/", form())
    client = Client.objects.get()
    secret = app_secret(client)
    assert secret in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert client.check_secret(secret)
    assert secret not in frank.get(there).content.decode()
    assert secret not in str(list(Client.objects.values())) + str(list(JournalEntry.objects.values()))
    entry = JournalEntry.objects.get(act="register_app")
    assert (entry.scope, entry.after["app"]) == (f"organisation:{officer.pk}", client.pk)
    # A double tap is one app.
    frank.post(f"{there}register/", form())
    assert Client.objects.count() == 1
    frank.post(f"{there}secret/", {"app": client.pk})
    client.refresh_from_db()
    assert not client.check_secret(secret)
    Token.objects.create(client=client, type=Token.Type.ACCESS_TOKEN, hash="x", user=world.users["bob"])
    frank.post(f"{there}delete/", {"app": client.pk})
    assert not Token.objects.exists()


def test_an_officer_keeps_the_own_apps_alone(world: World, officer: Organisation) -> None:
    frank, admin = world.client("frank"), world.client("admin")
    admin.post(f"{SITE}register/", form())
    client = Client.objects.get()
    assert frank.get(SITE).status_code == 403
    assert frank.post(f"{SITE}register/", form(once="other")).status_code == 403
    assert frank.post(f"{SITE}delete/", {"app": client.pk}).status_code == 403
    # Nor by way of the own page.
    there = "/en/desk/-/organisations/xia/apps/"
    assert "no longer registered" in frank.post(f"{there}delete/", {"app": client.pk}).content.decode()
    Organisation.objects.create(name="Other", slug="other", level="nation")
    assert frank.get("/en/desk/-/organisations/other/apps/").status_code == 403
    assert Client.objects.count() == 1


@pytest.mark.parametrize(
    "address",
    [
        *("http://app.example/back", "javascript:alert(1)", "data:text/html,x", "https://", "app:/x"),
        *("https://*.example/back", "https://a@app.example/", "https://app.example/#x", "//app.example"),
        *("https://app.example/ x", "https://[", "https://app.example:99999/", "ftp://app.example/"),
    ],
)
def test_where_nobody_may_be_led(world: World, address: str) -> None:
    page = world.client("admin").post(f"{SITE}register/", form(addresses=f"{BACK}\n{address}"))
    assert page.status_code == 422
    assert "cannot be led back" in page.content.decode()
    assert not Client.objects.exists()


@pytest.mark.parametrize("address", [BACK, "http://127.0.0.1/back", "org.example.app:/done"])
def test_where_people_may_be_led(world: World, address: str) -> None:
    world.client("admin").post(f"{SITE}register/", form(addresses=address, kind="program"))
    assert Client.objects.get().get_redirect_uris() == [address]


@pytest.mark.slow
def test_what_acts_by_itself_has_no_more_than_who_answers_for_it(world: World, officer: Organisation) -> None:
    """Frank is an organiser and no administrator; the treasurer's office of Bob answers for no app."""
    frank, there = world.client("frank"), "/en/desk/-/organisations/xia/apps/"
    sent = form(kind="server", addresses="")
    assert "To this kind of app nobody signs in" in frank.post(f"{there}register/", sent).content.decode()
    page = frank.post(f"{there}register/", {**sent, "scopes": ["site"]})
    assert "your own account may not do all of this" in page.content.decode()
    frank.post(f"{there}register/", {**sent, "scopes": ["entries"]})
    client = Client.objects.get()
    assert client.owner == world.users["frank"]
    # Another officer who has no role of the kind cannot take it over; with one, yes.
    erin = world.users["erin"]
    Membership.objects.filter(user=erin).delete()
    Office.objects.create(organisation=officer, user=erin, role=Office.Role.WEBMASTER)
    assert world.client("erin").post(f"{there}answer/", {"app": client.pk}).status_code == 422
    Membership.objects.create(event=world.event, user=erin, role=Role.DESK)
    world.client("erin").post(f"{there}answer/", {"app": client.pk})
    client.refresh_from_db()
    assert client.owner == erin
