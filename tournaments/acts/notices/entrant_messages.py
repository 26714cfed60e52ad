"""Write to those who are entered: by e-mail, on devices that follow, behind the private link; never in
public."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, TypedDict

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal import outbox
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.frame import EVENT, ActResult, act
from tournaments.acts.notices.announcements import Texts, checked_texts
from tournaments.models import EntrantMessage, EntrantMessageRecipient, Event, Section
from tournaments.pages.entrant_contacts import contacts_of, notify_followers_of_message
from tournaments.policy import Act
from tournaments.queries.notices.entrant_messages import AUDIENCES, EVERYBODY, entrants_in

ENTRANT_LETTER = "entrant-letter"
# Messages of one event a day: whoever gets more reads none.
MOST_A_DAY = 20


class MessageWritten(TypedDict):
    """Count whom a message reached: by letter and on devices that follow now; ``unreached`` have neither."""

    message: int
    entrants: int
    letters: int
    devices: int
    unreached: int


@act(on=EVENT, right=Act.ANNOUNCE, done=_("message sent to entrants"))
def write_to_entrants(
    *,
    event: Event,
    texts: Texts,
    audience: Annotated[
        str,
        Field(longest=40, help=_("Who gets it: all entrants, or those who owe the record of a game.")),
    ] = EVERYBODY,
    section: Annotated[Section | None, Field()] = None,
    by: User,
    once: str = "",
) -> ActResult[MessageWritten]:
    """Write to those whom ``audience`` holds now, in ``section`` or in the whole event."""
    texts_checked = checked_texts(texts)
    if audience not in AUDIENCES:
        raise Refusal("no-such-audience", value=audience)
    since = timezone.now() - timedelta(days=1)
    if event.entrant_messages.filter(at__gt=since).count() >= MOST_A_DAY:
        raise Refusal("too-many-messages", limit=MOST_A_DAY)
    by_section = entrants_in(event, audience)
    entries = [
        key for place, keys in by_section.items() if section is None or place == section.pk for key in keys
    ]
    if not entries:
        raise Refusal("nobody-to-write-to")
    contacts = contacts_of(event, by_letter=settings.SENDS_MAIL)
    letters = contacts.letters(entries)
    reach = contacts.reach(entries)
    message = EntrantMessage.objects.create(
        event=event, section=section, audience=audience, texts=texts_checked, by=by, letters=len(letters)
    )
    EntrantMessageRecipient.objects.bulk_create(
        [EntrantMessageRecipient(message=message, entry_id=key) for key in entries], batch_size=500
    )
    outbox.ask_many(
        ENTRANT_LETTER,
        requests={
            f"{ENTRANT_LETTER}:{message.pk}:{application}": outbox.WorkRequest(
                {"message": message.pk, "application": application}
            )
            for application in letters
        },
        priority=outbox.NOTICES,
    )
    notify_followers_of_message(message)
    answer: MessageWritten = {
        "message": message.pk,
        "entrants": reach.entrants,
        "letters": reach.letters,
        "devices": reach.devices,
        "unreached": reach.unreached,
    }
    place = {"section": section.pk} if section else {}
    return ActResult(
        answer, after={**answer, **place, "audience": audience, "languages": sorted(texts_checked)}
    )
