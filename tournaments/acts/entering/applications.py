"""Entries on line: applications are handed in, confirmed, changed, withdrawn and decided on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.ops.turns import take_turn
from portal.policy import Refusal
from portal.push.subscribing import end_subscriptions
from portal.web.fields import Field
from portal.web.private_links import new_secret
from tournaments import pages
from tournaments.acts.arguments import Reason
from tournaments.acts.common import lock_section
from tournaments.acts.drafts import pair_next_round_when_ready
from tournaments.acts.entering.admission import admit, move_up, save_and_notify, send_letters, team_left
from tournaments.acts.entering.entry_forms import await_deletion
from tournaments.acts.entering.filled_in import (
    Typed,
    fill,
    keep_files,
)
from tournaments.acts.frame import SECTION, ActResult, Arguments, Locked, Target, act, no_change
from tournaments.acts.money._fees import refund
from tournaments.models import Application, Entry, EntryForm, PlayerLink, Quota, Round, Section
from tournaments.pages.followed_scopes import scope_of_application, scope_of_entry
from tournaments.pages.webhook_events import notify_applications
from tournaments.policy import Act, acts_of
from tournaments.queries.entering.applications import (
    APPLICANT_LINK,
    check_can_leave,
    check_entries_open,
    check_form_kept,
    expired_drafts,
    form_of_section,
    has_lookalike,
    in_line,
    namesakes,
    questions_of,
)
from tournaments.queries.entering.quotas import room_of
from tournaments.queries.invitations import LINK
from tournaments.state.applications import (
    DECISIONS,
    DRAFT_DAYS,
    GUARDIAN,
    MOST_DRAFTS,
    MOVES,
    REASONED,
    Move,
)

State = Application.State


class ApplicationMoved(TypedDict):
    application: int
    state: Annotated[str, Application.State]


def hand_in(*, section: Section, typed: Typed, language: str, key: str = "") -> Application:
    """Keep what somebody has filled in until it is confirmed; sent twice with one `key` it is kept once."""
    # No act yet and in no journal: robots would fill that, and nothing can be taken out of it.
    form = form_of_section(section)
    late = check_entries_open(form)
    sent = Application.objects.filter(once=key).exclude(once="").select_related("section__event")
    if earlier := sent.first():
        return earlier
    _check_drafts(typed.email)
    application = Application(
        section=section, language=language, late=late, once=key, **new_secret(APPLICANT_LINK)
    )
    if not form.open_to_all:
        raise Refusal("entries-by-offices")
    files = fill(application, form, typed)
    try:
        with transaction.atomic():
            if typed.email:
                # Again, alone: of many sent at one moment each would have counted none of the others.
                take_turn(f"drafts {typed.email.casefold()}")
                _check_drafts(typed.email)
            application.save()
            keep_files(application, questions_of(form), files)
            send_letters([application])
            await_deletion(days=DRAFT_DAYS)
    except IntegrityError:
        # Pressed twice at once: the other press has kept it.
        if (earlier := sent.first()) is None:
            raise
        return earlier
    return application


def _check_drafts(email: str) -> None:
    """Raises ``address-overused``."""
    drafts = Application.objects.filter(state=State.DRAFT)
    if email and drafts.filter(email__iexact=email).count() >= MOST_DRAFTS:
        raise Refusal("address-overused", field="email")


def _lock_application(arguments: Arguments) -> Locked:
    """The section is locked: places and turns are its business."""
    named_application: Application = arguments["application"]
    section = lock_section(named_application.section)
    application = Application.objects.select_related("entry", "team").get(pk=named_application.pk)
    application.section = section
    return Locked(application, section, f"application:{application.pk}")


APPLICATION = Target("application", _lock_application)


def check_move(application: Application, move: Move) -> None:
    """Raises the `Refusal` ``application-state``."""
    if application.state not in MOVES[move][0]:
        raise Refusal("application-state", state=str(application.state), name=application.name)


@act(on=APPLICATION, right=Act.APPLY, done=_("application confirmed"))
def confirm_application(
    *, application: Application, by: Application, once: str = ""
) -> ActResult[ApplicationMoved]:
    """Confirm an application by its link or code: from now on it counts."""
    section = application.section
    if application.state != State.DRAFT:
        return no_change(answer_of(application))
    if expired_drafts().filter(pk=application.pk).exists():
        raise Refusal("no-such-application")
    form = form_of_section(section)
    application.late = check_entries_open(form)
    # Its turn is behind all that were confirmed before.
    last = section.applications.aggregate(last=Max("turn"))["last"]
    application.turn, application.confirmed_at = (last or 0) + 1, timezone.now()
    application.state = State.SUBMITTED
    # Who is likely entered already, or has applied already, is left to an organiser.
    twice = namesakes(application).exists() or has_lookalike(application)
    if form.approval == EntryForm.Approval.AUTOMATIC and not twice:
        # Nobody passes those who wait.
        if in_line(section).exists():
            application.state = State.WAITING
        else:
            admit(section, [application], passing=True)
    save_and_notify([application], ["turn", "confirmed_at", "state", "late", "entry", "team"])
    return ActResult(
        answer_of(application),
        before={"state": str(State.DRAFT)},
        after={"state": str(application.state), "turn": application.turn, "entry": application.entry_id},
    )


def answer_of(application: Application) -> ApplicationMoved:
    return {"application": application.pk, "state": str(application.state)}


@act(on=APPLICATION, right=Act.APPLY, done=_("application changed"))
def change_application(
    *, application: Application, typed: Typed, by: User | Application | Quota, once: str = ""
) -> ActResult[ApplicationMoved]:
    """Change an application; after entries have closed only where a correction was asked for."""
    form = form_of_section(application.section)
    check_form_kept(form)
    # A correction is handed in again by changing it.
    if application.state == State.CORRECTION:
        before, application.state = str(State.CORRECTION), State.SUBMITTED
    else:
        check_entries_open(form)
        before = str(application.state)
        check_move(application, Move.WITHDRAW)
    columns = ["name", "key", "federation_id", "particulars", "members", "phone", "answers"]
    columns += [GUARDIAN, "named_in_public"]
    was = {name: getattr(application, name) for name in columns}
    files = fill(application, form, typed)
    changed = [name for name in columns if getattr(application, name) != was[name]]
    # Only what an organiser is told can change once it waits or is entered: who that is, the desk corrects.
    fixed = {"name", "federation_id", "particulars", "members"} & {*changed}
    if fixed and application.state in (State.WAITING, State.ACCEPTED):
        raise Refusal("application-fixed")
    if files and "answers" not in changed:
        changed.append("answers")
    if not changed and before == application.state:
        return no_change(answer_of(application))
    application.note = ""
    # The address is not among the columns, for it was confirmed.
    application.save()
    keep_files(application, questions_of(form), files)
    if before != application.state:
        notify_applications(application.section, [application])
    if "named_in_public" in changed:
        pages.section_changed(application.section)
    return ActResult(
        answer_of(application),
        before={"state": before},
        after={"state": str(application.state), "fields": [name for name in changed if name != "key"]},
    )


@act(on=APPLICATION, right=Act.APPLY, done=_("application withdrawn"))
def withdraw_application(
    *, application: Application, by: User | Application | Quota, once: str = ""
) -> ActResult[ApplicationMoved]:
    """Withdraw an application, and with it the entry."""
    if application.state == State.WITHDRAWN:
        return no_change(answer_of(application))
    # Refused where the desk has to know: while the next round of a Swiss is paired, in other systems once the
    # lots are drawn, and of teams.
    check_move(application, Move.WITHDRAW)
    section, before = application.section, str(application.state)
    leave(application)
    # The place goes to the first in the line.
    move_up(section, by=by)
    return ActResult(
        answer_of(application),
        before={"state": before},
        after={"state": str(application.state), "entry": application.entry_id},
    )


def leave(application: Application) -> None:
    """Withdrawn, with the entry; the place is free. Raises the `Refusal` ``application-drawn``."""
    section, entry = application.section, application.entry
    if entry is not None and entry.status != Entry.Status.WITHDRAWN:
        check_can_leave(section)
        public = section.round_set.exclude(state__in=(Round.State.PLANNED, Round.State.DRAFT))
        last = public.aggregate(last=Max("number"))["last"] or 0
        section.entries.filter(pk=entry.pk).update(status=Entry.Status.WITHDRAWN, withdrawn_after=last)
        refund(section, [entry])
        pair_next_round_when_ready(section, by=None)
        pages.section_changed(section)
    application.state = State.WITHDRAWN
    save_and_notify([application], ["state"])
    team = application.team
    if team is not None and team.withdrawn_after is None:
        check_can_leave(section)
        team.withdrawn_after = 0
        team.save(update_fields=["withdrawn_after"])
        team_left(section, team, by=application)
        pages.section_changed(section)


class ApplicationsDecided(TypedDict):
    """``states``: by id of the application, what it is now."""

    states: dict[str, str]


@act(on=SECTION, right=Act.ENTER_PLAYER, done=_("applications decided"))
def decide_applications(
    *,
    section: Section,
    applications: Annotated[
        Sequence[int], Field(longest=500, item=Field(least=1), help=_("Ids of the applications."))
    ],
    decision: Annotated[str, Field(choices=tuple(map(str, DECISIONS)))],
    by: User,
    reason: Reason = "",
    another: Annotated[bool, Field(help=_("Not the known player of this name, but someone else."))] = False,
    once: str = "",
) -> ActResult[ApplicationsDecided]:
    """Decide one application or many at once, all of them or none.

    ``reason``: what the applicants are asked for, or why they are rejected; they read it. ``another``: these
    are other persons than the players known by their names."""
    if decision not in DECISIONS:
        raise Refusal("unknown-decision", field="decision")
    move = Move(decision)
    if move in REASONED and not reason:
        raise Refusal("reason-needed", field="reason")
    if not applications:
        raise Refusal("nobody-selected", field="applications")
    chosen = list(section.applications.filter(pk__in=applications).order_by("turn"))
    if len(chosen) < len(set(applications)):
        raise Refusal("no-such-application", field="applications")
    # Nobody is made to wait where a place is free: all who come later would wait behind.
    if move is Move.WAIT:
        _check_nothing_free(section, chosen)
    before = {str(application.pk): str(application.state) for application in chosen}
    for application in chosen:
        application.section = section
        check_move(application, move)
        application.state = State(MOVES[move][1])
        application.note = reason if move in REASONED else ""
    if move is Move.ACCEPT:
        # Who had withdrawn and applies again is reinstated, but only by whoever may do that.
        returning = Act.REINSTATE in acts_of(by, section.event)
        admit(section, chosen, another=another, returning=returning)
    save_and_notify(chosen, ["state", "entry", "team", "note"])
    states = {str(application.pk): str(application.state) for application in chosen}
    return ActResult(
        {"states": states},
        before={"applications": before},
        after={"decision": decision, "applications": states},
    )


def _check_nothing_free(section: Section, applications: Sequence[Application]) -> None:
    """Raises the `Refusal` ``places-are-free``."""
    room = room_of(section)
    least: dict[int | None, int] = {}
    for application in applications:
        least[application.quota_id] = min(application.size, least.get(application.quota_id, application.size))
    for quota, players in least.items():
        if room.fits(players, quota) and not in_line(section, quota).exists():
            raise Refusal("places-are-free", field="decision")


@act(on=APPLICATION, right=Act.ISSUE_LINKS, done=_("new link of an application"))
def renew_application_link(
    *, application: Application, by: User, once: str = ""
) -> ActResult[ApplicationMoved]:
    """Replace the link of an application that was lost or seen by others."""
    secret = new_secret(APPLICANT_LINK)
    application.salt, application.secret_digest = secret["salt"], secret["secret_digest"]
    application.save(update_fields=["salt", "secret_digest"])
    end_subscriptions(scopes=[scope_of_application(application.pk)])
    entry = application.entry
    # Who plays has a player's link too, to which the old one leads.
    if entry is not None and application.quota_id is None:
        PlayerLink.objects.filter(entry=entry, revoked_at=None).update(revoked_at=timezone.now())
        end_subscriptions(scopes=[scope_of_entry(entry.pk)])
        PlayerLink.objects.create(entry=entry, created_by=by, **new_secret(LINK))
    # The desk sees the link in any case.
    send_letters([application])
    return ActResult(answer_of(application))
