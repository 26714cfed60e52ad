"""Confirm the e-mail address of an account by a letter whose link is opened while signed in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from portal import journal
from portal.accounts.models import User
from portal.outbox import PUBLISH, Handler, Job, Work, enqueue
from portal.outbox.work import JobRefused
from portal.policy import Refusal
from portal.web.letters import send_letter

KIND = "confirm-address"
CONFIRMED = "confirm_address"
GOOD_FOR = 24 * 3600
_SALT = "qiyuan.address"


# Whoever opens the link reads the letters that go there. Only a confirmed address joins an account elsewhere
# to the one here.
@dataclass(frozen=True, slots=True)
class AddressLetter:
    """What the link of a letter says: of whose account which address is to be."""

    user: int
    email: str


def is_confirmed(user: User) -> bool:
    """Say whether the account's address is, in one query."""
    rows = EmailAddress.objects.filter(user=user, email=user.email.lower(), verified=True)
    return bool(user.email) and rows.exists()


def check_address(email: str) -> None:
    """Raise `Refusal` of the field ``email`` unless letters could go there."""
    try:
        validate_email(email)
    except ValidationError:
        raise Refusal("address-wrong", field="email") from None


def ask_to_confirm(*, by: User, email: str) -> None:
    if not settings.EMAIL_URL:
        raise Refusal("no-letters")
    email = email.strip().lower()
    check_address(email)
    payload = {"user": by.pk, "email": email, "language": translation.get_language()}
    enqueue(KIND, key=f"{KIND}:{by.pk}", payload=payload, priority=PUBLISH)


def letter_of(key: str) -> AddressLetter | None:
    """What the link says, if it is this site's and not older than a day."""
    try:
        contents = signing.loads(key, salt=_SALT, max_age=GOOD_FOR)
    except signing.BadSignature:
        return None
    return AddressLetter(contents["user"], contents["email"])


def confirm_address(*, letter: AddressLetter, by: User) -> None:
    """It is the account's, and nobody else's."""
    if letter.user != by.pk:
        raise Refusal("letter-of-another")
    with transaction.atomic():
        by = User.objects.select_for_update().get(pk=by.pk)
        if is_confirmed(by) and by.email.lower() == letter.email:
            return
        EmailAddress.objects.filter(user=by).delete()
        try:
            with transaction.atomic():
                # Of two accounts that confirm one address the database lets the first have it.
                EmailAddress.objects.create(user=by, email=letter.email, verified=True, primary=True)
        except IntegrityError:
            raise Refusal("address-taken") from None
        by.email = letter.email
        by.save(update_fields=["email"])
        target = f"user:{by.pk}"
        journal.record(CONFIRMED, by=by, scope=target, target=target)


class AddressHandler(Handler):
    """Send a letter for ``{"user": id, "email": address, "language": code}``, at least once."""

    def read(self, payload: dict[str, Any]) -> Work:
        user = User.objects.filter(pk=payload["user"], is_active=True).first()
        if user is None:
            raise JobRefused("no-such-account")
        return Work(f"{user.pk} {payload['email']}", (user, payload["email"], payload["language"]))

    def compute(self, data: tuple[User, str, str]) -> None:
        user, email, language = data
        with translation.override(language):
            key = signing.dumps({"user": user.pk, "email": email}, salt=_SALT)
            subject = gettext("Confirm your e-mail address at Qiyuan")
            text = gettext(
                "The account “%(name)s” wants to use this e-mail address.\n\n"
                "Confirm it here, within a day:\n%(address)s\n\n"
                "If it was not you, ignore this message. Nothing changes."
            ) % {
                "name": user.username,
                "address": f"{settings.PUBLIC_URL}{reverse('confirm_address', args=[key])}",
            }
        send_letter(subject, text, email)

    def write(self, job: Job, data: tuple[User, str, str], result: None) -> dict[str, Any]:
        return {"user": data[0].pk}
