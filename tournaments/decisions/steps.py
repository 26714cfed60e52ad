"""The next step of a section, as a sentence that leads somewhere: what its round is waiting for."""

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


PLAYS = Act.REPORT_RESULT
"""The act of the step in which a round is played: it waits for the players more than for anybody here."""


@dataclass(frozen=True, slots=True)
class Step:
    """``act``: with which it is taken; None while a worker computes."""

    text: str
    url: str
    act: Act | None


@dataclass(frozen=True, slots=True)
class NextStep:
    """``mine``: the person who looks may do it; else the sentence says what is waited for."""

    text: str
    url: str
    mine: bool


def next_step(overview: Overview, acts: frozenset[str]) -> NextStep | None:
    """For the person who may do ``acts``. None when the section is finished."""
    step = next_act(overview)
    return NextStep(step.text, step.url, step.act in acts) if step else None


def next_act(overview: Overview) -> Step | None:
    """None when the section is finished."""
    section, round_ = overview.section, overview.current
    if section.state == Section.State.DRAFT:
        return Step(gettext("Publish section"), _url("section_desk", section), Act.EDIT_EVENT)
    if not section.lots_drawn_at and overview.entries < 2:
        return Step(gettext("Enter players"), _url("entries", section), Act.ENTER_PLAYER)
    if not section.lots_drawn_at:
        return Step(gettext("Draw lots"), _url("draw_lots", section), Act.DRAW_LOTS)
    if round_ is None:
        return None
    there = _url("round_desk", section, round_.number)
    if overview.job:
        return Step(JOB_WORDS[overview.job.kind](round_.number), there, None)
    text, act = _round_step(round_, overview.missing)
    return Step(text, there, act)


def _round_step(round_: Round, missing: int) -> tuple[str, Act]:
    numbers = {"round": round_.number, "missing": missing}
    match stage_of(round_, missing=missing):
        case Stage.PAIR:
            return gettext("Pair round %(round)s") % numbers, Act.PAIR_ROUND
        case Stage.ADJUST | Stage.PUBLISH:
            return gettext("Review the draft of round %(round)s") % numbers, Act.PUBLISH_ROUND
        case Stage.PLAY:
            words = ngettext(
                "Round %(round)s: %(missing)s result missing",
                "Round %(round)s: %(missing)s results missing",
                missing,
            )
            return words % numbers, Act.REPORT_RESULT
        case _:
            return gettext("Close round %(round)s") % numbers, Act.CLOSE_ROUND


def _url(name: str, section: Section, *more: int) -> str:
    return reverse(name, args=[section.event.slug, section.slug, *more])
