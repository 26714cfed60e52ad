"""Words for what is wrong with a weiqi record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from games.problems import Cause, Problem
from games.records.game import BROKEN_DOWN
from games.rulebooks.weiqi import STRICT
from games.weiqi.board import Illegal
from games.weiqi.counting import COMPENSATION, CountOutcome, quarters_text
from games.weiqi.handicap import Placement, Return
from games.weiqi.record import FaultCode
from games.weiqi.settings import Settings
from games.weiqi.values import SIDE_NAMES
from games.wording import records
from portal.web.bidi import escape_bidi
from tournaments.wording.handicaps import komi_text
from tournaments.wording.sides import side_word

# Code → sentence; a process that breaks down over a record does so in every game.
FAULTS: Mapping[str, str] = {
    Illegal.OFF_BOARD: gettext_noop("“%(text)s” is not on the board"),
    Illegal.OCCUPIED: gettext_noop("“%(text)s”: the point is occupied"),
    Illegal.SUICIDE: gettext_noop("“%(text)s” is suicide (article 5)"),
    Illegal.RECAPTURE: gettext_noop("“%(text)s” retakes the ko at once (article 6)"),
    Illegal.REPETITION: gettext_noop(
        "“%(text)s” repeats the position after move %(repeats)s, %(length)s moves earlier (article 6)"
    ),
    FaultCode.NO_GAME: gettext_noop("no game found"),
    FaultCode.FILE_TOO_LARGE: gettext_noop("the file is larger than %(most)s bytes"),
    FaultCode.TOO_MANY_GAMES: gettext_noop("more than %(most)s games; the rest were not read"),
    FaultCode.BAD_CHARACTERS: gettext_noop("invalid bytes; read as %(encoding)s"),
    FaultCode.OUTSIDE_GAME: gettext_noop("“%(text)s” is outside any game"),
    FaultCode.NOT_SGF: gettext_noop("“%(text)s” is not SGF"),
    FaultCode.UNESCAPED: gettext_noop("“%(text)s”: a bracket inside a text has no backslash before it"),
    FaultCode.UNCLOSED: gettext_noop("the game's closing bracket is missing"),
    FaultCode.STRAY_VALUE: gettext_noop("“%(text)s” is a value without a property"),
    FaultCode.STRAY_NAME: gettext_noop("“%(text)s” is a property outside any node, or without a name"),
    FaultCode.NO_VALUE: gettext_noop("the property “%(text)s” has no value"),
    FaultCode.BAD_VARIATION: gettext_noop("the variation “%(text)s” is broken and was left out"),
    FaultCode.WRONG_GAME: gettext_noop("“%(text)s” is not weiqi (GM[1])"),
    FaultCode.BAD_SIZE: gettext_noop("“%(text)s” is not a board size; read as 19 lines"),
    FaultCode.BAD_KOMI: gettext_noop("“%(text)s” is not a number"),
    FaultCode.KOMI_IN_STONES: gettext_noop("“%(text)s” looks like stones; SGF uses points"),
    FaultCode.BAD_HANDICAP: gettext_noop("“%(text)s” is not a number of handicap stones"),
    FaultCode.HANDICAP_DIFFERS: gettext_noop("“%(text)s”, but there are %(stones)s stones on the board"),
    FaultCode.UNPLACED_HANDICAP: gettext_noop(
        "“%(text)s” without AB: in this section Black puts the %(said)s handicap stones anywhere, so the "
        "record has to say where they stand"
    ),
    FaultCode.WHITE_FIRST: gettext_noop("White moves first, without handicap stones: “%(text)s”"),
    FaultCode.BAD_SETUP: gettext_noop("“%(text)s” are not points of this board"),
    FaultCode.SETUP_WITHOUT_LIBERTY: gettext_noop(
        "stones set up without liberties: %(stones)s, first “%(text)s”"
    ),
    FaultCode.BAD_MOVE: gettext_noop("“%(text)s” is not a move"),
    FaultCode.TWO_MOVES: gettext_noop("“%(text)s” is a second move in one node"),
    FaultCode.SAME_COLOUR: gettext_noop("“%(text)s”: the same colour plays twice in a row (article 2)"),
    FaultCode.SETUP_AFTER_ROOT: gettext_noop("stones set up during the game: “%(text)s”"),
    FaultCode.TOO_MANY_MOVES: gettext_noop("the game has more than %(most)s moves; the rest were not read"),
    FaultCode.MORE_FAULTS: gettext_noop("%(count)s more errors"),
    **{code: records.FAULTS[code] for code in BROKEN_DOWN},
}


def weiqi_fault_text(fault: Problem) -> str:
    """The sentence for a fault, in the active language."""
    return escape_bidi(gettext(FAULTS[fault.code]) % {"text": fault.text, **fault.params})


def stored_fault_text(fault: Mapping[str, Any]) -> str:
    """The sentence for a fault as a reading keeps it."""
    return weiqi_fault_text(
        Problem(Cause(fault["cause"]), fault["code"], text=fault["text"], params=fault["params"])
    )


# Code of a finding, or of an offence → sentence.
FINDINGS: Mapping[str, str] = {
    "forbidden-point": gettext_noop("%(move)s: a stone on a forbidden point"),
    "immediate-recapture": gettext_noop("%(move)s retakes the ko at once"),
    "two-plays": gettext_noop("%(move)s: two moves in a row"),
    "stone-lifted": gettext_noop("a stone was lifted"),
    "clock-before-play": gettext_noop("the clock was pressed before the stone was played"),
    "colours-swapped": gettext_noop("the colours were swapped"),
    "stones-displaced": gettext_noop("stones were displaced"),
    "cycle": gettext_noop(
        "%(move)s repeats the position after move %(repeats)s, %(length)s moves earlier; the referee rules"
    ),
}


# Code of what differs from the section's own settings → sentence.
DIFFERS: Mapping[str, str] = {
    "other-size": gettext_noop(
        "The record is on a %(found)s-line board; this section plays on %(settled)s lines."
    ),
    "handicap-not-settled": gettext_noop(
        "The record has %(found)s handicap stones, but this section has no handicap rule."
    ),
    "other-handicap": gettext_noop(
        "The record has %(found)s handicap stones; the table is paired with handicap %(settled)s."
    ),
    "other-compensation": gettext_noop(
        "The komi in the record is %(found)s stones; in this section it is %(settled)s."
    ),
}


def differences(
    reading: Mapping[str, Any], options: Mapping[str, Any], handicap: int = 0, komi: int | None = None
) -> list[str]:
    """Say what a stored reading plays by that its section or its table does not, a sentence each, for the
    desk."""
    differing = Settings.of(options).differences(
        size=len(reading["final_fen"].split("/")),
        handicap=reading["handicap"],
        compensation=reading["area"]["compensation"],
        of_table=handicap,
        komi=komi,
    )
    return [gettext(DIFFERS[difference.code]) % difference.params for difference in differing]


# Rule of what Black gives back → sentence.
RETURNS: Mapping[str, Promise] = {
    Return.STONES: gettext_lazy("Handicap games: Black gives back one point for each stone."),
    Return.STONES_MINUS_ONE: gettext_lazy(
        "Handicap games: Black gives back one point for each stone but one."
    ),
}


def rules(rulebook: str, options: Mapping[str, Any], european: bool) -> list[str]:
    """Say how a section plays, a line for each point."""
    settled = Settings.of(options)
    stones = {"stones": quarters_text(settled.compensation)}
    lines = [gettext("%(size)s × %(size)s lines") % {"size": settled.size}]
    if settled.compensation:
        if european:
            # Half points of a komi are quarters of a stone.
            lines.append(gettext("Komi: %(points)s points.") % {"points": komi_text(settled.compensation)})
        elif settled.compensation == COMPENSATION:
            lines.append(gettext("Komi: %(stones)s stones (article 11).") % stones)
        else:
            lines.append(gettext("Komi: %(stones)s stones; article 11 says 2¾.") % stones)
    else:
        lines.append(gettext("No komi."))
    if settled.handicap_return:
        stones = {"stones": quarters_text(settled.handicap_return)}
        lines.append(gettext("Handicap games: Black gives a further %(stones)s stones.") % stones)
    if settled.handicap_rule != Return.NONE:
        lines.append(str(RETURNS[settled.handicap_rule]))
    if settled.handicap_placement == Placement.FIXED:
        lines.append(gettext("Handicap stones are placed on the star points."))
    # The departure from article 6 is told too; European rules cite no article of the Chinese ones.
    if european and rulebook == STRICT:
        lines.append(gettext("No whole-board position may be repeated (superko)."))
    elif european:
        lines.append(gettext("A ko may not be retaken at once; the referee rules on longer cycles."))
    elif rulebook == STRICT:
        lines.append(gettext("No whole-board position may be repeated (superko, article 6)."))
    else:
        lines.append(
            gettext(
                "A ko may not be retaken at once; the referee rules on longer cycles. This departs from "
                "article 6, which forbids all repetition."
            )
        )
    return lines


def outcome_text(outcome: CountOutcome) -> str:
    """``Black + ¾``, as it is announced."""
    if not outcome.winner:
        return gettext("a draw")
    side = side_word(SIDE_NAMES[outcome.winner], "weiqi")
    words = {"side": side, "stones": quarters_text(abs(outcome.margin))}
    return gettext("%(side)s wins by %(stones)s") % words
