"""From the press on a player's own page to what the phone can read when a round is published.

The browser of the tests has no push service, and refuses notifications whatever it is granted: it gets the
address and keys of a push service on this machine (`PushService`), which decrypts as a browser does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from portal import outbox
from portal.push.models import Subscription
from tests import factories
from tests.browser.pages import Open
from tests.cached_worlds import remembered
from tests.portal.push.service import Phone, PushService, push_service
from tournaments.models import Section
from tournaments.pages.notifications import notify_followers_of_round
from tournaments.queries.invitations import secret_of

pytestmark = [pytest.mark.browser, pytest.mark.matrix, pytest.mark.django_db(transaction=True)]

SUBSCRIBES = """(phone) => {
  const subscription = {
    endpoint: phone.endpoint,
    options: {},
    toJSON: () => phone,
    unsubscribe: async () => true,
  };
  let made = sessionStorage.getItem("subscribed") ? subscription : null;
  Object.defineProperty(Notification, "permission", { get: () => "default" });
  PushManager.prototype.getSubscription = async () => made;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    subscription.options.applicationServerKey = applicationServerKey.buffer;
    sessionStorage.setItem("subscribed", "yes");
    made = subscription;
    return made;
  };
}"""
PLACES = """async () => {
  const cache = await caches.open("places");
  return Promise.all((await cache.keys()).map(async (key) => (await cache.match(key)).text()));
}"""


@pytest.fixture
def service(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    with push_service(tmp_path, monkeypatch) as running:
        yield running


@pytest.fixture
@remembered
def played(browser: Any, live_server: Any) -> Section:
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 6)
    factories.publish(factories.pair(section, 1))
    factories.announce(section)
    return section


def opened(open_page: Open, path: str, language: str, phone: Phone, origin: str) -> Page:
    page = open_page("", language, service_workers="allow")
    page.context.grant_permissions(["notifications"], origin=origin)
    page.add_init_script(f"({SUBSCRIBES})({json.dumps({'endpoint': phone.endpoint, 'keys': phone.keys})})")
    page.goto(f"{origin}/{language}/{path}")
    page.evaluate("navigator.serviceWorker.ready")
    return page


OWN_TABLE = [
    "paired",
    "changed",
    "result",
    "announcement",
    "decision",
    "foul",
    "message",
    "appeal",
    "record-owed",
]
"""What a link of an entry offers, in its order."""


@pytest.mark.parametrize(("language", "button"), [("en", "Notify this device"), ("zh-hans", "开启通知")])
def test_a_phone_gets_the_own_table(  # noqa: PLR0917 - fixtures
    played: Section, open_page: Open, live_server: Any, service: PushService, language: str, button: str
) -> None:
    phone = service.phone("a")
    entry = played.entries.get(number=1)
    secret = secret_of(factories.make_link(entry))
    page = opened(open_page, f"p/{secret}/notifications/", language, phone, live_server.url)
    page.set_default_timeout(6_000)
    expect(page.locator("[data-push] [role=status]")).to_be_hidden()
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator("[data-end]")).to_be_visible()
    # Everything that is offered at an own table is ticked beforehand.
    assert Subscription.objects.get().topics == OWN_TABLE
    assert page.evaluate(PLACES) == [f"/{language}/p/{secret}/"]
    version = played.round_set.get(number=1).versions.select_related("round__section__event").get()
    notify_followers_of_round(version)
    outbox.drain()
    [message] = service.messages(phone)
    assert secret not in json.dumps(message)
    assert (message["lang"], message["scope"]) == (language, f"entry:{entry.pk}")
    page.locator("[data-end]").click()
    expect(page.locator("[data-end]")).to_be_hidden()
    assert not Subscription.objects.exists()


def test_a_device_lists_and_ends_what_it_follows(
    played: Section, open_page: Open, live_server: Any, service: PushService
) -> None:
    phone = service.phone("a")
    entry = played.entries.select_related("player").get(number=1)
    secret = secret_of(factories.make_link(entry))
    page = opened(open_page, f"p/{secret}/notifications/", "en", phone, live_server.url)
    page.set_default_timeout(6_000)
    page.get_by_role("button", name="Notify this device", exact=True).click()
    expect(page.locator("[data-end]")).to_be_visible()
    person = f"{live_server.url}/en/person/{entry.player.person.uid}/"
    page.goto(f"{person}notifications/")
    page.get_by_role("button", name="Notify this device", exact=True).click()
    expect(page.locator("[data-end]")).to_be_visible()
    page.get_by_role("link", name="Everything this device follows").click()
    links = page.locator("main ul.entries a")
    expect(links).to_have_count(2)
    addresses = [f"{live_server.url}/en/p/{secret}/", person]
    assert [link.evaluate("link => link.href") for link in links.all()] == addresses
    page.get_by_role("button", name="Stop notifications").last.click()
    expect(links).to_have_count(1)
    assert [row.scope for row in Subscription.objects.all()] == [f"entry:{entry.pk}"]
    page.get_by_role("button", name="Stop all notifications").click()
    expect(page.locator("main [role=status]")).to_have_text("This device follows nothing.")
    assert not Subscription.objects.exists()
