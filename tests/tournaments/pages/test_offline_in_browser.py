"""Pages without a network: what the service worker keeps, how old it says it is, and what it forgets."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from portal import published
from portal.published.memory import memory
from portal.published.offline import release
from tests import factories
from tests.browser.pages import SOON, Open, accessible, signed_in
from tests.cached_worlds import remembered
from tests.world import World
from tournaments.models import Section
from tournaments.pages import paths
from tournaments.queries.invitations import invitation_secret

pytestmark = [pytest.mark.browser, pytest.mark.matrix, pytest.mark.django_db(transaction=True)]

CACHED_PATHS = """async () => {
  const name = (await caches.keys()).find((one) => one.startsWith("pages-"));
  if (!name) return [];
  return (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname);
}"""
NOTICE_SCRIPT = """async () => {
  const cache = await caches.open((await caches.keys()).find((one) => one.startsWith("assets-")));
  const paths = (await cache.keys()).map((one) => new URL(one.url).pathname);
  return paths.filter((path) => path.endsWith("/offline/"));
}"""
AGE = """async (minutes) => {
  const name = (await caches.keys()).find((one) => one.startsWith("pages-"));
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    const headers = new Headers(kept.headers);
    headers.set("X-Kept-At", String(Date.now() - 60_000 * minutes));
    await cache.put(request, new Response(await kept.text(), { headers }));
  }
}"""

ASK = """(path) => {
  globalThis.answered = fetch(`${path}?v=0`).then((one) => one.status);
}"""
CURRENT = """(path) => {
  const { controller } = navigator.serviceWorker;
  for (let n = 0; n < 100; n++) controller.postMessage({ current: path });
}"""


@pytest.fixture
@remembered
def played(browser: Any, live_server: Any) -> Section:
    """Round 1 closed, round 2 published."""
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 6)
    factories.play(section, 1)
    factories.publish(factories.pair(section, 2))
    factories.announce(section)
    return section


def registered(open_page: Open, path: str, language: str = "en") -> Page:
    """A page under the service worker's care."""
    page = open_page(path, language, service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller")
    return page


def stored_addresses(page: Page) -> list[str]:
    return sorted(page.evaluate(CACHED_PATHS))


def keeps(page: Page, *wanted: str) -> None:
    """Waits until exactly these are kept, addresses without their language."""
    paths_wanted = sorted(f"/en/{item}" for item in wanted)
    for _ in range(100):
        if stored_addresses(page) == paths_wanted:
            return
        page.wait_for_timeout(100)
    assert stored_addresses(page) == paths_wanted


def test_a_page_that_was_opened_is_there_without_a_network_with_its_age(
    played: Section, open_page: Open
) -> None:
    page = registered(open_page, paths.round_path(played, 1))
    # With it the newest pairings and standings of the section.
    keeps(page, paths.round_path(played, 1), paths.round_path(played, 2), paths.standings_path(played, 1))
    page.evaluate(AGE, 12)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#live-offline")).to_have_text("No connection. Showing data from 12 minutes ago.")
    expect(page.locator("tr[data-table]")).to_have_count(3)
    assert page.locator(".brand img").evaluate("(image) => image.naturalWidth") > 0
    page.get_by_role("navigation", name="Round").get_by_role("link", name="2").click()
    expect(page.get_by_role("table", name="Pairings of round 2")).to_be_visible(timeout=SOON)
    expect(page.locator("#live-offline")).to_contain_text("12 minutes ago")
    page.goto(page.url.replace("round/2/", "crosstable/1/"))
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator("#kept-pages a")).to_have_count(3)
    accessible(page)
    page.locator("#kept-pages a").first.click()
    expect(page.locator("tr[data-key]").first).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#live-offline")).to_be_hidden(timeout=SOON)


def test_a_page_that_was_taken_back_is_forgotten(played: Section, open_page: Open) -> None:
    page = registered(open_page, paths.round_path(played, 2))
    keeps(page, paths.round_path(played, 2), paths.standings_path(played, 1))
    published.unpublish(paths.round_path(played, 2))
    memory.slots.clear()
    expect(page.get_by_text("This page is no longer published.")).to_be_visible(timeout=SOON)
    keeps(page, paths.standings_path(played, 1))
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    # It is brought in the languages that are read; another one's address shows it as well.
    assert page.evaluate(NOTICE_SCRIPT) == ["/en/offline/"]
    page.goto(page.url.replace("/en/", "/vi/"))
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()


