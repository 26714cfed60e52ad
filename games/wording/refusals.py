"""Words for why an act with a game was refused, added to those of tournaments."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

WORDS: Mapping[str, str] = {
    "record-empty": gettext_noop("There is no record yet: paste the moves or choose a file."),
    "record-is-picture": gettext_noop(
        "This is a picture (%(kind)s): moves cannot be read from it. Tap or type the moves, or choose the "
        "file of a program."
    ),
    "record-too-large": gettext_noop("%(size)s bytes are too many: a record has at most %(limit)s."),
    "unknown-format": gettext_noop("Records of the format “%(format)s” are not taken."),
    "record-not-base64": gettext_noop("The file is not in base64."),
    "bye-has-no-game": gettext_noop("A bye has no game and no record."),
    "record-of-no-game": gettext_noop("Table %(table)s has no game %(game)s."),
    "record-conflict": gettext_noop("Somebody else has handed in a record of table %(table)s meanwhile."),
    "record-superseded": gettext_noop("This record has been corrected meanwhile. Look at the newer one."),
    "record-not-read": gettext_noop("The record has not been read yet. Wait for the reader."),
    "record-unreadable": gettext_noop("No move of this record could be read: there is nothing to accept."),
    "claim-not-in-xiangqi": gettext_noop("Claims of this kind belong to xiangqi."),
    "unknown-claim": gettext_noop("There is no claim called “%(kind)s”."),
    "bad-clock": gettext_noop("A clock cannot show %(clock)s seconds."),
    "claim-out-of-play": gettext_noop("The claim is about ply %(ply)s, but the game has %(plies)s plies."),
    "record-not-accepted": gettext_noop(
        "There is no accepted record of this game: type the moves since the last capture."
    ),
    "moves-unreadable": gettext_noop("The moves cannot be played from ply %(ply)s: “%(text)s”."),
    "bad-position": gettext_noop("This is not a position: %(fen)s"),
    "position-needed": gettext_noop(
        "Moves from ply %(ply)s on need the position that stood there. If you type the whole game, leave the "
        "ply of the last capture empty."
    ),
    "moves-too-long": gettext_noop("%(size)s characters are too many; at most %(limit)s."),
    "sheets-empty": gettext_noop("There is no scoresheet yet: type one or choose a file."),
    "sheet-too-long": gettext_noop(
        "This is too long for a scoresheet: %(size)s, where %(limit)s is the most that is read."
    ),
    "sheet-without-moves": gettext_noop(
        "No move stands on this sheet. Type it row by row: 1. C2=5 H8+7, then 2. on the next line."
    ),
    "claim-ruled": gettext_noop("This claim has been ruled on already."),
    "claims-changed": gettext_noop(
        "What this verdict rests on has changed meanwhile: a claim, a foul, the record or the result. "
        "Count again."
    ),
    "sheets-changed": gettext_noop("Somebody has handed in other scoresheets meanwhile. Look again."),
    "proposal-ruled": gettext_noop(
        "Somebody has decided on a foul of this player meanwhile: %(left)s left to decide."
    ),
    "record-accepted": gettext_noop("The record is accepted already."),
    "not-weiqi": gettext_noop("Only boards of weiqi are counted."),
    "no-position": gettext_noop("This is no position of a board."),
    "no-liberty": gettext_noop("The chain on %(point)s has no liberty: such a position cannot stand."),
    "dead-not-whole": gettext_noop("A chain is dead as a whole or not at all."),
    "count-conflict": gettext_noop("Somebody else has counted the board of table %(table)s meanwhile."),
    "count-superseded": gettext_noop("This board has been counted anew meanwhile. Look at the newer count."),
    "count-open": gettext_noop("The sides have not agreed to this count, and nobody has ruled on it."),
    "count-settled": gettext_noop("This count is settled already."),
    "board-rows": gettext_noop("%(size)s rows are no board."),
    "board-row": gettext_noop("Row %(row)s has %(points)s points, not %(size)s."),
    "board-character": gettext_noop("Row %(row)s: “%(text)s” is neither a stone nor an empty point."),
    "paper-no-records": gettext_noop(
        "No game of round %(round)s is accepted yet: there is nothing to print."
    ),
}
