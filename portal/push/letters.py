"""Notify by e-mail: whoever has confirmed an address, with a way out in each letter (RFC 8058).

An address is a *device* like any other, ``mailto:`` instead of an address at a push service: topics, quiet
hours and who may hear of what are the same (`portal.push.notices`). What it follows in one event, or of one
person, is one *list* (RFC 2919), which a press in the reader's mail program ends.
"""

from __future__ import annotations

import logging
import smtplib
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from email.utils import formataddr
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.signing import BadSignature, dumps, loads
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Min
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext, ngettext

from portal import outbox
from portal.ops.erasure import ErasedPerson
from portal.outbox import Handler, Job, JobRefused, Work
from portal.push.mail_provider import headers_for_provider, provider_errors, refuses_for_good
from portal.push.models import ANYWHERE, PushDevice, PushMessage, Subscription, SuppressedAddress
from portal.push.notices import MAIL, MAILTO, ask_to_send
from portal.push.subscribing import (
    MOST_FOLLOWED,
    BadSubscriptionError,
    Followed,
    checked_topics,
    digest_of,
    forget_idle,
)
from portal.push.suppressed import is_suppressed, suppress
from portal.push.topics import PLACES, Place, Wording
from portal.push.work import GONE, notices_in_words, record_deliveries
from portal.web.dates import check_zone
from portal.web.letters import send_letter
from portal.web.public_url import read_public_url
from portal.webhooks.sending import Sent

logger = logging.getLogger(__name__)

CONFIRM = "confirm-follower"
CONFIRM_WITHIN = timedelta(days=2)
# Messages that are looked at together: what one letter is made of stands side by side.
BATCH = 300
# After so many no further letter of a batch is begun: the lease of the work is longer.
SECONDS = 8.0
LONGEST_ADDRESS = 254
_CONFIRM_SALT, _LIST_SALT = "confirm following by mail", "list of a follower by mail"


def follow_by_mail(followed: Followed, address: str, topics: Any, *, language: str, zone: str) -> None:
    """Write to an address that it may follow, and let it do so once that is confirmed."""
    address = _checked(address)
    chosen = checked_topics(topics, followed.kind)
    # Nothing is said of who follows already, or wants no letters.
    if is_suppressed(address):
        return
    endpoint = f"{MAILTO}{address}"
    with transaction.atomic():
        device, _fresh = PushDevice.objects.get_or_create(
            digest=digest_of(endpoint),
            defaults={"endpoint": endpoint, "language": _known_language(language), "time_zone": _zone(zone)},
        )
        if device.subscriptions.exclude(scope=followed.scope).count() >= MOST_FOLLOWED:
            raise BadSubscriptionError("too-many")
        row, _fresh = Subscription.objects.get_or_create(
            device=device,
            scope=followed.scope,
            defaults={
                "under": followed.under,
                "proof": followed.proof,
                "topics": chosen,
                "confirmed": False,
            },
        )
        outbox.enqueue(
            CONFIRM,
            key=f"{CONFIRM}:{row.pk}",
            payload={
                "subscription": row.pk,
                "topics": chosen,
                "proof": followed.proof,
                "language": _known_language(language),
            },
            priority=outbox.NOTICES,
        )


def _checked(address: str) -> str:
    address = address.strip()
    try:
        validate_email(address)
    except ValidationError:
        raise BadSubscriptionError("address") from None
    if len(address) > LONGEST_ADDRESS:
        raise BadSubscriptionError("address")
    local, _, host = address.rpartition("@")
    # The part before the sign may differ by case (RFC 5321, 2.4); the host never does.
    return f"{local}@{host.lower()}"


def _known_language(language: str) -> str:
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _zone(zone: str) -> str:
    try:
        check_zone(zone)
    except ValidationError:
        return settings.TIME_ZONE
    return zone


def confirmation(token: str) -> Subscription | None:
    """Find what a letter of confirmation leads to; nothing where it is too old or none of ours."""
    try:
        about = loads(token, salt=_CONFIRM_SALT, max_age=CONFIRM_WITHIN)
    except BadSignature:
        return None
    row = Subscription.objects.select_related("device").filter(pk=about["subscription"]).first()
    if row is None or row.device.digest != about["digest"] or row.scope != about["scope"]:
        return None
    # As the letter named them.
    row.topics, row.proof, row.confirmed = about["topics"], about["proof"], True
    return row


def confirm(row: Subscription) -> None:
    """Let an address follow, as its letter said."""
    row.save(update_fields=["topics", "proof", "confirmed"])


def list_token(device: PushDevice, list_id: str) -> str:
    """Make what ends one list of an address, or all of them where ``list_id`` is empty. It holds for good."""
    return dumps({"device": device.pk, "digest": device.digest[:16], "list": list_id}, salt=_LIST_SALT)


@dataclass(frozen=True, slots=True)
class MailList:
    """What a letter leads to: an address and one of its lists."""

    device: PushDevice
    name: str
    subscriptions: list[Subscription]

    @property
    def address(self) -> str:
        return address_of(self.device)


