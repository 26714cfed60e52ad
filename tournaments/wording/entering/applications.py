"""Words about entries on line: refusals, decisions, fields of the form, letters to applicants."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from portal.web.fields import Words
from tournaments.state.applications import FieldLevel, Move, QuestionKind, State

APPLICATION_REFUSALS: Mapping[str, str] = {
    "no-entry-form": gettext_noop("This section has no online entry form."),
    "entries-not-open": gettext_noop("Entries are not open yet."),
    "entries-closed": gettext_noop("Entries are closed."),
    "number-form": gettext_noop("“%(number)s” is not such a number; they look like %(example)s."),
    "entry-times": gettext_noop(
        "Entries must open before they close, and the deadline for late entries must come after that."
    ),
    "kept-days": gettext_noop("What is filled in can be kept for 1 to %(most)s days after the event."),
    "entry-form-changed": gettext_noop(
        "Someone else has changed this entry form while your page was open. Nothing has been "
        "saved. To see their changes, open the form again; to overwrite them, send yours "
        "again."
    ),
    "unknown-entry-setting": gettext_noop("An entry form has no such setting."),
    "unknown-entry-field": gettext_noop("An entry form cannot ask for “%(name)s”."),
    "guardian-needs-birth-year": gettext_noop(
        "Require the year of birth as well: only it says of whom a parent or guardian is needed."
    ),
    "too-many-questions": gettext_noop("The limit is %(limit)s questions of your own."),
    "too-many-file-questions": gettext_noop("The limit is %(limit)s questions answered with a file."),
    "answer-file-large": gettext_noop("This file is larger than %(limit)s MB."),
    "answer-file-unreadable": gettext_noop("This is no PDF and no PNG or JPEG picture."),
    "question-invalid": gettext_noop(
        "The question “%(question)s” cannot be used: each question needs its own text, and a "
        "choice needs at least two answers."
    ),
    "application-incomplete": gettext_noop("This field is required to enter."),
    "answer-needed": gettext_noop("Answer the question “%(question)s”."),
    "answer-unknown": gettext_noop("This is not a possible answer to “%(question)s”."),
    "address-overused": gettext_noop(
        "Too many applications from this address are still to be confirmed. Confirm them first."
    ),
    "applied-too-often": gettext_noop(
        "Too many applications to this section have come from your network in the last hour. "
        "Try again later, or ask the organisers."
    ),
    "application-state": gettext_noop("%(name)s’s application has changed in the meantime. Reload the page."),
    "application-fixed": gettext_noop(
        "You are already on the list. Ask the organisers to correct your name, federation or details."
    ),
    "application-drawn": gettext_noop(
        "The round is already paired or being paired, so only the desk can take you out. "
        "Tell the organisers that you are not coming."
    ),
    "absence-at-desk": gettext_noop("In this section the desk marks absences. Tell the organisers."),
    "absence-of-desk": gettext_noop("The organisers have entered this absence. Ask them to change it."),
    "places-are-free": gettext_noop(
        "Places are free and no one is waiting: accept the application, or leave it "
        "undecided. Later applications would have to wait behind it."
    ),
    "unknown-decision": gettext_noop("This decision is not possible for an application."),
    "entries-by-offices": gettext_noop("In this section only federations and organisations enter players."),
    "entered-by-federation": gettext_noop(
        "Players of %(federation)s are entered by their federation. Ask its office."
    ),
    "quota-of-nobody": gettext_noop("Choose the federation or organisation of the quota."),
    "too-many-quotas": gettext_noop("The limit is %(limit)s quotas per section."),
    "quotas-exceed-places": gettext_noop(
        "The quotas would add up to %(total)s places, but the section has %(most)s. Lower "
        "other quotas first, or raise “Most entries” in the settings."
    ),
    "quotas-exceed-free": gettext_noop(
        "The quotas would keep %(kept)s places, but of the section’s %(most)s only %(free)s are free. Lower "
        "other quotas first, or raise “Most entries” in the settings."
    ),
    "places-kept": gettext_noop(
        "All places that are free of the section’s %(most)s are kept for quotas. Lower a quota first, or "
        "raise “Most entries” in the settings."
    ),
    "no-such-quota": gettext_noop("This quota no longer exists."),
    "quota-in-use": gettext_noop(
        "Players were entered under the quota of %(name)s. It cannot be removed; set it to 0 instead."
    ),
    "teams-are-entered": gettext_noop("In this section offices enter teams, not single players."),
    "no-quota-link": gettext_noop("This office has no link."),
    "too-many-at-once": gettext_noop("The limit is %(limit)s players at once."),
    "applied-already": gettext_noop("%(name)s is already on the list."),
    "person-incomplete": gettext_noop("%(name)s: required to enter: %(missing)s."),
    "member-twice": gettext_noop("%(name)s is in this team twice."),
    "no-such-application": gettext_noop("One of these applications no longer exists. Reload the page."),
}

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

TOLD: Mapping[str, str] = {
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
"""The letter to the applicant, by what the application is."""


def application_letter(
    *, state: str, name: str, note: str, event: str, section: str, address: str, days: int
) -> tuple[str, str]:
    """Subject and text, in the active language. ``note``: what the applicant is asked or told; ``days``:
    after how many one that was not confirmed is deleted."""
    words = {"event": event, "section": section, "name": name, "note": note}
    words |= {"address": address, "days": str(days)}
    subject = gettext("Entry: %(event)s, %(section)s") % words
    return subject, gettext(TOLD[State(state)]) % words + "\n"
