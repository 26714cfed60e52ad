"""Pair a round: a person presses, the worker computes, `store_draft` writes what it found."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from portal import journal, outbox
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import (
    Answer,
    check_rounds_before,
    check_seen,
    lock_round,
    refuse_while_busy,
    scope_of,
    target_of,
)
from tournaments.models import Pairing, Round, Seat
from tournaments.pairing import PairedRound, pairing_input
from tournaments.policy import Act, check_section_state, require
from tournaments.queries.presence import unconfirmed
from tournaments.queries.progress import pair_key, stand_of
from tournaments.queries.seats import seats_and_players
from tournaments.state.tournament import Tournament


def pair_round(
    *,
    round_: Round,
    by: User,
    allow_rematch: bool = False,
    reason: str = "",
    seen: str | None = None,
    once: str = "",
) -> Answer:
    """Ask the worker for the pairing. Answers ``{"round": id, "job": id}``; while a job waits or runs, a
    second press, anybody's, gets the same job.

    ``allow_rematch`` lifts the rule for this one round and needs a reason. Refusals: ``state``,
    ``lots-not-drawn``, ``previous-round-open``, ``players-unconfirmed``, ``reason-needed``, ``publishing``;
    `Conflict` ``round-changed``: ``seen`` is not its `stand_of` any more.
    """
    with transaction.atomic():
        round_ = lock_round(round_)
        if earlier := journal.answered(by=by, once=once, act=Act.PAIR_ROUND, target=target_of(round_)):
            return earlier
        require(Act.PAIR_ROUND, by=by, scope=round_)
        check_pairable(round_)
        check_confirmed(round_)
        if allow_rematch and not reason.strip():
            raise Refusal("reason-needed", field="reason")
        if job := outbox.pending(pair_key(round_)):
            return {"round": round_.pk, "job": job.pk}
        refuse_while_busy(round_)
        check_seen(round_, seen, stand_of(round_))
        if round_.allow_rematch != allow_rematch:
            round_.allow_rematch = allow_rematch
            round_.save(update_fields=["allow_rematch"])
        job = ask_for_pairing(round_, by=by)
        answer: Answer = {"round": round_.pk, "job": job.pk}
        journal.record(
            Act.PAIR_ROUND,
            by=by,
            scope=scope_of(round_.section.event),
            target=target_of(round_),
            after={"allow_rematch": round_.allow_rematch},
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        return answer


def ask_for_pairing(round_: Round, *, by: User) -> outbox.Job:
    """Have a locked round paired; also for acts that changed what its draft rests on."""
    return outbox.ask("pair", key=pair_key(round_), payload={"round": round_.pk}, by=by, priority=outbox.PAIR)


def changes_lost(round_: Round) -> list[dict[str, Any]]:
    """The changes by hand that pairing a draft anew does away with: what was done to whom, by number."""
    if round_.state != Round.State.DRAFT:
        return []
    return [{"change": change["change"], "params": change["params"]} for change in round_.draft_changes]


def check_pairable(round_: Round) -> None:
    """Whether everything that the pairing rests on is there. Raises the `Refusal` that says what is not."""
    section = round_.section
    check_section_state(Act.PAIR_ROUND, section)
    if not section.lots_drawn_at:
        raise Refusal("lots-not-drawn")
    check_rounds_before(round_)


def check_confirmed(round_: Round) -> None:
    """Whether somebody has said of everybody who is to be paired that he or she is here. Raises the `Refusal`
    ``players-unconfirmed`` with the numbers."""
    if unseen := unconfirmed(round_):
        numbers = [one.entry.number for one in unseen]
        raise Refusal("players-unconfirmed", round=round_.number, players=numbers)


def store_draft(round_: Round, tournament: Tournament, paired: PairedRound, *, by: User | None) -> None:
    """Replace the draft of a locked round by what the worker computed."""
    round_.pairings.all().delete()
    write_pairings(round_, tournament, paired)
    round_.state = Round.State.DRAFT
    round_.draft_input = pairing_input(tournament, round_.number)
    round_.draft_digest = paired.digest
    round_.draft_changes = []
    round_.save(update_fields=["state", "draft_input", "draft_digest", "draft_changes"])
    journal.record(
        "draft_ready",
        by=by,
        scope=scope_of(round_.section.event),
        target=target_of(round_),
        after={"digest": paired.digest, "tables": len(paired.pairs), "bye": paired.bye},
    )


def write_pairings(round_: Round, tournament: Tournament, paired: PairedRound) -> None:
    entries = dict(round_.section.entries.filter(number__isnull=False).values_list("number", "pk"))
    pairings = [
        Pairing(
            round=round_,
            table=pair.table,
            reasons=[reason.as_json() for reason in pair.reasons],
            notices=[notice.as_json() for notice in pair.notices],
        )
        for pair in paired.pairs
    ]
    Pairing.objects.bulk_create(pairings, batch_size=500)
    seats = [
        Seat(round=round_, entry_id=entries[number], pairing=pairing, colour=colour)
        for pairing, pair in zip(pairings, paired.pairs, strict=True)
        for number, colour in ((pair.first, Seat.Colour.FIRST), (pair.second, Seat.Colour.SECOND))
    ]
    byes: list[int] = [*([paired.bye] if paired.bye else []), *paired.free]
    for number in byes:
        bye = Pairing.objects.create(round=round_)
        seats.append(Seat(round=round_, entry_id=entries[number], pairing=bye, colour=Seat.Colour.BYE))
    Seat.objects.bulk_create(seats, batch_size=500)


def pairs_json(round_: Round) -> list[dict[str, Any]]:
    """The tables of a round as a version keeps them: numbers, reason codes, no names; the bye last."""
    rows: list[dict[str, Any]] = []
    for pairing in round_.pairings.prefetch_related(seats_and_players()).order_by("table"):
        numbers = {seat.colour: seat.entry.number for seat in pairing.seats.all()}
        rows.append(
            {
                "table": pairing.table,
                "first": numbers.get("first"),
                "second": numbers.get("second"),
                "bye": numbers.get("bye"),
                "reasons": pairing.reasons,
                "notices": pairing.notices,
                "by_hand": pairing.by_hand,
            }
        )
    return sorted(rows, key=lambda row: (row["table"] is None, row["table"] or 0))
