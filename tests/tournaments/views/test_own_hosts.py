"""An organisation's own domain, asked with its Host header."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_event, make_section
from tests.world import World
from tournaments.models import FormerOrganisationAddress, Organisation
from tournaments.pages import announce_event

pytestmark = pytest.mark.django_db
HOST, SITE = "xiangqi.example", "http://127.0.0.1:8000"


@pytest.fixture
def there(settings: Any) -> Client:
    """Who asks on the host of the nation, below which is a club."""
    settings.ORGANISATION_HOSTS = {HOST: "cxa"}
    settings.ALLOWED_HOSTS = ["127.0.0.1", HOST]
    settings.PUBLIC_URL = SITE
    nation = Organisation.objects.create(slug="cxa", name="Chinese Xiangqi Association", level="nation")
    club = Organisation.objects.create(slug="club", name="Club", level="club", parent=nation)
    other = Organisation.objects.create(slug="other", name="Other", level="nation")
    for slug, owner in (("own", nation), ("below", club), ("theirs", other), ("nobodys", None)):
        event = make_event(slug, organisation=owner, listed=True)
        make_section(event, state="open")
        announce_event(event)
    return Client(SERVER_NAME=HOST)


@pytest.mark.slow
def test_the_front_is_the_organisation(there: Client) -> None:
    assert there.get("/").headers["Location"] == "/en/"
    for path in ("/en/", "/zh-hans/"):
        answer = there.get(path)
        assert answer.status_code == 200
        assert b"Chinese Xiangqi Association" in answer.content
        assert not answer.cookies
    site = Client(SERVER_NAME="127.0.0.1")
    assert b"Chinese Xiangqi Association" in site.get("/en/o/cxa/").content
    assert b"Chinese Xiangqi Association" not in site.get("/en/").content


@pytest.mark.parametrize("slug", ["own", "below"])
def test_its_events_are_shown(there: Client, slug: str) -> None:
    assert there.get(f"/en/e/{slug}/").status_code == 200
    assert there.get("/en/o/club/").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/en/e/theirs/",
        "/en/e/nobodys/",
        "/en/e/nowhere/",
        "/en/e/-/soon/",
        "/en/o/other/",
        "/en/account/login/?next=/en/desk/",
        "/en/desk/",
        "/en/admin/",
        "/en/search/?q=a",
        "/en/p/aaaaaaaa/",
        "/api/v1/events",
        "/sitemap.xml",
        "/nonsense/../..",
    ],
)
def test_everything_else_stands_on_the_sites_own_host(there: Client, path: str) -> None:
    answer = there.get(path)
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"{SITE}{path}"
    assert not answer.cookies


def test_what_is_sent_goes_along(there: Client) -> None:
    answer = there.post("/en/account/login/", {"login": "alice"})
    assert (answer.status_code, answer.headers["Location"]) == (307, f"{SITE}/en/account/login/")


def test_the_calendar_is_its_own(there: Client) -> None:
    for path in ("/en/calendar/", "/en/calendar.ics"):
        answer = there.get(path, {"game": "weiqi"})
        assert answer.headers["Location"] == f"{path}?game=weiqi&organisation=cxa"
        assert there.get(answer.headers["Location"]).status_code == 200


def test_a_setting_that_names_a_former_address_goes_on(there: Client) -> None:
    nation = Organisation.objects.get(slug="cxa")
    FormerOrganisationAddress.objects.create(organisation=nation, slug="cxa")
    Organisation.objects.filter(pk=nation.pk).update(slug="china")
    assert b"Chinese Xiangqi Association" in there.get("/en/").content
    assert there.get("/en/e/own/").status_code == 200


def test_another_host_is_refused(there: Client) -> None:
    assert Client(SERVER_NAME="evil.example").get("/en/").status_code == 400


def test_a_form_of_the_site_works_only_there(world: World, settings: Any) -> None:
    """Who is signed in on the site is nobody on an organisation's host."""
    settings.ORGANISATION_HOSTS = {HOST: "cxa"}
    settings.ALLOWED_HOSTS = ["127.0.0.1", HOST, "testserver"]
    answer = world.client("alice").get("/en/desk/", headers={"host": HOST})
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith("/en/desk/")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hosts", "code"), [("A.example=wxf,b.example=axf", 0), ("127.0.0.1=wxf", 1)], ids=["two", "the own"]
)
def test_the_setting(hosts: str, code: int) -> None:
    arguments = {
        "ORGANISATION_HOSTS": hosts,
        "ENV_FILE": os.devnull,
        "DJANGO_SETTINGS_MODULE": "portal.settings",
    }
    program = (
        "from django.conf import settings as s;"
        "assert s.ORGANISATION_HOSTS == {'a.example': 'wxf', 'b.example': 'axf'};"
        "assert {'a.example', 'b.example'} <= set(s.ALLOWED_HOSTS)"
    )
    done = subprocess.run([sys.executable, "-c", program], env={**os.environ, **arguments}, check=False)
    assert done.returncode == code
