"""Draw the lots, once, before round 1 (R1, R6): from now on every entry has its number."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import Answer, lock_section, scope_of, target_of
from tournaments.models import Entry, Round, Section
from tournaments.pairing import rounds_of
from tournaments.policy import Act, check_section_state, require
from tournaments.queries.advice import most_rounds, swiss_rounds
from tournaments.state.lots import Ticket, number_by_lot


def draw_lots(*, section: Section, by: User, once: str = "") -> Answer:
    """Answers ``{"drawn": n, "seed": …}``. Refusals: ``lots-drawn-already``, ``too-few-entries``,
    ``section-not-open``, ``too-few-for-rounds`` (a Swiss in which everybody will have met everybody).

    A round robin gets the rounds that its number of players needs.
    """
    with transaction.atomic():
        section = lock_section(section)
        if earlier := journal.answered(by=by, once=once, act=Act.DRAW_LOTS, target=target_of(section)):
            return earlier
        require(Act.DRAW_LOTS, by=by, scope=section)
        check_section_state(Act.DRAW_LOTS, section)
        if section.lots_drawn_at:
            raise Refusal("lots-drawn-already")
        entries = list(section.entries.exclude(status=Entry.Status.WITHDRAWN).select_related("player"))
        if len(entries) < 2:
            raise Refusal("too-few-entries", count=len(entries))
        rounds, most = swiss_rounds(section.rounds, section.options), most_rounds(len(entries))
        if section.is_swiss and rounds > most:
            raise Refusal("too-few-for-rounds", count=len(entries), rounds=rounds, most=most)
        numbers = number_by_lot(
            [Ticket(e.pk, e.player.name, e.player.federation_id, e.group) for e in entries],
            section.seed,
            two_groups=section.system == Section.System.WXC2015,
        )
        for entry in entries:
            entry.number = numbers[entry.pk]
        Entry.objects.bulk_update(entries, ["number"], batch_size=500)
        section.lots_drawn_at = timezone.now()
        if not section.is_swiss:
            _plan_rounds(section, len(entries))
        section.save(update_fields=["lots_drawn_at", "rounds"])
        answer: Answer = {"drawn": len(entries), "seed": section.seed}
        journal.record(
            Act.DRAW_LOTS,
            by=by,
            scope=scope_of(section.event),
            target=target_of(section),
            after={"seed": section.seed, "numbers": {str(pk): number for pk, number in numbers.items()}},
            once=once,
            answer=answer,
        )
        pages.section_changed(section)
        return answer


def _plan_rounds(section: Section, players: int) -> None:
    section.rounds = rounds_of(section.system, players)
    section.round_set.filter(number__gt=section.rounds).delete()
    existing = set(section.round_set.values_list("number", flat=True))
    Round.objects.bulk_create(
        Round(section=section, number=n) for n in range(1, section.rounds + 1) if n not in existing
    )
