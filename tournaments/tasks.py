"""Do the worker's part: each kind reads, computes outside any transaction, and writes through its act."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from time import monotonic
from typing import Any

from django.conf import settings
from django.utils import timezone, translation

from portal import published
from portal.accounts.models import User
from portal.outbox import RECORDS, Handler, Job, JobRefused, TryAgain, Work, enqueue
from portal.policy import Refusal
from portal.web.letters import send_letter
from tournaments import pages
from tournaments.acts._absent import RULE, await_seats
from tournaments.acts.common import check_rounds_before, lock_result, lock_round, lock_section
from tournaments.acts.drafts import check_confirmed, check_pairable, pairs_json, store_draft
from tournaments.acts.entering.admission import LETTER
from tournaments.acts.entering.entry_forms import DELETE, delete_what_is_over
from tournaments.acts.papers import ask_for, wanted_of
from tournaments.acts.refereeing.no_shows import rule_absent
from tournaments.acts.rounds import (
    check_complete,
    enqueue_publishing,
    is_outdated,
    next_version,
    store_round_version,
    store_standings,
)
from tournaments.acts.teams._line_ups import REVEAL, await_line_ups, reveal
from tournaments.models import Application, Invitation, Paper, Prize, Role, Round, Section
from tournaments.pages import turning
from tournaments.pages.paths import section_path
from tournaments.pages.private_pages import AHEAD
from tournaments.pages.search_index import KIND, IndexHandler
from tournaments.pairing import CannotPair, PairedRound, PairingInputError, pair, pairing_input
from tournaments.queries.categories import with_categories
from tournaments.queries.entering.applications import applicant_address
from tournaments.queries.frozen import frozen_standings
from tournaments.queries.invitations import invitation_url
from tournaments.queries.money.fees import owed_by, owed_by_team, terms_of_fees
from tournaments.queries.progress import acts_done
from tournaments.queries.public.public_parts import is_large
from tournaments.queries.teams.line_ups import deadline_of, has_passed, unrevealed
from tournaments.queries.teams.team_matches import team_event_of, to_pair
from tournaments.queries.tournament import prize_lists, tournament_of
from tournaments.requests.stored_pages import old_pages, render_private_page
from tournaments.state.applications import DRAFT_DAYS
from tournaments.state.canonical import digest_of
from tournaments.state.fees import grouped_number
from tournaments.state.gc_disabled import gc_disabled
from tournaments.state.team_matches import TeamEvent
from tournaments.state.tournament import Tournament
from tournaments.wording.entering.applications import application_letter
from tournaments.wording.letters import invitation_letter
from tournaments.wording.money.fees import payment_letter
from tournaments.wording.names import plain_name


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
    tournament: Tournament | TeamEvent
    rests_on: dict[str, Any]


def _check(check: Callable[[Round], None], round_: Round) -> None:
    """A check of an act, answered as the worker answers."""
    try:
        check(round_)
    except Refusal as refusal:
        raise JobRefused(refusal.code, **refusal.params) from None


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
        raise JobRefused("round-public", round=round_.number)
    if round_.section.event.archived:
        # It was asked for while somebody put the event away.
        raise JobRefused("event-archived")
    _check(check_pairable, round_)
    return round_, done


class PairHandler(RoundHandler):
    """Pair ``{"round": id}``; with ``"publish": True`` publish it as well."""

    def read(self, payload: dict[str, Any]) -> Work:
        round_, done = _pairable(payload)
        # Refused here too: what was confirmed when it was asked for may have been taken back.
        _check(check_confirmed, round_)
        tournament = to_pair(round_.section, before_round=round_.number)
        rests_on = pairing_input(tournament, round_.number)
        digest = digest_of([rests_on, round_.allow_rematch])
        return Work(digest, ToPair(round_, done, tournament, rests_on))

    def compute(self, data: ToPair) -> PairedRound:
        number, lifted = data.round_.number, data.round_.allow_rematch
        try:
            return pair(data.tournament, number, allow_rematch=lifted, inputs=data.rests_on)
        except (CannotPair, PairingInputError) as refusal:
            raise JobRefused(str(refusal.code), **refusal.params) from None

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
            raise JobRefused("draft-changed", round=round_.number)
        if is_outdated(round_):
            raise JobRefused("draft-outdated", round=round_.number)
        _check(check_confirmed, round_)
        version = next_version(round_)
        section = round_.section
        rests_on = [round_.draft_digest, version, pairs_json(round_), section_path(section), section.official]
        digest = digest_of(rests_on)
        return Work(digest, ToPublish(round_, done, version, timezone.now()))

    @gc_disabled()
    def compute(self, data: ToPublish) -> list[published.PrerenderedPage]:
        preview = {"publishing": data.round_.pk, "version": data.version, "at": data.at.isoformat()}
        with published.reading_once():
            fresh = published.render_many(pages.round_specs(data.round_), preview=preview)
            # The further parts of a long list of players follow: nothing but their heads changes.
            lead = pages.section_specs(data.round_.section)
            return fresh + published.render_many(lead, preview=preview, further=False)

    def write(self, job: Job, data: ToPublish, result: list[published.PrerenderedPage]) -> dict[str, Any]:
        round_ = _round(job.payload)
        version = store_round_version(round_, by=_asker(job), at=data.at)
        published.store(result, leaving=True)
        pages.round_published(round_, fresh=[page.spec.path for page in result])
        _print_pairings(round_)
        return {"version": version.number, "digest": version.digest}


def _print_pairings(round_: Round) -> None:
    """Set what hangs on the wall at once, in all languages: nobody waits at the printer."""
    tables = 0 if round_.section.of_teams else round_.pairings.count()
    # Those of a large section are set when somebody asks.
    if not tables or is_large(tables):
        return
    for language in settings.PUBLISHED_AHEAD:
        paper = wanted_of(round_.section, "pairings", round_.number, language=language, size=Paper.Size.A4)
        ask_for(paper, by=None)


@dataclass(frozen=True, slots=True)
class ToRank:
    """``done``: as `OfRound` has it."""

    done: int
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
        done = acts_done(section)
        closing: int | None = payload["closing"]
        if closing is not None:
            round_ = Round.objects.select_related("section").get(pk=closing)
            _check(check_rounds_before, round_)
            _check(check_complete, round_)
        tournament = with_categories(section, tournament_of(section).until(payload["after"]))
        prizes = list(section.prizes.select_related("category"))
        teams = team_event_of(section, before_round=payload["after"] + 1) if section.of_teams else None
        rests_on = [repr(tournament), section.counted_players, section_path(section)]
        rests_on += [repr(prize_lists(prizes)), repr(teams), repr(section.team_rules)]
        data = ToRank(done, tournament, section, payload["after"], closing, prizes, teams)
        return Work(digest_of(rests_on), data)

    def holds(self, payload: dict[str, Any], work: Work) -> bool:
        data: ToRank = work.data
        return acts_done(data.section) == data.done or super().holds(payload, work)

    @gc_disabled()
    def compute(self, data: ToRank) -> tuple[dict[str, Any], list[published.PrerenderedPage]]:
        frozen = frozen_standings(data.section, data.tournament, data.after, data.prizes, data.teams)
        preview = {
            "standings": data.section.pk,
            "after": data.after,
            "data": frozen,
            "closing": data.closing,
        }
        specs = pages.standings_specs(data.section, data.after)
        # Of a large section the first part is public at once; the others and the crosstable follow.
        large = is_large(len(frozen["rows"]))
        if not large:
            specs += pages.crosstable_specs(data.section, data.after)
        return frozen, published.render_many(specs, preview=preview, further=not large)

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
                raise TryAgain
        section = closing.section if closing else Section.objects.get(pk=data.section.pk)
        standing = store_standings(
            section,
            after=data.after,
            data=frozen,
            digest=digest_of(frozen),
            closing=closing,
            by=_asker(job),
        )
        published.store(fresh, leaving=True)
        if is_large(len(frozen["rows"])):
            for spec in pages.crosstable_specs(section, data.after):
                published.announce(spec.path, spec.kind, spec.params)
        return {"after": data.after, "version": standing.version}


class InvitationHandler(Handler):
    """Send ``{"invitation": id}`` as a letter."""

    def read(self, payload: dict[str, Any]) -> Work:
        invitation = Invitation.objects.select_related("event", "invited_by").get(pk=payload["invitation"])
        if invitation.revoked_at or invitation.accepted_at:
            raise JobRefused("no-such-invitation")
        return Work(invitation.secret_digest, invitation)

    # At least once: a worker that dies between sending and noting it sends it again, and the link in it still
    # opens once.
    def compute(self, data: Invitation) -> None:
        with translation.override(data.language):
            subject, text = invitation_letter(
                event=plain_name(data.event),
                role=str(Role(data.role).label),
                by=str(data.invited_by or ""),
                address=invitation_url(data),
                until=data.expires_at,
            )
        send_letter(subject, text, data.email, contact=data.event.contact)

    def write(self, job: Job, data: Invitation, result: None) -> dict[str, Any]:
        Invitation.objects.filter(pk=data.pk).update(sent_at=timezone.now())
        return {"invitation": data.pk}


class ApplicationLetterHandler(Handler):
    """``{"application": id}`` → a letter that says what the application is by now. Sent at least once."""

    def read(self, payload: dict[str, Any]) -> Work:
        applications = Application.objects.select_related("section__event", "entry", "team").filter(
            pk=payload["application"]
        )
        application = applications.exclude(email="").first()
        if application is None:
            raise JobRefused("no-such-application")
        return Work(application.state, application)

    def compute(self, data: Application) -> None:
        with translation.override(data.language):
            subject, text = application_letter(
                state=data.state,
                name=data.name,
                note=data.note,
                event=plain_name(data.section.event),
                section=plain_name(data.section),
                address=applicant_address(data),
                days=DRAFT_DAYS,
            )
            if (owed := owed_by(data.entry)) is not None and owed.balance > 0:
                text += payment_letter(
                    amount=owed.balance,
                    currency=owed.terms.currency,
                    reference=grouped_number(owed.account.reference),
                    holder=owed.terms.holder,
                    account=owed.terms.account,
                )
            text += _letter_of_team(data)
        send_letter(subject, text, data.email, contact=data.section.event.contact)

    def write(self, job: Job, data: Application, result: None) -> dict[str, Any]:
        return {"application": data.pk}


def _letter_of_team(application: Application) -> str:
    """How what the players of a team owe is paid."""
    terms = terms_of_fees(application.section.event)
    if application.team is None or terms is None:
        return ""
    letters = [
        f"\n{account.entry.player}"
        + payment_letter(
            amount=account.balance,
            currency=terms.currency,
            reference=grouped_number(account.reference),
            holder=terms.holder,
            account=terms.account,
        )
        for account in owed_by_team(application.team)
        if account.balance > 0
    ]
    return "".join(letters)


class AnswersHandler(Handler):
    """Deletes what applicants filled in, and what else is kept for some days, where its time is over, and
    waits for the next moment at which it is."""

    def read(self, payload: dict[str, Any]) -> Work:
        return Work("", None)

    def write(self, job: Job, data: None, result: None) -> dict[str, Any]:
        due = delete_what_is_over()
        if due is not None:
            # Not a moment before, when nothing would be due yet.
            left = ceil((due - timezone.now()).total_seconds()) + 1
            enqueue(DELETE, key=DELETE, payload={}, priority=RECORDS, delay=max(left, 1))
        return {"next": due.isoformat() if due else None}


class RevealHandler(Handler):
    """Reveal the line-ups of ``{"round": id}`` of which the deadline is over."""

    def read(self, payload: dict[str, Any]) -> Work:
        return Work("", payload["round"])

    def lock(self, payload: dict[str, Any]) -> None:
        lock_round(_round(payload))

    def write(self, job: Job, data: int, result: None) -> dict[str, Any]:
        round_ = _round(job.payload)
        due = [match for match in unrevealed([round_]) if has_passed(deadline_of(round_, match))]
        numbers = reveal(round_, due)
        # Asked for again for those that wait: they start later than the others, or than when it was asked
        # for.
        await_line_ups(round_)
        return {"matches": numbers}


class AbsentHandler(Handler):
    """Enter the forfeits of ``{"round": id}``, of those who were not seated in time."""

    def read(self, payload: dict[str, Any]) -> Work:
        return Work("", payload["round"])

    def lock(self, payload: dict[str, Any]) -> None:
        lock_result(_round(payload))

    def write(self, job: Job, data: int, result: None) -> dict[str, Any]:
        round_ = _round(job.payload)
        tables = rule_absent(round_)
        # Asked for again for the matches that start later.
        await_seats(round_)
        return {"tables": tables}


# After so many seconds of making pages anew other work has its turn.
AT_A_TIME = 0.4


class AheadHandler(Handler):
    """Make the stored pages of ``{"section": id}`` anew, before most of their players ask."""

    def read(self, payload: dict[str, Any]) -> Work:
        return Work("", payload["section"])

    def compute(self, data: int) -> int:
        """How many are left."""
        pages_left = deque(old_pages(data))
        begin = monotonic()
        while pages_left and monotonic() - begin < AT_A_TIME:
            render_private_page(pages_left.popleft())
        return len(pages_left)

    def write(self, job: Job, data: int, result: int) -> dict[str, Any]:
        if result:
            enqueue(AHEAD, key=job.key, payload=job.payload, priority=job.priority)
        return {"left": result}


# Registered with the outbox when Django starts.
HANDLERS: dict[str, Handler] = {
    AHEAD: AheadHandler(),
    "send-invitation": InvitationHandler(),
    LETTER: ApplicationLetterHandler(),
    DELETE: AnswersHandler(),
    "pair": PairHandler(),
    "publish": PublishHandler(),
    "standings": StandingsHandler(),
    REVEAL: RevealHandler(),
    RULE: AbsentHandler(),
    KIND: IndexHandler(),
    turning.KIND: turning.TurnHandler(),
}
