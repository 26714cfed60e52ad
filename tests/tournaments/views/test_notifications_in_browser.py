"""From the press on a player's own page to what the phone can read when a round is published.

The browser of the tests has no push service, and the one without windows refuses notifications whatever it is
granted: it gets the address and keys of a push service on this machine (`PushService`), which decrypts as a
browser does. A whole Chromium shows them, and takes what was decrypted as from its own push service.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from portal import outbox
from portal.push.models import Subscription
from tests import factories, machine
from tests.browser.driving import QUIET
from tests.browser.pages import PHONE, Open
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.portal.push.service import Phone, PushService, push_service
from tests.services import wait_until
from tournaments.acts.rounds import publish_round
from tournaments.models import Seat, Section
from tournaments.pages.notifications import notify_followers_of_round
from tournaments.queries.invitations import invitation_secret

pytestmark = [pytest.mark.browser, pytest.mark.matrix, pytest.mark.django_db(transaction=True)]

SUBSCRIBES = """(phone) => {
  const subscription = {
    endpoint: phone.endpoint,
    options: {},
    toJSON: () => phone,
    unsubscribe: async () => true,
  };
  let made = sessionStorage.getItem("subscribed") ? subscription : null;
  if (Notification.permission === "denied") {
    Object.defineProperty(Notification, "permission", { get: () => "default" });
  }
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
    "sheet-wanted",
]
"""What a link of an entry offers, in its order."""


@pytest.mark.parametrize(("language", "button"), [("en", "Notify this device"), ("zh-hans", "开启通知")])
def test_a_phone_gets_the_own_table(  # noqa: PLR0917 - fixtures
    played: Section, open_page: Open, live_server: Any, service: PushService, language: str, button: str
) -> None:
    phone = service.phone("a")
    entry = played.entries.get(number=1)
    secret = invitation_secret(factories.make_link(entry))
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
    secret = invitation_secret(factories.make_link(entry))
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


NOTIFICATIONS = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const notifications = await registration.getNotifications();
  return notifications.map(({ title, body, tag, lang }) => ({ title, body, tag, lang }));
}"""


class LockedPhone:
    """A browser in which no page of the site is open; its service worker hears all the same."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        self.origin = origin
        self.registrations: list[dict[str, Any]] = []
        elsewhere = context.new_page()
        for page in context.pages:
            if page is not elsewhere:
                page.close()
        self.browser = context.new_cdp_session(elsewhere)
        self.browser.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: self.registrations.extend(event["registrations"]),
        )
        self.browser.send("ServiceWorker.enable")
        wait_until(lambda: self._looked(elsewhere), "the service worker is there")

    def _looked(self, page: Page) -> bool:
        """What the browser tells arrives while one waits for it."""
        page.wait_for_timeout(50)
        return bool(self.registrations)

    def hears(self, text: bytes) -> None:
        """What comes from the push service, once the browser has decrypted it."""
        about = {"origin": self.origin, "registrationId": self.registrations[0]["registrationId"]}
        self.browser.send("ServiceWorker.deliverPushMessage", about | {"data": text.decode()})


@pytest.fixture
def showing_browser(browser: Browser) -> Iterator[Browser]:
    """A Chromium that shows notifications."""
    options = {"executable_path": machine.whole_chromium(), "args": [*QUIET, "--headless=new"]}
    with browser.browser_type.launch(**options) as whole:
        yield whole


@pytest.mark.long
@pytest.mark.skipif(machine.whole_chromium() is None, reason=machine.missing("chromium"))
@pytest.mark.parametrize(
    ("language", "button", "title"),
    [("en", "Notify this device", "Table 1, round 1"), ("zh-hans", "开启通知", "第 1 轮第 1 台")],
)
def test_a_phone_that_is_locked_when_the_round_is_published(  # noqa: PLR0917 - fixtures
    drafted: Cast,
    live_server: Any,
    service: PushService,
    showing_browser: Browser,
    language: str,
    button: str,
    title: str,
) -> None:
    phone, round_ = service.phone("a"), drafted.round(1)
    seat = Seat.objects.select_related("entry__player").get(round=round_, pairing__table=1, colour="first")
    other = Seat.objects.select_related("entry__player").get(round=round_, pairing__table=1, colour="second")
    own_page = f"{live_server.url}/{language}/p/{invitation_secret(factories.make_link(seat.entry))}/"
    context = showing_browser.new_context(**PHONE | {"service_workers": "allow"})
    context.grant_permissions(["notifications"], origin=live_server.url)
    page = context.new_page()
    page.add_init_script(f"({SUBSCRIBES})({json.dumps({'endpoint': phone.endpoint, 'keys': phone.keys})})")
    page.goto(f"{own_page}notifications/")
    page.evaluate("navigator.serviceWorker.ready")
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator("[data-end]")).to_be_visible()
    locked = LockedPhone(context, live_server.url)
    publish_round(round_=round_, seen=round_.draft_digest, by=drafted.bob)
    outbox.drain()
    [(_, _, body)] = service.got
    text = phone.decrypt(body)
    # Sent again, as after a worker was killed: a phone shows one.
    for _ in range(2):
        locked.hears(text)
    page = context.new_page()
    page.goto(own_page)
    wait_until(lambda: page.evaluate(NOTIFICATIONS), "the phone shows it")
    [notification] = page.evaluate(NOTIFICATIONS)
    assert (notification["title"], notification["lang"]) == (title, language)
    assert str(other.entry.player.name).split()[0] in notification["body"]
    assert notification["tag"] == f"paired-{round_.pk}-{seat.entry_id}"
    context.close()
