"""Close a round: all results in, the standings are computed by the worker and frozen."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from portal import journal, outbox
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import (
    Answer,
    check_rounds_before,
    check_seen,
    lock_round,
    refuse_while_busy,
    scope_of,
    target_of,
)
from tournaments.models import Foul, Round, Section, Standing
from tournaments.pages.telling import tell_standings
from tournaments.policy import Act, require
from tournaments.queries.matches import open_games
from tournaments.queries.progress import close_key, stand_with_results, standings_key

PUBLIC = (Round.State.PUBLISHED, Round.State.PLAYING, Round.State.CLOSED)


def close_round(*, round_: Round, by: User, seen: str | None = None, once: str = "") -> Answer:
    """Answers ``{"round": id, "job": id}``; the round is closed when the worker has frozen its standings.

    Refusals: ``state``, ``previous-round-open``, ``results-missing`` (``tables``), ``fouls-open``
    (``tables``), ``still-pairing``, ``publishing``; `Conflict` ``round-changed``: ``seen`` is not its
    `stand_with_results` any more.
    """
    with transaction.atomic():
        round_ = lock_round(round_)
        if earlier := journal.answered(by=by, once=once, act=Act.CLOSE_ROUND, target=target_of(round_)):
            return earlier
        require(Act.CLOSE_ROUND, by=by, scope=round_)
        if job := outbox.pending(close_key(round_)):
            return {"round": round_.pk, "job": job.pk}
        refuse_while_busy(round_)
        check_seen(round_, seen, stand_with_results(round_))
        check_rounds_before(round_)
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
    """Tables that have no result yet, or in a match no winner, in order."""
    return sorted(open_games(round_))


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
        tell_standings(section, newest)
    if _decides_final(section, after):
        section.options = {**section.options, "final": _finalists(section, data)}
        section.save(update_fields=["options"])
    if closing is not None:
        closing.state = Round.State.CLOSED
        closing.closed_at = timezone.now()
        closing.save(update_fields=["state", "closed_at"])
        if closing.number == section.rounds and section.state == Section.State.RUNNING:
            section.state = Section.State.FINISHED
            section.save(update_fields=["state"])
        pages.results_changed(closing)
        ask_for_standings(section, since=closing.number + 1, by=by)
    return newest


def _decides_final(section: Section, after: int) -> bool:
    """Whether these standings name who plays the final: until its first round is public."""
    final = section.options.get("final")
    if not final or final["after"] != after:
        return False
    return not section.round_set.filter(number=after + 1, state__in=PUBLIC).exists()


def _finalists(section: Section, data: dict[str, Any]) -> dict[str, Any]:
    """The section's final with its players, in the order of the standings; who has withdrawn leaves the place
    to the next."""
    left = set(section.entries.filter(withdrawn_after__isnull=False).values_list("number", flat=True))
    staying = [row["number"] for row in data["rows"] if row["number"] not in left]
    return {**section.options["final"], "players": staying[: section.options["final_size"]]}
