"""What every letter says of itself, and where its answer goes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage

from portal.web.letters import send_letter


@pytest.fixture(autouse=True)
def letters(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.PUBLIC_URL = "https://xn--mller-kva.de:8443"


def sent(**more: str) -> Any:
    send_letter("Hello", "Text", "a@example.org", **more)
    [letter] = mail.outbox
    assert isinstance(letter, EmailMessage)
    return letter.message()


@pytest.mark.anywhere
def test_a_letter_is_written_by_a_program_of_this_site() -> None:
    letter = sent()
    assert letter["Auto-Submitted"] == "auto-generated"
    assert re.fullmatch(r"<\S+@xn--mller-kva\.de>", letter["Message-ID"])
    assert letter["Reply-To"] is None


@pytest.mark.anywhere
@pytest.mark.parametrize(
    ("contact", "address"),
    [
        ("office@example.org", "office@example.org"),
        ("Anna Berg <anna@example.org>, +49 30 1234", "anna@example.org"),
        ("联系人：王芳，wang@example.org；电话 10086", "wang@example.org"),
        ("mailto:anna@example.org.", "anna@example.org"),
        ("anna@example.org or berta@example.org", "anna@example.org"),
        ("+49 30 1234", None),
        ("@example, anna@", None),
        ("a@example.org\r\nBcc: b@example.org", "a@example.org"),
    ],
)
def test_answers_go_to_the_contact(contact: str, address: str | None) -> None:
    letter = sent(contact=contact)
    assert letter["Reply-To"] == address
    assert letter["Bcc"] is None