def mail_list(token: str) -> MailList | None:
    """Find the list; nothing where the address follows nothing any more, or the token is none of ours."""
    try:
        about = loads(token, salt=_LIST_SALT)
    except BadSignature:
        return None
    device = PushDevice.objects.filter(pk=about["device"], digest__startswith=about["digest"]).first()
    if device is None:
        return None
    rows = list(device.subscriptions.filter(confirmed=True).order_by("pk"))
    return MailList(device, about["list"], [row for row in rows if list_of(row) == about["list"]])


def list_of(row: Subscription) -> str:
    """Name the list: the event, or the person or organisation."""
    return row.scope if row.under == ANYWHERE else row.under


def end_list(ending: MailList) -> None:
    with transaction.atomic():
        Subscription.objects.filter(pk__in=[row.pk for row in ending.subscriptions]).delete()
        forget_idle([ending.device.pk])


def end_address(device: PushDevice) -> None:
    """Follow nothing by this address, and write to it no more, whoever asks."""
    suppress(address_of(device), SuppressedAddress.Why.WISH)


def address_of(device: PushDevice) -> str:
    return device.endpoint.removeprefix(MAILTO)


def forget_addresses(who: ErasedPerson) -> int:
    """Addresses that are made of the name."""
    rows = PushDevice.objects.filter(endpoint__startswith=MAILTO).values_list("pk", "endpoint")
    quoting = [key for key, endpoint in rows if who.quotes.in_text(endpoint)]
    PushDevice.objects.filter(pk__in=quoting).delete()
    return len(quoting)


class ConfirmHandler(Handler):
    """Send the letter that asks whether ``{"subscription", "topics", "proof", "language"}`` is wanted."""

    def read(self, payload: dict[str, Any]) -> Work:
        rows = Subscription.objects.select_related("device")
        row = rows.filter(pk=payload["subscription"]).first()
        if row is None:
            raise JobRefused("no-such-follower")
        return Work(str(row.pk), (row, payload))

    def compute(self, data: tuple[Subscription, dict[str, Any]]) -> None:
        row, payload = data
        token = dumps(
            {
                "subscription": row.pk,
                "digest": row.device.digest,
                "scope": row.scope,
                "topics": payload["topics"],
                "proof": payload["proof"],
            },
            salt=_CONFIRM_SALT,
        )
        with translation.override(payload["language"]):
            place = place_of(row.scope)
            subject = gettext("Confirm: notifications by e-mail")
            text = gettext(
                "Someone has asked for notifications by e-mail to this address: %(name)s\n\n"
                "Confirm here, within two days:\n%(address)s\n\n"
                "If it was not you, ignore this message. Nothing more will come."
            ) % {
                "name": place.name,
                "address": f"{settings.PUBLIC_URL}{reverse('confirm_mail', args=[token])}",
            }
        send_letter(subject, text, address_of(row.device))

    def write(self, job: Job, data: tuple[Subscription, dict[str, Any]], result: None) -> dict[str, Any]:
        forget_unconfirmed()
        return {"subscription": data[0].pk}


def forget_unconfirmed() -> None:
    """Addresses of which nobody has said within the time that they want letters."""
    old = Subscription.objects.filter(confirmed=False, created_at__lt=timezone.now() - CONFIRM_WITHIN)
    devices = set(old.values_list("device", flat=True))
    old.delete()
    forget_idle(devices)


def place_of(scope: str) -> Place:
    """What is followed, as everybody may know of it, in the language that is active."""
    kind, _, key = scope.partition(":")
    return PLACES[kind]([int(key)]).get(int(key), Place("", "")) if kind in PLACES else Place("", "")


@dataclass(frozen=True, slots=True)
class Line:
    """One notice in a letter."""

    title: str
    body: str
    url: str


@dataclass(slots=True)
class Letter:
    device: PushDevice
    list_id: str
    language: str
    # Its oldest message, by which a letter that is sent again has the same Message-ID.
    first: int
    place: str = ""
    messages: list[int] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Batch:
    letters: list[Letter]
    # Messages that have nothing to say any more.
    dropped: list[int]


# One may be sent twice, when a worker dies between sending it and writing that down: it has the same
# Message-ID then.
class LetterHandler(Handler):
    """Send ``{"lane": "mail"}``: one letter for each list of an address with all that is due."""

    def read(self, payload: dict[str, Any]) -> Work:
        waiting = PushMessage.objects.filter(
            lane=MAIL, state=PushMessage.State.WAITING, due_at__lte=timezone.now()
        )
        rows = list(
            waiting.select_related("notice", "subscription__device").order_by("subscription__device", "pk")[
                :BATCH
            ]
        )
        return Work("", batch_of(rows) if rows else None)

    def compute(self, data: Batch | None) -> dict[int, Sent] | None:
        return None if data is None else send_letters(data.letters)

    def holds(self, payload: dict[str, Any], work: Work) -> bool:
        # What was sent was sent, whatever else has happened meanwhile.
        return True

    def write(self, job: Job, data: Batch | None, result: dict[int, Sent] | None) -> dict[str, Any]:
        counts: dict[str, int] = {}
        if data is not None and result is not None:
            PushMessage.objects.filter(pk__in=data.dropped).update(state=PushMessage.State.DROPPED)
            for letter in data.letters:
                if any(result[key].status in GONE for key in letter.messages if key in result):
                    suppress(address_of(letter.device), SuppressedAddress.Why.BOUNCE)
            counts = record_deliveries(result, again=MAIL) | {"dropped": len(data.dropped)}
        left = PushMessage.objects.filter(lane=MAIL, state=PushMessage.State.WAITING)
        if (first := left.aggregate(first=Min("due_at"))["first"]) is not None:
            ask_to_send([(MAIL, first)])
        return counts


