"""Somebody is invited, takes the role, forgets the password and sets another one: by letters, where the site
sends mail, and by links that are handed over, where it sends none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import SOON, sign_in
from tests.browser.letterbox import Letterbox, letterbox
from tests.browser.site import Site, running, wait_until
from tests.browser.words import BOTH, Words
from tests.services import free_port

pytestmark = [pytest.mark.browser, pytest.mark.long]  # a site is started for each

SET_UP = """
from tests import factories
from tournaments.demo import cast
from tournaments.models import Membership, Role
people = cast.ensure_cast()
Membership.objects.create(event=factories.make_event(), user=people["chief"], role=Role.CHIEF_ORGANISER)
answer = None
"""
HELD = """
from tournaments.models import Membership
answer = sorted(list(Membership.objects.values_list("user__username", "role")))
"""
NORA = "nora@example.org"
NEW = {"username": "nora", "first_name": "Nora", "last_name": "Lind", "password": "seven green bottles"}
NEXT = "eight brown kettles"


class Person:
    """Somebody before a browser."""

    def __init__(self, page: Page, site: Site, say: Words) -> None:
        self.page, self.site, self.say = page, site, say
        page.set_default_timeout(SOON)

    def go(self, path: str) -> None:
        self.page.goto(f"{self.site.url}/{self.say.language}/{path}")

    def press(self, words: str, **values: object) -> None:
        self.page.locator("main").get_by_role("button", name=self.say(words, **values), exact=True).click()

    def fill(self, **values: str) -> None:
        for name, value in values.items():
            self.page.locator(f"main [name={name}]").fill(value)

    def sees(self, words: str, **values: object) -> None:
        expect(self.page.locator("main")).to_contain_text(self.say(words, **values))

    def invites(self) -> None:
        """The chief, on the page of people."""
        sign_in(self.page, self.site, "chief", self.say)
        self.go("desk/test-2015/-/people/")
        form = self.page.locator("form[action*='/people/invite/']").last
        form.locator("[name=email]").fill(NORA)
        form.locator("[name=role]").select_option("referee")
        form.locator("[name=language]").select_option(self.say.language)
        self.press("Invite")
        self.sees("Invitation for %(email)s created.", email=NORA)

    def takes(self, link: str) -> None:
        self.page.goto(link)
        self.fill(**NEW)
        self.press("Create account and accept")
        expect(self.page.get_by_text("14th Test Championship").first).to_be_visible()
        assert self.site.ask(HELD) == [["chief", "chief-organiser"], ["nora", "referee"]]

    def sets(self, link: str) -> None:
        """Another password; too poor a one is refused first. The link opens nothing afterwards."""
        self.page.goto(link)
        self.fill(password1="nora", password2="nora")
        self.press("Set password")
        expect(self.page.locator("main .errorlist, main .error").first).to_be_visible()
        self.fill(password1=NEXT, password2=NEXT)
        self.press("Set password")
        self.sees("New password set")
        self.page.goto(link)
        self.sees("This link no longer works")

    def signs_in(self, password: str) -> None:
        self.go("account/login/")
        self.fill(login="nora", password=password)
        self.press("Sign in")

    def comes_in_with_the_new_one_only(self) -> None:
        self.signs_in(NEW["password"])
        expect(self.page.locator("main .errorlist, main .error, main [role=alert]").first).to_be_visible()
        self.signs_in(NEXT)
        expect(self.page.get_by_role("heading", name=self.say("My events"))).to_be_visible()


@pytest.fixture(params=BOTH)
def say(request: pytest.FixtureRequest) -> Words:
    return Words(request.param)


@pytest.fixture
def site(tmp_path: Path) -> Site:
    site = Site(tmp_path, free_port())
    site.install("ready")
    site.ask(SET_UP)
    return site


@pytest.fixture
def post(site: Site) -> Iterator[Letterbox]:
    with letterbox() as box:
        site.lines["EMAIL_URL"] = box.url
        yield box


def link_in(box: Letterbox, number: int) -> str:
    """In the letter that Nora gets as ``number``."""
    wait_until(lambda: len(box.sent_to(NORA)) >= number)
    text = box.sent_to(NORA)[number - 1].get_content()
    match = re.search(r"http\S+", text)
    assert match is not None, text
    return match.group()


def test_by_letters(site: Site, post: Letterbox, say: Words, new_page: Callable[..., Page]) -> None:
    with running(site):
        Person(new_page(), site, say).invites()
        link = link_in(post, 1)
        assert f"/{say.language}/" in link
        Person(new_page(), site, say).takes(link)

        nora = Person(new_page(), site, say)
        nora.go("account/login/")
        nora.page.locator("main a[href$='/account/reset/']").click()
        nora.fill(email=NORA.upper())
        nora.press("Send link")
        nora.sees("Check your e-mail")
        nora.sets(link_in(post, 2))
        nora.comes_in_with_the_new_one_only()
        assert post.sent_to(NORA)[1]["Subject"] == say("New password for Qiyuan")


def test_by_links_that_are_handed_over(site: Site, say: Words, new_page: Callable[..., Page]) -> None:
    with running(site):
        chief = Person(new_page(), site, say)
        chief.invites()
        link = chief.page.locator(".address").inner_text()
        Person(new_page(), site, say).takes(link)

        nora = Person(new_page(), site, say)
        nora.go("account/reset/")
        nora.sees("This site sends no e-mail. Ask a site administrator for a link to set a new password.")
        admin = new_page()
        admin.set_default_timeout(SOON)
        sign_in(admin, site, "admin", say)
        admin.goto(f"{site.url}/{say.language}/admin/portal/user/")
        admin.locator("tr:has-text('nora') input[name=_selected_action]").check()
        admin.locator("select[name=action]").select_option("show_reset_link")
        admin.locator("button[name=index]").click()
        text = admin.locator(".messagelist").inner_text()
        match = re.search(r"http\S+", text)
        assert match is not None, text
        nora.sets(match.group())
        nora.comes_in_with_the_new_one_only()
