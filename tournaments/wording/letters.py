"""The words of letters, subject and text, in the active language."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext


def invitation_letter(*, event: str, role: str, by: str, address: str, until: datetime) -> tuple[str, str]:
    """Subject and text."""
    words = {"event": event, "role": role, "by": by, "until": date_format(until, "DATE_FORMAT")}
    subject = gettext("Invitation: %(role)s of %(event)s") % words
    text = [
        gettext("%(by)s invites you to work for %(event)s as: %(role)s.") % words,
        gettext("This link opens once, until %(until)s. Whoever has it can take the role: do not pass it on.")
        % words,
        address,
    ]
    return subject, "\n\n".join(text) + "\n"
