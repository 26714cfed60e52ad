"""Hand an event over to an organisation: both sides agree, by offering and by accepting."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.published.documents import component
from portal.web.fields import Field
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.common import lock_event
from tournaments.acts.frame import EVENT, ActResult, Arguments, Locked, Target, act
from tournaments.models import Event, Handover, Organisation
from tournaments.organisation_roles import ACCEPT
from tournaments.pages import event_renamed
from tournaments.pages.webhook_events import notify_event
from tournaments.policy import Act


class HandoverOffered(TypedDict):
    event: int
    handover: int


@component("Settled")
class HandoverSettled(HandoverOffered):
    accepted: bool


def _lock_handover(arguments: Arguments) -> Locked:
    """The event first: who offers or withdraws has it as well."""
    handover: Handover = arguments["handover"]
    lock_event(handover.event)
    offer = offer_of(handover.pk)
    if offer is None:
        raise Refusal("no-such-offer")
    return Locked(offer, None, f"organisation:{offer.organisation_id}")


def offer_of(key: int) -> Handover | None:
    """Locked; None where it was withdrawn."""
    rows = Handover.objects.select_for_update(of=("self",)).select_related("event", "organisation")
    return rows.filter(pk=key).first()


HANDOVER = Target("handover", _lock_handover)


@act(on=EVENT, right=Act.HAND_OVER, done=_("event offered to an organisation"))
def offer_event(
    *,
    event: Event,
    organisation: Annotated[int, Field(least=0)],
    by: User,
    reason: Reason = "",
    once: str = "",
) -> ActResult[HandoverOffered]:
    """Nothing changes before it is accepted there."""
    to = Organisation.objects.filter(pk=organisation).first()
    if to is None:
        raise Refusal("no-such-organisation", field="organisation")
    if event.organisation_id == to.pk:
        raise Refusal("owned-already", field="organisation")
    if event.handovers.filter(decided_at=None).exists():
        raise Refusal("offered-already", field="organisation")
    made = Handover.objects.create(event=event, organisation=to, by=by)
    return ActResult({"event": event.pk, "handover": made.pk}, after={"organisation": to.pk})


@act(on=EVENT, right=Act.HAND_OVER, done=_("offer of the event withdrawn"))
def withdraw_offer(*, event: Event, handover: Id, by: User, once: str = "") -> ActResult[HandoverOffered]:
    offer = offer_of(handover)
    if offer is None or offer.decided_at or offer.event_id != event.pk:
        raise Refusal("no-such-offer")
    offer.delete()
    return ActResult(
        {"event": event.pk, "handover": handover}, before={"organisation": offer.organisation_id}
    )


@act(on=HANDOVER, right=ACCEPT, done=_("event accepted by an organisation"))
def accept_event(
    *, handover: Handover, by: User, reason: Reason = "", once: str = ""
) -> ActResult[HandoverSettled]:
    """From now on it is the organisation's."""
    return _settle(handover, accepted=True)


@act(on=HANDOVER, right=ACCEPT, done=_("event rejected by an organisation"))
def reject_event(
    *, handover: Handover, by: User, reason: Reason = "", once: str = ""
) -> ActResult[HandoverSettled]:
    """It stays whose it is."""
    return _settle(handover, accepted=False)


def _settle(handover: Handover, *, accepted: bool) -> ActResult[HandoverSettled]:
    if handover.decided_at:
        raise Refusal("no-such-offer")
    handover.accepted, handover.decided_at = accepted, timezone.now()
    handover.save()
    event = handover.event
    before = {"organisation": event.organisation_id}
    if accepted:
        event.organisation, event.series = handover.organisation, None
        event.save(update_fields=["organisation", "series"])
        event_renamed(event)
        notify_event(event)
    answer: HandoverSettled = {"event": event.pk, "handover": handover.pk, "accepted": accepted}
    return ActResult(answer, before=before, after={"organisation": event.organisation_id})
