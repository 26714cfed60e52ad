"""An invitation is taken in a real browser, which says by its own rules where a form comes from: with a new
account and with one that is there, on a plain connection and on an encrypted one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.driving import SOON
from tests.browser.site import Site, running
from tests.browser.tls import at_an_https_address
from tests.services import free_port

pytestmark = pytest.mark.browser

INVITED = """
from tests import factories
from tournaments.acts.people import invite_person
from tournaments.demo import cast
from tournaments.models import Invitation, Membership, Role
from tournaments.queries.invitations import invitation_url
people = cast.ensure_cast()
event = factories.make_event()
Membership.objects.create(event=event, user=people["chief"], role=Role.CHIEF_ORGANISER)
for email, role in (("new@example.org", Role.DESK), ("old@example.org", Role.SUPERVISOR)):
    invite_person(event=event, email=email, role=role, language="en", by=people["chief"])
answer = [invitation_url(one) for one in Invitation.objects.order_by("pk")]
"""
NEW = {
    "username": "newcomer",
    "first_name": "Nora",
    "last_name": "Lind",
    "password": "seven green bottles",
}
ELSEWHERE = "https://elsewhere.example/"
HELD = """
from tournaments.models import Membership
answer = sorted(list(Membership.objects.values_list("user__username", "role")))
"""


@pytest.fixture(params=["http", pytest.param("https", marks=pytest.mark.long)])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    if request.param == "https":
        with at_an_https_address(tmp_path) as public:
            yield public
    else:
        plain = Site(tmp_path, free_port())
        plain.install("ready")
        yield plain


@pytest.mark.long
def test_taken_with_a_new_account_and_with_an_old_one(site: Site, new_page: Callable[..., Page]) -> None:
    fresh, existing = site.ask(INVITED)
    with running(site):
        reader = new_page(ignore_https_errors=True)
        reader.goto(fresh)
        follow_a_link_away(reader)

        page = new_page(ignore_https_errors=True)
        page.goto(fresh)
        for name, value in NEW.items():
            page.locator(f"input[name={name}]").fill(value)
        page.get_by_role("button", name="Create account and accept").click()
        expect(page.get_by_text("You are now technical desk of")).to_be_visible(timeout=SOON)

        other = new_page(ignore_https_errors=True)
        other.goto(existing)
        other.get_by_role("link", name="I have an account: sign in").click()
        other.locator("input[name=login]").fill("referee2")
        other.locator("input[name=password]").fill(site.password())
        other.get_by_role("button", name="Sign in", exact=True).click()
        other.get_by_role("button", name="Accept role").click()
        expect(other.get_by_text("You are now supervisor of")).to_be_visible(timeout=SOON)
        assert site.ask(HELD) == [
            ["chief", "chief-organiser"],
            ["newcomer", "desk"],
            ["referee2", "supervisor"],
        ]


def follow_a_link_away(page: Page) -> None:
    """The address holds the secret: another site to which a link leads is told of no more than this site."""
    sent: list[Request] = []
    page.route(f"{ELSEWHERE}**", lambda route: route.fulfill(body="elsewhere"))
    page.on("request", lambda request: sent.append(request))  # noqa: PLW0108  it marks what it gets
    page.evaluate(
        """(address) => {
            const link = document.createElement("a");
            link.href = address;
            document.querySelector("main").append(link);
            link.click();
        }""",
        ELSEWHERE,
    )
    page.wait_for_url(ELSEWHERE)
    [away] = [request for request in sent if request.url == ELSEWHERE]
    assert away.all_headers().get("referer", "").count("/") <= len("//:/") - 1
