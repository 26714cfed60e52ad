"""Give an event a logo, or another one: on its page, and at the head of its paper."""

from __future__ import annotations

from hashlib import sha256

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from tournaments import pages
from tournaments.acts._pictures import picture_of
from tournaments.acts.common import Answer, lock_event, scope_of, target_of
from tournaments.models import Event, Logo
from tournaments.policy import Act, require


def set_logo(*, event: Event, raw: bytes, by: User, once: str = "") -> Answer:
    """``raw``: the file as it came, PNG or JPEG. Answers ``{"digest", "width", "height"}``. Refusals: those
    of `picture_of`."""
    require(Act.SET_LOGO, by=by, scope=event)
    # Before the lock: nobody waits while a picture is unpacked.
    picture = picture_of(raw)
    with transaction.atomic():
        event = lock_event(event)
        if earlier := journal.answered(by=by, once=once, act=Act.SET_LOGO, target=target_of(event)):
            return earlier
        require(Act.SET_LOGO, by=by, scope=event)
        before = Logo.objects.filter(event=event).values_list("digest", flat=True).first()
        digest = "sha256:" + sha256(picture.body).hexdigest()
        size = {"width": picture.width, "height": picture.height}
        answer: Answer = {"digest": digest, **size}
        if before == digest:
            return answer
        Logo.objects.update_or_create(event=event, defaults={"body": picture.body, "digest": digest, **size})
        journal.record(
            Act.SET_LOGO,
            by=by,
            scope=scope_of(event),
            target=target_of(event),
            before={"digest": before} if before else None,
            after=answer,
            once=once,
            answer=answer,
        )
        pages.logo_changed(event)
        return answer
