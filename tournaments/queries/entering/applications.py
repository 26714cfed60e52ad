"""Entries on line: whether a form is open, whose a secret is, who stands where in the line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from portal.policy import Refusal
from portal.web.private_links import digest, secret_again
from tournaments.models import Application, Entry, EntryForm, Event, Round, Section
from tournaments.queries.entering.quotas import room_of
from tournaments.state.applications import DRAFT_DAYS, MOST_KEPT_DAYS, OPEN, Question
from tournaments.state.canonical import digest_of
from tournaments.state.likeness import likely_same
from tournaments.state.lots import canonical

APPLICANT_LINK = "applicant-link"


def form_of_section(section: Section) -> EntryForm:
    """Raises the `Refusal` ``no-entry-form``."""
    form = EntryForm.objects.filter(section=section).first()
    if form is None:
        raise Refusal("no-entry-form")
    form.section = section
    return form


def form_facts(form: EntryForm) -> dict[str, Any]:
    """What the form says, as the journal has it."""
    return {
        "opens_at": form.opens_at.isoformat(),
        "closes_at": form.closes_at.isoformat(),
        "late_until": form.late_until.isoformat() if form.late_until else None,
        "approval": form.approval,
        "moves_up": form.moves_up,
        "open_to_all": form.open_to_all,
        "kept_days": form.kept_days,
        "asks": form.asks,
        "questions": form.questions,
    }


def form_revision(form: EntryForm | None) -> str:
    """Changes whenever what the form says does; a section without a form has one as well."""
    return digest_of(form_facts(form) if form is not None and form.pk else None)


def questions_of(form: EntryForm) -> list[Question]:
    return [Question.from_json(row) for row in form.questions]


def last_moment(form: EntryForm) -> datetime:
    """Until when it takes applications, late ones included."""
    return form.late_until or form.closes_at


def check_entries_open(form: EntryForm) -> bool:
    """Check that the form takes entries now, and tell whether this is a late one."""
    now = timezone.now()
    check_form_kept(form)
    section = form.section
    # Teams cannot come once their lots are drawn; a player of a Swiss gets a late number.
    drawn = section.of_teams and section.lots_drawn_at
    if section.state in (Section.State.DRAFT, Section.State.FINISHED) or section.event.archived or drawn:
        raise Refusal("entries-closed")
    if now < form.opens_at:
        raise Refusal("entries-not-open", opens=form.opens_at.isoformat())
    if now >= last_moment(form):
        raise Refusal("entries-closed")
    return now >= form.closes_at


def can_leave(section: Section) -> bool:
    """Tell whether who is entered can withdraw without the desk."""
    if not section.lots_drawn_at:
        return True
    # Once the lots are drawn only in a Swiss of players, and not while a round is being paired.
    fixed = section.of_teams or not section.is_swiss
    return not fixed and not section.round_set.filter(state=Round.State.DRAFT).exists()


def check_can_leave(section: Section) -> None:
    """Raises the `Refusal` ``application-drawn``."""
    if not can_leave(section):
        raise Refusal("application-drawn")


def rounds_to_ask(entry: Entry | None) -> list[int]:
    """The rounds that a player can say not to play: of a Swiss of players those that nobody has paired."""
    if entry is None or entry.status == Entry.Status.WITHDRAWN:
        return []
    section = entry.section
    if section.of_teams or not section.is_swiss:
        return []
    planned = section.round_set.filter(state=Round.State.PLANNED).order_by("number")
    return list(planned.values_list("number", flat=True))


def kept_until(form: EntryForm) -> date:
    """Return the last day on which what applicants filled in is kept."""
    # Entries may go on after the event: then the days count from their end.
    return max(form.section.event.ends, last_moment(form).date()) + timedelta(days=form.kept_days)


def check_form_kept(form: EntryForm) -> None:
    """Refuse once what was filled in is deleted: nothing is taken any more."""
    if timezone.now().date() > kept_until(form):
        raise Refusal("entries-closed")


def forms_that_keep() -> list[EntryForm]:
    """List the site's forms behind which something filled in stands or can come; one query."""
    mine = Application.objects.filter(section=OuterRef("section"))
    filled = mine.filter(
        ~Q(email="")
        | ~Q(phone="")
        | ~Q(guardian="")
        | ~Q(note="")
        | ~Q(answers={})
        | ~Q(members=[])
        | Q(state=Application.State.DRAFT)
        | (Q(entry=None) & ~Q(particulars={}))
    )
    since = timezone.now() - timedelta(days=MOST_KEPT_DAYS)
    recent = Q(section__event__ends__gte=since.date()) | Q(closes_at__gte=since) | Q(late_until__gte=since)
    forms = EntryForm.objects.select_related("section__event").filter(recent | Exists(filled))
    return list(forms.order_by("pk"))


def expired_drafts() -> QuerySet[Application]:
    """What nobody has confirmed in time."""
    since = timezone.now() - timedelta(days=DRAFT_DAYS)
    return Application.objects.filter(state=Application.State.DRAFT, made_at__lt=since)


def application_of(secret: str) -> Application | None:
    """The application of a private link, with section and event; none that has expired. One query."""
    applications = Application.objects.filter(secret_digest=digest(secret)).exclude(pk__in=expired_drafts())
    return applications.select_related("section__event", "federation", "entry").first()


