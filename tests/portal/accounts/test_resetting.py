"""A forgotten password: a link that opens once, by mail or from an administrator."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from portal import outbox
from portal.accounts.models import User
from portal.accounts.resetting import reset_link
from portal.journal.models import JournalEntry

pytestmark = pytest.mark.django_db
NEW = "seven green bottles"


@pytest.fixture
def nora(settings: Any) -> User:
    settings.SENDS_MAIL = True
    return User.objects.create_user("nora", email="nora@example.org", password="something else 1")


def path_of(link: str) -> str:
    return "/" + link.split("/", 3)[3]


def set_new(link: str, password: str = NEW) -> Any:
    client = Client()
    page = client.get(path_of(link), follow=True)
    if "action_url" not in page.context or page.context.get("token_fail"):
        return page
    return client.post(
        page.context["action_url"], {"password1": password, "password2": password}, follow=True
    )


def test_by_mail_the_link_opens_once(nora: User) -> None:
    arguments = Client().post(reverse("account_reset_password"), {"email": "Nora@example.org"}, follow=True)
    assert "Check your e-mail" in arguments.content.decode()
    assert mail.outbox == []
    outbox.drain()
    [letter] = mail.outbox
    assert letter.to == ["nora@example.org"]
    result = re.search(r"http\S+", str(letter.body))
    assert result is not None
    assert "New password set" in set_new(result.group()).content.decode()
    nora.refresh_from_db()
    assert nora.check_password(NEW)
    assert "no longer works" in set_new(result.group()).content.decode()


def test_each_field_of_a_password_is_called_once(nora: User) -> None:
    """By its label: what stands inside the field is gone with the first letter."""
    client = Client()
    page = client.get(path_of(reset_link(nora)), follow=True).content.decode()
    assert ">New password</label>" in page
    assert ">Repeat new password</label>" in page
    assert "placeholder" not in page.partition("<main")[2]
    client.force_login(nora)
    changing = client.get(reverse("account_change_password")).content.decode()
    assert ">Current password</label>" in changing
    assert "placeholder" not in changing.partition("<main")[2]


def test_nobody_learns_whose_addresses_are_known(nora: User) -> None:
    existing, unknown = (
        Client().post(reverse("account_reset_password"), {"email": email})
        for email in ("nora@example.org", "nobody@example.org")
    )
    assert (existing.status_code, existing["Location"]) == (unknown.status_code, unknown["Location"])
    outbox.drain()
    assert len(mail.outbox) == 1


def test_a_link_that_is_too_old_opens_nothing(nora: User, monkeypatch: pytest.MonkeyPatch) -> None:
    link = reset_link(nora)
    later = timezone.now().replace(tzinfo=None) + timedelta(hours=25)
    monkeypatch.setattr("django.contrib.auth.tokens.PasswordResetTokenGenerator._now", lambda _self: later)
    assert "no longer works" in set_new(link).content.decode()


def test_a_poor_password_is_not_taken(nora: User) -> None:
    assert "too short" in set_new(reset_link(nora), "nora").content.decode()
    nora.refresh_from_db()
    assert nora.check_password("something else 1")


def test_without_mail_an_administrator_hands_a_link_over(
    nora: User, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.SENDS_MAIL = False
    page = Client().get(reverse("account_reset_password")).content.decode()
    assert "Ask a site administrator" in page
    call_command("password_link", "nora")
    assert "New password set" in set_new(capsys.readouterr().out.strip()).content.decode()
    with pytest.raises(CommandError, match="No account is called"):
        call_command("password_link", "nobody")


def test_the_administrators_page_shows_the_link_and_the_journal_says_so(nora: User) -> None:
    admin = User.objects.create_superuser("root", password="a b c d e f g")
    client = Client()
    client.force_login(admin)
    sent = {"action": "show_reset_link", "index": 0, "_selected_action": [nora.pk]}
    answer = client.post(reverse("admin:portal_user_changelist"), sent, follow=True)
    assert "Link for nora: http" in answer.content.decode()
    entry = JournalEntry.objects.get(act="reset_link_shown")
    assert (entry.by, entry.target) == (admin, f"user:{nora.pk}")
