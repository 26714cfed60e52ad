"""Write letters by e-mail as a program does (RFC 3834), answered where somebody reads the answer."""

from __future__ import annotations

import re
from email.utils import make_msgid

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email

from portal.web.public_url import read_public_url

_BESIDE_ADDRESS = re.compile(r"[\s<>()\[\],;:、，；：（）]+|mailto:")


def send_letter(subject: str, text: str, to: str, *, contact: str = "", identity: str = "") -> None:
    """Send a letter to one address; ``contact``: what an organiser has typed, ``identity``: the same when
    sent again."""
    host = read_public_url(settings.PUBLIC_URL).host
    headers = {
        # Programs that answer by themselves, while somebody is away, do not answer it.
        "Auto-Submitted": "auto-generated",
        # Django's has the name of the machine, which filters take for a sign of spam.
        "Message-ID": f"<{identity}@{host}>" if identity else make_msgid(domain=host),
    }
    # Answers go to the first e-mail address in what was typed, if there is one.
    EmailMessage(
        subject, text, settings.DEFAULT_FROM_EMAIL, [to], headers=headers, reply_to=_addresses_in(contact)[:1]
    ).send()


def _addresses_in(text: str) -> list[str]:
    return [part for part in map(_trimmed, _BESIDE_ADDRESS.split(text)) if _is_address(part)]


def _trimmed(part: str) -> str:
    return part.strip(".。\"'“”")


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True
