"""Invitations by e-mail: from the letter to the role, and every way in which a link opens nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from portal import outbox
from portal.accounts.models import User
from portal.journal.models import JournalEntry
from tests.world import ValidClient, World
from tournaments.models import Event, Invitation, Membership, Role

pytestmark = pytest.mark.django_db
NEW = {
    "username": "greta",
    "first_name": "Greta",
    "last_name": "Holm",
    "password": "seven green bottles",
    "once": "k",
}


@pytest.fixture(autouse=True)
def letters(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.SENDS_MAIL = True


def invite(world: World, email: str = "greta@example.org", role: str = "referee", who: str = "alice") -> Any:
    url = reverse("invite_person", args=[world.event.slug])
    return world.client(who).post(url, {"email": email, "role": role, "language": "en", "once": email + role})


def link(world: World, **more: Any) -> str:
    """The address in the letter."""
    assert invite(world, **more).status_code == 302
    outbox.drain()
    match = re.search(r"https?://[^/]+(/en/invitation/\w+/)", mail.outbox[-1].body)
    assert match is not None
    return match[1]


@pytest.mark.slow
def test_from_the_letter_to_the_role(world: World, text: Callable[[Any], str]) -> None:
    Event.objects.update(contact="Office: office@example.org")
    url = link(world)
    [letter] = mail.outbox
    assert letter.reply_to == ["office@example.org"]
    assert letter.to == ["greta@example.org"]
    assert "referee" in letter.subject
    assert "The Cup" in letter.subject
    people = reverse("people", args=[world.event.slug])
    assert "e-mail sent" in text(world.client("alice").get(people))
    # Who may give no roles sees no link; sending the form twice sends one letter.
    assert "/invitation/" not in text(world.client("bob").get(people))
    invite(world)
    outbox.drain()
    assert len(mail.outbox) == 1
    visitor = ValidClient()
    assert "invites you to join the staff of" in text(visitor.get(url))
    weak = visitor.post(url, NEW | {"password": "short"})
    assert weak.status_code == 422
    taken = visitor.post(url, NEW | {"username": "Alice"})
    assert "This username is taken" in text(taken)
    assert not User.objects.filter(username="greta").exists()
    welcome = visitor.post(url, NEW, follow=True)
    assert "You are now referee of The Cup." in text(welcome)
    greta = User.objects.get(username="greta")
    assert (greta.email, greta.check_password(NEW["password"])) == ("greta@example.org", True)
    assert [held.role for held in Membership.objects.filter(user=greta)] == [Role.REFEREE]
    # Who forgets the password gets a link at the address that was invited.
    ValidClient().post(reverse("account_reset_password"), {"email": "greta@example.org"})
    outbox.drain()
    assert (mail.outbox[-1].to, "/account/reset/" in mail.outbox[-1].body) == (["greta@example.org"], True)
    again = ValidClient().get(url)
    assert again.status_code == 410
    assert "already been used" in text(again)
    # The address is forgotten, and never stood in the journal.
    assert Invitation.objects.get().email == ""
    lines = JournalEntry.objects.order_by("pk")
    assert [line.act for line in lines] == ["invite_person", "accept_invitation"]
    assert not any("example.org" in str(line.__dict__) for line in lines)


@pytest.mark.slow
def test_who_has_an_account_takes_it_with_one_tap(world: World, text: Callable[[Any], str]) -> None:
    url = link(world, role="supervisor")
    assert "Accept role" in text(world.client("nobody").get(url))
    answer = world.client("nobody").post(url, {"once": "x"}, follow=True)
    assert "You are now supervisor of The Cup." in text(answer)
    # An account without an address has one now, for a forgotten password.
    assert User.objects.get(username="nobody").email == "greta@example.org"
    second = link(world, role="desk")
    held = world.client("carol").post(second, {"once": "y"})
    assert held.status_code == 409
    assert "already has that role" in text(held)


@pytest.mark.parametrize(
    ("spoil", "status", "words"),
    [
        ({"revoked_at": timezone.now()}, 410, "has been revoked"),
        ({"expires_at": timezone.now() - timedelta(minutes=1)}, 410, "has expired"),
        ({"secret_digest": "another"}, 404, "Unknown invitation"),
    ],
)
def test_links_that_open_nothing(
    world: World, text: Callable[[Any], str], spoil: dict[str, Any], status: int, words: str
) -> None:
    url = link(world)
    Invitation.objects.update(**spoil)
    for method in ("get", "post"):
        answer = getattr(ValidClient(), method)(url, NEW)
        assert answer.status_code == status
        assert words in text(answer)
    assert not User.objects.filter(username="greta").exists()


@pytest.mark.slow
def test_taking_back_and_inviting_again(world: World, text: Callable[[Any], str]) -> None:
    url = link(world)
    assert invite(world, who="frank").status_code == 403
    repeated = world.client("alice").post(
        reverse("invite_person", args=[world.event.slug]),
        {"email": "GRETA@example.org", "role": "referee", "language": "en", "once": "another"},
    )
    assert repeated.status_code == 422
    assert "already been invited to that role" in text(repeated)
    revoke = reverse("revoke_invitation", args=[world.event.slug])
    invitation = Invitation.objects.get()
    world.client("alice").post(revoke, {"invitation": invitation.pk, "once": "r"})
    assert ValidClient().get(url).status_code == 410
    assert Invitation.objects.get().email == ""
    gone = world.client("alice").post(revoke, {"invitation": invitation.pk, "once": "s"})
    assert gone.status_code == 409
    assert ValidClient().get(link(world, email="Greta@example.org")).status_code == 200
    chief = invite(world, email="x@example.org", role="chief-referee")
    assert "one chief referee" in text(chief)


def test_a_role_taken_away_while_a_form_is_open(world: World, text: Callable[[Any], str]) -> None:
    """Carol has typed a list of players; meanwhile she loses her role, then gets it back."""
    form = {"name": "Hong Zhi", "native_name": "洪智", "federation": "CHN", "group": "1", "once": "form"}
    Membership.objects.filter(user=world.users["carol"]).delete()
    Membership.objects.create(event=world.event, user=world.users["carol"], role=Role.SUPERVISOR)
    refused = world.client("carol").post(world.url("entry_add"), form)
    assert refused.status_code == 403
    assert "You are not allowed to do this" in text(refused)
    assert not world.section.entries.exists()
    Membership.objects.create(event=world.event, user=world.users["carol"], role=Role.DESK)
    assert world.client("carol").post(world.url("entry_add"), form).status_code == 302
    assert world.section.entries.count() == 1


def test_what_the_pages_send_on_lets_their_forms_through(world: World) -> None:
    """A browser that may not say where a form comes from says ``null``, which the guard against forgery
    refuses; nobody is told more of the address than the site."""
    for page in (ValidClient().get(link(world)), ValidClient().get(reverse("invitation", args=["x" * 26]))):
        assert page["Referrer-Policy"] == "strict-origin"


def test_the_secret_is_not_in_the_address_of_the_sign_in_page(world: World) -> None:
    url = link(world)
    client = ValidClient()
    sign_in = client.get(url).context["sign_in"]
    assert url.rstrip("/").rpartition("/")[2] not in sign_in
    there = client.get(sign_in).context["redirect_field_value"]
    assert client.get(there).headers["Location"] == url
    client.force_login(world.users["dave"])
    assert client.get(there).headers["Location"] == url
    assert ValidClient().get(there).status_code == 404
