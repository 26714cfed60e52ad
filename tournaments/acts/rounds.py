"""A round in public: published, closed, reopened. The worker renders, computes, and switches.

Publishing: in one transaction the round becomes a numbered, frozen version and its pages appear. What was
published is exactly what the person saw: when the draft, the entries or earlier results have changed since,
the answer is a refusal, never another pairing. Closing: the standings are computed and frozen.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal import journal, outbox
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts._absent import await_start
from tournaments.acts.arguments import Reason, RoundSeen
from tournaments.acts.common import check_rounds_before, refuse_while_busy, scope_of, target_of
from tournaments.acts.drafts import (
    OfJob,
    act_while_idle,
    check_confirmed,
    check_pairable,
    pair_next_round_when_ready,
    pairs_json,
)
from tournaments.acts.frame import ROUND, ActResult, act, no_change
from tournaments.models import Foul, Round, RoundVersion, Section, Standing
from tournaments.pages.webhook_events import notify_decided, notify_round, notify_standings
from tournaments.pairing import input_digest
from tournaments.policy import Act
from tournaments.queries.adjourned import unfinished
from tournaments.queries.progress import (
    close_key,
    round_publish_key,
    scope_of_work,
    stand_with_results,
    standings_key,
    touched_since_paired,
)
from tournaments.queries.refereeing.contests import contests_by_round
from tournaments.queries.teams.line_ups import unrevealed
from tournaments.queries.teams.matches import open_games
from tournaments.queries.teams.team_matches import match_tables, team_settings_of, to_pair, undecided_matches
from tournaments.state.canonical import digest_of

PUBLIC = (Round.State.PUBLISHED, Round.State.PLAYING, Round.State.CLOSED)


class Reopened(TypedDict):
    round: int
    state: Annotated[str, Round.State]


@act(on=ROUND, right=Act.PUBLISH_ROUND, done=_("publication requested"))
def publish_round(
    *,
    round_: Round,
    seen: Annotated[str, Field(longest=80, help=_("The digest of the draft you saw."))],
    by: User,
    once: str = "",
) -> ActResult[OfJob]:
    """``seen``: the digest of the draft on the person's screen."""
    if job := refuse_while_busy(round_, but="publish"):
        return no_change({"round": round_.pk, "job": job.pk})
    check_pairable(round_)
    if seen != round_.draft_digest:
        raise Conflict("draft-changed", round=round_.number, yours=seen, theirs=round_.draft_digest)
    if is_outdated(round_):
        raise Refusal("draft-outdated", round=round_.number)
    check_confirmed(round_)
    publishing_job = enqueue_publishing(round_, by=by)
    return ActResult({"round": round_.pk, "job": publishing_job}, after={"digest": seen})


def enqueue_publishing(round_: Round, *, by: User | None) -> int:
    """Have the draft of a locked round published as it stands."""
    return outbox.enqueue(
        "publish",
        key=round_publish_key(round_),
        payload={"round": round_.pk, "seen": round_.draft_digest},
        by=by,
        priority=outbox.PUBLISH,
        scope=scope_of_work(round_.section),
    )


def is_outdated(round_: Round) -> bool:
    """Tell whether entries, rules or earlier results are no longer those that the draft was computed from."""
    # Where nothing was done since, nothing is computed again: the digest costs.
    if not touched_since_paired(round_):
        return False
    now = input_digest(to_pair(round_.section, before_round=round_.number), round_.number)
    return now != digest_of(round_.draft_input or {})


def next_version(round_: Round) -> int:
    return round_.versions.count() + 1


def store_round_version(round_: Round, *, by: User | None, at: datetime) -> RoundVersion:
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
    await_start(round_)
    notify_decided(round_)
    return version


def add_version(round_: Round, *, by: User | None, at: datetime) -> RoundVersion:
    """The round as it stands now, as one more frozen version."""
    pairs = pairs_json(round_)
    version = RoundVersion.objects.create(
        round=round_,
        number=next_version(round_),
        pairs=pairs,
        input=round_.draft_input or {},
        digest=round_.draft_digest,
        official=round_.section.official,
        by=by,
        at=at,
    )
    journal.record(
        "round_published",
        by=by,
        scope=scope_of(round_.section.event),
        target=target_of(round_),
        after={
            "version": version.number,
            "digest": version.digest,
            "tables": len(pairs),
            "official_mode": version.official,
        },
        follows=True,
    )
    notify_round(version)
    return version


@act(on=ROUND, right=Act.CLOSE_ROUND, revision=stand_with_results, done=_("closing requested"))
def close_round(*, round_: Round, by: User, seen: RoundSeen = None, once: str = "") -> ActResult[OfJob]:
    """The round is closed when the worker has frozen its standings."""
    if job := refuse_while_busy(round_, but="standings"):
        return no_change({"round": round_.pk, "job": job.pk})
    check_rounds_before(round_)
    check_complete(round_)
    standings_job = outbox.enqueue(
        "standings",
        key=close_key(round_),
        payload={"section": round_.section_id, "after": round_.number, "closing": round_.pk},
        by=by,
        priority=outbox.PUBLISH,
        scope=scope_of_work(round_.section),
    )
    return ActResult({"round": round_.pk, "job": standings_job})


