"""Words for records: their moves as the reader writes them, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, gettext_noop

from games.problems import Cause, Problem
from games.records.game import FaultCode
from games.records.writing import moves_as, writer
from games.xiangqi.board import Illegal
from games.xiangqi.fen import Position
from games.xiangqi.notation import in_traditional
from games.xiangqi.values import Move
from portal.web.bidi import escape_bidi
from tournaments.wording.names import reads_chinese, reads_traditional
from tournaments.wording.sides import move_words

# Code → sentence.
FAULTS: Mapping[str, str] = {
    "not-notation": gettext_noop("“%(text)s” is not a move in any known notation"),
    "no-such-piece": gettext_noop("“%(text)s”: no such piece there"),
    "ambiguous": gettext_noop("“%(text)s” is ambiguous: more than one move fits"),
    Illegal.EMPTY: gettext_noop("“%(text)s”: the point is empty"),
    Illegal.WRONG_SIDE: gettext_noop("“%(text)s” is a move for the other side"),
    Illegal.OWN_PIECE: gettext_noop("“%(text)s”: the target is occupied by a piece of the same side"),
    Illegal.NOT_ITS_WAY: gettext_noop("“%(text)s”: this piece cannot move that way"),
    Illegal.GENERAL: gettext_noop("“%(text)s”: the general cannot be captured"),
    Illegal.BLOCKED: gettext_noop("“%(text)s”: the way is blocked"),
    Illegal.NO_SCREEN: gettext_noop("“%(text)s”: the cannon needs one piece to jump over"),
    Illegal.FACING: gettext_noop("“%(text)s”: the generals would face each other"),
    Illegal.STILL_IN_CHECK: gettext_noop("“%(text)s” does not answer the check"),
    Illegal.INTO_CHECK: gettext_noop("“%(text)s” leaves its own general in check"),
    FaultCode.MISSING_PLY: gettext_noop("a move is missing before “%(text)s”"),
    FaultCode.TRUNCATED: gettext_noop("the record ends too soon"),
    FaultCode.BAD_CHARACTERS: gettext_noop("bytes %(text)s are not valid %(codec)s"),
    FaultCode.DECLARED_ENCODING: gettext_noop(
        "declared as %(codec)s, but bytes %(text)s are not valid; read as %(used)s"
    ),
    FaultCode.GUESSED_ENCODING: gettext_noop(
        "the file does not say its character set; read as %(codec)s: check the names"
    ),
    FaultCode.BAD_START: gettext_noop("invalid starting position: %(defects)s"),
    FaultCode.NO_GAME: gettext_noop("no game found"),
    FaultCode.GAME_TOO_LARGE: gettext_noop("the game is larger than %(most)s bytes"),
    FaultCode.FILE_TOO_LARGE: gettext_noop("the file is larger than %(most)s bytes"),
    FaultCode.TOO_MANY_GAMES: gettext_noop("the file has more than %(most)s games; the rest were not read"),
    FaultCode.TOO_MANY_PLIES: gettext_noop("the game has more than 1500 moves of both sides"),
    FaultCode.TOO_DEEP: gettext_noop("variations are nested too deeply"),
    FaultCode.TOO_SLOW: gettext_noop("reading took more than %(seconds)s seconds"),
    FaultCode.TOO_COSTLY: gettext_noop("reading took more than %(megabytes)s MB of memory"),
    FaultCode.READER_FAILED: gettext_noop("the reader failed on this file; the file is kept unchanged"),
    FaultCode.UNBALANCED: gettext_noop("unmatched bracket: “%(text)s”"),
    FaultCode.RESULTS_DIFFER: gettext_noop("the tag says “%(tag)s”, but the moves end with “%(text)s”"),
    FaultCode.RESULT_CONTRADICTED: gettext_noop("the result %(text)s contradicts the board: %(ending)s"),
    FaultCode.MORE_FAULTS: gettext_noop("%(count)s more errors"),
    FaultCode.UNKNOWN_FORMAT: gettext_noop("unsupported record format: %(text)s"),
}

ENDINGS: Mapping[str, str] = {
    "mate": gettext_noop("mate"),
    "stalemate": gettext_noop("stalemate"),
    "passes": gettext_noop("both sides passed"),
    "undecided": gettext_noop("not decided on the board"),
}

CAUSES: Mapping[str, str] = {
    Cause.UNREADABLE: gettext_noop("cannot be read"),
    Cause.ILLEGAL: gettext_noop("not legal here"),
    Cause.AMBIGUOUS: gettext_noop("ambiguous"),
}


def stored_fault_text(fault: Mapping[str, Any]) -> str:
    """The sentence for a fault as a reading keeps it."""
    return fault_text(
        Problem(
            cause=Cause(fault["cause"]),
            code=fault["code"],
            text=fault["text"],
            since=fault.get("since"),
            variation=fault.get("variation", False),
            params=fault["params"],
        )
    )


def fault_text(fault: Problem) -> str:
    """The sentence for a fault, in the active language."""
    params = dict(fault.params)
    if "ending" in params:
        params["ending"] = gettext(ENDINGS[str(params["ending"])])
    if "defects" in params:
        params["defects"] = ", ".join(str(defect) for defect in fault.params["defects"])
    text = escape_bidi(gettext(FAULTS[fault.code]) % {"text": fault.text, **params})
    if fault.variation:
        text = gettext("in a variation: %(text)s") % {"text": text}
    if fault.since is not None:
        text = gettext("%(text)s (position uncertain from %(move)s on)") % {
            "text": text,
            "move": move_words(fault.since, "xiangqi"),
        }
    return text


def chinese_moves(texts: Sequence[str]) -> list[str]:
    """Moves in Chinese notation, in the characters of the reader's language."""
    return [in_traditional(text) for text in texts] if reads_traditional() else list(texts)


def moves_read(start: Position, moves: Sequence[Move]) -> list[str]:
    """Write moves from a position as the reader writes them down."""
    write = writer("chinese" if reads_chinese() else "wxf", traditional=reads_traditional())
    return moves_as(start, moves, write)


def own_moves(english: list[str], chinese: list[str]) -> list[str]:
    return chinese_moves(chinese) if reads_chinese() else english
