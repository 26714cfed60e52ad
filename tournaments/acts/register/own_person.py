"""What a person keeps up alone, with the private link of any event, and nobody has to accept: how to be
reached, and a photo on the own page. Who keeps the person in the register may change the contact and take
the photo away; to put one up is the person's own word.

The contact is written here and read by who keeps the person. No link shows it: whoever enters somebody for
an event could give a link to themselves.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import Reason
from tournaments.acts.common import check_name
from tournaments.acts.frame import ENTRY, ActResult, act, no_change, outside_transaction
from tournaments.acts.notices._images import normalised_photo
from tournaments.acts.register.person_input import tidy
from tournaments.acts.register.persons import PERSON, check_own_row
from tournaments.exchange.pictures import Picture
from tournaments.models import Entry, Person, PersonContact, PlayerLink, Portrait
from tournaments.pages.webhook_events import notify_person
from tournaments.policy import Act, require
from tournaments.queries.notices.logos import portrait_of

CONTACT_LENGTH = 200
Contact = Annotated[
    str,
    Field(
        longest=CONTACT_LENGTH,
        label=pgettext_lazy("of a person", "Contact"),
        help=_("E-mail address or phone number. Left empty, nothing is kept."),
    ),
]


class Kept(TypedDict):
    """Whether the register has one now."""

    kept: bool


@act(on=ENTRY, right=Act.PROPOSE_PERSON, done=_("contact changed by the person"))
def set_own_contact(
    *, entry: Entry, contact: Contact = "", by: PlayerLink, once: str = ""
) -> ActResult[Kept]:
    return _set_contact(_own_row(entry), contact)


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("contact of a person changed"))
def set_person_contact(*, person: Person, contact: Contact = "", by: User, once: str = "") -> ActResult[Kept]:
    check_own_row(person)
    return _set_contact(person, contact)


def _set_contact(person: Person, text: str) -> ActResult[Kept]:
    text = tidy(text)
    check_name("contact", text, most=CONTACT_LENGTH)
    answer: Kept = {"kept": bool(text)}
    rows = PersonContact.objects.filter(person=person)
    if text == (rows.values_list("contact", flat=True).first() or ""):
        return no_change(answer)
    rows.delete()
    if text:
        PersonContact.objects.create(person=person, contact=text)
    return ActResult(answer, after={"fields": ["contact"]})


@act(on=ENTRY, right=Act.PROPOSE_PERSON, name="set_own_photo", done=_("photo put up by the person"))
def _set_own_photo(*, entry: Entry, picture: Picture, by: PlayerLink, once: str) -> ActResult[Kept]:
    person = _own_row(entry)
    if not person.listed:
        raise Refusal("photo-without-page", field="file")
    now = portrait_of(person)
    digest = "sha256:" + sha256(picture.body).hexdigest()
    if now and now.digest == digest:
        return no_change({"kept": True})
    if now:
        now.delete()
    Portrait.objects.create(
        person=person, body=picture.body, width=picture.width, height=picture.height, digest=digest
    )
    notify_person(person)
    return ActResult({"kept": True}, after={"fields": ["photo"]})


@outside_transaction(_set_own_photo)
def set_own_photo(*, entry: Entry, raw: bytes, by: PlayerLink, once: str = "") -> Kept:
    """``raw``: the file as it came, of `KINDS`."""
    require(Act.PROPOSE_PERSON, by=by, scope=entry.section, target=entry)
    # Before the lock: nobody waits while a picture is unpacked.
    return _set_own_photo(entry=entry, picture=normalised_photo(raw), by=by, once=once)


@act(on=ENTRY, right=Act.PROPOSE_PERSON, done=_("photo removed by the person"))
def remove_own_photo(*, entry: Entry, by: PlayerLink, once: str = "") -> ActResult[Kept]:
    return _remove_photo(_own_row(entry))


@act(on=PERSON, right=Act.KEEP_REGISTER, needs_reason=True, done=_("photo of a person removed"))
def remove_photo(*, person: Person, by: User, reason: Reason, once: str = "") -> ActResult[Kept]:
    check_own_row(person)
    return _remove_photo(person)


def _remove_photo(person: Person) -> ActResult[Kept]:
    now = portrait_of(person)
    if now is None:
        raise Refusal("no-photo")
    now.delete()
    notify_person(person)
    return ActResult({"kept": False}, after={"fields": ["photo"]})


def _own_row(entry: Entry) -> Person:
    """Whose link it is, under its lock: two links, or somebody at the desk, may be at it at one moment."""
    person = Person.objects.select_for_update().get(pk=entry.player.person_id)
    check_own_row(person)
    return person
