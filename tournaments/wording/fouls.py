"""The words for fouls: what was done, what it costs, and what the next one will cost."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_lazy, ngettext, npgettext

from portal.web.words import Words
from tournaments.fouls import RECORDING_STEPS, Cost, FoulRule, Penalty

OFFENCES: Mapping[str, Words] = {
    "technical": gettext_lazy("Technical foul"),
    "missed-moves": gettext_lazy("Moves not recorded"),
    "wrong-claim": gettext_lazy("Wrong claim"),
    "wrong-moves": gettext_lazy("Moves recorded wrongly"),
    "recording": gettext_lazy("Recording foul"),
    "other": gettext_lazy("Other foul"),
    "forbidden-point": gettext_lazy("Stone on a forbidden point"),
    "immediate-recapture": gettext_lazy("Illegal ko capture"),
    "two-plays": gettext_lazy("Two moves in a row"),
    "stone-lifted": gettext_lazy("Stone lifted"),
    "clock-before-play": gettext_lazy("Clock pressed before playing"),
    "colours-swapped": gettext_lazy("Colours swapped"),
    "stones-displaced": gettext_lazy("Stones displaced"),
}

PENALTIES: Mapping[str, Words] = {
    Penalty.NONE: "",
    Penalty.FIVE_MINUTES: gettext_lazy("5 minutes deducted"),
    Penalty.WARNING: gettext_lazy("warning"),
    Penalty.VOID_AND_PASS: gettext_lazy("the move is void and counts as a pass"),
    Penalty.LOSS: gettext_lazy("loss of the game"),
    Penalty.REPLAY: gettext_lazy("the game is replayed"),
    Penalty.NO_RESULT: gettext_lazy("no result"),
    Penalty.BOTH_LOSE: gettext_lazy("both players lose"),
}

LADDERS: Mapping[str, Words] = {
    "four": gettext_lazy("four fouls lose the game (WXC 4.3)"),
    "three": gettext_lazy("three fouls lose the game"),
    "two": gettext_lazy("two warnings lose the game"),
    "none": gettext_lazy("fouls are logged without penalty"),
}


def offence_name(key: str, kind: str) -> str:
    """What was done; a foul from elsewhere has only its kind."""
    return str(OFFENCES.get(key) or OFFENCES[kind])


def penalty_text(penalty: str) -> str:
    """What the offence costs by itself; empty when nothing."""
    return str(PENALTIES.get(penalty, penalty))


def missed_text(missed: int) -> str:
    """Why a recording foul was given."""
    return ngettext("%(count)s move missed", "%(count)s moves missed", missed) % {"count": missed}


def missed_step(missed: int) -> str:
    """How many moves are missing, as the article counts them."""
    if missed >= RECORDING_STEPS[0][0]:
        return gettext("8 or more")
    return gettext("4 to 7")


def next_step_text(standing: int) -> str:
    """Say what more missed moves would cost whoever has ``standing`` fouls for them."""
    # WXC 4.3: they are counted over the whole game.
    if standing == 0:
        return ""
    if standing == 1:
        return gettext("8 or more moves missed in this game make it two fouls.")
    return gettext("8 or more moves missed in one game are two fouls in all.")


def missed_range(missed: int) -> str:
    """The step of the article that so many missed moves reach."""
    if missed >= RECORDING_STEPS[0][0]:
        return gettext("8 or more moves missed")
    return gettext("4 to 7 moves missed")


def confirm_text(fouls: int, *, by: str, side: str, now: int, ladder: FoulRule) -> str:
    """What the button does, with the article or name by which it is done, and what follows."""
    has, loses = confirm_patterns(fouls, by=by, side=side)
    return (loses if ladder.is_lost(now) else has) % now


def confirm_patterns(fouls: int, *, by: str, side: str) -> tuple[str, str]:
    """What `confirm_text` says where the game goes on, and where it is lost; ``%s``: how many stand then."""
    words = {"fouls": fouls, "by": by, "side": side, "now": "%s"}
    loses = ngettext(
        "Confirm %(fouls)s foul (%(by)s): %(side)s has %(now)s and loses",
        "Confirm %(fouls)s fouls (%(by)s): %(side)s has %(now)s and loses",
        fouls,
    )
    has = ngettext(
        "Confirm %(fouls)s foul (%(by)s): %(side)s has %(now)s",
        "Confirm %(fouls)s fouls (%(by)s): %(side)s has %(now)s",
        fouls,
    )
    return has % words, loses % words


def replace_text(fouls: int, *, by: str, side: str, now: int, ladder: FoulRule) -> str:
    """The same of fouls that take the place of earlier ones."""
    words = {"fouls": fouls, "by": by, "side": side, "now": now}
    if ladder.is_lost(now):
        text = ngettext(
            "Replace by %(fouls)s foul (%(by)s): %(side)s has %(now)s and loses",
            "Replace by %(fouls)s fouls (%(by)s): %(side)s has %(now)s and loses",
            fouls,
        )
        return text % words
    text = ngettext(
        "Replace by %(fouls)s foul (%(by)s): %(side)s has %(now)s",
        "Replace by %(fouls)s fouls (%(by)s): %(side)s has %(now)s",
        fouls,
    )
    return text % words


def count_text(count: int, ladder: FoulRule) -> str:
    """``1 of 4``, or only how many where none loses the game."""
    if ladder.loses_at is None:
        return str(count)
    return gettext("%(count)s of %(limit)s") % {"count": count, "limit": ladder.loses_at}


def next_text(count: int, ladder: FoulRule, side: str) -> str:
    """What the foul after ``count`` costs the player ``side``, in a sentence."""
    if ladder.is_lost(count):
        return gettext("%(side)s loses by fouls") % {"side": side}
    if ladder.cost(count + 1) is Cost.LOSS:
        return gettext("next foul loses the game for %(side)s") % {"side": side}
    if ladder.loses_at is None:
        return gettext("next foul: no penalty")
    left = ladder.loses_at - count
    return ngettext(
        "%(left)s more foul loses the game for %(side)s",
        "%(left)s more fouls lose the game for %(side)s",
        left,
    ) % {
        "left": left,
        "side": side,
    }


def loss_reason(count: int) -> str:
    """Why a game is lost: the reason of the result."""
    return npgettext("reason of a result", "%(count)s foul", "%(count)s fouls", count) % {"count": count}
