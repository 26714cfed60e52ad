"""The mark of an organisation: a picture on its page, in place of the first letters of its name."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.entering.organisations import ORGANISATION
from tournaments.acts.events import LogoSet, OfLogo
from tournaments.acts.frame import ActResult, act, no_change, outside_transaction
from tournaments.acts.notices._images import normalised_image
from tournaments.exchange.pictures import Picture
from tournaments.models import Mark, Organisation
from tournaments.organisation_roles import EDIT
from tournaments.pages.webhook_events import notify_organisation
from tournaments.policy import require
from tournaments.queries.notices.logos import mark_of


@act(on=ORGANISATION, right=EDIT, name="set_mark", done=_("mark of an organisation changed"))
def _set_mark(*, organisation: Organisation, picture: Picture, by: User, once: str) -> ActResult[LogoSet]:
    now = mark_of(organisation)
    digest = "sha256:" + sha256(picture.body).hexdigest()
    answer: LogoSet = {"digest": digest, "width": picture.width, "height": picture.height}
    if now and now.digest == digest:
        return no_change(answer)
    Mark.objects.update_or_create(organisation=organisation, defaults={"body": picture.body, **answer})
    notify_organisation(organisation)
    return ActResult(answer, before={"digest": now.digest} if now else None, after=dict(answer))


@outside_transaction(_set_mark)
def set_mark(
    *, organisation: Organisation, raw: Annotated[bytes, Field()], by: User, once: str = ""
) -> LogoSet:
    """``raw``: the file as it came, of `KINDS`."""
    require(EDIT, by=by, target=organisation)
    # Before the lock: nobody waits while a picture is unpacked.
    return _set_mark(organisation=organisation, picture=normalised_image(raw), by=by, once=once)


@act(on=ORGANISATION, right=EDIT, done=_("mark of an organisation removed"))
def remove_mark(*, organisation: Organisation, by: User, once: str = "") -> ActResult[OfLogo]:
    """The first letters stand there again."""
    now = mark_of(organisation)
    if now is None:
        raise Refusal("no-mark")
    answer: OfLogo = {"digest": now.digest}
    now.delete()
    notify_organisation(organisation)
    return ActResult(answer, before=dict(answer))
