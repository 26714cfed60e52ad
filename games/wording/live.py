"""Words for running games: what became of a ply, and who sent it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, gettext_lazy, gettext_noop

from games.live.stream import Answer, Code, Writer
from games.rulebooks.findings import SIDES
from games.wording import records, weiqi
from games.wording.rulebooks import TITLES
from games.xiangqi.moves import Ending
from portal.web.words import Words
from tournaments.state.clocks import OvertimeLeft
from tournaments.wording.refusals import refusal_sentence

# Before the code of an answer, as refusals have it.
PREFIX = "live-"

WRITERS: Mapping[Writer, Words] = {
    Writer.REFEREE: gettext_lazy("referee"),
    Writer.DESK: gettext_lazy("technical desk"),
    Writer.TABLE: gettext_lazy("table"),
    Writer.PLAYER: gettext_lazy("player"),
    Writer.TOKEN: gettext_lazy("program"),
    Writer.PULLED: gettext_lazy("program"),
}

# Code of a refusal → sentence; those after the first five are answers to plies.
REFUSALS: Mapping[str, str] = {
    "live-no-players": gettext_noop("Nobody sits at table %(table)s on both sides."),
    "live-bad-start": gettext_noop("The starting position cannot be read."),
    "live-too-many": gettext_noop("At most %(most)s moves can be sent at once."),
    "live-too-many-games": gettext_noop("At most %(most)s games can be sent at once."),
    "no-such-finding": gettext_noop("This no longer stands on the board, or it has been decided."),
    "desk-line-empty": gettext_noop("Type a table and its moves, such as 12 C2=5."),
    "desk-line-long": gettext_noop("This line is too long."),
    "desk-line-clock": gettext_noop("“%(text)s” is no clock: type both, such as 12 c 1:02:11 58:40."),
    "desk-line-no-table": gettext_noop("Type the number of the table first."),
    "desk-line-no-ply": gettext_noop("No move stands there yet, so there are no clocks after it."),
    "no-such-ruling": gettext_noop("Nothing has been decided by this rule."),
    "finding-decides-nothing": gettext_noop("Nothing follows from this for the result."),
    "relay-url": gettext_noop("Nothing can be fetched from this address."),
    "relay-private": gettext_noop("This address is inside a private network; nothing is fetched from there."),
    "relay-ended": gettext_noop("The round is over, or its address was removed."),
    "relay-two-games": gettext_noop("Two games of the file belong to table %(table)s."),
    "relay-denied": gettext_noop("Whoever set this address may no longer enter moves."),
    "relay-no-games": gettext_noop("No game stands at this address."),
    "relay-unreadable": gettext_noop("What stands at this address cannot be read."),
    "relay-status": gettext_noop("The server answered %(status)s."),
    "relay-too-large": gettext_noop("What stands at this address is too large."),
    "live-not-online": gettext_noop("Players enter their moves only in sections that are played online."),
    "live-other-players": gettext_noop("Other players sit at this table now. Load the page again."),
    "live-another-move-stands": gettext_noop(
        "Another move stands here already: %(stands)s (%(writer)s, %(at)s). Yours has been kept for the "
        "referee."
    ),
    "live-ply-missing": gettext_noop("A move before this one is missing."),
    "live-over": gettext_noop("The game is over (%(why)s)."),
    "live-illegal": gettext_noop("Not possible: %(why)s."),
    "live-disabled": gettext_noop("%(move)s has been played too often and is disabled."),
    "live-unreadable": gettext_noop("“%(move)s” is not a move here."),
    "live-unreadable-request": gettext_noop("This request cannot be read."),
    "live-not-allowed": gettext_noop("This move can no longer be taken back from here."),
}

ANSWERS: Mapping[Code, str] = {
    Code.TAKEN: gettext_noop("Taken."),
    Code.REPLACED: gettext_noop("Taken in place of what stood there."),
    Code.THERE: gettext_noop("Already there."),
    Code.ILLEGAL_KEPT: gettext_noop("Kept, although not possible: %(why)s."),
}

WHY_OVER: Mapping[str, str] = {
    "result": gettext_noop("a result has been entered"),
    "record": gettext_noop("a record has been accepted"),
    Ending.MATE: gettext_noop("mate"),
    Ending.STALEMATE: gettext_noop("stalemate"),
    "passes": gettext_noop("two passes"),
}


def clock_text(seconds: int | None) -> str:
    """Write ``0:58:30``; empty where it is not known."""
    return "" if seconds is None else f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def clock_texts(clocks: Sequence[int | None], overtime: Mapping[str, Any]) -> list[str]:
    """Write the clocks of both sides: ``0:58:30``, ``0:00:00 + 3 × 30 s``; empty where nothing is known."""
    texts = []
    for side, seconds in zip(SIDES, clocks, strict=True):
        left = OvertimeLeft.from_json(overtime.get(side))
        parts = [clock_text(seconds), str(left) if left else ""]
        texts.append(" + ".join(part for part in parts if part))
    return texts


def why_over(code: str) -> str:
    """Why a stream takes no more plies."""
    return gettext(WHY_OVER[code]) if code in WHY_OVER else gettext("decided by the rules")


def rule_text(*, cause: str, rulebook: str, article: str) -> str:
    """By what the program has entered a result, as the reason for it."""
    if not article:
        return gettext("entered automatically: %(why)s") % {"why": why_over(cause)}
    return gettext("entered automatically: %(rulebook)s, article %(article)s") % {
        "rulebook": gettext(TITLES[rulebook]) if rulebook in TITLES else rulebook,
        "article": article,
    }


def relay_error(error: str, status: int | None) -> str:
    """Say why an address of running games gave none; empty where it did."""
    return refusal_sentence(error, {"status": status or ""}) if error else ""


def unplaced_text(unplaced: Mapping[str, Any]) -> str:
    """Say which game fits no table: its headers, and why."""
    headers = ", ".join(f"{name} “{value}”" for name, value in unplaced["headers"].items())
    why = refusal_sentence(unplaced["code"], unplaced["params"])
    return f"{headers}: {why}" if headers else why


GROUNDS: Mapping[str, Callable[..., str]] = {"rule": rule_text}


def why_illegal(move: str, code: str) -> str:
    words = {**records.FAULTS, **weiqi.FAULTS}.get(code)
    return gettext(words or records.FAULTS["not-notation"]) % defaultdict(str, text=move)


def answer_text(answer: Answer, params: Mapping[str, Any]) -> str:
    """Say what became of a ply; ``params``: as `answer_params` has them."""
    if answer.is_refused:
        return refusal_sentence(PREFIX + answer.code, params)
    return gettext(ANSWERS[answer.code]) % params


def answer_params(answer: Answer, *, ply: int, over: str = "", at: str = "") -> dict[str, Any]:
    """Give the values of an answer's sentence, as programs get them too."""
    params: dict[str, Any] = {"ply": ply, "move": answer.move, "head": answer.head}
    if answer.stands is not None:
        params |= {"stands": answer.stands.move, "writer": str(WRITERS[answer.stands.writer]), "at": at}
    if answer.code is Code.OVER:
        params["why"] = why_over(over)
    if answer.code is Code.MISSING:
        params["missing"] = answer.head + 1
    if answer.reason:
        params |= {"reason": str(answer.reason), "why": why_illegal(answer.move, answer.reason)}
    if answer.legal:
        params["legal"] = list(answer.legal)
    return params
