"""Words about entries on line: decisions, fields of the form, letters to applicants."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from portal.web.words import Words
from tournaments.state.applications import FieldLevel, Move, QuestionKind, State

DECISION_NAMES: Mapping[Move, Words] = {
    Move.ACCEPT: pgettext_lazy("decide an application", "Accept"),
    Move.WAIT: pgettext_lazy("decide an application", "Put on the waiting list"),
    Move.ASK: pgettext_lazy("decide an application", "Ask for a correction"),
    Move.REJECT: pgettext_lazy("decide an application", "Reject"),
    Move.RECONSIDER: pgettext_lazy("decide an application", "Consider again"),
}

LEVEL_NAMES: Mapping[FieldLevel, Words] = {
    FieldLevel.NO: pgettext_lazy("field of an entry form", "not asked"),
    FieldLevel.ASKED: pgettext_lazy("field of an entry form", "asked"),
    FieldLevel.REQUIRED: pgettext_lazy("field of an entry form", "required"),
}

KIND_NAMES: Mapping[QuestionKind, Words] = {
    QuestionKind.TEXT: pgettext_lazy("answer", "text"),
    QuestionKind.CHOICE: pgettext_lazy("answer", "choice"),
    QuestionKind.FLAG: pgettext_lazy("answer", "yes or no"),
    QuestionKind.FILE: pgettext_lazy("answer", "file"),
}

FIELD_NAMES: Mapping[str, Words] = {
    "native_name": _("Native name"),
    "birth_year": _("Year of birth"),
    "gender": _("Gender"),
    "club": _("Club"),
    "native_club": _("Native name of the club"),
    "province": _("Province or region"),
    "title": _("Title"),
    "grade": _("Grade"),
    "rating": _("Rating"),
    "egf_pin": _("EGF number (PIN)"),
    "ffg_licence": _("FFG licence"),
    "aga_id": _("AGA number"),
    "wxf_id": _("WXF number"),
    "axf_id": _("AXF number"),
    "fide_id": _("FIDE number (ID)"),
    "national_id": _("National number"),
    "email": _("E-mail address"),
    "phone": _("Phone"),
    "guardian": _("Parent or guardian"),
}

# By what has become of the application.
LETTERS: Mapping[str, str] = {
    State.DRAFT: gettext_noop(
        "Someone has applied to enter %(event)s, %(section)s, with this address.\n\nOpen "
        "this page to confirm; the application does not count until you "
        "do:\n%(address)s\n\nIf it was not you, ignore this message. The application is "
        "deleted after %(days)s days."
    ),
    State.SUBMITTED: gettext_noop(
        "Your application for %(event)s, %(section)s, is confirmed. The organisers will decide. See its "
        "state or withdraw it here:\n%(address)s"
    ),
    State.ACCEPTED: gettext_noop(
        "%(name)s has been entered in %(event)s, %(section)s. If you cannot come, withdraw here:\n%(address)s"
    ),
    State.WAITING: gettext_noop(
        "All places at %(event)s, %(section)s, are taken. %(name)s is on the waiting list. See its state or "
        "withdraw here:\n%(address)s"
    ),
    State.CORRECTION: gettext_noop(
        "The organisers of %(event)s, %(section)s, ask you to correct your application:\n\n%(note)s\n\n"
        "Correct it here:\n%(address)s"
    ),
    State.REJECTED: gettext_noop(
        "Your application for %(event)s, %(section)s, was rejected:\n\n%(note)s\n\n%(address)s"
    ),
    State.WITHDRAWN: gettext_noop("Your application for %(event)s, %(section)s, is withdrawn.\n%(address)s"),
}


def application_letter(
    *, state: str, name: str, note: str, event: str, section: str, address: str, days: int
) -> tuple[str, str]:
    """Subject and text, in the active language. ``note``: what the applicant is asked or told; ``days``:
    after how many one that was not confirmed is deleted."""
    words = {"event": event, "section": section, "name": name, "note": note}
    words |= {"address": address, "days": str(days)}
    subject = gettext("Entry: %(event)s, %(section)s") % words
    return subject, gettext(LETTERS[State(state)]) % words + "\n"
