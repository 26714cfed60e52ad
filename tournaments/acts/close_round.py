"""Close a round: all results in, the standings are computed by the worker and frozen."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from portal import journal, outbox
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import Answer, lock_round, refuse_while_busy, scope_of, target_of
from tournaments.models import Foul, Pairing, Round, Section, Standing
from tournaments.policy import Act, require
from tournaments.queries.progress import close_key, standings_key


def close_round(*, round_: Round, by: User, once: str = "") -> Answer:
    """Answers ``{"round": id, "job": id}``; the round is closed when the worker has frozen its standings.

    Refusals: ``state``, ``results-missing`` (``tables``), ``fouls-open`` (``tables``), ``still-pairing``,
    ``publishing``.
    """
    with transaction.atomic():
        round_ = lock_round(round_)
        if earlier := journal.answered(by=by, once=once, act=Act.CLOSE_ROUND, target=target_of(round_)):
            return earlier
        require(Act.CLOSE_ROUND, by=by, scope=round_)
        if job := outbox.pending(close_key(round_)):
            return {"round": round_.pk, "job": job.pk}
        refuse_while_busy(round_)
        check_complete(round_)
        job = outbox.ask(
            "standings",
            key=close_key(round_),
            payload={"section": round_.section_id, "after": round_.number, "closing": round_.pk},
            by=by,
            priority=outbox.PUBLISH,
        )
        answer: Answer = {"round": round_.pk, "job": job.pk}
        journal.record(
            Act.CLOSE_ROUND,
            by=by,
            scope=scope_of(round_.section.event),
            target=target_of(round_),
            once=once,
            answer=answer,
        )
        return answer


def missing_results(round_: Round) -> list[int]:
    """Tables that have no result yet, in order."""
    open_tables = Pairing.objects.filter(round=round_, table__isnull=False, reports__isnull=True)
    return [pairing.table or 0 for pairing in open_tables.order_by("table")]


def open_fouls(round_: Round) -> list[int]:
    """Tables with a foul that is neither confirmed nor withdrawn."""
    fouls = Foul.objects.filter(pairing__round=round_, superseded_by__isnull=True, status=Foul.Status.LOGGED)
    return sorted({foul.pairing.table or 0 for foul in fouls.select_related("pairing")})


def check_complete(round_: Round) -> None:
    """Whether the round has everything that closing needs. Raises the `Refusal` that names what is not."""
    if missing := missing_results(round_):
        raise Refusal("results-missing", round=round_.number, tables=missing, count=len(missing))
    if fouls := open_fouls(round_):
        raise Refusal("fouls-open", round=round_.number, tables=fouls, count=len(fouls))


def ask_for_standings(section: Section, *, since: int, by: User | None) -> None:
    """Have the frozen standings of every closed round from ``since`` on computed anew (a correction)."""
    closed = section.round_set.filter(state=Round.State.CLOSED, number__gte=since)
    for number in closed.values_list("number", flat=True):
        outbox.ask(
            "standings",
            key=standings_key(section, number),
            payload={"section": section.pk, "after": number, "closing": None},
            by=by,
            priority=outbox.PUBLISH,
        )


def store_standings(
    section: Section,
    *,
    after: int,
    data: dict[str, Any],
    digest: str,
    closing: Round | None,
    by: User | None,
) -> Standing:
    """Freeze standings (a new version unless nothing changed) and, if asked, close the locked round."""
    newest = section.standings.filter(after_round=after).order_by("-version").first()
    if newest is None or newest.digest != digest:
        newest = Standing.objects.create(
            section=section,
            after_round=after,
            version=newest.version + 1 if newest else 1,
            data=data,
            digest=digest,
        )
        journal.record(
            "standings_frozen",
            by=by,
            scope=scope_of(section.event),
            target=target_of(section),
            after={"round": after, "version": newest.version, "digest": digest},
        )
    if closing is not None:
        closing.state = Round.State.CLOSED
        closing.closed_at = timezone.now()
        closing.save(update_fields=["state", "closed_at"])
        if closing.number == section.rounds and section.state == Section.State.RUNNING:
            section.state = Section.State.FINISHED
            section.save(update_fields=["state"])
        pages.results_changed(closing)
    return newest
