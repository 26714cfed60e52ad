"""What the acts share: locking, and the scope and target by which the journal knows things."""

from __future__ import annotations

from portal import outbox
from portal.policy import Refusal
from tournaments.models import Entry, Event, Round, Section
from tournaments.queries.progress import close_key, pair_key, publish_key

Answer = dict[str, object]


def scope_of(event: Event) -> str:
    return f"event:{event.pk}"


def lock_event(event: Event) -> Event:
    return Event.objects.select_for_update().get(pk=event.pk)


def lock_section(section: Section) -> Section:
    """The section, locked and fresh. Acts on entries lock it: numbers and duplicates are its business."""
    return Section.objects.select_for_update(of=("self",)).select_related("event").get(pk=section.pk)


def lock_round(round_: Round) -> Round:
    """The round, locked and fresh. Pairing, adjusting, publishing, results and closing all take it."""
    return Round.objects.select_for_update(of=("self",)).select_related("section__event").get(pk=round_.pk)


def lock_entry(entry: Entry) -> Entry:
    """The entry, fresh, with its section locked."""
    section = lock_section(entry.section)
    fresh = Entry.objects.select_related("player").get(pk=entry.pk)
    fresh.section = section
    return fresh


def target_of(thing: Event | Section | Round) -> str:
    return f"{type(thing).__name__.lower()}:{thing.pk}"


def check_rounds_before(round_: Round) -> None:
    """Rounds are paired, published and closed in order. Raises `Refusal` ``previous-round-open``."""
    earlier = round_.section.round_set.filter(number__lt=round_.number)
    before = earlier.exclude(state=Round.State.CLOSED).order_by("number").first()
    if before is not None:
        raise Refusal("previous-round-open", round=before.number)


def refuse_while_closing(round_: Round) -> None:
    """What a round is closed with must stand still. Raises `Refusal` ``closing``."""
    if outbox.pending(close_key(round_)):
        raise Refusal("closing", round=round_.number)


def refuse_while_busy(round_: Round) -> None:
    """A draft that is being computed, published or closed must stand still. Raises `Refusal`
    ``still-pairing``, ``publishing`` or ``closing``."""
    for code, key in (
        ("still-pairing", pair_key(round_)),
        ("publishing", publish_key(round_)),
    ):
        if outbox.pending(key):
            raise Refusal(code, round=round_.number)
    refuse_while_closing(round_)
