"""Notifications by e-mail: asked for, confirmed, one letter for what is due, and ended by a press."""

from __future__ import annotations

import re
from datetime import timedelta
from email.message import EmailMessage
from io import StringIO
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

from portal import outbox
from portal.push import letters, notices
from portal.push.keys import renew_key
from portal.push.models import Notice, PushDevice, PushMessage, Subscription, SuppressedAddress
from portal.push.notices import notify_followers
from portal.push.subscribing import BadSubscriptionError
from tests.browser.letterbox import Letterbox
from tests.portal.push.things import ALICE, ask, say

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("thing_topics")]


def address_in(letter: EmailMessage, kind: str) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    link = re.search(rf"https?://\S+/notifications/{kind}/\S+", body.get_content())
    assert link is not None
    return urlsplit(link[0]).path


def confirmed(post: Letterbox, address: str = ALICE, **more: Any) -> None:
    ask(address, **more)
    path = address_in(post.letters.pop(), "confirm")
    assert Client().get(path).status_code == 200
    assert Client().post(path).status_code == 200


@pytest.mark.slow
def test_nothing_comes_before_the_address_is_confirmed(post: Letterbox) -> None:
    ask()
    say("urgent", "Table 7")
    [letter] = post.letters
    assert letter["To"] == "Alice@example.org"
    path = address_in(letter, "confirm")
    # Programs that look what a link leads to confirm nothing.
    assert Client().get(path).status_code == 200
    assert not Subscription.objects.get().confirmed
    Client().post(path)
    say("urgent", "Table 8")
    assert len(post.letters) == 2


@pytest.mark.slow
def test_a_letter_is_what_mail_programs_expect_of_a_list(post: Letterbox) -> None:
    confirmed(post)
    say("urgent", "Table 7 <b>")
    [letter] = post.letters
    assert letter["Subject"] == "Table 7 <b>"
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["Content-Language"] == "vi"
    assert letter["List-Id"].startswith("象棋 1 <thing-1.notifications.")
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    plain, html = letter.get_body(("plain",)), letter.get_body(("html",))
    assert plain is not None
    assert html is not None
    assert "Table 7 <b>\n<Asia/Kuching>\n" in plain.get_content().replace("\r\n", "\n")
    assert '<html lang="vi">' in html.get_content()
    assert "Table 7 &lt;b&gt;" in html.get_content()
    assert "/vi/e/x/" in html.get_content()


@pytest.mark.slow
def test_one_press_in_the_mail_program_ends_the_list(post: Letterbox) -> None:
    confirmed(post)
    say("urgent", "x")
    path = urlsplit(post.letters[0]["List-Unsubscribe"].strip("<> ")).path
    assert Client().get(path).status_code == 200
    assert Subscription.objects.count() == 1
    answer = Client(enforce_csrf_checks=True).post(path, {"List-Unsubscribe": "One-Click"})
    assert (answer.status_code, len(answer.cookies)) == (200, 0)
    assert not PushDevice.objects.exists()
    # Pressed once more, or never ours: nothing to tell apart.
    assert Client().post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Client().post(f"{path[:-2]}x/").status_code == 200


@pytest.mark.slow
def test_who_wants_no_letter_at_all_gets_none_whoever_asks(post: Letterbox) -> None:
    confirmed(post)
    say("urgent", "x")
    path = address_in(post.letters.pop(), "list")
    Client().post(path, {"everything": "yes"})
    ask("alice@EXAMPLE.org")
    assert post.letters == []
    assert not PushDevice.objects.exists()
    assert SuppressedAddress.objects.get().why == "wish"
    assert "example" not in SuppressedAddress.objects.get().digest


@pytest.mark.slow
def test_what_is_due_together_is_one_letter(post: Letterbox) -> None:
    confirmed(post)
    say("news", "first")
    say("news", "second")
    say("news", "third")
    assert [letter["Subject"] for letter in post.letters] == ["first"]
    PushMessage.objects.filter(state="waiting").update(due_at=timezone.now())
    with transaction.atomic():
        notify_followers(["urgent"], "thing:1", {"text": "Table 7", "scopes": [1]})
    outbox.drain(early=False)
    # The newest of the news and the table: of the same list.
    assert len(post.letters) == 2
    body = post.letters[1].get_body(("plain",))
    assert body is not None
    assert "third" in body.get_content()
    assert "Table 7" in body.get_content()
    assert "second" not in body.get_content()