def missing_results(round_: Round) -> list[int]:
    """List the tables that have no result yet, or in a match no winner."""
    tables = list(open_games(round_))
    if round_.section.of_teams:
        settings = team_settings_of(round_.section)
        # Of these matches nobody knows yet who sits there.
        for match in unrevealed([round_]):
            tables += match_tables(round_.section, settings, match.table or 0)
    return sorted(tables)


def open_fouls(round_: Round) -> list[int]:
    """Tables with a foul that is neither confirmed nor withdrawn."""
    fouls = Foul.objects.filter(pairing__round=round_, superseded_by__isnull=True, status=Foul.Status.LOGGED)
    return sorted({foul.pairing.table or 0 for foul in fouls.select_related("pairing")})


def check_complete(round_: Round) -> None:
    """Whether the round has everything that closing needs. Raises the `Refusal` that names what is not."""
    if missing := missing_results(round_):
        raise Refusal("results-missing", round=round_.number, tables=missing, count=len(missing))
    if level := undecided_matches(round_):
        code = "match-level" if round_.section.of_teams else "players-level"
        raise Refusal(code, table=level[0])
    if round_.number == round_.section.rounds and (left := unfinished([round_.section_id])):
        number = left[0].round.number
        waiting = [pairing.table for pairing in left if pairing.round.number == number]
        raise Refusal("adjourned-open", round=number, tables=waiting)
    if fouls := open_fouls(round_):
        raise Refusal("fouls-open", round=round_.number, tables=fouls, count=len(fouls))
    if contests := contests_by_round([round_]).get(round_.pk):
        tables = sorted({contest.table for contest in contests})
        raise Refusal("contests-open", round=round_.number, tables=tables, count=len(tables))


def ask_for_standings(section: Section, *, since: int, by: User | None) -> None:
    """Have the frozen standings of every closed round from ``since`` on computed anew (a correction)."""
    closed = section.round_set.filter(state=Round.State.CLOSED, number__gte=since)
    for number in closed.values_list("number", flat=True):
        outbox.enqueue(
            "standings",
            key=standings_key(section, number),
            payload={"section": section.pk, "after": number, "closing": None},
            by=by,
            priority=outbox.PUBLISH,
            scope=scope_of_work(section),
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
    if news := newest is None or newest.digest != digest:
        newest = Standing.objects.create(
            section=section,
            after_round=after,
            version=newest.version + 1 if newest else 1,
            data=data,
            digest=digest,
        )
    final = _finalists(section, data) if _decides_final(section, after) else None
    if other_final := final is not None and final != section.options["final"]:
        section.options = {**section.options, "final": final}
        section.save(update_fields=["options"])
    # A draft rests on who plays the final, and asks the journal whether it still holds.
    if news or other_final:
        journal.record(
            "standings_frozen",
            by=by,
            scope=scope_of(section.event),
            target=target_of(section),
            after={"round": after, "version": newest.version, "digest": digest},
        )
    if news:
        notify_standings(section, newest)
    if closing is not None:
        closing.state = Round.State.CLOSED
        closing.closed_at = timezone.now()
        closing.save(update_fields=["state", "closed_at"])
        if closing.number == section.rounds and section.state == Section.State.RUNNING:
            section.state = Section.State.FINISHED
            section.save(update_fields=["state"])
        ask_for_standings(section, since=closing.number + 1, by=by)
        pair_next_round_when_ready(section, by=by)
    pages.standings_stored(section)
    return newest


def _decides_final(section: Section, after: int) -> bool:
    """Whether these standings name who plays the final: until its first round is public."""
    final = section.options.get("final")
    if not final or final["after"] != after:
        return False
    return not section.round_set.filter(number=after + 1, state__in=PUBLIC).exists()


def _finalists(section: Section, data: dict[str, Any]) -> dict[str, Any]:
    """Return the section's final with its players, in the order of the standings."""
    # Who has withdrawn leaves the place to the next.
    left = set(section.entries.filter(withdrawn_after__isnull=False).values_list("number", flat=True))
    staying = [row["number"] for row in data["rows"] if row["number"] not in left]
    return {**section.options["final"], "players": staying[: section.options["final_size"]]}


@act_while_idle(right=Act.REOPEN_ROUND, needs_reason=True, done=_("round reopened"))
def reopen_round(
    *, round_: Round, reason: Reason, by: User, seen: RoundSeen = None, once: str = ""
) -> ActResult[Reopened]:
    """Reopen a closed round as long as nothing is paired after it."""
    section = round_.section
    for later in section.round_set.filter(number__gt=round_.number).order_by("number"):
        refuse_while_busy(later)
        if later.state != Round.State.PLANNED:
            raise Refusal("later-round-paired", round=round_.number, later=later.number)
    round_.state = Round.State.PLAYING
    # Its frozen standings stay as versions; closing again adds one.
    round_.closed_at = None
    round_.save(update_fields=["state", "closed_at"])
    if section.state == Section.State.FINISHED:
        section.state = Section.State.RUNNING
        section.save(update_fields=["state"])
    pages.round_reopened(round_)
    return ActResult(
        {"round": round_.pk, "state": round_.state},
        before={"state": Round.State.CLOSED},
        after={"state": round_.state},
    )
