"""What tournaments themselves know to wait for a decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from portal.outbox import Job
from portal.outbox.asking import late_seconds
from portal.published import Page, Rendered
from tournaments.decisions import Decision, Situation
from tournaments.decisions.steps import PLAYS, next_act
from tournaments.models import Foul, Round, Screen, Section
from tournaments.pages.paths import event_path
from tournaments.policy import Act
from tournaments.queries.absentees import silent_by_round
from tournaments.queries.contests import contests_by_round
from tournaments.queries.told import disputed_by_round
from tournaments.wording.refusals import tables_text

SCREEN_LOST = timedelta(minutes=3)
NOT_RENDERED = timedelta(seconds=30)

START = "./go run"
START_UNITS = "systemctl start qiyuan-worker qiyuan-slow-worker"
"""How workers are started: on a machine of one's own, and where ``docs/deploy`` was followed."""


def _url(name: str, section: Section, *more: int) -> str:
    return reverse(name, args=[section.event.slug, section.slug, *more])


def disputes(situation: Situation) -> Iterator[Decision]:
    """The players of a table say different things."""
    disputed = disputed_by_round(situation.live)
    for round_ in situation.live:
        for table, _ in disputed.get(round_.pk, ()):
            yield Decision(
                "dispute",
                gettext("Table %(table)s: players reported different results") % {"table": table},
                _url("result", round_.section, round_.number, table),
                gettext("Decide"),
                Act.CORRECT_RESULT,
                round_.section,
            )


def contests(situation: Situation) -> Iterator[Decision]:
    """Two people have reported different results of a game."""
    found = contests_by_round(situation.live)
    for round_ in situation.live:
        for one in found.get(round_.pk, ()):
            words = gettext(
                "Table %(table)s: %(by)s reported %(value)s; %(other)s reported %(theirs)s, which stands"
            )
            told = {
                "table": one.table,
                "by": one.by,
                "value": one.value,
                "theirs": one.standing.value,
                "other": one.standing.by or "–",
            }
            yield Decision(
                "contest",
                words % told,
                _url("result", round_.section, round_.number, one.table),
                gettext("Decide"),
                Act.CORRECT_RESULT,
                round_.section,
            )


def absentees(situation: Situation) -> Iterator[Decision]:
    """On line: tables without a sign of play ten minutes after the start."""
    silent = silent_by_round(situation.live)
    for round_ in situation.live:
        if found := silent[round_.pk]:
            words = gettext("Round %(round)s: no activity ten minutes after the start: %(tables)s")
            yield Decision(
                "absent",
                words % {"round": round_.number, "tables": tables_text([one.table for one in found])},
                _url("absentees", round_.section, round_.number),
                gettext("View no-shows"),
                Act.REPORT_RESULT,
                round_.section,
            )


def fouls(situation: Situation) -> Iterator[Decision]:
    """Fouls that nobody has confirmed or withdrawn."""
    logged = Foul.objects.in_force().filter(pairing__round__in=situation.live, status=Foul.Status.LOGGED)
    counted = Counter(logged.values_list("pairing__round", flat=True))
    for round_ in situation.live:
        if count := counted[round_.pk]:
            words = ngettext(
                "Round %(round)s: %(count)s foul to decide",
                "Round %(round)s: %(count)s fouls to decide",
                count,
            )
            yield Decision(
                "foul",
                words % {"round": round_.number, "count": count},
                f"{reverse('fouls', args=[situation.event.slug])}?section={round_.section.slug}"
                f"&status={Foul.Status.LOGGED}",
                gettext("View fouls"),
                Act.CONFIRM_FOUL,
                round_.section,
            )


def steps(situation: Situation) -> Iterator[Decision]:
    """Sections that somebody has to take to their next step; a round that plays waits for nobody here."""
    for overview in situation.overviews:
        step = next_act(overview)
        if step is None or step.act in (None, PLAYS):
            continue
        yield Decision("step", step.text, step.url, gettext("Open"), str(step.act), overview.section)


def check_ins(situation: Situation) -> Iterator[Decision]:
    """Who is not here before round 1."""
    for overview in situation.overviews:
        now, missing = overview.current, overview.entries - overview.checked_in
        if now is None or now.number != 1 or now.state != Round.State.PLANNED or not missing:
            continue
        if overview.section.state != Section.State.OPEN:
            continue
        yield Decision(
            "check-in",
            gettext("%(missing)s of %(count)s players not checked in")
            % {"missing": missing, "count": overview.entries},
            _url("entries", overview.section),
            gettext("Check players in"),
            Act.CHECK_IN,
            overview.section,
        )