def batch_of(rows: list[PushMessage]) -> Batch:
    """Letters by address and list, each with its lines from the oldest to the newest."""
    wordings, dropped = notices_in_words(rows)
    letters: dict[tuple[int, str], Letter] = {}
    for row, wording, language in sorted(wordings, key=lambda entry: entry[0].pk):
        list_id = list_of(row.subscription)
        device = row.subscription.device
        letter = letters.setdefault((device.pk, list_id), Letter(device, list_id, language, row.pk))
        letter.messages.append(row.pk)
        letter.lines.append(_line(wording, language))
    by_language: defaultdict[str, list[Letter]] = defaultdict(list)
    for letter in letters.values():
        by_language[letter.language].append(letter)
    for language, same in by_language.items():
        with translation.override(language):
            _name_places(same)
    return Batch(list(letters.values()), dropped)


def _line(wording: Wording, language: str) -> Line:
    return Line(wording.title, wording.body, f"{settings.PUBLIC_URL}/{language}/{wording.path}")


def _name_places(letters: Iterable[Letter]) -> None:
    """One question for each kind of scopes."""
    keys: defaultdict[str, set[int]] = defaultdict(set)
    for letter in letters:
        kind, _, key = letter.list_id.partition(":")
        keys[kind].add(int(key))
    places = {kind: PLACES[kind](ids) for kind, ids in keys.items() if kind in PLACES}
    for letter in letters:
        kind, _, key = letter.list_id.partition(":")
        letter.place = places.get(kind, {}).get(int(key), Place("", "")).name


def send_letters(letters: Iterable[Letter]) -> dict[int, Sent]:
    """Send letters over one connection; return what came of each that was begun in time, by message."""
    until = time.monotonic() + SECONDS
    answers: dict[int, Sent] = {}
    connection = get_connection()
    failures: tuple[type[Exception], ...] = (OSError, smtplib.SMTPException, *provider_errors())
    for letter in letters:
        if time.monotonic() >= until:
            break
        began = time.monotonic()
        status, error = None, ""
        try:
            connection.open()
            message_of(letter, connection).send()
            status = 250
        except failures as failure:
            # A recipient that the server refuses for good counts as gone.
            status = 410 if refuses_for_good(failure) else None
            error = "" if isinstance(failure, smtplib.SMTPRecipientsRefused) else type(failure).__name__
            connection.close()
        sent = Sent(round((time.monotonic() - began) * 1000), status, error)
        answers.update(dict.fromkeys(letter.messages, sent))
    connection.close()
    return answers


def message_of(letter: Letter, connection: Any = None) -> EmailMultiAlternatives:
    """Plain text and HTML, with what RFC 2369, 2919, 3834 and 8058 ask of a list."""
    with translation.override(letter.language):
        further = len(letter.lines) - 1
        newest = letter.lines[-1].title
        subject = (
            ngettext("%(newest)s, and %(count)s more", "%(newest)s, and %(count)s more", further)
            % {"newest": newest, "count": further}
            if further
            else newest
        )
        way_out = (
            f"{settings.PUBLIC_URL}{reverse('mail_list', args=[list_token(letter.device, letter.list_id)])}"
        )
        context = {"letter": letter, "way_out": way_out, "language": letter.language, "subject": subject}
        text = render_to_string("portal/letters/notices.txt", context)
        html = render_to_string("portal/letters/notices.html", context)
    host = read_public_url(settings.PUBLIC_URL).host
    name = f"{letter.list_id.replace(':', '-')}.notifications.{host}"
    message = EmailMultiAlternatives(
        subject,
        text,
        settings.DEFAULT_FROM_EMAIL,
        [address_of(letter.device)],
        connection=connection,
        headers={
            "Auto-Submitted": "auto-generated",
            "Content-Language": letter.language,
            "List-Id": _list_header(letter.place, name),
            "List-Unsubscribe": f"<{way_out}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Message-ID": f"<notice-{letter.device.pk}-{letter.first}@{host}>",
            **headers_for_provider(),
        },
    )
    message.attach_alternative(html, "text/html")
    return message


def _list_header(phrase: str, name: str) -> str:
    """Write a header as an address is written, so that names in any script arrive (RFC 2047)."""
    return formataddr((phrase, name)) if phrase else f"<{name}>"