@pytest.mark.slow
def test_what_is_sent_again_has_the_same_message_id(post: Letterbox) -> None:
    confirmed(post)
    say("urgent", "x")
    # A worker that died after sending and before writing it down.
    PushMessage.objects.update(state=PushMessage.State.WAITING)
    outbox.enqueue(notices.SEND_MAIL, key="push:mail", payload={"lane": "mail"}, priority=1)
    outbox.drain(early=False)
    first, second = post.letters
    assert first["Message-ID"] == second["Message-ID"]


@pytest.mark.slow
def test_an_address_that_its_server_does_not_know_is_written_to_no_more(post: Letterbox) -> None:
    confirmed(post)
    confirmed(post, "bob@example.org")
    post.refused.add("Alice")
    say("urgent", "x")
    assert [letter["To"] for letter in post.letters] == ["bob@example.org"]
    assert [row.endpoint for row in PushDevice.objects.all()] == ["mailto:bob@example.org"]
    assert SuppressedAddress.objects.get().why == "bounce"


@pytest.mark.slow
def test_a_server_that_is_away_is_tried_again(post: Letterbox, settings: Any) -> None:
    confirmed(post)
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    say("urgent", "x")
    row = PushMessage.objects.get()
    assert (row.state, row.lane, row.attempts) == ("waiting", "mail", 1)
    settings.EMAIL_PORT = port
    PushMessage.objects.update(due_at=timezone.now())
    outbox.enqueue(notices.SEND_MAIL, key="push:mail", payload={"lane": "mail"}, priority=1)
    outbox.drain(early=False)
    assert [letter["Subject"] for letter in post.letters] == ["x"]
    assert PushDevice.objects.get().failures == 0


@pytest.mark.slow
def test_another_wish_holds_only_once_it_is_confirmed(post: Letterbox) -> None:
    confirmed(post)
    ask(chosen=["news"])
    assert Subscription.objects.get().topics == ["news", "urgent"]
    Client().post(address_in(post.letters.pop(), "confirm"))
    assert Subscription.objects.get().topics == ["news"]


@pytest.mark.slow
def test_a_letter_of_confirmation_grows_old(post: Letterbox) -> None:
    ask()
    path = address_in(post.letters.pop(), "confirm")
    Subscription.objects.update(created_at=timezone.now() - letters.CONFIRM_WITHIN - timedelta(minutes=1))
    ask("bob@example.org")
    assert [row.endpoint for row in PushDevice.objects.all()] == ["mailto:bob@example.org"]
    assert Client().post(path).status_code == 404
    assert Client().post("/en/notifications/confirm/none:of:ours/").status_code == 404


@pytest.mark.parametrize(
    "address", ["", "alice", "a@b@c", "x" * 250 + "@example.org", "a@example.org\nBcc: b@x.org"]
)
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(BadSubscriptionError) as bad:
        ask(address)
    assert bad.value.code == "address"


def test_topics_that_nobody_may_have_there() -> None:
    with pytest.raises(BadSubscriptionError):
        ask(chosen=["result"])
    with pytest.raises(BadSubscriptionError):
        ask(chosen=[])


@pytest.mark.slow
def test_the_press_of_many_letters_costs_no_more_questions(
    post: Letterbox, django_assert_num_queries: Any
) -> None:
    for name in ("a", "b", "c"):
        confirmed(post, f"{name}@example.org")
    notice = Notice.objects.create(topic="urgent", under="thing:1", facts={"text": "x", "scopes": [1]})
    for count in (1, 3):
        rows = Subscription.objects.order_by("pk")[:count]
        notices.write_messages(notice, list(rows.select_related("device")), timezone.now())
        waiting = PushMessage.objects.select_related("notice", "subscription__device")
        with django_assert_num_queries(1):
            batch = letters.batch_of(list(waiting))
        assert len(batch.letters) == count


@pytest.mark.slow
def test_another_key_for_push_services_ends_no_letters(post: Letterbox) -> None:
    confirmed(post)
    assert renew_key() == 0
    assert PushDevice.objects.count() == 1


@pytest.mark.slow
def test_bounces_are_taken_from_a_command(post: Letterbox, monkeypatch: pytest.MonkeyPatch) -> None:
    confirmed(post)
    call_command("suppress_mail", "alice@example.org", "--why", "complaint", stdout=StringIO())
    assert not PushDevice.objects.exists()
    monkeypatch.setattr("sys.stdin", StringIO("alice@example.org\nbob@example.org\n"))
    call_command("suppress_mail", "--allow", stdout=StringIO())
    assert not SuppressedAddress.objects.exists()
