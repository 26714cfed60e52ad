"""Give a new password to who has forgotten the old one: by a link that opens once and for a day."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from portal.accounts.models import User
from portal.outbox import PUBLISH, Handler, Job, Work, enqueue
from portal.outbox.work import JobRefused
from portal.web.letters import send_letter

KIND = "reset-password"


# The link is made when it is needed and stands nowhere: allauth signs who it is for, the password that it
# replaces and the time.
def reset_link(user: User) -> str:
    """Where ``user`` sets a new password, in the language of the moment."""
    key = default_token_generator.make_token(user)
    parts = {"uidb36": user_pk_to_url_str(user), "key": key}
    return f"{settings.PUBLIC_URL}{reverse('account_reset_password_from_key', kwargs=parts)}"


def ask_for_letter(user: User) -> None:
    """Have the link sent."""
    # By a worker: so the answer to the request takes no longer for an address that is known.
    payload = {"user": user.pk, "language": translation.get_language() or settings.LANGUAGE_CODE}
    enqueue(KIND, key=f"{KIND}:{user.pk}", payload=payload, priority=PUBLISH)


class ResetHandler(Handler):
    """Send a letter for ``{"user": id, "language": code}``, at least once; the link in it opens once."""

    def read(self, payload: dict[str, Any]) -> Work:
        user = User.objects.filter(pk=payload["user"], is_active=True).exclude(email="").first()
        if user is None:
            raise JobRefused("no-such-account")
        return Work(str(user.pk), (user, payload["language"]))

    def compute(self, data: tuple[User, str]) -> None:
        user, language = data
        with translation.override(language):
            subject = gettext("New password for Qiyuan")
            text = gettext(
                "Someone has asked for a new password for the account “%(name)s”.\n\n"
                "Set it here, within a day:\n%(address)s\n\n"
                "If it was not you, ignore this message. Your password stays as it is."
            ) % {"name": user.username, "address": reset_link(user)}
        send_letter(subject, text, user.email)

    def write(self, job: Job, data: tuple[User, str], result: None) -> dict[str, Any]:
        return {"user": data[0].pk}