def work(situation: Situation) -> Iterator[Decision]:
    """Work that failed or was refused and was not done since, and work that nobody does."""
    rounds = {round_.pk: round_ for overview in situation.overviews for round_ in overview.rounds}
    sections = situation.sections()
    prefix = f"render:{event_path(situation.event)}"
    newer = Job.objects.filter(key=OuterRef("key"), pk__gt=OuterRef("pk"))
    left = Job.objects.filter(state__in=(Job.State.FAILED, Job.State.REFUSED)).filter(
        Q(payload__round__in=list(rounds))
        | Q(payload__section__in=list(sections))
        | Q(key=prefix.rstrip("/"))
        | Q(key__startswith=prefix)
    )
    # A paper that is refused has nothing to show yet: the page of the papers says so to whoever asked for it.
    left = left.exclude(kind="paper", state=Job.State.REFUSED)
    for job in left.filter(~Exists(newer)).order_by("-pk")[:8]:
        round_ = rounds.get(job.payload.get("round") or job.payload.get("closing") or 0)
        section = sections.get(round_.section_id if round_ else job.payload.get("section", 0))
        url = reverse("event_desk", args=[situation.event.slug])
        if section is not None:
            there = "papers" if job.kind == "paper" else "section_desk"
            url = _url("round_desk", section, round_.number) if round_ else _url(there, section)
        yield Decision("failed", _failed(job, round_), url, gettext("View details"), section=section)
    late = late_seconds()
    if late > settings.OUTBOX_LATE_SECONDS:
        yield Decision(
            "late",
            gettext(
                "Jobs have been waiting for %(minutes)s minutes; no background worker seems to be "
                "running. Nothing is lost. The site administrator can start one: %(command)s (or "
                "%(units)s)."
            )
            % {"minutes": max(1, round(late / 60)), "command": START, "units": START_UNITS},
        )


def _failed(job: Job, round_: Round | None) -> str:
    words = {
        "pair": gettext("Round %(round)s could not be paired"),
        "publish": gettext("Round %(round)s could not be published"),
        "standings": gettext("The standings could not be frozen"),
        "render": gettext("Public pages could not be updated"),
        "paper": gettext("A PDF could not be created"),
    }
    sentence = words.get(job.kind) or gettext("A background job failed: “%(kind)s”")
    return sentence % {"round": round_.number if round_ else "", "kind": job.kind}


def pages(situation: Situation) -> Iterator[Decision]:
    """Public pages that readers would have to wait for."""
    made = Rendered.objects.filter(page=OuterRef("pk"), version=OuterRef("version"))
    waiting = Page.objects.filter(
        path__startswith=event_path(situation.event),
        eager=True,
        withdrawn=False,
        changed_at__lt=timezone.now() - NOT_RENDERED,
    )
    if count := waiting.filter(~Exists(made)).count():
        words = ngettext(
            "%(count)s public page not updated yet", "%(count)s public pages not updated yet", count
        )
        yield Decision(
            "pages",
            words % {"count": count},
            f"{reverse('home')}{event_path(situation.event)}",
            gettext("Open public page"),
        )


def screens(situation: Situation) -> Iterator[Decision]:
    """Screens that have shown something and are silent while a round is played."""
    if not situation.live:
        return
    now = timezone.now()
    lost = Screen.objects.filter(event=situation.event, seen_at__lt=now - SCREEN_LOST)
    for screen in lost:
        minutes = round((now - (screen.seen_at or now)).total_seconds() / 60)
        words = gettext("Screen %(number)s has been silent for %(minutes)s minutes")
        if screen.name:
            words = gettext("Screen %(number)s (%(name)s) has been silent for %(minutes)s minutes")
        yield Decision(
            "screen",
            words % {"number": screen.number, "name": screen.name, "minutes": minutes},
            reverse("screens", args=[situation.event.slug]),
            gettext("View screens"),
            Act.SET_SCREEN,
        )


OWN = (disputes, contests, absentees, fouls, steps, check_ins, work, pages, screens)
"""The most urgent first."""
