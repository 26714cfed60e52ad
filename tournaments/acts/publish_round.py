"""Publish a round: a person presses, the worker renders the pages, `store_version` switches.

In one transaction the round becomes a numbered, frozen version and its pages appear. What was published is
exactly what the person saw: when the draft, the entries or earlier results have changed since, the answer
is a refusal, never another pairing.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from portal import journal, outbox
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from tournaments.acts.common import Answer, lock_round, refuse_while_busy, scope_of, target_of
from tournaments.acts.pair_round import check_confirmed, check_pairable, pairs_json
from tournaments.models import Round, RoundVersion, Section
from tournaments.pages.telling import tell_version
from tournaments.pairing import input_digest
from tournaments.policy import Act, require
from tournaments.queries.progress import publish_key
from tournaments.queries.tournament import tournament_of
from tournaments.state.canonical import digest_of


def publish_round(*, round_: Round, seen: str, by: User, once: str = "") -> Answer:
    """``seen``: the digest of the draft on the person's screen. Answers ``{"round": id, "job": id}``.

    Refusals: ``state``, ``still-pairing``, ``closing``, ``previous-round-open``, ``draft-changed``,
    ``draft-outdated``, ``players-unconfirmed``.
    """
    with transaction.atomic():
        round_ = lock_round(round_)
        if earlier := journal.answered(by=by, once=once, act=Act.PUBLISH_ROUND, target=target_of(round_)):
            return earlier
        if job := outbox.pending(publish_key(round_)):
            require(Act.PUBLISH_ROUND, by=by, scope=round_)
            return {"round": round_.pk, "job": job.pk}
        refuse_while_busy(round_)
        require(Act.PUBLISH_ROUND, by=by, scope=round_)
        check_pairable(round_)
        if seen != round_.draft_digest:
            raise Conflict("draft-changed", round=round_.number, yours=seen, theirs=round_.draft_digest)
        if is_outdated(round_):
            raise Refusal("draft-outdated", round=round_.number)
        check_confirmed(round_)
        job = outbox.ask(
            "publish",
            key=publish_key(round_),
            payload={"round": round_.pk, "seen": seen, "by": by.pk},
            by=by,
            priority=outbox.PUBLISH,
        )
        answer: Answer = {"round": round_.pk, "job": job.pk}
        journal.record(
            Act.PUBLISH_ROUND,
            by=by,
            scope=scope_of(round_.section.event),
            target=target_of(round_),
            after={"digest": seen},
            once=once,
            answer=answer,
        )
        return answer


def is_outdated(round_: Round) -> bool:
    """Whether entries, rules or earlier results are no longer those that the draft was computed from."""
    now = input_digest(tournament_of(round_.section, before_round=round_.number), round_.number)
    return now != digest_of(round_.draft_input or {})


def next_version(round_: Round) -> int:
    return round_.versions.count() + 1


def store_version(round_: Round, *, by: User | None, at: datetime) -> RoundVersion:
    """Freeze a locked round as it stands and make it public; the caller stores its pages with it."""
    version = add_version(round_, by=by, at=at)
    first = round_.state == Round.State.DRAFT
    if first:
        round_.state = Round.State.PUBLISHED
        round_.published_at = at
        round_.save(update_fields=["state", "published_at"])
    section = round_.section
    if section.state == Section.State.OPEN:
        section.state = Section.State.RUNNING
        section.save(update_fields=["state"])
    return version


def add_version(round_: Round, *, by: User | None, at: datetime) -> RoundVersion:
    """The round as it stands now, as one more frozen version."""
    pairs: list[dict[str, Any]] = pairs_json(round_)
    version = RoundVersion.objects.create(
        round=round_,
        number=next_version(round_),
        pairs=pairs,
        input=round_.draft_input or {},
        digest=round_.draft_digest,
        by=by,
        at=at,
    )
    journal.record(
        "round_published",
        by=by,
        scope=scope_of(round_.section.event),
        target=target_of(round_),
        after={"version": version.number, "digest": version.digest, "tables": len(pairs)},
    )
    tell_version(version)
    return version
