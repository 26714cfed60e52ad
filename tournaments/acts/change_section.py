"""The settings of a section that stands already are changed; what rests on them is asked for again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal import published
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts._absent import await_start
from tournaments.acts._section_settings import (
    MOST_TABLE,
    canonical_settings,
    check_kinds,
    check_settings,
    set_settings,
)
from tournaments.acts.arguments import LeaveOfficial, Reason
from tournaments.acts.common import allowed_changes, lock_event, lock_section, refuse_while_busy, target_of
from tournaments.acts.drafts import enqueue_pairing
from tournaments.acts.entering.admission import move_up
from tournaments.acts.frame import ENTRY, ActResult, Arguments, Locked, Target, act, no_change
from tournaments.acts.official import leave_with
from tournaments.acts.rounds import ask_for_standings
from tournaments.exchange.reading import MOST_CORRECTION
from tournaments.models import Entry, FormerSectionAddress, Round, Section
from tournaments.pages import paths
from tournaments.pairing import rounds_of
from tournaments.policy import Act
from tournaments.queries.official import LeavingReason, leaving_settings
from tournaments.queries.section_settings import settings_of_section
from tournaments.queries.stages import rename_in_sources
from tournaments.setting_rules import SECTION_SETTINGS, Consequence, section_stage


class SectionChanged(TypedDict):
    """Say what was changed: the new address, rounds that are paired and standings that are frozen again."""

    section: int
    slug: str
    changed: list[str]
    drafts: list[int]
    standings: list[int]


class TableFixed(TypedDict):
    entry: int
    table: int | None


class ScoreCorrected(TypedDict):
    entry: int
    mms_correction: int


def _lock_event_too(arguments: Arguments) -> Locked:
    lock_event(arguments["section"].event)
    section = lock_section(arguments["section"])
    return Locked(section, section, target_of(section))


# The event is locked before the section: two sections share neither an address nor tables.
SECTION_OF_EVENT = Target("section", _lock_event_too)


@act(on=SECTION_OF_EVENT, right=Act.EDIT_EVENT, done=_("settings changed"))
def change_section(
    *,
    section: Section,
    wanted: Annotated[Mapping[str, Any], Field()],
    by: User,
    seen: Annotated[Mapping[str, Any] | None, Field()] = None,
    leave_official: Annotated[bool, Field()] = False,
    reason: Annotated[str, Field(longest=200)] = "",
    once: str = "",
) -> ActResult[SectionChanged]:
    """Change settings of a section.

    ``wanted``: by setting, as `settings_of_section` has them; the others stay. ``seen``: what the person's
    page showed. ``reason``: read by everybody, where something public rests on the change."""
    now = settings_of_section(section)
    for key in wanted.keys() - now.keys():
        raise Refusal("unknown-setting", key=key)
    for values in (wanted, seen or {}):
        check_kinds(values, now)
    mine = allowed_changes(
        table=SECTION_SETTINGS,
        stage=section_stage(section),
        wanted=canonical_settings(wanted),
        now=now,
        seen=None if seen is None else canonical_settings(seen),
        reason=reason,
        check=lambda mine: check_settings(section, {**now, **mine}, mine),
    )
    if not mine:
        return no_change(_answer(section))
    if leaving := leaving_settings(section, mine):
        leave_with(
            section, LeavingReason.SETTING, confirmed=leave_official, reason=reason, by=by, settings=leaving
        )
    set_settings(section, {**now, **mine}, mine)
    if "elimination" in mine and section.lots_drawn_at:
        drawn = (section.teams if section.of_teams else section.entries).exclude(number=None).count()
        section.rounds = rounds_of(section.system, drawn, elimination=mine["elimination"])
    section.save()
    if {"name", "slug"} & mine.keys():
        _name_in_stages(section, now["slug"])
    if "slug" in mine:
        _move(section, now["slug"])
    if {"rounds", "elimination"} & mine.keys():
        _plan(section)
    if "capacity" in mine:
        move_up(section, by=by)
    if mine.keys() & {"team_deadline", "rulebook", "online"}:
        for round_ in section.round_set.filter(state__in=(Round.State.PUBLISHED, Round.State.PLAYING)):
            round_.section = section
            await_start(round_)
    then = {setting for key in mine for setting in SECTION_SETTINGS[key].then}
    drafts = _pair_again(section, by=by) if Consequence.PAIR in then else []
    standings = _freeze_again(section, by=by) if Consequence.FREEZE in then else []
    pages.section_changed(section)
    return ActResult(
        _answer(section, changed=sorted(mine), drafts=drafts, standings=standings),
        before={key: now[key] for key in mine},
        after=mine,
    )


def _answer(
    section: Section, changed: Sequence[str] = (), drafts: Sequence[int] = (), standings: Sequence[int] = ()
) -> SectionChanged:
    return {
        "section": section.pk,
        "slug": section.slug,
        "changed": [*changed],
        "drafts": [*drafts],
        "standings": [*standings],
    }


def _move(section: Section, former: str) -> None:
    """Everything that is published stands under the new address."""
    event = section.event
    FormerSectionAddress.objects.filter(event=event, slug=section.slug).delete()
    FormerSectionAddress.objects.create(event=event, section=section, slug=former)
    published.move(f"{paths.event_path(event)}{former}/", paths.section_path(section))
    published.invalidate(under=[paths.event_path(event)])
    pages.front_changed()


def _name_in_stages(section: Section, former: str) -> None:
    """The sections whose places name this one."""
    others = list(section.event.sections.exclude(pk=section.pk).filter(options__has_key="sources"))
    rename_in_sources(others, former, section.slug)
    Section.objects.bulk_update(others, ["options"])
    for other in others:
        pages.section_changed(other)


def _plan(section: Section) -> None:
    """As many rounds as there are to be; one that is no longer played and was a draft goes."""
    for gone in section.round_set.filter(number__gt=section.rounds):
        refuse_while_busy(gone)
        gone.delete()
    standing = set(section.round_set.values_list("number", flat=True))
    Round.objects.bulk_create(
        Round(section=section, number=number)
        for number in range(1, section.rounds + 1)
        if number not in standing
    )
    last = section.round_set.get(number=section.rounds)
    if last.state == Round.State.CLOSED and section.state == Section.State.RUNNING:
        section.state = Section.State.FINISHED
        section.save(update_fields=["state"])


def _pair_again(section: Section, *, by: User) -> list[int]:
    """Every draft, which rests on what was changed. Returns their rounds."""
    drafts = list(section.round_set.filter(state=Round.State.DRAFT).order_by("number"))
    for draft in drafts:
        enqueue_pairing(draft, by=by)
    return [draft.number for draft in drafts]


def _freeze_again(section: Section, *, by: User) -> list[int]:
    """The standings of every closed round. Returns after which."""
    ask_for_standings(section, since=1, by=by)
    closed = section.round_set.filter(state=Round.State.CLOSED).order_by("number")
    return list(closed.values_list("number", flat=True))


@act(on=ENTRY, right=Act.CORRECT_PLAYER, done=_("fixed table set"))
def set_fixed_table(
    *,
    entry: Entry,
    by: User,
    table: Annotated[
        int | None,
        Field(
            least=1,
            most=MOST_TABLE,
            label=_("Always at table"),
            help=_("For a player who needs to sit there. Leave empty for none; drafts are paired again."),
        ),
    ] = None,
    once: str = "",
) -> ActResult[TableFixed]:
    """Where a player of a Swiss sits in every round from the next pairing on."""
    answer: TableFixed = {"entry": entry.pk, "table": table}
    if entry.fixed_table == table:
        return no_change(answer)
    others = entry.section.entries.exclude(pk=entry.pk)
    if table is not None and others.filter(fixed_table=table).exists():
        raise Refusal("table-held", field="table", number=table)
    before = {"entry": entry.pk, "table": entry.fixed_table}
    entry.fixed_table = table
    entry.save(update_fields=["fixed_table"])
    _pair_again(entry.section, by=by)
    return ActResult(answer, before=before, after=dict(answer))


@act(on=ENTRY, right=Act.CORRECT_PLAYER, done=_("McMahon score corrected"))
def correct_start(
    *,
    entry: Entry,
    by: User,
    mms_correction: Annotated[
        int,
        Field(
            least=-MOST_CORRECTION,
            most=MOST_CORRECTION,
            label=_("Added to the McMahon score"),
            help=_("1 or 2 for the super-group, 0 for everyone else; drafts are paired again."),
        ),
    ] = 0,
    leave_official: LeaveOfficial = False,
    reason: Reason = "",
    once: str = "",
) -> ActResult[ScoreCorrected]:
    """What is added to the score with which a player starts."""
    if entry.section.system != Section.System.MCMAHON:
        raise Refusal("no-mcmahon", field="mms_correction")
    answer: ScoreCorrected = {"entry": entry.pk, "mms_correction": mms_correction}
    if entry.mms_correction == mms_correction:
        return no_change(answer)
    leave_with(entry.section, LeavingReason.START, confirmed=leave_official, reason=reason, by=by)
    before = {"entry": entry.pk, "mms_correction": entry.mms_correction}
    entry.mms_correction = mms_correction
    entry.save(update_fields=["mms_correction"])
    _pair_again(entry.section, by=by)
    _freeze_again(entry.section, by=by)
    pages.section_changed(entry.section)
    return ActResult(answer, before=before, after=dict(answer))
