"""Entries on line for those who apply: applications are handed in, confirmed, changed and withdrawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, TypedDict

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.private_links import new_secret
from tournaments import pages
from tournaments.acts._answers import await_deletion
from tournaments.acts._applications import admit, move_up, person_of, save_and_notify, send_letters
from tournaments.acts._fees import give_back
from tournaments.acts.common import check_name, lock_section
from tournaments.acts.drafts import open_next
from tournaments.acts.entering import check_grades, check_person, tidy
from tournaments.acts.frame import Arguments, Done, Locked, Target, act, unchanged
from tournaments.models import Application, Entry, EntryForm, Federation, Quota, Round, Section
from tournaments.pages.webhook_events import notify_applications
from tournaments.policy import Act
from tournaments.queries.applications import (
    APPLICANT_LINK,
    check_can_leave,
    check_kept,
    check_open,
    expired_drafts,
    form_of_section,
    in_line,
    namesakes,
    questions_of,
)
from tournaments.state.applications import (
    DRAFT_DAYS,
    MOST_DRAFTS,
    MOVES,
    PARTICULARS,
    Move,
    levels,
    missing,
)
from tournaments.state.lots import canonical

State = Application.State


class ApplicationMoved(TypedDict):
    application: int
    state: Annotated[str, Application.State]


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What somebody has filled in. ``particulars``: by field of `PARTICULARS`; ``answers``: by label of the
    question."""

    name: str
    federation: str
    particulars: Mapping[str, Any] = field(default_factory=dict)
    email: str = ""
    phone: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    named_in_public: bool = False


def hand_in(*, section: Section, typed: Typed, language: str, key: str = "") -> Application:
    """Keep what somebody has filled in until it is confirmed, by the link that goes to the address or, where
    none was given, by the code that the page shows. It is no act yet and in no journal: robots would fill
    that, and nothing can be taken out of it. ``key``: of the form that was sent; sent twice it is kept once.

    Refusals: ``no-entry-form``, ``entries-not-open``, ``entries-closed``, ``application-incomplete``,
    ``answer-needed``, ``answer-unknown``, ``address-overused``, those of `check_person`.
    """
    form = form_of_section(section)
    late = check_open(form)
    sent = Application.objects.filter(once=key).exclude(once="").select_related("section__event")
    if known := sent.first():
        return known
    drafts = Application.objects.filter(state=State.DRAFT)
    if typed.email and drafts.filter(email__iexact=typed.email).count() >= MOST_DRAFTS:
        raise Refusal("address-overused", field="email")
    application = Application(
        section=section, language=language, late=late, once=key, **new_secret(APPLICANT_LINK)
    )
    if not form.open_to_all:
        raise Refusal("entries-by-offices")
    fill(application, form, typed)
    try:
        with transaction.atomic():
            application.save()
            send_letters([application])
            await_deletion(days=DRAFT_DAYS)
    except IntegrityError:
        # Pressed twice at once: the other press has kept it.
        if (known := sent.first()) is None:
            raise
        return known
    return application


def fill(application: Application, form: EntryForm, typed: Typed) -> None:
    """What the form asks for, and no more: of what else was sent nothing is kept. An office is asked about
    the player alone. A player of a federation that has a quota is entered by that."""
    asked, questions = levels(form.asks), questions_of(form)
    if application.quota_id is not None:
        asked, questions = {name: asked[name] for name in PARTICULARS}, []
    elif typed.federation != application.federation_id:
        _check_applies_alone(application.section, typed.federation)
    had = {**application.particulars, "phone": application.phone}
    answered = dict(application.answers)
    wanted = {name for name, level in asked.items() if level != "no"}
    application.name, application.federation_id = tidy(typed.name), typed.federation
    application.key = canonical(typed.name)[:200]
    application.particulars = {
        name: value
        for name, value in typed.particulars.items()
        if name in wanted and name in PARTICULARS and value not in (None, "")
    }
    if application.pk:
        # The address stays, for it was confirmed: the applicant's page does not ask for it.
        asked.pop("email", None)
    else:
        application.email = typed.email if "email" in wanted else ""
    application.phone = typed.phone.strip() if "phone" in wanted else ""
    application.named_in_public = typed.named_in_public
    application.answers = {
        one.label: typed.answers[one.label].strip() for one in questions if typed.answers.get(one.label)
    }
    person = person_of(application)
    check_person(person, set(Federation.objects.values_list("code", flat=True)))
    check_grades(application.section, person)
    check_name("phone", application.phone, most=40)
    sent = {**application.particulars, "email": application.email, "phone": application.phone}
    for one in missing(asked, questions, sent, application.answers):
        settled = application.state in (State.WAITING, State.ACCEPTED)
        if settled and not (answered.get(one.question) if one.question else had.get(one.field)):
            # Asked since: who is on the list already keeps what was enough then.
            continue
        if application.quota_id is not None:
            raise Refusal("person-incomplete", field=one.field, name=application.name, missing=one.field)
        raise Refusal(one.code, field=one.field, question=one.question)
    if not application.federation_id:
        Federation.objects.get_or_create(code="")