def applicant_address(application: Application) -> str:
    """The whole address of the applicant's page; empty when the site's key has changed since."""
    secret = secret_again(APPLICANT_LINK, application.salt, application.secret_digest)
    return f"{settings.PUBLIC_URL}/{application.language}/a/{secret}/" if secret else ""


def application_letter_key(application: Application) -> str:
    """Under which key the outbox knows a letter to the applicant."""
    return f"application:{application.pk}"


def listed_applications(
    section: Section, state: str, after: str = "", quota: int | None = None
) -> QuerySet[Application]:
    """List applications in one ``state``, or all, of one ``quota``, or all.

    ``after``: only those behind the one whose `place_in_list` it is."""
    applications = (
        section.applications.filter(state=state) if state in Application.State else section.applications
    )
    applications = applications if quota is None else applications.filter(quota=quota)
    # What waits for an organiser first, each in order of confirmation; what nobody has confirmed last.
    urgent = Case(
        When(state=Application.State.SUBMITTED, then=0),
        When(state=Application.State.DRAFT, then=2),
        default=1,
    )
    order = ("urgent", "place", "pk")
    applications = applications.annotate(urgent=urgent, place=Coalesce("turn", 0)).order_by(*order)
    parts = after.split("-")
    if len(parts) == len(order) and all(
        part.isascii() and part.isdigit() and len(part) < 10 for part in parts
    ):
        first, second, third = map(int, parts)
        same = Q(urgent=first, place__gt=second) | Q(urgent=first, place=second, pk__gt=third)
        applications = applications.filter(Q(urgent__gt=first) | same)
    return applications.select_related("federation", "quota")


def place_in_list(application: Application) -> str:
    """Of one of `listed_applications`."""
    return f"{application.urgent}-{application.place}-{application.pk}"  # type: ignore[attr-defined]  # annotated


def counts_by_state(section: Section) -> dict[Application.State, int]:
    """How many are in which state; what nobody is in is left out. One query."""
    rows = section.applications.order_by().values_list("state").annotate(Count("pk"))
    counts = {Application.State(state): count for state, count in rows}
    return {state: counts[state] for state in Application.State if state in counts}


def in_line(section: Section, quota: int | None = None) -> QuerySet[Application]:
    """Who waits, the first first: the reserves of a quota, or those who have applied alone."""
    return section.applications.filter(state=Application.State.WAITING, quota=quota).order_by("turn")


@dataclass(frozen=True, slots=True, kw_only=True)
class Applicant:
    """A line of the public list. ``name``, ``native_name``: empty where the applicant does not want to be
    named; whoever is entered stands in the public list of players in any case, and here as there."""

    turn: int
    name: str
    native_name: str
    federation: str
    club: str
    late: bool
    state: Application.State


def public_applicants(section: Section) -> list[Applicant]:
    """In order of confirmation all that count. One query."""
    applications = (
        section.applications.filter(state__in=OPEN).select_related("entry__player").order_by("turn")
    )
    lines = []
    for application in applications:
        player = application.entry.player if application.entry is not None else None
        particulars = application.particulars if application.named_in_public else {}
        lines.append(
            Applicant(
                turn=application.turn or 0,
                name=player.name
                if player
                else application.name
                if application.named_in_public or application.team_id
                else "",
                native_name=player.native_name if player else particulars.get("native_name", ""),
                federation=player.federation_id if player else application.federation_id,
                club=player.club if player else particulars.get("club", ""),
                late=application.late,
                state=Application.State(application.state),
            )
        )
    return lines


def undecided_applications(event: Event) -> list[tuple[Section, int]]:
    """The sections in which applications wait for an organiser, and how many."""
    waiting = Count("applications", filter=Q(applications__state=Application.State.SUBMITTED))
    sections = event.sections.select_related("event").annotate(waiting=waiting).filter(waiting__gt=0)
    return [(section, section.waiting) for section in sections]


def namesakes(application: Application) -> QuerySet[Application]:
    """Others of the section that count, have the same name and federation, and no other year of birth."""
    others = application.section.applications.filter(
        state__in=OPEN, key=application.key, federation=application.federation_id
    ).exclude(pk=application.pk)
    year = application.particulars.get("birth_year")
    if year is None:
        return others
    apart = [other.pk for other in others if other.particulars.get("birth_year") not in (None, year)]
    return others.exclude(pk__in=apart)


def has_lookalike(application: Application) -> bool:
    """Tell whether somebody of the section is likely the same person under another spelling; two queries."""
    section, year = application.section, application.particulars.get("birth_year")
    applied = section.applications.filter(state__in=OPEN, federation=application.federation_id)
    there = [
        (a.name, a.particulars.get("birth_year"))
        for a in applied.exclude(pk=application.pk).only("name", "particulars")
    ]
    entered = section.entries.exclude(status=Entry.Status.WITHDRAWN)
    there += entered.filter(player__federation=application.federation_id, application=None).values_list(
        "player__name", "player__birth_year"
    )
    return any(
        # Of the very name see `namesakes`.
        canonical(name) != application.key and likely_same(name, application.name)
        for name, born in there
        if None in (year, born) or year == born
    )


def places_left(section: Section) -> int | None:
    """Return how many places those who apply alone have left; None where any number may enter."""
    # Without the places that are kept for quotas.
    return room_of(section).free()
