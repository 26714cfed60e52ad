"""What the worker does for tournaments: pair, publish, standings, letters, backups. Each kind reads, computes
outside any transaction, and writes through the act that it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.utils import timezone, translation

from portal import apart, published
from portal.accounts.models import User
from portal.backup.archive import BackupFault, Reader, look_through
from portal.outbox import Again, Handler, Job, Refused, Work
from portal.policy import Denied, Refusal
from tournaments import pages
from tournaments.acts.backups import restore_event, write_event
from tournaments.acts.common import check_rounds_before, lock_round, lock_section
from tournaments.acts.drafts import check_confirmed, check_pairable, pairs_json, store_draft
from tournaments.acts.rounds import (
    enqueue_publishing,
    missing_results,
    next_version,
    rests_on_else,
    store_standings,
    store_version,
)
from tournaments.models import Backup, Event, Invitation, Player, Prize, Restoration, Role, Round, Section
from tournaments.pages import turning
from tournaments.pages.paths import section_path
from tournaments.pages.search_index import KIND, IndexHandler
from tournaments.pairing import CannotPair, PairedRound, PairingInputError, pair, pairing_input
from tournaments.queries.invitations import address_of
from tournaments.queries.progress import acts_done
from tournaments.queries.team_matches import team_event_of, team_settings_of, to_pair
from tournaments.queries.tournament import prize_lists, standings_data, tournament_of
from tournaments.standings.ranking import standings
from tournaments.standings.team_table import team_table
from tournaments.state.canonical import digest_of
from tournaments.state.team_matches import TeamEvent
from tournaments.state.tournament import Tournament
from tournaments.wording.letters import invitation_letter
from tournaments.wording.names import plain_name

MOST_SECONDS = 20
"""Of processor time to look through a backup: one of 2,000 players takes two."""


def _round(payload: dict[str, Any]) -> Round:
    return Round.objects.select_related("section__event").get(pk=payload["round"])


def _asker(job: Job) -> User | None:
    return job.asked_by


@dataclass(frozen=True, slots=True)
class OfRound:
    """``done``: `acts_done` before the rest was read."""

    round_: Round
    done: int


@dataclass(frozen=True, slots=True)
class ToPair(OfRound):
    tournament: Tournament
    rests_on: dict[str, Any]


def _check(check: Callable[[Round], None], round_: Round) -> None:
    """A check of an act, answered as the worker answers."""
    try:
        check(round_)
    except Refusal as refusal:
        raise Refused(refusal.code, **refusal.params) from None


class RoundHandler(Handler):
    """Work on a round. While nothing else was done at the event, nothing is read again under the locks."""

    def lock(self, payload: dict[str, Any]) -> None:
        round_ = _round(payload)
        # Section before round, as the acts on entries do: in one order nobody waits in a circle.
        lock_section(round_.section)
        lock_round(round_)

    def holds(self, payload: dict[str, Any], work: Work) -> bool:
        data: OfRound = work.data
        return acts_done(data.round_.section) == data.done or super().holds(payload, work)


def _pairable(payload: dict[str, Any]) -> tuple[Round, int]:
    """The round of a job, if it can be paired, and how much had been done in its section when it was read."""
    done = acts_done(_round(payload).section)
    round_ = _round(payload)
    if round_.is_public:
        raise Refused("round-public", round=round_.number)
    if round_.section.event.archived:
        # It was asked for while somebody put the event away.
        raise Refused("event-archived")
    _check(check_pairable, round_)
    return round_, done


class PairHandler(RoundHandler):
    """``{"round": id}`` → a draft. With ``"publish": True`` it is published as well, while the pairings of
    all rounds are public."""

    def read(self, payload: dict[str, Any]) -> Work:
        round_, done = _pairable(payload)
        _check(check_confirmed, round_)
        tournament = to_pair(round_.section, before_round=round_.number)
        rests_on = pairing_input(tournament, round_.number)
        digest = digest_of([rests_on, round_.allow_rematch])
        return Work(digest, ToPair(round_, done, tournament, rests_on))

    def compute(self, data: ToPair) -> PairedRound:
        number, lifted = data.round_.number, data.round_.allow_rematch
        try:
            return pair(data.tournament, number, allow_rematch=lifted, known=data.rests_on)
        except (CannotPair, PairingInputError) as refusal:
            raise Refused(str(refusal.code), **refusal.params) from None

    def write(self, job: Job, data: ToPair, result: PairedRound) -> dict[str, Any]:
        round_ = _round(job.payload)
        store_draft(round_, result, data.rests_on, by=_asker(job))
        if job.payload.get("publish") and round_.section.all_rounds_public:
            enqueue_publishing(round_, by=_asker(job))
        return {"digest": result.digest, "tables": len(result.pairs), "bye": result.bye}


@dataclass(frozen=True, slots=True)
class ToPublish(OfRound):
    version: int
    at: datetime


class PublishHandler(RoundHandler):
    """``{"round": id, "seen": digest}`` → a frozen version, its pages rendered before the switch."""

    def read(self, payload: dict[str, Any]) -> Work:
        round_, done = _pairable(payload)
        if round_.draft_digest != payload["seen"]:
            raise Refused("draft-changed", round=round_.number)
        if rests_on_else(round_):
            raise Refused("draft-outdated", round=round_.number)
        _check(check_confirmed, round_)
        version = next_version(round_)
        section = round_.section
        rests_on = [round_.draft_digest, version, pairs_json(round_), section_path(section), section.official]
        digest = digest_of(rests_on)
        return Work(digest, ToPublish(round_, done, version, timezone.now()))

    def compute(self, data: ToPublish) -> list[published.PrerenderedPage]:
        preview = {"publishing": data.round_.pk, "version": data.version, "at": data.at.isoformat()}
        return published.render_many(pages.round_specs(data.round_), preview=preview)

    def write(self, job: Job, data: ToPublish, result: list[published.PrerenderedPage]) -> dict[str, Any]:
        round_ = _round(job.payload)
        version = store_version(round_, by=_asker(job), at=data.at)
        published.store(result)
        pages.round_published(round_)
        return {"version": version.number, "digest": version.digest}


@dataclass(frozen=True, slots=True)
class ToRank:
    tournament: Tournament
    section: Section
    after: int
    closing: int | None
    prizes: list[Prize]
    teams: TeamEvent | None


class StandingsHandler(Handler):
    """``{"section": id, "after": n, "closing": round id | None}`` → frozen standings, the round closed."""

    def read(self, payload: dict[str, Any]) -> Work:
        section = Section.objects.select_related("event").get(pk=payload["section"])
        closing: int | None = payload["closing"]
        if closing is not None:
            round_ = Round.objects.select_related("section").get(pk=closing)
            _check(check_rounds_before, round_)
            if missing := missing_results(round_):
                raise Refused("results-missing", tables=missing, count=len(missing), round=round_.number)
        tournament = tournament_of(section).until(payload["after"])
        prizes = list(section.prizes.select_related("category"))
        teams = team_event_of(section, before_round=payload["after"] + 1) if section.of_teams else None
        rests_on = [repr(tournament), section.counted_players, section_path(section)]
        rests_on += [repr(prize_lists(prizes)), repr(teams), repr(section.team_rules)]
        return Work(
            digest_of(rests_on), ToRank(tournament, section, payload["after"], closing, prizes, teams)
        )

    def compute(self, data: ToRank) -> tuple[dict[str, Any], list[published.PrerenderedPage]]:
        ranked = standings(data.tournament, data.after, team_size=data.section.counted_players)
        frozen = standings_data(ranked, data.tournament, data.prizes)
        if data.teams is not None:
            criteria = team_settings_of(data.section).tiebreaks
            # No ranks of players are added (WXC 6.2) where the teams' own matches rank them.
            frozen |= {"teams": [], "team_table": team_table(data.teams, data.after, criteria)}
        preview = {
            "standings": data.section.pk,
            "after": data.after,
            "data": frozen,
            "closing": data.closing,
        }
        return frozen, published.render_many(pages.standings_specs(data.section, data.after), preview=preview)

    def lock(self, payload: dict[str, Any]) -> None:
        lock_section(Section.objects.select_related("event").get(pk=payload["section"]))
        if payload["closing"] is not None:
            lock_round(Round.objects.get(pk=payload["closing"]))

    def write(
        self, job: Job, data: ToRank, result: tuple[dict[str, Any], list[published.PrerenderedPage]]
    ) -> dict[str, Any]:
        frozen, fresh = result
        closing = None
        if data.closing is not None:
            closing = Round.objects.select_related("section__event").get(pk=data.closing)
            if not closing.is_public:
                raise Again
        section = closing.section if closing else Section.objects.get(pk=data.section.pk)
        standing = store_standings(
            section,
            after=data.after,
            data=frozen,
            digest=digest_of(frozen),
            closing=closing,
            by=_asker(job),
        )
        published.store(fresh)
        return {"after": data.after, "version": standing.version}


class InvitationHandler(Handler):
    """``{"invitation": id}`` → a letter. Sent at least once: a worker that dies between sending and noting it
    sends it again, and the link in it still opens once."""

    def read(self, payload: dict[str, Any]) -> Work:
        found = Invitation.objects.select_related("event", "invited_by").get(pk=payload["invitation"])
        if found.revoked_at or found.accepted_at:
            raise Refused("no-such-invitation")
        return Work(found.secret_digest, found)

    def compute(self, data: Invitation) -> None:
        with translation.override(data.language):
            subject, text = invitation_letter(
                event=plain_name(data.event),
                role=str(Role(data.role).label),
                by=str(data.invited_by or ""),
                address=address_of(data),
                until=data.expires_at,
            )
        send_mail(subject, text, settings.DEFAULT_FROM_EMAIL, [data.email])

    def write(self, job: Job, data: Invitation, result: None) -> dict[str, Any]:
        Invitation.objects.filter(pk=data.pk).update(sent_at=timezone.now())
        return {"invitation": data.pk}


class BackupHandler(Handler):
    """``{"event": id}`` → a `Backup` in place of the last one. It is of the moment in which it is computed;
    who is forgotten meanwhile has it made anew."""

    def read(self, payload: dict[str, Any]) -> Work:
        event = Event.objects.get(pk=payload["event"])
        people = Player.objects.filter(event=event, erased_at__isnull=False)
        forgotten = sorted(people.values_list("pk", flat=True))
        return Work(digest_of([event.pk, forgotten]), event)

    def compute(self, data: Event) -> tuple[bytes, str]:
        with SpooledTemporaryFile(max_size=16 * 1024 * 1024) as file:
            digest = write_event(data, file)
            file.seek(0)
            return file.read(), digest

    def lock(self, payload: dict[str, Any]) -> None:
        Event.objects.select_for_update().get(pk=payload["event"])

    def write(self, job: Job, data: Event, result: tuple[bytes, str]) -> dict[str, Any]:
        body, digest = result
        Backup.objects.filter(event=data).delete()
        Backup.objects.create(event=data, body=body, size=len(body), digest=digest)
        return {"size": len(body), "digest": digest}


class RestoreHandler(Handler):
    """``{"restoration": id}`` → an event. The file is looked at as a whole before the transaction begins, and
    before that by a child under limits."""

    def read(self, payload: dict[str, Any]) -> Work:
        found = Restoration.objects.select_related("by").get(pk=payload["restoration"])
        if not found.body:
            raise Refused("no-such-restoration")
        return Work(str(found.pk), found)

    def compute(self, data: Restoration) -> Reader:
        try:
            found = apart.call(look_through, data.body, seconds=MOST_SECONDS)
        except apart.Stopped as stopped:
            raise Refused(stopped.code, **stopped.params) from None
        if found:
            code, params = found
            raise Refused(code, **params)
        try:
            return Reader(BytesIO(data.body))
        except BackupFault as fault:
            raise Refused(fault.code, **fault.params) from None

    def write(self, job: Job, data: Restoration, result: Reader) -> dict[str, Any]:
        try:
            answer = restore_event(reader=result, slug=data.slug, by=data.by)
        except (BackupFault, Refusal) as fault:
            raise Refused(fault.code, **fault.params) from None
        except Denied:
            # The role was taken away while the file waited.
            raise Refused("restore-denied") from None
        Restoration.objects.filter(pk=data.pk).update(body=b"", event=answer["event"])
        return dict(answer)

    def refused(self, job: Job, refusal: Refused) -> None:
        Restoration.objects.filter(pk=job.payload["restoration"]).update(body=b"")


HANDLERS: dict[str, Handler] = {
    "send-invitation": InvitationHandler(),
    "pair": PairHandler(),
    "publish": PublishHandler(),
    "standings": StandingsHandler(),
    KIND: IndexHandler(),
    turning.KIND: turning.TurnHandler(),
}
"""Registered with the outbox when Django starts."""
SLOW_HANDLERS: dict[str, Handler] = {"backup": BackupHandler(), "restore": RestoreHandler()}
"""The same, for workers that nobody waits for."""
