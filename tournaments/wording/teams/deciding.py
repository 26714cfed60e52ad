"""The words for decider boards: what a step is, who plays it by which clock, and what it stands at."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from portal.web.words import Words
from tournaments.state.deciding import Odds, Step
from tournaments.wording.options import time_control_alone

KINDS: Mapping[str, Words] = {
    "standard": pgettext_lazy("decider game", "standard"),
    "rapid": pgettext_lazy("decider game", "rapid"),
    "blitz": pgettext_lazy("decider game", "blitz"),
    "extra": pgettext_lazy("decider game", "extra game"),
}
WHO: Mapping[str, Words] = {"one": _("one player each"), "all": _("all boards")}
GAMES: Mapping[str, Words] = {"1": _("one game"), "2": _("two games")}
ODDS: Mapping[str, Words] = {
    "even": _("no time odds"),
    "time-odds-40": _("who moves first has 40 per cent less"),
    "time-odds-40-more": _("who moves second has 40 per cent more"),
    "remaining": _("with the time left from the game before"),
}
COLOURS: Mapping[str, Words] = {
    "exchange": _("sides exchanged"),
    "lot": _("sides by lot"),
    "choice:lot": _("who wins the lot chooses the side"),
    "choice:second-before": _("who moved second before chooses the side"),
    "choice:not-chooser": _("who did not choose the sides of the match chooses the side"),
    "choice:higher": _("who was placed higher in the stage before chooses the side"),
}
DRAWS: Mapping[str, Words] = {
    "next": _("level: the next step"),
    "repeat": _("level: once more"),
    "second-wins": _("a draw wins for who moves second"),
}
PRESET_NAMES: Mapping[str, Words] = {
    "cx30-1": _("rapid, extra game (cnchess 30, first variant)"),
    "cx30-2": _("rapid, blitz, extra game (cnchess 30, second variant)"),
    "cx30-3": _("rapid, two blitz, extra game (third variant)"),
    "cx30-4": _("rapid, then blitz until decided (fourth variant)"),
    "cx30-5": _("two blitz, extra game (fifth variant)"),
    "cx30-6": _("blitz until decided (sixth variant)"),
    "time-odds-40": _("one quick game, 40 per cent less for who moves first"),
    "all-blitz": _("blitz on all boards until decided"),
}


def step_clock_text(step: Step) -> str:
    """By which clock, or by which two."""
    first, second = step.clocks
    if step.odds is Odds.REMAINING:
        return gettext("time left of %(clock)s") % {"clock": time_control_alone(first)}
    if first == second:
        return time_control_alone(first)
    words = gettext("first %(first)s, second %(second)s")
    return words % {"first": time_control_alone(first), "second": time_control_alone(second)}


def step_text(step: Step, *, of_teams: bool = True) -> str:
    """The rule of a step, in a line; of teams with who plays it."""
    parts = [
        f"{KINDS[step.kind]} {step_clock_text(step)}",
        *([str(WHO[step.who])] if of_teams else []),
        *([str(GAMES["2"])] if step.games == 2 else []),
        str(COLOURS[step.colours]),
        str(DRAWS[step.draw]),
    ]
    return " · ".join(parts)


def halves_text(halves: int) -> str:
    """Half points as a person writes them: ``1½``."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)