def _check_applies_alone(section: Section, federation: str) -> None:
    """Raises the `Refusal` ``entered-by-federation``."""
    if federation and Quota.objects.filter(section=section, federation=federation).exists():
        raise Refusal("entered-by-federation", field="federation", federation=federation)


def _lock_application(arguments: Arguments) -> Locked:
    """The section is locked: places and turns are its business."""
    given: Application = arguments["application"]
    section = lock_section(given.section)
    application = Application.objects.select_related("entry").get(pk=given.pk)
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
) -> Done[ApplicationMoved]:
    """The applicant has got the letter, or types the code: from now on the application counts, and its turn
    is behind all that were confirmed before. Where the form approves at once, it is entered as long as places
    are free, and waits else. One of the name and federation of somebody who is entered, or applies, is left
    to an organiser.

    Refusals: ``no-entry-form``, ``entries-not-open``, ``entries-closed``, ``no-such-application``, those of
    `check_section`.
    """
    section = application.section
    if application.state != State.DRAFT:
        return unchanged(answer_of(application))
    if expired_drafts().filter(pk=application.pk).exists():
        raise Refusal("no-such-application")
    form = form_of_section(section)
    application.late = check_open(form)
    last = section.applications.aggregate(last=Max("turn"))["last"]
    application.turn, application.confirmed_at = (last or 0) + 1, timezone.now()
    application.state = State.SUBMITTED
    if form.approval == EntryForm.Approval.AUTOMATIC and not namesakes(application).exists():
        if in_line(section).exists():
            application.state = State.WAITING
        else:
            admit(section, [application], passing=True)
    save_and_notify([application], ["turn", "confirmed_at", "state", "late", "entry"])
    return Done(
        answer_of(application),
        before={"state": str(State.DRAFT)},
        after={"state": str(application.state), "turn": application.turn, "entry": application.entry_id},
    )


def answer_of(application: Application) -> ApplicationMoved:
    return {"application": application.pk, "state": str(application.state)}


@act(on=APPLICATION, right=Act.APPLY, done=_("application changed"))
def change_application(
    *, application: Application, typed: Typed, by: User | Application | Quota, once: str = ""
) -> Done[ApplicationMoved]:
    """Until entries close, and after that where a correction was asked for, which is then handed in again.
    The address stays, for it was confirmed. Of who waits or is entered only what an organiser is told can
    change; who that is, the desk corrects. The journal says which fields.

    Refusals: ``application-state``, ``application-fixed``, those of `hand_in`.
    """
    form = form_of_section(application.section)
    check_kept(form)
    if application.state == State.CORRECTION:
        before, application.state = str(State.CORRECTION), State.SUBMITTED
    else:
        check_open(form)
        before = str(application.state)
        check_move(application, Move.WITHDRAW)
    columns = ["name", "key", "federation_id", "particulars", "phone", "answers", "named_in_public"]
    was = {name: getattr(application, name) for name in columns}
    fill(application, form, typed)
    changed = [name for name in columns if getattr(application, name) != was[name]]
    fixed = {"name", "federation_id", "particulars"} & {*changed}
    if fixed and application.state in (State.WAITING, State.ACCEPTED):
        raise Refusal("application-fixed")
    if not changed and before == application.state:
        return unchanged(answer_of(application))
    application.note = ""
    application.save()
    if before != application.state:
        notify_applications(application.section, [application])
    if "named_in_public" in changed:
        pages.section_changed(application.section)
    return Done(
        answer_of(application),
        before={"state": before},
        after={"state": str(application.state), "fields": [name for name in changed if name != "key"]},
    )


@act(on=APPLICATION, right=Act.APPLY, done=_("application withdrawn"))
def withdraw_application(
    *, application: Application, by: User | Application | Quota, once: str = ""
) -> Done[ApplicationMoved]:
    """The applicant does not come, or is taken out by the office that has entered the player. Who is entered
    already is withdrawn with it, in a Swiss also after the lots, from the round that is paired next; while
    that is being paired, and in other systems once the lots are drawn, the desk has to know and does it. The
    place goes to the first in the line.

    Refusals: ``application-state``, ``application-drawn``.
    """
    if application.state == State.WITHDRAWN:
        return unchanged(answer_of(application))
    check_move(application, Move.WITHDRAW)
    section, before = application.section, str(application.state)
    leave(application)
    move_up(section, by=by)
    return Done(
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
        give_back(section, [entry])
        open_next(section, by=None)
        pages.section_changed(section)
    application.state = State.WITHDRAWN
    save_and_notify([application], ["state"])
