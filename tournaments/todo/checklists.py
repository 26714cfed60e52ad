"""List what an event needs before its first round and after its last; what is met stays, ticked."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Count
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from tournaments.models import Award, Entry, EntryForm, Membership, Paper, Prize, Role, Round, Section
from tournaments.policy import Act
from tournaments.queries.categories import verdicts_of
from tournaments.queries.event_overview import Overview
from tournaments.state.conditions import Outcome
from tournaments.todo import Need, Phase, Situation

REFEREES = (Role.CHIEF_REFEREE, Role.REFEREE)
UNSEEN = (Round.State.PLANNED, Round.State.DRAFT)


def first_steps(situation: Situation) -> Iterator[Need]:
    """Sections, somebody who referees, and when the rounds start."""
    if not situation.whole:
        return
    waiting = [overview for overview in situation.overviews if _is_before(overview)]
    if len(waiting) == len(situation.overviews):
        yield from _of_event(situation)
    for overview in waiting:
        times, rounds = sum(round_.starts_at is not None for round_ in overview.rounds), len(overview.rounds)
        all_set = (
            gettext("Start times set")
            if times == rounds
            else gettext("Start times of %(count)s of %(rounds)s rounds set")
            % {"count": times, "rounds": rounds}
        )
        yield Need(
            "schedule",
            all_set if times else gettext("No start times yet"),
            overview.section,
            url=_url("schedule", overview.section),
            link=gettext("Set start times"),
            done=0 < times == rounds,
            phase=Phase.BEFORE,
        )
        if overview.section.open_to:
            yield from _fitting(overview.section)


def _fitting(section: Section) -> Iterator[Need]:
    """Once entries are closed: how many do not meet who may enter, whatever was so when they entered."""
    form = EntryForm.objects.filter(section=section).first()
    if form is not None and (form.late_until or form.closes_at) > timezone.now():
        return
    verdicts = verdicts_of(section)
    playing = section.entries.exclude(status=Entry.Status.WITHDRAWN).filter(overruled=False)
    barred = playing.filter(
        pk__in=[key for key, verdict in verdicts.items() if verdict.outcome is Outcome.NOT_MET]
    ).count()
    words = ngettext(
        "%(count)s player does not meet who may enter", "%(count)s players do not meet who may enter", barred
    )
    yield Need(
        "open-to",
        words % {"count": barred} if barred else gettext("All players meet who may enter"),
        section,
        url=_url("open_to", section),
        link=gettext("Who may enter"),
        act=Act.OVERRULE_CONDITION if barred else None,
        done=not barred,
        phase=Phase.BEFORE,
    )


def _of_event(situation: Situation) -> Iterator[Need]:
    event, count = situation.event, len(situation.overviews)
    yield Need(
        "sections",
        ngettext("%(count)s section created", "%(count)s sections created", count) % {"count": count}
        if count
        else gettext("No section yet"),
        url=reverse("section_create", args=[event.slug]),
        link=gettext("Create section"),
        act=Act.EDIT_EVENT,
        done=count > 0,
        phase=Phase.BEFORE,
    )
    refereed = Membership.objects.filter(event=event, role__in=REFEREES).exists()
    yield Need(
        "referees",
        gettext("Referees appointed") if refereed else gettext("No referee yet"),
        url=reverse("people", args=[event.slug]),
        link=gettext("Appoint referees"),
        done=refereed,
        phase=Phase.BEFORE,
    )


def ending(situation: Situation) -> Iterator[Need]:
    """Prizes and certificates, the files for federations, and the event put away."""
    over = [overview for overview in situation.overviews if overview.rounds and overview.current is None]
    if not situation.whole or not over:
        return
    keys = [overview.section.pk for overview in over]
    prizes = dict(Prize.objects.filter(section__in=keys).values_list("section").annotate(Count("pk")))
    awarded = set(Award.objects.filter(section__in=keys).values_list("section", flat=True))
    printed = set(
        Paper.objects.filter(kind="certificates", section__in=keys).values_list("section", flat=True)
    )
    for overview in over:
        section = overview.section
        count, is_printed = prizes.get(section.pk, 0), section.pk in printed
        yield Need(
            "prizes",
            ngettext("%(count)s prize list", "%(count)s prize lists", count) % {"count": count}
            if count
            else gettext("No prize lists"),
            section,
            url=_url("prizes", section),
            link=gettext("View prizes"),
            done=count > 0,
            phase=Phase.AFTER,
        )
        if count:
            is_awarded = section.pk in awarded
            yield Need(
                "awards",
                gettext("Prizes awarded") if is_awarded else gettext("Prizes not awarded yet"),
                section,
                url=_url("winners", section),
                link=gettext("View winners") if is_awarded else gettext("Award prizes"),
                done=is_awarded,
                phase=Phase.AFTER,
            )
        yield Need(
            "certificates",
            gettext("Certificates created") if is_printed else gettext("Certificates not created yet"),
            section,
            url=_url("papers", section),
            link=gettext("Print certificates"),
            done=is_printed,
            phase=Phase.AFTER,
        )
        yield Need(
            "files",
            gettext("Results for the federation: TRF, H9, CSV or XLSX"),
            section,
            url=_url("section_files", section),
            link=gettext("Download files"),
            phase=Phase.AFTER,
        )
    if len(over) == len(situation.overviews):
        yield Need(
            "archive",
            gettext("Event not archived yet"),
            url=reverse("event_desk", args=[situation.event.slug]) + "#archive",
            link=gettext("Archive event"),
            act=Act.ARCHIVE_EVENT,
            phase=Phase.AFTER,
        )


def _is_before(overview: Overview) -> bool:
    """Whether nobody outside has seen a round of the section."""
    now = overview.current
    return not overview.rounds or (now is not None and now.number == 1 and now.state in UNSEEN)


def _url(name: str, section: Section) -> str:
    return reverse(name, args=[section.event.slug, section.slug])
