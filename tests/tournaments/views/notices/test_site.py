"""A fresh site is begun once, with the code of its console; then who may create events is a setting."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from portal import outbox
from portal.accounts.models import User
from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from portal.published.memory import memory
from tests import factories
from tests.cast import Cast
from tests.races import together
from tests.world import ValidClient, World
from tournaments import pages
from tournaments.acts.events import create_event
from tournaments.acts.notices.site import begin_site, first_code, name_creator, remove_creator, set_site
from tournaments.models import Creator, Event, Organisation, Site

Text = Callable[[Any], str]
SETUP = "/en/setup/"
PASSWORD = "a long enough one"


def filled(**more: Any) -> dict[str, Any]:
    return {
        "code": first_code(),
        "name": "Malaysia Xiangqi Federation",
        "creators": "admins",
        "username": "chief",
        "first_name": "Mei",
        "last_name": "Tan",
        "password": PASSWORD,
    } | more


@pytest.mark.slow
@pytest.mark.django_db
def test_a_fresh_site_is_begun_and_leads_to_the_first_event(text: Text) -> None:
    client = ValidClient()
    assert "Set up this site" in text(client.get(SETUP))
    answer = client.post(SETUP, filled(code=first_code().lower().replace("-", " ")))
    assert (answer.status_code, answer["Location"]) == (302, reverse("event_create"))
    user = User.objects.get()
    assert (user.username, user.is_superuser, user.is_staff) == ("chief", True, True)
    assert user.check_password(PASSWORD)
    assert Site.objects.get().name == "Malaysia Xiangqi Federation"
    assert "Create the first event." in text(client.get(reverse("event_create")))
    outbox.drain([outbox.FAST])
    memory.refresh()
    assert "Malaysia Xiangqi Federation" in text(client.get("/en/"))
    assert JournalEntry.objects.filter(act="begin_site", by=user).count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("code", "AAAA-AAAA-AAAA", "This is not the code."),
        ("code", "", " is empty. Fill it in."),
        ("password", "short", "too short"),
        ("username", "not a name!", "Enter a valid username."),
        ("name", "\u202e", "invisible characters"),
        ("name", "x" * 200, "the limit is 120"),
        ("creators", "nobody", "Choose one of those offered."),
    ],
)
def test_nobody_takes_it_with_nonsense(text: Text, field: str, value: str, message: str) -> None:
    answer = ValidClient().post(SETUP, filled(**{field: value}))
    assert answer.status_code == 422
    assert message in text(answer)
    assert not User.objects.exists()


@pytest.mark.django_db
def test_once_there_is_an_administrator_it_is_gone() -> None:
    User.objects.create_superuser("admin", password="x", is_active=False)
    assert Client().get(SETUP).status_code == 404
    assert Client().post(SETUP, filled()).status_code == 404
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_the_console_says_the_code_until_then(settings: Any, tmp_path: Any) -> None:
    settings.STATIC_ROOT = tmp_path

    def console_line() -> str:
        out = StringIO()
        call_command("prepare", stdout=out)
        return out.getvalue()

    assert f"{SETUP} and enter the code {first_code()}" in console_line()
    User.objects.create_superuser("admin", password="x")
    assert "code" not in console_line()


def creating(cast: Cast, user: User) -> Any:
    number = Event.objects.count()
    return create_event(
        slug=f"new-{number}", name="New", starts=date(2026, 1, 1), ends=date(2026, 1, 2), by=user
    )


def test_who_may_create_events_is_a_setting(entered: Cast) -> None:
    may = partial(creating, entered)
    choose = partial(set_site, name="", by=entered.admin)
    with pytest.raises(Denied):
        may(entered.charlie)
    named = name_creator(user=entered.charlie, by=entered.admin)
    # Named, but the setting does not ask for names.
    with pytest.raises(Denied):
        may(entered.charlie)
    choose(creators=Site.Creators.NAMED)
    may(entered.charlie)
    with pytest.raises(Denied):
        may(entered.dave)
    remove_creator(creator=named["creator"], by=entered.admin)
    with pytest.raises(Denied):
        may(entered.charlie)
    choose(creators=Site.Creators.EVERYBODY)
    may(entered.dave)
    choose(creators=Site.Creators.ADMINS)
    with pytest.raises(Denied):
        may(entered.dave)
    may(entered.admin)


@pytest.mark.slow
def test_the_page_of_an_administrator(world: World, text: Text) -> None:
    admin, url = world.client("admin"), reverse("site")
    assert f'href="{reverse("site")}"' in text(admin.get(reverse("desk")))
    assert "Create an event" not in text(world.client("bob").get(reverse("desk")))
    denied = world.client("bob").get(reverse("event_create"))
    assert denied.status_code == 403
    assert "Ask a site administrator." in text(denied)
    assert "roles" not in text(denied)
    without_effect = "The list counts only while administrators and the people named below are chosen above."
    assert without_effect in text(admin.get(url))
    assert admin.post(url, {"name": "Ours", "creators": "named"}).status_code == 302
    assert without_effect not in text(admin.get(url))
    answer = admin.post(reverse("name_creator"), {"user": "nobody at all"})
    assert answer.status_code == 422
    assert "There is no account with this username." in text(answer)
    added = admin.post(reverse("name_creator"), {"user": "bob"}, follow=True)
    assert "Person added." in text(added)
    assert "Create an event" in text(world.client("bob").get(reverse("desk")))
    again = admin.post(reverse("name_creator"), {"user": "bob"})
    assert "may already create events" in text(again)
    key = Creator.objects.get().pk
    assert admin.post(reverse("remove_creator"), {"creator": key}).status_code == 302
    assert not Creator.objects.exists()


@pytest.mark.slow
def test_the_name_of_the_site_heads_every_page_that_is_no_organisations(world: World, text: Text) -> None:
    def head(address: str, client: Client) -> str:
        return text(client.get(address)).partition('class="brand"')[2].partition("</a>")[0]

    admin, anybody = world.client("admin"), ValidClient()
    factories.announce(world.section)
    addresses = ["/en/", "/en/e/cup/", "/en/e/cup/-/schedule/", f"/en/e/cup/{world.section.slug}/"]
    by_request = ["/en/calendar/", "/en/search/", "/en/account/login/"]
    for name, seal in (("Malaysian Xiangqi", "MX"), ("棋院", "棋")):
        assert admin.post(reverse("site"), {"name": name, "creators": "admins"}).status_code == 302
        outbox.drain()
        memory.refresh()
        for address in [*addresses, *by_request]:
            header = head(address, anybody)
            assert name in header, address
            assert f">{seal}</span>" in header, address
            assert "Qiyuan" not in header
    assert name in head(reverse("desk"), admin)
    assert name in head(reverse("event_desk", args=["cup"]), admin)
    world.event.organisation = Organisation.objects.create(slug="fed", name="The Federation", level="nation")
    world.event.save()
    pages.event_renamed(world.event)
    outbox.drain()
    memory.refresh()
    for address in addresses[1:]:
        assert "The Federation" in head(address, anybody), address


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_who_begin_it_at_one_moment_one_does() -> None:
    got = together(
        *(
            partial(
                begin_site,
                code=first_code(),
                name="Ours",
                creators="admins",
                username=name,
                password=PASSWORD,
                first_name="",
                last_name="",
            )
            for name in ("one", "two")
        )
    )
    assert [outcome.code for outcome in got if isinstance(outcome, Refusal)] == ["site-begun"]
    assert User.objects.count() == 1
