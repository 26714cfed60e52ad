"""What tournaments themselves know to wait for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from portal.outbox import Job
from portal.outbox.enqueueing import late_seconds
from portal.published import Page, Rendered
from tournaments.models import Entry, Foul, ResultReport, Round, Screen, Seat, Section
from tournaments.pages.paths import event_path
from tournaments.policy import Act
from tournaments.queries.clocks import without_clocks
from tournaments.queries.event_overview import Overview
from tournaments.queries.links import table_links
from tournaments.queries.presence import idle_by_round, unconfirmed
from tournaments.queries.refereeing.contests import contests_by_round
from tournaments.queries.refereeing.player_reports import disputed_by_round
from tournaments.queries.teams.matches import has_matches
from tournaments.todo import MOST_TABLES, Need, Phase, Situation, Stage, stage_of
from tournaments.todo.adjourned import adjourned
from tournaments.todo.appeals import appeals
from tournaments.todo.applications import applications
from tournaments.todo.checklists import ending, first_steps
from tournaments.todo.line_ups import level_players, line_ups, needs_of_level_matches, short_teams, teams_gone
from tournaments.wording.options import result_text
from tournaments.wording.refusals import tables_text

SCREEN_LOST = timedelta(minutes=3)
NOT_RENDERED = timedelta(seconds=30)

START = "./go run"
# How workers are started on a machine of one's own, and where `docs/deploy` was followed.
START_UNITS = "systemctl start qiyuan-worker qiyuan-slow-worker"

JOB_WORDS = {
    "pair": lambda number: gettext("Round %(round)s is being paired") % {"round": number},
    "publish": lambda number: gettext("Round %(round)s is being published") % {"round": number},
    "standings": lambda number: gettext("Round %(round)s is being closed") % {"round": number},
}


def _url(name: str, section: Section, *more: int) -> str:
    return reverse(name, args=[section.event.slug, section.slug, *more])


def _of_table(round_: Round, kind: str, text: str, table: int, act: Act) -> Need:
    url = _url("result", round_.section, round_.number, table)
    link = gettext("Enter result") if act == Act.REPORT_RESULT else gettext("Decide")
    return Need(kind, text, round_.section, round_, url, link, act, Stage.CLOSE)


def disputes(situation: Situation) -> Iterator[Need]:
    """The players of a table say different things."""
    disputed = disputed_by_round(situation.live)
    rounds = [round_ for round_ in situation.live if disputed.get(round_.pk)]
    links = table_links(rounds, staff=True) if rounds else {}
    for round_ in rounds:
        for table, _ in disputed[round_.pk]:
            text = gettext("Table %(table)s: players reported different results") % {"table": table}
            need = _of_table(round_, "dispute", text, table, Act.CORRECT_RESULT)
            address = next((link.path for link in links.get((round_.pk, table), ()) if link.decides), None)
            yield replace(need, url=f"{reverse('home')}{address}#dispute") if address else need


def replays(situation: Situation) -> Iterator[Need]:
    """A drawn game is played again with the time that is left (WMSG), and nobody has noted it."""
    for round_ in situation.live:
        if situation.whole or not has_matches(round_):
            continue
        rows = [row for row in situation.tables(round_) if row.is_replay and row.table]
        unknown = without_clocks({row.pairing: row.next_game or 0 for row in rows})
        for row in rows:
            if row.pairing in unknown:
                words = gettext(
                    "Table %(table)s: clocks of the drawn game not noted; game %(game)s starts with them"
                )
                text = words % {"table": row.table, "game": row.next_game}
                need = _of_table(round_, "clocks", text, row.table or 0, Act.REPORT_RESULT)
                yield replace(need, url=f"{need.url}#clocks", link=gettext("Note the clocks"), blocks=None)


def contests(situation: Situation) -> Iterator[Need]:
    """Two people have reported different results of a game."""
    contests_waiting = contests_by_round(situation.live)
    for round_ in situation.live:
        for contest in contests_waiting.get(round_.pk, ()):
            words = gettext(
                "Table %(table)s: %(by)s reported %(value)s; the result is %(theirs)s, reported by %(other)s"
            )
            text = words % {
                "table": contest.table,
                "by": contest.by,
                "value": result_text(contest.value, contest.forfeit),
                "theirs": result_text(contest.standing.value, contest.standing.forfeit),
                "other": contest.standing.by or "–",
            }
            yield _of_table(round_, "contest", text, contest.table, Act.CORRECT_RESULT)


def absentees(situation: Situation) -> Iterator[Need]:
    """On line: tables without a sign of play ten minutes after the start."""
    silent = idle_by_round(situation.live)
    for round_ in situation.live:
        if idle := silent[round_.pk]:
            tables = tables_text([table_idle.table for table_idle in idle])
            yield Need(
                "absent",
                gettext("No activity ten minutes after the start: %(tables)s") % {"tables": tables},
                round_.section,
                round_,
                _url("absentees", round_.section, round_.number),
                gettext("View no-shows"),
                Act.REPORT_RESULT,
            )


def withdrawn(situation: Situation) -> Iterator[Need]:
    """Who has withdrawn while their published game has no result: nobody else will report it."""
    reported = ResultReport.objects.in_force().filter(pairing=OuterRef("pairing"))
    seats = Seat.objects.filter(
        ~Exists(reported),
        round__in=situation.live,
        pairing__table__isnull=False,
        entry__status=Entry.Status.WITHDRAWN,
    )
    by_round: dict[int, set[int]] = {}
    for key, table in seats.values_list("round", "pairing__table"):
        by_round.setdefault(key, set()).add(table or 0)
    for round_ in situation.live:
        if tables := sorted(by_round.get(round_.pk, ())):
            words = gettext("A player has withdrawn, and the game has no result: %(tables)s")
            text = words % {"tables": tables_text(tables)}
            yield _of_table(round_, "withdrawn", text, tables[0], Act.REPORT_RESULT)


def fouls(situation: Situation) -> Iterator[Need]:
    """Fouls that nobody has confirmed or withdrawn."""
    logged = Foul.objects.in_force().filter(pairing__round__in=situation.live, status=Foul.Status.LOGGED)
    by_round: dict[int, list[int]] = {}
    for key, table in logged.order_by("pairing__table").values_list("pairing__round", "pairing__table"):
        by_round.setdefault(key, []).append(table or 0)
    for round_ in situation.live:
        if to_decide := by_round.get(round_.pk):
            section, count = round_.section, len(to_decide)
            words = ngettext(
                "%(count)s foul to decide: %(tables)s", "%(count)s fouls to decide: %(tables)s", count
            )
            yield Need(
                "foul",
                words % {"count": count, "tables": tables_text(sorted(set(to_decide)))},
                section,
                round_,
                f"{reverse('fouls', args=[section.event.slug])}?section={section.slug}"
                f"&status={Foul.Status.LOGGED}",
                gettext("View fouls"),
                Act.CONFIRM_FOUL,
                Stage.CLOSE,
            )


def _prepared(section: Section, entries: int, here: int) -> Iterator[Need]:
    """What a section has before its round 1 is paired, in order: nobody is waited for behind what is open."""
    is_open, is_drawn = section.state != Section.State.DRAFT, section.lots_drawn_at is not None
    may_enter = is_open and not is_drawn
    # Where players are entered, the page of the lots publishes the section too.
    opened_on = "draw_lots" if entries > 1 and not is_drawn else "section_desk"
    yield Need(
        "open",
        gettext("Section published") if is_open else gettext("Section not published"),
        section,
        url=_url(opened_on, section),
        link=gettext("Publish section"),
        act=Act.EDIT_EVENT,
        blocks=Stage.PAIR,
        done=is_open,
        phase=Phase.BEFORE,
    )
    yield Need(
        "players",
        ngettext("%(count)s player entered", "%(count)s players entered", entries) % {"count": entries},
        section,
        url=_url("entries", section),
        link=gettext("Enter players"),
        act=Act.ENTER_PLAYER if may_enter else None,
        blocks=None if is_drawn else Stage.PAIR,
        done=entries > 1,
        phase=Phase.BEFORE,
    )
    if entries and section.check_in_needed:
        yield Need(
            "check-in",
            gettext("%(here)s of %(count)s players checked in") % {"here": here, "count": entries},
            section,
            url=_url("entries", section),
            link=gettext("Check players in"),
            act=Act.CHECK_IN if section.state == Section.State.OPEN else None,
            done=here == entries,
            phase=Phase.BEFORE,
        )
    yield Need(
        "lots",
        gettext("Lots drawn") if is_drawn else gettext("Lots not drawn"),
        section,
        url=_url("draw_lots", section),
        link=gettext("Draw lots"),
        act=Act.DRAW_LOTS if may_enter and entries > 1 else None,
        blocks=Stage.PAIR,
        done=is_drawn,
        phase=Phase.BEFORE,
    )


def before_pairing(situation: Situation) -> Iterator[Need]:
    """Players, lots, and the round before."""
    for overview in situation.overviews:
        now = overview.current
        if not overview.rounds or (now and now.number == 1 and now.state == Round.State.PLANNED):
            yield from _prepared(overview.section, overview.entries, overview.checked_in)
    for round_ in () if situation.whole else situation.rounds:
        section = round_.section
        if round_.state != Round.State.PLANNED:
            continue
        if round_.number == 1:
            playing = section.entries.exclude(status=Entry.Status.WITHDRAWN)
            states = list(playing.values_list("status", flat=True))
            prepared = _prepared(section, len(states), states.count(Entry.Status.CHECKED_IN))
            # Once the lots are drawn, `presence` says who is still to be confirmed.
            asks = section.lots_drawn_at is None
            yield from (need for need in prepared if asks or need.done or need.kind != "check-in")
            continue
        before = section.round_set.filter(number__lt=round_.number).exclude(state=Round.State.CLOSED).first()
        number = round_.number - 1 if before is None else before.number
        words = gettext("Round %(round)s closed") if before is None else gettext("Round %(round)s not closed")
        yield Need(
            "previous",
            words % {"round": number},
            section,
            round_,
            _url("round_desk", section, number),
            gettext("Go to round %(round)s") % {"round": number},
            blocks=Stage.PAIR,
            done=before is None,
        )


def presence(situation: Situation) -> Iterator[Need]:
    """Somebody has said of everybody who is to be paired that he or she is here. Asked of one round."""
    for round_ in () if situation.whole else situation.rounds:
        unseen = 0 if round_.is_public else len(unconfirmed(round_))
        if unseen:
            yield Need(
                "unconfirmed",
                ngettext("%(count)s player to confirm", "%(count)s players to confirm", unseen)
                % {"count": unseen},
                round_.section,
                round_,
                _url("round_desk", round_.section, round_.number) + "#confirm",
                gettext("Confirm players"),
                Act.SET_ABSENCE,
                Stage.PAIR,
            )


def results(situation: Situation) -> Iterator[Need]:
    """A result of every table. Of one round, and while they are few, those that are missing one by one."""
    for round_ in () if situation.whole else situation.live:
        tables = situation.tables(round_)
        open_ = [row for row in tables if row.is_missing]
        waiting = situation.waiting(round_)
        yield results_in(round_, count=len(tables) + waiting, missing=len(open_) + waiting)
        for row in open_ if len(open_) <= MOST_TABLES else ():
            words = gettext("Table %(table)s: no result yet")
            if row.is_replay:
                words = gettext("Table %(table)s: game %(game)s still to be played")
            text = words % {"table": row.table, "game": row.next_game}
            yield _of_table(round_, "result", text, row.table or 0, Act.REPORT_RESULT)


def results_in(round_: Round, *, count: int, missing: int) -> Need:
    """A round that is played waits for the players more than for anybody here: an event does not list it."""
    return Need(
        "results",
        gettext("%(reported)s of %(count)s results are in") % {"reported": count - missing, "count": count},
        round_.section,
        round_,
        _url("round_desk", round_.section, round_.number),
        act=Act.REPORT_RESULT,
        blocks=Stage.CLOSE,
        done=not missing,
    )


def steps(situation: Situation) -> Iterator[Need]:
    """Sections that somebody has to take to their next step."""
    for overview in situation.overviews:
        step = next_task(overview)
        if step is not None and step.kind == "step":
            yield step


def next_task(overview: Overview) -> Need | None:
    """What is to be done next in the section, or is being done; None when it is finished."""
    section, round_ = overview.section, overview.current
    if round_ is None or round_.number == 1:
        prepared = _prepared(section, overview.entries, overview.checked_in)
        if first := next((need for need in prepared if need.blocks and not need.done), None):
            return replace(first, text=first.link)
    if round_ is None:
        return None
    there = _url("round_desk", section, round_.number)
    if overview.job:
        return Need("work", JOB_WORDS[overview.job.kind](round_.number), section, url=there)
    numbers = {"round": round_.number}
    match stage_of(round_, missing=overview.missing):
        case Stage.PLAY:
            return results_in(round_, count=round_.tables, missing=overview.missing)
        case Stage.PAIR:
            text, act = gettext("Pair round %(round)s") % numbers, Act.PAIR_ROUND
        case Stage.ADJUST:
            text, act = gettext("Review the draft of round %(round)s") % numbers, Act.PUBLISH_ROUND
        case _:
            text, act = gettext("Close round %(round)s") % numbers, Act.CLOSE_ROUND
    return Need("step", text, section, url=there, link=gettext("Open"), act=act)


def failed_work(situation: Situation) -> Iterator[Need]:
    """Work that failed or was refused and was not done since, and work that nobody does."""
    if not situation.whole:
        return
    rounds = {round_.pk: round_ for overview in situation.overviews for round_ in overview.rounds}
    sections = {overview.section.pk: overview.section for overview in situation.overviews}
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
        yield Need("failed", _failed(job, round_), section, None, url, gettext("View details"), "")
    late = late_seconds()
    if late > settings.OUTBOX_LATE_SECONDS:
        yield Need(
            "late",
            gettext(
                "Jobs have been waiting for %(minutes)s minutes; no background worker seems to be "
                "running. Nothing is lost. The site administrator can start one: %(command)s (or "
                "%(units)s)."
            )
            % {"minutes": max(1, round(late / 60)), "command": START, "units": START_UNITS},
            act="",
        )


def _failed(job: Job, round_: Round | None) -> str:
    words = {
        "pair": gettext("Round %(round)s could not be paired"),
        "publish": gettext("Round %(round)s could not be published"),
        "standings": gettext("The standings could not be computed"),
        "render": gettext("Public pages could not be updated"),
        "paper": gettext("A PDF could not be created"),
    }
    sentence = words.get(job.kind) or gettext("A background job failed: “%(kind)s”")
    return sentence % {"round": round_.number if round_ else "", "kind": job.kind}


def pages(situation: Situation) -> Iterator[Need]:
    """Public pages that readers would have to wait for."""
    if not situation.whole:
        return
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
        yield Need(
            "pages",
            words % {"count": count},
            url=f"{reverse('home')}{event_path(situation.event)}",
            link=gettext("Open public page"),
            act="",
        )


def screens(situation: Situation) -> Iterator[Need]:
    """Screens that have shown something and are silent while a round is played."""
    if not situation.whole or not situation.live:
        return
    now = timezone.now()
    lost = Screen.objects.filter(event=situation.event, seen_at__lt=now - SCREEN_LOST)
    for screen in lost:
        minutes = round((now - (screen.seen_at or now)).total_seconds() / 60)
        words = gettext("Screen %(number)s has been silent for %(minutes)s minutes")
        if screen.name:
            words = gettext("Screen %(number)s (%(name)s) has been silent for %(minutes)s minutes")
        yield Need(
            "screen",
            words % {"number": screen.number, "name": screen.name, "minutes": minutes},
            url=reverse("screens", args=[situation.event.slug]),
            link=gettext("View screens"),
            act=Act.SET_SCREEN,
        )


# The most urgent first, and last the checklists.
PROVIDERS = (
    *(
        disputes,
        contests,
        replays,
        appeals,
        withdrawn,
        absentees,
        fouls,
        needs_of_level_matches,
        level_players,
        line_ups,
        short_teams,
        teams_gone,
    ),
    *(steps, before_pairing, presence, results, failed_work, pages, screens, adjourned, applications),
    *(first_steps, ending),
)
