"""Organisers write to entrants: counted before, sent once, read by nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal import outbox
from portal.journal.models import JournalEntry
from portal.outbox import Job
from portal.policy import Refusal
from portal.push.models import PushDevice, PushMessage, Subscription
from portal.push.suppressed import suppress
from portal.push.topics import TOPICS
from tests import factories
from tests.applying import confirmed
from tests.applying import settings as open_settings
from tests.browser.letterbox import Letterbox, letters_go_to
from tests.world import World
from tournaments.acts.entering.entry_forms import set_entry_form
from tournaments.acts.notices import entrant_messages
from tournaments.acts.notices.announcements import Texts
from tournaments.acts.notices.entrant_messages import write_to_entrants
from tournaments.models import Application, EntrantMessage, Entry, PlayerLink, Section
from tournaments.pages.followed_scopes import proof_of_link, scope_of_entry, under_event
from tournaments.pages.recipient_groups import recipient_groups
from tournaments.queries.entering.applications import applicant_address
from tournaments.slow_tasks import EntrantLetterHandler

BOTH = Texts(en="The bus leaves at 8.", zh_hans="大巴八点出发。")


@pytest.fixture
def world(drawn: World) -> World:
    Section.objects.filter(pk=drawn.section.pk).update(capacity=None)
    return drawn


@pytest.fixture
def post(settings: Any) -> Any:
    with letters_go_to(settings) as box:
        yield box


def entered(section: Section, name: str, email: str, language: str = "en") -> Entry:
    """Who has applied on line, and was accepted."""
    application = confirmed(section, name, email=email)
    application.refresh_from_db()
    Application.objects.filter(pk=application.pk).update(language=language)
    assert application.entry is not None
    return application.entry


@pytest.fixture
def family(world: World, post: Letterbox) -> list[Entry]:
    """Three with an address, two of them with the same one."""
    set_entry_form(
        section=world.section, values=open_settings(asks={"email": "asked"}), by=world.users["alice"]
    )
    entries = [
        entered(world.section, "Lim Alpha", "lim@example.org"),
        entered(world.section, "Lim Beta", "LIM@example.org"),
        entered(world.section, "Wang Gamma", "wang@example.org", "zh-hans"),
    ]
    # The event is long over: what was typed would be deleted, and the letters of the entries go to nobody.
    Job.objects.all().delete()
    return entries


def follow(entry: Entry, name: str) -> PushDevice:
    link = PlayerLink.objects.filter(entry=entry, revoked_at=None).first() or factories.make_link(entry)
    device = PushDevice.objects.create(
        endpoint=f"https://localhost/{name}", digest=name, language="en", time_zone="UTC"
    )
    Subscription.objects.create(
        device=device,
        scope=scope_of_entry(entry.pk),
        under=under_event(entry.section.event_id),
        proof=proof_of_link(link.pk),
        topics=list(TOPICS),
    )
    return device


def write(world: World, **more: Any) -> Any:
    return write_to_entrants(event=world.event, by=world.users["alice"], **{"texts": BOTH, **more})


@pytest.mark.slow
def test_each_address_gets_one_letter_in_its_language(
    world: World, family: list[Entry], post: Letterbox
) -> None:
    answer = write(world)
    others = world.section.entries.count() - 3
    assert answer["letters"] == 2
    assert (answer["entrants"], answer["unreached"]) == (others + 3, others)
    outbox.drain(early=False)
    [english] = post.sent_to("lim@example.org")
    [chinese] = post.sent_to("wang@example.org")
    assert "The bus leaves at 8." in english.get_content()
    assert "大巴八点出发。" in chinese.get_content()
    assert len(post.letters) == 2
    message = EntrantMessage.objects.get()
    assert (message.letters, message.letters_sent) == (2, 2)


@pytest.mark.slow
def test_a_letter_that_is_sent_again_is_the_same(world: World, family: list[Entry], post: Letterbox) -> None:
    write(world)
    handler = EntrantLetterHandler()
    application = Application.objects.get(entry=family[0])
    work = handler.read({"message": EntrantMessage.objects.get().pk, "application": application.pk})
    handler.compute(work.data)
    handler.compute(work.data)
    assert len({letter["Message-ID"] for letter in post.letters}) == 1 < len(post.letters)


@pytest.mark.slow
def test_who_wants_no_letters_gets_none(world: World, family: list[Entry], post: Letterbox) -> None:
    suppress("wang@example.org", "wish")
    assert write(world)["letters"] == 1
    # Between asking and sending.
    suppress("lim@example.org", "complaint")
    outbox.drain(early=False)
    assert post.letters == []


@pytest.mark.slow
def test_devices_behind_the_private_link_hear_and_the_public_does_not(
    world: World, family: list[Entry], post: Letterbox
) -> None:
    follow(family[0], "alpha")
    everybody = PushDevice.objects.create(endpoint="https://localhost/public", digest="public")
    Subscription.objects.create(
        device=everybody,
        scope=under_event(world.event.pk),
        under=under_event(world.event.pk),
        topics=list(TOPICS),
    )
    assert write(world)["devices"] == 1
    outbox.drain(early=False)
    assert [row.subscription.device.digest for row in PushMessage.objects.all()] == ["alpha"]
    page = world.client("alice").get(reverse("entrant_messages", args=[world.event.slug]))
    assert "1 device" in page.content.decode()


@pytest.mark.slow
def test_it_stands_on_the_page_behind_the_link_and_nowhere_in_public(
    world: World, family: list[Entry], post: Letterbox
) -> None:
    write(world)
    outbox.drain(early=False)
    application = Application.objects.get(entry=family[0])
    path = applicant_address(application).split("/", 3)[3]
    assert "The bus leaves at 8." in Client().get(f"/{path}", follow=True).content.decode()
    public = Client().get(f"/en/e/{world.event.slug}/", follow=True)
    assert "The bus leaves" not in public.content.decode()


@pytest.mark.slow
def test_groups_are_counted_before_anybody_writes(world: World, family: list[Entry], post: Letterbox) -> None:
    other = factories.make_section(world.event, slug="other", name="Other")
    factories.make_entries(other, 2)
    groups = {
        (group.audience, group.section and group.section.slug): group.reach
        for group in recipient_groups(world.event)
    }
    whole = groups["all", None]
    assert (whole.letters, groups["all", "other"].entrants, groups["all", "other"].unreached) == (2, 2, 2)
    assert whole.entrants == groups["all", "men"].entrants + 2
    page = world.client("alice").get(reverse("entrant_messages", args=[world.event.slug]))
    assert f"All entrants: {whole.entrants} players · 2 e-mails" in page.content.decode()


@pytest.mark.slow
def test_the_journal_has_numbers_alone(world: World, family: list[Entry], post: Letterbox) -> None:
    write(world)
    entry = JournalEntry.objects.get(act="write_to_entrants")
    assert entry.after["letters"] == 2
    assert "bus" not in str(entry.after)
    assert "Lim" not in str(entry.after)


@pytest.mark.slow
def test_from_the_page(world: World, family: list[Entry], post: Letterbox) -> None:
    address = reverse("write_to_entrants", args=[world.event.slug])
    values = {"en": "The bus leaves at 8.", "audience": f"all:{world.section.pk}"}
    sent = world.client("alice").post(address, {**values, "audience": "all:"}, follow=True)
    assert "2 e-mails" in sent.content.decode()
    assert world.client("alice").post(address, {**values, "audience": "all:999"}).status_code == 422
    assert world.client("alice").post(address, {**values, "audience": "all:", "en": ""}).status_code == 422


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"audience": "friends"}, "no-such-audience"),
        ({"audience": "without-record"}, "nobody-to-write-to"),
        ({"texts": Texts()}, "announcement-empty"),
    ],
)
def test_what_is_refused(world: World, family: list[Entry], more: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        write(world, **more)
    assert refusal.value.code == code


@pytest.mark.slow
def test_so_many_a_day(world: World, family: list[Entry], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrant_messages, "MOST_A_DAY", 1)
    write(world)
    with pytest.raises(Refusal) as refusal:
        write(world)
    assert refusal.value.code == "too-many-messages"