def test_a_new_release_takes_the_place_of_the_old_ones_store(
    played: Section, open_page: Open, settings: Any
) -> None:
    page = registered(open_page, paths.standings_path(played, 1))
    keeps(page, paths.standings_path(played, 1), paths.round_path(played, 2))
    assert len(page.evaluate("caches.keys()")) == 2
    settings.RELEASE = "the-next-one"
    release.cache_clear()
    try:
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        page.wait_for_function(
            "caches.keys().then((all) => all.length == 2 && all.every((one) => one.endsWith('next-one')))"
        )
        keeps(page, paths.standings_path(played, 1), paths.round_path(played, 2))
    finally:
        release.cache_clear()


def test_nothing_of_the_desk_is_kept(live_server: Any, drawn: World, open_page: Open) -> None:
    drawn.published()
    page = signed_in(open_page, live_server, drawn, "dave", service_workers="allow")
    page.wait_for_function("navigator.serviceWorker.controller")
    page.goto(live_server.url + drawn.url("hall", 1))
    page.reload()
    # But the rules that it cites, which everybody reads.
    page.wait_for_function("caches.match('/en/rulebooks/wxc2015/').then(Boolean)")
    assert stored_addresses(page) == ["/en/rulebooks/wxc2015/"]
    page.context.set_offline(True)
    page.goto(f"{live_server.url}/en/rulebooks/wxc2015/")
    expect(page.get_by_role("heading", level=1)).to_have_text("World Championship 2015")
    page.go_back()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.context.set_offline(False)
    # It notices by itself that there is a network again.
    expect(page.get_by_role("heading", name="Tables, round 1")).to_be_visible(timeout=SOON)


def test_a_players_own_page_is_kept_until_the_link_is_revoked(played: Section, open_page: Open) -> None:
    link = factories.make_link(played.entries.get(number=1))
    path = f"p/{invitation_secret(link)}/"
    page = registered(open_page, path)
    keeps(page, path)
    page.evaluate(AGE, 180)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".offline")).to_have_text("No connection. Showing data from 3 hours ago.")
    expect(page.locator(".table-number")).to_be_visible()
    page.context.set_offline(False)
    type(link).objects.filter(pk=link.pk).update(revoked_at=factories.AT)
    page.reload()
    expect(page.get_by_role("heading", name="This private link was revoked")).to_be_visible()
    keeps(page)


def test_an_answer_of_before_does_not_bring_a_page_back(played: Section, open_page: Open) -> None:
    """What was asked before the link was revoked is answered after it, and a page that was open has said many
    times that it is current."""
    link = factories.make_link(played.entries.get(number=1))
    mine, beside = (
        f"p/{invitation_secret(link)}/",
        (paths.standings_path(played, 1), paths.round_path(played, 2)),
    )
    page = registered(open_page, mine)
    other = page.context.new_page()
    other.goto(page.url.replace(mine, beside[0]))
    keeps(page, mine, *beside)
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.context.route(f"**/{mine}?v=0", hold)
    other.evaluate(ASK, f"/en/{mine}")
    while not waiting:
        other.wait_for_timeout(50)
    answer = waiting[0].fetch()
    assert answer.status == 200
    type(link).objects.filter(pk=link.pk).update(revoked_at=factories.AT)
    other.evaluate(CURRENT, f"/en/{mine}")
    page.reload()
    page.goto("about:blank")
    keeps(other, *beside)
    waiting[0].fulfill(response=answer)
    assert other.evaluate("answered") == 200
    # By then the worker has done with it.
    other.goto(other.url.replace(beside[0], paths.round_path(played, 1)))
    keeps(other, *beside, paths.round_path(played, 1))


def test_browsers_offer_no_worker_in_a_hall_without_tls(played: Section, open_page: Open) -> None:
    """What the script asks: an address that is neither encrypted nor this machine has none."""
    page = open_page(paths.standings_path(played, 1), service_workers="allow")
    assert page.evaluate("isSecureContext && 'serviceWorker' in navigator")
    page.context.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("tr[data-key]").first).to_be_visible()
