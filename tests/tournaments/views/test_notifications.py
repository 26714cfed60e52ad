"""The pages on which a device begins and stops to follow."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from portal import outbox, published
from portal.push.keys import base64url, site_key
from portal.push.models import PushDevice, Subscription
from tests import factories
from tests.browser.letterbox import Letterbox, letters_go_to
from tests.portal.push.service import Phone
from tests.world import World
from tournaments.acts.entering.players import erase_player, issue_links, revoke_link
from tournaments.models import Person
from tournaments.queries.invitations import invitation_secret


@pytest.fixture
def public(drawn: World, settings: Any) -> World:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    factories.announce(drawn.section)
    outbox.drain()
    return drawn


@pytest.fixture
def post_box(settings: Any) -> Iterator[Letterbox]:
    # Which address has asked how often is remembered there.
    cache.clear()
    with letters_go_to(settings) as box:
        yield box


@pytest.fixture
def page(public: World) -> str:
    return reverse("section_notifications", args=[public.event.slug, public.section.slug])


CONFIRM_LINK = re.compile(r"https?://\S+/notifications/confirm/\S+")
PHONE = Phone("https://127.0.0.1:1/a")


def wanted(**more: Any) -> dict[str, Any]:
    topics = {"topics": ["round", "standings"], "zone": "Asia/Kuching"}
    return {"do": "follow", "endpoint": PHONE.endpoint, **PHONE.keys, **topics, **more}


def post(path: str, about: Any) -> Any:
    return Client().post(path, {"wanted": json.dumps(about)})


@pytest.mark.slow
def test_a_device_follows_a_section_without_an_account(public: World, page: str) -> None:
    answer = Client().get(page)
    assert site_key().public in answer.content.decode()
    assert len(answer.cookies) == 0
    assert post(page, {"do": "ask", "endpoint": PHONE.endpoint}).json() == {"topics": None}
    assert post(page, wanted()).json() == {"topics": ["round", "standings"]}
    assert post(page, wanted(topics=["round"])).json() == {"topics": ["round"]}
    row = Subscription.objects.get()
    assert (row.scope, row.under) == (f"section:{public.section.pk}", f"event:{public.event.pk}")
    assert row.device.time_zone == "Asia/Kuching"
    assert post(page, {"do": "leave", "endpoint": PHONE.endpoint}).json() == {"topics": None}
    assert not PushDevice.objects.exists()


@pytest.mark.slow
def test_a_follower_of_the_public_pages_gets_nothing_private(page: str) -> None:
    for topic in ("paired", "changed", "result"):
        answer = post(page, wanted(topics=[topic]))
        assert (answer.status_code, answer.json()) == (422, {"code": "topics"})
    assert not Subscription.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize("about", [None, [], "x", {}, {"do": "drop"}, {"do": ["follow"]}, {"do": "x" * 9000}])
def test_nonsense_is_refused(page: str, about: Any) -> None:
    assert post(page, about).status_code == 400


@pytest.mark.slow
def test_a_key_of_the_wrong_length(page: str) -> None:
    answer = post(page, wanted(auth=base64url(b"x" * 15)))
    assert (answer.status_code, answer.json()) == (422, {"code": "keys"})


@pytest.mark.slow
def test_what_is_not_public_cannot_be_followed(public: World, page: str) -> None:
    section = factories.make_section(public.event, "draft", state="draft")
    path = reverse("section_notifications", args=[public.event.slug, section.slug])
    assert Client().get(path).status_code == 404
    assert post(path, wanted()).status_code == 404
    assert Client().get(reverse("event_notifications", args=["nowhere"])).status_code == 404
    assert Client().get(reverse("event_notifications", args=[public.event.slug])).status_code == 200


@pytest.mark.slow
def test_a_hall_may_follow_but_not_without_end(page: str, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "push": "3/h/ip"}
    statuses = [post(page, wanted()).status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]


@pytest.mark.slow
def test_a_private_link_and_its_end(public: World) -> None:
    entry = public.section.entries.get(number=1)
    alice = public.users["alice"]
    issue_links(section=public.section, entries=[entry], by=alice)
    link = entry.links.get(revoked_at=None)
    path = reverse("my_notifications", args=[invitation_secret(link)])
    page = Client().get(path)
    assert (page.status_code, page["Referrer-Policy"]) == (200, "no-referrer")
    assert post(path, wanted(topics=["paired"])).json() == {"topics": ["paired"]}
    assert Subscription.objects.get().proof == f"player-link:{link.pk}"
    revoke_link(entry=entry, by=alice)
    assert not PushDevice.objects.exists()
    assert post(path, wanted(topics=["paired"])).status_code == 410


@pytest.mark.slow
def test_of_a_player_who_is_erased_the_devices_go(public: World, page: str) -> None:
    entry = public.section.entries.get(number=1)
    issue_links(section=public.section, entries=[entry], by=public.users["alice"])
    path = reverse("my_notifications", args=[invitation_secret(entry.links.get(revoked_at=None))])
    post(path, wanted(topics=["paired"]))
    post(page, wanted())
    assert Subscription.objects.count() == 2
    erase_player(entry=entry, confirm=entry.player.name, by=public.users["admin"])
    assert not PushDevice.objects.exists()


@pytest.mark.slow
def test_a_person_with_a_public_page_is_followed_by_anybody(public: World) -> None:
    player = public.section.entries.get(number=1).player
    path = reverse("person_notifications", args=[player.person.uid])
    answer = Client().get(path)
    assert player.name in answer.content.decode()
    assert post(path, wanted(topics=["paired"])).status_code == 422
    assert post(path, wanted(topics=["person-round"])).json() == {"topics": ["person-round"]}
    row = Subscription.objects.get()
    assert (row.scope, row.under) == (f"person:{player.person_id}", "anywhere")
    Person.objects.filter(pk=player.person_id).update(listed=False)
    assert Client().get(path).status_code == 404
    assert post(path, wanted(topics=["person-round"])).status_code == 404
    erase_player(entry=public.section.entries.get(number=1), confirm=player.name, by=public.users["admin"])
    assert not Subscription.objects.exists()
    assert Client().get(path).status_code == 410


@pytest.mark.slow
def test_a_device_lists_what_it_follows_and_ends_it(public: World, page: str) -> None:
    listing = reverse("device_notifications")
    event = reverse("event_notifications", args=[public.event.slug])
    assert post(listing, {"do": "list", "endpoint": PHONE.endpoint}).json() == {"places": []}
    post(page, wanted())
    post(event, wanted())
    assert Client().get(listing).status_code == 200
    [first, second] = post(listing, {"do": "list", "endpoint": PHONE.endpoint}).json()["places"]
    assert (first["scope"], second["scope"]) == (f"section:{public.section.pk}", f"event:{public.event.pk}")
    assert second["path"] == f"e/{public.event.slug}/"
    assert post(listing, {"do": "list", "endpoint": "https://127.0.0.1:1/b"}).json() == {"places": []}
    left = post(listing, {"do": "leave", "endpoint": PHONE.endpoint, "scope": first["scope"]}).json()
    assert left == {"places": [second]}
    assert post(listing, {"do": "leave-everything", "endpoint": PHONE.endpoint}).json() == {"places": []}
    assert not PushDevice.objects.exists()


@pytest.mark.slow
def test_a_place_that_is_no_longer_public_has_no_name(public: World, page: str) -> None:
    post(page, wanted())
    published.withhold(f"e/{public.event.slug}/")
    [place] = post(reverse("device_notifications"), {"do": "list", "endpoint": PHONE.endpoint}).json()[
        "places"
    ]
    assert (place["name"], place["path"]) == ("", "")


@pytest.mark.slow
def test_a_player_sees_and_removes_devices_of_the_own_link(public: World, page: str) -> None:
    entry = public.section.entries.get(number=1)
    issue_links(section=public.section, entries=[entry], by=public.users["alice"])
    path = reverse("my_notifications", args=[invitation_secret(entry.links.get(revoked_at=None))])
    post(page, wanted())
    post(path, wanted(topics=["paired"]))
    device = PushDevice.objects.get()
    assert "Device with push service 127.0.0.1:1" in Client().get(path).content.decode()
    for other in ("999", "nonsense"):
        Client().post(path, {"device": other})
    assert Subscription.objects.count() == 2
    answer = Client().post(path, {"device": str(device.pk)})
    assert (answer.status_code, answer["Location"]) == (302, path)
    assert [row.scope for row in Subscription.objects.all()] == [f"section:{public.section.pk}"]


@pytest.mark.slow
def test_a_section_is_followed_by_mail_without_javascript(
    public: World, page: str, post_box: Letterbox
) -> None:
    answer = Client().get(page)
    assert 'name="mail"' in answer.content.decode()
    typed = {"mail": "carol@example.org", "topic": ["round", "standings"]}
    answer = Client(enforce_csrf_checks=True).post(page, typed)
    assert (answer.status_code, len(answer.cookies)) == (200, 0)
    assert "carol@example.org" in answer.content.decode()
    outbox.drain(early=False)
    [letter] = post_box.letters
    assert letter["Subject"] == "Confirm: notifications by e-mail"
    row = Subscription.objects.get()
    assert (row.scope, row.confirmed, row.device.time_zone) == (
        f"section:{public.section.pk}",
        False,
        public.event.time_zone,
    )
    path = urlsplit(CONFIRM_LINK.search(letter.get_content())[0]).path  # type: ignore[union-attr]
    confirmation = Client().get(path)
    assert "Men" in confirmation.content.decode()
    assert confirmation["Referrer-Policy"] == "no-referrer"
    Client().post(path)
    assert Subscription.objects.get().topics == ["round", "standings"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"mail": "carol", "topic": "round"}, "Enter a valid e-mail address."),
        ({"mail": "carol@example.org"}, "Choose at least one topic."),
        ({"mail": "carol@example.org", "topic": "paired"}, "Choose at least one topic."),
    ],
)
def test_what_is_typed_wrongly_is_said(page: str, post_box: Letterbox, typed: Any, sentence: str) -> None:
    answer = Client().post(page, typed)
    assert (answer.status_code, sentence in answer.content.decode()) == (422, True)
    assert not PushDevice.objects.exists()


@pytest.mark.slow
def test_a_site_without_mail_offers_none(page: str) -> None:
    assert 'name="mail"' not in Client().get(page).content.decode()
    assert Client().post(page, {"mail": "carol@example.org", "topic": "round"}).status_code == 400


@pytest.mark.slow
def test_nobody_reads_or_ends_by_an_address_what_it_follows(
    public: World, page: str, post_box: Letterbox
) -> None:
    Client().post(page, {"mail": "carol@example.org", "topic": "round"})
    for path in (page, reverse("device_notifications")):
        for act in ("ask", "list", "leave", "leave-everything"):
            answer = post(path, {"do": act, "endpoint": "mailto:carol@example.org", "scope": "section:1"})
            assert "carol" not in answer.content.decode()
            assert f"section:{public.section.pk}" not in answer.content.decode()
    assert Subscription.objects.count() == 1


@pytest.mark.slow
def test_few_letters_go_to_one_address(page: str, post_box: Letterbox) -> None:
    statuses = [
        Client().post(page, {"mail": "carol@example.org", "topic": "round"}).status_code for _ in range(5)
    ]
    assert statuses == [200, 200, 200, 200, 429]


@pytest.mark.slow
def test_a_player_follows_the_own_games_by_mail_until_the_link_is_revoked(
    public: World, post_box: Letterbox
) -> None:
    entry = public.section.entries.get(number=1)
    issue_links(section=public.section, entries=[entry], by=public.users["alice"])
    secret = invitation_secret(entry.links.get(revoked_at=None))
    path = reverse("my_notifications", args=[secret])
    Client().post(path, {"mail": "carol@example.org", "topic": ["paired", "result"]})
    outbox.drain(early=False)
    [letter] = post_box.letters
    assert secret not in letter.as_string()
    Client().post(urlsplit(CONFIRM_LINK.search(letter.get_content())[0]).path)  # type: ignore[union-attr]
    assert Subscription.objects.get().confirmed
    revoke_link(entry=entry, by=public.users["alice"])
    assert not PushDevice.objects.exists()


@pytest.mark.slow
def test_of_whom_is_erased_addresses_made_of_the_name_go(
    public: World, page: str, post_box: Letterbox
) -> None:
    entry = public.section.entries.select_related("player").get(number=1)
    local = entry.player.name.lower().replace(" ", ".")
    for address in (f"{local}@example.org", "carol@example.org"):
        Client().post(page, {"mail": address, "topic": "round"})
    erase_player(entry=entry, confirm=entry.player.name, by=public.users["admin"])
    assert [row.endpoint for row in PushDevice.objects.all()] == ["mailto:carol@example.org"]


@pytest.mark.slow
def test_who_publishes_sees_how_many_will_hear_and_how_many_did(public: World) -> None:
    public.paired()
    desk = reverse("round_desk", args=["cup", "men", 1])
    assert "will be notified" not in public.client("bob").get(desk).content.decode()
    entry = public.section.entries.get(number=1)
    issue_links(section=public.section, entries=[entry], by=public.users["alice"])
    my_path = reverse("my_notifications", args=[invitation_secret(entry.links.get(revoked_at=None))])
    section = reverse("section_notifications", args=["cup", "men"])
    for name, path, topics in (
        ("a", my_path, ["paired"]),
        ("a", section, ["round"]),
        ("b", section, ["standings"]),
    ):
        phone = Phone(f"https://127.0.0.1:1/{name}")
        post(path, wanted(endpoint=phone.endpoint, topics=topics))
    post(section, wanted(endpoint="https://127.0.0.1:1/c", topics=["round"]))
    page = public.client("bob").get(desk).content.decode()
    assert "2 devices and e-mail addresses will be notified." in page
    public.post("bob", "publish_round", 1, seen=public.round().draft_digest)
    outbox.drain(early=False)
    page = public.client("bob").get(desk).content.decode()
    assert "3 notifications of this round" in page


def list_of(client: Client, **wanted: Any) -> dict[str, Any]:
    answer = client.post("/en/notifications/my-list/", {"wanted": json.dumps(wanted)})
    assert answer.status_code == 200
    return answer.json()


def paths_of(answer: dict[str, Any]) -> list[str]:
    return [place["path"] for place in answer["places"]]


@pytest.mark.slow
def test_my_list_without_an_account_is_what_the_device_says_named_anew(public: World) -> None:
    event = f"e/{public.event.slug}/"
    answer = list_of(Client(), paths=[event, "e/nowhere/", "person/x/", "desk/", 7])
    [place] = answer["places"]
    assert (answer["account"], place["kind"], place["path"]) == (False, "event", event)
    assert "The Cup" in place["name"]
    assert list_of(Client(), paths="x") == {"account": False, "places": []}
    assert Client().get("/en/notifications/my-list/").status_code == 405


@pytest.mark.slow
def test_my_list_with_an_account_is_the_same_on_each_device(public: World) -> None:
    event, section = f"e/{public.event.slug}/", f"e/{public.event.slug}/{public.section.slug}/"
    list_of(public.client("carol"), paths=[event, section])
    assert [place["path"] for place in list_of(public.client("carol"), paths=[])["places"]] == [
        event,
        section,
    ]
    assert list_of(public.client("dave"), paths=[])["places"] == []
    assert [place["path"] for place in list_of(public.client("carol"), removed=[event])["places"]] == [
        section
    ]
    # What another site has a browser send is nobody's wish.
    forged = public.client("carol").post(
        "/en/notifications/my-list/",
        {"wanted": json.dumps({"paths": [event]})},
        headers={"sec-fetch-site": "cross-site"},
    )
    assert forged.json()["account"] is False
    assert len(list_of(public.client("carol"), paths=[])["places"]) == 1


@pytest.mark.slow
def test_a_device_of_an_account_is_listed_joined_and_removed(public: World, page: str) -> None:
    carol = public.client("carol")
    carol.post(page, {"wanted": json.dumps(wanted())})
    other = Phone("https://127.0.0.1:1/b")
    about = {"do": "join", "endpoint": other.endpoint, **other.keys, "zone": "UTC"}
    answer = carol.post("/en/notifications/", {"wanted": json.dumps(about)}).json()
    assert answer["joined"]
    assert len(answer["places"]) == 1
    assert [device["here"] for device in answer["devices"]] == [True, False]
    key = answer["devices"][1]["device"]
    about = {"do": "remove", "endpoint": other.endpoint, "device": key}
    # Nobody else's.
    public.client("dave").post("/en/notifications/", {"wanted": json.dumps(about)})
    assert PushDevice.objects.count() == 2
    assert len(carol.post("/en/notifications/", {"wanted": json.dumps(about)}).json()["devices"]) == 1
    assert [row.device.endpoint for row in Subscription.objects.all()] == [other.endpoint]
    assert "devices" not in post("/en/notifications/", {"do": "list", "endpoint": other.endpoint}).json()
