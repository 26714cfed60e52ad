"""The words of letters, subject and text, in the active language."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext


def invitation_letter(*, event: str, role: str, by: str, address: str, until: datetime) -> tuple[str, str]:
    """Subject and text."""
    words = {"event": event, "role": role, "by": by, "until": date_format(until, "DATE_FORMAT")}
    subject = gettext("Invitation: %(role)s at %(event)s") % words
    text = [
        gettext("%(by)s invites you to join the staff of %(event)s as %(role)s.") % words,
        gettext(
            "This link works once, until %(until)s. Anyone who has it can take the role, so do not pass "
            "it on."
        )
        % words,
        address,
    ]
    return subject, "\n\n".join(text) + "\n"


def entrant_letter(*, event: str, section: str, text: str) -> tuple[str, str]:
    """Subject and text of what an organiser writes to entrants; ``section``: empty for the whole event."""
    where = f"{event} · {section}" if section else event
    subject = gettext("Message from the organiser: %(event)s") % {"event": where}
    why = gettext("You get this because you are entered in %(event)s.") % {"event": where}
    # The blank is part of the sign: RFC 3676, 4.3.
    return subject, f"{text}\n\n-- \n{why}\n"


def fetch_failed_letter(*, name: str, failures: int, why: str, page: str) -> tuple[str, str]:
    """Subject and text for who has named the address of a rating list. ``why``: a sentence."""
    words = {"name": name, "failures": failures}
    subject = gettext("Rating list not fetched: %(name)s") % words
    text = [
        gettext("%(name)s could not be fetched %(failures)s times in a row. The list that is loaded stays.")
        % words,
        why,
        page,
    ]
    return subject, "\n\n".join(text) + "\n"
