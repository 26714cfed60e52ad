"""The next step of a section, as a sentence that leads somewhere."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tournaments.models import Round, Section
from tournaments.needs import Stage, stage_of
from tournaments.policy import Act
from tournaments.queries.desk import Overview

JOB_WORDS = {
    "pair": lambda number: gettext("Round %(round)s is being paired") % {"round": number},
    "publish": lambda number: gettext("Round %(round)s is being published") % {"round": number},
    "standings": lambda number: gettext("Round %(round)s is being closed") % {"round": number},
}


@dataclass(frozen=True, slots=True)
class NextStep:
    """``mine``: the person who looks may do it; else the sentence says what is waited for."""

    text: str
    url: str
    mine: bool


def next_step(overview: Overview, acts: frozenset[Act]) -> NextStep | None:
    """None when the section is finished."""
    section, round_ = overview.section, overview.current
    if section.state == Section.State.DRAFT:
        return NextStep(gettext("Open the section"), _url("section_desk", section), Act.EDIT_EVENT in acts)
    if not section.lots_drawn_at and overview.entries < 2:
        return NextStep(gettext("Enter players"), _url("entries", section), Act.ENTER_PLAYER in acts)
    if not section.lots_drawn_at:
        return NextStep(gettext("Draw the lots"), _url("draw_lots", section), Act.DRAW_LOTS in acts)
    if round_ is None:
        return None
    there = _url("round_desk", section, round_.number)
    if overview.job:
        return NextStep(JOB_WORDS[overview.job.kind](round_.number), there, mine=False)
    text, act = _round_step(round_, overview.missing)
    return NextStep(text, there, act in acts)


def _round_step(round_: Round, missing: int) -> tuple[str, Act]:
    numbers = {"round": round_.number, "missing": missing}
    match stage_of(round_, missing=missing):
        case Stage.PAIR:
            return gettext("Pair round %(round)s") % numbers, Act.PAIR_ROUND
        case Stage.ADJUST | Stage.PUBLISH:
            return gettext("Look at the draft of round %(round)s") % numbers, Act.PUBLISH_ROUND
        case Stage.PLAY:
            words = ngettext(
                "Round %(round)s: %(missing)s result is missing",
                "Round %(round)s: %(missing)s results are missing",
                missing,
            )
            return words % numbers, Act.REPORT_RESULT
        case _:
            return gettext("Close round %(round)s") % numbers, Act.CLOSE_ROUND


def _url(name: str, section: Section, *more: int) -> str:
    return reverse(name, args=[section.event.slug, section.slug, *more])
