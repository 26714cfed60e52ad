"""My list: put on it by a press, on the front page without a network, and with an account on each device."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from portal import outbox
from portal.push.models import AccountFollow
from tests import factories
from tests.browser.pages import Open, accessible_everywhere, signed_in
from tests.cached_worlds import remembered
from tests.world import World
from tournaments.models import Section
from tournaments.pages import paths
from tournaments.queries.addresses import person_path

pytestmark = [pytest.mark.browser, pytest.mark.matrix, pytest.mark.django_db(transaction=True)]
PUT = {"en": ("Add to my list", "Remove from my list"), "zh-hans": ("加入我的列表", "从我的列表移除")}
PAGE_CACHED = """async (path) => {
  const name = (await caches.keys()).find((one) => one.startsWith("pages-"));
  return Boolean(name && (await (await caches.open(name)).match(new URL(path, location).href)));
}"""


@pytest.fixture
@remembered
def played(browser: Any, live_server: Any) -> Section:
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 6)
    factories.publish(factories.pair(section, 1))
    factories.announce(section)
    outbox.drain()
    return section


def put_on_list(page: Page, address: str, language: str) -> None:
    page.goto(address)
    add, remove = PUT[language]
    page.get_by_role("button", name=add, exact=True).click()
    expect(page.get_by_role("button", name=remove, exact=True)).to_be_visible()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_without_an_account_and_without_a_network(
    played: Section, open_page: Open, live_server: Any, language: str
) -> None:
    root = f"{live_server.url}/{language}/"
    page = open_page("", language, service_workers="allow", bypass_csp=True)
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller")
    expect(page.locator("[data-my-list]")).to_be_hidden()
    entry = played.entries.select_related("player__person").get(number=1)
    person = person_path(entry.player.person.uid)
    put_on_list(page, root + paths.event_path(played.event), language)
    put_on_list(page, root + person, language)
    page.goto(root)
    expect(page.locator("[data-my-list] li")).to_have_count(2)
    accessible_everywhere(page)
    page.wait_for_function(PAGE_CACHED, arg=f"/{language}/{person}")
    page.context.set_offline(True)
    page.goto(root)
    expect(page.locator("[data-my-list] li")).to_have_count(2)
    page.locator("[data-my-list] li a").last.click()
    expect(page.locator("h1")).to_contain_text(entry.player.name.split()[0])
    page.goto(root)
    page.locator("[data-my-list] li button").first.click()
    expect(page.locator("[data-my-list] li")).to_have_count(1)
    page.context.set_offline(False)
    page.goto(root)
    expect(page.locator("[data-my-list] li")).to_have_count(1)
    assert not AccountFollow.objects.exists()


def test_with_an_account_it_is_on_each_device(drawn: World, open_page: Open, live_server: Any) -> None:
    factories.announce(drawn.section)
    outbox.drain()
    root = f"{live_server.url}/en/"
    desk, phone = (signed_in(open_page, live_server, drawn, "carol") for _ in range(2))
    for page in (desk, phone):
        # Whoever opens the desk has an account.
        page.goto(f"{root}desk/")
    put_on_list(desk, root + paths.event_path(drawn.event), "en")
    phone.goto(root)
    expect(phone.locator("[data-my-list] li")).to_have_count(1)
    phone.locator("[data-my-list] li button").click()
    expect(phone.locator("[data-my-list]")).to_be_hidden()
    # The page shows it at once; the account has it a moment later.
    phone.wait_for_function("localStorage.getItem('my-list-removed') === '[]'")
    desk.goto(root)
    expect(desk.locator("[data-my-list]")).to_be_hidden()
    assert not AccountFollow.objects.exists()
    # Who has signed out leaves no list behind.
    put_on_list(desk, root + paths.event_path(drawn.event), "en")
    desk.context.clear_cookies()
    desk.goto(root)
    expect(desk.locator("[data-my-list]")).to_be_hidden()
    assert AccountFollow.objects.count() == 1
